//! How long one static evaluation takes, over the middlegames of the bench.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanxin::eval::evaluate;
use hanxin::notation::epd;

fn evaluation(criterion: &mut Criterion) {
    let records = epd::parse(include_str!("../positions/middlegame20.epd")).expect("positions");
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(records.len() as u64));
    group.bench_function("middlegame20", |bencher| {
        bencher.iter(|| {
            records
                .iter()
                .map(|record| evaluate(black_box(&record.board)))
                .sum::<i32>()
        });
    });
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);

//! How long one static evaluation takes, looking at the whole board, over the middlegames of the bench.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanxin::board::Board;
use hanxin::eval::evaluate;
use hanxin::nnue::Network;
use hanxin::notation::epd;
use hanxin::types::Score;

type Opinion = fn(&Board) -> Score;

fn evaluation(criterion: &mut Criterion) {
    let records = epd::parse(include_str!("../positions/middlegame20.epd")).expect("positions");
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(records.len() as u64));
    let opinions: [(&str, Opinion); 2] = [
        ("terms", evaluate),
        ("network", |board| Network::built_in().evaluate(board)),
    ];
    for (name, opinion) in opinions {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                records
                    .iter()
                    .map(|record| opinion(black_box(&record.board)))
                    .sum::<Score>()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);

//! How long it takes to look a position up in the built-in book and to choose a move.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanxin::board::Board;
use hanxin::book::choose::Chance;
use hanxin::book::walk::{line, play};
use hanxin::book::{Book, Library};

/// The positions of some games of the book, its exits included.
fn positions(library: &Library) -> Vec<Board> {
    let mut positions = Vec::new();
    for seed in 1..=8 {
        let chance = Chance {
            exponent: 1.0,
            seed,
        };
        let mut board = Board::start();
        for mv in line(&play(library, chance)) {
            positions.push(board.clone());
            board.make_move(mv);
        }
        positions.push(board);
    }
    positions
}

fn book(criterion: &mut Criterion) {
    let (book, library) = (Book::built_in(), Library::built_in());
    let positions = positions(&library);
    let mut group = criterion.benchmark_group("book");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("probe", |bencher| {
        bencher.iter(|| {
            let found = positions
                .iter()
                .map(|board| book.probe(black_box(board)).len());
            assert!(found.sum::<usize>() >= positions.len() - 8);
        });
    });
    group.bench_function("choose", |bencher| {
        let chance = Chance {
            exponent: 1.0,
            seed: 1,
        };
        bencher.iter(|| {
            let chosen = positions
                .iter()
                .filter_map(|board| library.choose(black_box(board), &[], chance));
            assert!(chosen.count() <= positions.len());
        });
    });
    group.finish();
}

criterion_group!(benches, book);
criterion_main!(benches);

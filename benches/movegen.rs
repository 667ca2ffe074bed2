//! Speed of move generation, making moves and perft. Every bench asserts what it counted.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanxin::board::{Board, perft};
use hanxin::notation::epd;
use hanxin::types::MoveList;

/// The twenty middlegames and how many legal moves they have together.
fn middlegames() -> (Vec<Board>, usize) {
    let text = include_str!("../positions/middlegame20.epd");
    let records = epd::parse(text).expect("a readable file");
    let listed = |record: &epd::Record| record.get("moves")?.parse::<usize>().ok();
    let total = records.iter().filter_map(listed).sum();
    (
        records.into_iter().map(|record| record.board).collect(),
        total,
    )
}

fn generation(c: &mut Criterion) {
    let (boards, total) = middlegames();
    let mut group = c.benchmark_group("generation");
    group.throughput(Throughput::Elements(total as u64));
    group.bench_function("legal moves of 20 middlegames", |b| {
        b.iter(|| {
            let moves: usize = boards.iter().map(|board| board.legal_moves().len()).sum();
            assert_eq!(black_box(moves), total);
        });
    });
    group.bench_function("legal moves counted without a list", |b| {
        b.iter(|| {
            let moves: usize = boards.iter().map(Board::count_legal_moves).sum();
            assert_eq!(black_box(moves), total);
        });
    });
    let captures = |board: &Board| {
        let mut moves = MoveList::new();
        board.generate_captures(&mut moves);
        moves.len()
    };
    let expected: usize = boards
        .iter()
        .map(|board| {
            let mut moves = MoveList::new();
            board.generate_quiets(&mut moves);
            let quiets = moves.len();
            board.generate_captures(&mut moves);
            moves.len() - quiets
        })
        .sum();
    group.throughput(Throughput::Elements(expected as u64));
    group.bench_function("captures of 20 middlegames", |b| {
        b.iter(|| {
            let moves: usize = boards.iter().map(captures).sum();
            assert_eq!(black_box(moves), expected);
        });
    });
    group.finish();
}

fn make_and_unmake(c: &mut Criterion) {
    let (mut boards, total) = middlegames();
    let moves: Vec<MoveList> = boards.iter().map(Board::legal_moves).collect();
    let keys: Vec<_> = boards.iter().map(Board::key).collect();
    let mut group = c.benchmark_group("play");
    group.throughput(Throughput::Elements(total as u64));
    group.bench_function("make and unmake every move of 20 middlegames", |b| {
        b.iter(|| {
            let mut played = 0;
            for (board, moves) in boards.iter_mut().zip(&moves) {
                for &mv in moves {
                    board.make_move(mv);
                    played += usize::from(black_box(&*board).history().len() == 1);
                    board.unmake_move();
                }
            }
            assert_eq!(played, total);
        });
    });
    group.finish();
    assert!(boards.iter().map(Board::key).eq(keys));
}

fn perft_4(c: &mut Criterion) {
    const LEAVES: u64 = 3_290_240;
    let mut board = Board::start();
    let mut group = c.benchmark_group("perft");
    group
        .throughput(Throughput::Elements(LEAVES))
        .sample_size(20);
    group.bench_function("4 from the start", |b| {
        b.iter(|| assert_eq!(perft(&mut board, black_box(4)), LEAVES));
    });
    group.finish();
}

criterion_group!(benches, generation, make_and_unmake, perft_4);
criterion_main!(benches);

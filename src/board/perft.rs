//! Counting the leaves of the move tree: the generator's touchstone.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::Board;
use crate::types::Move;

/// The number of legal move sequences of length `depth`; the last ply is counted, not played.
pub fn perft(board: &mut Board, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_legal_moves() as u64,
        _ => {
            let mut leaves = 0;
            for mv in board.legal_moves() {
                board.make_move(mv);
                leaves += perft(board, depth - 1);
                board.unmake_move();
            }
            leaves
        }
    }
}

/// The same, but gives up between subtrees once `stopped` says so; the count is then too small.
pub fn perft_unless(board: &mut Board, depth: usize, stopped: &dyn Fn() -> bool) -> u64 {
    if depth < 3 {
        return perft(board, depth);
    }
    let mut leaves = 0;
    for mv in board.legal_moves() {
        if stopped() {
            break;
        }
        board.make_move(mv);
        leaves += perft_unless(board, depth - 1, stopped);
        board.unmake_move();
    }
    leaves
}

/// The leaves behind each legal move, in the order of the generator, counted by `threads` threads that
/// share the root moves.
///
/// Empty at depth 0, where no move is made.
pub fn perft_divide(board: &Board, depth: usize, threads: usize) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let moves = board.legal_moves();
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut board = board.clone();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(&mv) = moves.get(index)
        {
            board.make_move(mv);
            counts[index].store(perft(&mut board, rest), Ordering::Relaxed);
            board.unmake_move();
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            scope.spawn(work);
        }
        work();
    });
    moves
        .into_iter()
        .zip(counts.into_iter().map(AtomicU64::into_inner))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_add_up_whatever_the_number_of_threads() {
        let mut board = Board::start();
        let alone = perft_divide(&board, 3, 1);
        assert_eq!(alone.len(), 44);
        assert_eq!(alone.iter().map(|(_, leaves)| leaves).sum::<u64>(), 79_666);
        assert_eq!(perft_divide(&board, 3, 3), alone);
        assert_eq!(perft_divide(&board, 1, 200).len(), 44);
        assert_eq!(perft_divide(&board, 0, 1), []);
        assert_eq!(perft(&mut board, 0), 1);
    }
}

//! Counting the leaves of the move tree: the generator's touchstone.

use super::Board;

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

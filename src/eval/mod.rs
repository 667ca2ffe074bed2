//! Static evaluation (placeholder until the terms land).
use crate::board::Board;
use crate::types::{Score, Side};
/// Score for the side to move.
pub fn evaluate(board: &Board) -> Score {
    let s = board.sums().blend(1, 2);
    if board.side_to_move() == Side::Red {
        s + 5
    } else {
        -s + 5
    }
}

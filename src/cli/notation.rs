//! The notations a command can write moves in.

use crate::board::Board;
use crate::notation::{to_chinese, to_wxf};
use crate::types::Move;

/// A way to write moves.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Notation {
    /// Coordinates, h2e2.
    Iccs,
    /// World Xiangqi Federation, C2.5.
    Wxf,
    /// Chinese, 炮二平五.
    Chinese,
}

impl Notation {
    /// One move of the position.
    pub(super) fn write(self, board: &Board, mv: Move) -> String {
        match self {
            Self::Iccs => mv.to_string(),
            Self::Wxf => to_wxf(board, mv),
            Self::Chinese => to_chinese(board, mv),
        }
    }

    /// A line of moves, as far as it is legal.
    pub(super) fn write_line(self, board: &Board, moves: &[Move]) -> String {
        let mut board = board.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            if !board.is_legal_move(mv) {
                break;
            }
            texts.push(self.write(&board, mv));
            board.make_move(mv);
        }
        texts.join(" ")
    }
}

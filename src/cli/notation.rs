//! How commands write moves and scores for people.

use crate::board::Board;
use crate::notation::{to_chinese, to_wxf};
use crate::types::score::{KNOWN_WIN, is_ban, is_known, mate_moves, shown};
use crate::types::{Move, Score};

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
            let text = self.write(&board, mv);
            if board.try_play(mv).is_err() {
                break;
            }
            texts.push(text);
        }
        texts.join(" ")
    }
}

/// The score as people read it.
pub(super) fn write_score(score: Score) -> String {
    match mate_moves(score) {
        Some(moves) if moves > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {}", -moves),
        None if is_known(score) => {
            let verb = if score > 0 { "wins" } else { "loses" };
            let moves = (KNOWN_WIN - score.abs() + 1) / 2;
            format!("{verb} in {moves} by the endgame tables")
        }
        None if is_ban(score) && score > 0 => "wins by rule".to_owned(),
        None if is_ban(score) => "loses by rule".to_owned(),
        None => format!("{:+}", shown(score)),
    }
}

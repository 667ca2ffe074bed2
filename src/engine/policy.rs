//! When to accept a draw and when to resign.
//!
//! A draw is accepted when theory calls the position drawn or the engine has not been better for a
//! long time. It resigns only if the user lets it, when the game has been lost for some moves.

use crate::board::{Board, START_FEN};
use crate::rules::{Rules, is_dead_material};
use crate::types::{Score, Side};

/// A draw is accepted after so many own moves in a row without an advantage.
const DRAW_MOVES: u32 = 8;
/// The game is resigned after so many own moves in a row with a lost score ...
const RESIGN_MOVES: u32 = 3;
/// ... which is at most this: more than a rook and a horse behind.
const RESIGN_SCORE: Score = -700;

/// What the engine thought of the game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRecord {
    side: Option<Side>,
    /// Own moves in a row with a score of zero or less.
    not_better: u32,
    /// Own moves in a row with a losing score.
    lost: u32,
}

impl GameRecord {
    /// Enters the score of a move about to be played on `board`.
    pub(super) fn enter(&mut self, board: &Board, score: Score) {
        let side = board.side_to_move();
        if self.side != Some(side) || is_game_start(board) {
            *self = Self::default();
        }
        self.side = Some(side);
        self.not_better = if score <= 0 { self.not_better + 1 } else { 0 };
        self.lost = if score <= RESIGN_SCORE {
            self.lost + 1
        } else {
            0
        };
    }

    /// Whether an offered draw is welcome.
    pub(super) fn accepts_draw(&self, board: &Board, rules: Rules) -> bool {
        self.not_better >= DRAW_MOVES
            || is_dead_material(board.placement())
            || rules.is_limit_reached(board)
    }

    /// Whether the game is not worth going on.
    pub(super) fn resigns(&self) -> bool {
        self.lost >= RESIGN_MOVES
    }
}

/// Whether a player who thought this of his own moves so far takes a draw on `board`.
pub fn accepts_draw(board: &Board, rules: Rules, scores: impl IntoIterator<Item = Score>) -> bool {
    let mut record = GameRecord::default();
    for score in scores {
        record.not_better = if score <= 0 { record.not_better + 1 } else { 0 };
    }
    record.accepts_draw(board, rules)
}

fn is_game_start(board: &Board) -> bool {
    board.history().len() < 2 && board.fen() == START_FEN
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(scores: &[Score]) -> GameRecord {
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b").expect("a position");
        let mut record = GameRecord::default();
        for &score in scores {
            record.enter(&board, score);
        }
        record
    }

    #[test]
    fn a_draw_is_accepted_only_after_long_equality() {
        let board = Board::start();
        let rules = Rules::default();
        assert!(!after(&[0; 7]).accepts_draw(&board, rules));
        assert!(after(&[0; 8]).accepts_draw(&board, rules));
        assert!(after(&[-50; 9]).accepts_draw(&board, rules));
        assert!(!after(&[0, 0, 0, 0, 0, 0, 0, 0, 1]).accepts_draw(&board, rules));
    }

    #[test]
    fn a_dead_position_is_a_draw_at_once() {
        let dead = Board::from_fen("3ak4/9/9/9/9/9/9/9/9/3K5 w").expect("a position");
        assert!(after(&[]).accepts_draw(&dead, Rules::default()));
    }

    #[test]
    fn one_bad_score_is_no_reason_to_resign() {
        assert!(!after(&[-900, -900, -600, -900]).resigns());
        assert!(after(&[-900, -900, -900]).resigns());
    }

    #[test]
    fn a_new_game_or_the_other_side_starts_afresh() {
        let mut record = after(&[-900; 20]);
        record.enter(&Board::start(), 0);
        assert!(!record.resigns() && !record.accepts_draw(&Board::start(), Rules::default()));
    }
}

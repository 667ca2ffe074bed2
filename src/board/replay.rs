//! Moves from outside: played if they are legal, refused by name if not.

use thiserror::Error;

use super::Board;
use crate::types::{Move, ParseMoveError, Side};

/// A move that may not be played in a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{mv}' is illegal (expected a legal move of {side} in {fen})")]
pub struct IllegalMoveError {
    pub mv: Move,
    /// The side to move.
    pub side: Side,
    /// The position before the move.
    pub fen: String,
}

/// A line of moves that cannot be played to its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} {error}")]
pub struct LineError {
    /// Which move of the line, from 1.
    pub number: usize,
    pub error: LineMoveError,
}

/// What is wrong with a move of a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LineMoveError {
    /// It cannot be read.
    #[error(transparent)]
    Text(#[from] ParseMoveError),
    /// It may not be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
}

impl Board {
    /// Plays the move if it is legal; changes nothing if it is not.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        if !self.is_legal_move(mv) {
            return Err(IllegalMoveError {
                mv,
                side: self.side_to_move(),
                fen: self.fen(),
            });
        }
        self.make_move(mv);
        Ok(())
    }

    /// Plays moves in coordinates, separated by blanks. The moves before a refused one stay played.
    ///
    /// ```
    /// use hanxin::board::Board;
    /// let mut board = Board::start();
    /// board.try_play_line("h2e2 h9g7").expect("legal moves");
    /// let error = board.try_play_line("h0g2 a9a0").expect_err("a pawn is in the way");
    /// assert!(error.to_string().starts_with("move 2 'a9a0' is illegal"));
    /// ```
    pub fn try_play_line(&mut self, moves: &str) -> Result<(), LineError> {
        for (index, word) in moves.split_whitespace().enumerate() {
            let played = word
                .parse()
                .map_err(LineMoveError::from)
                .and_then(|mv| Ok(self.try_play(mv)?));
            played.map_err(|error| LineError {
                number: index + 1,
                error,
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_changes_nothing_and_is_named() {
        let mut board = Board::start();
        let error = board.try_play("a0a5".parse().expect("a move"));
        assert_eq!(board, Board::start());
        let text = error.expect_err("own pawn in the way").to_string();
        assert!(
            text.starts_with("'a0a5' is illegal (expected a legal move of red in rnbakabnr/"),
            "{text}"
        );
    }

    #[test]
    fn a_line_is_played_up_to_the_move_that_is_refused() {
        let mut board = Board::start();
        let error = board.try_play_line("h2e2 nonsense").expect_err("no move");
        assert_eq!(board.history().len(), 1);
        assert!(
            error
                .to_string()
                .starts_with("move 2 'nonsense' is not a move")
        );
        assert_eq!(error.number, 2);
        assert_eq!(board.try_play_line(" h9g7\th0g2 "), Ok(()));
        assert_eq!(board.history().len(), 3);
    }
}

//! Games from text, one a line.

use thiserror::Error;

use crate::board::{Board, FenError};
use crate::types::{Move, Score};

use super::games::{Fault, LabelledGame, LabelledMove, Winner};
use super::packed::PackedPosition;

/// A line that begins like a game and is none.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error("'{0}' is no result (expected w, b or d)")]
    Winner(String),
    #[error("'{0}' is no move with a score (expected something like h2e2 or h2e2+31)")]
    Move(String),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Game(#[from] Fault),
}

/// The game of a line: result and moves, or board, side, result and scored moves. `None` for lines that
/// begin with neither, and for games without moves.
pub fn game(line: &str) -> Result<Option<LabelledGame>, ImportError> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let (board, winner) = match first {
        "1-0" => (Board::start(), Winner::Red),
        "0-1" => (Board::start(), Winner::Black),
        "1/2-1/2" => (Board::start(), Winner::Nobody),
        board if board.contains('/') => {
            let side = words.next().unwrap_or_default();
            let winner = match words.next().unwrap_or_default() {
                "w" => Winner::Red,
                "b" => Winner::Black,
                "d" => Winner::Nobody,
                other => return Err(ImportError::Winner(other.to_owned())),
            };
            (Board::from_fen(&format!("{board} {side}"))?, winner)
        }
        _ => return Ok(None),
    };
    let start = PackedPosition::of(&board);
    let moves = words.map(labelled_move).collect::<Result<Vec<_>, _>>()?;
    if moves.is_empty() {
        return Ok(None);
    }
    let game = LabelledGame {
        start,
        winner,
        moves,
    };
    game.replay(|_, _| {})?;
    Ok(Some(game))
}

/// `h2e2`, or `h2e2+31` with a score from the mover's view.
fn labelled_move(word: &str) -> Result<LabelledMove, ImportError> {
    let error = || ImportError::Move(word.to_owned());
    let (mv, score) = word.split_at_checked(4).ok_or_else(error)?;
    let mv: Move = mv.parse().map_err(|_| error())?;
    if score.is_empty() {
        return Ok(LabelledMove { mv, score: None });
    }
    let score: Score = score.parse().map_err(|_| error())?;
    Ok(LabelledMove::new(mv, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let plain = game("1-0 h2e2 h9g7").expect("a game").expect("moves");
        assert_eq!((plain.winner, plain.moves.len()), (Winner::Red, 2));
        assert_eq!(plain.moves[0].score, None);
        let scored = game("4k4/9/9/9/9/9/9/9/4R4/3K5 b d e9f9-300 d0e0+310").expect("a game");
        let scored = scored.expect("moves");
        assert_eq!(scored.winner, Winner::Nobody);
        assert_eq!(
            scored.moves.iter().map(|m| m.score).collect::<Vec<_>>(),
            [Some(-300), Some(310)]
        );
    }

    #[test]
    fn other_lines_are_skipped() {
        for line in ["", "# games", "* h2e2", "1-0", "result moves"] {
            assert!(matches!(game(line), Ok(None)), "{line}");
        }
    }

    #[test]
    fn errors_name_the_offending_token() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
        for (line, token) in [
            ("1-0 h2e2 h2e2".to_owned(), "move 2 'h2e2'"),
            ("1-0 h2x2".to_owned(), "'h2x2'"),
            (format!("{start} w x h2e2+1"), "'x'"),
            (format!("{start} w w h2e2+much"), "'h2e2+much'"),
            (format!("{start} w w 炮二平五"), "'炮二平五'"),
            (format!("{start} v w h2e2+1"), "'v'"),
        ] {
            let error = game(&line).expect_err("an error").to_string();
            assert!(error.contains(token), "{error}");
        }
    }
}

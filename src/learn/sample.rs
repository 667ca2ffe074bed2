//! A position with what became of it, as one line of text: `fen;result;score`.
//!
//! The result is red's: `1`, `0.5` or `0`. The score, also red's, is what a search found; it may be
//! missing.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, FenError};
use crate::types::{Score, Side};

/// A quiet position of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// What a search thought of it, from red's view.
    pub score: Option<Score>,
}

/// A line that is no sample.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseSampleError {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The result is missing or unknown.
    #[error("'{0}' is no result (expected 1, 0.5 or 0, from red's view, after the position)")]
    Result(String),
    /// The score is no number.
    #[error("'{0}' is no score (expected an integer)")]
    Score(String),
}

impl Sample {
    /// Red's share of the point.
    pub const fn red_points(&self) -> f32 {
        match self.winner {
            Some(Side::Red) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{}", self.board.fen(), self.red_points())?;
        self.score.map_or(Ok(()), |score| write!(f, ";{score}"))
    }
}

impl FromStr for Sample {
    type Err = ParseSampleError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let mut fields = line.split(';').map(str::trim);
        let board = Board::from_fen(fields.next().unwrap_or_default())?;
        let winner = match fields.next().unwrap_or_default() {
            "1" | "1-0" => Some(Side::Red),
            "0" | "0-1" => Some(Side::Black),
            "0.5" | "1/2-1/2" => None,
            other => return Err(ParseSampleError::Result(other.to_owned())),
        };
        let score = match fields.next() {
            None | Some("") => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|_| ParseSampleError::Score(text.to_owned()))?,
            ),
        };
        Ok(Self {
            board,
            winner,
            score,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_round_trip() {
        for tail in ["1;35", "0.5;-120", "0"] {
            let line = format!("{};{tail}", Board::start().fen());
            let sample: Sample = line.parse().expect("a sample");
            assert_eq!(sample.to_string(), line);
        }
    }

    #[test]
    fn errors_name_the_offending_token() {
        let error = |tail: &str| {
            let line = format!("{};{tail}", Board::start().fen());
            let error = line.parse::<Sample>().expect_err("an error");
            error.to_string()
        };
        assert!(error("2").contains("'2'"));
        assert!(error("1;much").contains("'much'"));
    }
}

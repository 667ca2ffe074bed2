//! Moves in coordinates, with the ranks counted from 0 or from 1.
//!
//! UCCI and the programs around Pikafish count from 0; Fairy-Stockfish, Sjaak II and the programs
//! built on Fairy-Stockfish's library (`LiGround`) count from 1. Inside hanxin everything is from 0.

use std::fmt::{self, Write as _};

use crate::board::Board;
use crate::types::{Move, Square};

/// How a program numbers the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ranks {
    /// 0-9, as UCCI has it.
    #[default]
    FromZero,
    /// 1-10.
    FromOne,
}

impl Ranks {
    /// A move in this numbering.
    pub const fn display(self, mv: Move) -> impl fmt::Display {
        Numbered(self, mv)
    }

    /// Reads a move; `None` for any other text.
    pub fn read(self, text: &str) -> Option<Move> {
        let (from, rest) = self.read_square(text.as_bytes())?;
        let (to, rest) = self.read_square(rest)?;
        (rest.is_empty() && from != to).then(|| Move::new(from, to))
    }

    fn read_square(self, text: &[u8]) -> Option<(Square, &[u8])> {
        let (file, text) = text.split_first()?;
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
        let (number, rest) = text.split_at(digits);
        let rank: u8 = std::str::from_utf8(number).ok()?.parse().ok()?;
        let rank = match self {
            Self::FromZero => rank,
            Self::FromOne => rank.checked_sub(1)?,
        };
        Some((Square::try_new(file, rank)?, rest))
    }

    /// Which numbering a move made in the start position reveals; `None` if it is a move in neither.
    pub fn of_first_move(text: &str) -> Option<Self> {
        let start = Board::start();
        let fits = |ranks: &Self| ranks.read(text).is_some_and(|mv| start.is_legal_move(mv));
        [Self::FromZero, Self::FromOne].into_iter().find(fits)
    }

    /// A line of words with every move in it rewritten to another numbering.
    pub fn translate(self, line: &str, other: Self) -> String {
        let mut out = String::with_capacity(line.len());
        for (number, word) in line.split(char::is_whitespace).enumerate() {
            if number > 0 {
                out.push(' ');
            }
            match self.read(word) {
                Some(mv) => {
                    let _ = write!(out, "{}", other.display(mv));
                }
                None => out.push_str(word),
            }
        }
        out
    }
}

struct Numbered(Ranks, Move);

impl fmt::Display for Numbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(ranks, mv) = *self;
        for square in [mv.from(), mv.to()] {
            let rank = square.rank() + u8::from(ranks == Ranks::FromOne);
            write!(f, "{}{rank}", char::from(b'a' + square.file()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip_in_both_numberings() {
        for ranks in [Ranks::FromZero, Ranks::FromOne] {
            for mv in Board::start().legal_moves() {
                let text = ranks.display(mv).to_string();
                assert_eq!(ranks.read(&text), Some(mv));
                assert_eq!(Ranks::of_first_move(&text), Some(ranks), "{text}");
            }
        }
        for text in ["", "h2", "h2e", "j0a0", "a10a9", "h2e2x", "h2h2", "馬8進7"] {
            assert_eq!(Ranks::FromZero.read(text), None, "{text}");
        }
    }

    #[test]
    fn only_moves_are_rewritten() {
        let zero = "info depth 8 score cp 20 pv a9a8 h2e2";
        let one = "info depth 8 score cp 20 pv a10a9 h3e3";
        assert_eq!(Ranks::FromZero.translate(zero, Ranks::FromOne), one);
        assert_eq!(Ranks::FromOne.translate(one, Ranks::FromZero), zero);
        let fen = "position fen r1ba1a3/4kn3/2n1b4/9/9/9/9/9/9/2BAKAB2 w - - 0 1 moves";
        assert_eq!(Ranks::FromOne.translate(fen, Ranks::FromZero), fen);
    }
}

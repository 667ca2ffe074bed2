//! A move as two squares in sixteen bits, and the fixed-capacity list of moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::Square;

/// From and to: low byte = origin, high byte = target. Never zero, so `Option<Move>` is 16 bits too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// No position has more legal moves than this.
pub const MAX_MOVES: usize = 128;

/// Moves of one position, without allocation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

impl Move {
    /// A move between two squares of the field.
    pub const fn new(from: Square, to: Square) -> Self {
        let bits = from.raw() as u16 | (to.raw() as u16) << 8;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Where the piece comes from.
    pub const fn from(self) -> Square {
        Square::from_raw(self.0.get() as u8)
    }

    /// Where the piece goes.
    pub const fn to(self) -> Square {
        Square::from_raw((self.0.get() >> 8) as u8)
    }

    /// The sixteen bits, for tables that pack moves.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Reads packed bits back; `None` unless both squares lie on the field.
    pub fn from_bits(bits: u16) -> Option<Self> {
        let mv = Self(NonZeroU16::new(bits)?);
        (mv.from().is_on_board() && mv.to().is_on_board()).then_some(mv)
    }

    /// The same move on the board reflected left-right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.from().mirrored(), self.to().mirrored())
    }

    /// The same move on the board turned by half a circle.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self::new(self.from().rotated(), self.to().rotated())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no move in coordinates.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a move (expected origin and target, like h2e2)")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2`; upper case and the dash of ICCS (`H2-E2`) are accepted.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let (from, to) = match lower.len() {
            4 => (lower.get(0..2), lower.get(2..4)),
            5 if lower.as_bytes()[2] == b'-' => (lower.get(0..2), lower.get(3..5)),
            _ => return Err(error()),
        };
        let square = |part: Option<&str>| part.and_then(|p| p.parse::<Square>().ok());
        match (square(from), square(to)) {
            (Some(from), Some(to)) if from != to => Ok(Self::new(from, to)),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_round_trip() {
        let mv: Move = "h2e2".parse().expect("a move");
        assert_eq!(mv.to_string(), "h2e2");
        assert_eq!("H2-E2".parse(), Ok(mv));
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        assert_eq!(mv.mirrored().to_string(), "b2e2");
        assert_eq!(mv.rotated().to_string(), "b7e7");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "h2",
            "h2e",
            "h2e22",
            "j2e2",
            "h2h2",
            "h2+e2",
            "炮二平",
            "ééé",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(0x0101), None);
        assert_eq!(std::mem::size_of::<Option<Move>>(), 2);
    }
}

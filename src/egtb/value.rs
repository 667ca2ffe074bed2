//! What a table says of a position, and the byte it says it with.
//!
//! ```text
//!  0 draw | 1 + plies to mate: even plies = loss, odd = win | 252-254 draw unless a rule forbids it | 255 broken
//! ```

use crate::rules::Verdict;

/// The most plies to mate that a byte can hold.
pub const MAX_PLIES: u8 = 250;

pub(super) const DRAW: u8 = 0;
pub(super) const DRAW_OR_WIN: u8 = 252;
pub(super) const DRAW_OR_LOSS: u8 = 253;
pub(super) const UNCLEAR: u8 = 254;
/// No position, or one in which the king of the side that has just moved is attacked.
pub(super) const BROKEN: u8 = 255;

/// A position's value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move mates (or stalemates) in so many plies, an odd number.
    Win(u8),
    /// The side to move is mated in so many plies, an even number.
    Loss(u8),
    /// The side to move wins, in at most so many plies.
    WinWithin(u8),
    /// The side to move loses, in at most so many plies.
    LossWithin(u8),
    /// Nobody can win, and both sides hold without a forbidden repetition.
    Draw,
    /// A draw, unless the opponent holds by a forbidden repetition only.
    DrawOrWin,
    /// A draw, unless the side to move holds by a forbidden repetition only.
    DrawOrLoss,
    /// A draw, unless one of the sides holds by a forbidden repetition only.
    Unclear,
}

/// The code of a distance to mate.
#[inline]
pub(super) const fn code_of(plies: u8) -> u8 {
    plies + 1
}

/// The distance to mate of a code, if it is one.
#[inline]
pub(super) const fn plies_of(code: u8) -> Option<u8> {
    match code {
        1..=251 => Some(code - 1),
        _ => None,
    }
}

/// Whether the code says that the side to move wins.
#[inline]
pub(super) const fn is_win(code: u8) -> bool {
    code.is_multiple_of(2) && code != DRAW && code < DRAW_OR_WIN
}

/// Whether the code says that the side to move loses.
#[inline]
pub(super) const fn is_loss(code: u8) -> bool {
    code % 2 == 1 && code < DRAW_OR_WIN
}

/// Whether the code says that a draw depends on repetition rules.
#[inline]
pub(super) const fn is_mark(code: u8) -> bool {
    matches!(code, DRAW_OR_WIN | DRAW_OR_LOSS | UNCLEAR)
}

impl Value {
    /// Reads a code; `None` for a broken position.
    pub(super) const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            DRAW => Self::Draw,
            DRAW_OR_WIN => Self::DrawOrWin,
            DRAW_OR_LOSS => Self::DrawOrLoss,
            UNCLEAR => Self::Unclear,
            BROKEN => return None,
            _ if is_win(code) => Self::Win(code - 1),
            _ => Self::Loss(code - 1),
        })
    }

    /// The byte that says it.
    #[cfg(test)]
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Win(plies) | Self::Loss(plies) => code_of(plies),
            Self::Draw => DRAW,
            Self::DrawOrWin => DRAW_OR_WIN,
            Self::DrawOrLoss => DRAW_OR_LOSS,
            Self::Unclear => UNCLEAR,
            // Verdicts have no distance to write.
            Self::WinWithin(_) | Self::LossWithin(_) => BROKEN,
        }
    }

    /// The result for the side to move when it is certain.
    pub const fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Win(_) | Self::WinWithin(_) => Some(Verdict::Win),
            Self::Loss(_) | Self::LossWithin(_) => Some(Verdict::Loss),
            Self::Draw => Some(Verdict::Draw),
            Self::DrawOrWin | Self::DrawOrLoss | Self::Unclear => None,
        }
    }

    /// Plies to mate at most, for or against, if somebody wins.
    pub const fn most_plies(self) -> Option<u8> {
        match self {
            Self::WinWithin(plies) | Self::LossWithin(plies) => Some(plies),
            _ => self.plies(),
        }
    }

    /// Plies to mate, for or against, if they are known.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_as_it_was_written() {
        for code in 0..BROKEN {
            let value = Value::from_code(code).expect("a value");
            assert_eq!(value.code(), code);
            assert_eq!(is_win(code), matches!(value, Value::Win(_)));
            assert_eq!(is_loss(code), matches!(value, Value::Loss(_)));
            assert_eq!(plies_of(code), value.plies());
        }
        assert_eq!(Value::from_code(BROKEN), None);
        assert_eq!(code_of(MAX_PLIES) + 1, DRAW_OR_WIN);
    }
}

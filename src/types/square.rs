//! Squares of the 16x16 board.
//!
//! The 9x10 playing field sits in the middle of a 16x16 array, so that every step a piece can make
//! from a square of the field stays inside the array, and a `u8` indexes it without a bounds check:
//!
//! ```text
//! index = (rank + 3) * 16 + (file + 3)      rank 0 = red's back rank, file 0 = red's left ("a")
//! ```
//!
//! Index 0 lies outside the field and serves as "no square" in piece lists.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Side;

/// First column and first row of the field inside the 16x16 array.
const MARGIN: u8 = 3;

/// A cell of the 16x16 board, named by file `a`-`i` and rank `0`-`9` when it lies on the field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Files of the field.
    pub const FILES: u8 = 9;
    /// Ranks of the field.
    pub const RANKS: u8 = 10;
    /// Outside the field: where captured pieces are.
    pub const NONE: Self = Self(0);
    /// One rank towards black.
    pub const NORTH: i16 = 16;
    /// One file towards red's right.
    pub const EAST: i16 = 1;

    /// The square at file 0-8 and rank 0-9. Larger coordinates give a cell outside the field.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self(((rank + MARGIN) << 4) | (file + MARGIN))
    }

    /// Like [`Square::new`], but `None` off the field.
    pub const fn try_new(file: u8, rank: u8) -> Option<Self> {
        if file < Self::FILES && rank < Self::RANKS {
            Some(Self::new(file, rank))
        } else {
            None
        }
    }

    /// The cell with this raw array index.
    pub const fn from_raw(raw: u8) -> Self {
        Self(raw)
    }

    /// The raw index into 256-element tables.
    pub const fn raw(self) -> u8 {
        self.0
    }

    /// The raw index as `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// File 0-8 (`a`-`i`).
    pub const fn file(self) -> u8 {
        (self.0 & 15).wrapping_sub(MARGIN)
    }

    /// Rank 0-9.
    pub const fn rank(self) -> u8 {
        (self.0 >> 4).wrapping_sub(MARGIN)
    }

    /// Column 0-15 in the 16x16 array.
    pub const fn column(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Row 0-15 in the 16x16 array.
    pub const fn row(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Whether the cell belongs to the 9x10 field.
    pub const fn is_on_board(self) -> bool {
        self.file() < Self::FILES && self.rank() < Self::RANKS
    }

    /// The cell `delta` raw steps away, wrapping around the array's end.
    #[must_use]
    pub const fn offset(self, delta: i16) -> Self {
        Self((self.0 as i16).wrapping_add(delta) as u8)
    }

    /// Turned by half a circle: the same square as the opponent sees it.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self(254u8.wrapping_sub(self.0))
    }

    /// Reflected left-right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self((self.0 & 0xf0) | 14u8.wrapping_sub(self.0 & 15) & 15)
    }

    /// As seen by `side`: unchanged for red, rotated for black.
    #[must_use]
    pub const fn relative_to(self, side: Side) -> Self {
        match side {
            Side::Red => self,
            Side::Black => self.rotated(),
        }
    }

    /// Whether the square lies on `side`'s half of the board.
    pub const fn is_home(self, side: Side) -> bool {
        const RIVER: u8 = (5 + MARGIN) << 4;
        match side {
            Side::Red => self.0 < RIVER,
            Side::Black => self.0 >= RIVER,
        }
    }

    /// Dense index 0-89, rank by rank from red's left; beyond that off the field.
    pub const fn dense(self) -> usize {
        DENSE[self.index()] as usize
    }

    /// All 90 squares of the field, `a0`, `b0`, ... `i9`.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::RANKS).flat_map(|rank| (0..Self::FILES).map(move |file| Self::new(file, rank)))
    }
}

/// The dense index of every cell: one look-up instead of six steps.
static DENSE: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut raw = 0;
    while raw < 256 {
        let square = Square(raw as u8);
        if square.is_on_board() {
            table[raw] = square.rank() * Square::FILES + square.file();
        }
        raw += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_on_board() {
            write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
        } else {
            f.write_str("--")
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that names no square.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a square (expected a file a-i and a rank 0-9, like e0)")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => Ok(Self::new(file - b'a', rank - b'0')),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        assert_eq!(Square::all().count(), 90);
        for square in Square::all() {
            assert!(square.is_on_board());
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::try_new(square.file(), square.rank()), Some(square));
        }
        assert!("j0".parse::<Square>().is_err());
        assert!("a10".parse::<Square>().is_err());
    }

    #[test]
    fn rotation_and_mirror_are_involutions_on_the_field() {
        for square in Square::all() {
            assert!(square.rotated().is_on_board());
            assert_eq!(square.rotated().rotated(), square);
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.mirrored().rank(), square.rank());
            assert_eq!(square.mirrored().file(), 8 - square.file());
        }
        assert_eq!(Square::new(0, 0).rotated(), Square::new(8, 9));
    }

    #[test]
    fn dense_indices_are_a_permutation() {
        assert!(
            Square::all()
                .enumerate()
                .all(|(i, square)| square.dense() == i)
        );
    }

    #[test]
    fn cells_outside_the_field_are_recognised() {
        let on_board = (0..=255)
            .filter(|&raw| Square::from_raw(raw).is_on_board())
            .count();
        assert_eq!(on_board, 90);
        assert!(!Square::NONE.is_on_board());
        assert_eq!(Square::NONE.to_string(), "--");
    }
}

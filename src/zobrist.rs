//! Position keys by Zobrist hashing.
//!
//! A key has two independent halves, as the papers have it: 32 bits that choose the slot of a table
//! and 64 bits that are kept there as the check. The numbers come from a fixed generator, so that
//! books and saved data stay valid from build to build.

use std::ops::{BitXor, BitXorAssign};

use crate::types::{Piece, Square};

/// The identity of a position: placement and side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key {
    /// Chooses a slot.
    pub index: u32,
    /// Proves that the slot is about this position.
    pub check: u64,
}

impl BitXor for Key {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self {
            index: self.index ^ other.index,
            check: self.check ^ other.check,
        }
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// One step of `SplitMix64` (Steele, Lea and Flood 2014): the new state and its output.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

struct Numbers {
    piece: [[Key; 256]; Piece::COUNT],
    side: Key,
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers {
        piece: [[Key { index: 0, check: 0 }; 256]; Piece::COUNT],
        side: Key { index: 0, check: 0 },
    };
    // The year of Han Xin's birth, in case anybody wonders.
    let mut state = 231;
    let mut piece = 0;
    while piece <= Piece::COUNT {
        let mut raw = 0;
        while raw < 256 {
            if Square::from_raw(raw as u8).is_on_board() {
                let (next, index) = split_mix(state);
                let (next, check) = split_mix(next);
                state = next;
                let key = Key {
                    index: (index >> 32) as u32,
                    check,
                };
                if piece < Piece::COUNT {
                    numbers.piece[piece][raw] = key;
                } else {
                    numbers.side = key;
                }
            }
            raw += 1;
        }
        piece += 1;
    }
    numbers
};

/// The number of a piece on a square.
#[inline]
pub fn piece_key(piece: Piece, square: Square) -> Key {
    NUMBERS.piece[piece.index()][square.index()]
}

/// The number that says black is to move.
#[inline]
pub fn side_key() -> Key {
    NUMBERS.side
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Kind, Side};
    use std::collections::HashSet;

    #[test]
    fn numbers_are_distinct_and_fixed() {
        let mut seen = HashSet::new();
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in Square::all() {
                    let key = piece_key(Piece::new(side, kind), square);
                    assert!(seen.insert(key.check) && key.index != 0);
                }
            }
        }
        assert!(seen.insert(side_key().check));
        assert_eq!(seen.len(), 14 * 90 + 1);
        // A change here would invalidate every saved book and hash file.
        let first = piece_key(Piece::new(Side::Red, Kind::King), Square::new(0, 0));
        assert_eq!(
            (first.index, first.check),
            (1_764_866_529, 2_710_375_976_719_083_341)
        );
    }
}

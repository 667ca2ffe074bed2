//! Where counted features go: a sum, or the counts themselves.

use crate::board::Placement;
use crate::types::{Kind, Side, Square, Tapered};
use crate::weights::{COUNT, Group, MATERIAL, PROTECTED, SQUARES, square_place};

/// Receives the features of one side.
pub trait Tally {
    /// Counts the feature at `place` of a group once.
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize);

    /// Counts a side's men and the squares they stand on.
    fn add_men(&mut self, placement: &Placement, side: Side) {
        for kind in Kind::ALL {
            for square in placement.squares_of(side, kind) {
                self.add(&MATERIAL, kind.index());
                self.add(SQUARES[kind.index()], square_place(side, square));
            }
        }
    }

    /// Counts protected men, given as [`Man::bit`](crate::types::Man::bit)s of one side.
    fn add_protected(&mut self, mut men: u16) {
        while men != 0 {
            self.add(&PROTECTED, KIND_OF_BIT[men.trailing_zeros() as usize & 15]);
            men &= men - 1;
        }
    }
}

/// The kind of each of a side's sixteen men.
const KIND_OF_BIT: [usize; 16] = {
    let mut kinds = [0; 16];
    let mut kind = 0;
    while kind < Kind::COUNT {
        let (first, count) = Kind::ALL[kind].man_range();
        let mut i = 0;
        while i < count {
            kinds[(first + i) as usize] = kind;
            i += 1;
        }
        kind += 1;
    }
    kinds
};

/// The weights of a man and of his square together: `[side][kind][square]`; nothing off the board.
static MEN_ON_SQUARES: [[[Tapered; 256]; Kind::COUNT]; 2] = {
    let mut table = [[[Tapered::ZERO; 256]; Kind::COUNT]; 2];
    let mut cell = 0;
    while cell < 2 * Kind::COUNT * 256 {
        let (side, kind, raw) = (
            cell / (256 * Kind::COUNT),
            cell / 256 % Kind::COUNT,
            cell % 256,
        );
        let square = Square::from_raw(raw as u8);
        if square.is_on_board() {
            let material = MATERIAL.values[kind];
            let bonus = SQUARES[kind].values[square_place(Side::BOTH[side], square)];
            table[side][kind][raw] = Tapered::new(
                material.middlegame() + bonus.middlegame(),
                material.endgame() + bonus.endgame(),
            );
        }
        cell += 1;
    }
    table
};

/// The weights of all sets of protected men: one table for the first eight men, one for the others.
static PROTECTED_SETS: [[Tapered; 256]; 2] = {
    let mut sets = [[Tapered::ZERO; 256]; 2];
    let mut half = 0;
    while half < 2 {
        let mut set = 1usize;
        while set < 256 {
            let weight = PROTECTED.values[KIND_OF_BIT[half * 8 + set.trailing_zeros() as usize]];
            let rest = sets[half][set & (set - 1)];
            sets[half][set] = Tapered::new(
                rest.middlegame() + weight.middlegame(),
                rest.endgame() + weight.endgame(),
            );
            set += 1;
        }
        half += 1;
    }
    sets
};

/// Adds up the weights: all the search needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(Tapered);

impl Sum {
    pub(super) const fn total(self) -> Tapered {
        self.0
    }
}

impl Tally for Sum {
    #[inline]
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize) {
        self.0 += group.values[place];
    }

    #[inline]
    fn add_men(&mut self, placement: &Placement, side: Side) {
        for kind in Kind::ALL {
            let values = &MEN_ON_SQUARES[side.index()][kind.index()];
            for man in side.men_of(kind) {
                self.0 += values[placement.square_of(man).index()];
            }
        }
    }

    #[inline]
    fn add_protected(&mut self, men: u16) {
        let [low, high] = men.to_le_bytes();
        self.0 += PROTECTED_SETS[0][usize::from(low)] + PROTECTED_SETS[1][usize::from(high)];
    }
}

/// Counts each feature: the evaluation as a vector for the tuner.
#[derive(Clone)]
pub struct Trace {
    /// How often each weight counts.
    pub counts: [i16; COUNT],
}

impl Default for Trace {
    fn default() -> Self {
        Self { counts: [0; COUNT] }
    }
}

impl Tally for Trace {
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize) {
        debug_assert!(place < N);
        self.counts[group.first + place] += 1;
    }
}

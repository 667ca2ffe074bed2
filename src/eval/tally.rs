//! Where counted features go: a sum, or the counts themselves.

use crate::types::{Kind, Tapered};
use crate::weights::{COUNT, Group, PROTECTED};

/// Receives the features of one side.
pub trait Tally {
    /// Counts the feature at `place` of a group once.
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize);

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

//! Where counted features go: a sum, or the counts themselves.

use crate::types::Tapered;
use crate::weights::{COUNT, Group};

/// Receives the features of one side.
pub trait Tally {
    /// Whether material and squares are counted too; the board keeps their sum already.
    const COUNTS_MEN: bool = true;

    /// Counts the feature at `place` of a group once.
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize);
}

/// Adds up the weights: all the search needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(Tapered);

impl Sum {
    pub(super) const fn total(self) -> Tapered {
        self.0
    }
}

impl Tally for Sum {
    const COUNTS_MEN: bool = false;

    #[inline]
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize) {
        self.0 += group.values[place];
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

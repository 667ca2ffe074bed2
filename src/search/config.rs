//! Where a search takes its techniques and numbers from: known to the compiler in play, values in the
//! lab and for a tuner.
//!
//! One source, two instantiations. In play every switch and number is a constant, so that what is off is
//! not compiled in at all and what is on is not asked for.

use super::params::Params;
use super::techniques::{Replacement, Techniques};

/// The source of a search's techniques and numbers.
pub(super) trait Config: Sync {
    fn techniques(&self) -> &Techniques;
    fn params(&self) -> &Params;
    fn replacement(&self) -> Replacement;
}

/// Play: [`Techniques::TOURNAMENT`] and [`Params::DEFAULT`], folded by the compiler.
pub(super) struct Tournament;

impl Config for Tournament {
    #[inline]
    fn techniques(&self) -> &Techniques {
        &Techniques::TOURNAMENT
    }

    #[inline]
    fn params(&self) -> &Params {
        &Params::DEFAULT
    }

    #[inline]
    fn replacement(&self) -> Replacement {
        Replacement::TwoLayer
    }
}

/// Anything else, read while searching.
pub(super) struct Custom {
    pub(super) techniques: Techniques,
    pub(super) params: Params,
    /// The scheme of the searcher's table.
    pub(super) replacement: Replacement,
}

impl Config for Custom {
    #[inline]
    fn techniques(&self) -> &Techniques {
        &self.techniques
    }

    #[inline]
    fn params(&self) -> &Params {
        &self.params
    }

    #[inline]
    fn replacement(&self) -> Replacement {
        self.replacement
    }
}

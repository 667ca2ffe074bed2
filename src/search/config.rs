//! Where a search takes its techniques from: known to the compiler in play, values in the lab.
//!
//! One source, two instantiations. In play every switch is a constant, so that what is off is not
//! compiled in at all and what is on is not asked for.

use super::techniques::Techniques;

/// The source of a search's techniques.
pub(super) trait Config: Sync {
    fn techniques(&self) -> &Techniques;
}

/// Play: [`Techniques::TOURNAMENT`], folded by the compiler.
pub(super) struct Tournament;

impl Config for Tournament {
    #[inline]
    fn techniques(&self) -> &Techniques {
        &Techniques::TOURNAMENT
    }
}

/// Any other set, read while searching.
pub(super) struct Custom {
    pub(super) techniques: Techniques,
}

impl Config for Custom {
    #[inline]
    fn techniques(&self) -> &Techniques {
        &self.techniques
    }
}

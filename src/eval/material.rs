//! What goes well together and what is missing: terms of the piece counts alone.

use crate::weights::{
    ADVISORS_AGAINST_CANNONS, ADVISORS_AGAINST_KNIGHTS, ADVISORS_AGAINST_ROOKS,
    BISHOPS_AGAINST_CANNONS, BISHOPS_AGAINST_ROOKS, CANNON_SCREENS, CROSSED_PAWNS,
    KNIGHTS_AND_CANNONS, ROOKS_AND_MINORS,
};

use super::Tally;
use super::reach::Reach;

/// Counts one side's imbalances and what its missing guards cost against the enemy's men.
#[inline]
pub(super) fn count(own: &Reach, enemy: &Reach, tally: &mut impl Tally) {
    tally.add(&ADVISORS_AGAINST_ROOKS, own.advisors * 3 + enemy.rooks);
    tally.add(&ADVISORS_AGAINST_KNIGHTS, own.advisors * 3 + enemy.knights);
    tally.add(&ADVISORS_AGAINST_CANNONS, own.advisors * 3 + enemy.cannons);
    tally.add(&BISHOPS_AGAINST_ROOKS, own.bishops * 3 + enemy.rooks);
    tally.add(&BISHOPS_AGAINST_CANNONS, own.bishops * 3 + enemy.cannons);
    for _ in 0..own.cannons {
        tally.add(&CANNON_SCREENS, own.advisors + own.bishops);
    }
    tally.add(&ROOKS_AND_MINORS, own.rooks * 5 + own.knights + own.cannons);
    tally.add(&KNIGHTS_AND_CANNONS, own.knights * 3 + own.cannons);
    tally.add(&CROSSED_PAWNS, own.crossed);
}

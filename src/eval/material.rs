//! What goes well together and what is missing: terms of the piece counts alone.

use crate::weights::{
    ADVISORS_AGAINST_CANNONS, ADVISORS_AGAINST_HORSES, ADVISORS_AGAINST_ROOKS, CANNON_SCREENS,
    CROSSED_PAWNS, ELEPHANTS_AGAINST_CANNONS, ELEPHANTS_AGAINST_ROOKS, HORSES_AND_CANNONS,
    ROOKS_AND_MINORS,
};

use super::Tally;
use super::attack_info::AttackInfo;

/// Counts one side's imbalances and what its missing guards cost against the enemy's men.
#[inline]
pub(super) fn count(own: &AttackInfo, enemy: &AttackInfo, tally: &mut impl Tally) {
    tally.add(&ADVISORS_AGAINST_ROOKS, own.advisors * 3 + enemy.rooks);
    tally.add(&ADVISORS_AGAINST_HORSES, own.advisors * 3 + enemy.horses);
    tally.add(&ADVISORS_AGAINST_CANNONS, own.advisors * 3 + enemy.cannons);
    tally.add(&ELEPHANTS_AGAINST_ROOKS, own.elephants * 3 + enemy.rooks);
    tally.add(
        &ELEPHANTS_AGAINST_CANNONS,
        own.elephants * 3 + enemy.cannons,
    );
    for _ in 0..own.cannons {
        tally.add(&CANNON_SCREENS, own.advisors + own.elephants);
    }
    tally.add(&ROOKS_AND_MINORS, own.rooks * 5 + own.horses + own.cannons);
    tally.add(&HORSES_AND_CANNONS, own.horses * 3 + own.cannons);
    tally.add(&CROSSED_PAWNS, own.crossed);
}

//! The king's own safety; what single men threaten him with is counted on the walk over the men.

use crate::board::Placement;
use crate::types::Side;
use crate::weights::{KING_OFF_HOME, PALACE_ATTACKERS};

use super::Tally;
use super::attack_info::AttackInfo;

/// Counts `side`'s attack on the enemy palace and the standing of its own king.
#[inline]
pub(super) fn count(
    placement: &Placement,
    side: Side,
    own: &AttackInfo,
    enemy: &AttackInfo,
    tally: &mut impl Tally,
) {
    tally.add(&PALACE_ATTACKERS, own.aiming.min(6) * 3 + enemy.advisors);
    if enemy.rooks != 0 {
        let rank = placement.king_square(side).relative_to(side).rank();
        tally.add(&KING_OFF_HOME, usize::from(rank.min(2)));
    }
}

//! Who attacks and protects whom, and men that work together.

use crate::types::{Kind, Man, Side};
use crate::weights::{
    EXPOSED_OFF_MOVE, EXPOSED_ON_MOVE, LINKED_CANNONS, LINKED_HORSES, LINKED_ROOKS,
};

use super::Tally;
use super::attack_info::{AttackInfo, CLASSES};
use crate::board::Men;

/// Counts the relations of `side`'s men.
#[inline]
pub(super) fn count(
    side: Side,
    own: &AttackInfo,
    enemy: &AttackInfo,
    on_move: bool,
    tally: &mut impl Tally,
) {
    let men = side.all_men() & !(1 << side.king().index());
    let protected = own.all() & men;

    let mut exposed = enemy.all() & men;
    while exposed != 0 {
        let man = exposed & exposed.wrapping_neg();
        let place = (kind_index(side, man) * CLASSES + cheapest(enemy, man)) * 2
            + usize::from(protected & man != 0);
        if on_move {
            tally.add(&EXPOSED_ON_MOVE, place);
        } else {
            tally.add(&EXPOSED_OFF_MOVE, place);
        }
        exposed ^= man;
    }

    let calm = protected & !enemy.all();
    tally.add_protected((calm >> side.first_man()) as u16);
    count_links(side, own, tally);
}

#[inline]
fn count_links(side: Side, own: &AttackInfo, tally: &mut impl Tally) {
    let linked = |kind: Kind, hits: [Men; 2]| {
        let first = side.first_man() + kind.man_range().0;
        hits[0] >> (first + 1) & hits[1] >> first & 1 != 0
    };
    if linked(Kind::Horse, own.pairs[0]) {
        tally.add(&LINKED_HORSES, 0);
    }
    if linked(Kind::Cannon, own.pairs[1]) {
        tally.add(&LINKED_CANNONS, 0);
    }
    if linked(Kind::Rook, own.pairs[2]) {
        tally.add(&LINKED_ROOKS, 0);
    }
}

/// The kind of the one man in the set.
#[inline]
fn kind_index(side: Side, man: Men) -> usize {
    let man = Man::of_bit(side, man.trailing_zeros());
    man.kind().map_or(0, Kind::index)
}

/// The cheapest class that hits the man.
#[inline]
fn cheapest(attacker: &AttackInfo, man: Men) -> usize {
    let [pawns, guards, minors, _] = attacker.by;
    usize::from(pawns & man == 0)
        + usize::from((pawns | guards) & man == 0)
        + usize::from((pawns | guards | minors) & man == 0)
}

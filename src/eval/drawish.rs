//! Endgames in which an advantage is hard or impossible to turn into a win.
//!
//! The better side's attacking strength is counted in units (pawn 1, horse or cannon 2, rook 4; a
//! cannon without any other man to jump over is worth 1), the other side's defenders likewise
//! (advisor or elephant 1, other men by their units). The endgame manuals' rules follow: a lone horse
//! does not beat two guards, a lone rook not a full set of them, nothing wins without attackers; and
//! without a pawn not even rook and cannon beat a rook with a full set of guards.

use super::attack_info::AttackInfo;

/// An advantage counts in full.
pub const FULL: i32 = 64;

/// From this many attacking units on, an advantage counts in full.
const ENOUGH: usize = 6;
/// More defenders than this make no difference.
const MOST_DEFENDERS: usize = 6;

/// How much of an advantage counts: [attacking units][defenders].
const SCALE: [[i32; MOST_DEFENDERS + 1]; ENOUGH] = [
    [0, 0, 0, 0, 0, 0, 0],
    [40, 20, 8, 6, 4, 4, 2],
    [60, 40, 18, 12, 8, 6, 4],
    [64, 64, 56, 40, 26, 20, 14],
    [64, 64, 60, 52, 34, 28, 20],
    [64, 64, 64, 64, 56, 44, 36],
];

/// Guards hold against at most this many units ...
const MOST_STORMED: usize = 8;
/// ... if there is no pawn among them and they are no more than this many ahead.
const MOST_AHEAD: usize = 4;
/// How much of an advantage counts against such a fortress, by the number of guards.
const FORTRESS: [i32; 5] = [FULL, FULL, FULL, 52, 36];

/// How much of `strong`'s advantage counts, of [`FULL`].
#[inline]
pub(super) fn scale(strong: &AttackInfo, weak: &AttackInfo) -> i32 {
    let others = strong.advisors + strong.elephants + strong.pawns + strong.horses;
    let cannon = if others == 0 { 1 } else { 2 };
    let units = 4 * strong.rooks + 2 * strong.horses + cannon * strong.cannons + strong.pawns;
    let weak_units = 4 * weak.rooks + 2 * (weak.horses + weak.cannons);
    let guards = weak.advisors + weak.elephants;
    if units < ENOUGH {
        SCALE[units][(guards + weak_units).min(MOST_DEFENDERS)]
    } else if strong.pawns == 0 && units <= MOST_STORMED.min(weak_units + MOST_AHEAD) {
        FORTRESS[guards]
    } else {
        FULL
    }
}

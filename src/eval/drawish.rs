//! Endgames in which an advantage is hard or impossible to turn into a win.
//!
//! The better side's attacking strength is counted in units (pawn 1, horse or cannon 2, rook 4; a
//! cannon without any other man to jump over is worth 1), the other side's defenders likewise
//! (advisor or elephant 1, other men by their units). The endgame manuals' rules follow: a lone horse
//! does not beat two guards, a lone rook not a full set of them, nothing wins without attackers.

use super::reach::Reach;

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
    [64, 64, 48, 32, 20, 16, 10],
    [64, 64, 60, 52, 34, 28, 20],
    [64, 64, 64, 64, 56, 44, 36],
];

/// How much of `strong`'s advantage counts, of [`FULL`].
#[inline]
pub(super) fn scale(strong: &Reach, weak: &Reach) -> i32 {
    let cannon = if strong.advisors + strong.bishops + strong.pawns + strong.knights == 0 {
        1
    } else {
        2
    };
    let units = 4 * strong.rooks + 2 * strong.knights + cannon * strong.cannons + strong.pawns;
    if units >= ENOUGH {
        return FULL;
    }
    let defenders =
        weak.advisors + weak.bishops + 2 * (weak.knights + weak.cannons) + 4 * weak.rooks;
    SCALE[units][defenders.min(MOST_DEFENDERS)]
}

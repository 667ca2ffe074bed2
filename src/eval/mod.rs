//! What a position is worth at a glance, and why.
//!
//! There are two opinions. The one that plays is a small learnt network ([`crate::nnue`]). The one that can explain
//! itself is a linear function of counted features ([`crate::weights`]), mixed by game phase
//! and scaled down where the better side has too little left to win. One generic pass counts the
//! features into a [`Tally`]: the search's tally adds up weights, [`breakdown`] keeps them apart by
//! term, and the tuner's records the counts themselves. So all three can never disagree.

mod attack_info;
mod breakdown;
mod drawish;
mod king;
mod material;
pub mod published;
mod relations;
mod tally;
pub mod yardstick;

pub use breakdown::{Breakdown, breakdown, what_plays};
pub use drawish::FULL as FULL_SCALE;
pub use tally::{Tally, Trace};

use crate::board::Board;
use crate::types::score::MAX_EVAL;
use crate::types::{Score, Side, Tapered};
use crate::weights::TEMPO;

use attack_info::AttackInfo;
use tally::Sum;

/// The phase with all rooks, horses and cannons on the board; 0 = none left.
pub const FULL_PHASE: i32 = 32;

/// The static score from the view of the side to move.
///
/// ```
/// use hanxin::{board::Board, eval::evaluate};
/// let start = Board::start();
/// assert_eq!(evaluate(&start), evaluate(&start.mirrored()));
/// ```
pub fn evaluate(board: &Board) -> Score {
    let mut tallies = [Sum::default(); 2];
    let taper = count_features(board, &mut tallies);
    let [red, black] = tallies;
    let score = taper.mix(red.total() - black.total());
    match board.side_to_move() {
        Side::Red => score,
        Side::Black => -score,
    }
}

/// A simpler score from the view of the side to move: middlegame values of men and squares.
pub fn material_and_squares(board: &Board) -> Score {
    let value = |side| {
        let mut sum = Sum::default();
        sum.add_men(board.placement(), side);
        sum.total().middlegame()
    };
    let side = board.side_to_move();
    value(side) - value(side.opponent())
}

/// What decides how middlegame and endgame scores become one number.
#[derive(Clone, Copy, Debug)]
pub struct Taper {
    /// How much of the middlegame is left, of [`FULL_PHASE`].
    pub phase: i32,
    /// How much of an advantage counts, by the side that has it, of [`FULL_SCALE`].
    scales: [i32; 2],
}

impl Taper {
    /// The score of a pair of sums, red minus black.
    fn mix(&self, sums: Tapered) -> Score {
        let mixed = sums.middlegame() * self.phase + sums.endgame() * (FULL_PHASE - self.phase);
        let score = mixed * self.scale(mixed) / (FULL_PHASE * drawish::FULL);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// How much of an advantage of this sign (red positive) counts, of [`FULL_SCALE`].
    pub const fn scale(&self, advantage: i32) -> i32 {
        self.scales[(advantage < 0) as usize]
    }
}

/// Counts every feature of both sides into their tallies.
///
/// Inlined into each kind of tally, so that the search's one costs no calls.
#[inline]
pub fn count_features<T: Tally>(board: &Board, tallies: &mut [T; 2]) -> Taper {
    let placement = board.placement();
    let mut infos = Side::BOTH.map(|side| AttackInfo::of_counts(placement, side));
    let [red, black] = &mut infos;
    red.collect(placement, Side::Red, black, &mut tallies[0]);
    black.collect(placement, Side::Black, red, &mut tallies[1]);
    for side in Side::BOTH {
        let (own, enemy) = (&infos[side.index()], &infos[side.opponent().index()]);
        let tally = &mut tallies[side.index()];
        tally.add_men(placement, side);
        let on_move = board.side_to_move() == side;
        relations::count(side, own, enemy, on_move, tally);
        king::count(placement, side, own, enemy, tally);
        material::count(own, enemy, tally);
        if on_move {
            tally.add(&TEMPO, 0);
        }
    }
    let [red, black] = &infos;
    Taper {
        phase: red.phase() + black.phase(),
        scales: [drawish::scale(red, black), drawish::scale(black, red)],
    }
}

#[cfg(test)]
mod tests;

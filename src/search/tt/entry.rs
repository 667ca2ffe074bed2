//! One entry of the transposition table, and how it is packed into a word.
//!
//! ```text
//! data:  | age 5 | pv 1 | bound 2 | depth 8 | eval 16 | score 16 | move 16 |
//!         63   59   58   57     56 55     48 47     32 31      16 15      0
//! ```

use crate::search::info::Bound;
use crate::search::task::Task;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Depth, Move, Score};

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub mv: Option<Move>,
    /// The score as stored; see [`score_from_table`].
    pub score: Score,
    /// The static evaluation, if it was computed.
    pub eval: Option<Score>,
    /// How deep the search was.
    pub depth: Depth,
    /// How the score is to be read; `None` when only the move counts.
    pub bound: Option<Bound>,
    /// The position has been on a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// What is known of a position that has only been evaluated.
    pub(in crate::search) const fn of_evaluation(eval: Score) -> Self {
        Self {
            mv: None,
            score: 0,
            eval: Some(eval),
            depth: 0,
            bound: None,
            was_pv: false,
        }
    }
}

/// Ages are counted modulo this.
pub(super) const AGES: u8 = 32;
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    pub(super) fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(self.was_pv) << 58
            | u64::from(age) << 59
    }

    /// The score, if it decides the node.
    #[inline]
    pub(in crate::search) fn cutoff_score(&self, task: Task) -> Option<Score> {
        let score = score_from_table(self.score, task.ply);
        let decides = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= task.beta,
            Bound::Upper => score <= task.alpha,
        };
        (decides && self.depth >= task.depth && !score::is_ban(score)).then_some(score)
    }

    pub(super) fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as u16 as i16;
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as u16 as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: Depth::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                0 => None,
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Upper),
            },
            was_pv: data >> 58 & 1 != 0,
        }
    }
}

pub(super) const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

pub(super) const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// A score as the table keeps it: mates, and wins of the endgame tables, count from the position, not from
/// the root.
pub const fn score_to_table(score: Score, ply: usize) -> Score {
    if score::is_mate(score) || score::is_known(score) {
        if score > 0 {
            score + ply as Score
        } else {
            score - ply as Score
        }
    } else {
        score
    }
}

/// The inverse of [`score_to_table`].
pub const fn score_from_table(score: Score, ply: usize) -> Score {
    if score::is_mate(score) || score::is_known(score) {
        if score > 0 {
            score - ply as Score
        } else {
            score + ply as Score
        }
    } else {
        score
    }
}

const _: () = assert!(score::INFINITE < i16::MAX as Score && MAX_PLY < 256);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for eval in [None, Some(-2000), Some(0)] {
            for bound in [
                None,
                Some(Bound::Exact),
                Some(Bound::Lower),
                Some(Bound::Upper),
            ] {
                for was_pv in [false, true] {
                    let entry = Entry {
                        mv: "h2e2".parse().ok(),
                        score: -321,
                        eval,
                        depth: 63,
                        bound,
                        was_pv,
                    };
                    let data = entry.pack(AGES - 1);
                    assert_eq!((Entry::unpack(data), age_of(data)), (entry, AGES - 1));
                }
            }
        }
    }

    #[test]
    fn mates_are_kept_relative_to_the_position() {
        for score in [
            score::mate_in(9),
            score::mated_in(8),
            score::known_win_in(60),
            55,
            score::BAN - 4,
        ] {
            assert_eq!(score_from_table(score_to_table(score, 5), 5), score);
        }
        assert_eq!(score_to_table(score::mate_in(9), 5), score::mate_in(4));
    }
}

//! What a search knows about the plies of its current path and the moves of its root.

use std::cmp::Reverse;

use crate::types::score::INFINITE;
use crate::types::{Depth, Move, Score, Square};

use super::history::PieceTo;

/// What a search remembers about one ply of the current path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The move being searched; `None` for a null move.
    pub(super) moved: Option<PieceTo>,
    /// Where that move captured.
    pub(super) captured_on: Option<Square>,
    pub(super) static_eval: Option<Score>,
    pub(super) killers: [Option<Move>; 2],
    /// Left out by the singular test.
    pub(super) excluded: Option<Move>,
    /// Double extensions on the path so far.
    pub(super) double_extensions: i32,
    /// Parts of a ply saved up by recaptures.
    pub(super) saved_parts: i32,
    /// By how much the move being searched is reduced.
    pub(super) reduction: Depth,
    /// How many nodes at this ply have failed high since the ply two before was entered.
    pub(super) cutoffs: i32,
}

/// A move of the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// In the current iteration; `-INFINITE` if not searched or not better than the best.
    pub(super) score: Score,
    /// In the iteration before.
    pub(super) previous_score: Score,
    pub(super) nodes: u64,
    pub(super) pv: Vec<Move>,
}

impl RootMove {
    /// Sorts the best first. What this iteration has not scored follows as the last one left it.
    pub(super) const fn rank(&self) -> Reverse<(Score, Score)> {
        Reverse((self.score, self.previous_score))
    }

    /// The score of this iteration, or else of the last one.
    pub(super) const fn last_score(&self) -> Score {
        if self.score == -INFINITE {
            self.previous_score
        } else {
            self.score
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_iteration_did_not_score_keeps_the_order_of_the_last_one() {
        let root = |mv: &str, score, previous_score| RootMove {
            mv: mv.parse().expect("a move"),
            score,
            previous_score,
            nodes: 0,
            pv: Vec::new(),
        };
        let mut moves = [
            root("b0c2", -INFINITE, 30),
            root("h0g2", -INFINITE, 40),
            root("h2e2", 35, 50),
            root("b2e2", -INFINITE, -INFINITE),
        ];
        moves.sort_by_key(RootMove::rank);
        let order = moves.map(|root| (root.mv.to_string(), root.last_score()));
        let expected = [
            ("h2e2", 35),
            ("h0g2", 40),
            ("b0c2", 30),
            ("b2e2", -INFINITE),
        ];
        assert_eq!(order, expected.map(|(mv, score)| (mv.to_owned(), score)));
    }
}

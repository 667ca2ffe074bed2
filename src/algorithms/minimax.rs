//! Minimax without any pruning: the yardstick for everything else.

use crate::board::Board;
use crate::search::techniques::Evaluation;
use crate::search::{Budget, Control, Limits};
use crate::types::score::{INFINITE, mated_in};
use crate::types::{Depth, Move, Score};

/// What a full search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The value of the position for the side to move.
    pub score: Score,
    /// The first of the best moves; `None` when there is none.
    pub best: Option<Move>,
    /// Moves made: the sum of the perft counts of depth 1 to `depth`.
    pub nodes: u64,
}

/// Searches every line to the depth. Rules other than mate and stalemate play no part.
pub fn minimax(board: &Board, evaluation: Evaluation, depth: Depth) -> Searched {
    let (limits, control) = (Limits::default(), Control::default());
    let mut budget = Budget::new(&limits, &control);
    let mut search = Minimax::new(board, evaluation, &mut budget);
    let (score, best) = search.value(depth, 0);
    Searched {
        score,
        best,
        nodes: search.nodes,
    }
}

/// A search of one position.
pub(super) struct Minimax<'a, 'b> {
    board: Board,
    evaluation: Evaluation,
    pub(super) nodes: u64,
    pub(super) budget: &'a mut Budget<'b>,
}

impl<'a, 'b> Minimax<'a, 'b> {
    pub(super) fn new(board: &Board, evaluation: Evaluation, budget: &'a mut Budget<'b>) -> Self {
        Self {
            board: board.without_history(),
            evaluation,
            nodes: 0,
            budget,
        }
    }

    /// The best of some root moves and its value; `None` if the budget did not suffice for all.
    pub(super) fn best_of(&mut self, moves: &[Move], depth: Depth) -> Option<(Score, Move)> {
        let mut best: Option<(Score, Move)> = None;
        for &mv in moves {
            let score = self.value_after(mv, depth, 0);
            // One ply takes no time worth saving and is what a move can rest on.
            if depth > 1 && self.budget.is_over(self.nodes) {
                return None;
            }
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        best
    }

    fn value(&mut self, depth: Depth, ply: usize) -> (Score, Option<Move>) {
        if depth <= 0 {
            return (self.evaluation.of(&self.board), None);
        }
        let (mut best, mut best_move) = (-INFINITE, None);
        for mv in self.board.legal_moves() {
            let score = self.value_after(mv, depth, ply);
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            if self.budget.is_over(self.nodes) {
                break;
            }
        }
        if best_move.is_none() {
            best = mated_in(ply);
        }
        (best, best_move)
    }

    fn value_after(&mut self, mv: Move, depth: Depth, ply: usize) -> Score {
        self.nodes += 1;
        self.board.make_move(mv);
        let score = -self.value(depth - 1, ply + 1).0;
        self.board.unmake_move();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_in_one_is_seen() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/R8/1R2K4 w").expect("a position");
        let searched = minimax(&board, Evaluation::Full, 2);
        assert_eq!(searched.score, crate::types::score::mate_in(1));
    }

    #[test]
    fn a_stalemated_side_has_lost() {
        let board = Board::from_fen("3k5/2P1P4/9/9/9/9/9/9/9/4K4 b").expect("a position");
        let searched = minimax(&board, Evaluation::Full, 3);
        assert_eq!((searched.best, searched.nodes), (None, 0));
        assert_eq!(searched.score, mated_in(0));
    }
}

//! Minimax without any pruning: the yardstick for everything else.

use crate::board::Board;
use crate::search::techniques::Evaluation;
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
    let mut search = Minimax {
        board: board.without_history(),
        evaluation,
        nodes: 0,
    };
    let (score, best) = search.value(depth, 0);
    Searched {
        score,
        best,
        nodes: search.nodes,
    }
}

struct Minimax {
    board: Board,
    evaluation: Evaluation,
    nodes: u64,
}

impl Minimax {
    fn value(&mut self, depth: Depth, ply: usize) -> (Score, Option<Move>) {
        if depth <= 0 {
            return (self.evaluation.of(&self.board), None);
        }
        let (mut best, mut best_move) = (-INFINITE, None);
        for mv in self.board.legal_moves() {
            self.nodes += 1;
            self.board.make_move(mv);
            let score = -self.value(depth - 1, ply + 1).0;
            self.board.unmake_move();
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
        }
        if best_move.is_none() {
            best = mated_in(ply);
        }
        (best, best_move)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::perft;
    use crate::lab::{ladder, measure};
    use crate::search::Techniques;

    /// Builds that check the board after every move leave out depth 4.
    const DEEPEST: usize = if cfg!(debug_assertions) { 3 } else { 4 };

    /// On every position of the ladder: as many nodes as the perft counts add up to, the value of
    /// alpha-beta, and a best move that alpha-beta agrees is worth that value.
    #[test]
    fn nodes_are_the_sum_of_perft_counts_and_the_value_is_alpha_betas() {
        let alpha_beta = Techniques {
            table: false,
            game_rules: false,
            ..Techniques::PIECE_ORDER
        };
        for board in ladder::positions() {
            let mut sum = 0;
            for depth in 1..=DEEPEST {
                sum += perft(&mut board.clone(), depth);
                let depth = depth as Depth;
                let searched = minimax(&board, alpha_beta.evaluation, depth);
                assert_eq!(searched.nodes, sum, "depth {depth}");
                assert_eq!(measure(&board, alpha_beta, depth).score, searched.score);
                let mut after = board.clone();
                after.make_move(searched.best.expect("there are moves"));
                let reply = if depth == 1 {
                    alpha_beta.evaluation.of(&after)
                } else {
                    measure(&after, alpha_beta, depth - 1).score
                };
                assert_eq!(-reply, searched.score, "depth {depth}");
            }
        }
    }

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

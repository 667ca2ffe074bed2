//! Steps 6 to 9 of the search: deciding a node without searching its moves.

use crate::search::config::Config;
use crate::search::params as p;
use crate::search::picker::Picker;
use crate::search::report::Bound;
use crate::search::techniques::NullMove;
use crate::search::tt::{Entry, score_from_table, score_to_table};
use crate::search::worker::Worker;
use crate::types::score;
use crate::types::{Depth, Score};

use super::{Knowledge, OffPv};

impl<C: Config> Worker<'_, C> {
    /// Steps 6-9: reverse futility, razoring, null move and `ProbCut`.
    pub(super) fn try_to_cut(
        &mut self,
        known: &mut Knowledge,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Option<Score> {
        let techniques = self.techniques();
        if known.in_check {
            return None;
        }

        // Step 6. Reverse futility. So far above beta that a few plies will not change it.
        if techniques.reverse_futility
            && depth <= p::REVERSE_FUTILITY_DEPTH_THRESHOLD
            && let Some(eval) = known.eval
            && eval - p::reverse_futility_margin(depth, known.improving) >= beta
            && !score::is_decisive(beta)
            && !score::is_decisive(eval)
        {
            return Some(i32::midpoint(eval, beta));
        }

        // Step 7. Razoring. So far below alpha that only a capture could help.
        if techniques.razoring
            && depth <= p::RAZORING_DEPTH_THRESHOLD
            && let Some(eval) = known.eval
            && eval + p::razoring_margin(depth) <= alpha
        {
            let score = self.quiescence(alpha, alpha + 1, ply);
            if score <= alpha && !self.is_aborted {
                return Some(score);
            }
        }

        // Step 8. Null move. If even passing keeps the score above beta, moving will.
        if let Some(score) = self.try_null_move(known, beta, depth, ply, is_cut_node) {
            return Some(score);
        }

        // Step 9. ProbCut. A good capture that beats beta clearly at low depth beats it here.
        if techniques.prob_cut
            && depth >= p::PROB_CUT_DEPTH_LOWER_LIMIT
            && !score::is_decisive(beta)
            && !self.is_aborted
        {
            return self.try_prob_cut(known, beta + p::PROB_CUT_MARGIN, depth, ply, is_cut_node);
        }
        None
    }

    /// Step 8.
    fn try_null_move(
        &mut self,
        known: &mut Knowledge,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Option<Score> {
        let variant = self.techniques().null_move;
        let side = self.board.side_to_move();
        let was_null = ply > 0 && self.frame_before(ply, 1).moved.is_none();
        let strong = self.strong_pieces(side);
        if variant == NullMove::Off
            || was_null
            || strong == 0
            || score::is_decisive(beta)
            || ply < self.null_move_from_ply
        {
            return None;
        }
        let reduction = match variant {
            NullMove::Off => return None,
            NullMove::Fixed(reduction) => reduction,
            NullMove::Adaptive => {
                p::adaptive_reduction(depth, strong.min(self.strong_pieces(side.opponent())))
            }
            NullMove::Verified => p::VERIFIED_REDUCTION,
            NullMove::Tournament => {
                let eval = known.eval?;
                let is_promising = eval >= beta && depth >= p::NULL_MOVE_DEPTH_LOWER_LIMIT;
                if !is_promising || self.frame(ply).static_eval? < beta - p::null_move_slack(depth)
                {
                    return None;
                }
                p::null_move_reduction(depth, eval - beta)
            }
        };
        self.frame(ply).moved = None;
        self.frame(ply).captured_on = None;
        self.board.make_null_move();
        let score = -self.alpha_beta::<OffPv>(
            -beta,
            1 - beta,
            depth - reduction - 1,
            ply + 1,
            !is_cut_node,
        );
        self.board.unmake_null_move();
        if self.is_aborted {
            return None;
        }
        known.mate_threat = score::is_mate(score) && score < 0;
        if score < beta {
            return None;
        }
        // A mate found after passing is not proven.
        let score = if score::is_decisive(score) {
            beta
        } else {
            score
        };
        let must_verify = match variant {
            NullMove::Verified => self.null_move_from_ply == 0,
            NullMove::Tournament => {
                depth >= p::VERIFICATION_DEPTH_LOWER_LIMIT && self.null_move_from_ply == 0
            }
            _ => false,
        };
        if !must_verify {
            return Some(score);
        }
        // Zugzwang is rare, but a deep cut is worth a check without null moves near here.
        let verification_depth = match variant {
            NullMove::Verified => depth - 1,
            _ => depth - reduction,
        };
        self.null_move_from_ply = match variant {
            NullMove::Verified => ply + 1,
            _ => ply + p::verification_plies(verification_depth),
        };
        let verified = self.alpha_beta::<OffPv>(beta - 1, beta, verification_depth, ply, false);
        self.null_move_from_ply = 0;
        (verified >= beta && !self.is_aborted).then_some(score)
    }

    /// Step 9.
    fn try_prob_cut(
        &mut self,
        known: &Knowledge,
        target: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Option<Score> {
        let shallow = depth - p::PROB_CUT_REDUCTION;
        if let Some(entry) = known.entry
            && entry.depth >= shallow
            && score_from_table(entry.score, ply) < target
        {
            return None;
        }
        let mut picker = Picker::captures(&self.board, self.shared.config, known.hash_move);
        let earlier = self.earlier_moves(ply);
        let safety = self.board.king_safety();
        let needed = target - known.eval.unwrap_or(0);
        while let Some((mv, _)) = picker.next_move(&self.board, self.histories, &earlier) {
            if !self.board.see_at_least(mv, needed) || !self.board.is_legal(mv, &safety) {
                continue;
            }
            let gives_check = self.board.gives_check(mv);
            self.make(mv, ply, gives_check);
            let mut score = -self.quiescence(-target, 1 - target, ply + 1);
            if score >= target && !self.is_aborted {
                score =
                    -self.alpha_beta::<OffPv>(-target, 1 - target, shallow, ply + 1, !is_cut_node);
            }
            self.board.unmake_move();
            if self.is_aborted {
                return None;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score: score_to_table(score, ply),
                    eval: known.raw_eval,
                    depth: shallow + 1,
                    bound: (!score::is_ban(score)).then_some(Bound::Lower),
                };
                self.store(self.table_key(), entry);
                return Some(score);
            }
        }
        None
    }
}

//! Steps 6 to 9 of the search: deciding a node without searching its moves.

use crate::search::config::Config;
use crate::search::info::Bound;
use crate::search::params::fixed;
use crate::search::picker::Picker;
use crate::search::task::Task;
use crate::search::techniques::NullMove;
use crate::search::tt::{Entry, score_from_table, score_to_table};
use crate::search::worker::Worker;
use crate::types::score;
use crate::types::{Depth, Score};

use super::{NodeInfo, OffPv};

impl<C: Config> Worker<'_, C> {
    /// Steps 6-9: reverse futility, razoring, null move and `ProbCut`.
    pub(super) fn try_to_cut(&mut self, node: &mut NodeInfo, task: Task) -> Option<Score> {
        let (techniques, params) = (self.techniques(), self.params());
        let Task {
            alpha,
            beta,
            depth,
            ply,
            ..
        } = task;
        if node.in_check {
            return None;
        }

        // Step 6. Reverse futility. So far above beta that a few plies will not change it.
        if techniques.reverse_futility
            && depth <= params.reverse_futility_max_depth
            && let Some(eval) = node.eval
            && eval - self.reverse_futility_margin(node, depth) >= beta
            && !score::is_decisive(beta)
            && !score::is_decisive(eval)
        {
            return Some(i32::midpoint(eval, beta));
        }

        // Step 7. Razoring. So far below alpha that only a capture could help.
        if techniques.razoring
            && depth <= params.razoring_max_depth
            && let Some(eval) = node.eval
            && eval + params.razoring_margin(depth) <= alpha
        {
            let score = self.quiescence(alpha, alpha + 1, ply);
            if score <= alpha && !self.is_aborted {
                return Some(score);
            }
        }

        // Step 8. Null move. If even passing keeps the score above beta, moving will.
        if let Some(score) = self.try_null_move(node, task) {
            return Some(score);
        }

        // Step 9. ProbCut. A good capture that beats beta clearly at low depth beats it here.
        if techniques.prob_cut
            && depth >= params.prob_cut_min_depth
            && !score::is_decisive(beta)
            && !self.is_aborted
        {
            return self
                .table_prob_cut(node, task)
                .or_else(|| self.try_prob_cut(node, task));
        }
        None
    }

    /// Step 6.
    fn reverse_futility_margin(&self, node: &NodeInfo, depth: Depth) -> Score {
        let params = self.params();
        let (improving, worsening) = (node.improving, node.opponent_worsening);
        let margin = params.reverse_futility_margin(depth, improving, worsening, node.correction);
        let has_quiet_hash_move = node.hash_move.is_some_and(|mv| !self.board.is_capture(mv));
        margin + Score::from(has_quiet_hash_move) * params.reverse_futility_quiet_hash
    }

    /// Step 9: a lower bound in the table that is clearly above beta, though not quite as deep.
    fn table_prob_cut(&self, node: &NodeInfo, task: Task) -> Option<Score> {
        let (params, entry) = (self.params(), node.entry?);
        let score = score_from_table(entry.score, task.ply);
        let target = task.beta + params.table_prob_cut_margin;
        let is_bound = matches!(entry.bound, Some(Bound::Lower | Bound::Exact));
        let is_deep = entry.depth >= task.depth - params.table_prob_cut_slack;
        (is_bound && is_deep && score >= target && !score::is_decisive(score)).then_some(target)
    }

    /// Step 8.
    fn try_null_move(&mut self, node: &mut NodeInfo, task: Task) -> Option<Score> {
        let (variant, params) = (self.techniques().null_move, self.params());
        let Task {
            beta, depth, ply, ..
        } = task;
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
                fixed::adaptive_reduction(depth, strong.min(self.strong_pieces(side.opponent())))
            }
            NullMove::Verified => fixed::VERIFIED_REDUCTION,
            NullMove::Tournament => {
                let eval = node.eval?;
                let margin = params.null_move_all_node_margin * Score::from(!task.is_cut_node);
                let is_promising = eval >= beta + margin && depth >= params.null_move_min_depth;
                let needed = beta - params.null_move_slack(depth);
                if !is_promising || self.frame(ply).static_eval? < needed {
                    return None;
                }
                params.null_move_reduction(depth, eval - beta)
            }
        };
        self.frame(ply).moved = None;
        self.frame(ply).captured_on = None;
        self.board.make_null_move();
        let child = task.zero_window_child(beta - 1, depth - reduction - 1);
        let score = -self.alpha_beta::<OffPv>(child);
        self.board.unmake_null_move();
        if self.is_aborted {
            return None;
        }
        node.mate_threat = score::is_mate(score) && score < 0;
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
                depth >= params.verification_min_depth && self.null_move_from_ply == 0
            }
            _ => false,
        };
        if !must_verify {
            return Some(score);
        }
        // Zugzwang is rare, but a deep cut is worth a check without null moves near here.
        let (verification_depth, from_ply) = if variant == NullMove::Verified {
            (depth - 1, ply + 1)
        } else {
            let verification_depth = depth - reduction;
            let plies = params.verification_plies(verification_depth);
            (verification_depth, ply + plies)
        };
        self.null_move_from_ply = from_ply;
        let verified = self.alpha_beta::<OffPv>(Task {
            alpha: beta - 1,
            depth: verification_depth,
            is_cut_node: false,
            ..task
        });
        self.null_move_from_ply = 0;
        (verified >= beta && !self.is_aborted).then_some(score)
    }

    /// Step 9.
    fn try_prob_cut(&mut self, node: &NodeInfo, task: Task) -> Option<Score> {
        let params = self.params();
        let ply = task.ply;
        let target = task.beta + params.prob_cut_margin;
        let shallow = task.depth - params.prob_cut_reduction;
        if let Some(entry) = node.entry
            && entry.depth >= shallow
            && score_from_table(entry.score, ply) < target
        {
            return None;
        }
        let child = task.zero_window_child(target - 1, shallow);
        let mut picker = Picker::captures(&self.board, self.shared.config, node.hash_move);
        let context = self.context(ply);
        let safety = self.board.king_safety();
        let needed = target - node.eval.unwrap_or(0);
        while let Some((mv, _)) = picker.next_move(&self.board, self.histories, &context) {
            self.prefetch_after(mv);
            if !self.board.see_at_least(mv, needed) || !self.board.is_legal(mv, &safety) {
                continue;
            }
            let gives_check = self.board.gives_check(mv);
            self.make(mv, ply, gives_check);
            let mut score = -self.quiescence(child.alpha, child.beta, child.ply);
            if score >= target && !self.is_aborted {
                score = -self.alpha_beta::<OffPv>(child);
            }
            self.board.unmake_move();
            if self.is_aborted {
                return None;
            }
            if score >= target {
                let entry = Entry {
                    mv: Some(mv),
                    score: score_to_table(score, ply),
                    eval: node.raw_eval,
                    depth: shallow + 1,
                    bound: (!score::is_ban(score)).then_some(Bound::Lower),
                    was_pv: node.was_pv,
                };
                self.store(self.table_key(), entry);
                return Some(score);
            }
        }
        None
    }
}

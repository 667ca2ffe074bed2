//! Step 11 of the search: the loop over the moves, with what is skipped, extended and reduced.

use crate::search::config::Config;
use crate::search::info::Bound;
use crate::search::params::fixed::PLY_PARTS;
use crate::search::picker::{Picker, victim_value};
use crate::search::task::Task;
use crate::search::techniques::{CheckExtension, HistoryRule, Killers, SingleReply};
use crate::search::tt::score_from_table;
use crate::search::worker::Worker;
use crate::types::score::{self, INFINITE};
use crate::types::{Depth, Move, MoveList, Score};

use super::{MoveLoopResult, Node, NodeInfo, OffPv, OnPv};

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    is_capture: bool,
    gives_check: bool,
    /// History score of a quiet move as the picker saw it; 0 for others.
    history: i32,
    /// Its place among the legal moves, from 1.
    number: usize,
}

impl<C: Config> Worker<'_, C> {
    pub(super) fn search_moves<N: Node>(
        &mut self,
        node: &NodeInfo,
        mut task: Task,
    ) -> MoveLoopResult {
        let techniques = self.techniques();
        let ply = task.ply;
        let excluded = self.frame(ply).excluded;
        let refutations = self.refutations(ply);
        let config = self.shared.config;
        let mut picker = Picker::new(&self.board, config, node.hash_move, refutations);
        let context = self.context(ply);
        let safety = self.board.king_safety();
        let has_single_reply = !N::ROOT && self.extends_single_reply(node);
        if techniques.killers == Killers::OfSiblings {
            self.frame(ply + 1).killers = [None; 2];
        }
        self.frame(ply + 2).cutoffs = 0;
        let (mut quiets, mut captures) = (MoveList::new(), MoveList::new());
        let mut has_raised_alpha = false;
        let mut result = MoveLoopResult {
            best: -INFINITE,
            best_move: None,
            count: 0,
            is_shallow: false,
        };

        while let Some((mv, history)) = picker.next_move(&self.board, self.histories, &context) {
            if Some(mv) == excluded
                || (N::ROOT && !self.is_open_root_move(mv))
                || !self.board.is_legal(mv, &safety)
            {
                continue;
            }
            self.prefetch_after(mv);
            result.count += 1;
            let is_capture = self.board.is_capture(mv);
            let candidate = Candidate {
                mv,
                is_capture,
                gives_check: self.board.gives_check(mv),
                history,
                number: result.count,
            };

            // Step 11a. Skip what cannot matter, once a move that does not lose is node.
            if !N::ROOT
                && result.best > -score::MAX_EVAL
                && self.is_prunable(&candidate, node, task, &mut picker)
            {
                continue;
            }

            // Step 11b. More depth where the position is sharp.
            let extension = self.extension::<N>(&candidate, node, has_single_reply, task);
            if self.is_aborted {
                break;
            }
            let new_depth = match extension {
                Extension::Cut(score) => {
                    result.best = score;
                    result.is_shallow = true;
                    return result;
                }
                Extension::Plies(plies) => task.depth - 1 + plies,
            };

            // Step 11c. Search it.
            let nodes_before = self.nodes;
            self.make(mv, ply, candidate.gives_check);
            let score = self.search_candidate::<N>(&candidate, node, new_depth, result.best, task);
            self.board.unmake_move();
            if self.is_aborted {
                break;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.record_root_result(&candidate, score, task.alpha, nodes);
            }

            // Step 11d. A new best move?
            if score > result.best {
                result.best = score;
                if techniques.fail_low_moves {
                    result.best_move = Some(mv);
                }
                if score > task.alpha {
                    has_raised_alpha = true;
                    result.best_move = Some(mv);
                    // A mate on the next ply meets beta, which cannot be beaten then: step 3.
                    if N::PV || score < task.beta {
                        self.update_pv(ply, mv);
                    }
                    if score >= task.beta {
                        self.frame(ply).cutoffs += 1;
                        self.update_history_on_cutoff(mv, &quiets, &captures, task);
                        return result;
                    }
                    task.alpha = score;
                    task.depth = self.depth_after_raise(task.depth);
                }
            }
            [&mut quiets, &mut captures][usize::from(is_capture)].push(mv);
        }
        // The papers also reward the best move of a node that did not cut.
        if let (Some(mv), HistoryRule::Squared | HistoryRule::Doubled) =
            (result.best_move, techniques.history)
            && has_raised_alpha
        {
            self.histories
                .update_additive(techniques, &self.board, mv, task.depth);
        }
        result
    }

    /// Step 11b: whether the only legal move is worth a ply.
    fn extends_single_reply(&mut self, node: &NodeInfo) -> bool {
        let is_asked = match self.techniques().single_reply_extension {
            SingleReply::Off => false,
            SingleReply::InCheck => node.in_check,
            SingleReply::Always => true,
        };
        is_asked && !self.board.has_legal_moves(2)
    }

    /// Step 11d: a move better than the others so far has been found, so they are searched less deep.
    fn depth_after_raise(&self, depth: Depth) -> Depth {
        let params = self.params();
        if !self.techniques().late_move_reductions || depth > params.alpha_raise_max_depth {
            return depth;
        }
        depth - params.alpha_raise_reduction.min(depth - 2).max(0)
    }

    /// Step 11a: futility, late moves, and moves that lose material.
    fn is_prunable(
        &self,
        candidate: &Candidate,
        node: &NodeInfo,
        task: Task,
        picker: &mut Picker<'_, C>,
    ) -> bool {
        let (techniques, params) = (self.techniques(), self.params());
        let Candidate {
            mv,
            is_capture,
            gives_check,
            history,
            number,
        } = *candidate;
        let depth = task.depth;
        if !is_capture && !gives_check && !node.in_check {
            // Late moves. The picker's order is good; what comes late at low depth rarely matters.
            if techniques.late_move_pruning
                && depth <= params.late_move_max_depth
                && number > params.late_move_count(depth, node.improving)
            {
                picker.skip_quiets();
                return true;
            }
            let reduced = (depth - self.shared.reductions.percent(depth, number) / 100).max(1);
            // Futility. A quiet move cannot lift a poor evaluation above alpha.
            if techniques.futility
                && reduced <= params.futility_max_depth
                && let Some(eval) = node.eval
                && eval + params.futility_margin(reduced, history) <= task.alpha
            {
                picker.skip_quiets();
                return true;
            }
            // A move that has failed again and again in this context.
            if techniques.late_move_pruning
                && reduced <= params.bad_history_max_depth
                && history < params.bad_history(depth)
            {
                return true;
            }
        }
        // Futility. Even with its victim a capture cannot lift a poor evaluation above alpha.
        if is_capture
            && !gives_check
            && techniques.futility
            && depth <= params.capture_futility_max_depth
            && let Some(eval) = node.eval
            && eval + victim_value(&self.board, mv) + params.capture_futility_margin(depth)
                <= task.alpha
        {
            return true;
        }
        techniques.exchange_pruning
            && depth <= params.exchange_max_depth
            && !self
                .board
                .see_at_least(mv, params.exchange_margin(depth, !is_capture))
    }

    /// Step 11b.
    fn extension<N: Node>(
        &mut self,
        candidate: &Candidate,
        node: &NodeInfo,
        has_single_reply: bool,
        task: Task,
    ) -> Extension {
        let (techniques, params) = (self.techniques(), self.params());
        let Task {
            beta, depth, ply, ..
        } = task;
        self.inherit_extensions(ply);
        if N::ROOT || ply as Depth >= params.extension_ply_factor * self.root_depth {
            return Extension::Plies(0);
        }

        // Singular. If all other moves fail clearly below the hash move, it deserves a closer look.
        if techniques.singular_extension
            && depth >= params.singular_min_depth
            && Some(candidate.mv) == node.hash_move
            && self.frame(ply).excluded.is_none()
            && let Some(entry) = node.entry
            && entry.depth >= depth - params.singular_entry_slack
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !score::is_decisive(entry.score)
        {
            let hash_score = score_from_table(entry.score, ply);
            let target = hash_score - params.singular_margin(depth);
            let others = task
                .at_depth((depth - 1) / params.singular_depth_divisor)
                .in_window(target - 1, target);
            self.frame(ply).excluded = Some(candidate.mv);
            let best_other = self.alpha_beta::<OffPv>(others);
            self.frame(ply).excluded = None;
            if self.is_aborted {
                return Extension::Plies(0);
            }
            if best_other < target {
                let pv_margin = Score::from(N::PV) * params.double_extension_pv_margin;
                let lead = target - best_other - pv_margin;
                let may_double = self.frame(ply).double_extensions < params.double_extension_max;
                let is_double = may_double && lead > params.double_extension_margin;
                let is_triple = is_double && lead > params.triple_extension_margin;
                self.frame(ply).double_extensions += i32::from(is_double);
                return Extension::Plies(1 + Depth::from(is_double) + Depth::from(is_triple));
            }
            // Several moves beat beta: this node will fail high whatever is played.
            if target >= beta {
                return Extension::Cut(target);
            }
            if hash_score >= beta {
                return Extension::Plies(-params.negative_extension);
            }
            if task.is_cut_node {
                return Extension::Plies(-params.negative_extension_cut_node);
            }
            return Extension::Plies(0);
        }

        if has_single_reply
            || (techniques.mate_threat_extension && node.mate_threat)
            || self.extends_check(candidate, node)
        {
            return Extension::Plies(1);
        }
        // Recaptures save up for a whole ply.
        if techniques.recapture_twelfths > 0
            && candidate.is_capture
            && self.frame_before(ply, 1).captured_on == Some(candidate.mv.to())
        {
            let saved = self.frame(ply).saved_parts + techniques.recapture_twelfths;
            self.frame(ply + 1).saved_parts = saved % PLY_PARTS;
            return Extension::Plies(saved / PLY_PARTS);
        }
        Extension::Plies(0)
    }

    /// Step 11b: whether a check is worth a ply.
    fn extends_check(&self, candidate: &Candidate, node: &NodeInfo) -> bool {
        match self.techniques().check_extension {
            CheckExtension::Off => false,
            CheckExtension::Giving => {
                let margin = self.params().check_extension_margin;
                candidate.gives_check && self.board.see_at_least(candidate.mv, margin)
            }
            CheckExtension::Evading => node.in_check,
        }
    }

    /// Step 11c: late moves shallower, others by a minimal window first. The move has been made.
    fn search_candidate<N: Node>(
        &mut self,
        candidate: &Candidate,
        node: &NodeInfo,
        new_depth: Depth,
        best: Score,
        task: Task,
    ) -> Score {
        if N::ROOT {
            self.report_root_move(candidate.mv, candidate.number);
        }
        let whole = task.child(new_depth);
        if !self.techniques().principal_variation {
            return -self.alpha_beta::<OffPv>(whole);
        }
        let alpha = task.alpha;
        let zero_window = task.zero_window_child(alpha, new_depth);
        let mut score = alpha + 1;
        let reduction = self.reduction::<N>(candidate, node, task);
        let is_first = candidate.number == 1;
        if reduction > 0 && !is_first {
            let reduced = Task {
                depth: (new_depth - reduction).clamp(1, new_depth.max(1)),
                is_cut_node: true,
                ..zero_window
            };
            self.frame(task.ply).reduction = new_depth - reduced.depth;
            score = -self.alpha_beta::<OffPv>(reduced);
            self.frame(task.ply).reduction = 0;
            if score > alpha && reduced.depth < new_depth && !self.is_aborted {
                // How much better it is says how deep it deserves to be searched.
                let params = self.params();
                let is_clear = score > best + params.research_deeper_margin;
                let is_close = score < best + params.research_shallower_margin;
                let depth = new_depth + Depth::from(is_clear) - Depth::from(is_close);
                if depth > reduced.depth {
                    score = -self.alpha_beta::<OffPv>(zero_window.at_depth(depth));
                }
            }
        } else if !N::PV || !is_first {
            score = -self.alpha_beta::<OffPv>(zero_window);
        }
        let is_inside = score > alpha && (N::ROOT || score < task.beta);
        if N::PV && (is_first || is_inside) && !self.is_aborted {
            score = -self.alpha_beta::<OnPv>(whole);
        }
        score
    }

    /// How many plies a late move is reduced by.
    fn reduction<N: Node>(&self, candidate: &Candidate, node: &NodeInfo, task: Task) -> Depth {
        let params = self.params();
        let first_moves = params.reduction_first_moves as usize + usize::from(N::PV);
        if !self.techniques().late_move_reductions
            || task.depth < params.reduction_min_depth
            || candidate.number <= first_moves
        {
            return 0;
        }
        let mut percent = self.shared.reductions.percent(task.depth, candidate.number);
        if candidate.is_capture {
            percent = percent * params.reduction_capture_percent / 100;
        }
        let killers = &self.frame_before(task.ply, 0).killers;
        let is_killer = killers.contains(&Some(candidate.mv));
        let cutoffs = self.frame_before(task.ply + 1, 0).cutoffs;
        let is_hopeless = cutoffs > params.reduction_cutoffs_from;
        let when = |condition, percent| if condition { percent } else { 0 };
        percent += params.reduction_offset_percent;
        percent += when(task.is_cut_node, params.reduction_cut_node_percent);
        percent += when(!node.improving, params.reduction_not_improving_percent);
        percent += when(is_hopeless, params.reduction_cutoffs_percent);
        let is_hash_capture = node.hash_move.is_some_and(|mv| self.board.is_capture(mv));
        percent += when(is_hash_capture, params.reduction_hash_capture_percent);
        percent -= when(N::PV, params.reduction_pv_percent);
        percent -= when(node.was_pv, params.reduction_was_pv_percent);
        percent -= when(candidate.gives_check, params.reduction_check_percent);
        percent -= when(is_killer, params.reduction_killer_percent);
        percent -= 100 * node.correction / params.reduction_correction_divisor;
        percent -= 100 * candidate.history / params.reduction_history_divisor;
        (percent / 100).max(0)
    }

    fn is_open_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..]
            .iter()
            .any(|root| root.mv == mv)
    }

    /// Enters the result of a root move into its record.
    fn record_root_result(
        &mut self,
        candidate: &Candidate,
        score: Score,
        alpha: Score,
        nodes: u64,
    ) {
        let mv = candidate.mv;
        let tail = &self.pvs[1];
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            // Only a move that raised alpha has a score of its own; the others are just "not better".
            if candidate.number == 1 || score > alpha {
                root.score = score;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend(tail);
            } else {
                root.score = -INFINITE;
            }
        }
    }
}

/// The outcome of step 11b.
enum Extension {
    /// So many plies more (or fewer).
    Plies(Depth),
    /// The node is decided.
    Cut(Score),
}

//! Step 11 of the search: the loop over the moves, with what is skipped, extended and reduced.

use crate::search::config::Config;
use crate::search::params as p;
use crate::search::picker::Picker;
use crate::search::report::Bound;
use crate::search::techniques::{HistoryRule, Killers};
use crate::search::tt::score_from_table;
use crate::search::worker::Worker;
use crate::types::score::{self, INFINITE};
use crate::types::{Depth, Move, MoveList, Score};

use super::{Knowledge, Node, OffPv, OnPv, Searched, Task};

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
        known: &Knowledge,
        mut alpha: Score,
        beta: Score,
        task: Task,
    ) -> Searched {
        let techniques = self.techniques();
        let Task { depth, ply, .. } = task;
        let excluded = self.frame(ply).excluded;
        let mut picker = Picker::new(
            &self.board,
            self.shared.config,
            known.hash_move,
            self.refutations(ply),
        );
        let earlier = self.earlier_moves(ply);
        let safety = self.board.king_safety();
        let has_single_reply = techniques.single_reply_extension
            && known.in_check
            && !N::ROOT
            && !self.board.has_legal_moves(2);
        if techniques.killers == Killers::OfSiblings {
            self.frame(ply + 1).killers = [None; 2];
        }
        let mut tried = (MoveList::new(), MoveList::new());
        let mut has_raised_alpha = false;
        let mut found = Searched {
            best: -INFINITE,
            best_move: None,
            count: 0,
            is_shallow: false,
        };

        while let Some((mv, history)) = picker.next_move(&self.board, self.histories, &earlier) {
            if Some(mv) == excluded
                || (N::ROOT && !self.is_open_root_move(mv))
                || !self.board.is_legal(mv, &safety)
            {
                continue;
            }
            found.count += 1;
            let is_capture = self.board.is_capture(mv);
            let candidate = Candidate {
                mv,
                is_capture,
                gives_check: self.board.gives_check(mv),
                history,
                number: found.count,
            };

            // Step 11a. Skip what cannot matter, once a move that does not lose is known.
            if !N::ROOT
                && found.best > -score::MAX_EVAL
                && self.is_prunable(&candidate, known, alpha, task, &mut picker)
            {
                continue;
            }

            // Step 11b. More depth where the position is sharp.
            let extension = self.extension::<N>(&candidate, known, has_single_reply, beta, task);
            if self.is_aborted {
                break;
            }
            let new_depth = match extension {
                Extension::Cut(score) => {
                    found.best = score;
                    found.is_shallow = true;
                    return found;
                }
                Extension::Plies(plies) => depth - 1 + plies,
            };

            // Step 11c. Search it.
            let nodes_before = self.nodes;
            self.make(mv, ply, candidate.gives_check);
            let score = self.search_candidate::<N>(&candidate, known, alpha, beta, new_depth, task);
            self.board.unmake_move();
            if self.is_aborted {
                break;
            }
            if N::ROOT {
                self.note_root_result(mv, score, alpha, found.count, nodes_before);
            }

            // Step 11d. A new best move?
            if score > found.best {
                found.best = score;
                if techniques.fail_low_moves {
                    found.best_move = Some(mv);
                }
                if score > alpha {
                    has_raised_alpha = true;
                    found.best_move = Some(mv);
                    if score < beta || N::ROOT {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        self.update_history_on_cutoff(mv, (&tried.0, &tried.1), depth, ply);
                        return found;
                    }
                    alpha = score;
                }
            }
            [&mut tried.0, &mut tried.1][usize::from(is_capture)].push(mv);
        }
        // The papers also reward the best move of a node that did not cut.
        if let (Some(mv), HistoryRule::Squared | HistoryRule::Doubled) =
            (found.best_move, techniques.history)
            && has_raised_alpha
        {
            self.histories
                .update_additive(techniques.history, mv, depth);
        }
        found
    }

    /// Step 11a: futility, late moves, and moves that lose material.
    fn is_prunable(
        &self,
        candidate: &Candidate,
        known: &Knowledge,
        alpha: Score,
        task: Task,
        picker: &mut Picker<'_, C>,
    ) -> bool {
        let techniques = self.techniques();
        let Candidate {
            mv,
            is_capture,
            gives_check,
            history,
            number,
        } = *candidate;
        let depth = task.depth;
        if !is_capture && !gives_check && !known.in_check {
            // Late moves. The picker's order is good; what comes late at low depth rarely matters.
            if techniques.late_move_pruning
                && depth <= p::LATE_MOVE_DEPTH_THRESHOLD
                && number > p::late_move_count(depth, known.improving)
            {
                picker.skip_quiets();
                return true;
            }
            let reduced = (depth - self.base_reduction(depth, number)).max(1);
            // Futility. A quiet move cannot lift a poor evaluation above alpha.
            if techniques.futility
                && reduced <= p::FUTILITY_DEPTH_THRESHOLD
                && let Some(eval) = known.eval
                && eval + p::futility_margin(reduced) + history / p::FUTILITY_HISTORY_FACTOR
                    <= alpha
            {
                picker.skip_quiets();
                return true;
            }
            // A move that has failed again and again in this context.
            if techniques.late_move_pruning
                && reduced <= p::BAD_HISTORY_DEPTH_THRESHOLD
                && history < p::bad_history(depth)
            {
                return true;
            }
        }
        techniques.exchange_pruning
            && depth <= p::EXCHANGE_DEPTH_THRESHOLD
            && !self
                .board
                .see_at_least(mv, p::exchange_margin(depth, !is_capture))
    }

    /// Step 11b.
    fn extension<N: Node>(
        &mut self,
        candidate: &Candidate,
        known: &Knowledge,
        has_single_reply: bool,
        beta: Score,
        task: Task,
    ) -> Extension {
        let techniques = self.techniques();
        let Task {
            depth,
            ply,
            is_cut_node,
        } = task;
        self.inherit_extensions(ply);
        if N::ROOT || ply as Depth >= 2 * self.root_depth {
            return Extension::Plies(0);
        }

        // Singular. If all other moves fail clearly below the hash move, it deserves a closer look.
        if techniques.singular_extension
            && depth >= p::SINGULAR_DEPTH_LOWER_LIMIT
            && Some(candidate.mv) == known.hash_move
            && self.frame(ply).excluded.is_none()
            && let Some(entry) = known.entry
            && entry.depth >= depth - p::SINGULAR_ENTRY_SLACK
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !score::is_decisive(entry.score)
        {
            let hash_score = score_from_table(entry.score, ply);
            let target = hash_score - p::singular_margin(depth);
            self.frame(ply).excluded = Some(candidate.mv);
            let others =
                self.alpha_beta::<OffPv>(target - 1, target, (depth - 1) / 2, ply, is_cut_node);
            self.frame(ply).excluded = None;
            if self.is_aborted {
                return Extension::Plies(0);
            }
            if others < target {
                let is_double = !N::PV
                    && others < target - p::DOUBLE_EXTENSION_MARGIN
                    && self.frame(ply).double_extensions < p::DOUBLE_EXTENSIONS_THRESHOLD;
                self.frame(ply).double_extensions += u8::from(is_double);
                return Extension::Plies(1 + Depth::from(is_double));
            }
            // Several moves beat beta: this node will fail high whatever is played.
            if target >= beta {
                return Extension::Cut(target);
            }
            if hash_score >= beta {
                return Extension::Plies(-1);
            }
            return Extension::Plies(0);
        }

        if has_single_reply
            || (techniques.mate_threat_extension && known.mate_threat)
            || (techniques.check_extension
                && candidate.gives_check
                && self.board.see_at_least(candidate.mv, 0))
        {
            return Extension::Plies(1);
        }
        // Recaptures save up for a whole ply.
        if techniques.recapture_extension
            && candidate.is_capture
            && self.frame_before(ply, 1).captured_on == Some(candidate.mv.to())
        {
            let saved = self.frame(ply).quarters + p::RECAPTURE_QUARTERS;
            self.frame(ply + 1).quarters = saved % p::PLY_QUARTERS;
            return Extension::Plies(Depth::from(saved / p::PLY_QUARTERS));
        }
        Extension::Plies(0)
    }

    /// Step 11c: late moves shallower, others by a minimal window first. The move has been made.
    fn search_candidate<N: Node>(
        &mut self,
        candidate: &Candidate,
        known: &Knowledge,
        alpha: Score,
        beta: Score,
        new_depth: Depth,
        task: Task,
    ) -> Score {
        if N::ROOT {
            self.tell_root_move(candidate.mv, candidate.number);
        }
        let techniques = self.techniques();
        let ply = task.ply + 1;
        if !techniques.principal_variation {
            return -self.alpha_beta::<OffPv>(-beta, -alpha, new_depth, ply, false);
        }
        let mut score = alpha + 1;
        let reduction = self.reduction::<N>(candidate, known, task);
        let is_first = candidate.number == 1;
        if reduction > 0 && !is_first {
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            score = -self.alpha_beta::<OffPv>(-alpha - 1, -alpha, reduced, ply, true);
            if score > alpha && reduced < new_depth && !self.is_aborted {
                score = -self.alpha_beta::<OffPv>(
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply,
                    !task.is_cut_node,
                );
            }
        } else if !N::PV || !is_first {
            score =
                -self.alpha_beta::<OffPv>(-alpha - 1, -alpha, new_depth, ply, !task.is_cut_node);
        }
        if N::PV && (is_first || (score > alpha && (N::ROOT || score < beta))) && !self.is_aborted {
            score = -self.alpha_beta::<OnPv>(-beta, -alpha, new_depth, ply, false);
        }
        score
    }

    /// How many plies a late move is reduced by.
    fn reduction<N: Node>(&self, candidate: &Candidate, known: &Knowledge, task: Task) -> Depth {
        let Candidate {
            mv,
            is_capture,
            gives_check,
            history,
            number,
        } = *candidate;
        if !self.techniques().late_move_reductions
            || task.depth < p::REDUCTION_DEPTH_LOWER_LIMIT
            || number <= 1 + usize::from(N::PV)
        {
            return 0;
        }
        let mut reduction = self.base_reduction(task.depth, number);
        if is_capture {
            reduction /= 2;
        }
        let is_killer = self.frame_before(task.ply, 0).killers.contains(&Some(mv));
        reduction += Depth::from(task.is_cut_node) + Depth::from(!known.improving);
        reduction -= Depth::from(N::PV) + Depth::from(gives_check) + Depth::from(is_killer);
        reduction -= history / p::REDUCTION_HISTORY_FACTOR;
        reduction.max(0)
    }

    #[inline]
    fn base_reduction(&self, depth: Depth, number: usize) -> Depth {
        Depth::from(self.shared.reductions[depth.clamp(0, 63) as usize][number.min(63)])
    }

    fn is_open_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..]
            .iter()
            .any(|root| root.mv == mv)
    }

    /// Enters the result of a root move into its record.
    fn note_root_result(
        &mut self,
        mv: Move,
        score: Score,
        alpha: Score,
        number: usize,
        nodes_before: u64,
    ) {
        let nodes = self.nodes - nodes_before;
        let tail: Vec<Move> = self.pvs[1].to_vec();
        if let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
            // Only a move that raised alpha has a score of its own; the others are just "not better".
            if number == 1 || score > alpha {
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

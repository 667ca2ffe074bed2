//! The alpha-beta search, in numbered steps. Root, principal variation and zero-window nodes share
//! one function; which techniques take part is decided by [`Techniques`](super::Techniques).
//!
//! Steps 6 to 9 are in `cuts.rs`, step 11 in `moves.rs`.

mod cuts;
mod moves;

use crate::types::score::{self, DRAW, INFINITE, MAX_PLY, mate_in, mated_in};
use crate::types::{Depth, Move, MoveList, Score};

use super::config::Config;
use super::info::Bound;
use super::task::Task;
use super::techniques::{HistoryRule, InternalDeepening, NullMove};
use super::tt::{Entry, score_to_table};
use super::worker::Worker;

/// What kind of node is searched.
pub(super) trait Node {
    /// The node may lie on the principal variation.
    const PV: bool;
    /// The node is the root.
    const ROOT: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node whose window is open.
pub(super) struct OnPv;
/// A node that is only asked "at least beta?". Plain alpha-beta without minimal windows searches
/// everything below the root as such nodes, with an open window.
pub(super) struct OffPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Node for OnPv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Node for OffPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about one position"
)]
struct NodeInfo {
    in_check: bool,
    /// The static evaluation as computed; `None` in check.
    raw_eval: Option<Score>,
    /// How far the histories correct that, in either direction.
    correction: Score,
    /// The evaluation, sharpened by the table; `None` in check.
    eval: Option<Score>,
    /// The position has become better for the side to move in two plies.
    improving: bool,
    /// The last move has made the position worse for the opponent, who played it.
    opponent_worsening: bool,
    /// Passing would be answered by mate.
    mate_threat: bool,
    hash_move: Option<Move>,
    /// The position is, or has been, on a principal variation.
    was_pv: bool,
    /// The hash move, if only the enlarged window of internal deepening has found it.
    enlarged_move: Option<Move>,
    entry: Option<Entry>,
}

/// What the move loop found.
struct MoveLoopResult {
    best: Score,
    best_move: Option<Move>,
    /// Legal moves, pruned ones included.
    count: usize,
    /// The value rests on a shallower search than the node asked for.
    is_shallow: bool,
}

impl<C: Config> Worker<'_, C> {
    /// The value of the node, exact within the window, a bound outside (fail-soft).
    pub(super) fn alpha_beta<N: Node>(&mut self, mut task: Task) -> Score {
        debug_assert!(-INFINITE <= task.alpha && task.alpha < task.beta && task.beta <= INFINITE);
        let techniques = self.techniques();
        let ply = task.ply;

        // Step 1. At the horizon only captures are left to look at.
        if task.depth <= 0 {
            self.pvs[ply].clear();
            let score = if techniques.quiescence {
                self.quiescence(task.alpha, task.beta, ply)
            } else {
                self.raw_eval()
            };
            return task.soft_or_hard(score, techniques.fail_hard);
        }

        // Step 2. The end of the time, of the game by rule or by an endgame table, or of the line.
        self.pvs[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if self.must_stop() {
            return DRAW;
        }
        if !N::ROOT {
            let known = self
                .rule_score(ply)
                .or_else(|| self.endgame_score(ply, task.alpha, task.beta));
            if let Some(score) = known {
                return score;
            }
            if ply >= MAX_PLY {
                let raw = self.raw_eval();
                return self.corrected_eval(raw, ply);
            }
        }

        // Step 3. Mate distance. No line from here can beat a shorter mate already found.
        if techniques.mate_distance && !N::ROOT {
            task.alpha = task.alpha.max(mated_in(ply));
            task.beta = task.beta.min(mate_in(ply + 1));
            if task.alpha >= task.beta {
                return task.alpha;
            }
        }

        // Step 4. The table. A result at least as deep may settle the node.
        let excluded = self.frame(ply).excluded;
        let key = self.table_key();
        let entry = self.probe(key);
        if !N::PV
            && excluded.is_none()
            && let Some(entry) = entry
            && let Some(score) = entry.cutoff_score(task)
            && (!techniques.equal_depth_only || entry.depth == task.depth)
            && (techniques.upper_bounds_cut || entry.bound != Some(Bound::Upper))
        {
            self.reward_hash_move(entry, score, task);
            return score;
        }

        if let Some(mv) = entry.and_then(|entry| entry.mv) {
            self.prefetch_after(mv);
        }

        // Step 5. What the path has used up, and the static evaluation.
        self.inherit_extensions(ply);
        let mut node = self.evaluate_node::<N>(entry, ply);
        // The table knows the best line's first move; further lines have their own.
        if N::ROOT && techniques.iterative_deepening && (!techniques.table || self.pv_index > 0) {
            node.hash_move = self.best_of_last_iteration();
        }
        if !N::ROOT && excluded.is_none() {
            self.update_evaluation_history(ply);
            task.depth += self.hindsight(&node, task);
        }

        // Steps 6-9. Decide without searching the moves.
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.try_to_cut(&mut node, task)
        {
            return score;
        }
        if self.is_aborted {
            return DRAW;
        }

        // Step 10. Internal deepening: a node without a hash move gets one from a shallower search.
        if node.hash_move.is_none() && excluded.is_none() {
            task.depth = self.deepen_internally::<N>(&mut node, task);
            if self.is_aborted {
                return DRAW;
            }
        }

        // Step 11. The moves.
        let mut result = self.search_moves::<N>(&node, task);
        if self.is_aborted {
            return DRAW;
        }

        // Step 12. Without a move the game is lost, mate or stalemate alike.
        if result.count == 0 {
            return if excluded.is_some() {
                task.alpha
            } else {
                mated_in(ply)
            };
        }

        // Step 13. Remember what was found out.
        result.best = task.soft_or_hard(result.best, techniques.fail_hard);
        if techniques.internal_deepening == InternalDeepening::EnlargedWindow
            && node.enlarged_move.is_some()
            && result.best_move == node.enlarged_move
        {
            self.deepenings.confirmed += 1;
        }
        if excluded.is_none() {
            self.reward_last_move::<N>(&result, task);
            self.store_result::<N>(&node, &result, task);
        }
        result.best
    }

    /// Step 5: static evaluation and what the table adds to it.
    fn evaluate_node<N: Node>(&mut self, entry: Option<Entry>, ply: usize) -> NodeInfo {
        let techniques = self.techniques();
        let in_check = self.board.is_in_check();
        let needs_eval = techniques.reverse_futility
            || techniques.futility
            || techniques.razoring
            || techniques.late_move_reductions
            || techniques.null_move == NullMove::Tournament;
        let (mut eval, mut raw_eval, mut correction) = (None, None, 0);
        if !in_check && needs_eval {
            let static_eval = self.static_eval(entry);
            raw_eval = Some(static_eval);
            if entry.is_none() {
                // Nodes that are cut before their moves are searched store nothing else.
                self.store(self.table_key(), Entry::of_evaluation(static_eval));
            }
            let corrected = self.corrected_eval(static_eval, ply);
            self.frame(ply).static_eval = Some(corrected);
            correction = (corrected - static_eval).abs();
            eval = Some(match entry {
                Some(Entry {
                    bound: Some(bound),
                    score,
                    ..
                }) if !score::is_decisive(score) => match bound {
                    Bound::Exact => score,
                    Bound::Lower => corrected.max(score),
                    Bound::Upper => corrected.min(score),
                },
                _ => corrected,
            });
        } else {
            self.frame(ply).static_eval = None;
        }
        let now = self.frame(ply).static_eval;
        let before = self
            .frame_before(ply, 2)
            .static_eval
            .or(self.frame_before(ply, 4).static_eval);
        let improving = match (now, before) {
            (Some(now), Some(before)) => now > before,
            (Some(_), None) => true,
            (None, _) => false,
        };
        // The opponent's evaluation is from the other view.
        let last = self.frame_before(ply, 1).static_eval;
        let opponent_worsening = matches!((now, last), (Some(now), Some(last)) if now + last > 0);
        NodeInfo {
            in_check,
            raw_eval,
            correction,
            eval,
            improving,
            opponent_worsening,
            mate_threat: false,
            hash_move: entry.and_then(|entry| entry.mv),
            was_pv: N::PV || entry.is_some_and(|entry| entry.was_pv),
            enlarged_move: None,
            entry,
        }
    }

    /// Step 4: a quiet move whose score in the table cuts is rewarded like one that has been searched.
    fn reward_hash_move(&mut self, entry: Entry, score: Score, task: Task) {
        let config = self.shared.config;
        let bonus = config.params().table_cut_bonus(task.depth);
        if self.techniques().history == HistoryRule::Family
            && bonus > 0
            && score >= task.beta
            && let Some(mv) = entry.mv
            && !self.board.is_capture(mv)
            && self.board.is_pseudo_legal(mv)
        {
            let context = self.context(task.ply);
            self.histories
                .update_quiet(config, &self.board, mv, &context, bonus);
        }
    }

    /// Step 5: whether the node was reduced too much or too little, now that its evaluation is known.
    fn hindsight(&self, node: &NodeInfo, task: Task) -> Depth {
        let params = self.params();
        let last = self.frame_before(task.ply, 1);
        let now = self.frame_before(task.ply, 0).static_eval;
        let (Some(before), Some(now), false) = (last.static_eval, now, node.in_check) else {
            return 0;
        };
        // From the views of different sides: what the last move has cost the opponent.
        let loss = before + now;
        if last.reduction >= params.hindsight_deeper_reduction && loss <= 0 {
            1
        } else if last.reduction >= params.hindsight_shallower_reduction
            && task.depth >= 2
            && loss > params.hindsight_shallower_margin
        {
            -1
        } else {
            0
        }
    }

    /// Step 5: a quiet move that has made the position better for whom it was played is worth trying
    /// early elsewhere, too (an idea of Stockfish's).
    fn update_evaluation_history(&mut self, ply: usize) {
        let last = self.frame_before(ply, 1);
        if self.techniques().evaluation_history
            && last.captured_on.is_none()
            && let Some(moved) = last.moved
            && let (Some(before), Some(after)) =
                (last.static_eval, self.frame_before(ply, 0).static_eval)
        {
            // The two are from the views of different sides.
            let gain = -(before + after);
            let config = self.shared.config;
            let bonus = config.params().evaluation_bonus(gain);
            self.histories.update_piece_to(config, moved, bonus);
        }
    }

    /// Step 10: finds a hash move or, in play, saves depth where there is none. Returns the depth.
    fn deepen_internally<N: Node>(&mut self, node: &mut NodeInfo, task: Task) -> Depth {
        let (techniques, params) = (self.techniques(), self.params());
        let (is_meant, enlarges) = match techniques.internal_deepening {
            InternalDeepening::Off => (false, false),
            InternalDeepening::Plain => (true, false),
            InternalDeepening::EnlargedWindow => (true, true),
            InternalDeepening::Tournament => (N::PV, true),
        };
        // Without a table there is nothing to take the move from. Where there is no move at all, each
        // shallower search would begin two more of its own, and none would make a move.
        let applies = is_meant
            && techniques.table
            && task.depth >= techniques.internal_deepening_depth
            && self.board.has_legal_move();
        if applies {
            let shallow = task.at_depth(task.depth - params.iid_reduction);
            // Play does not count.
            let counts = techniques.internal_deepening != InternalDeepening::Tournament;
            self.deepenings.searches += u64::from(counts);
            let score = self.alpha_beta::<N>(shallow);
            let is_repeated = enlarges && score <= task.alpha && !self.is_aborted;
            let mut first = None;
            if is_repeated {
                if counts {
                    self.deepenings.repeated += 1;
                    first = self.probe(self.table_key()).and_then(|e| e.mv);
                }
                self.alpha_beta::<N>(shallow.in_window(-INFINITE, task.beta));
            }
            if !self.is_aborted {
                node.hash_move = self.probe(self.table_key()).and_then(|e| e.mv);
            }
            if counts && is_repeated && node.hash_move != first {
                self.deepenings.changed += 1;
                node.enlarged_move = node.hash_move;
            }
        } else if techniques.internal_deepening == InternalDeepening::Tournament
            && task.is_cut_node
            && task.depth >= params.internal_reduction_min_depth
        {
            return task.depth - params.internal_reduction;
        }
        task.depth
    }

    /// Step 13: a quiet move to which no reply raised alpha is worth trying early elsewhere, too.
    fn reward_last_move<N: Node>(&mut self, result: &MoveLoopResult, task: Task) {
        let config = self.shared.config;
        let bonus = config.params().fail_low_bonus(task.depth);
        let last = self.frame_before(task.ply, 1);
        if self.techniques().history == HistoryRule::Family
            && !N::ROOT
            && result.best <= task.alpha
            && bonus > 0
            && last.captured_on.is_none()
            && let Some(moved) = last.moved
        {
            self.histories.update_piece_to(config, moved, bonus);
        }
    }

    /// Step 13: the table, and what the evaluation should have said.
    fn store_result<N: Node>(&mut self, node: &NodeInfo, result: &MoveLoopResult, task: Task) {
        if result.is_shallow {
            return;
        }
        let MoveLoopResult {
            best, best_move, ..
        } = *result;
        let bound = Bound::of(best, task.alpha, task.beta);
        let static_eval = self.frame(task.ply).static_eval;
        if self.techniques().correction
            && node.raw_eval.is_some()
            && let Some(eval) = static_eval
            && !score::is_decisive(best)
            && best_move.is_none_or(|mv| !self.board.is_capture(mv))
            && !(bound == Bound::Lower && best <= eval)
            && !(bound == Bound::Upper && best >= eval)
        {
            let config = self.shared.config;
            let context = self.context(task.ply);
            self.histories.update_correction(
                config,
                &self.board,
                &context,
                best - eval,
                task.depth,
            );
        }
        if !(N::ROOT && self.pv_index > 0) {
            // A score that rests on a forbidden repetition is true on this path only, one of some moves
            // alone for those who leave out the others.
            let is_partial = score::is_ban(best) || (N::ROOT && self.is_root_restricted);
            let entry = Entry {
                mv: best_move,
                score: score_to_table(best, task.ply),
                eval: node.raw_eval,
                depth: task.depth,
                bound: (!is_partial).then_some(bound),
                was_pv: node.was_pv,
            };
            self.store(self.table_key(), entry);
        }
    }

    /// Rewards the move that caused a cutoff and punishes the quiet moves and captures tried before it.
    fn update_history_on_cutoff(
        &mut self,
        mv: Move,
        quiets: &MoveList,
        captures: &MoveList,
        task: Task,
    ) {
        let techniques = self.techniques();
        let config = self.shared.config;
        let is_quiet = !self.board.is_capture(mv);
        if is_quiet {
            self.remember_killer(mv, task.ply);
            let last = self.frame_before(task.ply, 1).moved;
            self.histories.set_counter_move(last, mv);
        }
        if techniques.history != HistoryRule::Family {
            self.histories
                .update_additive(techniques, &self.board, mv, task.depth);
            return;
        }
        let bonus = config.params().history_bonus(task.depth);
        let malus = config.params().history_malus(task.depth);
        let context = self.context(task.ply);
        let (board, histories) = (&self.board, &mut *self.histories);
        if is_quiet {
            histories.update_quiet(config, board, mv, &context, bonus);
            for &other in quiets {
                histories.update_quiet(config, board, other, &context, -malus);
            }
        } else {
            histories.update_capture(config, board, mv, bonus);
        }
        for &other in captures {
            histories.update_capture(config, board, other, -malus);
        }
    }
}

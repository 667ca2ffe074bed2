//! Iterative deepening: the root of a search thread.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use crate::board::Board;
use crate::types::score::{self, INFINITE};
use crate::types::{Depth, Move, Score};

use super::alpha_beta::Root;
use super::config::Config;
use super::info::{Bound, Line, Reporter, SearchInfo};
use super::mate_line;
use super::mate_search::{Finding, MateSearch};
use super::params::fixed::{LONG_SEARCH, MATE_LINE_TIME, MAX_DEPTH};
use super::path::RootMove;
use super::task::Task;
use super::techniques::Aspiration;
use super::time::Stability;
use super::worker::{Worker, table_key};

impl<C: Config> Worker<'_, C> {
    /// Searches deeper and deeper until a limit is reached. Returns the last finished depth.
    pub(super) fn deepen(&mut self, reporter: &mut dyn Reporter) -> Depth {
        let limits = self.shared.limits;
        let last_depth = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let first_depth = if self.techniques().iterative_deepening {
            1
        } else {
            last_depth
        };
        let mut finished = 0;
        let mut stable_iterations = 0;
        let mut best_before: Option<(Move, Score)> = None;
        let mut mate_search = limits.mate.and_then(|wanted| self.mate_search(wanted));
        for depth in first_depth..=last_depth {
            // Helpers take every other depth: they run ahead instead of repeating the main thread.
            let is_skipped = self.number > 0 && (depth as usize + self.number).is_multiple_of(2);
            if is_skipped && depth < last_depth {
                continue;
            }
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous_score = std::mem::replace(&mut root.score, -INFINITE);
            }
            self.seldepth = 0;
            let lines = limits.multi_pv.clamp(1, self.root_moves.len());
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.search_window(depth, reporter);
                self.root_moves[..=pv_index].sort_by_key(RootMove::rank);
                if self.is_aborted {
                    break;
                }
                // Lines change places, so they are reported together, the best first.
                if pv_index + 1 == lines || self.takes_long() {
                    self.report_lines(depth, reporter);
                }
            }
            if self.is_aborted {
                self.forget_unfinished(finished);
                break;
            }
            finished = depth;
            self.pv_index = 0;
            if self.number > 0 {
                self.publish_lines(depth);
            }
            let Some(best) = self.root_moves.first() else {
                break;
            };
            let (best_move, best_score) = (best.mv, best.score);
            if self.number == 0 {
                let drop = best_before.map_or(0, |(_, before)| before - best_score);
                let is_same = best_before.is_some_and(|(before, _)| before == best_move);
                stable_iterations = if is_same { stable_iterations + 1 } else { 0 };
                let stability = Stability {
                    stable_iterations,
                    score_drop: drop,
                    best_move_effort: best.nodes as f64 / self.nodes.max(1) as f64,
                };
                if self.is_enough(best_score, depth, stability)
                    || self.is_mate_settled(mate_search.as_mut(), depth, reporter)
                {
                    break;
                }
            }
            best_before = Some((best_move, best_score));
        }
        self.pv_index = 0;
        finished
    }

    /// Goes back to the order of the last finished iteration, if there is one, where an unfinished iteration says
    /// nothing because it did not begin with the best move.
    fn forget_unfinished(&mut self, finished: Depth) {
        if self.techniques().order.tries_best_first() || finished == 0 {
            return;
        }
        for root in &mut self.root_moves {
            root.score = -INFINITE;
        }
        self.root_moves.sort_by_key(RootMove::rank);
    }

    /// Whether to stop after a finished iteration although no hard limit was reached.
    fn is_enough(&mut self, best_score: Score, depth: Depth, stability: Stability) -> bool {
        let limits = self.shared.limits;
        if let (Some(wanted), Some(moves)) = (limits.mate, score::mate_moves(best_score))
            && moves > 0
            && moves as u32 <= wanted
        {
            return true;
        }
        // A mate that a search of twice its length has not shortened is as good as it gets.
        if let Some(moves) = score::mate_moves(best_score)
            && limits.mate.is_none()
            && limits.multi_pv == 1
            && depth >= self.params().mate_depth_factor * moves.abs()
        {
            return true;
        }
        if limits
            .soft_nodes
            .is_some_and(|soft| self.nodes + self.other_nodes() >= soft)
        {
            return true;
        }
        if self.shared.control.is_pondering() || limits.infinite {
            self.time.note_stability(stability);
            return false;
        }
        let params = self.params();
        self.time.start_running(params);
        if self.time.is_limited() && self.root_moves.len() == 1 && limits.multi_pv == 1 {
            return true;
        }
        self.time.is_soft_bound_reached(params, stability)
    }

    /// The search that finds out whether there is a mate in so many moves; one thread does it.
    fn mate_search(&self, wanted: u32) -> Option<MateSearch> {
        if self.number > 0 {
            return None;
        }
        let moves: Vec<Move> = self.root_moves.iter().map(|root| root.mv).collect();
        MateSearch::new(&self.board, self.shared.rules, &moves, wanted)
    }

    /// Goes on with the search for mates alone, as far as this one has gone; whether nothing is left to find out.
    fn is_mate_settled(
        &mut self,
        search: Option<&mut MateSearch>,
        depth: Depth,
        reporter: &mut dyn Reporter,
    ) -> bool {
        let (Some(search), Some(wanted)) = (search, self.shared.limits.mate) else {
            return false;
        };
        let (control, time) = (self.shared.control, &self.time);
        let mut must_stop =
            || control.is_stopped() || (!control.is_pondering() && time.is_hard_bound_reached());
        let finding = search.advance(self.nodes, &mut must_stop);
        self.time.note_rest();
        match finding {
            Finding::Open => return false,
            Finding::NoMate => reporter.no_mate(wanted),
            Finding::Mate(mv, plies) => {
                for root in self.root_moves.iter_mut().filter(|root| root.mv == mv) {
                    (root.score, root.pv) = (score::mate_in(plies), vec![mv]);
                }
                self.root_moves.sort_by_key(RootMove::rank);
                self.report_lines(depth, reporter);
            }
        }
        true
    }

    /// Reports that the search turns to a root move.
    pub(super) fn report_root_move(&self, mv: Move, number: usize) {
        if self.number == 0
            && let Some(watcher) = self.shared.root_watcher
        {
            watcher(mv, number);
        }
    }

    /// The move to try first at the root when the table does not remember it.
    pub(super) fn best_of_last_iteration(&self) -> Option<Move> {
        let best = self.root_moves.get(self.pv_index)?;
        (best.previous_score != -INFINITE).then_some(best.mv)
    }

    /// One line of one iteration, through an aspiration window that widens on failure.
    fn search_window(&mut self, depth: Depth, reporter: &mut dyn Reporter) {
        if let Aspiration::ZeroWindows(first) = self.techniques().aspiration {
            return self.search_zero_windows(first, depth);
        }
        let params = self.params();
        let previous = self.root_moves[self.pv_index].previous_score;
        let is_narrow = self.techniques().aspiration == Aspiration::LastScore
            && depth >= params.aspiration_min_depth
            && !score::is_decisive(previous);
        let mut width = params.aspiration_base;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if is_narrow {
            alpha = (previous - width).max(-INFINITE);
            beta = (previous + width).min(INFINITE);
        }
        let is_static = self.techniques().aspiration == Aspiration::StaticValue;
        if is_static {
            let value = self.raw_eval();
            let half_a_pawn = self.techniques().evaluation.half_a_pawn();
            (alpha, beta) = (value - half_a_pawn, value + half_a_pawn);
        }
        let mut reduction = 0;
        loop {
            let task = Task::root(alpha, beta, (depth - reduction).max(1));
            let score = self.alpha_beta::<Root>(task);
            // A failed window must not lose the move that was found, so the order is kept up to date.
            let pv_index = self.pv_index;
            self.root_moves[pv_index..].sort_by_key(RootMove::rank);
            if self.is_aborted {
                return;
            }
            let bound = Bound::of(score, alpha, beta);
            if bound != Bound::Exact && self.takes_long() {
                let pv = self.root_moves[pv_index].pv.clone();
                let line = Line { score, pv };
                self.report(depth, pv_index, line, bound, reporter);
            }
            match bound {
                Bound::Exact => return,
                // The true value may be the bound itself, so it stays inside.
                Bound::Upper if is_static => (alpha, beta) = (-INFINITE, score + 1),
                Bound::Lower if is_static => (alpha, beta) = (score - 1, INFINITE),
                Bound::Upper => {
                    beta = i32::midpoint(alpha, beta);
                    alpha = (score - width).max(-INFINITE);
                    reduction = 0;
                }
                Bound::Lower => {
                    beta = (score + width).min(INFINITE);
                    if !score::is_decisive(score) {
                        reduction = (reduction + 1).min(params.fail_high_max_reduction);
                    }
                }
            }
            width = params.widened(width);
            if score::is_decisive(score) || width > params.aspiration_max_width {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether somebody who watches would like to hear more than finished iterations.
    fn takes_long(&self) -> bool {
        self.time.elapsed() > LONG_SEARCH
    }

    /// Reports the lines that this iteration has finished.
    fn report_lines(&mut self, depth: Depth, reporter: &mut dyn Reporter) {
        for place in 0..=self.pv_index {
            let root = &self.root_moves[place];
            let line = Line {
                score: root.score,
                pv: root.pv.clone(),
            };
            self.report(depth, place, line, Bound::Exact, reporter);
        }
    }

    /// Reports the final lines unless the last report has begun with the same move: an iteration that was
    /// not finished, or another thread, may have found a better one.
    pub(super) fn report_final(
        &mut self,
        depth: Depth,
        lines: &[Line],
        reporter: &mut dyn Reporter,
    ) {
        let best = lines.first().and_then(|line| line.pv.first().copied());
        if best != self.last_reported {
            for (place, line) in lines.iter().enumerate() {
                self.report(depth, place, line.clone(), Bound::Exact, reporter);
            }
        }
    }

    fn report(
        &mut self,
        depth: Depth,
        place: usize,
        line: Line,
        bound: Bound,
        reporter: &mut dyn Reporter,
    ) {
        if self.number > 0 {
            return;
        }
        let line = match bound {
            Bound::Exact => self.whole(line, mate_line::BUDGET),
            Bound::Lower | Bound::Upper => line,
        };
        // Bounds are not shown by everybody.
        if place == 0 && bound == Bound::Exact {
            self.last_reported = line.pv.first().copied();
        }
        reporter.report(SearchInfo {
            depth,
            seldepth: self.seldepth.max(depth as usize),
            multi_pv: place + 1,
            score: line.score,
            bound,
            nodes: self.nodes + self.other_nodes(),
            time: self.time.elapsed(),
            endgame_hits: self.shared.endgame_hits.load(Relaxed),
            hashfull: self.shared.table.hashfull(),
            pv: line.pv,
        });
    }

    /// The line of a mate completed to the mate, see [`mate_line`]; any other as it is. A mate is claimed with its
    /// whole line only: where that is not found in time, the score says that the game is won.
    pub(super) fn whole(&self, line: Line, budget: u32) -> Line {
        if !score::is_mate(line.score) {
            return line;
        }
        let guess = |board: &Board| {
            let key = table_key(board, self.techniques(), self.shared.rules);
            self.probe(key)?.mv
        };
        let least = Instant::now() + MATE_LINE_TIME;
        let deadline = self.time.deadline().map(|end| end.max(least));
        let Line { score, ref pv } = line;
        match mate_line::complete(&self.board, score, pv, guess, budget, deadline) {
            Some(pv) => Line { score, pv },
            // A mate in so many moves has been asked for and proven.
            None if self.shared.limits.mate.is_some() => line,
            None => Line {
                score: score.signum() * score::WON,
                ..line
            },
        }
    }

    /// The best lines found, best first.
    pub(super) fn lines(&self) -> Vec<Line> {
        let count = self
            .shared
            .limits
            .multi_pv
            .clamp(1, self.root_moves.len().max(1));
        // A line of the last iteration is worth no more than the better ones of this iteration.
        let mut best = INFINITE;
        self.root_moves
            .iter()
            .take(count)
            .map(|root| {
                best = best.min(root.last_score());
                Line {
                    score: best,
                    pv: root.pv.clone(),
                }
            })
            .collect()
    }
}

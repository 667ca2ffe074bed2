//! Iterative deepening: the root of a search thread.

use std::time::Duration;

use crate::types::score::{self, INFINITE, MAX_PLY};
use crate::types::{Depth, Move, Score};

use super::alpha_beta::Root;
use super::clock::Progress;
use super::config::Config;
use super::params as p;
use super::report::{Bound, Iteration, Line, Reporter};
use super::techniques::Aspiration;
use super::worker::{RootMove, Worker};

/// No iteration goes deeper; extensions need some plies too.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 8;

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
                // Lines change places, so they are told together, the best first.
                if pv_index + 1 == lines || self.takes_long() {
                    self.tell_lines(depth, reporter);
                }
            }
            if self.is_aborted {
                break;
            }
            finished = depth;
            self.pv_index = 0;
            let Some(best) = self.root_moves.first() else {
                break;
            };
            let (best_move, best_score) = (best.mv, best.score);
            if self.number == 0 {
                let drop = best_before.map_or(0, |(_, before)| before - best_score);
                let is_same = best_before.is_some_and(|(before, _)| before == best_move);
                stable_iterations = if is_same { stable_iterations + 1 } else { 0 };
                let progress = Progress {
                    stable_iterations,
                    score_drop: drop,
                    best_move_effort: best.nodes as f64 / self.nodes.max(1) as f64,
                };
                if self.is_enough(best_score, depth, progress) {
                    break;
                }
            }
            best_before = Some((best_move, best_score));
        }
        self.pv_index = 0;
        finished
    }

    /// Whether to stop after a finished iteration although no hard limit was reached.
    fn is_enough(&mut self, best_score: Score, depth: Depth, progress: Progress) -> bool {
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
            && depth >= p::MATE_DEPTH_FACTOR * moves.abs()
        {
            return true;
        }
        if self.shared.control.is_pondering() || limits.infinite {
            self.clock.ponder_on(progress);
            return false;
        }
        self.clock.start_running();
        if self.clock.is_limited() && self.root_moves.len() == 1 && limits.multi_pv == 1 {
            return true;
        }
        self.clock.is_soft_bound_reached(progress)
    }

    /// Tells whoever watches that the search turns to a root move.
    pub(super) fn tell_root_move(&self, mv: Move, number: usize) {
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
        let previous = self.root_moves[self.pv_index].previous_score;
        let is_narrow = self.techniques().aspiration == Aspiration::LastScore
            && depth >= p::ASPIRATION_DEPTH_LOWER_LIMIT
            && !score::is_decisive(previous);
        let mut width = p::ASPIRATION_BASE;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if is_narrow {
            alpha = (previous - width).max(-INFINITE);
            beta = (previous + width).min(INFINITE);
        }
        let is_static = self.techniques().aspiration == Aspiration::StaticValue;
        if is_static {
            let value = self.raw_eval();
            (alpha, beta) = (value - p::HALF_A_PAWN, value + p::HALF_A_PAWN);
        }
        let mut reduction = 0;
        loop {
            let score = self.alpha_beta::<Root>(alpha, beta, (depth - reduction).max(1), 0, false);
            // A failed window must not lose the move that was found, so the order is kept up to date.
            let pv_index = self.pv_index;
            self.root_moves[pv_index..].sort_by_key(RootMove::rank);
            if self.is_aborted {
                return;
            }
            let bound = if score <= alpha {
                Bound::Upper
            } else if score >= beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            if bound != Bound::Exact && self.takes_long() {
                let pv = self.root_moves[pv_index].pv.clone();
                self.tell(depth, pv_index, &Line { score, pv }, bound, reporter);
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
                        reduction = (reduction + 1).min(p::FAIL_HIGH_REDUCTION_THRESHOLD);
                    }
                }
            }
            width = p::widened(width);
            if score::is_decisive(score) || width > p::ASPIRATION_THRESHOLD {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether somebody who watches would like to hear more than finished iterations.
    fn takes_long(&self) -> bool {
        self.clock.elapsed() > Duration::from_secs(1)
    }

    /// Tells the lines that this iteration has finished.
    fn tell_lines(&mut self, depth: Depth, reporter: &mut dyn Reporter) {
        for place in 0..=self.pv_index {
            let root = &self.root_moves[place];
            let line = Line {
                score: root.score,
                pv: root.pv.clone(),
            };
            self.tell(depth, place, &line, Bound::Exact, reporter);
        }
    }

    /// Tells the final lines unless the last report has begun with the same move: an iteration that was
    /// not finished, or another thread, may have found a better one.
    pub(super) fn tell_what_is_new(
        &mut self,
        depth: Depth,
        lines: &[Line],
        reporter: &mut dyn Reporter,
    ) {
        let best = lines.first().and_then(|line| line.pv.first().copied());
        if best != self.told {
            for (place, line) in lines.iter().enumerate() {
                self.tell(depth, place, line, Bound::Exact, reporter);
            }
        }
    }

    fn tell(
        &mut self,
        depth: Depth,
        place: usize,
        line: &Line,
        bound: Bound,
        reporter: &mut dyn Reporter,
    ) {
        if self.number > 0 {
            return;
        }
        // Bounds are not shown by everybody.
        if place == 0 && bound == Bound::Exact {
            self.told = line.pv.first().copied();
        }
        reporter.iteration(&Iteration {
            depth,
            seldepth: self.seldepth.max(depth as usize),
            multi_pv: place + 1,
            score: line.score,
            bound,
            nodes: self.nodes + self.other_nodes(),
            time: self.clock.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: &line.pv,
        });
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

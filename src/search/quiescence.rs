//! The quiescence search: captures until nothing hangs, and every reply to a check.

use crate::types::score::{self, INFINITE, MAX_PLY, mated_in};
use crate::types::{Move, Score};

use super::config::Config;
use super::info::Bound;
use super::picker::{Picker, victim_value};
use super::task::Task;
use super::tt::{Entry, score_to_table};
use super::worker::Worker;

impl<C: Config> Worker<'_, C> {
    /// The value of the position once it has become quiet.
    pub(super) fn quiescence(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        // Step 1. The end of the line, of the game, or of the time.
        self.pvs[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if self.must_stop() {
            return score::DRAW;
        }
        if ply > 0
            && let Some(score) = self
                .rule_score(ply)
                .or_else(|| self.endgame_score(ply, alpha, beta))
        {
            return score;
        }
        let in_check = self.board.is_in_check();
        if ply >= MAX_PLY {
            let raw = self.raw_eval();
            return self.corrected_eval(raw, ply);
        }

        // Step 2. The table.
        let key = self.table_key();
        let entry = self.probe(key);
        let task = Task::horizon(alpha, beta, ply);
        if let Some(score) = entry.and_then(|entry| entry.cutoff_score(task))
            && beta - alpha == 1
        {
            return score;
        }

        let hash_move = entry.and_then(|entry| entry.mv);
        if let Some(mv) = hash_move {
            self.prefetch_after(mv);
        }

        // Step 3. Standing pat: nobody has to capture, but a check must be answered.
        let raw_eval = (!in_check).then(|| self.static_eval(entry));
        let stand_pat = raw_eval.map_or(-INFINITE, |raw| self.stand_pat(raw, entry, ply));
        let entry_of = |mv, score, bound| Entry {
            mv,
            score: score_to_table(score, ply),
            eval: raw_eval,
            depth: 0,
            bound: Some(bound),
            was_pv: entry.is_some_and(|entry| entry.was_pv),
        };
        if stand_pat >= beta {
            if entry.is_none_or(|entry| entry.bound.is_none()) {
                self.store(key, entry_of(None, stand_pat, Bound::Lower));
            }
            return stand_pat;
        }
        alpha = alpha.max(stand_pat);
        let mut best = stand_pat;

        // Step 4. The moves: all evasions in check, otherwise captures that do not lose material.
        let config = self.shared.config;
        let mut picker = if in_check {
            Picker::new(&self.board, config, hash_move, self.refutations(ply))
        } else {
            Picker::captures(&self.board, config, hash_move)
        };
        let context = self.context(ply);
        let safety = self.board.king_safety();
        let original_alpha = alpha;
        let mut best_move = None;
        let mut captures = 0;
        while let Some((mv, _)) = picker.next_move(&self.board, self.histories, &context) {
            self.prefetch_after(mv);
            if !self.board.is_legal(mv, &safety)
                || self.is_prunable_in_quiescence(mv, best, stand_pat, alpha)
            {
                continue;
            }
            let gives_check = self.board.gives_check(mv);
            if !in_check && !gives_check && self.is_late_capture(mv, ply, &mut captures) {
                continue;
            }
            self.make(mv, ply, gives_check);
            self.quiescence_nodes += 1;
            let score = -self.quiescence(-beta, -alpha, ply + 1);
            self.board.unmake_move();
            if self.is_aborted {
                return score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.update_pv(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && best == -INFINITE {
            return mated_in(ply);
        }

        // Step 5. Remember it.
        if !score::is_ban(best) {
            let bound = Bound::of(best, original_alpha, beta);
            self.store(key, entry_of(best_move, best, bound));
        }
        best
    }

    /// Step 3: the evaluation, or what an earlier search of the position says better.
    fn stand_pat(&self, raw: Score, entry: Option<Entry>, ply: usize) -> Score {
        let eval = self.corrected_eval(raw, ply);
        match entry {
            Some(Entry {
                bound: Some(bound),
                score,
                ..
            }) if self.techniques().correction && !score::is_decisive(score) => match bound {
                Bound::Exact => score,
                Bound::Lower => eval.max(score),
                Bound::Upper => eval.min(score),
            },
            _ => eval,
        }
    }

    /// Whether enough captures have been tried before this one; those that take back do not count.
    fn is_late_capture(&self, mv: Move, ply: usize, tried: &mut i32) -> bool {
        let takes_back = self.frame_before(ply, 1).captured_on == Some(mv.to());
        *tried += i32::from(!takes_back);
        !takes_back
            && *tried > self.params().quiescence_captures
            && self.techniques().late_move_pruning
    }

    /// Whether a legal move is not worth trying: in quiet positions captures that lose material or
    /// cannot lift the score to alpha; in check, once a defence is known, quiet moves that lose material.
    fn is_prunable_in_quiescence(
        &self,
        mv: Move,
        best: Score,
        stand_pat: Score,
        alpha: Score,
    ) -> bool {
        let loses = || {
            let margin = self.params().quiescence_exchange_margin;
            !self.board.see_at_least(mv, margin)
        };
        if self.board.is_in_check() {
            best > -score::MAX_EVAL && !self.board.is_capture(mv) && loses()
        } else {
            self.is_below_delta(mv, stand_pat, alpha) || loses()
        }
    }

    /// Delta pruning: even winning the victim for free leaves the score below alpha.
    fn is_below_delta(&self, mv: Move, stand_pat: Score, alpha: Score) -> bool {
        stand_pat + victim_value(&self.board, mv) + self.params().delta_margin <= alpha
    }
}

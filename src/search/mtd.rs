//! The root searched by zero-width windows alone: MTD(f), SSS* and DUAL* (Plaat, Schaeffer, Pijls and de Bruin
//! 1996). The table is the memory that makes it pay.

use crate::types::score::INFINITE;
use crate::types::{Depth, Score};

use super::alpha_beta::Root;
use super::config::Config;
use super::path::RootMove;
use super::task::Task;
use super::techniques::FirstGuess;
use super::worker::Worker;

impl<C: Config> Worker<'_, C> {
    /// One line of one iteration: asks "at least so much?" until both bounds meet.
    pub(super) fn search_zero_windows(&mut self, first: FirstGuess, depth: Depth) {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut value = self.first_guess(first);
        let mut best = None;
        while lower < upper {
            let beta = value.clamp(lower + 1, upper);
            value = self.alpha_beta::<Root>(Task::root(beta - 1, beta, depth));
            if !self.is_aborted && value >= beta {
                lower = value;
                let fails_high = |root: &&RootMove| root.score >= beta;
                best = self.root_moves.iter().find(fails_high).cloned();
            } else if !self.is_aborted {
                upper = value;
            }
            self.enter_best(best.as_ref(), lower);
            if self.is_aborted {
                return;
            }
        }
    }

    fn first_guess(&mut self, first: FirstGuess) -> Score {
        let previous = self.root_moves[self.pv_index].previous_score;
        match first {
            FirstGuess::Highest => INFINITE,
            FirstGuess::Lowest => -INFINITE,
            FirstGuess::Expected if previous != -INFINITE => previous,
            FirstGuess::Expected => self.raw_eval(),
        }
    }

    /// Leaves one root move of those still open with a score: the last that reached its window. What a search
    /// that failed low says of single moves is no more than the window.
    fn enter_best(&mut self, best: Option<&RootMove>, score: Score) {
        let open = &mut self.root_moves[self.pv_index..];
        for root in open.iter_mut() {
            root.score = -INFINITE;
            if let Some(best) = best
                && root.mv == best.mv
            {
                root.score = score;
                root.pv.clone_from(&best.pv);
            }
        }
        open.sort_by_key(RootMove::rank);
    }
}

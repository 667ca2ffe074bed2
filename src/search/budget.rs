//! What a search may use up, for searches that are not this alpha-beta: the same limits, the same clock.

use std::time::Duration;

use super::limits::{Control, Limits, TimeControl};
use super::params::Params;
use super::params::fixed::CLOCK_INTERVAL;
use super::time::{Stability, TimeManager};

/// The limits of one search and how much of them is left.
pub struct Budget<'a> {
    limits: &'a Limits,
    control: &'a Control,
    time: TimeManager,
    questions: u64,
    is_over: bool,
}

impl<'a> Budget<'a> {
    /// The budget of a search that begins now.
    pub fn new(limits: &'a Limits, control: &'a Control) -> Self {
        Self {
            limits,
            control,
            time: TimeManager::new(&Params::DEFAULT, limits),
            questions: 0,
            is_over: false,
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    /// Whether to end at once, after so many nodes. Looks at the clock now and then.
    pub fn is_over(&mut self, nodes: u64) -> bool {
        self.questions += 1;
        self.is_over |= self.control.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || (self.questions.is_multiple_of(CLOCK_INTERVAL) && self.is_late());
        self.is_over
    }

    /// Whether to begin no further iteration after so many nodes.
    pub fn is_enough(&mut self, nodes: u64) -> bool {
        let settled = Stability {
            stable_iterations: 0,
            score_drop: 0,
            best_move_effort: 0.5,
        };
        self.is_over(nodes)
            || self.is_late()
            || self.limits.soft_nodes.is_some_and(|soft| nodes >= soft)
            || (!self.is_open() && self.time.is_soft_bound_reached(&Params::DEFAULT, settled))
    }

    /// Waits, when the search is done, for the end of pondering or of analysis.
    pub fn wait(&self) {
        if self.is_over {
            return;
        }
        if self.limits.infinite && self.limits.depth.is_none() {
            self.control.wait_until_stopped();
        } else {
            self.control.wait_while_pondering();
        }
    }

    /// The clock does not count (yet).
    fn is_open(&self) -> bool {
        self.limits.infinite || self.control.is_pondering()
    }

    fn is_late(&mut self) -> bool {
        if self.control.is_pondering() || self.limits.time == TimeControl::None {
            return false;
        }
        self.time.start_running(&Params::DEFAULT);
        self.time.is_hard_bound_reached()
    }
}

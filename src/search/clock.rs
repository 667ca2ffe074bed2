//! How long to think: a soft bound that stretches and shrinks with the course of the search, and a
//! hard bound that holds.

use std::time::{Duration, Instant};

use super::limits::{Limits, TimeControl};

/// Moves a game is expected to last when the clock does not say.
const EXPECTED_MOVES: u32 = 32;
/// The hard bound is at most this multiple of the ordinary share ...
const HARD_FACTOR: u32 = 5;
/// ... and at most this part of what is left.
const HARD_SHARE: f64 = 0.35;

/// The time plan of one search.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    start: Instant,
    /// When the clock began to run: the start, or the ponder hit.
    running_since: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// How the decision stood when the last iteration of a ponder search was finished.
    pondered: Option<Progress>,
    /// The ponder hit came when the time for the move was already spent.
    is_settled: bool,
}

/// What the last iterations say about how settled the decision is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Iterations for which the best move has stayed the same.
    pub(super) stable_iterations: u32,
    /// How far the score has dropped since the last iteration.
    pub(super) score_drop: i32,
    /// The part of all nodes spent on the best move.
    pub(super) best_move_effort: f64,
}

impl Clock {
    pub(super) fn new(limits: &Limits, now: Instant) -> Self {
        let (soft, hard) = match limits.time {
            TimeControl::None => (None, None),
            TimeControl::PerMove(time) => {
                let time = time.saturating_sub(limits.overhead);
                (None, Some(time))
            }
            // The last move before the clock is refilled, or a fixed time a move in UCCI's words.
            TimeControl::Clock {
                remaining,
                moves_to_go: Some(0 | 1),
                ..
            } => (None, Some(remaining.saturating_sub(limits.overhead))),
            TimeControl::Clock {
                remaining,
                increment,
                moves_to_go,
            } => {
                let left = remaining.saturating_sub(limits.overhead);
                let moves = moves_to_go.map_or(EXPECTED_MOVES, |n| n.clamp(1, EXPECTED_MOVES));
                // Every move costs the overhead anew, so only the rest of the increment can be spent.
                let gain = increment.saturating_sub(limits.overhead);
                // ... and where it is more than the increment, the coming moves' is set aside.
                let toll = limits.overhead.saturating_sub(increment) * moves;
                let left = left.saturating_sub(toll.min(left / 2));
                let mut share = left / moves + gain * 3 / 4;
                if limits.expects_ponder {
                    share = share * 5 / 4;
                }
                let most = left.mul_f64(HARD_SHARE);
                (Some(share.min(most)), Some((share * HARD_FACTOR).min(most)))
            }
        };
        let running_since = (!limits.ponder).then_some(now);
        Self {
            start: now,
            running_since,
            soft,
            hard,
            pondered: None,
            is_settled: false,
        }
    }

    /// Time since the search began, pondering included.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// An iteration is finished while the clock does not run.
    pub(super) const fn ponder_on(&mut self, progress: Progress) {
        self.pondered = Some(progress);
    }

    /// The expected move was played. If the opponent's time has sufficed, no own time is needed.
    pub(super) fn start_running(&mut self) {
        if self.running_since.is_none() {
            self.running_since = Some(Instant::now());
            self.is_settled = self
                .pondered
                .is_some_and(|progress| self.is_soft_bound_reached(progress));
        }
    }

    /// Whether the search must end now.
    pub(super) fn is_hard_bound_reached(&self) -> bool {
        match (self.running_since, self.hard) {
            (Some(since), Some(hard)) => self.is_settled || since.elapsed() >= hard,
            _ => false,
        }
    }

    /// Whether another iteration is not worth starting.
    pub(super) fn is_soft_bound_reached(&self, progress: Progress) -> bool {
        match (self.running_since, self.soft) {
            (Some(_), Some(soft)) => self.elapsed() >= soft.mul_f64(stretch(progress)),
            // A fixed time per move: the next iteration would hardly finish.
            (Some(since), None) => self
                .hard
                .is_some_and(|hard| since.elapsed() >= hard.mul_f64(0.98)),
            _ => false,
        }
    }

    /// Whether a clock limits this search at all.
    pub(super) const fn is_limited(&self) -> bool {
        self.hard.is_some()
    }
}

/// How much of the soft bound to use: less for a settled decision, more when the score drops.
fn stretch(progress: Progress) -> f64 {
    let stability = 1.35 - 0.09 * f64::from(progress.stable_iterations.min(8));
    let drop = 1.0 + f64::from(progress.score_drop.clamp(0, 60)) / 75.0;
    let effort = 1.45 - 0.75 * progress.best_move_effort;
    stability * drop * effort
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let time = TimeControl::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Clock::new(
            &Limits {
                time,
                ..Limits::default()
            },
            Instant::now(),
        )
    }

    #[test]
    fn bounds_never_exceed_what_is_left() {
        for remaining in [0, 1, 5, 20, 100, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(1), Some(10), Some(100)] {
                    let clock = clock(remaining, increment, moves_to_go);
                    let left = Duration::from_millis(remaining);
                    assert!(clock.hard <= Some(left) && clock.soft <= clock.hard);
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_session_may_use_all_that_is_left() {
        let clock = clock(100, 0, Some(1));
        assert_eq!(
            (clock.soft, clock.hard),
            (None, Some(Duration::from_millis(95)))
        );
    }

    #[test]
    fn an_empty_clock_moves_at_once() {
        assert!(clock(0, 0, None).is_hard_bound_reached());
        assert!(clock(3, 0, None).is_hard_bound_reached());
    }

    #[test]
    fn the_overhead_of_coming_moves_is_set_aside() {
        let overhead = Limits::default().overhead.as_millis() as u64;
        let soft = |increment| clock(1000, increment, None).soft;
        assert!(soft(0) < soft(overhead) && soft(overhead) < soft(3 * overhead));
        // An increment that only pays the overhead is not spent.
        let share = Duration::from_millis(1000 - overhead) / EXPECTED_MOVES;
        assert_eq!(soft(overhead), Some(share));
        // However short the time, half of it is there to think.
        assert_eq!(
            clock(25, 0, None).soft,
            Some(Duration::from_millis(25 - overhead) / 2 / EXPECTED_MOVES)
        );
    }

    #[test]
    fn a_settled_decision_takes_less_time_than_a_shaken_one() {
        let settled = Progress {
            stable_iterations: 9,
            score_drop: 0,
            best_move_effort: 0.95,
        };
        let shaken = Progress {
            stable_iterations: 0,
            score_drop: 50,
            best_move_effort: 0.3,
        };
        assert!(stretch(settled) < 0.6 && stretch(shaken) > 1.8);
    }

    #[test]
    fn a_hit_after_long_pondering_is_answered_at_once() {
        let progress = Progress {
            stable_iterations: 9,
            score_drop: 0,
            best_move_effort: 0.95,
        };
        for (pondered_for, at_once) in [(Duration::from_secs(5), true), (Duration::ZERO, false)] {
            let mut clock = clock(6000, 0, None);
            clock.running_since = None;
            clock.start = Instant::now()
                .checked_sub(pondered_for)
                .expect("the machine has been up for seconds");
            clock.ponder_on(progress);
            assert!(!clock.is_hard_bound_reached());
            clock.start_running();
            assert_eq!(clock.is_hard_bound_reached(), at_once);
        }
    }

    #[test]
    fn pondering_is_not_on_the_clock() {
        let limits = Limits {
            ponder: true,
            ..Limits::move_time(Duration::ZERO)
        };
        let mut clock = Clock::new(&limits, Instant::now());
        assert!(!clock.is_hard_bound_reached());
        clock.start_running();
        assert!(clock.is_hard_bound_reached());
    }
}

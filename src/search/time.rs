//! How long to think: a soft bound that stretches and shrinks with the course of the search, and a
//! hard bound that holds.

use std::time::{Duration, Instant};

use super::formulas::hundredths;
use super::limits::{Limits, TimeControl};
use super::params::Params;

/// The time plan of one search.
#[derive(Clone, Debug)]
pub(super) struct TimeManager {
    start: Instant,
    /// When the clock began to run: the start, or the ponder hit.
    running_since: Option<Instant>,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// How stable the decision was when the last iteration of a ponder search was finished.
    pondered: Option<Stability>,
    /// The ponder hit came when the time for the move was already spent.
    is_settled: bool,
    /// When somebody last looked at the clock.
    last_look: Instant,
    /// The longest time between two looks.
    pause: Duration,
}

/// What the last iterations say about how settled the decision is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stability {
    /// Iterations for which the best move has stayed the same.
    pub(super) stable_iterations: u32,
    /// How far the score has dropped since the last iteration.
    pub(super) score_drop: i32,
    /// The part of all nodes spent on the best move.
    pub(super) best_move_effort: f64,
}

impl TimeManager {
    pub(super) fn new(params: &Params, limits: &Limits) -> Self {
        let start = limits.started.unwrap_or_else(Instant::now);
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
                let expected = params.time_expected_moves as u32;
                let moves = moves_to_go.map_or(expected, |n| n.clamp(1, expected));
                // Every move costs the overhead anew, so only the rest of the increment can be spent.
                let gain = increment.saturating_sub(limits.overhead);
                // ... and where it is more than the increment, the coming moves' is set aside.
                let toll = limits.overhead.saturating_sub(increment) * moves;
                let left = left.saturating_sub(toll.min(left / 2));
                let mut share = left / moves + percent(params.time_increment_percent, gain);
                if limits.expects_ponder {
                    share = percent(params.time_ponder_percent, share);
                }
                let most = left.mul_f64(hundredths(params.time_hard_percent));
                let hard = share * params.time_hard_factor as u32;
                (Some(share.min(most)), Some(hard.min(most)))
            }
        };
        let running_since = (!limits.ponder).then_some(start);
        Self {
            start,
            running_since,
            soft,
            hard,
            pondered: None,
            is_settled: false,
            last_look: Instant::now(),
            pause: Duration::ZERO,
        }
    }

    /// Notes that somebody looks at the clock. Looks are frequent, so a long time between two of them means that
    /// the system had something better to do.
    pub(super) fn note_look(&mut self) {
        self.pause = self.pause.max(self.last_look.elapsed());
        self.last_look = Instant::now();
    }

    /// The search has rested of its own will, which is no pause.
    pub(super) fn note_rest(&mut self) {
        self.last_look = Instant::now();
    }

    /// The longest time between two looks so far.
    pub(super) const fn pause(&self) -> Duration {
        self.pause
    }

    /// When the search must end, if a clock runs.
    pub(super) fn deadline(&self) -> Option<Instant> {
        Some(self.running_since? + self.hard?)
    }

    /// Time since the search began, pondering included.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// An iteration is finished while the clock does not run.
    pub(super) const fn note_stability(&mut self, stability: Stability) {
        self.pondered = Some(stability);
    }

    /// The expected move was played. If the opponent's time has sufficed, no own time is needed.
    pub(super) fn start_running(&mut self, params: &Params) {
        if self.running_since.is_none() {
            self.running_since = Some(Instant::now());
            self.is_settled = self
                .pondered
                .is_some_and(|stability| self.is_soft_bound_reached(params, stability));
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
    pub(super) fn is_soft_bound_reached(&self, params: &Params, stability: Stability) -> bool {
        match (self.running_since, self.soft) {
            (Some(_), Some(soft)) => self.elapsed() >= soft.mul_f64(stability.stretch(params)),
            // A fixed time per move: the next iteration would hardly finish.
            (Some(since), None) => {
                let part = hundredths(params.time_fixed_percent);
                self.hard
                    .is_some_and(|hard| since.elapsed() >= hard.mul_f64(part))
            }
            _ => false,
        }
    }

    /// Whether a clock limits this search at all.
    pub(super) const fn is_limited(&self) -> bool {
        self.hard.is_some()
    }
}

impl Stability {
    /// How much of the soft bound to use: less for a settled decision, more when the score drops.
    fn stretch(self, params: &Params) -> f64 {
        let iterations = self.stable_iterations.min(params.time_stable_max as u32);
        let score_drop = self.score_drop.clamp(0, params.time_drop_max);
        let stability = hundredths(params.time_unstable_percent)
            - hundredths(params.time_stable_step_percent) * f64::from(iterations);
        let drop = 1.0 + f64::from(score_drop) / f64::from(params.time_drop_scale);
        let effort = hundredths(params.time_effort_base_percent)
            - hundredths(params.time_effort_slope_percent) * self.best_move_effort;
        stability * drop * effort
    }
}

fn percent(percent: i32, of: Duration) -> Duration {
    of * percent as u32 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: Params = Params::DEFAULT;
    const EXPECTED_MOVES: u32 = PARAMS.time_expected_moves as u32;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeManager {
        let time = TimeControl::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        TimeManager::new(
            &PARAMS,
            &Limits {
                time,
                ..Limits::default()
            },
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
        let settled = Stability {
            stable_iterations: 9,
            score_drop: 0,
            best_move_effort: 0.95,
        };
        let shaken = Stability {
            stable_iterations: 0,
            score_drop: 50,
            best_move_effort: 0.3,
        };
        assert!(settled.stretch(&PARAMS) < 0.6 && shaken.stretch(&PARAMS) > 1.8);
    }

    #[test]
    fn a_hit_after_long_pondering_is_answered_at_once() {
        let stability = Stability {
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
            clock.note_stability(stability);
            assert!(!clock.is_hard_bound_reached());
            clock.start_running(&PARAMS);
            assert_eq!(clock.is_hard_bound_reached(), at_once);
        }
    }

    #[test]
    fn the_clock_runs_from_when_the_command_was_read() {
        let read = |before| {
            let limits = Limits {
                started: Instant::now().checked_sub(Duration::from_secs(before)),
                ..Limits::move_time(Duration::from_secs(5))
            };
            TimeManager::new(&PARAMS, &limits).is_hard_bound_reached()
        };
        assert!(read(6) && !read(0));
    }

    #[test]
    fn a_pause_is_what_lies_between_two_looks() {
        let mut clock = clock(1000, 0, None);
        let ago = |milliseconds| {
            let time = Duration::from_millis(milliseconds);
            Instant::now().checked_sub(time).expect("the machine is up")
        };
        clock.last_look = ago(300);
        clock.note_rest();
        assert_eq!(clock.pause(), Duration::ZERO);
        clock.last_look = ago(200);
        clock.note_look();
        clock.note_look();
        assert!(clock.pause() >= Duration::from_millis(200));
    }

    #[test]
    fn pondering_is_not_on_the_clock() {
        let limits = Limits {
            ponder: true,
            ..Limits::move_time(Duration::ZERO)
        };
        let mut clock = TimeManager::new(&PARAMS, &limits);
        assert!(!clock.is_hard_bound_reached());
        clock.start_running(&PARAMS);
        assert!(clock.is_hard_bound_reached());
    }
}

//! What a move may cost on the clock besides the thinking that was planned, on a busy machine: the way to the
//! GUI and back, seen from one clock to the next, and the time for which the system takes the processor away
//! from a search, which may fall on its end. The time plan sets both aside.

use std::time::Duration;

use crate::search::TimeControl;

/// More than this is no lag: somebody has set the clocks anew.
const MAX_LAG: Duration = Duration::from_millis(250);
/// One part in so many of an old estimate is forgotten with each move.
const DECAY_DIVISOR: u32 = 8;

/// Watches the clocks of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    /// The way to the GUI and back.
    way: Duration,
    /// The longest pause of a search.
    pause: Duration,
    /// The clock at the start of the search under way.
    started: Option<(Duration, Duration)>,
    /// What the next clock would show without lag.
    expected: Option<Duration>,
}

impl Lag {
    /// Other clocks run from now on; the machine is the same.
    pub(super) const fn new_game(&mut self) {
        self.started = None;
        self.expected = None;
    }

    /// A search begins with this clock. Returns what a move may cost besides thinking.
    pub(super) fn begin(&mut self, time: TimeControl) -> Duration {
        let expected = self.expected.take();
        self.started = None;
        if let TimeControl::Clock {
            remaining,
            increment,
            moves_to_go: None,
        } = time
        {
            self.started = Some((remaining, increment));
            self.way -= self.way / DECAY_DIVISOR;
            // A clock that shows whole seconds cannot tell.
            let is_exact = remaining.subsec_millis() != 0;
            let lag = expected
                .filter(|_| is_exact)
                .map(|expected| expected.saturating_sub(remaining));
            if let Some(lag) = lag.filter(|&lag| lag <= MAX_LAG) {
                self.way = self.way.max(lag);
            }
        }
        self.way + self.pause
    }

    /// The search has ended; `spent` is `None` if it is unknown how much of it was on the clock. For `pause` it
    /// did not look at the clock.
    pub(super) fn end(&mut self, spent: Option<Duration>, pause: Duration) {
        self.pause -= self.pause / DECAY_DIVISOR;
        if pause <= MAX_LAG {
            self.pause = self.pause.max(pause);
        }
        let clock = self.started.take().zip(spent);
        self.expected = clock
            .map(|((remaining, increment), spent)| (remaining + increment).saturating_sub(spent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INCREMENT: u64 = 10;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(remaining: u64) -> TimeControl {
        TimeControl::Clock {
            remaining: ms(remaining),
            increment: ms(INCREMENT),
            moves_to_go: None,
        }
    }

    /// The estimate after moves of 20 ms that cost so much more on the clock.
    fn estimate_after(lags: &[u64]) -> Duration {
        let mut lag = Lag::default();
        let mut remaining = 5_000;
        lag.begin(clock(remaining));
        for late in lags {
            lag.end(Some(ms(20)), ms(0));
            remaining = remaining + INCREMENT - 20 - late;
            lag.begin(clock(remaining));
        }
        lag.way
    }

    #[test]
    fn what_the_clock_loses_besides_thinking_is_lag() {
        assert_eq!(estimate_after(&[]), ms(0));
        assert_eq!(estimate_after(&[0, 0, 0]), ms(0));
        assert_eq!(estimate_after(&[3, 15, 4]), ms(15) * 7 / 8);
    }

    #[test]
    fn a_passing_lag_is_forgotten() {
        let calm = estimate_after(&[[40].as_slice(), &[1; 40]].concat());
        assert!(ms(1) <= calm && calm < ms(2), "{calm:?}");
    }

    #[test]
    fn clocks_set_anew_are_no_lag() {
        assert_eq!(estimate_after(&[900]), ms(0));
        let mut lag = Lag::default();
        lag.begin(clock(1_000));
        lag.end(Some(ms(10)), ms(0));
        assert_eq!(lag.begin(clock(60_000)), ms(0));
    }

    #[test]
    fn a_clock_in_whole_seconds_does_not_tell() {
        let mut lag = Lag::default();
        lag.begin(clock(60_000));
        lag.end(Some(ms(900)), ms(0));
        assert_eq!(lag.begin(clock(59_000)), ms(0), "110 ms are missing");
    }

    #[test]
    fn an_unknown_share_of_the_clock_says_nothing() {
        let mut lag = Lag::default();
        lag.begin(clock(1_000));
        lag.end(None, ms(0));
        assert_eq!(lag.begin(clock(900)), ms(0));
    }

    #[test]
    fn a_pause_of_a_search_may_fall_on_the_end_of_the_next() {
        let mut lag = Lag::default();
        lag.begin(clock(5_000));
        lag.end(Some(ms(20)), ms(24));
        assert_eq!(lag.begin(clock(4_980)), ms(34), "10 ms on the way");
        lag.end(Some(ms(20)), ms(300));
        assert_eq!(
            lag.pause,
            ms(21),
            "nobody plans for a machine that stands still"
        );
    }

    #[test]
    fn the_next_game_is_played_on_the_same_machine() {
        let mut lag = Lag::default();
        lag.begin(clock(1_000));
        lag.end(Some(ms(20)), ms(16));
        lag.new_game();
        assert_eq!(lag.begin(clock(500)), ms(16), "another clock is no lag");
    }
}

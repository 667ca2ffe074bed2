//! What a move costs on the clock besides our own thinking: the way to the GUI and back on a busy
//! machine. Seen from one clock to the next, and set aside by the time plan.

use std::time::Duration;

use crate::search::TimeControl;

/// More than this is no lag: somebody has set the clocks anew.
const MAX_LAG: Duration = Duration::from_millis(250);
/// One part in so many of an old estimate is forgotten with each move.
const DECAY_DIVISOR: u32 = 8;

/// Watches the clocks of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lag {
    estimate: Duration,
    /// The clock at the start of the search under way.
    started: Option<(Duration, Duration)>,
    /// What the next clock would show without lag.
    expected: Option<Duration>,
}

impl Lag {
    /// A search begins with this clock. Returns what a move is likely to cost besides thinking.
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
            self.estimate -= self.estimate / DECAY_DIVISOR;
            // A clock that shows whole seconds cannot tell.
            let is_exact = remaining.subsec_millis() != 0;
            let lag = expected
                .filter(|_| is_exact)
                .map(|expected| expected.saturating_sub(remaining));
            if let Some(lag) = lag.filter(|&lag| lag <= MAX_LAG) {
                self.estimate = self.estimate.max(lag);
            }
        }
        self.estimate
    }

    /// The search has ended; `spent` is `None` if it is unknown how much of it was on the clock.
    pub(super) fn end(&mut self, spent: Option<Duration>) {
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
            lag.end(Some(ms(20)));
            remaining = remaining + INCREMENT - 20 - late;
            lag.begin(clock(remaining));
        }
        lag.estimate
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
        lag.end(Some(ms(10)));
        assert_eq!(lag.begin(clock(60_000)), ms(0));
    }

    #[test]
    fn a_clock_in_whole_seconds_does_not_tell() {
        let mut lag = Lag::default();
        lag.begin(clock(60_000));
        lag.end(Some(ms(900)));
        assert_eq!(lag.begin(clock(59_000)), ms(0), "110 ms are missing");
    }

    #[test]
    fn an_unknown_share_of_the_clock_says_nothing() {
        let mut lag = Lag::default();
        lag.begin(clock(1_000));
        lag.end(None);
        assert_eq!(lag.begin(clock(900)), ms(0));
    }
}

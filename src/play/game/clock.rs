//! How time is given and what is left of it. The caller measures; nothing here reads a clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::types::Side;

/// How time is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// The engine takes this long for a move; people take what they like.
    PerMove(Duration),
    /// Both sides have a clock.
    Clock {
        /// At the start.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl Pace {
    /// The longest time a move or clock may be given.
    pub const MAX: Duration = Duration::from_hours(24);
}

impl Default for Pace {
    fn default() -> Self {
        Self::PerMove(Duration::from_secs(1))
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove(time) => write!(f, "{}", time.as_secs_f64()),
            Self::Clock { base, increment } => write!(
                f,
                "{}+{}",
                base.as_secs_f64() / 60.0,
                increment.as_secs_f64()
            ),
        }
    }
}

/// A text that gives no time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' gives no time (expected seconds a move like 2, or minutes+seconds like 10+5)")]
pub struct ParsePaceError(pub String);

impl FromStr for Pace {
    type Err = ParsePaceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = |text: &str, unit: f64| {
            let number: f64 = text.parse().ok().filter(|n: &f64| *n >= 0.0)?;
            let time = Duration::try_from_secs_f64(number * unit).ok()?;
            (time <= Self::MAX).then_some(time)
        };
        let pace = match text.split_once('+') {
            None => time(text, 1.0)
                .filter(|time| !time.is_zero())
                .map(Self::PerMove),
            Some((base, increment)) => time(base, 60.0)
                .filter(|base| !base.is_zero())
                .zip(time(increment, 1.0))
                .map(|(base, increment)| Self::Clock { base, increment }),
        };
        pace.ok_or_else(|| ParsePaceError(text.to_owned()))
    }
}

/// What is left on both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    /// Clocks at the start of a game; `None` if there are none.
    pub const fn new(pace: Pace) -> Option<Self> {
        match pace {
            Pace::PerMove(_) => None,
            Pace::Clock { base, increment } => Some(Self {
                left: [base, base],
                increment,
            }),
        }
    }

    /// Clocks in the middle of a game: red's time, then black's.
    pub const fn with_left(left: [Duration; 2], increment: Duration) -> Self {
        Self { left, increment }
    }

    /// What a side has left.
    pub const fn left(&self, side: Side) -> Duration {
        self.left[side.index()]
    }

    /// Added after each move.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// Charges a side for its move; `false` if it took longer than it had.
    pub fn charge(&mut self, side: Side, time: Duration) -> bool {
        let left = &mut self.left[side.index()];
        let rest = left.checked_sub(time);
        *left = rest.map_or(Duration::ZERO, |rest| rest + self.increment);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_pace_is_seconds_or_minutes_and_seconds() {
        assert_eq!("2".parse(), Ok(Pace::PerMove(2 * SECOND)));
        let clock = Pace::Clock {
            base: 600 * SECOND,
            increment: 5 * SECOND,
        };
        assert_eq!("10+5".parse(), Ok(clock));
        assert_eq!(clock.to_string(), "10+5");
        for text in [
            "", "0", "-1", "x", "1+", "0+5", "nan", "inf", "1e99", "5+-1",
        ] {
            assert!(text.parse::<Pace>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let pace = "1+2".parse().expect("a pace");
        let mut clocks = Clocks::new(pace).expect("clocks");
        assert!(clocks.charge(Side::Red, 10 * SECOND));
        assert_eq!(clocks.left(Side::Red), 52 * SECOND);
        assert_eq!(clocks.left(Side::Black), 60 * SECOND);
        assert!(!clocks.charge(Side::Red, 53 * SECOND));
        assert_eq!(clocks.left(Side::Red), Duration::ZERO);
        assert_eq!(Clocks::new(Pace::default()), None);
    }
}

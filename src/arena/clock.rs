//! Limits on thinking, and the clock the runner keeps for each side.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Why a limit was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineLimitsError {
    /// A time control that cannot be read.
    #[error(
        "'{0}' is no time control (expected [moves/]seconds[+increment], like 10+0.1 or 40/60)"
    )]
    TimeControl(String),
    /// Not a positive whole number.
    #[error("'{found}' is no number of {what} (expected a whole number above 0)")]
    Number {
        /// What is counted.
        what: &'static str,
        /// What was given.
        found: String,
    },
}

/// Time for a number of moves or the whole game, and what is added for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves until the base is added again; `None` = the base is for the whole game.
    pub moves: Option<u32>,
    /// Time at the start.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = EngineLimitsError;

    /// Reads `10`, `10+0.1`, `40/60`, `40/60+0.5` (seconds).
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || EngineLimitsError::TimeControl(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| error())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let value: f64 = text.parse().ok()?;
            Duration::try_from_secs_f64(value)
                .ok()
                .filter(|d| d.as_secs() < 1 << 30)
        };
        let control = Self {
            moves,
            base: seconds(base).ok_or_else(error)?,
            increment: seconds(increment).ok_or_else(error)?,
        };
        if moves == Some(0) || (control.base.is_zero() && control.increment.is_zero()) {
            return Err(error());
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What an engine may use for a move; everything given holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineLimits {
    /// A clock.
    pub tc: Option<TimeControl>,
    /// A fixed time for each move.
    pub movetime: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
    /// How far a move may exceed its time before it counts as late.
    pub margin: Option<Duration>,
}

impl EngineLimits {
    /// Enters `tc`, `movetime`, `nodes`, `depth` or `timemargin`; `false` if the key is none of them.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, EngineLimitsError> {
        match key {
            "tc" => self.tc = Some(value.parse()?),
            "movetime" => self.movetime = Some(milliseconds("milliseconds", value)?),
            "timemargin" => {
                self.margin = Some(if value == "0" {
                    Duration::ZERO
                } else {
                    milliseconds("milliseconds", value)?
                });
            }
            "nodes" => self.nodes = Some(positive("nodes", value)?),
            "depth" => self.depth = Some(positive("plies", value)? as u32),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether nothing limits the search.
    pub const fn is_empty(&self) -> bool {
        self.tc.is_none() && self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// These limits where any is given, else `general`; the margin is inherited on its own.
    #[must_use]
    pub fn or(self, general: Self) -> Self {
        let margin = self.margin.or(general.margin);
        let chosen = if self.is_empty() { general } else { self };
        Self { margin, ..chosen }
    }

    /// Whether time is limited at all.
    pub const fn is_timed(&self) -> bool {
        self.tc.is_some() || self.movetime.is_some()
    }
}

impl fmt::Display for EngineLimits {
    /// The settings as a specification has them, like `tc=10+0.1` or `nodes=1000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.tc.map(|tc| format!("tc={tc}")),
            self.movetime.map(|t| format!("movetime={}", t.as_millis())),
            self.nodes.map(|n| format!("nodes={n}")),
            self.depth.map(|d| format!("depth={d}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

fn positive(what: &'static str, text: &str) -> Result<u64, EngineLimitsError> {
    text.parse()
        .ok()
        .filter(|n| (1..=u64::from(u32::MAX)).contains(n) || (*n > 0 && what == "nodes"))
        .ok_or_else(|| EngineLimitsError::Number {
            what,
            found: text.to_owned(),
        })
}

fn milliseconds(what: &'static str, text: &str) -> Result<Duration, EngineLimitsError> {
    positive(what, text).map(Duration::from_millis)
}

/// One side's clock during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    limits: EngineLimits,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

/// The clock ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlagFall {
    /// How much too late the move came.
    pub late: Duration,
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(limits: EngineLimits) -> Self {
        Self {
            limits,
            remaining: limits.tc.map_or(Duration::ZERO, |tc| tc.base),
            moves_to_go: limits.tc.and_then(|tc| tc.moves),
        }
    }

    /// The limits it enforces.
    pub const fn limits(&self) -> &EngineLimits {
        &self.limits
    }

    /// What is left.
    pub const fn remaining(&self) -> Duration {
        self.remaining
    }

    /// Moves until the base is added again.
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// When a move that is not there yet is certainly late; `None` without a time limit.
    pub fn deadline(&self) -> Option<Duration> {
        let margin = self.limits.margin.unwrap_or_default();
        let clock = self.limits.tc.map(|_| self.remaining);
        let allowed = [clock, self.limits.movetime].into_iter().flatten().min()?;
        Some(allowed + margin)
    }

    /// Books a move that took `used`.
    pub fn spend(&mut self, used: Duration) -> Result<(), FlagFall> {
        if let Some(deadline) = self.deadline()
            && used > deadline
        {
            return Err(FlagFall {
                late: used.saturating_sub(deadline),
            });
        }
        let Some(tc) = self.limits.tc else {
            return Ok(());
        };
        self.remaining = self.remaining.saturating_sub(used) + tc.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.remaining += tc.base;
                *moves = tc.moves.unwrap_or(1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(key: &str, value: &str) -> EngineLimits {
        let mut limits = EngineLimits::default();
        assert_eq!(limits.set(key, value), Ok(true));
        limits
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["10", "10+0.1", "40/60", "40/60+0.5", "0.05+0.001"] {
            let tc: TimeControl = text.parse().expect(text);
            assert_eq!(tc.to_string(), text);
        }
        for text in ["", "x", "10+", "-1", "0", "0/10", "10+-1", "inf", "nan"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_increment_is_added_after_the_move() {
        let mut clock = GameClock::new(limits("tc", "10+0.1"));
        assert_eq!(clock.spend(ms(3000)), Ok(()));
        assert_eq!(clock.remaining(), ms(7100));
        assert_eq!(clock.spend(ms(7101)), Err(FlagFall { late: ms(1) }));
    }

    #[test]
    fn the_base_comes_back_after_the_session() {
        let mut clock = GameClock::new(limits("tc", "2/1"));
        assert_eq!(clock.spend(ms(400)), Ok(()));
        assert_eq!(clock.moves_to_go(), Some(1));
        assert_eq!(clock.spend(ms(500)), Ok(()));
        assert_eq!(clock.remaining(), ms(1100));
        assert_eq!(clock.moves_to_go(), Some(2));
    }

    #[test]
    fn the_margin_is_forgiven_but_still_spent() {
        let mut limits = limits("tc", "1");
        limits.margin = Some(ms(50));
        let mut clock = GameClock::new(limits);
        assert_eq!(clock.spend(ms(1040)), Ok(()));
        assert_eq!(clock.remaining(), Duration::ZERO);
        assert_eq!(clock.spend(ms(51)), Err(FlagFall { late: ms(1) }));
    }

    #[test]
    fn without_a_time_limit_nobody_is_late() {
        let mut clock = GameClock::new(limits("nodes", "1"));
        assert_eq!(clock.deadline(), None);
        assert_eq!(clock.spend(ms(1_000_000)), Ok(()));
    }
}

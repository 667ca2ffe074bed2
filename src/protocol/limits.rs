//! From the words of `go` to the limits of a search. Pure.

use std::time::Duration;

use crate::search::{Limits, TimeControl};
use crate::types::{Depth, Side};

use super::command::Go;

/// Longer clocks than this (ten days) are as good as none.
const MAX_MILLISECONDS: i64 = 864_000_000;

/// The limits that a `go` asks for when `side` is to move. Every limit given holds; without any the
/// search is endless.
pub(super) fn of_go(go: &Go, side: Side, milliseconds: bool) -> Limits {
    let time = time_control(go, side, milliseconds);
    let has_limit = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    Limits {
        depth: go.depth.map(|depth| depth.clamp(0, 255) as Depth),
        nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
        mate: go.mate.map(|moves| moves.clamp(1, 255) as u32),
        infinite: go.infinite || !(has_limit || time != TimeControl::None),
        time,
        search_moves: go.searchmoves.clone().unwrap_or_default(),
        ponder: go.ponder,
        ..Limits::default()
    }
}

fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.clamp(0, MAX_MILLISECONDS) as u64)
}

fn time_control(go: &Go, side: Side, milliseconds: bool) -> TimeControl {
    let unit = if milliseconds { 1 } else { 1000 };
    let in_unit = |time: Option<i64>| time.map(|time| duration(time.saturating_mul(unit)));
    let remaining = in_unit(go.time).or(go.clocks[side.index()].map(duration));
    if let Some(movetime) = go.movetime.map(duration) {
        return TimeControl::PerMove(remaining.map_or(movetime, |left| left.min(movetime)));
    }
    let Some(remaining) = remaining else {
        return TimeControl::None;
    };
    let is_whole_clock = go.time.is_none() || go.increment.is_some() || go.movestogo.is_some();
    if !is_whole_clock {
        return TimeControl::PerMove(remaining);
    }
    let uci_increment = go.increments[side.index()].map(duration);
    TimeControl::Clock {
        remaining,
        increment: in_unit(go.increment).or(uci_increment).unwrap_or_default(),
        moves_to_go: go
            .movestogo
            .filter(|&moves| moves > 0)
            .map(|moves| moves.min(1000) as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Command;

    fn limits(line: &str, side: Side, milliseconds: bool) -> Limits {
        let Ok(Command::Go(go)) = line.parse() else {
            panic!("not a go: {line}");
        };
        of_go(&go, side, milliseconds)
    }

    fn time(line: &str) -> TimeControl {
        limits(line, Side::Red, true).time
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeControl {
        TimeControl::Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    fn per_move(milliseconds: u64) -> TimeControl {
        TimeControl::PerMove(Duration::from_millis(milliseconds))
    }

    #[test]
    fn ucci_clocks_are_those_of_the_side_to_move() {
        let line = "go time 60000 opptime 5 oppincrement 7 increment 0";
        assert_eq!(time(line), clock(60_000, 0, None));
        assert_eq!(
            time("go time 60000 movestogo 40"),
            clock(60_000, 0, Some(40))
        );
        assert_eq!(
            time("go time 200"),
            per_move(200),
            "time alone is for this one move"
        );
        assert_eq!(
            time("go time 59769 opptime 60000 movetime 2970 depth 5"),
            per_move(2970)
        );
    }

    #[test]
    fn seconds_apply_to_ucci_clocks_only() {
        let seconds = |line| limits(line, Side::Red, false).time;
        assert_eq!(seconds("go time 60 increment 2"), clock(60_000, 2000, None));
        assert_eq!(seconds("go movetime 3000"), per_move(3000));
        assert_eq!(
            seconds("go wtime 5000 btime 1 winc 100"),
            clock(5000, 100, None)
        );
        assert_eq!(
            seconds("go time 9223372036854775807"),
            per_move(864_000_000)
        );
    }

    #[test]
    fn uci_clocks_go_by_colour() {
        let line = "go wtime 5000 btime 4000 winc 100 binc 50 movestogo 3";
        assert_eq!(
            limits(line, Side::Red, true).time,
            clock(5000, 100, Some(3))
        );
        assert_eq!(
            limits(line, Side::Black, true).time,
            clock(4000, 50, Some(3))
        );
    }

    #[test]
    fn empty_and_negative_clocks_mean_at_once() {
        assert_eq!(time("go time 0"), per_move(0));
        assert_eq!(time("go time -35 increment 0"), clock(0, 0, None));
        assert_eq!(time("go movetime -1"), per_move(0));
        assert_eq!(
            time("go time 100 increment 0 movestogo -3"),
            clock(100, 0, None)
        );
    }

    #[test]
    fn without_any_limit_the_search_is_endless() {
        for line in [
            "go",
            "go infinite",
            "go draw",
            "go infinite searchmoves h2e2",
        ] {
            assert!(limits(line, Side::Red, true).infinite, "{line}");
        }
        for line in [
            "go depth 3",
            "go nodes 5",
            "go mate 2",
            "go time 1",
            "go movetime 0",
        ] {
            assert!(!limits(line, Side::Red, true).infinite, "{line}");
        }
        assert_eq!(limits("go depth -3", Side::Red, true).depth, Some(0));
    }
}

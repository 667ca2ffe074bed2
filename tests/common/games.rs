//! A short match inside the test.

use std::time::Duration;

use hanxin::arena::client::Timeouts;
use hanxin::arena::clock::EngineLimits;
use hanxin::arena::referee::Regulations;
use hanxin::arena::runner::MatchConfig;
use hanxin::arena::schedule::{Format, Schedule};
use hanxin::arena::spec::EngineSpec;
use hanxin::board::START_FEN;
use hanxin::rules::Rules;
use hanxin::shard::Shard;

/// Two games of each pair of engines from the start position, under one limit.
pub(crate) fn match_config(engines: Vec<EngineSpec>, limit: (&str, &str)) -> MatchConfig {
    let mut limits = EngineLimits::default();
    limits.set(limit.0, limit.1).expect("a limit");
    MatchConfig {
        schedule: Schedule::new(engines.len(), Format::RoundRobin, 1),
        engines,
        limits,
        openings: vec![START_FEN.to_owned()],
        regulations: Regulations {
            rules: Rules::default(),
            max_plies: 12,
            draw: None,
            resign: None,
            egtb: false,
        },
        shard: Shard::WHOLE,
        concurrency: 1,
        ponder: false,
        timeouts: Timeouts {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(20),
            search: Duration::from_secs(4),
            stop: Duration::from_secs(10),
        },
    }
}

//! The limits every searching command takes.

use std::time::Duration;

use crate::search::{Limits, Searcher, TimeControl};

/// How long to search.
#[derive(clap::Args, Clone, Copy)]
#[group(multiple = true)]
pub(super) struct LimitArgs {
    /// Time for a position in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Depth for a position in plies
    #[arg(long, value_name = "N")]
    depth: Option<i32>,
    /// Nodes for a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits as given; `default_movetime` if none was.
    pub(super) fn limits(self, default_movetime: u64) -> Limits {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none();
        let movetime = self.movetime.or(is_unlimited.then_some(default_movetime));
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: movetime.map_or(TimeControl::None, |ms| {
                TimeControl::PerMove(Duration::from_millis(ms))
            }),
            ..Limits::default()
        }
    }
}

/// What a search may use of the machine.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct Resources {
    /// Transposition table in megabytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Search threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Resources {
    pub(super) fn searcher(self) -> Searcher {
        Searcher::new(self.hash, self.threads)
    }
}

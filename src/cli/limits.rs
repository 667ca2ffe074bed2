//! The limits every searching command takes.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::Context as _;
use clap::builder::RangedU64ValueParser;

use crate::egtb::Tables;
use crate::engine::Settings;
use crate::search::tt::Table;
use crate::search::{Limits, Searcher, TimeControl};
use crate::types::score::MAX_PLY;

/// How long to search.
#[derive(clap::Args, Clone, Copy)]
#[group(multiple = true)]
pub(super) struct LimitArgs {
    /// Time for a position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(MILLISECONDS))]
    movetime: Option<u64>,
    /// Depth for a position in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(DEPTH))]
    depth: Option<i32>,
    /// Nodes for a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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

/// Plies a search may be told to look ahead.
pub(super) const DEPTH: RangeInclusive<i64> = 1..=MAX_PLY as i64;
/// A time in milliseconds: up to a day.
pub(super) const MILLISECONDS: RangeInclusive<u64> = 0..=24 * 60 * 60 * 1000;
/// Megabytes a transposition table may have, as in the protocols.
pub(super) const HASH: RangeInclusive<i64> = 1..=Settings::MAX_HASH;
/// Threads a search may have, as in the protocols.
pub(super) const THREADS: RangeInclusive<i64> = 1..=Settings::MAX_THREADS;

/// Reads a count within these bounds.
pub(super) fn count(range: RangeInclusive<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// A searcher with a table of so many megabytes, if the system has them to give.
pub(super) fn searcher(megabytes: u32, threads: u16) -> anyhow::Result<Searcher> {
    let table = Table::try_new(megabytes as usize).with_context(|| {
        format!("no memory for a table of {megabytes} MB (expected a smaller --hash)")
    })?;
    let mut searcher = Searcher::new(1, usize::from(threads));
    searcher.set_table(table);
    Ok(searcher)
}

/// What a search may use of the machine.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct Resources {
    /// Transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
}

impl Resources {
    /// A searcher that uses them, and the endgame tables inside the program.
    pub(super) fn searcher(self) -> anyhow::Result<Searcher> {
        let mut searcher = searcher(self.hash, self.threads)?;
        searcher.endgames = Some(Tables::builtin());
        Ok(searcher)
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn memory_that_cannot_be_had_is_refused() {
        // The optimiser may leave out an allocation nobody looks at.
        let searcher = |megabytes| black_box(searcher(megabytes, 1));
        assert!(searcher(1).is_ok());
        // More than a process can address.
        let refusal = searcher(u32::MAX).err().map(|error| error.to_string());
        assert!(refusal.is_some_and(|text| text.contains("4294967295 MB")));
    }
}

//! `hanxin bench`: the fixed workload whose node count is the search's signature.

use std::process::ExitCode;

use crate::engine::Bench;
use crate::search::Control;

use super::limits::{self, DEPTH, HASH, THREADS};
use super::output::Output;

/// Searches the 20 middlegames; the node count is the same on every machine
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin bench --depth 10")]
pub(super) struct Args {
    /// Depth of each search
    #[arg(long, default_value_t = Bench::DEPTH, value_parser = clap::value_parser!(i32).range(DEPTH))]
    depth: i32,
    /// Transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = Bench::HASH, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Search threads (more than one makes the node count vary)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut searcher = limits::searcher(self.hash, self.threads)?;
        let bench = Bench { depth: self.depth };
        let control = Control::default();
        let mut out = Output::stdout();
        let total = bench.run(&mut searcher, &control, |line| {
            out.line(line);
            if out.is_broken() {
                control.stop();
            }
        })?;
        out.line(total);
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

//! `hanxin bench`: the fixed workload whose node count is the search's signature.

use std::process::ExitCode;

use crate::engine::Bench;
use crate::search::Control;

use super::output::Output;

/// Searches the 20 middlegames; the node count is the same on every machine
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin bench --depth 10")]
pub(super) struct Args {
    /// Depth of each search
    #[arg(long, default_value_t = Bench::DEPTH)]
    depth: i32,
    /// Transposition table in megabytes
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Search threads (more than one makes the node count vary)
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Self {
            depth,
            hash,
            threads,
        } = self;
        let bench = Bench {
            depth,
            hash,
            threads,
        };
        let control = Control::default();
        let mut out = Output::stdout();
        let total = bench.run(&control, |line| {
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

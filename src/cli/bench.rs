//! `hanxin bench`: the fixed workload whose node count is the search's signature.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::notation::epd;
use crate::search::{Control, Limits, Searcher, Silent};

/// The positions, embedded so that the binary alone can measure itself.
const POSITIONS: &str = include_str!("../../positions/middlegame20.epd");

/// Searches the 20 middlegames; the node count is the same on every machine
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin bench --depth 10")]
pub(super) struct Args {
    /// Depth of each search
    #[arg(long, default_value_t = 11)]
    depth: i32,
    /// Transposition table in megabytes
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Search threads (more than one makes the node count vary)
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Args {
    #[expect(clippy::print_stdout, reason = "this is the command's output")]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut searcher = Searcher::new(self.hash, self.threads);
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for record in epd::parse(POSITIONS)? {
            searcher.new_game();
            let start = Instant::now();
            let limits = Limits::depth(self.depth);
            let outcome = searcher.search(&record.board, &limits, &Control::default(), &mut Silent);
            time += start.elapsed();
            nodes += outcome.nodes;
            let best = outcome
                .best_move()
                .map_or_else(String::new, |mv| mv.to_string());
            println!(
                "{:>10} nodes {best} {:>6}  {}",
                outcome.nodes,
                outcome.score(),
                record.fen
            );
        }
        println!("{nodes} nodes {:.0} nps", nodes as f64 / time.as_secs_f64());
        Ok(ExitCode::SUCCESS)
    }
}

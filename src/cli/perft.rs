//! `hanxin perft`: counts the leaves of the move tree.

use std::process::ExitCode;
use std::time::Instant;

use crate::board::{Board, START_FEN, perft};

/// Counts the leaves of the move tree.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The position.
    #[arg(long, default_value = START_FEN)]
    fen: String,
    /// How deep to count.
    #[arg(long, default_value_t = 5)]
    depth: usize,
}

impl Args {
    #[expect(clippy::print_stdout, reason = "this is the command's output")]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut board = Board::from_fen(&self.fen)?;
        let start = Instant::now();
        let leaves = perft(&mut board, self.depth);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{leaves} leaves {seconds:.3} s {:.1} Mnps",
            leaves as f64 / seconds / 1e6
        );
        Ok(ExitCode::SUCCESS)
    }
}

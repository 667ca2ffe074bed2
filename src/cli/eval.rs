//! `hanxin eval`: the static evaluation, term by term.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::board::{Board, START_FEN};
use crate::eval::{breakdown, what_plays};

/// Prints the static evaluation per term and per side
///
/// The terms explain a position; the network, which was trained on our own games, is what plays.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin eval --fen \"3k5/9/9/9/9/9/9/4C4/9/3AK4 w\"")]
pub(super) struct Args {
    /// The position.
    #[arg(long, default_value = START_FEN)]
    fen: String,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let board = Board::from_fen(&self.fen)?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}", breakdown(&board))?;
        writeln!(out, "{}", what_plays(&board))?;
        Ok(ExitCode::SUCCESS)
    }
}

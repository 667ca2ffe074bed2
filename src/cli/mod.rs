//! The command line: one module per command, each with its arguments and a `run`.
//!
//! Exit codes: 0 done, 1 the thing checked failed, 2 usage. Without a command the engine speaks its
//! protocol on stdin and stdout.

mod match_;
mod perft;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A xiangqi (Chinese chess) engine: player, match runner, rule judge and search laboratory.
///
/// Without a command it speaks UCCI (or UCI, if the first word is `uci`) on stdin and stdout.
#[derive(Parser)]
#[command(name = "hanxin", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<match_::Args>),
    Perft(perft::Args),
}

/// Runs the program on the process's arguments and says how it went.
pub fn run() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        None => Ok(ExitCode::SUCCESS),
        Some(Command::Match(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
    }
}

//! The command line: one module per command, each with its arguments and a `run`.
//!
//! Exit codes: 0 done, 1 the thing checked failed, 2 usage. Without a command the engine speaks its
//! protocol on stdin and stdout.

mod analyze;
mod bench;
mod book;
mod datagen;
mod doctor;
mod egtb;
mod endgame;
mod eval;
mod files;
mod judge;
mod lab;
mod limits;
mod matches;
mod notation;
mod openings;
mod output;
mod perft;
mod play;
mod progress;
mod samples;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod shell;
mod show;
mod suite;
mod train;
mod tune;
mod version;
mod work;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::text;

/// A xiangqi (Chinese chess) engine: player, match runner, rule judge and search laboratory.
///
/// Without a command it speaks UCCI (or UCI, if the first word is `uci`) on stdin and stdout.
#[derive(Parser)]
#[command(
    name = "hanxin",
    version,
    long_version = version::text(),
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Record the exchange with the client, with time stamps, at the end of this file (not with a command).
    #[arg(long, value_name = "FILE")]
    log_file: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Args),
    Bench(bench::Args),
    Book(book::Args),
    Completions(shell::Completions),
    Datagen(datagen::Args),
    Doctor(doctor::Args),
    Egtb(egtb::Args),
    Endgame(endgame::Args),
    Eval(eval::Args),
    D(show::Args),
    Judge(judge::Args),
    Lab(lab::Args),
    Man(shell::Man),
    Match(Box<matches::Args>),
    MatchReport(matches::report::Args),
    Openings(openings::Args),
    Perft(perft::Args),
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Suite(suite::Args),
    Train(train::Args),
    Tune(tune::Args),
}

/// Runs the program on the process's arguments and says how it went.
pub fn run() -> anyhow::Result<ExitCode> {
    // Clients take anything on stderr for a crash, so logs appear only when `RUST_LOG` asks for them.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off")).init();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let outcome = match cli.command {
        None => session::run(cli.log_file.as_deref()),
        Some(Command::Analyze(args)) => args.run(),
        Some(Command::Bench(args)) => args.run(),
        Some(Command::Book(args)) => args.run(),
        Some(Command::Completions(args)) => args.run(),
        Some(Command::Datagen(args)) => args.run(),
        Some(Command::Doctor(args)) => args.run(),
        Some(Command::Egtb(args)) => args.run(),
        Some(Command::Endgame(args)) => args.run(),
        Some(Command::Eval(args)) => args.run(),
        Some(Command::D(args)) => args.run(),
        Some(Command::Judge(args)) => args.run(),
        Some(Command::Lab(args)) => args.run(),
        Some(Command::Man(args)) => args.run(),
        Some(Command::Match(args)) => args.run(),
        Some(Command::MatchReport(args)) => args.run(),
        Some(Command::Openings(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
        Some(Command::Play(args)) => args.run(),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => args.run(),
        Some(Command::Suite(args)) => args.run(),
        Some(Command::Train(args)) => args.run(),
        Some(Command::Tune(args)) => args.run(),
    };
    match outcome {
        // Whoever read our output has seen enough, as in `hanxin d | head -1`.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        outcome => outcome,
    }
}

/// Shows help, or what is wrong with the arguments: they may come from anywhere, so they are not shown raw.
fn refuse(error: &clap::Error) -> anyhow::Result<ExitCode> {
    let plain = error.render().to_string();
    let shown = text::message(&plain);
    if !error.use_stderr() || shown == plain {
        error.exit();
    }
    write!(io::stderr(), "{shown}")?;
    Ok(ExitCode::from(2))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

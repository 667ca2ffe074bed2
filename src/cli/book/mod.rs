//! `hanxin book`: makes opening books and looks into them.

mod build;
mod exits;
mod look;
mod play_through;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;

use crate::board::Board;
use crate::book::library::{AnyBook, BUILT_IN_NAME};
use crate::notation::parse_move;

/// Makes opening books and looks into them
///
/// A book is a file made by `hanxin book build` or `ElephantEye`'s `BOOK.DAT`; `builtin` is the book that
/// is part of the program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin book probe
  hanxin book build games.txt.gz more.pgn -o own.book
  hanxin book play-through --plies 6 -o openings.svg")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Build(build::Args),
    Probe(look::ProbeArgs),
    Stats(look::StatsArgs),
    Dump(look::DumpArgs),
    Merge(build::MergeArgs),
    PlayThrough(play_through::Args),
    Exits(exits::Args),
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Build(args) => args.run(),
            Command::Probe(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Dump(args) => args.run(),
            Command::Merge(args) => args.run(),
            Command::PlayThrough(args) => args.run(),
            Command::Exits(args) => args.run(),
        }
    }
}

/// Which book to look into.
#[derive(clap::Args)]
struct Which {
    /// The book: a file, or `builtin`
    #[arg(long, default_value = BUILT_IN_NAME, value_name = "FILE")]
    book: PathBuf,
}

impl Which {
    fn open(&self) -> anyhow::Result<AnyBook> {
        Ok(AnyBook::open(&self.book)?)
    }

    /// The book's name for people.
    fn name(&self) -> String {
        if self.book == Path::new(BUILT_IN_NAME) {
            return "the built-in book".to_owned();
        }
        self.book.display().to_string()
    }
}

/// Which position to look at.
#[derive(clap::Args)]
struct Where {
    /// The position
    #[arg(long, default_value = crate::board::START_FEN, hide_default_value = true)]
    fen: String,
    /// Moves from there, in any notation
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl Where {
    fn board(&self) -> anyhow::Result<Board> {
        let mut board =
            Board::from_fen(&self.fen).with_context(|| format!("--fen '{}'", self.fen))?;
        for word in self.moves.split_whitespace() {
            let mv = parse_move(&board, word).context("--moves")?;
            board.make_move(mv);
        }
        Ok(board)
    }
}

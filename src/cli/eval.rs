//! `hanxin eval`: the static evaluation, term by term.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::board::{Board, START_FEN};
use crate::eval::published::{Published, PublishedBreakdown};
use crate::eval::{breakdown, what_plays};

/// Prints the static evaluation per term and per side
///
/// The terms explain a position; the network, which was trained on our own games, is what plays.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hanxin eval --fen \"3k5/9/9/9/9/9/9/4C4/9/3AK4 w\"\n  hanxin eval --preset thesis"
)]
pub(super) struct Args {
    /// The position.
    #[arg(long, default_value = START_FEN)]
    fen: String,
    /// An evaluation as a publication prints it, instead of ours
    #[arg(long, value_enum)]
    preset: Option<Preset>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Preset {
    /// Pei's thesis of 2009: material, squares, mobility, cooperation, king
    Thesis,
    /// Yang's report: material, squares, mobility, attackers and protectors
    Relations,
    /// The report on a game in a web page: material and squares
    Web,
}

impl Preset {
    const fn evaluation(self) -> Published {
        match self {
            Self::Thesis => Published::Thesis,
            Self::Relations => Published::Relations,
            Self::Web => Published::Web,
        }
    }
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let board = Board::from_fen(&self.fen)?;
        let mut out = io::stdout().lock();
        if let Some(preset) = self.preset {
            let breakdown = PublishedBreakdown::new(preset.evaluation(), &board);
            writeln!(out, "{breakdown}")?;
        } else {
            writeln!(out, "{}", breakdown(&board))?;
            writeln!(out, "{}", what_plays(&board))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

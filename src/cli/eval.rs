//! `hanxin eval`: the static evaluation, term by term, or its error on a file of positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};

use crate::board::{Board, START_FEN};
use crate::eval::published::{Published, PublishedBreakdown};
use crate::eval::yardstick::fit;
use crate::eval::{breakdown, evaluate, what_plays};
use crate::nnue::Network;
use crate::notation::epd::Record;
use crate::types::Score;

use super::files;

/// Prints the static evaluation per term and per side
///
/// The terms explain a position; the network, which was trained on our own games, is what plays. With
/// --file it prints instead how far terms and network are from the scores of deep searches (operation
/// `ce`, from the side to move's view): root mean square in expected points, after fitting one scale.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hanxin eval --fen \"3k5/9/9/9/9/9/9/4C4/9/3AK4 w\"\n  \
                  hanxin eval --file positions/truth.epd\n  \
                  hanxin eval --preset thesis"
)]
pub(super) struct Args {
    /// The position
    #[arg(long, default_value = START_FEN)]
    fen: String,
    /// Positions with the scores of deep searches
    #[arg(long, value_name = "EPD", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// A network instead of the one built in
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// An evaluation as a publication prints it, instead of ours
    #[arg(long, value_enum, conflicts_with = "file")]
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
        let network = match &self.eval_file {
            None => Network::built_in(),
            Some(path) => read_network(path)?,
        };
        let mut out = io::stdout().lock();
        if let Some(path) = &self.file {
            let records = files::read_positions(path)?;
            let reference = reference_scores(path, &records)?;
            for (name, scores) in [
                ("terms", scores(&records, evaluate)),
                ("network", scores(&records, |board| network.evaluate(board))),
            ] {
                let fit = fit(&scores
                    .into_iter()
                    .zip(reference.iter().copied())
                    .collect::<Vec<_>>());
                let count = records.len();
                writeln!(
                    out,
                    "{name}: error {:.4} on {count} positions (scale {:.0})",
                    fit.error, fit.scale
                )?;
            }
        } else {
            let board = Board::from_fen(&self.fen)?;
            if let Some(preset) = self.preset {
                let breakdown = PublishedBreakdown::new(preset.evaluation(), &board);
                writeln!(out, "{breakdown}")?;
                return Ok(ExitCode::SUCCESS);
            }
            writeln!(out, "{}", breakdown(&board))?;
            writeln!(out, "{}", what_plays(&board, &network))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a network file.
pub(super) fn read_network(path: &Path) -> anyhow::Result<Arc<Network>> {
    let name = || path.display().to_string();
    let bytes = files::read_bytes(path)?;
    Ok(Arc::new(Network::from_bytes(&bytes).with_context(name)?))
}

fn scores(records: &[Record], evaluate: impl Fn(&Board) -> Score) -> Vec<Score> {
    records
        .iter()
        .map(|record| evaluate(&record.board))
        .collect()
}

/// The scores that the positions come with.
fn reference_scores(path: &Path, records: &[Record]) -> anyhow::Result<Vec<Score>> {
    let score = |record: &Record| {
        let text = record.get("ce").unwrap_or_default();
        let score = text.parse::<Score>().ok();
        ensure!(
            score.is_some(),
            "{} line {}: '{text}' is no score (expected an integer behind ;ce)",
            path.display(),
            record.line
        );
        Ok(score.unwrap_or_default())
    };
    records.iter().map(score).collect()
}

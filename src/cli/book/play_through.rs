//! `hanxin book play-through`: the opening tree as a picture.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;

use crate::book::tree::{self, View};
use crate::cli::files::Outputs;
use crate::cli::samples;

use super::{Where, Which};

/// Draws the opening tree with frequencies, results and names
///
/// One column a ply; the height of a box is how often its move was played, its colour how well red
/// did. A file that ends in .html gets lists to open beside the picture.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin book play-through --plies 8 -o openings.svg
  hanxin book play-through --moves 'h2e2 h9g7' -o cannon.html")]
pub(super) struct Args {
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    which: Which,
    /// How many plies
    #[arg(long, default_value_t = 6)]
    plies: usize,
    /// Leave out what occurs in less than this share of the games
    #[arg(long, default_value_t = 0.004, value_parser = samples::share)]
    min_share: f32,
    /// Where to write: .svg or .html
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = [("--book", self.which.book.as_path())];
        let mut outputs = Outputs::claim(&inputs, &[("--output", &self.output)])?;
        let board = self.place.board()?;
        let book = self.which.open()?;
        let view = View {
            plies: self.plies,
            min_share: self.min_share.into(),
        };
        let branches = view.branches(&book, &board);
        ensure!(
            !branches.is_empty(),
            "{} knows no move here (expected a position it knows)",
            self.which.name()
        );
        let title = format!("Openings of {}", self.which.name());
        let is_page = self
            .output
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("html"));
        let content = if is_page {
            tree::to_html(&branches, &title)
        } else {
            tree::to_svg(&branches, &title)
        };
        outputs.write("--output", &self.output, &content)?;
        writeln!(
            io::stdout(),
            "{} bytes to {}",
            content.len(),
            self.output.display()
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

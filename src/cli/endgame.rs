//! `hanxin endgame`: what theory says of a position in a sentence, and how well the engine tells won
//! endgames from drawn ones.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::ensure;

use crate::board::Board;
use crate::egtb::{Class, Tables};
use crate::notation::diagram::Diagram;
use crate::notation::epd::Record;
use crate::search::{Control, Silent};
use crate::types::{Score, Side};

use super::egtb;
use super::eval::read_network;
use super::files;
use super::limits::{LimitArgs, Resources};
use super::notation::{Notation, write_score};
use super::progress::Progress;

const EXAMPLES: &str = "Examples:
  hanxin endgame --fen '3k1a2N/9/9/9/9/9/9/9/9/4K4 w'
  hanxin endgame --file endgames.epd --movetime 200

With --file every position has its result, `;result 1-0` or `;result 1/2-1/2`. The area under the curve is the
chance that a won position gets a higher score than a drawn one.";

/// Says what endgame theory knows of a position, in English and Chinese.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The position.
    #[arg(long, required_unless_present = "file", conflicts_with = "file")]
    fen: Option<String>,
    /// Positions with results: how well does the score tell won from drawn?
    #[arg(long, value_name = "EPD")]
    file: Option<PathBuf>,
    /// A folder with tables besides those inside the program.
    #[arg(long, value_name = "DIR")]
    dir: Vec<PathBuf>,
    /// How many plies of the best line to show.
    #[arg(long, value_name = "N", default_value_t = 9)]
    plies: usize,
    /// How to write its moves.
    #[arg(long, value_enum, default_value_t = Notation::Chinese)]
    notation: Notation,
    /// A network instead of the one built in.
    #[arg(long, value_name = "FILE", requires = "file")]
    eval_file: Option<PathBuf>,
    /// Search without tables.
    #[arg(long)]
    no_tables: bool,
    /// Print every position of --file with its score.
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    resources: Resources,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let tables = egtb::open(&self.dir)?;
        match (&self.file, &self.fen) {
            (Some(file), _) => self.measure(tables, file),
            (None, fen) => self.explain(&tables, fen.as_deref().unwrap_or_default()),
        }
    }

    fn explain(&self, tables: &Tables, fen: &str) -> anyhow::Result<ExitCode> {
        let board = Board::from_fen(fen)?;
        let side = board.side_to_move();
        let (class, _) = Class::of(board.placement());
        let mut out = io::stdout().lock();
        writeln!(out, "{}", Diagram::new(&board))?;
        let Some(value) = tables.probe(board.placement(), side) else {
            writeln!(
                out,
                "{class}: {}. No table knows this position.",
                class.in_english()
            )?;
            writeln!(out, "{}。残局库中没有这一局面。", class.in_chinese())?;
            return Ok(ExitCode::SUCCESS);
        };
        let (english, chinese) = (class.in_english(), class.in_chinese());
        writeln!(
            out,
            "{class}: {english}, {side} to move: {}.",
            value.in_english(side)
        )?;
        let mover = if side == Side::Red { "红" } else { "黑" };
        writeln!(out, "{chinese}，{mover}先：{}。", value.in_chinese(side))?;
        if value.plies().is_some_and(|plies| plies > 0) {
            let line = tables.best_line(&board, self.plies);
            writeln!(out, "{}", self.notation.write_line(&board, &line))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn measure(&self, tables: Tables, file: &Path) -> anyhow::Result<ExitCode> {
        let tasks: Vec<Task> = files::read_positions(file)?
            .into_iter()
            .map(Task::new)
            .collect::<Result<_, _>>()?;
        let tables = Arc::new(tables);
        let mut searcher = self.resources.searcher()?;
        if let Some(path) = &self.eval_file {
            searcher.network = read_network(path)?;
        }
        searcher.endgames = (!self.no_tables).then(|| Arc::clone(&tables));
        let progress = Progress::new(tasks.len());
        let mut out = io::stdout().lock();
        let (mut won, mut drawn) = (Vec::new(), Vec::new());
        let (mut known, mut contradicted) = (0, Vec::new());
        for task in &tasks {
            let board = &task.record.board;
            searcher.new_game();
            let limits = self.limits.limits(200);
            let outcome = searcher.search(board, &limits, &Control::default(), &mut Silent);
            let score = task.red_score(outcome.score());
            let scores = if task.is_won { &mut won } else { &mut drawn };
            scores.push(score);
            let value = tables.probe(board.placement(), board.side_to_move());
            let result = value.and_then(|value| value.result(board.side_to_move()));
            if let (Some(result), Some(value)) = (result, value) {
                known += 1;
                if (result == "1-0") != task.is_won {
                    let text = value.in_english(board.side_to_move());
                    contradicted.push(format!("{} {text} ({})", task.record.name(), task.stated()));
                }
            }
            if self.verbose {
                let (fen, stated) = (board.fen(), task.stated());
                writeln!(
                    out,
                    "{} {stated} {fen} {}",
                    write_score(score),
                    task.record.name()
                )?;
            }
            progress.step();
        }
        ensure!(
            !won.is_empty() && !drawn.is_empty(),
            "{} has {} won and {} drawn positions (expected some of both)",
            file.display(),
            won.len(),
            drawn.len()
        );
        for line in &contradicted {
            writeln!(out, "the tables contradict {line}")?;
        }
        writeln!(
            out,
            "{} won, {} drawn, {known} in the tables, {} of them contradicted",
            won.len(),
            drawn.len(),
            contradicted.len()
        )?;
        writeln!(out, "area under the curve {:.4}", area(&won, &drawn))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A position with its result for red.
struct Task {
    record: Record,
    is_won: bool,
}

impl Task {
    fn new(record: Record) -> anyhow::Result<Self> {
        let result = record.get("result").unwrap_or_default();
        let is_won = result == "1-0";
        ensure!(
            is_won || result == "1/2-1/2",
            "line {}: result '{result}' (expected 1-0 or 1/2-1/2)",
            record.line
        );
        Ok(Self { record, is_won })
    }

    fn red_score(&self, score: Score) -> Score {
        match self.record.board.side_to_move() {
            Side::Red => score,
            Side::Black => -score,
        }
    }

    const fn stated(&self) -> &'static str {
        if self.is_won {
            "stated as won"
        } else {
            "stated as drawn"
        }
    }
}

/// The chance that a won position has the higher score; half for equal scores.
fn area(won: &[Score], drawn: &[Score]) -> f64 {
    let pair = |&win: &Score| -> f64 {
        let better = |&draw: &Score| match win.cmp(&draw) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        drawn.iter().map(better).sum()
    };
    won.iter().map(pair).sum::<f64>() / (won.len() * drawn.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_counts_pairs_in_the_right_order() {
        assert!((area(&[10, 20], &[0, 5]) - 1.0).abs() < 1e-9);
        assert!((area(&[0, 20], &[0, 30]) - 0.375).abs() < 1e-9);
        assert!(area(&[0], &[1]).abs() < 1e-9);
    }
}

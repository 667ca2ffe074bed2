//! `hanxin suite`: test positions with a best move or a mate to find.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;

use crate::notation::epd::{self, Record};
use crate::search::{Control, Outcome, Silent};
use crate::types::Move;
use crate::types::score::{mate_moves, shown};

use super::limits::{LimitArgs, Resources};
use super::progress::Progress;

/// Solves test positions: `;bm` names the best move, `;mate` the length of a forced mate
///
/// A position counts as solved when the best move is one of `bm`, or when `mate n` is given and a
/// mate in at most n moves is announced.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin suite positions/mates.epd --movetime 1000")]
pub(super) struct Args {
    /// The EPD file
    file: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    resources: Resources,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let text = fs::read_to_string(&self.file)
            .with_context(|| format!("cannot read {}", self.file.display()))?;
        let records = epd::parse(&text)?;
        let mut searcher = self.resources.searcher()?;
        let mut progress = Progress::new(records.len());
        let mut solved = 0;
        let mut out = io::stdout().lock();
        for record in &records {
            let mut limits = self.limits.limits(1000);
            limits.mate = mate_length(record);
            searcher.new_game();
            let outcome = searcher.search(&record.board, &limits, &Control::default(), &mut Silent);
            let is_solved = is_solved(record, &outcome);
            solved += usize::from(is_solved);
            let found = describe(&outcome);
            let verdict = if is_solved { "solved" } else { "missed" };
            let (expected, name) = (expected(record), record.name());
            writeln!(out, "{verdict} {found} ({expected}) {name}")?;
            progress.step();
        }
        writeln!(out, "solved {solved} of {}", records.len())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn mate_length(record: &Record) -> Option<u32> {
    record.get("mate")?.parse().ok()
}

fn best_moves(record: &Record) -> Vec<Move> {
    let texts = record.get("bm").unwrap_or_default().split_whitespace();
    texts.filter_map(|text| text.parse().ok()).collect()
}

fn is_solved(record: &Record, outcome: &Outcome) -> bool {
    let announced = mate_moves(outcome.score()).filter(|&moves| moves > 0);
    let mates_in_time = match (announced, mate_length(record)) {
        (Some(moves), Some(wanted)) => moves as u32 <= wanted,
        _ => false,
    };
    let is_best = outcome
        .best_move()
        .is_some_and(|mv| best_moves(record).contains(&mv));
    mates_in_time || is_best
}

fn describe(outcome: &Outcome) -> String {
    let best = outcome
        .best_move()
        .map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    let score = match mate_moves(outcome.score()) {
        Some(moves) => format!("mate {moves}"),
        None => shown(outcome.score()).to_string(),
    };
    format!(
        "{best} {score} depth {} nodes {}",
        outcome.depth, outcome.nodes
    )
}

fn expected(record: &Record) -> String {
    let operations = ["bm", "mate"]
        .into_iter()
        .filter_map(|name| record.get(name).map(|value| format!("{name} {value}")));
    operations.collect::<Vec<_>>().join(" ")
}

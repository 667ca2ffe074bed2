//! `hanxin suite`: test positions with a best move or a mate to find.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};

use crate::notation::epd::Record;
use crate::notation::parse_move;
use crate::search::{Control, SearchResult, Silent};
use crate::types::Move;
use crate::types::score::mate_moves;

use super::files;
use super::limits::{LimitArgs, Resources};
use super::notation::write_score;
use super::progress::Progress;

/// Solves test positions: `;bm` names the best move, `;mate` the length of a forced mate
///
/// A position counts as solved when the best move is one of `bm` (in coordinates, WXF or Chinese
/// notation), or when `mate n` is given and a mate in at most n moves is announced.
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
        let tasks = read_tasks(&self.file)?;
        let mut searcher = self.resources.searcher()?;
        let progress = Progress::new(tasks.len());
        let mut solved = 0;
        let mut out = io::stdout().lock();
        for task in &tasks {
            let record = &task.record;
            let mut limits = self.limits.limits(1000);
            limits.mate = task.mate;
            searcher.new_game();
            let outcome = searcher.search(&record.board, &limits, &Control::default(), &mut Silent);
            let is_solved = task.is_solved_by(&outcome);
            solved += usize::from(is_solved);
            let found = describe(&outcome);
            let verdict = if is_solved { "solved" } else { "missed" };
            let (expected, name) = (expected(record), record.name());
            progress.suspend(|| writeln!(out, "{verdict} {found} ({expected}) {name}"))?;
            progress.step();
        }
        drop(progress);
        writeln!(out, "solved {solved} of {}", tasks.len())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A position and what is to be found in it.
struct Task {
    record: Record,
    best: Vec<Move>,
    mate: Option<u32>,
}

fn read_tasks(path: &Path) -> anyhow::Result<Vec<Task>> {
    let records = files::read_positions(path)?;
    let task = |record: Record| {
        let line = record.line;
        Task::new(record).with_context(|| format!("{} line {line}", path.display()))
    };
    records.into_iter().map(task).collect()
}

impl Task {
    fn new(record: Record) -> anyhow::Result<Self> {
        let texts = record.get("bm").unwrap_or_default().split_whitespace();
        let best = texts
            .map(|text| parse_move(&record.board, text).context("bm"))
            .collect::<Result<Vec<_>, _>>()?;
        let mate = record.get("mate").map(mate_length).transpose()?;
        ensure!(
            mate.is_some() || !best.is_empty(),
            "nothing to find in '{}' (expected ;bm and a move, or ;mate and a number)",
            record.fen
        );
        Ok(Self { record, best, mate })
    }

    fn is_solved_by(&self, outcome: &SearchResult) -> bool {
        let announced = mate_moves(outcome.score()).filter(|&moves| moves > 0);
        let mates_in_time = match (announced, self.mate) {
            (Some(moves), Some(wanted)) => moves as u32 <= wanted,
            _ => false,
        };
        let is_best = |mv: Move| self.best.contains(&mv);
        mates_in_time || outcome.best_move().is_some_and(is_best)
    }
}

/// Reads the length of a mate.
fn mate_length(text: &str) -> anyhow::Result<u32> {
    let length = text.parse().ok().filter(|&moves| moves > 0);
    length.with_context(|| format!("mate '{text}' is no number of moves (expected 1 or more)"))
}

fn describe(outcome: &SearchResult) -> String {
    let best = outcome
        .best_move()
        .map_or_else(|| "none".to_owned(), |mv| mv.to_string());
    let score = write_score(outcome.score());
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

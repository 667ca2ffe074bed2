//! `hanxin perft`: counts the leaves of the move tree.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use super::files;
use super::limits::{THREADS, count};
use super::progress::Progress;
use crate::board::{Board, START_FEN, perft_divide};
use crate::notation::epd::Record;
use crate::types::Move;

/// Plies counted when nothing is said.
const DEFAULT_DEPTH: usize = 5;

const EXAMPLES: &str = "Examples:
  hanxin perft --depth 5 --threads 2
  hanxin perft --fen '3k5/9/9/9/9/9/9/9/9/4K4 w' --depth 3 --divide
  hanxin perft --file positions/perft.epd --depth 4

A line of an EPD file is a position and the counts to compare with: <fen> ;D1 44 ;D2 1920
Exit code 1 if a count differs from the file.";

/// Counts the leaves of the move tree, the touchstone of move generation.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The position to count from.
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// Count every position of this file and compare with the counts it lists.
    #[arg(long, value_name = "EPD", conflicts_with_all = ["fen", "divide"])]
    file: Option<PathBuf>,
    /// Plies to count [default: 5; with --file: all that the file lists].
    #[arg(long, value_name = "N", value_parser = count(0..=20))]
    depth: Option<usize>,
    /// Show the count behind each move.
    #[arg(long)]
    divide: bool,
    /// Threads that share the moves of the position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match &self.file {
            None => self.count_position(),
            Some(path) => self.compare_file(path),
        }
    }

    fn count_position(&self) -> anyhow::Result<ExitCode> {
        let board = Board::from_fen(&self.fen)?;
        let start = Instant::now();
        let depth = self.depth.unwrap_or(DEFAULT_DEPTH);
        let parts = perft_divide(&board, depth, usize::from(self.threads));
        let leaves = total(depth, &parts);
        let elapsed = start.elapsed();
        let mut out = io::stdout().lock();
        if self.divide {
            for (mv, leaves) in &parts {
                writeln!(out, "{mv} {leaves}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", summary(leaves, elapsed))?;
        Ok(ExitCode::SUCCESS)
    }

    fn compare_file(&self, path: &Path) -> anyhow::Result<ExitCode> {
        let name = path.display();
        let records = files::read_positions(path)?;
        let counts: Vec<_> = records
            .iter()
            .map(|record| listed_counts(record).with_context(|| name.to_string()))
            .collect::<Result<_, _>>()?;
        let wanted = |&&(depth, _): &&(usize, u64)| self.depth.is_none_or(|most| depth <= most);
        ensure!(
            counts.iter().flatten().any(|count| wanted(&count)),
            "{name} has no counts up to depth {} (expected a greater --depth)",
            self.depth.unwrap_or_default()
        );
        let start = Instant::now();
        let (mut leaves, mut compared, mut wrong) = (0, 0, 0);
        let mut out = io::stdout().lock();
        let progress = Progress::new(records.len());
        for (record, counts) in records.iter().zip(&counts) {
            let line = record.line;
            let mut faults = Vec::new();
            for &(depth, expected) in counts.iter().filter(wanted) {
                let parts = perft_divide(&record.board, depth, usize::from(self.threads));
                let counted = total(depth, &parts);
                leaves += counted;
                compared += 1;
                if counted != expected {
                    faults.push(format!("D{depth} counted {counted}, expected {expected}"));
                }
            }
            progress.step();
            wrong += faults.len();
            let verdict = if faults.is_empty() {
                "equal".to_owned()
            } else {
                faults.join("; ")
            };
            progress.suspend(|| writeln!(out, "line {line:>3} {} {verdict}", record.fen))?;
        }
        drop(progress);
        writeln!(
            out,
            "{} positions, {compared} counts compared, {wrong} differ",
            records.len()
        )?;
        writeln!(out, "{}", summary(leaves, start.elapsed()))?;
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}

/// The `D<depth> <count>` operations of a line, of which there must be one.
fn listed_counts(record: &Record) -> anyhow::Result<Vec<(usize, u64)>> {
    let line = record.line;
    let mut counts = Vec::new();
    for (name, value) in &record.operations {
        let Some(depth) = name.strip_prefix('D') else {
            continue;
        };
        let depth = depth.parse().with_context(|| {
            format!("line {line}: '{name}' names no depth (expected D and a number, as in D1 44)")
        })?;
        let count = value.parse().with_context(|| {
            format!("line {line}: '{value}' after {name} is no count (expected a number)")
        })?;
        counts.push((depth, count));
    }
    ensure!(
        !counts.is_empty(),
        "line {line}: no counts after '{}' (expected some, as in ;D1 44 ;D2 1920)",
        record.fen
    );
    Ok(counts)
}

fn total(depth: usize, parts: &[(Move, u64)]) -> u64 {
    if depth == 0 {
        1
    } else {
        parts.iter().map(|(_, leaves)| leaves).sum()
    }
}

fn summary(leaves: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let speed = leaves as f64 / seconds / 1e6;
    format!("{leaves} leaves {seconds:.3} s {speed:.1} Mnps")
}

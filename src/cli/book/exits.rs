//! `hanxin book exits`: how the positions stand in which a book ends.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use anyhow::ensure;

use crate::board::Board;
use crate::book::choose::Chance;
use crate::book::fold::Folded;
use crate::book::{Library, check, walk};
use crate::cli::progress::Progress;
use crate::search::Searcher;
use crate::types::Score;
use crate::types::score::shown;

use super::Which;

/// Plays a book against itself and searches where it ends
///
/// Lists the worst of these positions: score for the side to move, in the points that `info` lines show, and the line
/// that leads there. Exits with 1 if one is further from zero than --limit.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin book exits --count 500 --nodes 1000000 --limit 60")]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,
    /// How many different positions
    #[arg(long, default_value_t = 500)]
    count: usize,
    /// Nodes of a search
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// How far from zero a score may be, in points
    #[arg(long, default_value_t = 60)]
    limit: Score,
    /// Seed of the first game; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many of the worst to list
    #[arg(long, default_value_t = 20)]
    worst: usize,
    /// Searches at a time
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let exits = self.sample()?;
        let mut scored = self.search(&exits);
        scored.sort_by_key(|&(score, index)| (std::cmp::Reverse(score.abs()), index));
        let mut out = io::stdout().lock();
        for &(score, index) in scored.iter().take(self.worst) {
            let line: Vec<String> = walk::line(&exits[index])
                .iter()
                .map(ToString::to_string)
                .collect();
            writeln!(out, "{score:+5}  {}", line.join(" "))?;
        }
        let beyond = scored
            .iter()
            .filter(|(score, _)| score.abs() > self.limit)
            .count();
        let mean = scored
            .iter()
            .map(|(score, _)| f64::from(score.abs()))
            .sum::<f64>();
        writeln!(
            out,
            "{} exits, {beyond} further than {} from zero, mean distance {:.1}",
            scored.len(),
            self.limit,
            mean / scored.len().max(1) as f64
        )?;
        Ok(ExitCode::from(u8::from(beyond > 0)))
    }

    /// Different positions in which games of the book end.
    fn sample(&self) -> anyhow::Result<Vec<Board>> {
        let (library, errors) = Library::open(&self.which.book.display().to_string());
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        let mut exits: BTreeMap<u64, Board> = BTreeMap::new();
        let mut order = Vec::new();
        let games = 100 * self.count as u64;
        for seed in self.seed..self.seed.saturating_add(games) {
            if order.len() == self.count {
                break;
            }
            let end = walk::play(
                &library,
                Chance {
                    exponent: 1.0,
                    seed,
                },
            );
            let key = Folded::of(&end).key;
            if let Entry::Vacant(place) = exits.entry(key) {
                place.insert(end);
                order.push(key);
            }
        }
        ensure!(
            order.len() == self.count,
            "only {} different exits in {games} games (expected {})",
            order.len(),
            self.count
        );
        Ok(order
            .into_iter()
            .filter_map(|key| exits.remove(&key))
            .collect())
    }

    fn search(&self, exits: &[Board]) -> Vec<(Score, usize)> {
        let next = AtomicU64::new(0);
        let scored = Mutex::new(Vec::new());
        let progress = Progress::new(exits.len());
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(64, 1);
                    loop {
                        let index = next.fetch_add(1, Relaxed) as usize;
                        let Some(board) = exits.get(index) else { break };
                        let score = shown(check::score(&mut searcher, board, self.nodes));
                        if let Ok(mut scored) = scored.lock() {
                            scored.push((score, index));
                        }
                        progress.step();
                    }
                });
            }
        });
        scored.into_inner().unwrap_or_default()
    }
}

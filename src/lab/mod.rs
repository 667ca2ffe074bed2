//! The laboratory: published experiments on xiangqi search, repeated with this program's search.
//!
//! Alpha-beta is the engine's own, driven by [`Techniques`]; minimax and B* are those of
//! [`algorithms`](crate::algorithms). Every experiment returns an [`ExperimentReport`] with our figures beside the published
//! ones. Each position is searched by its own searcher with an empty table of fixed size, so node
//! counts depend neither on the machine nor on the number of worker threads.

pub mod ablation;
pub mod bstar;
pub mod compare;
mod contest;
pub mod extensions;
pub mod ladder;
pub mod matches;
pub mod nullmove;
pub mod proof;
pub mod readings;
pub mod replacement;
mod report;
mod runner;
pub mod switches;
pub mod tables;
mod variants;
pub mod windows;

pub use report::{Cell, ExperimentReport, ReportTable};

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::eval::published::Published;
use crate::notation::epd;
use crate::search::techniques::{Evaluation, Replacement};
use crate::search::tt;
use crate::search::{Control, InternalDeepenings, Limits, Searcher, Silent, Techniques};
use crate::types::{Depth, Move, Score};

/// The middlegames that stand in for the unpublished ones of Yue and Feng.
const MIDDLEGAMES: &str = include_str!("../../positions/middlegame20.epd");

/// Slots of the table each position is searched with (64 MB).
const TABLE_SLOTS: usize = 1 << 22;

/// What all experiments share.
#[derive(Clone, Debug)]
pub struct ExperimentSettings {
    /// The positions to average over; `None` = those of the experiment.
    pub positions: Option<Vec<Board>>,
    /// Deepest search; `None` = what the experiment finishes soon.
    pub depth: Option<Depth>,
    /// As deep as the publication went, unless a depth is given.
    pub full: bool,
    /// Search depth 1, 2, 3, ... in one table instead of each depth from an empty one.
    pub iterative: bool,
    /// Tables 2 to 4: search the root with half a pawn around the static value first.
    pub narrow_root: bool,
    /// The static evaluation, where the publication leaves it open.
    pub evaluation: Evaluation,
    /// Worker threads. The figures are the same for any number.
    pub threads: usize,
}

impl Default for ExperimentSettings {
    fn default() -> Self {
        Self {
            positions: None,
            depth: None,
            full: false,
            iterative: false,
            narrow_root: false,
            evaluation: Evaluation::MaterialAndSquares,
            threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}

impl ExperimentSettings {
    /// The depth to go to, out of the quick and the published one.
    fn depth(&self, quick: Depth, full: Depth) -> Depth {
        self.depth.unwrap_or(if self.full { full } else { quick })
    }

    /// Says for a report which static evaluation it was.
    fn evaluation_sentence(&self) -> String {
        let name = match self.evaluation {
            Evaluation::Material => "material alone",
            Evaluation::MaterialAndSquares => "material and squares",
            Evaluation::Full => "every counted term",
            Evaluation::Network => "the learnt network",
            Evaluation::Published(Published::Thesis) => "the evaluation of Pei's thesis",
            Evaluation::Published(Published::Relations) => "the evaluation of Yang's report",
            Evaluation::Published(Published::Web) => "the evaluation of the web page",
        };
        format!("Evaluation: {name}.")
    }

    /// Says for a report where each search begins.
    const fn start_sentence(&self) -> &'static str {
        if self.iterative {
            "Each depth is the last of an iterative deepening from depth 1 in one table; the shallower \
             iterations count too."
        } else {
            "Each depth is searched directly from an empty table."
        }
    }

    /// The positions given, or the twenty middlegames.
    fn middlegames(&self) -> Vec<Board> {
        let given = self.positions.clone();
        given.unwrap_or_else(|| boards_of(MIDDLEGAMES))
    }
}

/// The positions of an EPD file.
fn boards_of(text: &str) -> Vec<Board> {
    let records = epd::parse(text).unwrap_or_default();
    records.into_iter().map(|record| record.board).collect()
}

/// Is told how the work comes along.
pub trait Watcher: Sync {
    /// So much work lies ahead (in units that mean nothing but proportion).
    fn begin(&self, title: &str, work: f64);
    /// So much of it is done.
    fn advance(&self, work: f64);
}

/// Watches nothing.
pub struct Unwatched;

impl Watcher for Unwatched {
    fn begin(&self, _: &str, _: f64) {}
    fn advance(&self, _: f64) {}
}

/// What one search of one position found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Moves made, reduced and repeated searches included.
    pub nodes: u64,
    /// Of these, moves made in quiescence.
    pub quiescence_nodes: u64,
    pub best: Option<Move>,
    pub score: Score,
    /// What internal deepening did.
    pub deepenings: InternalDeepenings,
    /// Wall-clock time; unlike the rest it differs from run to run.
    pub time: Duration,
}

thread_local! {
    /// The searcher of this worker thread: memory that has been used once costs no page faults again.
    static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };
}

/// Searches one position from scratch: a searcher that has forgotten everything is like a new one.
pub fn measure(board: &Board, techniques: Techniques, depth: Depth) -> Measured {
    SEARCHER.with_borrow_mut(|kept| {
        let searcher = kept.get_or_insert_with(|| {
            let mut searcher = Searcher::new(1, 1);
            searcher.set_table(tt::Table::with_slots(TABLE_SLOTS, Replacement::TwoLayer));
            searcher
        });
        searcher.new_game();
        search_once(searcher, board, techniques, depth)
    })
}

fn measure_with(board: &Board, techniques: Techniques, depth: Depth, table: tt::Table) -> Measured {
    let mut searcher = Searcher::new(1, 1);
    searcher.set_table(table);
    search_once(&mut searcher, board, techniques, depth)
}

fn search_once(
    searcher: &mut Searcher,
    board: &Board,
    techniques: Techniques,
    depth: Depth,
) -> Measured {
    searcher.techniques = techniques;
    let outcome = searcher.search(
        board,
        &Limits::depth(depth),
        &Control::default(),
        &mut Silent,
    );
    Measured {
        nodes: outcome.nodes,
        quiescence_nodes: outcome.quiescence_nodes,
        best: outcome.best_move(),
        score: outcome.score(),
        deepenings: outcome.deepenings,
        time: outcome.time,
    }
}

/// The mean of a figure.
fn average(values: impl ExactSizeIterator<Item = u64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<u64>() as f64 / count
}

/// By how many percent `after` differs from `before`; nothing against nothing is no change.
fn change(before: f64, after: f64) -> f64 {
    if before.max(after) <= 0.0 {
        return 0.0;
    }
    (after / before.max(1.0) - 1.0) * 100.0
}

/// Moves made by minimax: b + b² + … + b^depth.
fn full_tree(moves: f64, depth: i32) -> f64 {
    (1..=depth).map(|ply| moves.powi(ply)).sum()
}

/// Leaves that even the best ordered alpha-beta has to visit.
fn minimal_leaves(moves: f64, depth: i32) -> f64 {
    moves.powi((depth + 1) / 2) + moves.powi(depth / 2) - 1.0
}

/// A change of nodes in words: "39.0 % fewer".
fn in_words(percent: f64) -> String {
    let kind = if percent < 0.0 { "fewer" } else { "more" };
    format!("{:.1} % {kind}", percent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_in_percent_and_nothing_stays_nothing() {
        let changes = [(200.0, 50.0), (50.0, 200.0), (7.0, 0.0), (0.0, 0.0)];
        let percent = changes.map(|(before, after)| Cell::Percent(change(before, after)));
        assert_eq!(percent, [-75.0, 300.0, -100.0, 0.0].map(Cell::Percent));
    }

    #[test]
    fn trees_of_two_moves_are_counted_by_formula() {
        // Depth 3: 2 + 4 + 8 moves; the minimal tree has 2² + 2 - 1 of its 8 leaves.
        assert_eq!((full_tree(2.0, 3), minimal_leaves(2.0, 3)), (14.0, 5.0));
        assert_eq!((full_tree(40.0, 1), minimal_leaves(40.0, 1)), (40.0, 40.0));
    }

    #[test]
    fn reports_say_which_evaluation_it_was_and_whether_iterative() {
        let settings = ExperimentSettings {
            positions: Some(boards_of(MIDDLEGAMES)[..1].to_vec()),
            depth: Some(1),
            iterative: true,
            evaluation: Evaluation::Material,
            ..ExperimentSettings::default()
        };
        let table = |settings: &ExperimentSettings, watcher: &dyn Watcher| {
            tables::TABLE_2.run(settings, watcher)
        };
        for run in [table, nullmove::run, replacement::run, ladder::run] {
            let report = run(&settings, &Unwatched);
            let method = report.method;
            assert!(method.contains("Evaluation: material alone."), "{method}");
            assert!(
                report.id == "ladder" || method.contains("last of an iterative deepening"),
                "{method}"
            );
        }
    }

    /// JSON keeps rows by heading; one that is there twice would lose a column. The readings, which need
    /// more depth to have several columns of a kind, look after theirs.
    #[test]
    fn no_heading_of_a_table_is_there_twice() {
        let settings = ExperimentSettings {
            positions: Some(boards_of(MIDDLEGAMES)[..1].to_vec()),
            depth: Some(2),
            ..ExperimentSettings::default()
        };
        let matches = ablation::Matches { games: 2, nodes: 5 };
        let reports = [
            tables::TABLE_2.run(&settings, &Unwatched),
            ladder::run(&settings, &Unwatched),
            bstar::run(60, &settings, &Unwatched),
            windows::run(&settings, &Unwatched),
            extensions::run(&settings, &Unwatched),
            nullmove::run(&settings, &Unwatched),
            replacement::run(&settings, &Unwatched),
            ablation::run(matches, &settings, &Unwatched),
        ];
        for table in reports.iter().flat_map(|report| &report.tables) {
            assert!(table.has_unique_headings(), "{}", table.name);
        }
    }

    #[test]
    fn figures_do_not_depend_on_the_number_of_threads() {
        let ablation_with_games: fn(&ExperimentSettings, &dyn Watcher) -> ExperimentReport =
            |settings, watcher| {
                let matches = ablation::Matches {
                    games: 2,
                    nodes: 20,
                };
                ablation::run(matches, settings, watcher)
            };
        for run in [nullmove::run, replacement::run, ablation_with_games] {
            let with = |threads| {
                let settings = ExperimentSettings {
                    positions: Some(boards_of(MIDDLEGAMES)[..3].to_vec()),
                    depth: Some(2),
                    threads,
                    ..ExperimentSettings::default()
                };
                run(&settings, &Unwatched)
            };
            assert_eq!(with(1), with(3));
        }
    }
}

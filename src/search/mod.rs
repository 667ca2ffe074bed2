//! Finds the best move within [`Limits`]. Reports by callback; never prints, never reads.
//!
//! [`Searcher`] owns what outlives a single search: the transposition table and each thread's history.
//! A search runs on the calling thread; helper threads (lazy SMP) search the same position and share
//! nothing but the table.

mod alpha_beta;
mod budget;
mod config;
mod formulas;
mod history;
mod info;
mod limits;
mod mate_line;
mod mate_search;
mod mtd;
pub mod params;
mod path;
mod picker;
mod presets;
mod quiescence;
mod root;
mod task;
pub mod techniques;
mod time;
pub mod tt;
mod worker;

pub use budget::Budget;
pub use info::{
    Bound, InternalDeepenings, Line, Reporter, RootWatcher, SearchInfo, SearchResult, Silent,
};
pub use limits::{Control, Limits, TimeControl};
pub use params::Params;
pub use techniques::Techniques;

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::board::Board;
use crate::egtb::{Tables, Value};
use crate::nnue::Network;
use crate::rules::{self, Rules};
use crate::types::{Move, score};

use config::{Config, Custom, Tournament};
use formulas::Reductions;
use history::Histories;
use time::TimeManager;
use tt::{Entry, Table};
use worker::{Found, Shared, Worker, table_key};

/// Searches positions; remembers between searches of one game.
///
/// ```
/// use hanxin::board::Board;
/// use hanxin::search::{Control, Limits, Searcher, Silent};
/// let mut searcher = Searcher::new(1, 1);
/// let outcome = searcher.search(&Board::start(), &Limits::depth(4), &Control::default(), &mut Silent);
/// assert!(outcome.best_move().is_some());
/// ```
pub struct Searcher {
    table: Arc<Table>,
    histories: Vec<Histories>,
    /// What the search uses.
    pub techniques: Techniques,
    /// Its numbers.
    pub params: Params,
    /// The rules in force.
    pub rules: Rules,
    /// The learnt evaluation.
    pub network: Arc<Network>,
    /// Endgame tables to ask; `None` = none.
    pub endgames: Option<Arc<Tables>>,
}

impl Searcher {
    /// A searcher with a table of so many megabytes and so many threads.
    pub fn new(megabytes: usize, threads: usize) -> Self {
        let mut searcher = Self {
            table: Arc::new(Table::new(megabytes.max(1))),
            histories: Vec::new(),
            techniques: Techniques::TOURNAMENT,
            params: Params::DEFAULT,
            rules: Rules::default(),
            network: Network::built_in(),
            endgames: None,
        };
        searcher.set_threads(threads);
        searcher
    }

    /// Replaces the table (and forgets what it held).
    pub fn set_table(&mut self, table: Table) {
        self.table = Arc::new(table);
    }

    /// Gets the memory of a fresh table from the system, on all cores, so that no search pays for it.
    pub fn touch_table(&mut self) {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.touch(cores);
        }
    }

    /// What the transposition table knows about the position.
    pub fn probe(&self, board: &Board) -> Option<Entry> {
        self.table_view().probe(board)
    }

    /// A view of the table that serves while this searcher is busy.
    pub fn table_view(&self) -> TableView {
        TableView {
            table: Arc::clone(&self.table),
            techniques: self.techniques,
            rules: self.rules,
        }
    }

    /// Sets how many threads search.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), Histories::new);
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Forgets everything learnt from earlier searches.
    pub fn new_game(&mut self) {
        // Somebody may still be looking into the old table.
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            None => self.table = Arc::new(self.table.emptied()),
        }
        let threads = self.histories.len();
        self.histories.clear();
        self.set_threads(threads);
    }

    /// The moves worth considering at the root.
    fn root_moves(&self, board: &Board, limits: &Limits) -> Vec<Move> {
        let rules = self.techniques.game_rules.then_some(&self.rules);
        root_moves(board, limits, rules)
    }

    /// Leaves only the moves that keep the result which the endgame tables promise; all are kept when they
    /// do not know the position or one of its moves. Drawn moves are sorted by what they look like, since the
    /// search will find them equal.
    fn keep_result(&self, board: &Board, moves: Vec<Move>) -> Vec<Move> {
        let Some(tables) = self
            .endgames
            .as_deref()
            .filter(|_| self.techniques.game_rules)
        else {
            return moves;
        };
        if tables.probe(board.placement(), board.side_to_move()) != Some(Value::Draw) {
            // The search finds the shortest win and the longest defence by their scores.
            return moves;
        }
        let mut after = board.clone();
        let mut drawn = Vec::new();
        for &mv in &moves {
            after.make_move(mv);
            let value = tables.probe(after.placement(), after.side_to_move());
            if value == Some(Value::Draw) {
                drawn.push((self.network.evaluate(&after), mv));
            }
            after.unmake_move();
        }
        // From the opponent's view, so the lowest is the best; equal ones keep their order.
        drawn.sort_by_key(|&(score, _)| score);
        if drawn.is_empty() {
            return moves;
        }
        drawn.into_iter().map(|(_, mv)| mv).collect()
    }

    /// Searches the position until a limit is reached or `control` says stop.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let is_tournament = self.techniques == Techniques::TOURNAMENT
            && self.params == Params::DEFAULT
            && self.table.scheme() == Tournament.replacement();
        if is_tournament {
            self.search_with(&Tournament, board, limits, control, reporter)
        } else {
            let custom = Custom {
                techniques: self.techniques,
                params: self.params.clone(),
                replacement: self.table.scheme(),
            };
            self.search_with(&custom, board, limits, control, reporter)
        }
    }

    fn search_with(
        &mut self,
        config: &impl Config,
        board: &Board,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let time = TimeManager::new(config.params(), limits);
        let root_moves = self.keep_result(board, self.root_moves(board, limits));
        if root_moves.is_empty() {
            let result = SearchResult {
                time: time.elapsed(),
                ..SearchResult::default()
            };
            reporter.done(&result);
            return result;
        }
        self.table.new_search();
        self.histories.iter_mut().for_each(Histories::begin_search);
        let endgame_hits = AtomicU64::new(0);
        let counters: Vec<AtomicU64> = self.histories.iter().map(|_| AtomicU64::new(0)).collect();
        let found: Vec<Mutex<Found>> = self.histories.iter().map(|_| Mutex::default()).collect();
        let reductions = Reductions::new(config.params());
        let root_watcher = reporter.root_watcher();
        let shared = Shared {
            table: &self.table,
            entries: self.table.in_search(),
            control,
            limits,
            config,
            rules: self.rules,
            network: &self.network,
            endgames: self
                .endgames
                .as_deref()
                .filter(|_| config.techniques().game_rules),
            endgame_hits: &endgame_hits,
            counters: &counters,
            found: &found,
            reductions: &reductions,
            root_watcher: root_watcher.as_deref(),
        };
        let mut workers = self
            .histories
            .iter_mut()
            .enumerate()
            .map(|(number, histories)| {
                Worker::new(shared, number, board, histories, time.clone(), &root_moves)
            })
            .collect::<Vec<_>>()
            .into_iter();
        let Some(mut main) = workers.next() else {
            return SearchResult::default();
        };
        thread::scope(|scope| {
            for mut helper in workers {
                let search = move || {
                    helper.deepen(&mut Silent);
                    helper.publish_nodes();
                };
                // A helper that the system has no room for is missing, no more.
                let _ = thread::Builder::new().spawn_scoped(scope, search);
            }
            let depth = main.deepen(reporter);
            control.wait_while_pondering();
            control.stop();
            // Nobody waits for the helpers: on a busy machine it may take long until they hear of the end.
            let mut best = (depth, main.lines());
            if limits.multi_pv == 1 {
                for helper in &found {
                    let result = helper.lock().unwrap_or_else(PoisonError::into_inner);
                    if outranks(&result, &best) {
                        best.clone_from(&result);
                    }
                }
            }
            let (depth, lines) = best;
            // Who says 'stop' waits for the answer; a clock has its deadline.
            let budget = if limits.infinite || limits.ponder {
                mate_line::BUDGET
            } else {
                mate_line::FINAL_BUDGET
            };
            let lines = lines.into_iter().map(|line| main.whole(line, budget));
            let lines: Vec<Line> = lines.collect();
            main.report_final(depth, &lines, reporter);
            let result = SearchResult {
                lines,
                depth,
                seldepth: main.seldepth,
                nodes: main.nodes + main.other_nodes(),
                quiescence_nodes: main.quiescence_nodes,
                endgame_hits: endgame_hits.load(Relaxed),
                deepenings: main.deepenings,
                time: time.elapsed(),
                pause: main.time.pause(),
            };
            reporter.done(&result);
            result
        })
    }
}

/// The moves worth considering at the root: those asked for, not banned, and not losing by repetition unless
/// all do. Without rules there are no repetitions.
pub fn root_moves(board: &Board, limits: &Limits, rules: Option<&Rules>) -> Vec<Move> {
    let wanted = |mv: &Move| {
        (limits.search_moves.is_empty() || limits.search_moves.contains(mv))
            && !limits.ban_moves.contains(mv)
    };
    let moves: Vec<Move> = board.legal_moves().into_iter().filter(wanted).collect();
    let Some(rules) = rules.filter(|_| !board.history().is_empty()) else {
        return moves;
    };
    let losing = rules::losing_repetitions(board, rules);
    let safe: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| !losing.contains(mv))
        .collect();
    if safe.is_empty() { moves } else { safe }
}

/// A view of a searcher's transposition table, to look into while the searcher is busy.
pub struct TableView {
    table: Arc<Table>,
    techniques: Techniques,
    rules: Rules,
}

impl TableView {
    /// What the table knows about the position.
    pub fn probe(&self, board: &Board) -> Option<Entry> {
        self.table
            .probe(table_key(board, &self.techniques, self.rules))
    }
}

/// Whether a helper's result counts for more than the best so far: a proven mate before anything, the
/// shorter before the longer; otherwise whoever has seen deepest, the main thread among equals.
fn outranks(result: &Found, best: &Found) -> bool {
    let mate = |found: &Found| {
        let score = found.1.first()?.score;
        (score::is_mate(score) && score > 0).then_some(score)
    };
    match (mate(result), mate(best)) {
        (None, None) => result.0 > best.0,
        (mine, other) => mine > other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_mate_goes_before_depth() {
        let found = |depth, score| {
            let pv = Vec::new();
            (depth, vec![Line { score, pv }])
        };
        let (long, short) = (score::mate_in(9), score::mate_in(3));
        assert!(outranks(&found(8, 10), &found(7, 20)));
        assert!(!outranks(&found(7, 30), &found(7, 20)));
        assert!(!outranks(&found(12, 500), &found(6, long)));
        assert!(outranks(&found(5, long), &found(9, 500)));
        assert!(outranks(&found(5, short), &found(9, long)));
        assert!(!outranks(&found(9, short), &found(5, short)));
        // To be mated is no achievement.
        assert!(!outranks(&found(5, -short), &found(6, 10)));
    }
}

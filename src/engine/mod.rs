//! The engine behind every protocol: position, settings, table, and one search at a time.
//!
//! Nothing here reads or prints. A search runs on a thread of its own and sends [`News`]; whoever
//! started it calls [`Engine::conclude`] with the outcome and gets the [`Decision`]. Nobody waits for a
//! search that has reported its outcome to tidy up, except whoever needs what it works with next.

mod bench;
mod endgames;
mod forward;
mod lag;
mod opening;
mod policy;
mod settings;
mod strength;
mod thread;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::board::{Board, perft_unless};
use crate::book::Library;
use crate::egtb;
use crate::nnue::{Network, NetworkError};
use crate::search::tt::{Entry, Table};
use crate::search::{Control, Limits, SearchInfo, SearchResult, Searcher, TableView};
use crate::storage::read_regular;
use crate::types::{Depth, Move, Score};

pub use bench::{Bench, BenchLine, BenchTotal};
pub use policy::accepts_draw;
pub use settings::{Amount, Settings, Style};
pub use strength::{Choice, Strength};

use forward::Forward;
use thread::SearchThread;

/// What a running search tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A line is finished.
    Info(SearchInfo),
    /// The search turns to a root move.
    RootMove(Move, usize),
    /// A remark for the user.
    Message(String),
    /// A line of text from a task for people.
    Text(String),
    /// The last news of a search.
    Done(SearchResult),
    /// The last line of text and the last news of a task.
    TaskDone(String),
}

/// What to answer when a search is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The move to play.
    pub best: Move,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The offered draw is accepted.
    pub draw: bool,
    /// The game is given up.
    pub resign: bool,
}

/// Why a network file is not used.
#[derive(Debug, Error)]
pub enum LoadNetworkError {
    #[error("cannot read {0}: {1}")]
    Io(String, io::Error),
    #[error("{0}: {1}")]
    Network(String, NetworkError),
}

/// A search or task under way.
struct Running {
    control: Arc<Control>,
    choice: Choice,
    /// It began before the opponent had moved.
    pondered: bool,
    /// Nothing is searched: the move comes from the book.
    from_book: bool,
}

/// Position, settings, what searches learnt, and at most one running search.
pub struct Engine {
    board: Board,
    banned: Vec<Move>,
    settings: Settings,
    /// Made by [`Engine::prepare`] or the first search; lent to the thread for a search.
    searcher: Option<Searcher>,
    /// Started by [`Engine::prepare`] or the first search.
    thread: Option<SearchThread>,
    /// What can be seen of the searcher's table while it is away.
    table_view: Option<TableView>,
    table_megabytes: usize,
    network: Arc<Network>,
    endgames: endgames::Endgames,
    record: policy::GameRecord,
    lag: lag::Lag,
    random: Xoshiro256PlusPlus,
    /// The opening books; opened when they are first needed or named.
    library: Option<Library>,
    running: Option<Running>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine at the start position. What a search needs is allocated by [`Engine::prepare`].
    pub fn new() -> Self {
        Self {
            board: Board::start(),
            banned: Vec::new(),
            settings: Settings::default(),
            searcher: None,
            thread: None,
            table_view: None,
            table_megabytes: 0,
            network: Network::built_in(),
            endgames: endgames::Endgames::default(),
            record: policy::GameRecord::default(),
            lag: lag::Lag::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed()),
            library: None,
            running: None,
        }
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Sets the position; banned moves are forgotten.
    pub fn set_board(&mut self, board: Board) {
        self.board = board;
        self.banned.clear();
    }

    /// Forbids these root moves until the next position.
    pub fn ban(&mut self, moves: Vec<Move>) {
        self.banned = moves;
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings, to change them. A running search keeps those it started with.
    pub const fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Forgets what earlier searches learnt and the course of the game.
    pub fn new_game(&mut self) {
        self.record = policy::GameRecord::default();
        self.lag.new_game();
        self.forget();
    }

    /// Takes the searcher back once the last search has tidied up.
    fn take_back(&mut self) {
        if self.running.is_some() {
            return;
        }
        match self.thread.as_mut().map(SearchThread::wait) {
            None | Some(Ok(None)) => {}
            Some(Ok(searcher)) => self.searcher = searcher,
            Some(Err(_)) => {
                log::error!("the search thread panicked");
                self.thread = None;
                self.table_megabytes = 0;
            }
        }
        self.table_view = None;
    }

    /// Forgets what earlier searches learnt.
    pub fn forget(&mut self) {
        self.take_back();
        if let Some(searcher) = &mut self.searcher {
            searcher.new_game();
        }
    }

    /// What the table knows about a position.
    pub fn probe(&self, board: &Board) -> Option<Entry> {
        match (&self.searcher, &self.table_view) {
            (Some(searcher), _) => searcher.probe(board),
            (None, Some(view)) => view.probe(board),
            (None, None) => None,
        }
    }

    /// Reads the network that the settings name. The old one stays if that fails.
    pub fn load_network(&mut self) -> Result<(), LoadNetworkError> {
        let path = &self.settings.eval_file;
        let network = if path.is_empty() {
            Network::built_in()
        } else {
            let refused = |error| LoadNetworkError::Network(path.clone(), error);
            let bytes = read_regular(Path::new(path));
            let bytes = bytes.map_err(|error| LoadNetworkError::Io(path.clone(), error))?;
            Arc::new(Network::from_bytes(&bytes).map_err(refused)?)
        };
        if !Arc::ptr_eq(&network, &self.network) {
            self.network = network;
            // What searches learnt rests on the other network's scores.
            self.forget();
        }
        Ok(())
    }

    /// Opens the endgame tables that the settings name and says what is wrong with them. Without this call they
    /// are opened for the next search.
    pub fn open_endgames(&mut self) -> Vec<egtb::FileError> {
        self.endgames.open(&self.settings)
    }

    /// Endgame tables that searches have found damaged since this was last asked; they are not used any more.
    pub fn damaged_endgames(&self) -> Vec<egtb::FileError> {
        self.endgames.take_errors()
    }

    /// The learnt evaluation in use.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The static score of the position, from the side to move's view.
    pub fn static_score(&self) -> Score {
        self.network.evaluate(&self.board)
    }

    /// Allocates what a search needs under the present settings, so that no move pays for it.
    pub fn prepare(&mut self) {
        if self.running.is_none() {
            let mut searcher = self.take_searcher();
            searcher.touch_table();
            self.searcher = Some(searcher);
            self.thread.get_or_insert_with(SearchThread::start);
            if self.settings.use_book && self.library.is_none() {
                self.open_books();
            }
        }
    }

    /// The searcher, brought up to date with the settings.
    fn take_searcher(&mut self) -> Searcher {
        self.take_back();
        let megabytes = self.settings.table_megabytes();
        let threads = self.settings.thread_count();
        let mut searcher = self
            .searcher
            .take()
            .unwrap_or_else(|| Searcher::new(1, threads));
        if megabytes != self.table_megabytes {
            // The old table goes first, so that two big ones never exist side by side.
            searcher.set_table(Table::new(1));
            searcher.set_table(Table::new_or_smaller(megabytes));
        }
        searcher.set_threads(threads);
        self.table_megabytes = megabytes;
        searcher.techniques = self.settings.player().techniques().unwrap_or_default();
        searcher.params = self.settings.params.clone();
        searcher.rules = self.settings.rules;
        searcher.network = Arc::clone(&self.network);
        searcher.endgames = self.endgames.under(&self.settings);
        searcher
    }

    /// Starts a search of the position, or answers from the book. What the settings say about a search is added to the limits
    /// here; a handicap does not apply to an endless search, which is analysis.
    pub fn start(&mut self, mut limits: Limits, tell: impl FnMut(News) + Clone + Send + 'static) {
        debug_assert!(self.running.is_none(), "one search at a time");
        if let Some(chosen) = self.book_move(&limits) {
            self.start_from_book(&chosen, &limits, tell);
            return;
        }
        let mut searcher = self.take_searcher();
        self.table_view = Some(searcher.table_view());
        limits.overhead = self.settings.overhead.max(self.lag.begin(limits.time));
        limits.multi_pv = self.settings.multi_pv.max(1);
        limits.expects_ponder = self.settings.ponder;
        limits.draw_score = self.settings.draw_score();
        limits.idle_percent = self.settings.idle_percent();
        limits.ban_moves.clone_from(&self.banned);
        limits
            .search_moves
            .retain(|&mv| self.board.is_legal_move(mv));
        let shown = limits.multi_pv;
        let tells_root_moves = self.settings.debug;
        let choice = if limits.infinite {
            Choice::BEST
        } else {
            self.settings
                .strength
                .apply(self.settings.randomness, &mut limits)
        };
        // A single move is the whole choice; the search ends early when it knows that.
        limits.multi_pv = limits.multi_pv.min(self.board.legal_moves().len().max(1));
        let control = Arc::new(Control::new(limits.ponder));
        let watch = Arc::clone(&control);
        let board = self.board.clone();
        let player = self.settings.player();
        self.spawn(control, choice, move || {
            let mut forward = Forward {
                shown,
                tells_root_moves,
                tell,
            };
            player.search(&mut searcher, &board, &limits, &watch, &mut forward);
            Some(searcher)
        });
    }

    /// Reports the static score of the position instead of a search.
    pub fn start_static(&mut self, mut tell: impl FnMut(News) + Send + 'static) {
        let score = self.static_score();
        let control = Arc::new(Control::new(false));
        self.spawn(control, Choice::BEST, move || {
            tell(News::Info(SearchInfo::unsearched(score, Vec::new())));
            tell(News::Done(SearchResult::default()));
            None
        });
    }

    /// Counts the leaves of the move tree below each root move.
    pub fn start_perft(&mut self, depth: usize, mut tell: impl FnMut(News) + Send + 'static) {
        let control = Arc::new(Control::new(false));
        let watch = Arc::clone(&control);
        let mut board = self.board.clone();
        self.spawn(control, Choice::BEST, move || {
            let mut total = 0;
            let moves = if depth == 0 {
                Vec::new()
            } else {
                board.legal_moves().to_vec()
            };
            for mv in moves {
                board.make_move(mv);
                let leaves = perft_unless(&mut board, depth - 1, &|| watch.is_stopped());
                board.unmake_move();
                total += leaves;
                if watch.is_stopped() {
                    break;
                }
                tell(News::Text(format!("{mv}: {leaves}")));
            }
            let total = if depth == 0 { 1 } else { total };
            let end = if watch.is_stopped() { " so far" } else { "" };
            tell(News::TaskDone(format!(
                "perft {depth}: {total} leaves{end}"
            )));
            None
        });
    }

    /// Runs the speed test.
    pub fn start_bench(
        &mut self,
        depth: Option<Depth>,
        mut tell: impl FnMut(News) + Send + 'static,
    ) {
        let control = Arc::new(Control::new(false));
        let watch = Arc::clone(&control);
        self.spawn(control, Choice::BEST, move || {
            let depth = depth.unwrap_or(Bench::DEPTH);
            let mut searcher = Searcher::new(Bench::HASH as usize, 1);
            let total = Bench { depth }.run(&mut searcher, &watch, |line| {
                tell(News::Text(line.to_string()));
            });
            let end = total.map_or_else(|error| error.to_string(), |total| total.to_string());
            tell(News::TaskDone(end));
            None
        });
    }

    fn spawn(
        &mut self,
        control: Arc<Control>,
        choice: Choice,
        work: impl FnOnce() -> Option<Searcher> + Send + 'static,
    ) {
        let pondered = control.is_pondering();
        self.thread
            .get_or_insert_with(SearchThread::start)
            .run(work);
        self.running = Some(Running {
            control,
            choice,
            pondered,
            from_book: false,
        });
    }

    /// Tells the running search to end. Its [`News::Done`] still comes.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Tells the running search that the opponent played the expected move.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    /// Whether a search has been started and not concluded.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Ends a search or task that has sent its last news and decides; `None` without a move to play.
    ///
    /// `is_game_move` says that the move will be played, so that its score belongs to the game.
    pub fn conclude(
        &mut self,
        outcome: &SearchResult,
        is_game_move: bool,
        draw_offered: bool,
    ) -> Option<Decision> {
        let running = self.running.take()?;
        // Of a search that began as pondering, only a part was on the clock.
        let is_on_clock = is_game_move && !running.pondered;
        self.lag
            .end(is_on_clock.then_some(outcome.time), outcome.pause);
        let line = outcome
            .lines
            .get(running.choice.pick(&outcome.lines, &mut self.random))?;
        let best = *line.pv.first()?;
        if is_game_move && !running.from_book {
            self.record.enter(&self.board, line.score);
        }
        Some(Decision {
            best,
            ponder: line.pv.get(1).copied().or_else(|| self.reply_to(best)),
            draw: draw_offered && self.record.accepts_draw(&self.board, self.settings.rules),
            resign: is_game_move && self.settings.resign && self.record.resigns(),
        })
    }
}

impl Engine {
    /// The reply that the table expects to a move, for lines that end after it.
    fn reply_to(&self, mv: Move) -> Option<Move> {
        let mut board = self.board.clone();
        board.make_move(mv);
        let reply = self.probe(&board)?.mv?;
        board.is_legal_move(reply).then_some(reply)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The thread ends after this and is waited for.
        self.stop();
    }
}

/// A different number for every process, for the choice among equal moves.
fn seed() -> u64 {
    let time = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    time.as_nanos() as u64 ^ u64::from(std::process::id()) << 32
}

#[cfg(test)]
mod tests;

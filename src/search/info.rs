//! What a search reports while it runs, and its result.

use std::time::Duration;

use crate::types::{Depth, Move, Score};

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one at this depth.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

impl Bound {
    /// What the result of a search of this window says about the true value.
    pub(super) const fn of(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// The progress of a search: one line of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// The iteration's depth.
    pub depth: Depth,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Which of the best lines, from 1.
    pub multi_pv: usize,
    /// From the side to move's view.
    pub score: Score,
    /// How the score is to be read.
    pub bound: Bound,
    /// Nodes so far, all threads.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Positions that endgame tables knew so far, all threads.
    pub endgame_hits: u64,
    /// Fill of the transposition table in permille.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// A line that no search was needed for.
    pub const fn unsearched(score: Score, pv: Vec<Move>) -> Self {
        Self {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            endgame_hits: 0,
            hashfull: 0,
            pv,
        }
    }

    /// Nodes per second so far.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Receives the reports of the main search thread.
pub trait Reporter {
    /// A line is finished (or failed out of its window, see [`SearchInfo::bound`]).
    fn report(&mut self, info: SearchInfo);

    /// There is no mate in so many moves, although one was asked for.
    fn no_mate(&mut self, _moves: u32) {}

    /// The result is known. What is left to do after this, ending other threads and freeing memory, concerns
    /// nobody who waits for the move.
    fn done(&mut self, _: &SearchResult) {}

    /// Who wants to hear that the search turns to a root move; asked once, before the search.
    fn root_watcher(&self) -> Option<RootWatcher> {
        None
    }
}

/// Called with a root move and its number in the order of search, from 1.
pub type RootWatcher = Box<dyn Fn(Move, usize) + Send + Sync>;

/// Reports to nobody.
pub struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _: SearchInfo) {}
}

/// One of the best lines at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From the side to move's view.
    pub score: Score,
    /// The moves, the best move first.
    pub pv: Vec<Move>,
}

/// How often internal deepening came to what. Play does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InternalDeepenings {
    /// Shallower searches for a move.
    pub searches: u64,
    /// Of these failed low and repeated with the window enlarged.
    pub repeated: u64,
    /// Of these with another move afterwards.
    pub changed: u64,
    /// Of these moves best at the node's own depth.
    pub confirmed: u64,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchResult {
    /// The best lines, best first; empty when there is no move to play.
    pub lines: Vec<Line>,
    /// The last finished iteration.
    pub depth: Depth,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Nodes, all threads; quiescence included.
    pub nodes: u64,
    /// Of these, nodes of the quiescence search on the main thread.
    pub quiescence_nodes: u64,
    /// Positions that endgame tables knew, all threads.
    pub endgame_hits: u64,
    /// What the papers' internal deepening did on the main thread.
    pub deepenings: InternalDeepenings,
    /// Time used.
    pub time: Duration,
    /// The longest time between two looks at the clock: for so long the system may take the processor away.
    pub pause: Duration,
}

impl SearchResult {
    /// The move to play.
    pub fn best_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }

    /// The expected reply.
    pub fn ponder_move(&self) -> Option<Move> {
        self.lines.first()?.pv.get(1).copied()
    }

    /// The score of the best line; 0 without a move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or(0, |line| line.score)
    }
}

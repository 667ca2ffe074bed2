//! The fixed workload whose node count is the search's signature: a search of the 20 middlegames.

use std::fmt;
use std::thread;
use std::time::Duration;

use crate::board::Board;
use crate::notation::epd::{self, EpdError};
use crate::search::{Control, Limits, SearchResult, Searcher, Silent};
use crate::types::Depth;
use crate::types::score::shown;

/// The positions, embedded so that the binary alone can measure itself.
const POSITIONS: &str = include_str!("../../positions/middlegame20.epd");

/// The workload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Depth of each search.
    pub depth: Depth,
}

/// One position searched.
pub struct BenchLine {
    /// The result.
    pub outcome: SearchResult,
    /// The position.
    pub fen: String,
}

/// All positions together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BenchTotal {
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

impl Bench {
    /// The usual depth.
    pub const DEPTH: Depth = 11;
    /// The usual megabytes of the transposition table.
    pub const HASH: u32 = 16;

    /// Searches every position afresh and shows each result; ends early when stopped. With more than
    /// one thread the node count varies.
    pub fn run(
        self,
        searcher: &mut Searcher,
        control: &Control,
        mut show: impl FnMut(&BenchLine),
    ) -> Result<BenchTotal, EpdError> {
        let mut total = BenchTotal::default();
        for record in epd::parse(POSITIONS)? {
            if control.is_stopped() {
                break;
            }
            searcher.new_game();
            let outcome = self.search(searcher, &record.board, control);
            total.time += outcome.time;
            total.nodes += outcome.nodes;
            let fen = record.fen;
            show(&BenchLine { outcome, fen });
        }
        Ok(total)
    }

    /// One search, which uses up a control of its own.
    fn search(self, searcher: &mut Searcher, board: &Board, control: &Control) -> SearchResult {
        let own = Control::default();
        let limits = Limits::depth(self.depth);
        thread::scope(|scope| {
            let search = scope.spawn(|| searcher.search(board, &limits, &own, &mut Silent));
            while !search.is_finished() {
                if control.is_stopped() {
                    own.stop();
                }
                thread::sleep(Duration::from_millis(1));
            }
            search.join().unwrap_or_default()
        })
    }
}

impl fmt::Display for BenchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, score) = (self.outcome.nodes, shown(self.outcome.score()));
        let best = self
            .outcome
            .best_move()
            .map_or_else(String::new, |mv| mv.to_string());
        write!(f, "{nodes:>10} nodes {best} {score:>6}  {}", self.fen)
    }
}

impl fmt::Display for BenchTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {nps:.0} nps", self.nodes)
    }
}

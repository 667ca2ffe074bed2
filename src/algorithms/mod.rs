//! The published algorithms as players, each under a name.
//!
//! Most are the engine's own alpha-beta under other [`Techniques`](crate::search::Techniques); minimax and B* are searches of their own with
//! the same limits, clock and reports. Whoever holds a [`Player`] can play it: the engine by an option, the
//! lab in its matches.

pub mod bstar;
pub mod minimax;
mod players;
pub mod proof;

pub use players::{PLAYERS, Player, PlayerSearch};

use crate::board::Board;
use crate::rules::Rules;
use crate::search::techniques::Evaluation;
use crate::search::{
    Budget, Control, Limits, Line, Reporter, SearchInfo, SearchResult, root_moves,
};
use crate::types::{Depth, Move, Score};

use bstar::BStar;
use bstar::bounds::Bounds;
use minimax::Minimax;

/// Deeper than minimax ever comes.
const MAX_MINIMAX_DEPTH: Depth = 20;
/// Nodes of B*'s tree where only the clock ends its search.
const BSTAR_MEMORY: u64 = 200_000;
/// Nodes of B*'s tree where nothing else ends its search.
const BSTAR_SMALL_MEMORY: u64 = 2_000;

/// A search that is not alpha-beta.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    /// Minimax with a static evaluation.
    Minimax(Evaluation),
    /// B* between bounds.
    BStar(Bounds),
}

impl Algorithm {
    /// Searches the position until a limit is reached or `control` says stop.
    pub fn search(
        self,
        board: &Board,
        rules: &Rules,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let moves = root_moves(board, limits, Some(rules));
        let mut budget = Budget::new(limits, control);
        let result = if moves.is_empty() {
            SearchResult::default()
        } else {
            match self {
                Self::Minimax(evaluation) => {
                    deepen_minimax(board, evaluation, &moves, limits, &mut budget, reporter)
                }
                Self::BStar(bounds) => {
                    search_bstar(board, bounds, &moves, limits, &mut budget, reporter)
                }
            }
        };
        budget.wait();
        let result = SearchResult {
            time: budget.elapsed(),
            ..result
        };
        reporter.done(&result);
        result
    }
}

/// Minimax, deeper and deeper; at once to the depth where nothing but the depth ends the search.
fn deepen_minimax(
    board: &Board,
    evaluation: Evaluation,
    moves: &[Move],
    limits: &Limits,
    budget: &mut Budget,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let last = limits
        .depth
        .unwrap_or(MAX_MINIMAX_DEPTH)
        .clamp(1, MAX_MINIMAX_DEPTH);
    let first = if limits.is_depth_only() { last } else { 1 };
    let mut search = Minimax::new(board, evaluation, budget);
    // Whatever happens, there is a move.
    let mut result = outcome(0, moves[0], 0, 0);
    for depth in first..=last {
        let best = search.best_of(moves, depth);
        let nodes = search.nodes;
        result.nodes = nodes;
        let Some((score, mv)) = best else { break };
        result = outcome(score, mv, depth, nodes);
        reporter.report(info(&result, search.budget));
        if search.budget.is_enough(nodes) {
            break;
        }
    }
    result
}

fn search_bstar(
    board: &Board,
    bounds: Bounds,
    moves: &[Move],
    limits: &Limits,
    budget: &mut Budget,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let memory = if limits.is_depth_only() {
        BSTAR_SMALL_MEMORY
    } else {
        BSTAR_MEMORY
    };
    // Room for the root's moves and one more in any case.
    let memory = limits.nodes.unwrap_or(memory).min(BSTAR_MEMORY) as usize;
    let mut search = BStar::new(bounds, memory.max(moves.len() + 1));
    let found = search.best_of(board, moves, budget);
    let (pes, opt) = found.bounds;
    let result = outcome(
        Score::midpoint(pes, opt),
        found.best.unwrap_or(moves[0]),
        found.depth as Depth,
        found.nodes as u64,
    );
    reporter.report(info(&result, budget));
    result
}

/// A result of one line of one move.
fn outcome(score: Score, mv: Move, depth: Depth, nodes: u64) -> SearchResult {
    SearchResult {
        lines: vec![Line {
            score,
            pv: vec![mv],
        }],
        depth,
        seldepth: depth as usize,
        nodes,
        ..SearchResult::default()
    }
}

fn info(result: &SearchResult, budget: &Budget) -> SearchInfo {
    let pv = result.lines.first().map(|line| line.pv.clone());
    SearchInfo {
        depth: result.depth,
        seldepth: result.seldepth,
        nodes: result.nodes,
        time: budget.elapsed(),
        ..SearchInfo::unsearched(result.score(), pv.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;

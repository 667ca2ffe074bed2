//! The players: every published algorithm under the name that options and commands know it by.

use crate::board::Board;
use crate::eval::published::Published;
use crate::search::techniques::Evaluation;
use crate::search::{Control, Limits, Reporter, SearchResult, Searcher, Techniques};
use crate::types::Depth;

use super::Algorithm;
use super::bstar::bounds::Bounds;

/// How a player finds moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayerSearch {
    /// The engine's alpha-beta under these techniques.
    AlphaBeta(Techniques),
    /// The same to a depth that depends on the men on the board.
    DepthByMen(Techniques),
    /// Something else.
    Other(Algorithm),
}

/// A published algorithm that plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Player {
    /// What options and commands call it.
    pub name: &'static str,
    /// How it finds moves.
    pub search: PlayerSearch,
}

const fn alpha_beta(name: &'static str, techniques: Techniques) -> Player {
    Player::of_techniques(name, techniques)
}

const fn other(name: &'static str, algorithm: Algorithm) -> Player {
    Player {
        name,
        search: PlayerSearch::Other(algorithm),
    }
}

/// All players; the first is the engine at its best.
pub const PLAYERS: [Player; 25] = [
    alpha_beta("tournament", Techniques::TOURNAMENT),
    alpha_beta("piece-order", Techniques::PIECE_ORDER),
    alpha_beta("ordered", Techniques::ORDERED),
    alpha_beta("killers-first", Techniques::KILLERS_FIRST),
    alpha_beta("iid", Techniques::IID),
    alpha_beta("iidew", Techniques::IIDEW),
    alpha_beta("overview", Techniques::OVERVIEW),
    alpha_beta("alpha-beta", Techniques::ALPHA_BETA),
    alpha_beta("aspiration", Techniques::ASPIRATION),
    alpha_beta("minimal-window", Techniques::MINIMAL_WINDOW),
    alpha_beta("deepening", Techniques::DEEPENING),
    alpha_beta("history", Techniques::HISTORY),
    alpha_beta("deepening-history", Techniques::DEEPENING_AND_HISTORY),
    alpha_beta("pvs", Techniques::PVS),
    alpha_beta("mtd-f", Techniques::MTD_F),
    alpha_beta("sss-star", Techniques::SSS_STAR),
    alpha_beta("dual-star", Techniques::DUAL_STAR),
    Player {
        name: "depth-by-men",
        search: PlayerSearch::DepthByMen(Techniques {
            evaluation: Evaluation::Published(Published::Web),
            game_rules: true,
            ..Techniques::ALPHA_BETA
        }),
    },
    other(
        "minimax",
        Algorithm::Minimax(Evaluation::MaterialAndSquares),
    ),
    other("bstar", Algorithm::BStar(Bounds::THESIS_WIDE)),
    other("bstar-tight", Algorithm::BStar(Bounds::THESIS_TIGHT)),
    other("bstar-literal", Algorithm::BStar(Bounds::LITERAL_WIDE)),
    other(
        "bstar-literal-tight",
        Algorithm::BStar(Bounds::LITERAL_TIGHT),
    ),
    other("bstar-potential", Algorithm::BStar(Bounds::Potential)),
    other("bstar-probing", Algorithm::BStar(Bounds::Probing)),
];

impl Player {
    /// The engine at its best.
    pub const TOURNAMENT: Self = PLAYERS[0];

    /// The engine's alpha-beta under some techniques. Whoever plays keeps the rules of the game.
    pub const fn of_techniques(name: &'static str, techniques: Techniques) -> Self {
        let techniques = Techniques {
            game_rules: true,
            ..techniques
        };
        Self {
            name,
            search: PlayerSearch::AlphaBeta(techniques),
        }
    }

    /// The names of all players.
    pub const NAMES: [&'static str; PLAYERS.len()] = {
        let mut names = [""; PLAYERS.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = PLAYERS[i].name;
            i += 1;
        }
        names
    };

    /// The player of this name.
    pub fn named(name: &str) -> Option<Self> {
        PLAYERS.into_iter().find(|player| player.name == name)
    }

    /// The same player with another static evaluation. B* has bounds instead of one.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> Self {
        match &mut self.search {
            PlayerSearch::AlphaBeta(techniques) | PlayerSearch::DepthByMen(techniques) => {
                techniques.evaluation = evaluation;
            }
            PlayerSearch::Other(Algorithm::Minimax(own)) => *own = evaluation,
            PlayerSearch::Other(Algorithm::BStar(_)) => {}
        }
        self
    }

    /// The switches of the engine's alpha-beta; `None` if it is another search.
    pub const fn techniques(&self) -> Option<Techniques> {
        match self.search {
            PlayerSearch::AlphaBeta(techniques) | PlayerSearch::DepthByMen(techniques) => {
                Some(techniques)
            }
            PlayerSearch::Other(_) => None,
        }
    }

    /// Searches by this algorithm. The searcher lends its table, network and rules, and keeps its own
    /// techniques where they are the player's.
    pub fn search(
        &self,
        searcher: &mut Searcher,
        board: &Board,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let (techniques, limits) = match self.search {
            PlayerSearch::Other(algorithm) => {
                return algorithm.search(board, &searcher.rules, limits, control, reporter);
            }
            PlayerSearch::AlphaBeta(techniques) => (techniques, limits.clone()),
            PlayerSearch::DepthByMen(techniques) => {
                let depth = depth_by_men(board.placement().men().count());
                let depth = limits.depth.map_or(depth, |limit| limit.min(depth));
                let limits = Limits {
                    depth: Some(depth),
                    ..limits.clone()
                };
                (techniques, limits)
            }
        };
        searcher.techniques = techniques;
        // A search that something else than its depth may end must have something to show early.
        searcher.techniques.iterative_deepening |= !limits.is_depth_only();
        searcher.search(board, &limits, control, reporter)
    }
}

/// Four plies; five when fewer than 15 men are left, six when fewer than 8 (the report on a web page).
const fn depth_by_men(men: usize) -> Depth {
    match men {
        0..8 => 6,
        8..15 => 5,
        _ => 4,
    }
}

//! How a game ends: mate, stalemate, repetition, natural limit, dead material.
//!
//! [`Rules::ending`] is the referee's question, [`repetition_in_search`] the search's. Both judge a
//! repetition by the same code: `repetition` finds the span and gives each side a level, `chase`
//! says what is really threatened in one position, and `explain` puts it all into words.

mod chase;
mod explain;
mod repetition;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Placement};
use crate::types::{Kind, MoveList, Side, Square};

pub use chase::{Attack, assess, real_threats};
pub use explain::{
    AttackExplanation, Explanation, PlyExplanation, SideExplanation, SpanExplanation,
};
pub use repetition::{Level, repetition, repetition_in_search};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// None: every repetition is a draw.
    AlwaysDraw,
    /// Perpetual check only.
    CheckBan,
    /// Perpetual check, and perpetual chase of one piece.
    #[default]
    AsianRule,
    /// Perpetual check, and perpetual attack: checks, chases and mate threats in any mixture.
    ChineseRule,
}

impl Rule {
    /// All settings.
    pub const ALL: [Self; 4] = [
        Self::AlwaysDraw,
        Self::CheckBan,
        Self::AsianRule,
        Self::ChineseRule,
    ];

    /// The UCCI name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlwaysDraw => "alwaysdraw",
            Self::CheckBan => "checkban",
            Self::AsianRule => "asianrule",
            Self::ChineseRule => "chineserule",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no repetition rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no repetition rule (expected alwaysdraw, checkban, asianrule or chineserule)")]
pub struct ParseRuleError(pub String);

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rule| text.eq_ignore_ascii_case(rule.name()))
            .ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}

/// How a decided game stands for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl Verdict {
    /// The same outcome as the other side sees it.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    /// The winner, given who is to move; `None` for a draw.
    pub const fn winner(self, to_move: Side) -> Option<Side> {
        match self {
            Self::Win => Some(to_move),
            Self::Loss => Some(to_move.opponent()),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        })
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move; it has lost all the same.
    Stalemate,
    /// The position has occurred for the third time.
    Repetition(Verdict),
    /// Too many plies without a capture.
    NaturalLimit,
    /// Neither side has a man that can cross the river.
    DeadMaterial,
}

impl Ending {
    /// What the ending means for the side to move.
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Checkmate | Self::Stalemate => Verdict::Loss,
            Self::Repetition(verdict) => *verdict,
            Self::NaturalLimit | Self::DeadMaterial => Verdict::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition(Verdict::Draw) => "draw by repetition",
            Self::Repetition(_) => "forbidden repetition",
            Self::NaturalLimit => "natural limit",
            Self::DeadMaterial => "dead material",
        })
    }
}

/// The settings a game is played under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What happens to repetitions.
    pub rule: Rule,
    /// Plies without capture that end the game; 0 = no limit.
    pub limit_plies: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            rule: Rule::default(),
            limit_plies: 120,
        }
    }
}

impl Rules {
    /// How the game has ended, if it has. Mate comes before all else, so that it wins on the last
    /// ply of the natural limit too.
    pub fn ending(&self, board: &Board) -> Option<Ending> {
        if !board.has_legal_move() {
            return Some(if board.is_in_check() {
                Ending::Checkmate
            } else {
                Ending::Stalemate
            });
        }
        repetition(board, self.rule, 3)
            .map(Ending::Repetition)
            .or_else(|| self.is_limit_reached(board).then_some(Ending::NaturalLimit))
            .or_else(|| is_dead_material(board.placement()).then_some(Ending::DeadMaterial))
    }

    /// Whether the natural limit is reached.
    #[inline]
    pub const fn is_limit_reached(&self, board: &Board) -> bool {
        self.limit_plies != 0 && board.natural_limit().plies() >= self.limit_plies
    }
}

/// Whether neither side has a rook, horse, cannon or pawn.
#[inline]
pub fn is_dead_material(placement: &Placement) -> bool {
    let is_gone = |kind| {
        Side::BOTH
            .into_iter()
            .flat_map(|side: Side| side.men_of(kind))
            .all(|man| placement.square_of(man) == Square::NONE)
    };
    [Kind::Pawn, Kind::Rook, Kind::Cannon, Kind::Horse]
        .into_iter()
        .all(is_gone)
}

/// Legal moves that would complete a third occurrence and lose the game for the mover.
pub fn losing_repetitions(board: &Board, rules: &Rules) -> MoveList {
    let mut losing = MoveList::new();
    if board.reversible_plies() < 7 || rules.rule == Rule::AlwaysDraw {
        return losing;
    }
    let mut scratch = board.clone();
    for mv in board.legal_moves() {
        scratch.make_move(mv);
        if repetition(&scratch, rules.rule, 3) == Some(Verdict::Win) {
            losing.push(mv);
        }
        scratch.unmake_move();
    }
    losing
}

#[cfg(test)]
mod tests;

//! Evaluations as publications print them, for experiments and for players of their time.
//!
//! - [`Published::Thesis`]: Pei, *Pruning-based search engine for Chinese chess* (thesis, 2009), section 2.4.
//! - [`Published::Relations`]: Yang, *Alpha-Beta man-machine xiangqi* (course report).
//! - [`Published::Web`]: *Chinese chess game playing* (course report, JavaScript).
//!
//! Numbers are the printed ones; where a document prints none, the constant says that it is ours. The
//! kings' values cancel out, because both kings are always there.

mod relations;
pub mod thesis;
mod web;

use std::fmt;

use crate::board::{Board, Placement};
use crate::types::score::MAX_EVAL;
use crate::types::{Kind, Man, Score, Side, Square};

/// An evaluation of the literature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Published {
    Thesis,
    Relations,
    Web,
}

/// One term of an evaluation: red's and black's share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermScore {
    pub name: &'static str,
    pub sides: [Score; 2],
}

impl Published {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Thesis, Self::Relations, Self::Web];

    /// The terms of the evaluation.
    pub fn terms(self, board: &Board) -> Vec<TermScore> {
        match self {
            Self::Thesis => thesis::terms(board).to_vec(),
            Self::Relations => relations::terms(board).to_vec(),
            Self::Web => web::terms(board).to_vec(),
        }
    }

    /// The static score from the view of the side to move.
    pub fn evaluate(self, board: &Board) -> Score {
        let red_minus_black = match self {
            Self::Thesis => total(&thesis::terms(board)),
            Self::Relations => total(&relations::terms(board)),
            Self::Web => total(&web::terms(board)),
        };
        for_mover(red_minus_black, board).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What a pawn is worth, the unit of a narrow window.
    pub const fn pawn(self) -> Score {
        self.value(Kind::Pawn)
    }

    /// What a man of this kind is worth.
    pub const fn value(self, kind: Kind) -> Score {
        let material = match self {
            Self::Thesis => &thesis::MATERIAL,
            Self::Relations => &relations::MATERIAL,
            Self::Web => &web::MATERIAL,
        };
        material[kind.index()]
    }
}

/// Red's sum minus black's.
fn total(terms: &[TermScore]) -> Score {
    terms.iter().map(|term| term.sides[0] - term.sides[1]).sum()
}

/// A score of red's from the view of the side to move.
fn for_mover(score: Score, board: &Board) -> Score {
    match board.side_to_move() {
        Side::Red => score,
        Side::Black => -score,
    }
}

/// The evaluation of a position for people, term by term.
pub struct PublishedBreakdown {
    terms: Vec<TermScore>,
    score: Score,
    side_to_move: Side,
}

impl PublishedBreakdown {
    /// Takes a position apart.
    pub fn new(evaluation: Published, board: &Board) -> Self {
        Self {
            terms: evaluation.terms(board),
            score: evaluation.evaluate(board),
            side_to_move: board.side_to_move(),
        }
    }
}

impl fmt::Display for PublishedBreakdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<14}{:>8}{:>8}{:>14}",
            "term", "red", "black", "red - black"
        )?;
        for TermScore {
            name,
            sides: [red, black],
        } in &self.terms
        {
            writeln!(f, "{name:<14}{red:>8}{black:>8}{:>14}", red - black)?;
        }
        write!(f, "total {} for {} to move", self.score, self.side_to_move)
    }
}

/// A term that is a sum over each side's men.
fn sum_of_men(
    name: &'static str,
    placement: &Placement,
    value: impl Fn(Side, Kind, Square) -> Score,
) -> TermScore {
    let mut sides = [0; 2];
    for (_, piece, square) in placement.men() {
        sides[piece.side.index()] += value(piece.side, piece.kind, square);
    }
    TermScore { name, sides }
}

/// The material term.
fn material(placement: &Placement, values: &[Score; Kind::COUNT]) -> TermScore {
    sum_of_men("material", placement, |_, kind, _| values[kind.index()])
}

/// The mobility term: pseudo-legal moves of each man times the value of his kind.
fn mobility(placement: &Placement, values: &[Score; Kind::COUNT]) -> TermScore {
    let side_sum = |side: Side| {
        let moves = placement.pseudo_legal_moves(side);
        let kinds = moves
            .iter()
            .filter_map(|mv| placement.man_on(mv.from()).kind());
        kinds.map(|kind| values[kind.index()]).sum()
    };
    TermScore {
        name: "mobility",
        sides: Side::BOTH.map(side_sum),
    }
}

/// The men of `side` that attack the square by the way they capture, without `man` himself.
fn attackers(
    placement: &Placement,
    square: Square,
    side: Side,
) -> impl Iterator<Item = (Man, Kind)> {
    let found = placement.attackers(square, side);
    found.map(|(man, piece)| (man, piece.kind))
}

/// The number in a table printed as people look at the board: far rank first, files a to i.
fn printed(table: &[[i16; 9]; 10], side: Side, square: Square) -> Score {
    let own = square.relative_to(side);
    let (row, file) = (9 - usize::from(own.rank()), usize::from(own.file()));
    Score::from(table[row][file])
}

#[cfg(test)]
mod tests;

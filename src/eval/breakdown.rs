//! The evaluation taken apart by term and side.

use std::fmt;

use crate::board::Board;
use crate::nnue::Network;
use crate::types::{Score, Side, Tapered, score};
use crate::weights::{Group, Term};

use super::{FULL_PHASE, Tally, Taper, count_features, drawish};

/// Keeps the terms of one side apart.
#[derive(Clone, Copy, Default)]
struct PerTerm([Tapered; Term::COUNT]);

impl Tally for PerTerm {
    fn add<const N: usize>(&mut self, group: &'static Group<N>, place: usize) {
        self.0[group.term.index()] += group.values[place];
    }
}

/// Every term of the evaluation, for people.
#[derive(Clone, Debug)]
pub struct Breakdown {
    terms: [[Tapered; Term::COUNT]; 2],
    taper: Taper,
    side_to_move: Side,
}

/// Takes the evaluation of the position apart.
pub fn breakdown(board: &Board) -> Breakdown {
    let mut tallies = [PerTerm::default(); 2];
    let taper = count_features(board, &mut tallies);
    Breakdown {
        terms: tallies.map(|tally| tally.0),
        taper,
        side_to_move: board.side_to_move(),
    }
}

/// What the network says of the position, in a sentence to go with the terms.
pub fn what_plays(board: &Board, network: &Network) -> String {
    let network = network.evaluate(board);
    format!(
        "network {network} for {} to move, {} where 100 wins half the games: this is what plays",
        board.side_to_move(),
        score::shown(network)
    )
}

impl Breakdown {
    /// What one term is worth to one side.
    pub const fn term(&self, side: Side, term: Term) -> Tapered {
        self.terms[side.index()][term.index()]
    }

    /// All terms, red minus black.
    pub fn sums(&self) -> Tapered {
        Term::ALL.into_iter().fold(Tapered::ZERO, |sum, term| {
            sum + self.term(Side::Red, term) - self.term(Side::Black, term)
        })
    }

    /// A pair's mix at this game phase.
    fn blend(&self, pair: Tapered) -> Score {
        pair.blend(self.taper.phase, FULL_PHASE)
    }

    /// The score from red's view.
    pub fn red_total(&self) -> Score {
        self.taper.mix(self.sums())
    }

    /// The score from the view of the side to move, as [`super::evaluate`] gives it.
    pub fn total(&self) -> Score {
        match self.side_to_move {
            Side::Red => self.red_total(),
            Side::Black => -self.red_total(),
        }
    }
}

impl fmt::Display for Breakdown {
    /// A table: middlegame, endgame and mix for each side, then the difference.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<14}{:>20}{:>20}{:>20}",
            "", "red", "black", "red - black"
        )?;
        writeln!(f, "{:<14}{}", "term", "    mg    eg   mixed".repeat(3))?;
        let mut rest = self.red_total();
        for term in Term::ALL {
            let (red, black) = (self.term(Side::Red, term), self.term(Side::Black, term));
            write!(f, "{:<14}", term.name())?;
            for pair in [red, black, red - black] {
                let mixed = self.blend(pair);
                write!(f, "{:>6}{:>6}{mixed:>8}", pair.middlegame(), pair.endgame())?;
            }
            writeln!(f)?;
            rest -= self.blend(red - black);
        }
        // What scaling takes away and rounding leaves over: with it, the column sums to the total.
        let name = "drawishness";
        writeln!(f, "{name:<14}{rest:>60}")?;
        let (sums, total) = (self.sums(), self.red_total());
        let (mg, eg) = (sums.middlegame(), sums.endgame());
        writeln!(f, "{:<14}{:>40}{mg:>6}{eg:>6}{total:>8}", "red's total", "")?;
        writeln!(
            f,
            "phase {} of {FULL_PHASE}, {} % of the advantage counts",
            self.taper.phase,
            self.taper.scale(total) * 100 / drawish::FULL
        )?;
        write!(
            f,
            "total {} for {} to move, {} where 100 wins half the games",
            self.total(),
            self.side_to_move,
            score::shown(self.total())
        )
    }
}

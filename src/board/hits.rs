//! Whom the men of a side hit: every attack and every protection of a position at a glance.

use super::Placement;
use crate::templates::{ADVISOR_STEPS, ELEPHANT_JUMPS, KING_STEPS, file_met, rank_met};
use crate::types::{Kind, Man, Side, Square};

/// A set of men of both sides, a bit for each [`Man::index`]. Nobody's bit, 0, may be set too, so that hits on empty
/// squares need no test: a mask of a side's men clears it.
pub type Men = u64;

/// Whom a side's men hit by the way they capture, by the kind of the hitter: enemies are attacked, own men protected.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    pub pawns: Men,
    /// By advisors and elephants.
    pub guards: Men,
    pub king: Men,
    pub horses: Men,
    pub cannons: Men,
    pub rooks: Men,
}

impl Hits {
    /// Whom anybody hits.
    #[inline]
    pub const fn all(&self) -> Men {
        self.pawns | self.guards | self.king | self.horses | self.cannons | self.rooks
    }
}

impl Side {
    /// The side's sixteen men.
    pub const fn all_men(self) -> Men {
        0xffff << self.first_man()
    }
}

#[inline]
const fn bit(man: Man) -> Men {
    1 << man.index()
}

impl Placement {
    /// Whom `side`'s men hit.
    #[inline]
    pub fn hits(&self, side: Side) -> Hits {
        Hits {
            pawns: self.pawn_hits(side),
            guards: self.guard_hits(side),
            king: self.king_hits(side),
            horses: self.hits_of(side, Kind::Horse, Self::horse_hits),
            cannons: self.hits_of(side, Kind::Cannon, Self::cannon_hits),
            rooks: self.hits_of(side, Kind::Rook, Self::rook_hits),
        }
    }

    /// Whom `side`'s men of a kind hit.
    #[inline]
    fn hits_of(&self, side: Side, kind: Kind, hits: impl Fn(&Self, Square) -> Men) -> Men {
        // Both men without a loop: a captured man stands on no square, from where nothing is hit.
        side.men_of(kind).fold(0, |set, man| {
            let from = self.square_of(man);
            if from == Square::NONE {
                set
            } else {
                set | hits(self, from)
            }
        })
    }

    /// Whom a rook on the square hits.
    #[inline]
    pub fn rook_hits(&self, from: Square) -> Men {
        let along_rank = rank_met(from.file(), self.rank_bits(from));
        let along_file = file_met(from.rank(), self.file_bits(from));
        self.men_met(from, along_rank.first, along_file.first)
    }

    /// Whom a cannon on the square hits.
    #[inline]
    pub fn cannon_hits(&self, from: Square) -> Men {
        let along_rank = rank_met(from.file(), self.rank_bits(from));
        let along_file = file_met(from.rank(), self.file_bits(from));
        self.men_met(from, along_rank.second, along_file.second)
    }

    /// The men at these places of a square's rank and file (see [`crate::templates::Met`]).
    #[inline]
    fn men_met(&self, origin: Square, columns: [u8; 2], rows: [u8; 2]) -> Men {
        let (row, column) = (origin.raw() & 0xf0, origin.raw() & 15);
        let on = |raw: u8| bit(self.man_on(Square::from_raw(raw)));
        on(row | columns[0]) | on(row | columns[1]) | on(rows[0] | column) | on(rows[1] | column)
    }

    /// Whom a horse on the square hits.
    #[inline]
    pub fn horse_hits(&self, from: Square) -> Men {
        // Steps to a leg and to the two squares past it. Beside the field nobody stands.
        const LEGS: [[i16; 3]; 4] = [[16, 31, 33], [1, -14, 18], [-1, -18, 14], [-16, -33, -31]];
        LEGS.iter().fold(0, |hits, &[leg, a, b]| {
            let open = Men::from(self.is_empty(from.offset(leg)));
            let on = |step| bit(self.man_on(from.offset(step)));
            hits | ((on(a) | on(b)) * open)
        })
    }

    /// Whom `side`'s king hits.
    #[inline]
    pub fn king_hits(&self, side: Side) -> Men {
        self.men_on(KING_STEPS[self.king_square(side).index()])
    }

    /// Whom `side`'s advisors and elephants hit.
    #[inline]
    pub fn guard_hits(&self, side: Side) -> Men {
        let mut hits = 0;
        for man in side.men_of(Kind::Advisor) {
            hits |= self.men_on(ADVISOR_STEPS[self.square_of(man).index()]);
        }
        for man in side.men_of(Kind::Elephant) {
            let jumps = ELEPHANT_JUMPS[self.square_of(man).index()].iter();
            for jump in jumps.take_while(|jump| jump.target != Square::NONE) {
                let open = Men::from(self.is_empty(jump.eye));
                hits |= bit(self.man_on(jump.target)) * open;
            }
        }
        hits
    }

    /// The men on the squares of a list that ends with `NONE`. It is short and seldom changes its length.
    #[inline]
    fn men_on(&self, squares: [Square; 4]) -> Men {
        let squares = squares
            .into_iter()
            .take_while(|&square| square != Square::NONE);
        squares.fold(0, |men, square| men | bit(self.man_on(square)))
    }

    /// Whom `side`'s pawns hit.
    #[inline]
    pub fn pawn_hits(&self, side: Side) -> Men {
        side.men_of(Kind::Pawn).fold(0, |hits, man| {
            let from = self.square_of(man);
            let on = |step| bit(self.man_on(from.offset(step)));
            // Beside the field nobody stands, nor around the place of captured men.
            let hits = hits | on(side.forward());
            if from.is_home(side) {
                hits
            } else {
                hits | on(Square::EAST) | on(-Square::EAST)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// The same by asking for the attackers of every man.
    fn slow_hits(placement: &Placement, side: Side) -> Hits {
        let mut hits = Hits::default();
        for (victim, _, square) in placement.men() {
            for (_, piece) in placement.attackers(square, side) {
                let set = match piece.kind {
                    Kind::King => &mut hits.king,
                    Kind::Advisor | Kind::Elephant => &mut hits.guards,
                    Kind::Horse => &mut hits.horses,
                    Kind::Rook => &mut hits.rooks,
                    Kind::Cannon => &mut hits.cannons,
                    Kind::Pawn => &mut hits.pawns,
                };
                *set |= bit(victim);
            }
        }
        hits
    }

    #[test]
    fn hits_are_what_asking_for_attackers_says() {
        use proptest::prelude::*;
        let moves = proptest::collection::vec(any::<prop::sample::Index>(), 0..120);
        proptest!(|(moves in moves)| {
            let mut board = Board::start();
            for choice in &moves {
                let legal = board.legal_moves();
                if legal.is_empty() {
                    break;
                }
                board.make_move(legal[choice.index(legal.len())]);
            }
            let placement = board.placement();
            let men = placement.men_bits();
            for side in Side::BOTH {
                // Kings do not protect or attack each other along their file here.
                let sets = |hits: Hits| {
                    let Hits { pawns, guards, king, horses, cannons, rooks } = hits;
                    [pawns, guards, king, horses, cannons, rooks].map(|set| set & men)
                };
                let found = sets(placement.hits(side));
                prop_assert_eq!(found, sets(slow_hits(placement, side)));
            }
        });
    }
}

//! Whom the men of a side hit: every attack and every protection of a position at a glance.

use super::Placement;
use crate::templates::{ADVISOR_STEPS, ELEPHANT_JUMPS, HORSE_LEGS, KING_STEPS, PAWN_STEPS};
use crate::types::{Kind, Man, Side, Square};

/// A set of men of both sides, a bit for each [`Man::index`]. Nobody's bit, 0, may be set too, so that hits on empty
/// squares need no test: a mask of a side's men clears it.
pub type Men = u64;

/// Whom a side's men hit by the way they capture, by the kind of the hitter: enemies are attacked, own men protected.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    pub pawns: Men,
    /// By king, advisors and elephants.
    pub guards: Men,
    pub horses: Men,
    pub cannons: Men,
    pub rooks: Men,
}

impl Hits {
    /// Whom anybody hits.
    #[inline]
    pub const fn all(&self) -> Men {
        self.pawns | self.guards | self.horses | self.cannons | self.rooks
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
        let (along_rank, along_file) = (self.rank_slide(from), self.file_slide(from));
        self.line_hits(from, along_rank.first, along_file.first)
    }

    /// Whom a cannon on the square hits.
    #[inline]
    pub fn cannon_hits(&self, from: Square) -> Men {
        let (along_rank, along_file) = (self.rank_slide(from), self.file_slide(from));
        self.line_hits(from, along_rank.second, along_file.second)
    }

    /// Whom a horse on the square hits.
    #[inline]
    pub fn horse_hits(&self, from: Square) -> Men {
        HORSE_LEGS[from.index()].iter().fold(0, |hits, leg| {
            let [a, b] = leg.targets;
            let open = Men::from(self.is_empty(leg.leg));
            hits | ((bit(self.man_on(a)) | bit(self.man_on(b))) * open)
        })
    }

    /// Whom `side`'s king, advisors and elephants hit.
    #[inline]
    pub fn guard_hits(&self, side: Side) -> Men {
        let mut hits = 0;
        for to in KING_STEPS[self.king_square(side).index()] {
            hits |= bit(self.man_on(to));
        }
        for man in side.men_of(Kind::Advisor) {
            for to in ADVISOR_STEPS[self.square_of(man).index()] {
                hits |= bit(self.man_on(to));
            }
        }
        for man in side.men_of(Kind::Elephant) {
            for jump in &ELEPHANT_JUMPS[self.square_of(man).index()] {
                let open = Men::from(self.is_empty(jump.eye));
                hits |= bit(self.man_on(jump.target)) * open;
            }
        }
        hits
    }

    /// Whom `side`'s pawns hit.
    #[inline]
    pub fn pawn_hits(&self, side: Side) -> Men {
        side.men_of(Kind::Pawn).fold(0, |hits, man| {
            let [ahead, east, west] = PAWN_STEPS[side.index()][self.square_of(man).index()];
            hits | bit(self.man_on(ahead)) | bit(self.man_on(east)) | bit(self.man_on(west))
        })
    }

    /// The men on at most two bits of a square's rank and two of its file.
    #[inline]
    pub fn line_hits(&self, origin: Square, rank: u16, file: u16) -> Men {
        // A bit beyond the field stands for "none": column and row 15 are empty.
        const OFF: u16 = 1 << 12;
        let (row, column) = (origin.raw() & 0xf0, origin.raw() & 15);
        let on_rank = |bits: u16| {
            let file = (bits | OFF).trailing_zeros() as u8;
            bit(self.man_on(Square::from_raw(row | (file + 3))))
        };
        let on_file = |bits: u16| {
            let rank = (bits | OFF).trailing_zeros() as u8;
            bit(self.man_on(Square::from_raw((rank + 3) << 4 | column)))
        };
        on_rank(rank)
            | on_rank(rank & rank.wrapping_sub(1))
            | on_file(file)
            | on_file(file & file.wrapping_sub(1))
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
                    Kind::King | Kind::Advisor | Kind::Elephant => &mut hits.guards,
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
                let Hits { pawns, guards, horses, cannons, rooks } = placement.hits(side);
                // Kings do not protect or attack each other along their file here.
                let found = [pawns, guards, horses, cannons, rooks].map(|set| set & men);
                let slow = slow_hits(placement, side);
                let expected = [slow.pawns, slow.guards, slow.horses, slow.cannons, slow.rooks];
                prop_assert_eq!(found, expected);
            }
        });
    }
}

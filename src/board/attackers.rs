//! Who attacks one square, cheapest first: for exchanges, and for men in danger.

use arrayvec::ArrayVec;

use super::attacks::is_hit;
use super::{EXCHANGE, Placement};
use crate::templates::{
    ADVISOR_STEPS, ELEPHANT_JUMPS, KING_STEPS, PAWN_STEPS, file_slide, horse_leg, rank_slide,
};
use crate::types::{Kind, Man, Piece, Side, Square};

/// The attackers of a square, while some of them may have left theirs. Nothing is moved.
pub(super) struct Attackers<'a> {
    pub(super) placement: &'a Placement,
    pub(super) target: Square,
    /// The squares that have been left, in turn; their men stand on the target or are gone.
    pub(super) vacated: ArrayVec<Square, 32>,
    /// Occupancy of the target's rank and file as it is now.
    rank: u16,
    file: u16,
}

impl<'a> Attackers<'a> {
    /// The attackers of a square, where somebody stands or will stand.
    #[inline]
    pub(super) fn of(placement: &'a Placement, target: Square) -> Self {
        Self {
            placement,
            target,
            vacated: ArrayVec::new(),
            rank: placement.rank_bits(target) | 1 << (target.file() & 15),
            file: placement.file_bits(target) | 1 << (target.rank() & 15),
        }
    }

    /// The man on the square leaves it: whoever stands behind him attacks, or does so no longer.
    pub(super) fn vacate(&mut self, from: Square) {
        self.vacated.push(from);
        if from.row() == self.target.row() {
            self.rank &= !(1 << (from.file() & 15));
        }
        if from.column() == self.target.column() {
            self.file &= !(1 << (from.rank() & 15));
        }
    }

    /// Where the man stands now; `NONE` if he has left his square or fell before.
    #[inline]
    fn square_of(&self, man: Man) -> Square {
        let square = self.placement.square_of(man);
        if square == self.target || self.vacated.contains(&square) {
            Square::NONE
        } else {
            square
        }
    }

    #[inline]
    fn is_empty(&self, square: Square) -> bool {
        self.placement.is_empty(square) || self.vacated.contains(&square)
    }

    /// The cheapest man of `side` that attacks the target by the way he captures, of those whose squares
    /// are accepted.
    #[inline]
    pub(super) fn cheapest(
        &self,
        side: Side,
        accept: impl Fn(Square) -> bool,
    ) -> Option<(Square, Kind)> {
        let target = self.target;
        let find = |kind: Kind, reaches: &dyn Fn(Square) -> bool| {
            side.men_of(kind)
                .map(|man| self.square_of(man))
                .find(|&from| from != Square::NONE && reaches(from) && accept(from))
                .map(|from| (from, kind))
        };
        let pawn = self.pawns(side).find(|&from| accept(from));
        if let Some(from) = pawn {
            return Some((from, Kind::Pawn));
        }
        if target.is_home(side) {
            let by_step = |from: Square| ADVISOR_STEPS[from.index()].contains(&target);
            let by_jump = |from: Square| {
                let mut jumps = ELEPHANT_JUMPS[from.index()].iter();
                jumps.any(|jump| jump.target == target && self.is_empty(jump.eye))
            };
            let guard = find(Kind::Advisor, &by_step).or_else(|| find(Kind::Elephant, &by_jump));
            if guard.is_some() {
                return guard;
            }
        }
        let by_leg = |from| horse_leg(from, target).is_some_and(|leg| self.is_empty(leg));
        let horse = find(Kind::Horse, &by_leg);
        if horse.is_some() {
            return horse;
        }
        let along_rank = rank_slide(target.file(), self.rank);
        let along_file = file_slide(target.rank(), self.file);
        find(Kind::Cannon, &|from| {
            is_hit(target, from, along_rank.second, along_file.second)
        })
        .or_else(|| {
            find(Kind::Rook, &|from| {
                is_hit(target, from, along_rank.first, along_file.first)
            })
        })
        .or_else(|| {
            find(Kind::King, &|from| {
                KING_STEPS[from.index()].contains(&target)
            })
        })
    }

    /// Where pawns of `side` stand that attack the target.
    #[inline]
    fn pawns(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let is_pawn = move |from: &Square| {
            let man = self.placement.man_on(*from);
            man.belongs_to(side)
                && man.kind() == Some(Kind::Pawn)
                && PAWN_STEPS[side.index()][from.index()].contains(&self.target)
                && !self.vacated.contains(from)
        };
        [-side.forward(), Square::EAST, -Square::EAST]
            .into_iter()
            .map(|step| self.target.offset(step))
            .filter(is_pawn)
    }
}

impl Placement {
    /// `side`'s rooks, horses and cannons that a cheaper man attacks, or anybody while nobody protects
    /// them, as a set (see [`Man::bit`]).
    pub fn men_in_danger(&self, side: Side) -> u16 {
        let mut danger = 0;
        for kind in [Kind::Rook, Kind::Horse, Kind::Cannon] {
            for man in side.men_of(kind) {
                let square = self.square_of(man);
                if square != Square::NONE
                    && let Some(attacker) = self.cheapest_attacker(square, side.opponent())
                    && (EXCHANGE[attacker.index()] < EXCHANGE[kind.index()]
                        || self.cheapest_attacker(square, side).is_none())
                {
                    danger |= man.bit();
                }
            }
        }
        danger
    }

    /// The kind of `side`'s least valuable man that attacks the square by the way he captures.
    pub fn cheapest_attacker(&self, square: Square, side: Side) -> Option<Kind> {
        let cheapest = Attackers::of(self, square).cheapest(side, |_| true);
        cheapest.map(|(_, kind)| kind)
    }

    /// `side`'s men that attack the square by the way they capture.
    pub fn attackers(&self, square: Square, side: Side) -> impl Iterator<Item = (Man, Piece)> + '_ {
        side.men().filter_map(move |man| {
            let from = self.square_of(man);
            let piece = man.piece()?;
            let screens = u32::from(piece.kind == Kind::Cannon);
            let hits = from != Square::NONE
                && match piece.kind {
                    Kind::Rook | Kind::Cannon => {
                        self.blockers_between(from, square) == Some(screens)
                    }
                    _ => self.reaches(piece, from, square),
                };
            hits.then_some((man, piece))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::types::{Side, Square};

    /// The squares of red's men in danger.
    fn in_danger(fen: &str) -> Vec<Square> {
        let board = Board::from_fen(fen).expect("a position");
        let placement = board.placement();
        let danger = placement.men_in_danger(Side::Red);
        let men = placement.men();
        men.filter(|(man, piece, _)| piece.side == Side::Red && danger & man.bit() != 0)
            .map(|(_, _, square)| square)
            .collect()
    }

    #[test]
    fn in_danger_is_whom_a_cheaper_man_attacks_or_nobody_protects() {
        let at = |square: &str| vec![square.parse::<Square>().expect("a square")];
        // The horse on c5 attacks the rook on d3, protected or not.
        assert_eq!(in_danger("5k3/9/9/9/2n6/9/3R5/9/9/3RK4 w"), at("d3"));
        // A cannon attacks a cannon over a screen: only if nobody protects it.
        assert_eq!(in_danger("5k3/9/2c6/9/2p6/9/2C6/9/9/4K4 w"), at("c3"));
        assert_eq!(in_danger("5k3/9/2c6/9/2p6/9/2C6/9/9/2R1K4 w"), []);
    }
}

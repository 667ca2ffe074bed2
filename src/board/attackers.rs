//! Who attacks one square, cheapest first: for exchanges, and for men in danger.

use arrayvec::ArrayVec;

use super::attacks::is_hit;
use super::placement::men_in;
use super::{Men, Placement};
use crate::templates::{
    ADVISOR_STEPS, ELEPHANT_JUMPS, KING_STEPS, elephant_eye, file_slide, horse_leg, rank_slide,
};
use crate::types::{Kind, Man, Piece, Side, Square};

/// The attackers of a square, while some of them may have left theirs. Nothing is moved.
pub(super) struct Attackers<'a> {
    pub(super) placement: &'a Placement,
    pub(super) target: Square,
    /// The squares that have been left, in turn.
    pub(super) vacated: ArrayVec<Square, 32>,
    /// The men still on their squares, a bit for each [`Man::index`]; the others stand on the target or fell
    /// there.
    present: u64,
    /// Occupancy of the target's rank and file as it is now.
    rank: u16,
    file: u16,
}

impl<'a> Attackers<'a> {
    /// The attackers of a square, where somebody stands or will stand.
    #[inline]
    pub(super) fn of(placement: &'a Placement, target: Square) -> Self {
        let on_target = 1 << placement.man_on(target).index();
        Self {
            placement,
            target,
            vacated: ArrayVec::new(),
            present: placement.men_bits() & !on_target,
            rank: placement.rank_bits(target),
            file: placement.file_bits(target),
        }
    }

    /// The man on the square leaves it: whoever stands behind him attacks, or does so no longer.
    #[inline]
    pub(super) fn vacate(&mut self, from: Square) {
        self.vacated.push(from);
        self.present &= !(1 << self.placement.man_on(from).index());
        if from.row() == self.target.row() {
            self.rank &= !(1 << (from.file() & 15));
        }
        if from.column() == self.target.column() {
            self.file &= !(1 << (from.rank() & 15));
        }
    }

    /// Whether the man still stands where the placement has him.
    #[inline]
    pub(super) fn is_present(&self, man: Man) -> bool {
        self.present >> man.index() & 1 != 0
    }

    /// Whether nobody stands on the square, the target apart.
    #[inline]
    pub(super) fn is_empty(&self, square: Square) -> bool {
        !self.is_present(self.placement.man_on(square))
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
        if let Some(from) = self.pawn(side, &accept) {
            return Some((from, Kind::Pawn));
        }
        if target.is_home(side) {
            // Few squares are reached by an advisor or an elephant at all.
            let by_step = |from: Square| ADVISOR_STEPS[from.index()].contains(&target);
            if ADVISOR_STEPS[target.index()][0] != Square::NONE
                && let Some(advisor) = self.find(side, Kind::Advisor, by_step, &accept)
            {
                return Some(advisor);
            }
            let by_jump = |from| elephant_eye(from, target).is_some_and(|eye| self.is_empty(eye));
            if ELEPHANT_JUMPS[target.index()][0].target != Square::NONE
                && let Some(elephant) = self.find(side, Kind::Elephant, by_jump, &accept)
            {
                return Some(elephant);
            }
        }
        let by_leg = |from| horse_leg(from, target).is_some_and(|leg| self.is_empty(leg));
        let horse = self.find(side, Kind::Horse, by_leg, &accept);
        if horse.is_some() {
            return horse;
        }
        let along_rank = rank_slide(target.file(), self.rank);
        let along_file = file_slide(target.rank(), self.file);
        let over_a_screen = |from| is_hit(target, from, along_rank.second, along_file.second);
        let along_a_line = |from| is_hit(target, from, along_rank.first, along_file.first);
        let by_king = |from: Square| KING_STEPS[from.index()].contains(&target);
        self.find(side, Kind::Cannon, over_a_screen, &accept)
            .or_else(|| self.find(side, Kind::Rook, along_a_line, &accept))
            .or_else(|| self.find(side, Kind::King, by_king, &accept))
    }

    /// `side`'s men of a kind who are still on their squares (see [`Man::bit`]).
    #[inline]
    const fn of_kind(&self, side: Side, kind: Kind) -> u16 {
        (self.present >> side.first_man()) as u16 & kind.men_bits()
    }

    /// The first of `side`'s men of a kind who reaches the target from an accepted square.
    #[inline]
    fn find(
        &self,
        side: Side,
        kind: Kind,
        reaches: impl Fn(Square) -> bool,
        accept: impl Fn(Square) -> bool,
    ) -> Option<(Square, Kind)> {
        men_in(side, self.of_kind(side, kind))
            .map(|man| self.placement.square_of(man))
            .find(|&from| reaches(from) && accept(from))
            .map(|from| (from, kind))
    }

    /// Where a pawn of `side` stands that attacks the target: behind it, or past the river beside it.
    #[inline]
    fn pawn(&self, side: Side, accept: impl Fn(Square) -> bool) -> Option<Square> {
        let pawns = self.of_kind(side, Kind::Pawn);
        if pawns == 0 {
            return None;
        }
        let from = |step| {
            let from = self.target.offset(step);
            let man = self.placement.man_on(from);
            let is_pawn = man.belongs_to(side) && pawns & man.bit() != 0;
            (is_pawn && accept(from)).then_some(from)
        };
        let behind = from(-side.forward());
        if behind.is_some() || self.target.is_home(side) {
            return behind;
        }
        from(Square::EAST).or_else(|| from(-Square::EAST))
    }
}

impl Placement {
    /// `side`'s rooks, horses and cannons that a cheaper man attacks, or anybody while nobody protects
    /// them, as a set (see [`Man::bit`]).
    pub fn men_in_danger(&self, side: Side) -> u16 {
        const ROOKS: u16 = Kind::Rook.men_bits();
        const MINORS: u16 = Kind::Horse.men_bits() | Kind::Cannon.men_bits();
        let own = |men: Men| (men >> side.first_man()) as u16;
        let enemy = self.hits(side.opponent());
        let by_cheap = enemy.pawns | enemy.guards;
        let by_cheaper_than_rook = by_cheap | enemy.horses | enemy.cannons;
        let by_cheaper = own(by_cheap) & MINORS | own(by_cheaper_than_rook) & ROOKS;
        let by_others = own(enemy.all()) & (ROOKS | MINORS) & !by_cheaper;
        if by_others == 0 {
            return by_cheaper;
        }
        by_cheaper | by_others & !own(self.hits(side).all())
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
    use crate::board::{Board, EXCHANGE, Placement};
    use crate::types::{Kind, Side, Square};

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

    /// The same by asking for the attackers of every man.
    fn slow_danger(placement: &Placement, side: Side) -> u16 {
        let value = |kind: Kind| EXCHANGE[kind.index()];
        let men = placement.men().filter(|(_, piece, _)| {
            piece.side == side && matches!(piece.kind, Kind::Rook | Kind::Horse | Kind::Cannon)
        });
        men.fold(0, |danger, (man, piece, square)| {
            let attackers = placement.attackers(square, side.opponent());
            let cheapest = attackers.map(|(_, piece)| value(piece.kind)).min();
            let is_protected = placement.attackers(square, side).next().is_some();
            let is_in_danger = cheapest.is_some_and(|it| it < value(piece.kind) || !is_protected);
            danger | if is_in_danger { man.bit() } else { 0 }
        })
    }

    #[test]
    fn danger_is_what_asking_for_attackers_says() {
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
            for side in Side::BOTH {
                let placement = board.placement();
                prop_assert_eq!(placement.men_in_danger(side), slow_danger(placement, side));
            }
        });
    }
}

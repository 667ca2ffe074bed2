//! Who attacks what: pseudo-legal reach of one man, attacks on a king, and the king's weak lines.

use crate::templates::{
    ADVISOR_STEPS, ELEPHANT_JUMPS, KING_STEPS, PAWN_STEPS, between, file_slide, horse_leg,
    rank_slide,
};
use crate::types::{Kind, Man, Move, Piece, Side, Square};

use super::Placement;
use super::attackers::Attackers;

/// What can go wrong for a king when one of his men moves: enough to prove most moves legal.
#[derive(Clone, Copy, Debug)]
pub struct KingSafety {
    king: Square,
    king_man: Man,
    in_check: bool,
    /// Own men that stand between the king and an enemy (see [`Man::bit`]).
    pinned: u16,
    /// Squares on the king's rank and file on which an arriving man would be an enemy cannon's screen.
    hollow_rank: u16,
    hollow_file: u16,
}

impl KingSafety {
    /// Whether a pseudo-legal move cannot expose the king. `false` means only: look closer.
    #[inline]
    pub fn proves_safe(&self, man: Man, to: Square) -> bool {
        !self.in_check
            && man != self.king_man
            && self.pinned & man.bit() == 0
            && (self.is_solid() || !self.is_hollow(to))
    }

    /// Whether every move of this man is safe wherever he goes.
    #[inline]
    pub(super) fn frees(&self, man: Man) -> bool {
        !self.in_check && man != self.king_man && self.pinned & man.bit() == 0 && self.is_solid()
    }

    #[inline]
    fn is_solid(&self) -> bool {
        self.hollow_rank | self.hollow_file == 0
    }

    #[inline]
    fn is_hollow(&self, to: Square) -> bool {
        (to.row() == self.king.row() && self.hollow_rank >> to.file() & 1 != 0)
            || (to.column() == self.king.column() && self.hollow_file >> to.rank() & 1 != 0)
    }
}

/// Whether `from` is among the hits along the rank or the file of `center`.
#[inline]
pub(super) fn is_hit(center: Square, from: Square, rank_hits: u16, file_hits: u16) -> bool {
    (from.row() == center.row() && rank_hits >> (from.file() & 15) & 1 != 0)
        || (from.column() == center.column() && file_hits >> (from.rank() & 15) & 1 != 0)
}

/// A king's square and the occupancy of his rank and file, which may differ from a placement's.
struct Lines {
    king: Square,
    rank: u16,
    file: u16,
    /// His enemies among them.
    enemies_on_rank: u16,
    enemies_on_file: u16,
}

impl Lines {
    #[inline]
    fn through(placement: &Placement, king: Square, enemy: Side) -> Self {
        Self {
            king,
            rank: placement.rank_bits(king),
            file: placement.file_bits(king),
            enemies_on_rank: placement.rank_of(enemy, king),
            enemies_on_file: placement.file_of(enemy, king),
        }
    }

    /// Somebody leaves the square.
    #[inline]
    fn clear(&mut self, square: Square) {
        if square.row() == self.king.row() {
            self.rank &= !(1 << (square.file() & 15));
            self.enemies_on_rank &= self.rank;
        }
        if square.column() == self.king.column() {
            self.file &= !(1 << (square.rank() & 15));
            self.enemies_on_file &= self.file;
        }
    }

    /// Somebody arrives on the square, an enemy or not.
    #[inline]
    fn fill(&mut self, square: Square, is_enemy: bool) {
        let set = |bits: u16, bit: u16, value: bool| bits & !bit | if value { bit } else { 0 };
        if square.row() == self.king.row() {
            let bit = 1 << (square.file() & 15);
            self.rank |= bit;
            self.enemies_on_rank = set(self.enemies_on_rank, bit, is_enemy);
        }
        if square.column() == self.king.column() {
            let bit = 1 << (square.rank() & 15);
            self.file |= bit;
            self.enemies_on_file = set(self.enemies_on_file, bit, is_enemy);
        }
    }

    /// Whether the king of `side` is attacked: `now` says where an enemy man is, `is_open` whether a horse's
    /// leg is free, `man_on` who stands on a square.
    #[inline]
    fn are_attacked(
        &self,
        placement: &Placement,
        side: Side,
        now: impl Fn(Man) -> Square,
        is_open: impl Fn(Square) -> bool,
        man_on: impl Fn(Square) -> Man,
    ) -> bool {
        const ROOK: u16 = Kind::Rook.men_bits();
        const CANNON: u16 = Kind::Cannon.men_bits();
        const KING: u16 = Kind::King.men_bits();
        let (king, enemy) = (self.king, side.opponent());
        let along_rank = rank_slide(king.file(), self.rank);
        let along_file = file_slide(king.rank(), self.file);
        // Whether a man of some kinds stands on one of the places of a line.
        let on_rank = |places: u16, kinds| {
            let on = |file| man_on(Square::new(file, king.rank()));
            bits_of(places & self.enemies_on_rank).any(|file| on(file).bit() & kinds != 0)
        };
        let on_file = |places: u16, kinds| {
            let on = |rank| man_on(Square::new(king.file(), rank));
            bits_of(places & self.enemies_on_file).any(|rank| on(rank).bit() & kinds != 0)
        };

        on_rank(along_rank.first, ROOK)
            || on_rank(along_rank.second, CANNON)
            || on_file(along_file.first, ROOK | KING)
            || on_file(along_file.second, CANNON)
            || placement.living_men(enemy, Kind::Horse).any(|man| {
                let horse = now(man);
                horse_leg(horse, king).is_some_and(|leg| horse != Square::NONE && is_open(leg))
            })
            || [side.forward(), Square::EAST, -Square::EAST]
                .into_iter()
                .any(|step| {
                    let man = man_on(king.offset(step));
                    man.belongs_to(enemy) && man.kind() == Some(Kind::Pawn)
                })
    }
}

/// The numbers of the bits that are set.
#[inline]
fn bits_of(mut bits: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            bit
        })
    })
}

impl Attackers<'_> {
    /// Whether `side`'s king is attacked after its man has captured on the target from `from`.
    pub(super) fn is_king_attacked_after(&self, side: Side, from: Square) -> bool {
        let (placement, target) = (self.placement, self.target);
        let own_king = placement.king_square(side);
        let king = if from == own_king { target } else { own_king };
        let mut lines = Lines::through(placement, king, side.opponent());
        for &square in self.vacated.iter().chain([&from]) {
            lines.clear(square);
        }
        lines.fill(target, false);
        let now = |man: Man| {
            if self.is_present(man) {
                placement.square_of(man)
            } else {
                Square::NONE
            }
        };
        let is_open = |leg| leg != target && (leg == from || self.is_empty(leg));
        let man_on = |square: Square| {
            let man = placement.man_on(square);
            if self.is_present(man) { man } else { Man::NONE }
        };
        lines.are_attacked(placement, side, now, is_open, man_on)
    }
}

impl Placement {
    /// Whether the man standing on `from` reaches `to` by the way his kind moves and captures,
    /// ignoring who stands on `to` except that a cannon needs its screen to capture.
    pub fn reaches(&self, piece: Piece, from: Square, to: Square) -> bool {
        match piece.kind {
            Kind::King => KING_STEPS[from.index()].contains(&to),
            Kind::Advisor => ADVISOR_STEPS[from.index()].contains(&to),
            Kind::Elephant => ELEPHANT_JUMPS[from.index()]
                .iter()
                .any(|jump| jump.target == to && self.is_empty(jump.eye)),
            Kind::Horse => horse_leg(from, to).is_some_and(|leg| self.is_empty(leg)),
            Kind::Pawn => PAWN_STEPS[piece.side.index()][from.index()].contains(&to),
            Kind::Rook => self.blockers_between(from, to) == Some(0),
            Kind::Cannon => {
                let screens = u32::from(!self.is_empty(to));
                self.blockers_between(from, to) == Some(screens)
            }
        }
    }

    /// How many men stand strictly between two squares of one line; `None` if they share no line.
    #[inline]
    pub fn blockers_between(&self, a: Square, b: Square) -> Option<u32> {
        let men = if a == b {
            return None;
        } else if a.row() == b.row() {
            self.rank_bits(a) & between(a.file(), b.file())
        } else if a.column() == b.column() {
            self.file_bits(a) & between(a.rank(), b.rank())
        } else {
            return None;
        };
        Some(men.count_ones())
    }

    /// Whether `side`'s king is attacked, facing the other king included.
    #[inline]
    pub fn is_king_attacked(&self, side: Side) -> bool {
        // A man who is nowhere moves from nowhere to nowhere: the position as it stands.
        self.is_king_attacked_with(side, Man::NONE, Square::NONE, Square::NONE)
    }

    /// Whether `side`'s king is attacked after the pseudo-legal move `mv` of either side.
    #[inline]
    pub fn is_king_attacked_after(&self, side: Side, mv: Move) -> bool {
        self.is_king_attacked_with(side, self.man_on(mv.from()), mv.from(), mv.to())
    }

    /// The attack test on a board where `mover` has gone from `from` to `to`, without moving him.
    #[inline]
    fn is_king_attacked_with(&self, side: Side, mover: Man, from: Square, to: Square) -> bool {
        let king = if mover == side.king() {
            to
        } else {
            self.king_square(side)
        };
        // Where an enemy man is after the move; whoever stood on `to` is gone.
        let now = |man: Man| {
            let square = self.square_of(man);
            if man == mover {
                to
            } else if square == to {
                Square::NONE
            } else {
                square
            }
        };

        let mut lines = Lines::through(self, king, side.opponent());
        lines.clear(from);
        lines.fill(to, mover.belongs_to(side.opponent()));
        let is_open = |leg| leg != to && (leg == from || self.is_empty(leg));
        let man_on = |square| {
            if square == to {
                mover
            } else if square == from {
                Man::NONE
            } else {
                self.man_on(square)
            }
        };
        lines.are_attacked(self, side, now, is_open, man_on)
    }

    /// Collects what could expose `side`'s king when one of his men moves.
    pub fn king_safety(&self, side: Side, in_check: bool) -> KingSafety {
        let enemy = side.opponent();
        let king = self.king_square(side);
        let mut safety = KingSafety {
            king,
            king_man: side.king(),
            in_check,
            pinned: 0,
            hollow_rank: 0,
            hollow_file: 0,
        };
        let along_rank = self.rank_slide(king);
        let along_file = self.file_slide(king);
        let own_rank = self.rank_of(side, king);
        let own_file = self.file_of(side, king);

        // Men of `bits` on the king's rank (file): pinned.
        let pin_rank = |safety: &mut KingSafety, mut bits: u16| {
            while bits != 0 {
                let square = Square::new(bits.trailing_zeros() as u8, king.rank());
                safety.pinned |= self.man_on(square).bit();
                bits &= bits - 1;
            }
        };
        let pin_file = |safety: &mut KingSafety, mut bits: u16| {
            while bits != 0 {
                let square = Square::new(king.file(), bits.trailing_zeros() as u8);
                safety.pinned |= self.man_on(square).bit();
                bits &= bits - 1;
            }
        };

        for man in enemy.men_of(Kind::Rook) {
            let rook = self.square_of(man);
            if rook.row() == king.row() && along_rank.second >> rook.file() & 1 != 0 {
                pin_rank(&mut safety, own_rank & between(king.file(), rook.file()));
            } else if rook.column() == king.column() && along_file.second >> rook.rank() & 1 != 0 {
                pin_file(&mut safety, own_file & between(king.rank(), rook.rank()));
            }
        }
        for man in enemy.men_of(Kind::Cannon) {
            let cannon = self.square_of(man);
            if cannon.row() == king.row() {
                let gap = between(king.file(), cannon.file());
                if along_rank.first >> cannon.file() & 1 != 0 {
                    safety.hollow_rank |= gap;
                } else if along_rank.third >> cannon.file() & 1 != 0 {
                    pin_rank(&mut safety, own_rank & gap);
                }
            } else if cannon.column() == king.column() {
                let gap = between(king.rank(), cannon.rank());
                if along_file.first >> cannon.rank() & 1 != 0 {
                    safety.hollow_file |= gap;
                } else if along_file.third >> cannon.rank() & 1 != 0 {
                    pin_file(&mut safety, own_file & gap);
                }
            }
        }
        for man in enemy.men_of(Kind::Horse) {
            let horse = self.square_of(man);
            if let Some(leg) = horse_leg(horse, king) {
                let blocker = self.man_on(leg);
                if horse != Square::NONE && blocker.belongs_to(side) {
                    safety.pinned |= blocker.bit();
                }
            }
        }
        let facing = self.king_square(enemy);
        if facing.column() == king.column() && along_file.second >> facing.rank() & 1 != 0 {
            pin_file(&mut safety, own_file & between(king.rank(), facing.rank()));
        }
        safety
    }
}

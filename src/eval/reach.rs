//! One walk over a side's men: what each reaches, as sets of men, and what can be counted on the way.
//!
//! A set of men is a `u64` with a bit per identity of either side. Nobody has bit 0, so that hits on
//! empty squares need no test; [`Reach`] users mask it away with a side's men.

use crate::board::Placement;
use crate::templates::{ADVISOR_STEPS, BISHOP_JUMPS, KING_STEPS, KNIGHT_LEGS, PAWN_STEPS, Slide};
use crate::types::{Kind, Man, Side, Square};
use crate::weights::{
    CANNON_MOBILITY, CANNON_ON_KING_FILE, CANNON_ON_KING_RANK, HOLLOW_CANNON_ROOKS,
    KNIGHT_MOBILITY, KNIGHT_TO_KING, PAIRED_PAWNS, PALACE_KNIGHT, PAWN_AGAINST_ADVISORS,
    ROOK_MOBILITY, ROOK_TO_KING_FILE,
};

use super::Tally;

/// A set of men of both sides, by identity.
pub(super) type Men = u64;

/// All sixteen men of a side.
pub(super) const fn men_of(side: Side) -> Men {
    0xffff << side.first_man()
}

/// Attackers by price.
pub(super) const CLASSES: usize = 4;
const PAWNS: usize = 0;
const GUARDS: usize = 1;
const MINORS: usize = 2;
const ROOKS: usize = 3;

/// What a side's men reach and how many there are.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// Who is hit (own men: protected) by pawns, by king and guards, by horses and cannons, by rooks.
    pub(super) by: [Men; CLASSES],
    /// What each horse, cannon and rook hits.
    pub(super) pairs: [[Men; 2]; 3],
    pub(super) advisors: usize,
    pub(super) bishops: usize,
    pub(super) knights: usize,
    pub(super) rooks: usize,
    pub(super) cannons: usize,
    pub(super) pawns: usize,
    /// Pawns over the river.
    pub(super) crossed: usize,
    /// Men that aim at the enemy palace.
    pub(super) aiming: usize,
}

/// Everything the walk looks at that belongs to the enemy.
struct Target {
    king: Square,
    along_rank: &'static Slide,
    along_file: &'static Slide,
    advisors: usize,
    cannons: usize,
    /// Own rooks, for the hollow cannon.
    rooks: usize,
}

impl Reach {
    /// Who is hit by anybody.
    pub(super) const fn all(&self) -> Men {
        self.by[PAWNS] | self.by[GUARDS] | self.by[MINORS] | self.by[ROOKS]
    }

    /// This side's share of the game phase.
    pub(super) const fn phase(&self) -> i32 {
        (4 * self.rooks + 2 * (self.knights + self.cannons)) as i32
    }

    /// Walks over `side`'s men.
    #[inline]
    pub(super) fn survey(placement: &Placement, side: Side, tally: &mut impl Tally) -> Self {
        let enemy = side.opponent();
        let king = placement.king_square(enemy);
        let target = Target {
            king,
            along_rank: placement.rank_slide(king),
            along_file: placement.file_slide(king),
            advisors: placement.count(enemy, Kind::Advisor),
            cannons: placement.count(enemy, Kind::Cannon),
            rooks: placement.count(side, Kind::Rook),
        };
        let mut reach = Self::default();
        reach.survey_guards(placement, side);
        reach.survey_knights(placement, side, &target, tally);
        reach.survey_rooks(placement, side, &target, tally);
        reach.survey_cannons(placement, side, &target, tally);
        reach.survey_pawns(placement, side, &target, tally);
        reach
    }

    #[inline]
    fn survey_guards(&mut self, placement: &Placement, side: Side) {
        let mut hits = 0;
        for to in KING_STEPS[placement.king_square(side).index()] {
            hits |= bit(placement.man_on(to));
        }
        for man in side.men_of(Kind::Advisor) {
            let from = placement.square_of(man);
            if from != Square::NONE {
                self.advisors += 1;
                for to in ADVISOR_STEPS[from.index()] {
                    hits |= bit(placement.man_on(to));
                }
            }
        }
        for man in side.men_of(Kind::Bishop) {
            let from = placement.square_of(man);
            if from != Square::NONE {
                self.bishops += 1;
                for jump in &BISHOP_JUMPS[from.index()] {
                    hits |= bit(placement.man_on(jump.target))
                        * u64::from(placement.is_empty(jump.eye));
                }
            }
        }
        self.by[GUARDS] = hits;
    }

    #[inline]
    fn survey_knights<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        target: &Target,
        tally: &mut T,
    ) {
        for (i, man) in side.men_of(Kind::Knight).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            self.knights += 1;
            let (mut hits, mut squares) = (0, 0);
            for leg in &KNIGHT_LEGS[from.index()] {
                if placement.is_empty(leg.leg) {
                    for to in leg.targets {
                        let man = placement.man_on(to);
                        hits |= bit(man);
                        squares += usize::from(to != Square::NONE && !man.belongs_to(side));
                    }
                }
            }
            self.by[MINORS] |= hits;
            self.pairs[0][i] = hits;
            tally.add(&KNIGHT_MOBILITY, squares);
            let files = from.column().abs_diff(target.king.column());
            let ranks = from.row().abs_diff(target.king.row());
            tally.add(&KNIGHT_TO_KING, files.min(4) * 5 + ranks.min(4));
            self.aiming += usize::from(files <= 3 && ranks <= 3);
            if from == palace_centre(side) {
                tally.add(&PALACE_KNIGHT, target.cannons);
            }
        }
    }

    #[inline]
    fn survey_rooks<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        target: &Target,
        tally: &mut T,
    ) {
        for (i, man) in side.men_of(Kind::Rook).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            self.rooks += 1;
            let (along_rank, along_file) = (placement.rank_slide(from), placement.file_slide(from));
            let hits = line_hits(placement, from, along_rank.first, along_file.first);
            self.by[ROOKS] |= hits;
            self.pairs[2][i] = hits;
            tally.add(&ROOK_MOBILITY, open_squares(*along_rank, *along_file));
            let files = from.column().abs_diff(target.king.column());
            tally.add(&ROOK_TO_KING_FILE, files.min(2));
            let (rows, columns) = palace_of(side.opponent());
            let aims = (rows >> from.row() & 1 != 0
                && (along_rank.quiet | along_rank.first | 1 << from.file()) & PALACE_FILES != 0)
                || (PALACE_COLUMNS >> from.column() & 1 != 0
                    && (along_file.quiet | along_file.first | 1 << from.rank()) & columns != 0);
            self.aiming += usize::from(aims);
        }
    }

    #[inline]
    fn survey_cannons<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        target: &Target,
        tally: &mut T,
    ) {
        for (i, man) in side.men_of(Kind::Cannon).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            self.cannons += 1;
            let (along_rank, along_file) = (placement.rank_slide(from), placement.file_slide(from));
            let hits = line_hits(placement, from, along_rank.second, along_file.second);
            self.by[MINORS] |= hits;
            self.pairs[1][i] = hits;
            tally.add(&CANNON_MOBILITY, open_squares(*along_rank, *along_file));
            if from.column() == target.king.column() {
                let between = men_between(*target.along_file, from.rank());
                tally.add(&CANNON_ON_KING_FILE, between);
                if between == 0 {
                    tally.add(&HOLLOW_CANNON_ROOKS, target.rooks);
                }
            }
            if from.row() == target.king.row() {
                let between = men_between(*target.along_rank, from.file());
                tally.add(&CANNON_ON_KING_RANK, between);
            }
            let (rows, _) = palace_of(side.opponent());
            let aims = rows >> from.row() & 1 != 0 || PALACE_COLUMNS >> from.column() & 1 != 0;
            self.aiming += usize::from(aims);
        }
    }

    #[inline]
    fn survey_pawns<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        target: &Target,
        tally: &mut T,
    ) {
        let mut hits = 0;
        for man in side.men_of(Kind::Pawn) {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            self.pawns += 1;
            let [ahead, east, west] = PAWN_STEPS[side.index()][from.index()];
            hits |= bit(placement.man_on(ahead));
            if !from.is_home(side) {
                self.crossed += 1;
                let neighbour = bit(placement.man_on(east));
                hits |= neighbour | bit(placement.man_on(west));
                if neighbour & PAWN_MEN << side.first_man() != 0 {
                    tally.add(&PAIRED_PAWNS, 0);
                }
                tally.add(&PAWN_AGAINST_ADVISORS, target.advisors);
                let files = from.column().abs_diff(target.king.column());
                let ranks = from.row().abs_diff(target.king.row());
                self.aiming += usize::from(files <= 2 && ranks <= 2);
            }
        }
        self.by[PAWNS] = hits;
    }
}

/// The bits of a side's pawns, before they are shifted to the side.
const PAWN_MEN: Men = 0b1_1111 << Kind::Pawn.man_range().0;
/// The palace's files as bits of a rank, and as bits of columns.
const PALACE_FILES: u16 = 0b11_1000;
const PALACE_COLUMNS: u16 = PALACE_FILES << 3;

/// The palace's ranks as bits of rows, and as bits of a file.
const fn palace_of(side: Side) -> (u16, u16) {
    match side {
        Side::Red => (0b111 << 3, 0b111),
        Side::Black => (0b111 << 10, 0b111 << 7),
    }
}

/// The middle of a side's palace.
const fn palace_centre(side: Side) -> Square {
    Square::new(4, 1).relative_to(side)
}

#[inline]
const fn bit(man: Man) -> Men {
    1 << man.index()
}

/// The men on at most two bits of `origin`'s rank and two of its file.
#[inline]
fn line_hits(placement: &Placement, origin: Square, rank: u16, file: u16) -> Men {
    // A bit beyond the field stands for "none": column and row 15 are empty.
    const OFF: u16 = 1 << 12;
    let (row, column) = (origin.raw() & 0xf0, origin.raw() & 15);
    let on_rank = |bits: u16| {
        let file = (bits | OFF).trailing_zeros() as u8;
        bit(placement.man_on(Square::from_raw(row | (file + 3))))
    };
    let on_file = |bits: u16| {
        let rank = (bits | OFF).trailing_zeros() as u8;
        bit(placement.man_on(Square::from_raw((rank + 3) << 4 | column)))
    };
    on_rank(rank)
        | on_rank(rank & rank.wrapping_sub(1))
        | on_file(file)
        | on_file(file & file.wrapping_sub(1))
}

/// How many empty squares are reached along two lines.
#[inline]
fn open_squares(along_rank: Slide, along_file: Slide) -> usize {
    (u32::from(along_rank.quiet) | u32::from(along_file.quiet) << 16).count_ones() as usize
}

/// How many men stand between the king whose view `along` is and a place on his line; 3 = or more.
#[inline]
const fn men_between(along: Slide, place: u8) -> usize {
    let place = place & 15;
    let beyond_first = along.first >> place & 1 == 0;
    let beyond_second = beyond_first && along.second >> place & 1 == 0;
    let beyond_third = beyond_second && along.third >> place & 1 == 0;
    beyond_first as usize + beyond_second as usize + beyond_third as usize
}

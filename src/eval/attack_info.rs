//! One walk over a side's men: what each reaches, as sets of men, and what can be counted on the way.
//!
//! Users of [`AttackInfo`] mask its sets with a side's men (see [`Men`]).

use crate::board::{Men, Placement};
use crate::templates::{HORSE_LEGS, PAWN_STEPS, Slide};
use crate::types::{Kind, Side, Square};
use crate::weights::{
    CANNON_MOBILITY, CANNON_ON_KING_FILE, CANNON_ON_KING_RANK, HOLLOW_CANNON_ROOKS, HORSE_MOBILITY,
    HORSE_TO_KING, PAIRED_PAWNS, PALACE_HORSE, PAWN_AGAINST_ADVISORS, ROOK_MOBILITY,
    ROOK_TO_KING_FILE,
};

use super::Tally;

/// Attackers by price.
pub(super) const CLASSES: usize = 4;
const PAWNS: usize = 0;
const GUARDS: usize = 1;
const MINORS: usize = 2;
const ROOKS: usize = 3;

/// What a side's men reach and how many there are.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackInfo {
    /// Who is hit (own men: protected) by pawns, by king and guards, by horses and cannons, by rooks.
    pub(super) by: [Men; CLASSES],
    /// What each horse, cannon and rook hits.
    pub(super) pairs: [[Men; 2]; 3],
    pub(super) advisors: usize,
    pub(super) elephants: usize,
    pub(super) horses: usize,
    pub(super) rooks: usize,
    pub(super) cannons: usize,
    pub(super) pawns: usize,
    /// Pawns over the river.
    pub(super) crossed: usize,
    /// Men that aim at the enemy palace.
    pub(super) aiming: usize,
}

impl AttackInfo {
    /// Who is hit by anybody.
    pub(super) const fn all(&self) -> Men {
        self.by[PAWNS] | self.by[GUARDS] | self.by[MINORS] | self.by[ROOKS]
    }

    /// This side's share of the game phase.
    pub(super) const fn phase(&self) -> i32 {
        (4 * self.rooks + 2 * (self.horses + self.cannons)) as i32
    }

    /// Counts `side`'s men; the walk fills in the rest.
    #[inline]
    pub(super) fn of_counts(placement: &Placement, side: Side) -> Self {
        Self {
            advisors: placement.count(side, Kind::Advisor),
            elephants: placement.count(side, Kind::Elephant),
            horses: placement.count(side, Kind::Horse),
            rooks: placement.count(side, Kind::Rook),
            cannons: placement.count(side, Kind::Cannon),
            pawns: placement.count(side, Kind::Pawn),
            ..Self::default()
        }
    }

    /// Walks over `side`'s men.
    #[inline]
    pub(super) fn collect<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        enemy: &Self,
        tally: &mut T,
    ) {
        let king = placement.king_square(side.opponent());
        self.by[GUARDS] = placement.king_hits(side) | placement.guard_hits(side);
        self.by[PAWNS] = placement.pawn_hits(side);
        self.collect_horses(placement, side, king, tally);
        self.collect_rooks(placement, side, king, tally);
        self.collect_cannons(placement, side, king, tally);
        self.collect_pawns(placement, side, king, enemy, tally);
    }

    #[inline]
    fn collect_horses<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        king: Square,
        tally: &mut T,
    ) {
        for (i, man) in side.men_of(Kind::Horse).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            let mut squares = 0;
            for leg in &HORSE_LEGS[from.index()] {
                let open = usize::from(placement.is_empty(leg.leg));
                let [a, b] = leg.targets;
                let (on_a, on_b) = (placement.man_on(a), placement.man_on(b));
                squares += open
                    * (usize::from((a != Square::NONE) & !on_a.belongs_to(side))
                        + usize::from((b != Square::NONE) & !on_b.belongs_to(side)));
            }
            let hits = placement.horse_hits(from);
            self.by[MINORS] |= hits;
            self.pairs[0][i] = hits;
            tally.add(&HORSE_MOBILITY, squares);
            let (files, ranks) = distance(from, king);
            tally.add(&HORSE_TO_KING, files.min(4) * 5 + ranks.min(4));
            self.aiming += usize::from(files.max(ranks) <= 3);
            if from == palace_centre(side) {
                let aimed = placement
                    .squares_of(side.opponent(), Kind::Cannon)
                    .filter(|cannon| cannon.column() == from.column());
                tally.add(&PALACE_HORSE, aimed.count());
            }
        }
    }

    #[inline]
    fn collect_rooks<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        king: Square,
        tally: &mut T,
    ) {
        let (rows, ranks) = palace_of(side.opponent());
        for (i, man) in side.men_of(Kind::Rook).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            let (along_rank, along_file) = (placement.rank_slide(from), placement.file_slide(from));
            let hits = placement.rook_hits(from);
            self.by[ROOKS] |= hits;
            self.pairs[2][i] = hits;
            tally.add(&ROOK_MOBILITY, open_squares(*along_rank, *along_file));
            let (files, _) = distance(from, king);
            tally.add(&ROOK_TO_KING_FILE, files.min(2));
            let on_rank = along_rank.quiet | along_rank.first | 1 << from.file();
            let on_file = along_file.quiet | along_file.first | 1 << from.rank();
            let by_rank = rows >> from.row() & u16::from(on_rank & PALACE_FILES != 0);
            let by_file = PALACE_COLUMNS >> from.column() & u16::from(on_file & ranks != 0);
            let aims = by_rank | by_file;
            self.aiming += usize::from(aims);
        }
    }

    #[inline]
    fn collect_cannons<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        king: Square,
        tally: &mut T,
    ) {
        let (rows, _) = palace_of(side.opponent());
        for (i, man) in side.men_of(Kind::Cannon).enumerate() {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            let (along_rank, along_file) = (placement.rank_slide(from), placement.file_slide(from));
            let hits = placement.cannon_hits(from);
            self.by[MINORS] |= hits;
            self.pairs[1][i] = hits;
            tally.add(&CANNON_MOBILITY, open_squares(*along_rank, *along_file));
            if from.column() == king.column() {
                let between = men_between(*along_file, king.rank());
                tally.add(&CANNON_ON_KING_FILE, between);
                if between == 0 {
                    tally.add(&HOLLOW_CANNON_ROOKS, self.rooks);
                }
            } else if from.row() == king.row() {
                let between = men_between(*along_rank, king.file());
                tally.add(&CANNON_ON_KING_RANK, between);
            }
            let aims = rows >> from.row() & 1 | PALACE_COLUMNS >> from.column() & 1;
            self.aiming += usize::from(aims);
        }
    }

    #[inline]
    fn collect_pawns<T: Tally>(
        &mut self,
        placement: &Placement,
        side: Side,
        king: Square,
        enemy: &Self,
        tally: &mut T,
    ) {
        for man in side.men_of(Kind::Pawn) {
            let from = placement.square_of(man);
            if from == Square::NONE {
                continue;
            }
            if !from.is_home(side) {
                self.crossed += 1;
                let [_, east, _] = PAWN_STEPS[side.index()][from.index()];
                let neighbour = 1 << placement.man_on(east).index();
                if neighbour & PAWN_MEN << side.first_man() != 0 {
                    tally.add(&PAIRED_PAWNS, 0);
                }
                tally.add(&PAWN_AGAINST_ADVISORS, enemy.advisors);
                let (files, ranks) = distance(from, king);
                self.aiming += usize::from(files.max(ranks) <= 2);
            }
        }
    }
}

/// Files and ranks between two squares.
#[inline]
fn distance(a: Square, b: Square) -> (usize, usize) {
    (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()))
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

/// How many empty squares are reached along two lines.
#[inline]
fn open_squares(along_rank: Slide, along_file: Slide) -> usize {
    (u32::from(along_rank.quiet) | u32::from(along_file.quiet) << 16).count_ones() as usize
}

/// How many men stand between the viewer of a line and a man on it; 3 = or more.
#[inline]
const fn men_between(along: Slide, place: u8) -> usize {
    let place = place & 15;
    let beyond_first = along.first >> place & 1 == 0;
    let beyond_second = beyond_first && along.second >> place & 1 == 0;
    let beyond_third = beyond_second && along.third >> place & 1 == 0;
    beyond_first as usize + beyond_second as usize + beyond_third as usize
}

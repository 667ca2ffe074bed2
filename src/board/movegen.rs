//! Move generation: captures and quiets in stages, evasions, and the legal count without a list.
//!
//! The stages are pseudo-legal: they may leave the own king attacked. [`Board::is_legal`] decides,
//! with the help of a [`KingSafety`] computed once per position.

use crate::templates::{
    ADVISOR_STEPS, ELEPHANT_JUMPS, HORSE_JUMP_FROM_KING, HORSE_LEGS, KING_STEPS, ON_KING_LINES,
    PAWN_STEPS, near_king,
};
use crate::types::{Kind, Man, Move, MoveList, Side, Square};

use super::{Board, KingSafety, Placement};

/// Which targets a generator wants.
#[derive(Clone, Copy)]
enum Want {
    Captures,
    Quiets,
}

impl Want {
    #[inline]
    fn accepts(self, target: Man, side: Side) -> bool {
        match self {
            Self::Captures => target.belongs_to(side.opponent()),
            Self::Quiets => target.is_none(),
        }
    }
}

/// Squares of a man's rank and file as one set of bits: files below, ranks from here on.
const FIRST_RANK_BIT: u32 = 16;

/// Calls `visit` for every square of the bit sets along `origin`'s rank and file.
#[inline]
fn visit_lines(origin: Square, rank: u16, file: u16, mut visit: impl FnMut(Square)) {
    let mut bits = u32::from(rank) | u32::from(file) << FIRST_RANK_BIT;
    while bits != 0 {
        let bit = bits.trailing_zeros();
        // One loop for both lines, and a choice that needs no branch.
        let place = (bit % FIRST_RANK_BIT) as u8 + 3;
        let on_rank = (origin.raw() & 0xf0) | place;
        let on_file = (origin.raw() & 15) | place << 4;
        let is_on_rank = bit < FIRST_RANK_BIT;
        visit(Square::from_raw(if is_on_rank { on_rank } else { on_file }));
        bits &= bits - 1;
    }
}

/// Appends the move if it is accepted. About every second quiet move is: that is done without a branch,
/// which the processor would have to guess. Captures are rare enough for a good guess.
#[inline]
fn push_if(moves: &mut MoveList, want: Want, mv: Move, is_accepted: bool) {
    match want {
        Want::Captures => {
            if is_accepted {
                moves.push(mv);
            }
        }
        Want::Quiets => {
            let len = moves.len();
            moves.push(mv);
            moves.truncate(len + usize::from(is_accepted));
        }
    }
}

impl Placement {
    /// Appends every wanted pseudo-legal move of a man of `side` and `kind` on `from`.
    #[expect(
        clippy::inline_always,
        reason = "every caller knows the kind: only its own arm is left"
    )]
    #[inline(always)]
    fn push_moves(&self, side: Side, kind: Kind, from: Square, want: Want, moves: &mut MoveList) {
        // Off the field there is nobody: no enemy, but no room either.
        let accepts = |to: Square| {
            want.accepts(self.man_on(to), side)
                & (matches!(want, Want::Captures) || to != Square::NONE)
        };
        let mut push = |to, is_accepted| push_if(moves, want, Move::new(from, to), is_accepted);
        match kind {
            Kind::King => {
                for to in KING_STEPS[from.index()] {
                    push(to, accepts(to));
                }
            }
            Kind::Advisor => {
                for to in ADVISOR_STEPS[from.index()] {
                    push(to, accepts(to));
                }
            }
            Kind::Elephant => {
                for jump in &ELEPHANT_JUMPS[from.index()] {
                    push(jump.target, accepts(jump.target) & self.is_empty(jump.eye));
                }
            }
            Kind::Horse => {
                for leg in &HORSE_LEGS[from.index()] {
                    let is_free = self.is_empty(leg.leg);
                    for to in leg.targets {
                        push(to, is_free & accepts(to));
                    }
                }
            }
            Kind::Pawn => {
                for to in PAWN_STEPS[side.index()][from.index()] {
                    push(to, accepts(to));
                }
            }
            Kind::Rook | Kind::Cannon => {
                let (along_rank, along_file) = (self.rank_slide(from), self.file_slide(from));
                let enemy = side.opponent();
                let (rank, file) = match (want, kind) {
                    (Want::Quiets, _) => (along_rank.quiet, along_file.quiet),
                    (Want::Captures, Kind::Rook) => (
                        along_rank.first & self.rank_of(enemy, from),
                        along_file.first & self.file_of(enemy, from),
                    ),
                    (Want::Captures, _) => (
                        along_rank.second & self.rank_of(enemy, from),
                        along_file.second & self.file_of(enemy, from),
                    ),
                };
                visit_lines(from, rank, file, |to| moves.push(Move::new(from, to)));
            }
        }
    }

    /// How many pseudo-legal moves a man of `side` and `kind` on `from` has.
    #[inline]
    fn count_targets(&self, side: Side, kind: Kind, from: Square) -> usize {
        match kind {
            Kind::Rook | Kind::Cannon => {
                let (along_rank, along_file) = (self.rank_slide(from), self.file_slide(from));
                let (rank_hits, file_hits) = match kind {
                    Kind::Rook => (along_rank.first, along_file.first),
                    _ => (along_rank.second, along_file.second),
                };
                let enemy = side.opponent();
                let rank = along_rank.quiet | rank_hits & self.rank_of(enemy, from);
                let file = along_file.quiet | file_hits & self.file_of(enemy, from);
                (u32::from(rank) | u32::from(file) << 16).count_ones() as usize
            }
            _ => {
                let mut moves = MoveList::new();
                self.push_moves(side, kind, from, Want::Captures, &mut moves);
                self.push_moves(side, kind, from, Want::Quiets, &mut moves);
                moves.len()
            }
        }
    }

    /// Every pseudo-legal move of `side`, captures first.
    pub fn pseudo_legal_moves(&self, side: Side) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(side, Want::Captures, &mut moves);
        self.generate(side, Want::Quiets, &mut moves);
        moves
    }

    /// One pass over the living men, kind by kind, each in a loop of its own.
    #[expect(
        clippy::inline_always,
        reason = "compiled once for captures and once for quiets"
    )]
    #[inline(always)]
    fn generate(&self, side: Side, want: Want, moves: &mut MoveList) {
        let has_prey = self.is_visited(side);
        if matches!(want, Want::Quiets) || has_prey.palace {
            self.generate_kind(side, Kind::King, want, moves);
            self.generate_kind(side, Kind::Advisor, want, moves);
        }
        if matches!(want, Want::Quiets) || has_prey.elephant_points {
            self.generate_kind(side, Kind::Elephant, want, moves);
        }
        self.generate_kind(side, Kind::Horse, want, moves);
        self.generate_kind(side, Kind::Rook, want, moves);
        self.generate_kind(side, Kind::Cannon, want, moves);
        self.generate_kind(side, Kind::Pawn, want, moves);
    }

    #[expect(
        clippy::inline_always,
        reason = "compiled once for each kind and each wish"
    )]
    #[inline(always)]
    fn generate_kind(&self, side: Side, kind: Kind, want: Want, moves: &mut MoveList) {
        for man in self.living_men(side, kind) {
            self.push_moves(side, kind, self.square_of(man), want, moves);
        }
    }

    /// Where enemies stand that `side`'s king, advisors and elephants could capture.
    #[inline]
    fn is_visited(&self, side: Side) -> Visited {
        // Both sides see the same files: the pattern is its own mirror image.
        const PALACE: u16 = 0b0_0011_1000;
        const OUTER_POINTS: u16 = 0b0_0100_0100;
        const MIDDLE_POINTS: u16 = 0b1_0001_0001;
        let enemies = |rank| self.rank_of(side.opponent(), Square::new(0, rank).relative_to(side));
        let (first, third, fifth) = (enemies(0), enemies(2), enemies(4));
        Visited {
            palace: (first | enemies(1) | third) & PALACE != 0,
            elephant_points: (first | fifth) & OUTER_POINTS | third & MIDDLE_POINTS != 0,
        }
    }
}

/// Which squares of a side's guards an enemy stands on.
struct Visited {
    palace: bool,
    elephant_points: bool,
}

impl Board {
    /// Appends the pseudo-legal captures of the side to move, in piece order.
    pub fn generate_captures(&self, moves: &mut MoveList) {
        self.placement()
            .generate(self.side_to_move(), Want::Captures, moves);
    }

    /// Appends the pseudo-legal moves to empty squares, in piece order.
    pub fn generate_quiets(&self, moves: &mut MoveList) {
        self.placement()
            .generate(self.side_to_move(), Want::Quiets, moves);
    }

    /// Appends all pseudo-legal moves man by man, captures and quiets together.
    pub fn generate_in_piece_order(&self, moves: &mut MoveList) {
        let (placement, side) = (self.placement(), self.side_to_move());
        for kind in Kind::ALL {
            for from in placement.squares_of(side, kind) {
                placement.push_moves(side, kind, from, Want::Captures, moves);
                placement.push_moves(side, kind, from, Want::Quiets, moves);
            }
        }
    }

    /// Appends the legal moves of a side in check.
    pub fn generate_evasions(&self, moves: &mut MoveList) {
        debug_assert!(self.is_in_check());
        self.generate_captures(moves);
        self.generate_quiets(moves);
        let safety = self.king_safety();
        moves.retain(|mv| self.is_legal(*mv, &safety));
    }

    /// All legal moves: captures first, each stage in piece order.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_captures(&mut moves);
        self.generate_quiets(&mut moves);
        let safety = self.king_safety();
        moves.retain(|mv| self.is_legal(*mv, &safety));
        moves
    }

    /// The dangers around the king of the side to move, for [`Board::is_legal`].
    pub fn king_safety(&self) -> KingSafety {
        self.placement()
            .king_safety(self.side_to_move(), self.is_in_check())
    }

    /// Whether a pseudo-legal move of the side to move leaves its king safe.
    #[inline]
    pub fn is_legal(&self, mv: Move, safety: &KingSafety) -> bool {
        safety.proves_safe(self.placement().man_on(mv.from()), mv.to())
            || !self
                .placement()
                .is_king_attacked_after(self.side_to_move(), mv)
    }

    /// Whether the side to move could play this if kings could be left attacked: the right side's
    /// man, a way he moves, and no own man on the target. For moves from tables and strangers.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let man = self.placement().man_on(mv.from());
        let target = self.placement().man_on(mv.to());
        match man.piece() {
            Some(piece) if piece.side == self.side_to_move() => {
                mv.to().is_on_board()
                    && !target.belongs_to(piece.side)
                    && self.placement().reaches(piece, mv.from(), mv.to())
            }
            _ => false,
        }
    }

    /// Whether the move is legal here, whatever its origin.
    pub fn is_legal_move(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv)
            && !self
                .placement()
                .is_king_attacked_after(self.side_to_move(), mv)
    }

    /// Whether a pseudo-legal move of the side to move attacks the enemy king.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let enemy = self.side_to_move().opponent();
        let king = self.placement().king_square(enemy);
        let (from, to) = (near_king(king, mv.from()), near_king(king, mv.to()));
        // Most moves neither touch the king's lines and horse legs nor are horse checks.
        if (from | to) & ON_KING_LINES == 0
            && (to & HORSE_JUMP_FROM_KING == 0
                || self.placement().man_on(mv.from()).kind() != Some(Kind::Horse))
        {
            return false;
        }
        self.placement().is_king_attacked_after(enemy, mv)
    }

    /// The men that attack the king of the side to move.
    pub fn checkers(&self) -> impl Iterator<Item = (Man, Square)> + '_ {
        let side = self.side_to_move();
        let king = self.placement().king_square(side);
        self.placement()
            .attackers(king, side.opponent())
            .map(|(man, _)| (man, self.placement().square_of(man)))
    }

    /// The number of legal moves, without listing those that need no closer look.
    pub fn count_legal_moves(&self) -> usize {
        let (placement, side) = (self.placement(), self.side_to_move());
        let safety = self.king_safety();
        let mut count = 0;
        for kind in Kind::ALL {
            for man in side.men_of(kind) {
                let from = placement.square_of(man);
                if from == Square::NONE {
                    continue;
                }
                if safety.frees(man) {
                    count += placement.count_targets(side, kind, from);
                    continue;
                }
                let mut moves = MoveList::new();
                placement.push_moves(side, kind, from, Want::Captures, &mut moves);
                placement.push_moves(side, kind, from, Want::Quiets, &mut moves);
                let legal = moves.iter().filter(|&&mv| self.is_legal(mv, &safety));
                count += legal.count();
            }
        }
        count
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        self.has_legal_moves(1)
    }

    /// Whether the side to move has at least so many legal moves. Looks at one kind after the other, the king
    /// first: who asks is mostly in check.
    pub fn has_legal_moves(&self, count: usize) -> bool {
        let (placement, side) = (self.placement(), self.side_to_move());
        let safety = self.king_safety();
        let mut missing = count;
        for kind in Kind::ALL {
            let mut moves = MoveList::new();
            placement.generate_kind(side, kind, Want::Captures, &mut moves);
            placement.generate_kind(side, kind, Want::Quiets, &mut moves);
            let legal = moves.into_iter().filter(|&mv| self.is_legal(mv, &safety));
            missing -= legal.take(missing).count();
            if missing == 0 {
                return true;
            }
        }
        false
    }
}

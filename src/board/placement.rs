//! Where the men stand: mailbox, squares by identity, and occupancy of every rank and file.
//!
//! A placement is plain geometry and `Copy`. It has no side to move, no key and no history, so the
//! exchange evaluator and the rule judge can take a copy and play on it.

use crate::templates::{Slide, file_slide, rank_slide};
use crate::types::{Kind, Man, Piece, Side, Square};

/// The men on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Who stands on each cell of the 16x16 board.
    men: [Man; 256],
    /// Where each man stands; `Square::NONE` when captured or never there.
    squares: [Square; Man::SLOTS],
    /// Which of a side's men are on the board (see [`Man::bit`]).
    alive: [u16; 2],
    /// Occupancy of each row by side, bit = file.
    ranks: [[u16; 16]; 2],
    /// Occupancy of each column by side, bit = rank.
    files: [[u16; 16]; 2],
}

/// `side`'s men of a set (see [`Man::bit`]).
#[inline]
pub(super) fn men_in(side: Side, mut bits: u16) -> impl Iterator<Item = Man> + use<> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let man = Man::of_bit(side, bits.trailing_zeros());
            bits &= bits - 1;
            man
        })
    })
}

impl Placement {
    /// A board without men.
    pub const EMPTY: Self = Self {
        men: [Man::NONE; 256],
        squares: [Square::NONE; Man::SLOTS],
        alive: [0; 2],
        ranks: [[0; 16]; 2],
        files: [[0; 16]; 2],
    };

    /// Who stands on the square.
    #[inline]
    pub fn man_on(&self, square: Square) -> Man {
        self.men[square.index()]
    }

    /// What stands on the square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.man_on(square).piece()
    }

    /// Whether nobody stands on the square.
    #[inline]
    pub fn is_empty(&self, square: Square) -> bool {
        self.man_on(square).is_none()
    }

    /// Where the man stands; `Square::NONE` if he is not on the board.
    #[inline]
    pub fn square_of(&self, man: Man) -> Square {
        self.squares[man.index()]
    }

    /// Where each man stands, by [`Man::index`].
    #[inline]
    pub const fn squares(&self) -> &[Square; Man::SLOTS] {
        &self.squares
    }

    /// Where `side`'s king stands.
    #[inline]
    pub fn king_square(&self, side: Side) -> Square {
        self.square_of(side.king())
    }

    /// The men of both sides on the board, a bit for each [`Man::index`].
    #[inline]
    pub const fn men_bits(&self) -> u64 {
        let [red, black] = self.alive;
        (red as u64) << Side::Red.first_man() | (black as u64) << Side::Black.first_man()
    }

    /// `side`'s men of one kind that are on the board.
    #[inline]
    pub fn living_men(&self, side: Side, kind: Kind) -> impl Iterator<Item = Man> + use<> {
        men_in(side, self.alive[side.index()] & kind.men_bits())
    }

    /// The squares of `side`'s men of one kind.
    pub fn squares_of(&self, side: Side, kind: Kind) -> impl Iterator<Item = Square> + '_ {
        side.men_of(kind)
            .map(|man| self.square_of(man))
            .filter(|&square| square != Square::NONE)
    }

    /// All men on the board with their pieces and squares, red first.
    pub fn men(&self) -> impl Iterator<Item = (Man, Piece, Square)> + '_ {
        Side::BOTH
            .into_iter()
            .flat_map(Side::men)
            .filter_map(|man| {
                let square = self.square_of(man);
                Some((man, man.piece()?, square)).filter(|_| square != Square::NONE)
            })
    }

    /// How many men of a kind a side has.
    #[inline]
    pub const fn count(&self, side: Side, kind: Kind) -> usize {
        (self.alive[side.index()] & kind.men_bits()).count_ones() as usize
    }

    /// How many men of both sides can cross the river: rooks, horses, cannons and pawns.
    #[inline]
    pub const fn crossing_men(&self) -> u32 {
        const CROSSING: u16 = Kind::Rook.men_bits()
            | Kind::Horse.men_bits()
            | Kind::Cannon.men_bits()
            | Kind::Pawn.men_bits();
        let [red, black] = self.alive;
        (red & CROSSING).count_ones() + (black & CROSSING).count_ones()
    }

    /// Occupancy of the square's rank by one side, bit = file.
    #[inline]
    pub fn rank_of(&self, side: Side, square: Square) -> u16 {
        self.ranks[side.index()][square.row()]
    }

    /// Occupancy of the square's file by one side, bit = rank.
    #[inline]
    pub fn file_of(&self, side: Side, square: Square) -> u16 {
        self.files[side.index()][square.column()]
    }

    /// Occupancy of the square's rank, bit = file.
    #[inline]
    pub fn rank_bits(&self, square: Square) -> u16 {
        self.ranks[0][square.row()] | self.ranks[1][square.row()]
    }

    /// Occupancy of the square's file, bit = rank.
    #[inline]
    pub fn file_bits(&self, square: Square) -> u16 {
        self.files[0][square.column()] | self.files[1][square.column()]
    }

    /// What is seen along the rank from the square.
    #[inline]
    pub fn rank_slide(&self, square: Square) -> &'static Slide {
        rank_slide(square.file(), self.rank_bits(square))
    }

    /// What is seen along the file from the square.
    #[inline]
    pub fn file_slide(&self, square: Square) -> &'static Slide {
        file_slide(square.rank(), self.file_bits(square))
    }

    #[inline]
    fn toggle(&mut self, side: Side, square: Square) {
        self.ranks[side.index()][square.row()] ^= 1 << (square.file() & 15);
        self.files[side.index()][square.column()] ^= 1 << (square.rank() & 15);
    }

    /// Puts a man of `side` on an empty square.
    pub fn put(&mut self, side: Side, man: Man, square: Square) {
        debug_assert!(self.is_empty(square) && self.square_of(man) == Square::NONE);
        self.men[square.index()] = man;
        self.squares[man.index()] = square;
        self.alive[side.index()] |= man.bit();
        self.toggle(side, square);
    }

    /// Puts a piece on an empty square, as the next man of his kind; `None` if his side has all of them already.
    pub fn add(&mut self, piece: Piece, square: Square) -> Option<Man> {
        let mut men = piece.side.men_of(piece.kind);
        let man = men.find(|&man| self.square_of(man) == Square::NONE)?;
        self.put(piece.side, man, square);
        Some(man)
    }

    /// Takes a man of `side` off the board.
    pub fn lift(&mut self, side: Side, man: Man) {
        let square = self.square_of(man);
        debug_assert!(square != Square::NONE);
        self.men[square.index()] = Man::NONE;
        self.squares[man.index()] = Square::NONE;
        self.alive[side.index()] &= !man.bit();
        self.toggle(side, square);
    }

    /// Moves `side`'s man from one square to another, capturing who stands there; tells whom.
    #[inline]
    pub fn relocate(&mut self, side: Side, from: Square, to: Square) -> Man {
        let man = self.men[from.index()];
        let captured = self.men[to.index()];
        if captured.is_some() {
            self.squares[captured.index()] = Square::NONE;
            self.alive[side.opponent().index()] &= !captured.bit();
            self.toggle(side.opponent(), to);
        }
        self.men[from.index()] = Man::NONE;
        self.men[to.index()] = man;
        self.squares[man.index()] = to;
        self.toggle(side, from);
        self.toggle(side, to);
        captured
    }

    /// Takes back a [`Placement::relocate`] with the same squares.
    #[inline]
    pub fn take_back(&mut self, side: Side, from: Square, to: Square, captured: Man) {
        let man = self.men[to.index()];
        self.men[from.index()] = man;
        self.men[to.index()] = captured;
        self.squares[man.index()] = from;
        self.toggle(side, from);
        self.toggle(side, to);
        if captured.is_some() {
            self.squares[captured.index()] = to;
            self.alive[side.opponent().index()] |= captured.bit();
            self.toggle(side.opponent(), to);
        }
    }
}

//! The position: who stands where, who is to move, and what led here.
//!
//! [`Board`] wraps a [`Placement`] with everything that changes move by move: key, check flag,
//! the count towards the natural limit, and the history that repetition is judged by. It knows
//! the rules of movement, but neither the verdict on a repetition (`rules/`) nor what a position is
//! worth (`eval/`).

mod attackers;
mod attacks;
mod fen;
mod hits;
mod movegen;
mod perft;
mod placement;
mod play;
mod replay;
mod see;
mod validate;

pub use attacks::KingSafety;
pub use fen::{FenError, START_FEN};
pub use hits::{Hits, Men};
pub use perft::{perft, perft_divide, perft_unless};
pub use placement::Placement;
pub use replay::{IllegalMoveError, LineError, LineMoveError};
pub use see::EXCHANGE;

use crate::types::{Kind, Man, Move, Piece, Side, Square};
use crate::zobrist::{Key, piece_key, side_key};

/// Plies that count towards the natural limit: no capture, and at most ten checks a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NaturalLimit {
    plies: u16,
    checks: [u16; 2],
    /// The last move was a check beyond the tenth, so the reply does not count either.
    reply_is_free: bool,
}

impl NaturalLimit {
    /// Checks by one side that count towards the limit.
    pub const COUNTED_CHECKS: u16 = 10;

    /// Counted plies so far.
    pub const fn plies(self) -> u16 {
        self.plies
    }

    /// Enters a move of `side` into the count.
    fn advance(&mut self, side: Side, is_capture: bool, gives_check: bool) {
        if is_capture {
            *self = Self::default();
            return;
        }
        let mut counts = !self.reply_is_free;
        self.reply_is_free = false;
        if gives_check {
            let checks = &mut self.checks[side.index()];
            *checks = checks.saturating_add(1);
            if *checks > Self::COUNTED_CHECKS {
                counts = false;
                self.reply_is_free = true;
            }
        }
        self.plies = self.plies.saturating_add(u16::from(counts));
    }
}

/// What a move changes besides the placement; saved whole and restored by unmake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    key: Key,
    /// Changes only with the pawns, advisors and elephants: names the structure, not the position.
    structure: u32,
    /// Plies since the last capture, pawn advance or null move: how far back an equal position can be.
    reversible: u16,
    limit: NaturalLimit,
    in_check: bool,
}

/// One played move and the state before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move; `None` for a null move.
    pub mv: Option<Move>,
    /// Who moved.
    pub moved: Man,
    /// Whom he captured.
    pub captured: Man,
    before: State,
}

impl Ply {
    /// The key of the position before the move.
    pub const fn key(&self) -> Key {
        self.before.key
    }

    /// Whether the side that moved was in check.
    pub const fn was_in_check(&self) -> bool {
        self.before.in_check
    }
}

/// Counts the positions of the history by a few bits of their key, so that "never seen" costs one look.
#[derive(Clone, PartialEq, Eq)]
struct Seen([u16; Seen::SLOTS]);

impl Seen {
    const SLOTS: usize = 1024;

    const fn slot(key: Key) -> usize {
        key.index as usize & (Self::SLOTS - 1)
    }

    #[inline]
    fn enter(&mut self, key: Key) {
        let count = &mut self.0[Self::slot(key)];
        *count = count.wrapping_add(1);
    }

    #[inline]
    fn leave(&mut self, key: Key) {
        let count = &mut self.0[Self::slot(key)];
        *count = count.wrapping_sub(1);
    }

    #[inline]
    fn may_contain(&self, key: Key) -> bool {
        self.0[Self::slot(key)] != 0
    }
}

/// The part of a piece's key that enters [`Board::structure`].
#[inline]
fn structure_key(piece: Piece, square: Square) -> u32 {
    match piece.kind {
        Kind::Pawn | Kind::Advisor | Kind::Elephant => piece_key(piece, square).index,
        _ => 0,
    }
}

/// A xiangqi position with its history.
///
/// ```
/// use hanxin::board::Board;
/// let mut board = Board::start();
/// assert_eq!(board.legal_moves().len(), 44);
/// board.make_move("h2e2".parse().unwrap());
/// assert_eq!(board.fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    placement: Placement,
    side: Side,
    state: State,
    first_move_number: u16,
    first_side: Side,
    history: Vec<Ply>,
    seen: Seen,
}

impl Board {
    /// The start position.
    pub fn start() -> Self {
        Self::from_fen(START_FEN).expect("the start position is legal")
    }

    /// Builds the board from a placement whose legality has been checked.
    fn from_parts(placement: &Placement, side: Side, limit_plies: u16, move_number: u16) -> Self {
        let mut key = if side == Side::Black {
            side_key()
        } else {
            Key::default()
        };
        let mut structure = 0;
        for (_, piece, square) in placement.men() {
            key ^= piece_key(piece, square);
            structure ^= structure_key(piece, square);
        }
        let in_check = placement.is_king_attacked(side);
        let limit = NaturalLimit {
            plies: limit_plies,
            ..NaturalLimit::default()
        };
        Self {
            placement: *placement,
            side,
            state: State {
                key,
                structure,
                reversible: 0,
                limit,
                in_check,
            },
            first_move_number: move_number,
            first_side: side,
            history: Vec::with_capacity(256),
            seen: Seen([0; Seen::SLOTS]),
        }
    }

    /// Where the men stand.
    #[inline]
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Who is to move.
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The position's key: placement and side to move.
    #[inline]
    pub const fn key(&self) -> Key {
        self.state.key
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn is_in_check(&self) -> bool {
        self.state.in_check
    }

    /// A number that depends on pawns, advisors and elephants only.
    pub const fn structure(&self) -> u32 {
        self.state.structure
    }

    /// The count towards the natural limit.
    pub const fn natural_limit(&self) -> NaturalLimit {
        self.state.limit
    }

    /// The moves played since the position was set up, oldest first.
    pub fn history(&self) -> &[Ply] {
        &self.history
    }

    /// Plies back to the last capture, pawn advance or null move.
    pub const fn reversible_plies(&self) -> usize {
        self.state.reversible as usize
    }

    /// The number of the current full move.
    pub fn move_number(&self) -> usize {
        let offset = usize::from(self.first_side == Side::Black);
        usize::from(self.first_move_number) + usize::midpoint(self.history.len(), offset)
    }

    /// Whether the position might have occurred before; `false` is certain.
    #[inline]
    pub fn may_repeat(&self) -> bool {
        self.state.reversible >= 4 && self.seen.may_contain(self.state.key)
    }

    /// Who is captured by the move; [`Man::NONE`] for a quiet move.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Man {
        self.placement.man_on(mv.to())
    }

    /// Whether the move captures.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured_by(mv).is_some()
    }

    /// Reserves room so that the next `plies` moves allocate nothing.
    pub fn reserve(&mut self, plies: usize) {
        self.history.reserve(plies);
    }

    /// The same position without its history, as if it had just been set up.
    #[must_use]
    pub fn without_history(&self) -> Self {
        let number = self.move_number().min(u16::MAX.into()) as u16;
        Self::from_parts(&self.placement, self.side, self.state.limit.plies, number)
    }

    /// The position reflected left-right, without history.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.transformed(Square::mirrored, |side| side)
    }

    /// The position with colours exchanged and the board turned, without history.
    #[must_use]
    pub fn color_flipped(&self) -> Self {
        self.transformed(Square::rotated, Side::opponent)
    }

    fn transformed(&self, to: fn(Square) -> Square, side: fn(Side) -> Side) -> Self {
        let mut placement = Placement::EMPTY;
        for (man, piece, square) in self.placement.men() {
            let own = Man::of_bit(side(piece.side), man.bit().trailing_zeros());
            placement.put(side(piece.side), own, to(square));
        }
        let number = self.move_number().min(u16::MAX.into()) as u16;
        Self::from_parts(&placement, side(self.side), self.state.limit.plies, number)
    }
}

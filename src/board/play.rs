//! Making and unmaking moves, null moves included.

use crate::types::{Kind, Man, Move};
use crate::zobrist::{Key, piece_key, side_key};

use super::{Board, Ply, structure_key};

impl Board {
    /// The key of the position after a legal move, to have it before the move is made.
    #[expect(
        clippy::inline_always,
        reason = "who wants to fetch a table's entry needs only half of it"
    )]
    #[inline(always)]
    pub fn key_after(&self, mv: Move) -> Key {
        let mut key = self.state.key ^ side_key();
        if let Some(piece) = self.placement.piece_on(mv.from()) {
            key ^= piece_key(piece, mv.from()) ^ piece_key(piece, mv.to());
        }
        if let Some(victim) = self.placement.piece_on(mv.to()) {
            key ^= piece_key(victim, mv.to());
        }
        key
    }

    /// Plays a legal move and keeps everything incremental up to date.
    ///
    /// The move must be legal here ([`Board::is_legal_move`]); [`Board::unmake_move`] takes it back.
    pub fn make_move(&mut self, mv: Move) {
        let gives_check = self.gives_check(mv);
        self.make_move_knowing_check(mv, gives_check);
    }

    /// [`Board::make_move`] for callers who already know what [`Board::gives_check`] says.
    pub fn make_move_knowing_check(&mut self, mv: Move, gives_check: bool) {
        debug_assert!(self.is_legal_move(mv), "{mv} in {}", self.fen());
        let side = self.side;
        let (from, to) = (mv.from(), mv.to());
        let before = self.state;
        let key_after = self.key_after(mv);
        let captured = self.placement.relocate(side, from, to);
        let man = self.placement.man_on(to);
        let Some(piece) = man.piece() else { return };

        let state = &mut self.state;
        state.key = key_after;
        state.structure ^= structure_key(piece, from) ^ structure_key(piece, to);
        let is_pawn_advance = piece.kind == Kind::Pawn && from.column() == to.column();
        if let Some(victim) = captured.piece() {
            state.structure ^= structure_key(victim, to);
        }
        state.reversible = if captured.is_some() || is_pawn_advance {
            0
        } else {
            state.reversible.saturating_add(1)
        };
        state.in_check = gives_check;
        state
            .limit
            .advance(side, captured.is_some(), state.in_check);
        self.side = side.opponent();
        self.history.push(Ply {
            mv: Some(mv),
            moved: man,
            captured,
            before,
        });
        self.seen.enter(before.key);
        self.debug_validate();
    }

    /// Takes back the last [`Board::make_move`].
    pub fn unmake_move(&mut self) {
        let Some(Ply {
            mv: Some(mv),
            captured,
            before,
            ..
        }) = self.history.pop()
        else {
            debug_assert!(false, "nothing to unmake");
            return;
        };
        self.side = self.side.opponent();
        self.placement
            .take_back(self.side, mv.from(), mv.to(), captured);
        self.state = before;
        self.seen.leave(before.key);
        self.debug_validate();
    }

    /// Passes: the other side is to move in the same placement. Not allowed in check.
    pub fn make_null_move(&mut self) {
        debug_assert!(!self.is_in_check());
        let before = self.state;
        self.state.key ^= side_key();
        self.state.reversible = 0;
        self.state.in_check = false;
        self.side = self.side.opponent();
        self.history.push(Ply {
            mv: None,
            moved: Man::NONE,
            captured: Man::NONE,
            before,
        });
        self.seen.enter(before.key);
    }

    /// Takes back the last [`Board::make_null_move`].
    pub fn unmake_null_move(&mut self) {
        let Some(Ply {
            mv: None, before, ..
        }) = self.history.pop()
        else {
            debug_assert!(false, "no null move to unmake");
            return;
        };
        self.side = self.side.opponent();
        self.state = before;
        self.seen.leave(before.key);
    }
}

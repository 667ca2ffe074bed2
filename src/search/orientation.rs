//! Which way round a position is searched.
//!
//! A position and its left-right mirror image are worth the same, but a search that visits squares in
//! a fixed order would treat them differently. So each game is searched in one of the two
//! orientations, chosen by its first position: mirror images become the same search, node by node.

use crate::board::Board;
use crate::types::Move;

use super::limits::Limits;
use super::report::{Iteration, Outcome, Reporter, RootWatcher};

/// As given, or reflected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Orientation {
    AsGiven,
    Mirrored,
}

impl Orientation {
    /// The same for a position as, seen in the mirror, for its image.
    pub(super) fn of(board: &Board) -> Self {
        if board.mirrored().fen() < board.fen() {
            Self::Mirrored
        } else {
            Self::AsGiven
        }
    }

    pub(super) const fn turn(self, mv: Move) -> Move {
        match self {
            Self::AsGiven => mv,
            Self::Mirrored => mv.mirrored(),
        }
    }

    /// The position with its history, set up anew so that men get their identities in the order in
    /// which this orientation reads the board.
    pub(super) fn turn_board(self, board: &Board) -> Board {
        let mut first = board.clone();
        let mut moves: Vec<Option<Move>> = Vec::with_capacity(board.history().len());
        while let Some(ply) = first.history().last().copied() {
            moves.push(ply.mv);
            if ply.mv.is_some() {
                first.unmake_move();
            } else {
                first.unmake_null_move();
            }
        }
        let first = match self {
            Self::AsGiven => first.fen(),
            Self::Mirrored => first.mirrored().fen(),
        };
        let Ok(mut turned) = Board::from_fen(&first) else {
            return board.clone();
        };
        for mv in moves.into_iter().rev() {
            match mv {
                Some(mv) => turned.make_move(self.turn(mv)),
                None => turned.make_null_move(),
            }
        }
        turned
    }

    pub(super) fn turn_limits(self, limits: &Limits) -> Limits {
        let turn_all = |moves: &[Move]| moves.iter().map(|&mv| self.turn(mv)).collect();
        Limits {
            search_moves: turn_all(&limits.search_moves),
            ban_moves: turn_all(&limits.ban_moves),
            ..limits.clone()
        }
    }

    pub(super) fn turn_outcome(self, mut outcome: Outcome) -> Outcome {
        let moves = outcome.lines.iter_mut().flat_map(|line| &mut line.pv);
        moves.for_each(|mv| *mv = self.turn(*mv));
        outcome
    }
}

/// Turns the moves of reports back before they reach the outside.
pub(super) struct Turned<'a> {
    pub(super) orientation: Orientation,
    pub(super) reporter: &'a mut dyn Reporter,
}

impl Reporter for Turned<'_> {
    fn iteration(&mut self, report: &Iteration<'_>) {
        let pv: Vec<Move> = report
            .pv
            .iter()
            .map(|&mv| self.orientation.turn(mv))
            .collect();
        self.reporter.iteration(&Iteration { pv: &pv, ..*report });
    }

    fn root_watcher(&self) -> Option<RootWatcher> {
        let watcher = self.reporter.root_watcher()?;
        let orientation = self.orientation;
        Some(Box::new(move |mv, number| {
            watcher(orientation.turn(mv), number);
        }))
    }
}

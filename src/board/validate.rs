//! Recomputes everything incremental and compares. Debug builds call it after every move.

use super::{Board, Seen};
use crate::types::Man;

impl Board {
    /// Names the first incremental field that differs from a fresh computation, if any.
    pub fn inconsistency(&self) -> Option<&'static str> {
        let fresh = self.without_history();
        let mut seen = Seen([0; Seen::SLOTS]);
        self.history.iter().for_each(|ply| seen.enter(ply.key()));
        let reversible = self
            .history
            .iter()
            .rev()
            .take_while(|ply| ply.mv.is_some() && ply.captured == Man::NONE)
            .count();
        let mut rebuilt = super::Placement::EMPTY;
        for (man, piece, square) in self.placement.men() {
            rebuilt.put(piece.side, man, square);
        }
        [
            ("placement", self.placement == rebuilt),
            ("key", self.state.key == fresh.state.key),
            ("structure", self.state.structure == fresh.state.structure),
            ("check flag", self.state.in_check == fresh.state.in_check),
            (
                "reversible plies",
                usize::from(self.state.reversible) <= reversible,
            ),
            ("seen keys", self.seen == seen),
        ]
        .into_iter()
        .find_map(|(name, agrees)| (!agrees).then_some(name))
    }

    /// Panics in debug builds when an incremental field is wrong; free in release builds. The work grows
    /// with the game, so a very long one is looked at now and then.
    #[inline]
    pub(super) fn debug_validate(&self) {
        const LONG_GAME: usize = 1000;
        let plies = self.history.len();
        if cfg!(debug_assertions)
            && (plies < LONG_GAME || plies.is_multiple_of(LONG_GAME))
            && let Some(field) = self.inconsistency()
        {
            panic!("{field} out of step in {}", self.fen());
        }
    }
}

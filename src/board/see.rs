//! Static exchange evaluation: what a capture is worth when both sides go on capturing on its square.
//!
//! Nothing is moved. An [`Exchange`] remembers who has left his square ([`Attackers`]). Only legal captures
//! count: cannon screens that come and go, pinned capturers, kings that may not face each other and checks
//! that must be answered first are right. The king is looked at only when one of the squares involved lies
//! where it could matter to him.

use super::attackers::Attackers;
use super::{Board, Placement};
use crate::templates::{ON_KING_LINES, near_king};
use crate::types::{Kind, Move, Score, Side, Square};

/// What a capture wins or loses, by the kind of the victim.
pub const EXCHANGE: [Score; Kind::COUNT] = [10_000, 50, 50, 190, 430, 190, 45];

impl Board {
    /// The material won (lost, if negative) by a legal move of the side to move when the opponent may
    /// capture back on its target, either side stopping when it likes.
    pub fn see(&self, mv: Move) -> Score {
        let Some(mover) = self.placement().man_on(mv.from()).kind() else {
            return 0;
        };
        let gain = value_on(self.placement(), mv.to());
        let mut exchange = Exchange::begin(self, mv);
        gain - exchange.best_for(self.side_to_move().opponent(), mover)
    }

    /// Whether [`Board::see`] is at least `threshold`, usually without playing the exchange to its end.
    pub fn see_at_least(&self, mv: Move, threshold: Score) -> bool {
        let placement = self.placement();
        // What the side that captured last is ahead of its goal, should it lose the capturer.
        let mut surplus = value_on(placement, mv.to()) - threshold;
        if surplus < 0 {
            return false;
        }
        surplus -= value_on(placement, mv.from());
        if surplus >= 0 {
            return true;
        }
        let us = self.side_to_move();
        let mut exchange = Exchange::begin(self, mv);
        let mut side = us.opponent();
        while let Some((from, kind)) = exchange.cheapest_capturer(side) {
            surplus = -surplus - 1 - EXCHANGE[kind.index()];
            side = side.opponent();
            if surplus >= 0 {
                break;
            }
            exchange.play(from);
        }
        // Whoever's turn it is has nothing left to improve his lot with.
        side != us
    }
}

/// The exchange value of who stands on the square; 0 for nobody.
fn value_on(placement: &Placement, square: Square) -> Score {
    let kind = placement.man_on(square).kind();
    kind.map_or(0, |kind| EXCHANGE[kind.index()])
}

/// A sequence of captures on one square.
struct Exchange<'a> {
    attackers: Attackers<'a>,
    /// Whether what happened so far could matter to the king of a side.
    disturbed: [bool; 2],
}

impl<'a> Exchange<'a> {
    /// The exchange that starts with the move.
    fn begin(board: &'a Board, mv: Move) -> Self {
        let placement = board.placement();
        let target = mv.to();
        let is_quiet = placement.is_empty(target);
        let is_near = |side| near_king(placement.king_square(side), target) & ON_KING_LINES != 0;
        let mut exchange = Self {
            attackers: Attackers::of(placement, target),
            // A man who arrives on an empty square may become a screen.
            disturbed: Side::BOTH.map(|side| is_quiet && is_near(side)),
        };
        exchange.play(mv.from());
        exchange
    }

    /// Captures on the target from the square.
    fn play(&mut self, from: Square) {
        self.attackers.vacate(from);
        for side in Side::BOTH {
            self.disturbed[side.index()] |= self.is_near_king(side, from);
        }
    }

    fn is_near_king(&self, side: Side, square: Square) -> bool {
        near_king(self.attackers.placement.king_square(side), square) & ON_KING_LINES != 0
    }

    /// What `side` wins by capturing the `victim` on the target with its cheapest legal capturer, or by
    /// not capturing at all.
    fn best_for(&mut self, side: Side, victim: Kind) -> Score {
        let Some((from, kind)) = self.cheapest_capturer(side) else {
            return 0;
        };
        self.play(from);
        let answer = self.best_for(side.opponent(), kind);
        (EXCHANGE[victim.index()] - answer).max(0)
    }

    /// The cheapest man of `side` that may legally capture on the target.
    fn cheapest_capturer(&self, side: Side) -> Option<(Square, Kind)> {
        self.attackers
            .cheapest(side, |from| self.is_legal(side, from))
    }

    /// Whether the capture from the square leaves `side`'s king safe.
    fn is_legal(&self, side: Side, from: Square) -> bool {
        let is_king = from == self.attackers.placement.king_square(side);
        if !is_king && !self.disturbed[side.index()] && !self.is_near_king(side, from) {
            return true;
        }
        !self.attackers.is_king_attacked_after(side, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(fen: &str, mv: &str) -> Score {
        let board = Board::from_fen(fen).expect("a position");
        let mv: Move = mv.parse().expect("a move");
        assert!(board.is_legal_move(mv), "{mv} is not legal");
        board.see(mv)
    }

    fn value(kind: Kind) -> Score {
        EXCHANGE[kind.index()]
    }

    #[test]
    fn an_unprotected_man_is_won_whole() {
        assert_eq!(
            see("3k5/9/9/9/r8/9/9/9/R8/4K4 w", "a1a5"),
            value(Kind::Rook)
        );
    }

    #[test]
    fn a_protected_pawn_costs_the_rook() {
        let expected = value(Kind::Pawn) - value(Kind::Rook);
        assert_eq!(see("3k5/9/4b4/2p6/2b6/9/9/9/2R6/4K4 w", "c1c5"), {
            // The elephant on c5 is protected by the one on e7 behind the empty eye d6.
            value(Kind::Elephant) - value(Kind::Rook)
        });
        assert_eq!(see("3k5/9/1n7/9/2p6/9/9/9/2R6/4K4 w", "c1c5"), expected);
    }

    #[test]
    fn a_cannon_recaptures_only_over_a_screen() {
        // Black's cannon on c9 protects c5 over the screen on c6; without the screen it does not.
        let protected = value(Kind::Horse) - value(Kind::Rook);
        assert_eq!(see("2c1k4/9/9/2p6/2n6/9/9/9/2R6/3K5 w", "c1c5"), protected);
        assert_eq!(
            see("2c1k4/9/9/9/2n6/9/9/9/2R6/3K5 w", "c1c5"),
            value(Kind::Horse)
        );
    }

    #[test]
    fn the_capturer_itself_can_be_the_screen() {
        // Red's cannon captures c9 over c5 ... the screen stays, but a cannon behind the capturer
        // joins in only when a screen remains between them.
        let fen = "2r1k4/9/9/9/2p6/9/2C6/9/2C6/3K5 w";
        assert_eq!(see(fen, "c3c9"), value(Kind::Rook));
    }

    #[test]
    fn a_pinned_protector_does_not_count() {
        // The horse on e7 would protect g6, but moving it exposes the king to the rook on e0.
        let pinned = see("4k4/9/4n4/6p2/9/9/9/9/6R2/4RK3 w", "g1g6");
        assert_eq!(pinned, value(Kind::Pawn));
        let free = see("3k5/9/4n4/6p2/9/9/9/9/6R2/4RK3 w", "g1g6");
        assert_eq!(free, value(Kind::Pawn) - value(Kind::Rook));
    }

    #[test]
    fn a_king_may_not_recapture_into_the_gaze_of_the_other() {
        let faces = see("5k3/5n3/9/9/9/9/9/9/5R3/5K3 w", "f1f8");
        assert_eq!(faces, value(Kind::Horse));
    }

    #[test]
    fn thresholds_agree_with_the_value() {
        let board = Board::from_fen("2c1k4/9/9/2p6/2n6/9/9/9/2R6/3K5 w").expect("a position");
        let mv = "c1c5".parse().expect("a move");
        let exact = board.see(mv);
        assert!(board.see_at_least(mv, exact) && !board.see_at_least(mv, exact + 1));
    }
}

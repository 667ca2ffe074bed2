//! Static exchange evaluation: what a capture is worth when both sides go on capturing on its square.
//!
//! The exchange is played out on a copy of the placement with legal captures only. Cannon screens
//! that come and go, pinned capturers, kings that may not face each other and checks that must be
//! answered first are therefore right by construction.

use crate::templates::{KING_STEPS, PAWN_STEPS, knight_leg};
use crate::types::{Kind, Move, Piece, Score, Side, Square};
use crate::weights::EXCHANGE;

use super::{Board, Placement};

impl Board {
    /// The material won (lost, if negative) by a legal move of the side to move when the opponent may
    /// capture back on its target, either side stopping when it likes.
    pub fn see(&self, mv: Move) -> Score {
        let mut scratch = *self.placement();
        let side = self.side_to_move();
        let Some(mover) = scratch.man_on(mv.from()).kind() else {
            return 0;
        };
        let victim = scratch.relocate(side, mv.from(), mv.to());
        let gain = victim.kind().map_or(0, |kind| EXCHANGE[kind.index()]);
        gain - best_exchange(&mut scratch, side.opponent(), mv.to(), mover)
    }

    /// Whether [`Board::see`] is at least `threshold`, often without playing anything out.
    pub fn see_at_least(&self, mv: Move, threshold: Score) -> bool {
        let value = |square: Square| {
            self.placement()
                .man_on(square)
                .kind()
                .map_or(0, |kind| EXCHANGE[kind.index()])
        };
        let gain = value(mv.to());
        if gain < threshold {
            return false;
        }
        gain - value(mv.from()) >= threshold || self.see(mv) >= threshold
    }
}

/// What `side` wins by capturing the `victim` on `target` with its cheapest legal capturer, or by not
/// capturing at all.
fn best_exchange(scratch: &mut Placement, side: Side, target: Square, victim: Kind) -> Score {
    let Some((from, kind)) = cheapest_capturer(scratch, side, target) else {
        return 0;
    };
    scratch.relocate(side, from, target);
    let answer = best_exchange(scratch, side.opponent(), target, kind);
    (EXCHANGE[victim.index()] - answer).max(0)
}

/// The cheapest man of `side` that may legally capture on `target`.
fn cheapest_capturer(placement: &Placement, side: Side, target: Square) -> Option<(Square, Kind)> {
    let is_legal = |from: Square| !placement.is_king_attacked_after(side, Move::new(from, target));
    let is_pawn = |from: Square| {
        placement.piece_on(from) == Some(Piece::new(side, Kind::Pawn))
            && PAWN_STEPS[side.index()][from.index()].contains(&target)
    };
    let mut pawns = [-side.forward(), Square::EAST, -Square::EAST]
        .into_iter()
        .map(|step| target.offset(step))
        .filter(|&from| is_pawn(from));
    if let Some(from) = pawns.find(|&from| is_legal(from)) {
        return Some((from, Kind::Pawn));
    }
    let find = |kind: Kind, reaches: &dyn Fn(Square) -> bool| {
        placement
            .squares_of(side, kind)
            .find(|&from| reaches(from) && is_legal(from))
            .map(|from| (from, kind))
    };
    if target.is_home(side) {
        for kind in [Kind::Advisor, Kind::Bishop] {
            let piece = Piece::new(side, kind);
            if let found @ Some(_) = find(kind, &|from| placement.reaches(piece, from, target)) {
                return found;
            }
        }
    }
    let (along_rank, along_file) = (placement.rank_slide(target), placement.file_slide(target));
    let on_line = |from: Square, rank_hits: u16, file_hits: u16| {
        (from.row() == target.row() && rank_hits >> from.file() & 1 != 0)
            || (from.column() == target.column() && file_hits >> from.rank() & 1 != 0)
    };
    let by_knight = |from| knight_leg(from, target).is_some_and(|leg| placement.is_empty(leg));
    find(Kind::Knight, &by_knight)
        .or_else(|| {
            find(Kind::Cannon, &|from| {
                on_line(from, along_rank.second, along_file.second)
            })
        })
        .or_else(|| {
            find(Kind::Rook, &|from| {
                on_line(from, along_rank.first, along_file.first)
            })
        })
        .or_else(|| {
            find(Kind::King, &|from| {
                KING_STEPS[from.index()].contains(&target)
            })
        })
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
            value(Kind::Bishop) - value(Kind::Rook)
        });
        assert_eq!(see("3k5/9/1n7/9/2p6/9/9/9/2R6/4K4 w", "c1c5"), expected);
    }

    #[test]
    fn a_cannon_recaptures_only_over_a_screen() {
        // Black's cannon on c9 protects c5 over the screen on c6; without the screen it does not.
        let protected = value(Kind::Knight) - value(Kind::Rook);
        assert_eq!(see("2c1k4/9/9/2p6/2n6/9/9/9/2R6/3K5 w", "c1c5"), protected);
        assert_eq!(
            see("2c1k4/9/9/9/2n6/9/9/9/2R6/3K5 w", "c1c5"),
            value(Kind::Knight)
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
        assert_eq!(faces, value(Kind::Knight));
    }

    #[test]
    fn thresholds_agree_with_the_value() {
        let board = Board::from_fen("2c1k4/9/9/2p6/2n6/9/9/9/2R6/3K5 w").expect("a position");
        let mv = "c1c5".parse().expect("a move");
        let exact = board.see(mv);
        assert!(board.see_at_least(mv, exact) && !board.see_at_least(mv, exact + 1));
    }
}

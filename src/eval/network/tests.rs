use proptest::prelude::*;

use super::*;

/// Plays moves by number, null moves among them, and comes back to the start now and then.
fn wander(steps: &[u16], mut look: impl FnMut(&Board)) {
    let mut board = Board::start();
    look(&board);
    for &step in steps {
        let moves = board.legal_moves();
        match (step % 8, board.history().last()) {
            (0 | 1, Some(ply)) if ply.mv.is_some() => board.unmake_move(),
            (0 | 1, Some(_)) => board.unmake_null_move(),
            (2, _) if !board.is_in_check() => board.make_null_move(),
            _ if moves.is_empty() => return,
            _ => board.make_move(moves[usize::from(step / 8) % moves.len()]),
        }
        // Not at every step, so that several moves have to be followed at once.
        if step % 3 != 0 {
            look(&board);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_followed_equals_what_is_seen(steps in prop::collection::vec(any::<u16>(), 0..160)) {
        let mut eyes = Eyes::new(&Board::start(), 40);
        wander(&steps, |board| assert_eq!(eyes.evaluate(board), NETWORK.evaluate(board)));
    }

    #[test]
    fn mirror_images_and_exchanged_colours_are_worth_the_same(
        steps in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        wander(&steps, |board| {
            let score = NETWORK.evaluate(board);
            assert_eq!(NETWORK.evaluate(&board.mirrored()), score);
            assert_eq!(NETWORK.evaluate(&board.color_flipped()), score);
        });
    }
}

#[test]
fn a_rook_more_is_worth_a_lot() {
    let score = |fen: &str| NETWORK.evaluate(&Board::from_fen(fen).expect("a position"));
    let without = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w";
    assert!(score(without) < -250);
    assert!(score(&without.replace(" w", " b")) > 250);
}

#[test]
fn a_line_longer_than_the_eyes_is_seen_all_the_same() {
    let mut board = Board::start();
    let mut eyes = Eyes::new(&board, 2);
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        board.make_move(mv.parse().expect("a move"));
        assert_eq!(eyes.evaluate(&board), NETWORK.evaluate(&board));
    }
}

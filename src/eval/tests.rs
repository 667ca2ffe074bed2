//! Properties of the whole evaluation, and knowledge it must have.

use super::*;
use crate::types::MoveList;

/// Positions of random games, all different in length.
fn random_positions() -> Vec<Board> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let mut positions = Vec::new();
    for _ in 0..40 {
        let mut board = Board::start();
        for _ in 0..150 {
            let moves: MoveList = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            board.make_move(moves[random(moves.len())]);
            positions.push(board.without_history());
        }
    }
    positions
}

fn score(fen: &str) -> Score {
    evaluate(&Board::from_fen(fen).expect("a position"))
}

#[test]
fn mirrored_and_colour_flipped_positions_score_the_same() {
    for board in random_positions() {
        let score = evaluate(&board);
        assert_eq!(score, evaluate(&board.mirrored()), "{}", board.fen());
        assert_eq!(score, evaluate(&board.color_flipped()), "{}", board.fen());
        assert!(score.abs() <= MAX_EVAL);
    }
}

#[test]
fn breakdown_sums_to_the_score() {
    for board in random_positions() {
        assert_eq!(
            breakdown(&board).total(),
            evaluate(&board),
            "{}",
            board.fen()
        );
    }
}

#[test]
fn traced_counts_times_weights_give_the_same_sums() {
    for board in random_positions().iter().step_by(7) {
        let mut traces = [Trace::default(), Trace::default()];
        count_features(board, &mut traces);
        let mut sums = Tapered::ZERO;
        for group in &crate::weights::GROUPS {
            for (i, &weight) in group.values.iter().enumerate() {
                let at = group.first + i;
                let count = traces[0].counts[at] - traces[1].counts[at];
                sums += weight * i32::from(count);
            }
        }
        assert_eq!(sums, breakdown(board).sums(), "{}", board.fen());
    }
}

#[test]
fn the_start_position_is_a_little_better_for_the_side_to_move() {
    assert!((1..60).contains(&evaluate(&Board::start())));
}

#[test]
fn a_hollow_cannon_is_worth_more_than_a_covered_one() {
    // Red's cannon faces the king with nothing between; then with black's advisor and elephant.
    let hollow = score("r1bakab1r/9/2n3n2/p1p3p1p/4C4/9/P1P3P1P/9/9/RNBAKABNR w");
    let covered = score("r2ak1b1r/4a4/2n1b1n2/p1p3p1p/4C4/9/P1P3P1P/9/9/RNBAKABNR w");
    assert!(hollow > covered + 50, "{hollow} {covered}");
}

#[test]
fn a_horse_in_the_palace_endangers_the_king_under_a_central_cannon() {
    let safety = |fen: &str| {
        let board = Board::from_fen(fen).expect("a position");
        let term = breakdown(&board).term(Side::Red, crate::weights::Term::King);
        term.middlegame()
    };
    let home = safety("r1bakabnr/9/2n1c4/p1p1p1p1p/9/9/P1P1P1P1P/1CN6/9/R1BAKABNR w");
    let stuck = safety("r1bakabnr/9/2n1c4/p1p1p1p1p/9/9/P1P1P1P1P/1C7/4N4/R1BAKABNR w");
    assert!(home > stuck + 20, "{home} {stuck}");
}

#[test]
fn nothing_is_won_without_attackers() {
    assert_eq!(score("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w"), 0);
}

#[test]
fn a_lone_horse_does_not_beat_two_advisors() {
    let drawn = score("3k1a3/4a4/9/9/9/9/9/4N4/9/4K4 w");
    let won = score("3k5/9/9/9/9/9/9/4N4/9/4K4 w");
    assert!(drawn * 2 < won, "{drawn} {won}");
}

#[test]
fn a_hanging_rook_weighs_more_when_the_enemy_is_to_move() {
    let board = "3k5/9/1n7/9/R8/9/9/9/9/4K4";
    let attacker = score(&format!("{board} b"));
    let owner = score(&format!("{board} w"));
    assert!(attacker + owner > 0, "{attacker} {owner}");
}

#[test]
fn rook_and_cannon_need_a_pawn_against_a_rook_with_all_guards() {
    let percent = |fen: &str| {
        let board = Board::from_fen(fen).expect("a position");
        let mut tallies = [Sum::default(); 2];
        count_features(&board, &mut tallies).scale(1) * 100 / FULL_SCALE
    };
    assert!(percent("2bakab2/9/9/9/9/r8/9/4C4/8R/2BAKAB2 w") < 60);
    assert_eq!(percent("2bakab2/9/9/9/9/r7P/9/4C4/8R/2BAKAB2 w"), 100);
}

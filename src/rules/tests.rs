//! Unit tests of the rules that need no reference implementation.

use super::*;
use crate::types::Move;

fn board(fen: &str, moves: &str) -> Board {
    let mut board = Board::from_fen(fen).expect("a legal position");
    board.try_play_line(moves).expect("legal moves");
    board
}

fn ending(fen: &str, moves: &str) -> Option<Ending> {
    Rules::default().ending(&board(fen, moves))
}

/// A rook that checks on e9 and d9 in turn, and a king that can only walk between two squares.
const PERPETUAL: &str = "4R4/3k5/b8/9/6c2/2P6/9/3A5/5K3/1rB6 w - - 0 1";
const CYCLE: &str = "e9d9 d8e8 d9e9 e8d8";

#[test]
fn rule_names_round_trip() {
    for rule in Rule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert_eq!("AsianRule".parse(), Ok(Rule::default()));
    let error = "fide".parse::<Rule>().expect_err("no rule").to_string();
    assert!(error.contains("'fide'") && error.contains("asianrule"));
}

#[test]
fn stalemate_loses_like_mate() {
    let stalemate = ending("3k5/9/9/9/9/9/9/2R6/9/4K4 w - - 0 1", "c2c8");
    assert_eq!(stalemate, Some(Ending::Stalemate));
    assert_eq!(Ending::Stalemate.verdict(), Verdict::Loss);
    let mate = ending("3k5/1R7/R8/9/9/9/9/9/9/4K4 w - - 0 1", "a7a9");
    assert_eq!(mate, Some(Ending::Checkmate));
}

#[test]
fn mate_on_the_last_ply_of_the_limit_wins() {
    let mate = ending("3k5/1R7/R8/9/9/9/9/9/9/4K4 w - - 119 99", "a7a9");
    assert_eq!(mate, Some(Ending::Checkmate));
}

#[test]
fn pawn_moves_do_not_restart_the_natural_limit_but_captures_do() {
    let fen = "3ak4/4a4/4b4/2P6/9/9/9/4B4/4A3R/3AK4 w - - 118 90";
    assert_eq!(ending(fen, "c6c7"), None);
    assert_eq!(ending(fen, "c6c7 e8f7"), Some(Ending::NaturalLimit));
    assert_eq!(
        ending(fen, "c6c7 e8f7 i1i7 f7e8"),
        Some(Ending::NaturalLimit)
    );
    let capture = board("3ak4/4a4/4b4/4P4/9/9/9/4B4/4A3R/3AK4 w - - 119 90", "e6e7");
    assert_eq!(capture.natural_limit().plies(), 0);
    assert_eq!(Rules::default().ending(&capture), None);
}

#[test]
fn zero_switches_the_natural_limit_off() {
    let rules = Rules {
        limit_plies: 0,
        ..Rules::default()
    };
    let board = board("3ak4/4a4/9/9/9/9/9/9/8R/4K4 w - - 400 90", "");
    assert_eq!(rules.ending(&board), None);
    assert_eq!(Rules::default().ending(&board), Some(Ending::NaturalLimit));
}

#[test]
fn only_ten_checks_of_a_side_count_towards_the_limit() {
    let mut board = board(PERPETUAL, "");
    let mut counts = Vec::new();
    for text in CYCLE.split_whitespace().cycle().take(26) {
        board.make_move(text.parse().expect("a move"));
        counts.push(board.natural_limit().plies());
    }
    // Ten checks and their replies count; the eleventh check and every later pair do not.
    let expected: Vec<u16> = (1..=26).map(|ply| ply.min(20)).collect();
    assert_eq!(counts, expected);
    // The window of repetition goes on all the same.
    assert_eq!(board.reversible_plies(), 26);
    // Quiet moves count again.
    for (text, count) in [("d9d5", 21), ("a7c9", 22)] {
        let mv: Move = text.parse().expect("a move");
        board.try_play(mv).expect("legal");
        assert_eq!(board.natural_limit().plies(), count);
    }
}

#[test]
fn the_ten_checks_are_counted_for_each_side_and_anew_after_a_capture() {
    // Both sides check with every move: the twentieth check is still within ten each.
    let fen = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w - - 0 1";
    let mut game = board(fen, "e6e7");
    assert_eq!(game.natural_limit().plies(), 0);
    for text in "f8e8 e7f7 e8f8 f7e7".split(' ').cycle().take(30) {
        game.make_move(text.parse().expect("a move"));
    }
    assert_eq!(game.natural_limit().plies(), 20);
    let mut capture = board(PERPETUAL, &[CYCLE; 7].join(" "));
    assert_eq!(capture.natural_limit().plies(), 20);
    for (text, count) in [("f1f2", 21), ("b0c0", 0), ("e9d9", 1), ("d8e8", 2)] {
        let mv: Move = text.parse().expect("a move");
        capture.try_play(mv).expect("legal");
        assert_eq!(capture.natural_limit().plies(), count, "{mv}");
    }
}

#[test]
fn only_kings_advisors_and_elephants_are_dead_material() {
    let dead = "3ak4/4a4/4b4/9/9/9/9/4B4/4A4/3AK4 w - - 0 1";
    assert_eq!(ending(dead, ""), Some(Ending::DeadMaterial));
    for piece in ["P", "N", "C", "R", "p", "n", "c", "r"] {
        let fen = format!("3ak4/4a4/4b4/9/{piece}8/9/9/4B4/4A4/3AK4 w - - 0 1");
        assert_eq!(ending(&fen, ""), None, "{piece}");
    }
}

#[test]
fn a_repetition_is_judged_at_the_third_occurrence() {
    let twice = board(PERPETUAL, CYCLE);
    assert_eq!(repetition(&twice, Rule::AsianRule, 3), None);
    assert_eq!(repetition(&twice, Rule::AsianRule, 2), Some(Verdict::Loss));
    assert_eq!(repetition(&board(PERPETUAL, ""), Rule::AsianRule, 2), None);
    let thrice = board(PERPETUAL, &[CYCLE, CYCLE].join(" "));
    assert_eq!(repetition(&thrice, Rule::AsianRule, 3), Some(Verdict::Loss));
    assert_eq!(repetition(&thrice, Rule::CheckBan, 3), Some(Verdict::Loss));
    assert_eq!(
        repetition(&thrice, Rule::AlwaysDraw, 3),
        Some(Verdict::Draw)
    );
    assert_eq!(repetition(&thrice, Rule::AsianRule, 4), None);
}

#[test]
fn the_search_trusts_a_second_occurrence_only_after_the_root() {
    let twice = board(PERPETUAL, CYCLE);
    // The earlier occurrence is the root itself, or lies before it.
    for ply in 1..=4 {
        assert_eq!(repetition_in_search(&twice, Rule::AsianRule, ply), None);
    }
    for ply in 5..8 {
        let verdict = repetition_in_search(&twice, Rule::AsianRule, ply);
        assert_eq!(verdict, Some(Verdict::Loss));
    }
    let thrice = board(PERPETUAL, &[CYCLE, CYCLE].join(" "));
    let verdict = repetition_in_search(&thrice, Rule::AsianRule, 1);
    assert_eq!(verdict, Some(Verdict::Loss));
}

#[test]
fn nothing_repeats_across_a_null_move() {
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let mut game = board(fen, "a1b1 e9e8 b1a1");
    // The first position comes back twice after the null moves; it was there once before them.
    game.make_null_move();
    game.make_null_move();
    for text in ["e8e9", "a1b1", "e9e8", "b1a1", "e8e9"] {
        game.make_move(text.parse().expect("a move"));
    }
    assert_eq!(game.key(), board(fen, "").key());
    assert_eq!(repetition(&game, Rule::AsianRule, 2), Some(Verdict::Draw));
    assert_eq!(repetition(&game, Rule::AsianRule, 3), None);
    assert_eq!(repetition_in_search(&game, Rule::AsianRule, 4), None);
}

#[test]
fn moves_that_complete_a_losing_repetition_are_named() {
    let before = board(PERPETUAL, &format!("{CYCLE} {CYCLE}"));
    let rules = Rules::default();
    let losing = losing_repetitions(&before, &rules);
    assert_eq!(losing.as_slice(), &["e9d9".parse().expect("a move")]);
    let earlier = board(PERPETUAL, CYCLE);
    assert!(losing_repetitions(&earlier, &rules).is_empty());
    let draw = Rules {
        rule: Rule::AlwaysDraw,
        ..rules
    };
    assert!(losing_repetitions(&before, &draw).is_empty());
    // The checked side may come back a third time: it is not the offender.
    let evading = board(PERPETUAL, &format!("{CYCLE} e9d9 d8e8 d9e9"));
    assert!(losing_repetitions(&evading, &rules).is_empty());
}

fn verdict_under(rule: Rule, fen: &str, moves: &str) -> Option<Verdict> {
    repetition(&board(fen, moves), rule, 3)
}

#[test]
fn the_chinese_rule_forbids_perpetual_attack_of_any_mixture() {
    let mate_threats = (
        "4k4/7R1/9/9/R8/9/2p6/9/9/3K5 w - - 0 1",
        "a5b5 c3d3 b5a5 d3c3 a5b5 c3d3 b5a5 d3c3",
    );
    let checks_and_chases = (
        "4k2c1/9/9/9/9/9/9/9/7R1/5K3 w - - 0 1",
        "h1e1 e9d9 e1h1 d9e9 h1e1 e9d9 e1h1 d9e9",
    );
    let changing_targets = (
        "4k4/9/9/9/C8/9/pp5pp/4B4/9/r1BAKA2r w - - 0 1",
        "a5i5 i0h0 i5a5 a0b0 a5h5 h0i0 h5b5 b0a0 b5i5 i0h0 i5a5 a0b0 a5h5 h0i0 h5b5 b0a0 b5i5 i0h0",
    );
    for (fen, moves) in [mate_threats, checks_and_chases, changing_targets] {
        let asian = verdict_under(Rule::AsianRule, fen, moves);
        assert_eq!(asian, Some(Verdict::Draw), "{fen}");
        let chinese = verdict_under(Rule::ChineseRule, fen, moves);
        assert_eq!(chinese, Some(Verdict::Loss), "{fen}");
    }
}

#[test]
fn the_chinese_rule_allows_following_and_perpetual_check_outranks_attack() {
    let idle = "a1b1 e9e8 b1a1 e8e9 a1b1 e9e8 b1a1 e8e9";
    let fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    let verdict = verdict_under(Rule::ChineseRule, fen, idle);
    assert_eq!(verdict, Some(Verdict::Draw));
    // The checked side chases the elephant all the while and still wins.
    let moves = format!("{CYCLE} {CYCLE}");
    let verdict = verdict_under(Rule::ChineseRule, PERPETUAL, &moves);
    assert_eq!(verdict, Some(Verdict::Loss));
}

#[test]
fn an_explanation_names_pieces_reasons_and_levels() {
    let game = board(
        "2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w - - 0 1",
        "b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4",
    );
    let explanation = Explanation::new(&game, &Rules::default());
    assert_eq!(explanation.verdict, Some(Verdict::Win));
    assert_eq!(explanation.occurrences, 3);
    let span = explanation.span.expect("a span");
    assert_eq!(span.plies.len(), 8);
    assert_eq!(span.plies[0].number, 4);
    let text = span.to_string();
    let threat = "rook e4 really threatens cannon e5: unprotected, nobody can retake";
    assert!(text.contains(threat), "{text}");
    assert!(text.contains("red: level 1, perpetual chase: "), "{text}");
    assert!(text.contains("black: level 0, idle: "), "{text}");
}

#[test]
fn a_game_that_is_not_over_has_no_verdict() {
    let explanation = Explanation::new(&Board::start(), &Rules::default());
    assert_eq!((explanation.verdict, explanation.ending), (None, None));
    assert_eq!(explanation.occurrences, 1);
    assert!(explanation.span.is_none());
}

//! UCCI options do what they say, seen from outside.

use std::time::{Duration, Instant};

use hanxin::board::Board;

use crate::dialogue::{Client, sometimes};

/// The number behind `word` in the last `info` line of a search.
fn last_number(lines: &[String], word: &str) -> i64 {
    let line = lines
        .iter()
        .rfind(|line| line.starts_with("info depth "))
        .expect("an info line");
    let mut words = line.split(' ').skip_while(|found| *found != word);
    words.nth(1).expect(word).parse().expect("a number")
}

fn nodes_to_depth(client: &mut Client, depth: usize) -> i64 {
    client.burst(&["setoption newgame", "position startpos"]);
    client.send(&format!("go depth {depth}"));
    last_number(&client.lines_until("bestmove"), "nodes")
}

fn is_legal_at_start(mv: &str) -> bool {
    let start = Board::start();
    mv.parse().is_ok_and(|mv| start.is_legal_move(mv))
}

#[test]
fn the_hash_table_can_change_between_moves() {
    let mut client = Client::ucci();
    for size in ["1", "1024", "16", "0", "68", "1"] {
        client.send(&format!("setoption hashsize {size}"));
        client.best_move("position startpos", "go depth 4");
        client.send("probe startpos");
        assert!(client.line().starts_with("pophash bestmove "), "{size}");
    }
}

#[test]
fn odd_values_are_survived() {
    let mut client = Client::ucci();
    for option in [
        "hashsize 68",
        "hashsize -3",
        "hashsize x",
        "hashsize",
        "threads x",
        "ponder maybe",
        "style wild",
        "pruning",
        "usebook false",
        "bookfiles C:\\My Books\\a.dat;b.dat",
        "bookfiles",
        "useegtb off",
        "egtbpaths /tables",
        "promotion false",
        "evalapi x.dll",
        "loadbook",
        "usehash true",
        "copyprotection checking",
        "selectivity none",
        "guiname XQWizard",
    ] {
        client.send(&format!("setoption {option}"));
    }
    client.assert_no_answer_yet();
    let mv = client.best_move("position startpos", "go depth 2");
    assert!(is_legal_at_start(&mv), "{mv}");
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn the_clock_counts_seconds_when_told_to() {
    let mut client = Client::ucci();
    for off in ["false", "off", "0"] {
        client.send("setoption usemillisec true");
        client.send(&format!("setoption usemillisec {off}"));
        let start = Instant::now();
        client.best_move("position startpos", "go time 1");
        assert!(start.elapsed() > Duration::from_millis(500), "{off}");
    }
    client.send("setoption usemillisec true");
    let is_quick = sometimes(|| {
        client.burst(&["position startpos", "go time 1"]);
        last_number(&client.lines_until("bestmove"), "time") < 500
    });
    assert!(is_quick);
}

#[test]
fn idling_leaves_time_to_others() {
    let mut client = Client::ucci();
    let mut nodes = |idle: &str| {
        client.send(&format!("setoption idle {idle}"));
        client.burst(&["setoption newgame", "position startpos", "go movetime 400"]);
        last_number(&client.lines_until("bestmove"), "nodes")
    };
    assert!(sometimes(|| nodes("large") * 2 < nodes("none")));
}

#[test]
fn less_pruning_costs_nodes_and_less_knowledge_changes_the_tree() {
    let mut client = Client::ucci();
    let full = nodes_to_depth(&mut client, 6);
    let mut before = full;
    for pruning in ["medium", "small", "none"] {
        client.send(&format!("setoption pruning {pruning}"));
        let nodes = nodes_to_depth(&mut client, 6);
        assert!(nodes > before, "{pruning}: {nodes} after {before}");
        before = nodes;
    }
    client.send("setoption pruning large");
    assert_eq!(nodes_to_depth(&mut client, 6), full);
    for knowledge in ["medium", "small", "none"] {
        client.send(&format!("setoption knowledge {knowledge}"));
        assert_ne!(nodes_to_depth(&mut client, 6), full, "{knowledge}");
    }
}

#[test]
fn style_says_what_a_draw_is_worth() {
    let mut client = Client::ucci();
    for (style, sign) in [("normal", 0), ("solid", 1), ("risky", -1)] {
        client.send(&format!("setoption style {style}"));
        client.send("setoption newgame");
        client.burst(&["position fen 3ak4/9/9/9/9/9/9/9/9/3K1A3 w", "go depth 4"]);
        let score = last_number(&client.lines_until("bestmove"), "score");
        assert_eq!(score.signum(), sign, "{style}");
    }
}

#[test]
fn debug_shows_more() {
    let mut client = Client::ucci();
    let mut shows_moves = |debug: &str| {
        client.send(&format!("setoption debug {debug}"));
        client.burst(&["position startpos", "go depth 3"]);
        let lines = client.lines_until("bestmove");
        lines.iter().any(|line| line.starts_with("info currmove "))
    };
    assert!(!shows_moves("off") && shows_moves("on"));
}

#[test]
fn randomness_varies_the_opening() {
    let mut client = Client::ucci();
    client.send("setoption randomness huge");
    let mut moves: Vec<String> = (0..40)
        .map(|_| client.best_move("position startpos", "go depth 2"))
        .collect();
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn several_threads_and_lines_answer_once() {
    let mut client = Client::ucci();
    client.burst(&[
        "setoption threads 3",
        "setoption multipv 4",
        "position startpos",
        "go nodes 20000",
    ]);
    let lines = client.lines_until("bestmove");
    for number in 1..=4 {
        assert!(
            lines
                .iter()
                .any(|line| line.contains(&format!(" multipv {number} "))),
            "{lines:?}"
        );
    }
    client.assert_no_answer_yet();
}

#[test]
fn a_lost_game_is_resigned_only_on_request() {
    let lost = "position fen 3k5/9/9/9/9/9/9/9/4p4/r1r1K4 w";
    let mut client = Client::ucci();
    for (resign, expected) in [("false", false), ("true", true)] {
        client.send(&format!("setoption resign {resign}"));
        client.send("setoption newgame");
        let mut resigned = false;
        for _ in 0..4 {
            client.burst(&[lost, "go depth 2"]);
            let answer = client.answer();
            resigned |= answer.ends_with(" resign");
            if answer == "nobestmove" {
                break;
            }
        }
        assert_eq!(resigned, expected);
    }
}

#[test]
fn weak_levels_play_legal_moves_without_a_clock() {
    let mut client = Client::ucci();
    for level in [0, 7, 19] {
        client.send(&format!("setoption level {level}"));
        let mv = client.best_move("position startpos", "go time 600000 increment 0");
        assert!(is_legal_at_start(&mv), "{level}: {mv}");
    }
}

#[test]
fn no_level_misses_what_lies_on_the_board() {
    const MATE: &str = "3k5/R8/1R7/9/9/9/9/9/9/4K4 w";
    const FREE_ROOK: &str = "4k4/9/9/r8/9/9/9/R8/9/3K5 w";
    let mut client = Client::ucci();
    for level in 0..=20 {
        client.send(&format!("setoption level {level}"));
        for _ in 0..5 {
            let mv = client.best_move(&format!("position fen {MATE}"), "go time 60000 increment 0");
            let mut board = Board::from_fen(MATE).expect("a position");
            board.make_move(mv.parse().expect("a move"));
            assert!(!board.has_legal_move(), "level {level}: {mv}");
            let rook = format!("position fen {FREE_ROOK}");
            let mv = client.best_move(&rook, "go nodes 50000");
            assert_eq!(mv, "a2a6", "level {level}");
        }
    }
}

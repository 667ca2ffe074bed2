//! Dialogues with the real binary in UCCI.

use crate::dialogue;

use std::time::{Duration, Instant};

use dialogue::{Client, sometimes};
use hanxin::board::{Board, START_FEN};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

const AFTER_H2E2: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

fn legal_moves(fen: &str) -> Vec<String> {
    let board = Board::from_fen(fen).expect("a position");
    board
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let mut client = Client::start();
    client.send("ucci");
    let lines = client.lines_until("ucciok");
    assert!(lines[0].starts_with("id name hanxin "), "{lines:?}");
    for start in [
        "id author ",
        "option usemillisec type check default true",
        "option hashsize type spin min ",
        "option batch type check default false",
        "option newgame type button",
        "option pruning type combo var large ",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(start)),
            "{start}: {lines:?}"
        );
    }
    let known = |line: &&String| ["id ", "option "].iter().any(|word| line.starts_with(word));
    assert_eq!(
        lines.iter().filter(known).count(),
        lines.len() - 1,
        "nothing else is said"
    );
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn before_the_handshake_everything_else_is_ignored() {
    let mut client = Client::start();
    client.burst(&[
        "isready",
        "position startpos",
        "go depth 1",
        "stop",
        "probe startpos",
        "hello",
    ]);
    client.send("ucci");
    assert!(client.line().starts_with("id name "));
    client.wait_for("ucciok");
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.quit(), ["bye"]);
    let mut client = Client::start();
    client.send("quit");
    assert_eq!(client.hang_up(), ["bye"]);
}

#[test]
fn a_client_that_tries_uci_first_can_still_choose_ucci() {
    let mut client = Client::start();
    client.send("uci");
    client.wait_for("uciok");
    client.send("ucci");
    client.wait_for("ucciok");
    client.send("stop");
    assert_eq!(client.line(), "nobestmove");
}

#[test]
fn every_command_is_answered_as_it_should_when_idle() {
    let mut client = Client::ucci();
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    client.send("stop");
    assert_eq!(client.line(), "nobestmove");
    client.send("ponderhit draw");
    client.send("no such command");
    client.send("probe startpos");
    assert_eq!(client.line(), "pophash");
    client.send("ucci");
    client.wait_for("ucciok");
    client.send("setoption no such option");
    client.send("position startpos moves h2e2");
    assert_eq!(client.fen(), AFTER_H2E2);
    client.send("go depth 3");
    assert!(client.answer().starts_with("bestmove "));
    assert_eq!(
        client.fen(),
        AFTER_H2E2,
        "bestmove does not change the board"
    );
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn while_thinking_only_some_commands_count() {
    let mut client = Client::ucci();
    client.burst(&["position startpos", "go infinite"]);
    client.assert_no_answer_yet();
    client.burst(&[
        "position startpos moves h2e2",
        "banmoves h2e2",
        "setoption multipv 5",
        "go depth 1",
        "ponderhit",
        "ucci",
        "d",
        "nonsense",
    ]);
    client.assert_no_answer_yet();
    client.send("probe startpos moves h2e2 h9g7 h2e2");
    assert!(client.answer().starts_with("pophash"));
    client.send("stop");
    assert!(client.answer().starts_with("bestmove "));
    assert_eq!(client.fen(), START_FEN);
    client.send("go depth 2");
    assert!(
        client
            .lines_until("bestmove")
            .iter()
            .all(|line| !line.contains("multipv"))
    );
    client.send("go infinite");
    client.assert_no_answer_yet();
    let rest = client.quit();
    assert_eq!(rest.last().map(String::as_str), Some("bye"));
    assert!(
        !rest.iter().any(|line| line.starts_with("bestmove")),
        "quit aborts: {rest:?}"
    );
}

#[test]
fn info_lines_are_what_clients_read() {
    let mut client = Client::ucci();
    client.burst(&["position startpos", "go depth 5"]);
    let lines = client.lines_until("bestmove");
    assert!(lines.len() > 5, "{lines:?}");
    for line in &lines[..lines.len() - 1] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["info", "depth"], "{line}");
        assert_eq!(
            [words[3], words[5], words[7], words[9], words[11]],
            ["score", "time", "nodes", "nps", "pv"]
        );
        for number in [words[2], words[4], words[6], words[8], words[10]] {
            assert!(number.parse::<i64>().is_ok(), "{line}");
        }
        assert!(
            legal_moves(START_FEN).contains(&words[12].to_owned()),
            "{line}"
        );
        assert!(line.len() < 900);
    }
}

#[test]
fn pondering_ends_only_by_hit_or_stop() {
    let mut client = Client::ucci();
    for go in [
        "go ponder time 100 increment 0",
        "go ponder depth 1",
        "go ponder nodes 5",
    ] {
        client.burst(&["position startpos moves h2e2 h9g7", go]);
        std::thread::sleep(Duration::from_millis(150));
        client.assert_no_answer_yet();
        client.send("ponderhit");
        assert!(client.answer().starts_with("bestmove "), "hit after {go}");
        client.burst(&["position startpos moves h2e2 h9g7 h0g2 i9h9", go]);
        client.assert_no_answer_yet();
        client.burst(&["stop", "position startpos moves h2e2", "go depth 2"]);
        assert!(client.answer().starts_with("bestmove "), "miss after {go}");
        assert!(
            client.answer().starts_with("bestmove "),
            "the real position after {go}"
        );
    }
}

#[test]
fn a_single_legal_move_is_pondered_on_too() {
    // Red is in check from the rook; the king has one square.
    let fen = "3k5/9/9/9/9/9/9/9/r8/4K4 w";
    let mut client = Client::ucci();
    client.burst(&[
        &format!("position fen {fen}"),
        "go ponder time 50 increment 0",
    ]);
    std::thread::sleep(Duration::from_millis(100));
    client.assert_no_answer_yet();
    client.send("ponderhit");
    assert!(client.answer().starts_with("bestmove "));
}

#[test]
fn a_mate_is_pondered_on_too_and_a_miss_gets_a_move() {
    let mate = "position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w";
    let mut client = Client::ucci();
    for end in ["ponderhit", "stop"] {
        client.burst(&[mate, "go ponder time 60000 increment 0"]);
        std::thread::sleep(Duration::from_millis(100));
        client.assert_no_answer_yet();
        client.send(end);
        assert!(client.answer().starts_with("bestmove b7"), "{end}");
    }
}

#[test]
fn a_hit_after_long_pondering_costs_no_time() {
    let mut client = Client::ucci();
    // The share of one move is an eighth of a second; its hard bound more than half of one.
    let is_quick = sometimes(|| {
        client.burst(&[
            "position startpos moves h2e2 h9g7",
            "go ponder time 4000 increment 0",
        ]);
        std::thread::sleep(Duration::from_millis(1500));
        client.assert_no_answer_yet();
        let hit = Instant::now();
        client.send("ponderhit");
        assert!(client.answer().starts_with("bestmove "));
        hit.elapsed() < Duration::from_millis(100)
    });
    assert!(is_quick);
}

#[test]
fn stop_works_at_thousands_of_random_moments() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut client = Client::ucci();
    let go = [
        "go infinite",
        "go",
        "go time 3600000 increment 0",
        "go ponder time 5000 increment 0",
        "go depth 60",
    ];
    for round in 0..3000 {
        let position = ["position startpos", "position startpos moves h2e2 h9g7"][round % 2];
        client.burst(&[position, go[round % go.len()]]);
        let pause = random.random_range(0..1000_u64);
        if pause > 200 {
            std::thread::sleep(Duration::from_micros(pause));
        }
        client.send("stop");
        assert!(client.answer().starts_with("bestmove "), "round {round}");
        if round % 100 == 0 {
            client.assert_no_answer_yet();
        }
    }
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn commands_behind_a_stop_are_not_lost() {
    let mut client = Client::ucci();
    for _ in 0..50 {
        client.burst(&[
            "position startpos",
            "go infinite",
            "stop",
            "setoption name MultiPV value 2",
            "position startpos moves h2e2",
            "go depth 2",
        ]);
        assert!(client.answer().starts_with("bestmove "));
        let lines = client.lines_until("bestmove");
        assert!(
            lines.iter().any(|line| line.contains(" multipv 2 ")),
            "{lines:?}"
        );
        client.send("setoption multipv 1");
        assert_eq!(client.fen(), AFTER_H2E2);
    }
}

#[test]
fn a_reply_to_ponder_on_is_nearly_always_named() {
    let mut client = Client::ucci();
    let mut named = 0;
    for nodes in 0..40 {
        client.send("position startpos moves h2e2");
        client.send(&format!("go nodes {}", 2000 + 500 * nodes));
        named += usize::from(client.answer().contains(" ponder "));
    }
    assert!(named > 35, "{named} of 40");
}

#[test]
fn a_position_on_a_line_of_its_own_is_no_news() {
    let mut client = Client::ucci();
    client.send("position startpos moves h2e2");
    client.send(&format!("fen {START_FEN}"));
    client.send("startpos");
    assert_eq!(client.fen(), AFTER_H2E2);
}

#[test]
fn the_next_position_may_follow_bestmove_at_once() {
    let mut client = Client::ucci();
    let mut moves = String::new();
    let mut board = Board::start();
    for _ in 0..60 {
        client.burst(&[&format!("position startpos moves{moves}"), "go nodes 300"]);
        let answer = client.answer();
        let mv = answer.split(' ').nth(1).expect("a move").to_owned();
        board.make_move(mv.parse().expect("a move"));
        moves = format!("{moves} {mv}");
        if !board.has_legal_move() {
            break;
        }
    }
    client.send(&format!("position startpos moves{moves}"));
    assert_eq!(client.fen(), board.fen());
}

#[test]
fn a_whole_file_can_be_piped_in_batch_mode() {
    let mut client = Client::start();
    let mut script = vec!["ucci", "setoption hashsize 4", "setoption batch true"];
    for _ in 0..20 {
        script.extend([
            "position startpos",
            "go depth 4",
            "position startpos moves h2e2",
            "go nodes 2000",
            "isready",
        ]);
    }
    script.extend(["go time 20", "quit"]);
    client.burst(&script);
    let said = client.hang_up();
    let count = |word: &str| {
        said.iter()
            .filter(|line| line.split(' ').next() == Some(word))
            .count()
    };
    assert_eq!(
        (count("bestmove"), count("readyok"), count("bye")),
        (41, 20, 1)
    );
    assert_eq!(said.last().map(String::as_str), Some("bye"));
}

#[test]
fn without_batch_mode_commands_behind_go_are_void() {
    let mut client = Client::ucci();
    client.burst(&[
        "position startpos",
        "go infinite",
        "position startpos moves h2e2",
        "go depth 1",
    ]);
    client.assert_no_answer_yet();
    client.send("stop");
    assert!(client.answer().starts_with("bestmove "));
    assert_eq!(client.fen(), START_FEN);
}

#[test]
fn hanging_up_ends_a_search_with_its_move() {
    for go in [
        "go infinite",
        "go ponder time 1000 increment 0",
        "go time 3600000",
    ] {
        for batch in ["true", "false"] {
            if batch == "true" && go.ends_with("3600000") {
                continue;
            }
            let mut client = Client::ucci();
            client.burst(&[&format!("setoption batch {batch}"), "position startpos", go]);
            let rest = client.hang_up();
            let answers: Vec<&String> = rest
                .iter()
                .filter(|line| !line.starts_with("info"))
                .collect();
            assert_eq!(answers.len(), 2, "{go} {batch}: {rest:?}");
            assert!(answers[0].starts_with("bestmove ") && answers[1] == "bye");
        }
    }
    let mut client = Client::ucci();
    client.burst(&["setoption batch on", "position startpos", "go depth 6"]);
    let rest = client.hang_up();
    assert!(
        rest.iter().any(|line| line.starts_with("info depth 6 ")),
        "finished: {rest:?}"
    );
    assert_eq!(Client::ucci().hang_up(), ["bye"]);
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    let mut client = Client::start();
    client.send_bytes(b"ucci\r\n");
    client.wait_for("ucciok");
    client.send_bytes(b"  position   startpos  moves  h2e2 \t\r\n\r\n\n   \nisready\r\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.fen(), AFTER_H2E2);
    client.send_bytes(b"go  depth  2 \r\n");
    assert!(client.answer().starts_with("bestmove "));
    client.send_bytes(b"quit");
    assert_eq!(client.hang_up(), ["bye"], "the last line needs no end");
}

#[test]
fn lines_of_a_megabyte_are_read() {
    let mut client = Client::ucci();
    let shuffle = " h0g2 h9g7 g2h0 g7h9".repeat(50_000);
    client.send(&format!("position startpos moves{shuffle}"));
    let fen = client.fen();
    assert!(
        fen.starts_with("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w "),
        "{fen}"
    );
    client.send("go depth 2");
    assert!(client.answer().starts_with("bestmove "));
    for junk in [
        "x".repeat(1 << 20),
        "go depth ".repeat(100_000),
        "position fen ".repeat(80_000),
    ] {
        client.send(&junk);
    }
    client.send(&format!("setoption bookfiles {}", "b".repeat(1 << 20)));
    client.send(&format!("banmoves{}", " a0a1".repeat(200_000)));
    client.send("isready");
    assert_eq!(client.answer(), "readyok");
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut client = Client::ucci();
    client
        .send_bytes(b"\xff\xfe\x00position startpos\n\xc3\x28\nposition startpos moves \xf0\x9f\n");
    client.send_bytes(
        b"go depth \xff\nsetoption \x80 \x81\n\x00\x00\nposition fen \xff\xff w\nisready\n",
    );
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.fen(), START_FEN);
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn a_move_list_ends_at_the_first_illegal_move() {
    let mut client = Client::ucci();
    for tail in [
        "h2e2 h9h9 b0c2",
        "h2e2 a0a9",
        "h2e2 xyz b9c7",
        "h2e2 e2e9 h9g7",
        "h2e2 h2e2",
    ] {
        client.send(&format!("position startpos moves {tail}"));
        assert_eq!(client.fen(), AFTER_H2E2, "{tail}");
    }
}

#[test]
fn an_impossible_position_leaves_the_old_one() {
    let mut client = Client::ucci();
    client.send("position startpos moves h2e2");
    for bad in [
        "fen",
        "fen x",
        "fen 9/9 w",
        "fen 4k4/9/9/9/9/9/9/9/9/4K4 w",
        "",
        "start",
    ] {
        client.send(&format!("position {bad}"));
        assert_eq!(client.fen(), AFTER_H2E2, "{bad}");
    }
}

#[test]
fn banned_moves_are_not_played() {
    let mut client = Client::ucci();
    let all = legal_moves(START_FEN);
    let (last, others) = all.split_last().expect("moves");
    client.send("position startpos");
    client.send(&format!("banmoves {}", others.join(" ")));
    client.send("go depth 3");
    assert_eq!(client.answer().split(' ').nth(1), Some(last.as_str()));
    client.send(&format!("banmoves {}", all.join(" ")));
    client.send("go depth 3");
    assert_eq!(client.answer(), "nobestmove", "everything is banned");
    client.send("position startpos");
    client.send("go depth 3");
    assert!(
        client.answer().starts_with("bestmove "),
        "a new position lifts the ban"
    );
    client.send("banmoves junk a9a9");
    client.send("go depth 1");
    assert!(client.answer().starts_with("bestmove "));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut client = Client::ucci();
    for fen in [
        "R3k4/1R7/9/9/9/9/9/9/9/3K5 b",
        "3k5/4R4/9/9/9/9/9/9/9/5K3 b",
    ] {
        assert!(legal_moves(fen).is_empty(), "{fen}");
        for go in ["go depth 6", "go time 1000", "go infinite"] {
            client.burst(&[&format!("position fen {fen}"), go]);
            assert_eq!(client.answer(), "nobestmove", "{fen} {go}");
        }
    }
}

#[test]
fn empty_clocks_still_get_a_move() {
    let mut client = Client::ucci();
    for go in [
        "go time 0",
        "go time -50",
        "go time 0 increment 0",
        "go time -1 increment -1 opptime -1 oppincrement -1",
        "go time 1 movestogo 0",
        "go movetime 0",
        "go movetime -5",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime -9 btime -9",
        "go nodes 0",
        "go nodes -1",
        "go depth 1 time 0",
        "go mate 1 time 20",
        "go draw time 20",
    ] {
        let mv = client.best_move("position startpos", go);
        assert!(legal_moves(START_FEN).contains(&mv), "{go}: {mv}");
    }
}

#[test]
fn even_without_time_a_hanging_rook_is_taken() {
    let mut client = Client::ucci();
    let position = "position fen 4k4/9/9/r8/9/9/9/R8/9/3K5 w";
    for go in ["go time 0", "go nodes 1", "go time -100 increment 0"] {
        assert_eq!(client.best_move(position, go), "a2a6", "{go}");
    }
}

#[test]
fn unreadable_numbers_start_nothing() {
    let mut client = Client::ucci();
    for go in ["go depth x", "go time", "go nodes nan"] {
        client.send(go);
        client.send("stop");
        assert_eq!(client.line(), "nobestmove", "{go}");
    }
}

#[test]
fn depth_zero_gives_the_static_score() {
    let mut client = Client::ucci();
    client.send("position startpos");
    for go in ["go depth 0", "go depth -7"] {
        client.send(go);
        assert!(client.line().starts_with("info depth 0 score "));
        assert_eq!(client.line(), "nobestmove");
    }
}

#[test]
fn probe_shows_what_a_search_has_stored() {
    let mut client = Client::ucci();
    client.send("probe startpos");
    assert_eq!(client.line(), "pophash");
    let mv = client.best_move("position startpos", "go depth 5");
    client.send(&format!("probe fen {START_FEN}"));
    let answer = client.line();
    assert!(
        answer.starts_with(&format!("pophash bestmove {mv} ")),
        "{answer}"
    );
    assert!(
        answer.contains("bound ") && answer.contains(" depth "),
        "{answer}"
    );
    client.send("probe fen rubbish");
    assert_eq!(client.line(), "pophash");
    client.send("setoption newgame");
    client.send("probe startpos");
    assert_eq!(client.line(), "pophash", "a new game forgets");
}

#[test]
fn a_draw_is_accepted_in_a_dead_position_and_refused_at_the_start() {
    let mut client = Client::ucci();
    client.burst(&["position startpos", "go draw depth 3"]);
    assert!(!client.answer().contains("draw"));
    client.burst(&[
        "position fen 3ak4/9/9/9/9/9/9/9/9/3K1A3 w",
        "go draw depth 3",
    ]);
    assert!(client.answer().ends_with(" draw"));
    client.send("go depth 3");
    assert!(!client.answer().contains("draw"), "no offer of our own");
    client.send("go ponder time 1000 increment 0");
    client.send("ponderhit draw");
    assert!(client.answer().ends_with(" draw"));
}

#[test]
fn people_can_ask_for_board_score_and_perft() {
    let mut client = Client::ucci();
    assert_eq!(client.fen(), START_FEN);
    client.send("perft 3");
    assert_eq!(client.wait_for("perft"), "perft 3: 79666 leaves");
    client.send("perft 0");
    assert_eq!(client.wait_for("perft"), "perft 0: 1 leaves");
    client.send("perft 200");
    client.send("isready");
    client.wait_for("readyok");
    client.send("stop");
    assert!(client.wait_for("perft").ends_with(" so far"));
    let mut newcomer = Client::start_with(&[]);
    newcomer.burst(&["perft 200", "stop"]);
    assert!(newcomer.wait_for("perft").ends_with(" so far"));
    client.send("eval");
    assert!(!client.line().is_empty());
}

#[test]
fn the_log_file_records_both_sides() {
    let path = std::env::temp_dir().join(format!("hanxin-session-{}.log", std::process::id()));
    let name = path.to_str().expect("a path");
    let mut client = Client::start_with(&["--log-file", name]);
    client.burst(&[
        "ucci",
        "go depth x",
        "frobnicate now",
        "setoption gravity on",
        "ponderhit",
        "isready",
    ]);
    client.wait_for("readyok");
    client.quit();
    let text = std::fs::read_to_string(&path).expect("the log");
    std::fs::remove_file(&path).expect("removed");
    for part in [
        "> ucci",
        "< ucciok",
        "! 'x' after 'depth' is not a number",
        "! 'frobnicate now' is ignored: no such command",
        "! no option is called 'gravity'",
        "! 'ponderhit' is ignored: not pondering",
        "< readyok",
        "> quit",
        "< bye",
    ] {
        assert!(
            text.lines().any(|line| line.ends_with(part)),
            "{part} in {text}"
        );
    }
}

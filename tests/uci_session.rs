//! Dialogues with the real binary in UCI.

use crate::dialogue;

use dialogue::Client;
use hanxin::board::{Board, START_FEN};
use hanxin::notation::ranks::Ranks;

fn is_legal_at_start(mv: &str) -> bool {
    Board::start()
        .legal_moves()
        .iter()
        .any(|legal| legal.to_string() == mv)
}

#[test]
fn the_handshake_announces_a_xiangqi_engine() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.lines_until("uciok");
    for start in [
        "id name hanxin ",
        "id author ",
        "option name Hash type spin default ",
        "option name Threads type spin default 1 ",
        "option name MultiPV type spin default 1 ",
        "option name Ponder type check default false",
        "option name Move Overhead type spin ",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin ",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(start)),
            "{start}: {lines:?}"
        );
    }
    assert_eq!(client.quit(), [""; 0], "UCI has no farewell");
}

#[test]
fn a_game_move_is_found_with_full_reports() {
    let mut client = Client::uci();
    client.burst(&["ucinewgame", "isready"]);
    assert_eq!(client.line(), "readyok");
    client.send("setoption name UCI_ShowWDL value true");
    client.burst(&["position startpos moves h2e2", "go depth 5"]);
    let lines = client.lines_until("bestmove");
    let info = &lines[lines.len() - 2];
    for word in [
        " depth ",
        " seldepth ",
        " multipv 1 ",
        " score cp ",
        " wdl ",
        " nodes ",
        " nps ",
        " hashfull ",
        " time ",
        " pv ",
    ] {
        assert!(info.contains(word), "{word} in {info}");
    }
}

#[test]
fn every_kind_of_limit_ends_the_search() {
    let mut client = Client::uci();
    for go in [
        "go movetime 20",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 5",
        "go depth 3",
        "go nodes 1000",
        "go mate 1 movetime 50",
        "go movetime 0",
        "go wtime -5 btime -5",
    ] {
        let mv = client.best_move("position startpos", go);
        assert!(is_legal_at_start(&mv), "{go}: {mv}");
    }
    let mv = client.best_move("position startpos", "go depth 3 searchmoves a0a1 i0i1");
    assert!(["a0a1", "i0i1"].contains(&mv.as_str()), "{mv}");
}

#[test]
fn infinite_ends_only_by_stop() {
    let mut client = Client::uci();
    // Mate in one: the search is soon done, but may not say so.
    let mate = "position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w";
    for position in ["position startpos", mate] {
        client.burst(&[position, "go infinite"]);
        std::thread::sleep(std::time::Duration::from_millis(100));
        client.assert_no_answer_yet();
        client.send("stop");
        assert!(client.answer().starts_with("bestmove "));
    }
    client.send("stop");
    client.assert_no_answer_yet();
}

#[test]
fn a_mate_is_announced_in_moves() {
    let mut client = Client::uci();
    client.burst(&["position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "go depth 6"]);
    let lines = client.lines_until("bestmove");
    assert!(
        lines[lines.len() - 2].contains(" score mate 1 "),
        "{lines:?}"
    );
    client.burst(&["position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b", "go depth 3"]);
    assert_eq!(client.answer(), "bestmove (none)");
}

#[test]
fn pondering_waits_for_the_opponent() {
    let mut client = Client::uci();
    client.send("setoption name Ponder value true");
    client.burst(&[
        "position startpos moves h2e2 h9g7",
        "go ponder wtime 200 btime 200",
    ]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    client.assert_no_answer_yet();
    client.send("ponderhit");
    assert!(client.answer().starts_with("bestmove "));
    client.burst(&["go ponder wtime 200 btime 200", "stop"]);
    assert!(client.answer().starts_with("bestmove "));
}

#[test]
fn limited_strength_and_several_lines_work() {
    let mut client = Client::uci();
    client.burst(&[
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 900",
        "setoption name UCI_Variant value xiangqi",
        "setoption name Move Overhead value 30",
        "setoption name Threads value 2",
    ]);
    let mv = client.best_move("position startpos", "go wtime 600000 btime 600000");
    assert!(is_legal_at_start(&mv));
    client.send("setoption name UCI_LimitStrength value false");
    client.send("setoption name MultiPV value 3");
    client.burst(&["position startpos", "go depth 3"]);
    let lines = client.lines_until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains(" multipv 3 ")),
        "{lines:?}"
    );
}

/// In both dialects, with nothing but the question to end it.
#[test]
fn the_question_for_a_mate_that_is_not_there_is_answered() {
    for (mut client, remark) in [
        (Client::uci(), "info string "),
        (Client::ucci(), "info message "),
    ] {
        for (position, moves) in [
            ("position startpos", 2),
            ("position fen 3k5/9/9/9/9/R8/1R7/9/9/5K3 w", 1),
            // Mated rather than mating.
            ("position fen 4k4/9/9/9/9/1r7/r8/9/9/3K5 w", 3),
        ] {
            client.burst(&[position, &format!("go mate {moves}")]);
            let lines = client.lines_until("bestmove");
            let said = format!("{remark}no mate in {moves}");
            assert!(lines.contains(&said), "{lines:?}");
        }
        client.burst(&["position fen 3k5/9/9/9/9/R8/1R7/9/9/5K3 w", "go mate 2"]);
        let lines = client.lines_until("bestmove");
        assert!(
            !lines.iter().any(|line| line.contains("no mate")),
            "{lines:?}"
        );
    }
}

#[test]
fn a_mate_can_be_asked_for() {
    let mut client = Client::uci();
    client.burst(&["position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w", "go mate 1"]);
    let lines = client.lines_until("bestmove");
    assert!(
        lines[lines.len() - 2].contains(" score mate 1 "),
        "{lines:?}"
    );
}

#[test]
fn ranks_can_be_counted_from_one() {
    let mut client = Client::uci();
    client.send("setoption name Ranks value 1-10");
    client.send("position startpos moves h3e3 h10g8");
    assert!(client.fen().starts_with("rnbakab1r/9/1c4nc1/"));
    client.send("go depth 6");
    let mut board = Board::start();
    for mv in ["h2e2", "h9g7"] {
        board.make_move(mv.parse().expect("a move"));
    }
    let lines = client.lines_until("bestmove");
    for line in &lines[..lines.len() - 1] {
        let mut line_of_play = board.clone();
        let (_, pv) = line.split_once(" pv ").expect("a line of play");
        for word in pv.split(' ') {
            let mv = Ranks::FromOne.read(word).expect(word);
            assert!(line_of_play.is_legal_move(mv), "{word} in {line}");
            line_of_play.make_move(mv);
        }
    }
    let mv = client.best_move(
        "position startpos moves h3e3",
        "go depth 2 searchmoves a10a9 i10i9",
    );
    assert!(["a10a9", "i10i9"].contains(&mv.as_str()), "{mv}");
    client.send("setoption name Ranks value 0-9");
    let mv = client.best_move("position startpos", "go depth 2 searchmoves a0a1");
    assert_eq!(mv, "a0a1");
}

#[test]
fn positions_without_the_word_are_uci_cyclone() {
    let mut client = Client::uci();
    client.send(&format!("fen {START_FEN} moves h2e2"));
    assert!(client.fen().contains("/1C2C4/"));
    client.send("startpos moves h2e2 h9g7");
    assert!(client.fen().starts_with("rnbakab1r/9/1c4nc1/"));
    client.send("startpos");
    assert_eq!(client.fen(), START_FEN);
    for bad in ["fen", "fen x", "startpositions"] {
        client.send(bad);
        assert_eq!(client.fen(), START_FEN, "{bad}");
    }
}

#[test]
fn people_can_ask_here_too() {
    let mut client = Client::uci();
    assert_eq!(client.fen(), START_FEN);
    client.send("perft 2");
    assert_eq!(client.wait_for("perft"), "perft 2: 1920 leaves");
    client.send("bench 1");
    let lines = loop {
        let line = client.line();
        if line.ends_with(" nps") {
            break line;
        }
    };
    assert!(lines.contains(" nodes "), "{lines}");
}

#[test]
fn hanging_up_while_thinking_ends_with_the_move() {
    let mut client = Client::uci();
    client.burst(&["position startpos", "go infinite"]);
    let rest = client.hang_up();
    assert!(
        rest.last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{rest:?}"
    );
}

//! The engine plays from its opening book, as clients see it.

use std::fs;

use hanxin::board::Board;
use hanxin::book::Book;
use hanxin::types::Move;

use crate::common::folder;
use crate::dialogue::Client;

/// A UCCI session as a client gets it: with the book.
fn with_book() -> Client {
    let mut client = Client::start();
    client.send("ucci");
    client.wait_for("ucciok");
    client.send("setoption hashsize 1");
    client
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|own| *own != word);
    words.nth(1)
}

#[test]
fn a_known_position_is_answered_from_the_book() {
    let mut client = with_book();
    client.burst(&["setoption seed 5", "position startpos", "go depth 3"]);
    let lines = client.lines_until("bestmove");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("info message book: "), "{lines:?}");
    assert!(lines[1].starts_with("info depth 0 score "), "{lines:?}");
    let mv: Move = word_after(&lines[2], "bestmove")
        .expect("a move")
        .parse()
        .expect("a move");
    let known = Book::built_in().probe(&Board::start());
    assert!(known.iter().any(|known| known.mv == mv), "{mv}");
    assert!(word_after(&lines[2], "ponder").is_some(), "{lines:?}");
    for _ in 0..3 {
        assert_eq!(
            client.best_move("position startpos", "go depth 3"),
            mv.to_string()
        );
    }
    assert_eq!(client.quit(), ["bye"]);
}

#[test]
fn the_book_ends_where_it_knows_nothing_or_nothing_is_allowed() {
    let mut client = with_book();
    let searched = |client: &mut Client, lines: &[&str]| {
        client.burst(lines);
        let lines = client.lines_until("bestmove");
        !lines.iter().any(|line| line.contains("book: "))
    };
    assert!(!searched(&mut client, &["position startpos", "go depth 2"]));
    let legal: Vec<String> = Board::start()
        .legal_moves()
        .iter()
        .map(Move::to_string)
        .collect();
    let ban = format!("banmoves {}", legal[1..].join(" "));
    assert!(searched(
        &mut client,
        &["position startpos", &ban, "go depth 2"]
    ));
    assert!(searched(
        &mut client,
        &["position fen 3k5/9/9/9/9/9/9/9/9/4K4 w", "go depth 2"]
    ));
    assert!(searched(
        &mut client,
        &["setoption multipv 2", "position startpos", "go depth 2"]
    ));
    client.send("setoption multipv 1");
    assert!(searched(
        &mut client,
        &["setoption usebook false", "position startpos", "go depth 2"]
    ));
}

#[test]
fn pondering_on_a_known_position_waits_for_the_hit() {
    let mut client = with_book();
    client.burst(&[
        "position startpos moves h2e2 h9g7",
        "go ponder time 60000 increment 0",
    ]);
    client.assert_no_answer_yet();
    client.send("ponderhit");
    assert!(client.answer().starts_with("bestmove "));
    client.burst(&[
        "position startpos moves h2e2 h9g7",
        "go ponder time 60000 increment 0",
    ]);
    client.assert_no_answer_yet();
    client.send("stop");
    assert!(client.answer().starts_with("bestmove "));
    client.burst(&["position startpos", "go infinite"]);
    assert!(client.wait_for("info").starts_with("info depth 1 "));
    client.send("stop");
    client.wait_for("bestmove");
}

#[test]
fn uci_plays_from_the_book_only_when_asked() {
    let mut client = Client::uci();
    client.burst(&["position startpos", "go depth 2"]);
    let lines = client.lines_until("bestmove");
    assert!(
        !lines.iter().any(|line| line.contains("book: ")),
        "{lines:?}"
    );
    client.burst(&[
        "setoption name OwnBook value true",
        "position startpos",
        "go depth 2",
    ]);
    let lines = client.lines_until("bestmove");
    assert!(lines[0].starts_with("info string book: "), "{lines:?}");
}

#[test]
fn book_files_that_cannot_be_used_are_reported_and_the_others_played_from() {
    let folder = folder("book-files");
    let path = |name: &str| folder.join(name).display().to_string();
    let (missing, cut, good) = (path("missing.book"), path("cut.book"), path("good.book"));
    fs::write(&cut, &Book::built_in().as_bytes()[..500]).expect("written");
    fs::write(&good, Book::built_in().as_bytes()).expect("written");
    let mut client = with_book();
    client.send(&format!("setoption bookfiles {missing}"));
    let line = client.line();
    assert!(
        line.starts_with("info message cannot read the book "),
        "{line}"
    );
    client.burst(&["position startpos", "go depth 2"]);
    let lines = client.lines_until("bestmove");
    assert!(lines[0].starts_with("info depth 1 "), "{lines:?}");
    client.send(&format!("setoption bookfiles {missing};{cut};{good}"));
    assert!(client.line().contains("missing.book"));
    assert!(client.line().contains("the book has 500 bytes"));
    client.burst(&["position startpos", "go depth 2"]);
    assert!(client.line().starts_with("info message book: "));
    client.wait_for("bestmove");
    client.send("setoption bookfiles");
    client.burst(&["position startpos", "go depth 2"]);
    assert!(client.line().starts_with("info message book: "));
    client.wait_for("bestmove");
    assert_eq!(client.quit(), ["bye"]);
}

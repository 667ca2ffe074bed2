//! What each fuzz target does with its bytes. Nothing here may panic, hang or grow without bound.
//!
//! `cargo fuzz run NAME` (nightly) drives these with coverage; the tests beside it with random changes of
//! good inputs, briefly and on stable.

use std::io;
use std::sync::mpsc::channel;
use std::time::Duration;

use hanxin::board::Board;
use hanxin::book::Book;
use hanxin::book::eleeye::ElephantEyeBook;
use hanxin::egtb::TableFile;
use hanxin::nnue::Network;
use hanxin::notation::pgn;
use hanxin::protocol::{Event, Flow, Session, Transcript};

/// The lines of a session that are read: more only repeat.
const MAX_LINES: usize = 40;

/// A FEN that is read is written and read again as the same position, with the same moves.
pub(crate) fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(board) = Board::from_fen(&text) else {
        return;
    };
    assert_eq!(board.inconsistency(), None);
    let again = Board::from_fen(&board.fen()).expect("what is written can be read");
    assert_eq!((again.key(), again.fen()), (board.key(), board.fen()));
    assert_eq!(again.count_legal_moves(), board.count_legal_moves());
}

/// Games are read or refused.
pub(crate) fn pgn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in pgn::parse_each(&text).take(100) {
        let _ = game;
    }
}

/// A session hears lines, stops what it thinks about, and leaves.
pub(crate) fn session(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (sender, events) = channel();
    let mut session = Session::new(io::sink(), Transcript::default(), sender);
    // Tables and networks of any size are asked for elsewhere.
    let is_wanted = |line: &&str| {
        !["hash", "thread", "file", "path"]
            .iter()
            .any(|word| line.to_ascii_lowercase().contains(word))
    };
    let lines = text.lines().filter(is_wanted).take(MAX_LINES);
    for line in std::iter::once("ucci").chain(lines) {
        if session.handle(Event::line(line)).expect("a sink") == Flow::Leave {
            return;
        }
    }
    while session.is_thinking() {
        session.engine().stop();
        let flow = session.handle(Event::line("stop")).expect("a sink");
        if flow == Flow::Leave {
            return;
        }
        if let Ok(event) = events.recv_timeout(Duration::from_millis(100)) {
            session.handle(event).expect("a sink");
        }
    }
    assert_eq!(session.engine().board().inconsistency(), None);
}

/// A book is read or refused, and asked.
pub(crate) fn book(bytes: &[u8]) {
    let board = Board::start();
    if let Ok(book) = Book::from_bytes(bytes.to_vec()) {
        for entry in book.probe(&board) {
            assert!(board.is_legal_move(entry.mv));
        }
    }
    if let Some(book) = ElephantEyeBook::from_bytes(bytes.to_vec()) {
        let _ = book.probe(&board);
    }
}

/// A network is read or refused, with its checksum made right, and evaluates.
pub(crate) fn network(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    if let Some(content) = bytes.len().checked_sub(4) {
        let checksum = crc32fast::hash(&bytes[..content]).to_le_bytes();
        bytes[content..].copy_from_slice(&checksum);
    }
    let _ = Network::from_bytes(&bytes).map(|network| network.evaluate(&Board::start()));
}

/// An endgame table is opened or refused, and loaded.
pub(crate) fn table(bytes: &[u8]) {
    let name = format!("hanxin-fuzz-{}.hxt", std::process::id());
    let path = std::env::temp_dir().join(name);
    if std::fs::write(&path, bytes).is_ok() {
        let _ = TableFile::open(&path).and_then(|table| table.load().map(|_| ()));
        let _ = std::fs::remove_file(&path);
    }
}

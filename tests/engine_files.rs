//! Files that a client names for the engine: what cannot be used is told in the protocol's terms, and play goes on.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::folder;
use crate::dialogue::Client;

/// A session in either dialect: how to set an option, and how remarks begin.
struct Session {
    client: Client,
    is_uci: bool,
}

impl Session {
    fn both() -> [Self; 2] {
        [(Client::uci(), true), (Client::ucci(), false)]
            .map(|(client, is_uci)| Self { client, is_uci })
    }

    /// Sets an option to a path; returns the remarks that follow.
    fn set(&mut self, names: [&str; 2], value: &Path) -> Vec<String> {
        let value = value.display();
        let line = if self.is_uci {
            format!("setoption name {} value {value}", names[1])
        } else {
            format!("setoption {} {value}", names[0])
        };
        self.client.burst(&[&line, "isready"]);
        let lines = self.client.lines_until("readyok");
        self.remarks(lines)
    }

    /// Searches; returns the remarks before the move.
    fn search(&mut self, fen: &str) -> Vec<String> {
        self.client
            .burst(&[&format!("position fen {fen}"), "go depth 4"]);
        let lines = self.client.lines_until("bestmove");
        self.remarks(lines)
    }

    fn remarks(&self, lines: Vec<String>) -> Vec<String> {
        let start = if self.is_uci {
            "info string "
        } else {
            "info message "
        };
        let remark = |line: String| Some(line.strip_prefix(start)?.to_owned());
        lines.into_iter().filter_map(remark).collect()
    }
}

const BOOK_FILES: [&str; 2] = ["bookfiles", "Book File"];
const EVAL_FILE: [&str; 2] = ["evalfile", "EvalFile"];
const TABLE_PATHS: [&str; 2] = ["egtbpaths", "EGTBPaths"];
const ROOK_AGAINST_KING: &str = "4k4/9/9/9/9/9/9/9/9/3K4R w";

#[test]
fn a_network_that_cannot_be_used_is_told() {
    let folder = folder("bad-network");
    fs::write(folder.join("foreign"), "something else").expect("written");
    for mut session in Session::both() {
        for name in ["foreign", "missing"] {
            let remarks = session.set(EVAL_FILE, &folder.join(name));
            assert_eq!(remarks.len(), 1, "{remarks:?}");
            assert!(remarks[0].contains(name), "{remarks:?}");
            assert!(
                remarks[0].ends_with("the network stays as it was"),
                "{remarks:?}"
            );
        }
        session.search(ROOK_AGAINST_KING);
    }
}

#[test]
fn endgame_tables_that_cannot_be_used_are_told() {
    let folder = folder("bad-tables");
    fs::write(folder.join("KR-K.hxt"), "something else").expect("written");
    for mut session in Session::both() {
        let remarks = session.set(TABLE_PATHS, &folder);
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        assert!(
            remarks[0].contains("KR-K.hxt is no endgame table"),
            "{remarks:?}"
        );
        let remarks = session.set(TABLE_PATHS, &folder.join("missing"));
        assert!(
            remarks.len() == 1 && remarks[0].contains("missing"),
            "{remarks:?}"
        );
        assert_eq!(session.search(ROOK_AGAINST_KING), [""; 0]);
    }
}

/// A pipe would be waited for, and a device has no end.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused() {
    let folder = folder("special-files");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let table = folder.join("KR-K.hxt");
    assert!(Command::new("mkfifo").arg(&table).status().is_ok());
    for mut session in Session::both() {
        for names in [BOOK_FILES, EVAL_FILE] {
            for path in [pipe.as_path(), Path::new("/dev/zero"), &folder] {
                let remarks = session.set(names, path);
                let name = path.display().to_string();
                assert_eq!(remarks.len(), 1, "{remarks:?}");
                assert!(remarks[0].contains(&name), "{remarks:?}");
                assert!(remarks[0].contains("no regular file"), "{remarks:?}");
            }
        }
        let remarks = session.set(TABLE_PATHS, &folder);
        assert!(
            remarks.len() == 1 && remarks[0].contains("no regular file"),
            "{remarks:?}"
        );
        assert_eq!(session.search(ROOK_AGAINST_KING), [""; 0]);
    }
}

#[test]
fn a_table_that_turns_out_to_be_damaged_is_told_with_the_move() {
    let folder = folder("damaged-table");
    let made = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .args(["egtb", "generate", "KR-K", "--dir"])
        .arg(&folder)
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{made:?}");
    let path = folder.join("KR-K.hxt");
    let mut bytes = fs::read(&path).expect("a table");
    // Header and length stay as they are.
    let half = bytes.len() / 2;
    for byte in &mut bytes[half..] {
        *byte = !*byte;
    }
    fs::write(&path, bytes).expect("written");
    for mut session in Session::both() {
        assert_eq!(session.set(TABLE_PATHS, &folder), [""; 0]);
        let remarks = [ROOK_AGAINST_KING, "4k4/9/9/9/9/9/9/9/9/3K4R b"]
            .map(|fen| session.search(fen))
            .concat();
        assert_eq!(remarks.len(), 1, "{remarks:?}");
        assert!(remarks[0].contains("KR-K.hxt is damaged"), "{remarks:?}");
        assert!(remarks[0].ends_with("not used any more"), "{remarks:?}");
    }
}

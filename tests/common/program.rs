//! The program itself, run as a command in a folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt as _;

pub(crate) const HANXIN: &str = env!("CARGO_BIN_EXE_hanxin");

/// The program with these arguments.
pub(crate) fn hanxin_in(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(HANXIN);
    command.current_dir(folder).args(arguments);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Short games of hanxin against itself at a fixed number of nodes.
pub(crate) fn self_match(folder: &Path, more: &[&str]) -> Command {
    let mut command = hanxin_in(folder, &["match", "--nodes", "20", "--max-plies", "8"]);
    for name in ["a", "b"] {
        let engine = format!("cmd='{HANXIN}' name={name}");
        command.args(["--engine", &engine]);
    }
    command.args(more);
    command
}

/// What a command prints that ends well.
pub(crate) fn succeed(mut command: Command) -> String {
    let assert = command.assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

/// Number, players, opening, moves and result of each game of some records, sorted.
pub(crate) fn games(folder: &Path, files: &[&str]) -> Vec<String> {
    let mut games = Vec::new();
    for file in files {
        let text = fs::read_to_string(folder.join(file)).expect("a record");
        let records = hanxin::arena::record::parse_records(&text).expect("records");
        games.extend(records.iter().map(|record| {
            format!(
                "{:03} {} {} {} {} {}",
                record.game, record.red, record.black, record.fen, record.moves, record.result
            )
        }));
    }
    games.sort();
    games
}

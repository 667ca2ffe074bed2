//! One rule for every command that writes: no output is an input or another output, and one process at a time
//! writes a file. It holds before any work is done.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use hanxin::board::START_FEN;
use hanxin::storage::replace::{Claim, claim_folder};

use crate::common::folder;

/// Every command that writes files, once for each of its outputs: `IN` is what it reads, `OUT` what it writes.
const COMMANDS: [&str; 20] = [
    "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --openings IN --json OUT",
    "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --openings IN --pgn OUT",
    "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --openings IN --log OUT",
    "match-report IN --pgn OUT",
    "match-report IN --svg OUT",
    "match-report IN --table OUT",
    "train IN --out OUT",
    "train IN --out x --checkpoint OUT",
    "train IN --out x --log OUT",
    "tune IN --out OUT",
    "openings --exclude IN --count 1 --output OUT",
    "book build IN --output OUT",
    "book build IN --output x --check 1 --dropped OUT",
    "book merge IN --output OUT",
    "book play-through --book IN --output OUT",
    "lab ladder --positions IN --out FOLDER",
    "datagen merge IN --out OUT",
    "datagen relabel IN --out OUT",
    "datagen leave IN --out OUT",
    "datagen import IN --out OUT",
];

/// Commands that read nothing.
const WRITERS: [&str; 2] = [
    "datagen --games 1 --nodes 1 --out OUT",
    "egtb generate KR-K --dir FOLDER",
];

/// Commands with two outputs.
const TWO_OUTPUTS: [&str; 6] = [
    "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --json OUT --pgn OUT",
    "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --pgn OUT --log OUT",
    "match-report IN --svg OUT --table OUT",
    "train IN --out OUT --checkpoint OUT",
    "train IN --out OUT --log OUT",
    "book build IN --check 1 --output OUT --dropped OUT",
];

/// Runs a command that has to be refused; returns what it says.
fn refused(folder: &Path, command: &str, [input, output]: [&str; 2]) -> String {
    let argument = |word: &str| match word {
        "IN" => input.to_owned(),
        "OUT" => output.to_owned(),
        "FOLDER" => ".".to_owned(),
        word => word.to_owned(),
    };
    let ended = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .current_dir(folder)
        .args(command.split(' ').map(argument))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{command}: {said}");
    said
}

/// A folder with an input, a link to it under each kind of name, and nothing else.
fn prepared(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("in"), format!("{START_FEN}\n")).expect("written");
    fs::hard_link(folder.join("in"), folder.join("hard")).expect("a link");
    symlink("in", folder.join("soft")).expect("a link");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("a file").file_name().display().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let folder = prepared("over-input");
    // The report of an experiment has its own name.
    fs::hard_link(folder.join("in"), folder.join("ladder.md")).expect("a link");
    let before = (names(&folder), fs::read(folder.join("in")).expect("a file"));
    for command in COMMANDS {
        for output in ["in", "hard", "soft", "./in"] {
            let said = refused(&folder, command, ["in", output]);
            // What must be a new file is refused because it exists.
            let is_new = command.starts_with("datagen");
            let reason = if is_new { "exists" } else { "are both" };
            assert!(said.contains(reason), "{command} {output}: {said}");
            let after = (names(&folder), fs::read(folder.join("in")).expect("a file"));
            assert_eq!(after, before, "{command} {output}");
        }
    }
}

#[test]
fn no_command_writes_two_things_into_one_file() {
    let folder = prepared("over-output");
    symlink("out", folder.join("dangling")).expect("a link");
    let before = names(&folder);
    for command in TWO_OUTPUTS {
        for output in ["out", "dangling"] {
            // The first output under another name.
            let command = command.replacen("OUT", "out", 1);
            let said = refused(&folder, &command, ["in", output]);
            assert!(said.contains("are both"), "{command}: {said}");
            assert_eq!(names(&folder), before, "{command}");
        }
    }
}

#[test]
fn no_command_writes_what_another_process_writes() {
    let folder = prepared("claimed");
    let holder = if cfg!(target_os = "linux") {
        format!("is being written by process {} (", std::process::id())
    } else {
        "is being written by ".to_owned()
    };
    let check = |command: &str, state: &str| {
        let before = names(&folder);
        let said = refused(&folder, command, ["in", "out"]);
        assert!(said.contains(&holder), "{command}, {state}: {said}");
        assert_eq!(names(&folder), before, "{command}, {state}");
    };
    let writers = || COMMANDS.into_iter().chain(WRITERS);
    let claim_of = |name: &str| Claim::take(&folder.join(name)).expect("free");
    let claims = [claim_of("out"), claim_of("ladder.md")];
    let folder_claim = claim_folder(&folder).expect("free");
    for command in writers() {
        check(command, "a file to come");
    }
    drop(claims);
    for name in ["out", "ladder.md"] {
        fs::write(folder.join(name), "old").expect("written");
    }
    let claims = [claim_of("out"), claim_of("ladder.md")];
    for command in writers() {
        // A new file is refused because there is one, whoever writes it; a match because it does not overwrite.
        let is_new = command.starts_with("datagen") || command.starts_with("match ");
        if !is_new {
            check(command, "a file that exists");
        }
    }
    check(
        "datagen --games 1 --nodes 1 --out OUT --resume",
        "a file that exists",
    );
    check(
        "match --engine cmd=a --engine cmd=b --nodes 1 --games 2 --json OUT --resume",
        "a file that exists",
    );
    drop((claims, folder_claim));
    assert_eq!(fs::read(folder.join("out")).expect("a file"), b"old");
}

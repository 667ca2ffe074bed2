//! `hanxin match`, `match-report` and `openings` as commands, hanxin playing itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::assert::OutputAssertExt as _;

use crate::common::folder;
use crate::common::program::{HANXIN, games, hanxin_in, self_match, succeed};

fn short_match(folder: &Path, more: &[&str]) -> Command {
    self_match(folder, &[&["--games", "6"], more].concat())
}

#[test]
fn a_torn_match_is_resumed_to_the_same_games() {
    let folder = folder("resume");
    succeed(hanxin_in(
        &folder,
        &["openings", "--count", "3", "--depth", "2", "-o", "o.epd"],
    ));
    let flags = ["--openings", "o.epd", "--order", "random", "--seed", "4"];
    let with = |more: &[&str]| short_match(&folder, &[&flags, more].concat());
    succeed(with(&["--json", "whole.jsonl", "--pgn", "whole.pgn"]));
    let whole = fs::read_to_string(folder.join("whole.jsonl")).expect("a file");
    // Two games and a half.
    let torn: String = whole.split_inclusive('\n').take(2).collect();
    fs::write(folder.join("torn.jsonl"), torn + &whole[..40]).expect("written");
    with(&["--json", "torn.jsonl"]).assert().failure().code(2);
    succeed(with(&[
        "--json",
        "torn.jsonl",
        "--pgn",
        "torn.pgn",
        "--resume",
    ]));
    assert_eq!(games(&folder, &["torn.jsonl"]).len(), 6);
    assert_eq!(
        games(&folder, &["torn.jsonl"]),
        games(&folder, &["whole.jsonl"])
    );
    // A file of another match is not continued.
    let other = [
        "--openings",
        "o.epd",
        "--json",
        "torn.jsonl",
        "--resume",
        "--skip",
        "1",
    ];
    short_match(&folder, &other).assert().failure().code(2);
    let other = with(&["--json", "torn.jsonl", "--resume", "--rule", "checkban"])
        .assert()
        .failure()
        .code(2);
    let error = String::from_utf8_lossy(&other.get_output().stderr).into_owned();
    let difference = "is not part of this match: rule 'asianrule' (expected 'checkban')";
    assert!(error.contains(difference), "{error}");
}

#[test]
fn existing_games_are_not_overwritten() {
    let folder = folder("overwrite");
    fs::write(folder.join("g.pgn"), "precious").expect("written");
    for flags in [
        &["--pgn", "g.pgn"][..],
        &["--pgn", "g.pgn", "--json", "g.jsonl"],
        &["--pgn", "g.pgn", "--json", "g.jsonl", "--resume"],
    ] {
        let assert = short_match(&folder, flags).assert().failure().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.contains("g.pgn exists (expected "), "{error}");
        assert!(!folder.join("g.jsonl").exists(), "{flags:?}");
        let text = fs::read_to_string(folder.join("g.pgn")).expect("a file");
        assert_eq!(text, "precious");
    }
}

#[test]
fn reports_pool_files_and_find_a_wrong_result() {
    let folder = folder("report");
    succeed(short_match(
        &folder,
        &["--json", "1.jsonl", "--pgn", "1.pgn"],
    ));
    succeed(short_match(&folder, &["--json", "2.jsonl"]));
    let report = [
        "match-report",
        "1.jsonl",
        "2.jsonl",
        "--svg",
        "e.svg",
        "--table",
        "t.md",
    ];
    let text = succeed(hanxin_in(&folder, &report));
    assert!(text.contains("a against b: 12 games"), "{text}");
    assert!(text.contains("replayed: 12 games, 0 wrong"), "{text}");
    for (file, start) in [("e.svg", "<svg"), ("t.md", "| engine |")] {
        let text = fs::read_to_string(folder.join(file)).expect("a file");
        assert!(text.starts_with(start), "{text}");
    }
    let pgn = fs::read_to_string(folder.join("1.pgn")).expect("a file");
    let text = succeed(hanxin_in(&folder, &["match-report", "1.pgn"]));
    assert!(text.contains("replayed: 6 games, 0 wrong"), "{text}");
    let tag = pgn
        .lines()
        .find(|line| line.starts_with("[Termination"))
        .expect("a tag");
    let wrong = pgn.replacen(tag, "[Termination \"checkmate\"]", 1);
    fs::write(folder.join("wrong.pgn"), wrong).expect("written");
    hanxin_in(&folder, &["match-report", "wrong.pgn"])
        .assert()
        .code(1);
    let wrong = pgn.replacen("[Result \"1/2-1/2\"]", "[Result \"1-0\"]", 1);
    fs::write(folder.join("tag.pgn"), wrong).expect("written");
    let assert = hanxin_in(&folder, &["match-report", "tag.pgn"])
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(text.contains("replayed: 6 games, 1 wrong"), "{text}");
}

#[test]
fn a_match_is_read_from_a_file_and_flags_take_precedence() {
    let folder = folder("config");
    let config = format!(
        "games = 100\nnodes = 20\nmax-plies = 8\n\
         [[engine]]\ncmd = '\"{HANXIN}\"'\nname = 'a'\n\
         [[engine]]\ncmd = '\"{HANXIN}\"'\nname = 'b'\nproto = 'uci'\n"
    );
    fs::write(folder.join("m.toml"), config).expect("written");
    let text = succeed(hanxin_in(
        &folder,
        &["match", "--config", "m.toml", "--games", "2"],
    ));
    assert!(text.contains("a against b: 2 games"), "{text}");
    assert!(text.contains("faults: none"), "{text}");
}

#[test]
fn mistakes_in_a_file_are_named_with_the_file() {
    let folder = folder("config-mistakes");
    for (config, message) in [
        (
            "gmaes = 2",
            "hanxin: m.toml: 'gmaes' is no setting (expected [[engine]] tables and flags by name)\n",
        ),
        (
            "[[engine]]\ncmd = 'a'\nproto = 'x'",
            "hanxin: m.toml: invalid value '\"cmd=a\" \"proto=x\"' for '--engine <SETTINGS>': 'x'",
        ),
        ("games = 2\nnodes = 'few'", "hanxin: m.toml: 'few' is no "),
    ] {
        fs::write(folder.join("m.toml"), config).expect("written");
        let assert = hanxin_in(&folder, &["match", "--config", "m.toml"])
            .assert()
            .code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.starts_with(message), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_match_that_is_given_up_fails() {
    let folder = folder("hopeless");
    let good = format!("cmd='{HANXIN}' name=good");
    let engines = ["--engine", "cmd=./none name=none", "--engine", &good];
    let assert = hanxin_in(&folder, &["match", "--nodes", "20", "--games", "40"])
        .args(engines)
        .assert()
        .code(1);
    let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let message = "match given up: none did not start 10 times in a row";
    assert!(error.contains(message), "{error}");
    let text = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert!(text.contains("stopped after 10 of 40 games"), "{text}");
}

#[test]
fn mistakes_are_named() {
    let folder = folder("mistakes");
    for (arguments, message) in [
        (
            vec!["match", "--games", "2"],
            "0 engines given (expected --engine at least twice)",
        ),
        (
            vec![
                "match", "--engine", "cmd=a", "--engine", "cmd=b", "--games", "2",
            ],
            "no limit for a (expected --tc, --movetime, --nodes or --depth)",
        ),
        (
            vec!["match", "--games", "18446744073709551615"],
            "invalid value '18446744073709551615' for '--games <N>': expected a number from 1 to 1000000000",
        ),
        (
            vec!["match", "--rounds", "9223372036854775808"],
            "'9223372036854775808' for '--rounds <N>': expected a number from 1 to 1000000000",
        ),
        (
            vec!["match", "--max-plies", "0"],
            "invalid value '0' for '--max-plies <N>': expected a number from 1 to 1000000000",
        ),
        (
            vec!["match-report", "no-such-file"],
            "cannot read no-such-file",
        ),
    ] {
        let assert = hanxin_in(&folder, &arguments).assert().failure().code(2);
        let error = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(error.contains(message), "{error}");
    }
}

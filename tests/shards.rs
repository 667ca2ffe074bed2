//! `--shard`: the parts of a match or of self-play together are the single run, game by game.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::assert::OutputAssertExt as _;

use crate::common::folder;
use crate::common::program::{games, hanxin_in, self_match, succeed};

fn short_match(folder: &Path, more: &[&str]) -> Command {
    let flags = ["--games", "10", "--openings", "o.epd"];
    self_match(folder, &[&flags, more].concat())
}

#[test]
fn the_shards_of_a_match_are_the_match() {
    let folder = folder("match-shards");
    succeed(hanxin_in(
        &folder,
        &["openings", "--count", "4", "--depth", "2", "-o", "o.epd"],
    ));
    succeed(short_match(&folder, &["--json", "whole.jsonl"]));
    let parts = ["1.jsonl", "2.jsonl", "3.jsonl"];
    for (index, file) in parts.iter().enumerate() {
        let shard = format!("{}/3", index + 1);
        succeed(short_match(
            &folder,
            &["--shard", &shard, "--json", file, "--concurrency", "2"],
        ));
    }
    let whole = games(&folder, &["whole.jsonl"]);
    assert_eq!(whole.len(), 10);
    assert_eq!(games(&folder, &parts), whole);
    // Five pairs: two, two and one.
    let sizes = parts.map(|file| games(&folder, &[file]).len());
    assert_eq!(sizes, [4, 4, 2]);

    // A part that was torn is completed; the file of another part is refused.
    let text = fs::read_to_string(folder.join("2.jsonl")).expect("a file");
    let torn: String = text.split_inclusive('\n').take(1).collect();
    fs::write(folder.join("2.jsonl"), torn + &text[..30]).expect("written");
    let resume = |shard: &str| {
        short_match(
            &folder,
            &["--shard", shard, "--json", "2.jsonl", "--resume"],
        )
    };
    resume("1/3").assert().code(2);
    succeed(resume("2/3"));
    assert_eq!(games(&folder, &parts), whole);

    // The pooled report is that of the single run, but for the file names.
    let pooled = succeed(hanxin_in(
        &folder,
        &[&["match-report"], &parts[..]].concat(),
    ));
    let single = succeed(hanxin_in(&folder, &["match-report", "whole.jsonl"]));
    assert_eq!(pooled.lines().next(), single.lines().next());
    assert!(pooled.contains("replayed: 10 games, 0 wrong"), "{pooled}");
    fs::remove_file(folder.join("whole.jsonl")).expect("removed");
    let watched = succeed(hanxin_in(
        &folder,
        &["match-report", "--watch", ".", "--until", "10"],
    ));
    assert!(
        watched.ends_with("stop: all games are there\n"),
        "{watched}"
    );
    let decided = succeed(hanxin_in(
        &folder,
        &[
            "match-report",
            "--watch",
            ".",
            "--sprt",
            "-900,-800,0.4,0.4",
        ],
    ));
    assert!(decided.contains("stop: the test found"), "{decided}");
}

#[test]
fn the_shards_of_self_play_are_the_single_file() {
    let folder = folder("datagen-shards");
    let play = |more: &[&str]| {
        let flags = ["datagen", "--games", "7", "--nodes", "40", "--threads", "2"];
        succeed(hanxin_in(&folder, &[&flags, more].concat()))
    };
    play(&["--out", "whole.games"]);
    let parts = ["1.games", "2.games", "3.games"];
    for (index, file) in parts.iter().enumerate() {
        let shard = format!("{}/3", index + 1);
        play(&["--shard", &shard, "--resume", "--out", file]);
    }
    // A part that was torn is completed.
    let bytes = fs::read(folder.join("2.games")).expect("a file");
    fs::write(folder.join("2.games"), &bytes[..bytes.len() * 2 / 3]).expect("written");
    play(&["--shard", "2/3", "--resume", "--out", "2.games"]);
    assert_eq!(fs::read(folder.join("2.games")).expect("a file"), bytes);

    let merge = |files: &[&str], to: &str| {
        hanxin_in(
            &folder,
            &[&["datagen", "merge", "--deal", "--out", to], files].concat(),
        )
    };
    succeed(merge(&parts, "all.games"));
    let read = |file: &str| fs::read(folder.join(file)).expect("a file");
    assert_eq!(read("all.games"), read("whole.games"));
    // Parts in another order are none of a run.
    let wrong = ["3.games", "2.games", "1.games"];
    merge(&wrong, "wrong.games").assert().failure();
    assert!(!folder.join("wrong.games").exists());
}

#[test]
fn the_shards_of_endgame_tables_are_the_tables() {
    let folder = folder("egtb-shards");
    let make = |dir: &str, more: &[&str]| {
        let flags = ["egtb", "generate", "KP-K", "KN-K", "KN-KA", "--dir", dir];
        succeed(hanxin_in(&folder, &[&flags, more].concat()));
    };
    make("whole", &[]);
    for shard in ["1/2", "2/2"] {
        make("parts", &["--shard", shard]);
    }
    let files = |dir: &str| {
        let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder.join(dir))
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                (name, fs::read(entry.path()).expect("a table"))
            })
            .collect();
        files.sort();
        files
    };
    assert!(files("whole").len() >= 3);
    assert_eq!(files("parts"), files("whole"));
}

#[test]
fn one_experiment_has_no_shards() {
    let folder = folder("lab-shards");
    hanxin_in(&folder, &["lab", "table2", "--shard", "1/2"])
        .assert()
        .code(2);
}

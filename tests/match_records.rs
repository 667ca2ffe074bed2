//! What `hanxin match` promises about its files, attacked from outside.
//!
//! `HANXIN_LONG=1` (`make fuzz`) repeats the attacks as often as [docs/matches.md] says.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use hanxin::arena::record::parse_records;
use nix::sys::signal::Signal;

use crate::common::folder;
use crate::common::processes::{fail, signal, wait_for_end, wait_until};
use crate::common::program::{hanxin_in, self_match, succeed};

fn is_long() -> bool {
    std::env::var_os("HANXIN_LONG").is_some()
}

/// The same with a shell's limits around it.
fn limited_match(folder: &Path, limits: &str, more: &[&str]) -> Command {
    let inner = self_match(folder, more);
    let mut command = Command::new("sh");
    command.current_dir(folder);
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh"]);
    command.arg(inner.get_program()).args(inner.get_args());
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A record of so many games of [`self_match`].
fn write_record(folder: &Path, games: usize) -> String {
    succeed(self_match(folder, &["--games", "2", "--json", "two.jsonl"]));
    let two = fs::read_to_string(folder.join("two.jsonl")).expect("a record");
    let mut games_of_two = parse_records(&two).expect("records");
    games_of_two.sort_by_key(|record| record.game);
    let mut all = String::new();
    for number in 1..=games {
        let mut record = games_of_two[(number + 1) % 2].clone();
        record.game = number;
        record.pair = number.div_ceil(2);
        record.round = record.pair;
        all.push_str(&record.to_json_line());
    }
    fs::write(folder.join("g.jsonl"), &all).expect("written");
    all
}

#[test]
fn a_kill_while_a_match_is_resumed_loses_no_game() {
    let (games, kills) = if is_long() {
        (20_000, 200)
    } else {
        (2_000, 10)
    };
    let folder = folder("kill");
    let before = write_record(&folder, games);
    let path = folder.join("g.jsonl");
    let number = (games + 1_000_000).to_string();
    for round in 0..kills {
        let torn = &before[..before.len() - (round * 37) % 300];
        fs::write(&path, torn).expect("written");
        let flags = ["--games", &number, "--json", "g.jsonl", "--resume", "--pgn"];
        let pgn = format!("{round}.pgn");
        let mut child = self_match(&folder, &[&flags[..], &[pgn.as_str()]].concat())
            .spawn()
            .expect("a process");
        // Some are killed while they read, some while they write, some while they play.
        sleep(Duration::from_micros(round as u64 * 7_919 % 400_000));
        signal(&child, Signal::SIGKILL);
        child.wait().expect("a child");
        let after = fs::read_to_string(&path).expect("the record");
        let whole = torn.rfind('\n').map_or(0, |end| end + 1);
        assert!(after.starts_with(&torn[..whole]), "round {round}");
        let found = parse_records(&after).expect("records").len();
        assert!(
            found + 1 >= games,
            "round {round}: {found} of {games} games"
        );
    }
}

/// A file that may not grow stands for a full disk. Whoever writes the record anew loses what does not fit.
#[test]
fn a_record_that_is_resumed_is_not_written_again() {
    let folder = folder("rewrite");
    let before = write_record(&folder, 60);
    assert!(before.len() > 16 << 10, "{} bytes", before.len());
    for limits in ["trap '' XFSZ; ulimit -f 8", "ulimit -f 8"] {
        let flags = ["--games", "80", "--json", "g.jsonl", "--resume"];
        let ended = limited_match(&folder, limits, &flags).output();
        assert!(!ended.expect("it runs").status.success(), "{limits}");
        let after = fs::read_to_string(folder.join("g.jsonl")).expect("the record");
        assert_eq!(after, before, "{limits}");
    }
}

#[test]
fn of_two_processes_with_one_file_the_second_is_refused() {
    let rounds = if is_long() { 100 } else { 5 };
    let folder = folder("lock");
    for round in 0..rounds {
        let json = format!("{round}.jsonl");
        let flags = ["--games", "1000000", "--json", &json, "--resume"];
        let first = self_match(&folder, &flags).spawn().expect("a process");
        wait_until("the first game", || {
            fs::read(folder.join(&json)).is_ok_and(|text| text.contains(&b'\n'))
        });
        let holder = format!("{json} is being written by process {}", first.id());
        let holder = if cfg!(target_os = "linux") {
            &holder
        } else {
            "is being written by"
        };
        fail(self_match(&folder, &flags), 2, &[holder]);
        let new = ["--games", "2", "--json", &json];
        fail(self_match(&folder, &new), 2, &["exists (expected --resume"]);
        signal(&first, Signal::SIGINT);
        let (code, said) = wait_for_end(first);
        assert_eq!(code, Some(0), "{said}");
        let record = fs::read_to_string(folder.join(&json)).expect("a record");
        assert!(record.ends_with('\n'));
        let games = parse_records(&record).expect("records");
        let numbers: Vec<usize> = games.iter().map(|record| record.game).collect();
        assert_eq!(numbers, (1..=games.len()).collect::<Vec<_>>());
    }
}

#[test]
fn a_full_disk_is_named_and_the_games_so_far_are_summarised() {
    let folder = folder("full");
    // A limit on file sizes stands for a full disk; its signal is ignored, so that writing fails.
    let full = "trap '' XFSZ; ulimit -f 8";
    let flags = ["--games", "200", "--json", "g.jsonl"];
    let output = fail(
        limited_match(&folder, full, &flags),
        1,
        &["match stopped: cannot write g.jsonl: "],
    );
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("a against b: "), "{said}");
    let record = fs::read_to_string(folder.join("g.jsonl")).expect("a record");
    let games = parse_records(&record).expect("records").len();
    assert!(games > 1 && record.ends_with('\n'), "{games} games");
    assert!(
        said.contains(&format!("stopped after {games} of 200 games")),
        "{said}"
    );
    // The same limit while it is resumed: nothing is lost.
    let resumed = [&flags[..], &["--resume"]].concat();
    fail(limited_match(&folder, full, &resumed), 1, &["g.jsonl"]);
    let again = fs::read_to_string(folder.join("g.jsonl")).expect("a record");
    assert_eq!(again, record);
    // Killed by the signal instead.
    let killed = limited_match(&folder, "ulimit -f 8", &resumed).output();
    assert_eq!(killed.expect("it runs").status.code(), None);
    let again = fs::read_to_string(folder.join("g.jsonl")).expect("a record");
    assert!(again.starts_with(&record));
}

#[test]
fn special_files_are_no_records() {
    let folder = folder("special");
    for flags in [
        &["--json", "/dev/full", "--resume"][..],
        &["--json", "/dev/zero", "--resume"],
        &["--json", "/dev", "--resume"],
    ] {
        let words = ["is no regular file"];
        fail(
            self_match(&folder, &[&["--games", "2"], flags].concat()),
            2,
            &words,
        );
    }
    fail(
        self_match(&folder, &["--games", "2", "--json", "/dev/null"]),
        2,
        &["/dev/null exists"],
    );
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder("distinct");
    succeed(self_match(&folder, &["--games", "2", "--json", "g.jsonl"]));
    let record = fs::read(folder.join("g.jsonl")).expect("a record");
    fs::hard_link(folder.join("g.jsonl"), folder.join("hard")).expect("a link");
    symlink("g.jsonl", folder.join("soft")).expect("a link");
    symlink("new", folder.join("dangling")).expect("a link");
    fs::write(folder.join("data"), "3k5/9/9/9/9/9/9/9/9/4K4 w;0.5;0\n").expect("written");
    fs::write(folder.join("o.epd"), "3k5/9/9/9/9/9/9/9/9/4K4 w\n").expect("written");
    let run = |arguments: &[&str]| {
        let command = hanxin_in(&folder, arguments);
        fail(command, 2, &["are both", "expected two files"]);
    };
    for output in ["g.jsonl", "./g.jsonl", "hard", "soft"] {
        for flag in ["--pgn", "--svg", "--table"] {
            run(&["match-report", "g.jsonl", flag, output]);
        }
    }
    run(&["match-report", "g.jsonl", "--pgn", "x", "--svg", "./x"]);
    run(&["train", "data", "--out", "data"]);
    run(&["train", "g.jsonl", "--check", "data", "--out", "data"]);
    run(&["tune", "data", "--out", "./data"]);
    run(&[
        "openings",
        "--exclude",
        "o.epd",
        "-o",
        "o.epd",
        "--count",
        "1",
    ]);
    for flags in [
        ["--json", "new", "--pgn", "new"],
        ["--json", "new", "--pgn", "dangling"],
        ["--json", "new", "--log", "./new"],
        ["--openings", "o.epd", "--pgn", "o.epd"],
    ] {
        let words = ["are both", "expected two files"];
        fail(
            self_match(&folder, &[&["--games", "2"], &flags[..]].concat()),
            2,
            &words,
        );
    }
    assert_eq!(fs::read(folder.join("g.jsonl")).expect("a record"), record);
    assert!(!folder.join("new").exists());
}

#[test]
fn a_match_of_other_conditions_is_not_continued() {
    let folder = folder("conditions");
    succeed(self_match(&folder, &["--games", "2", "--json", "g.jsonl"]));
    let other = |more: &[&str], difference: &str| {
        let flags = ["--games", "4", "--json", "g.jsonl", "--resume"];
        fail(
            self_match(&folder, &[&flags[..], more].concat()),
            2,
            &[difference],
        );
    };
    other(&["--ponder"], "conditions 'max-plies=8 ponder=off'");
    other(&["--resign", "movecount=3,score=500"], "resign=movecount=3");
    other(&["--draw", "movecount=3,score=5"], "draw=movenumber=0");
    let mut command = self_match(&folder, &[]);
    command.args(["--games", "4", "--json", "g.jsonl", "--resume"]);
    let mut changed = hanxin_in(&folder, &[]);
    changed.args(command.get_args().map(|argument| {
        argument
            .to_string_lossy()
            .replace("name=a", "name=a option.hashsize=2")
    }));
    fail(changed, 2, &["engine 'cmd=", "option.hashsize"]);
    // Of a record without these particulars, what is known is compared.
    let record = fs::read_to_string(folder.join("g.jsonl")).expect("a record");
    let old: String = parse_records(&record)
        .expect("records")
        .into_iter()
        .map(|mut game| {
            game.conditions.clear();
            game.red_engine.clear();
            game.black_engine.clear();
            game.to_json_line()
        })
        .collect();
    fs::write(folder.join("g.jsonl"), old).expect("written");
    succeed(command);
}

#[test]
fn the_pgn_of_something_else_is_not_continued() {
    let folder = folder("foreign-pgn");
    let flags = ["--games", "2", "--json", "g.jsonl", "--pgn", "g.pgn"];
    succeed(self_match(&folder, &flags));
    let whole = fs::read_to_string(folder.join("g.pgn")).expect("a PGN");
    let resumed = [
        "--games", "4", "--json", "g.jsonl", "--pgn", "g.pgn", "--resume",
    ];
    fs::write(folder.join("g.pgn"), "precious").expect("written");
    fail(
        self_match(&folder, &resumed),
        2,
        &["g.pgn does not hold the games"],
    );
    let kept = fs::read_to_string(folder.join("g.pgn")).expect("a file");
    assert_eq!(kept, "precious");
    // A torn one is completed.
    fs::write(folder.join("g.pgn"), &whole[..whole.len() - 100]).expect("written");
    succeed(self_match(&folder, &resumed));
    let after = fs::read_to_string(folder.join("g.pgn")).expect("a PGN");
    assert!(after.starts_with(&whole));
    assert_eq!(after.matches("[Game ").count(), 4);
}

#[test]
fn a_match_says_what_it_has_written_and_checks_it_when_asked() {
    let folder = folder("written");
    let flags = [
        "--games", "4", "--json", "g.jsonl", "--pgn", "g.pgn", "--verify",
    ];
    let said = succeed(self_match(&folder, &flags));
    for line in [
        "written: 4 games in g.jsonl\n",
        "written: 4 games in g.pgn\n",
        "verified: 4 of 4 games in g.jsonl, 0 wrong\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn more_games_at_a_time_than_files_can_be_opened_are_refused() {
    let folder = folder("files");
    let flags = [
        "--games",
        "1000",
        "--concurrency",
        "200",
        "--json",
        "g.jsonl",
    ];
    let limit = "ulimit -n 512";
    let words = [
        "--concurrency 200 needs",
        "may open 512 (expected at most 40 games",
    ];
    fail(limited_match(&folder, limit, &flags), 2, &words);
    assert!(!folder.join("g.jsonl").exists());
    fail(
        self_match(&folder, &["--games", "2", "--concurrency", "257"]),
        2,
        &["'257'", "1"],
    );
}

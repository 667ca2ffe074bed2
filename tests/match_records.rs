//! What `hanxin match` promises about its files and its end, attacked from outside.
//!
//! `HANXIN_LONG=1` (`make fuzz`) repeats the attacks as often as [docs/matches.md] says.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hanxin::arena::record::parse_records;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::folder;

const HANXIN: &str = env!("CARGO_BIN_EXE_hanxin");
/// Longer than anything takes that works, even on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

fn is_long() -> bool {
    std::env::var_os("HANXIN_LONG").is_some()
}

/// A match of hanxin against itself in a few quick games.
fn quick_match(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(HANXIN);
    command.current_dir(folder);
    command.args(["match", "--nodes", "20", "--max-plies", "8"]);
    for name in ["a", "b"] {
        let engine = format!("cmd='{HANXIN}' name={name}");
        command.args(["--engine", &engine]);
    }
    command.args(more);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The same with a shell's limits around it.
fn limited_match(folder: &Path, limits: &str, more: &[&str]) -> Command {
    let inner = quick_match(folder, more);
    let mut command = Command::new("sh");
    command.current_dir(folder);
    command.args(["-c", &format!("{limits}; exec \"$@\""), "sh"]);
    command.arg(inner.get_program()).args(inner.get_args());
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn succeed(mut command: Command) -> String {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs a command that fails with this code and says all this.
fn fail(mut command: Command, code: i32, words: &[&str]) -> Output {
    let output = command.output().expect("the program runs");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "'{word}' in: {said}");
    }
    output
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what} does not happen");
        sleep(Duration::from_millis(1));
    }
}

/// Waits for a process that has to end by itself.
fn wait_for_end(mut child: Child) -> (Option<i32>, String) {
    wait_until("the end of the match", || {
        child.try_wait().expect("a child").is_some()
    });
    let mut said = String::new();
    let stderr = child.stderr.as_mut().expect("piped");
    stderr.read_to_string(&mut said).expect("text");
    (child.wait().expect("a child").code(), said)
}

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).expect("a running process");
}

/// A record of so many games of [`quick_match`].
fn write_record(folder: &Path, games: usize) -> String {
    succeed(quick_match(
        folder,
        &["--games", "2", "--json", "two.jsonl"],
    ));
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
        let mut child = quick_match(&folder, &[&flags[..], &[pgn.as_str()]].concat())
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
        let first = quick_match(&folder, &flags).spawn().expect("a process");
        wait_until("the first game", || {
            fs::read(folder.join(&json)).is_ok_and(|text| text.contains(&b'\n'))
        });
        let holder = format!("{json} is being written by process {}", first.id());
        let holder = if cfg!(target_os = "linux") {
            &holder
        } else {
            "is being written by"
        };
        fail(quick_match(&folder, &flags), 2, &[holder]);
        let new = ["--games", "2", "--json", &json];
        fail(
            quick_match(&folder, &new),
            2,
            &["exists (expected --resume"],
        );
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
    let said = text(&output.stdout);
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
            quick_match(&folder, &[&["--games", "2"], flags].concat()),
            2,
            &words,
        );
    }
    fail(
        quick_match(&folder, &["--games", "2", "--json", "/dev/null"]),
        2,
        &["/dev/null exists"],
    );
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder("distinct");
    succeed(quick_match(&folder, &["--games", "2", "--json", "g.jsonl"]));
    let record = fs::read(folder.join("g.jsonl")).expect("a record");
    fs::hard_link(folder.join("g.jsonl"), folder.join("hard")).expect("a link");
    symlink("g.jsonl", folder.join("soft")).expect("a link");
    symlink("new", folder.join("dangling")).expect("a link");
    fs::write(folder.join("data"), "3k5/9/9/9/9/9/9/9/9/4K4 w;0.5;0\n").expect("written");
    fs::write(folder.join("o.epd"), "3k5/9/9/9/9/9/9/9/9/4K4 w\n").expect("written");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(HANXIN);
        command.current_dir(&folder).args(arguments);
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
            quick_match(&folder, &[&["--games", "2"], &flags[..]].concat()),
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
    succeed(quick_match(&folder, &["--games", "2", "--json", "g.jsonl"]));
    let other = |more: &[&str], difference: &str| {
        let flags = ["--games", "4", "--json", "g.jsonl", "--resume"];
        fail(
            quick_match(&folder, &[&flags[..], more].concat()),
            2,
            &[difference],
        );
    };
    other(&["--ponder"], "conditions 'max-plies=8 ponder=off'");
    other(&["--resign", "movecount=3,score=500"], "resign=movecount=3");
    other(&["--draw", "movecount=3,score=5"], "draw=movenumber=0");
    let mut command = quick_match(&folder, &[]);
    command.args(["--games", "4", "--json", "g.jsonl", "--resume"]);
    let arguments: Vec<String> = command
        .get_args()
        .map(|argument| {
            argument
                .to_string_lossy()
                .replace("name=a", "name=a option.hashsize=2")
        })
        .collect();
    let mut changed = Command::new(HANXIN);
    changed.current_dir(&folder).args(&arguments);
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
    succeed(quick_match(&folder, &flags));
    let whole = fs::read_to_string(folder.join("g.pgn")).expect("a PGN");
    let resumed = [
        "--games", "4", "--json", "g.jsonl", "--pgn", "g.pgn", "--resume",
    ];
    fs::write(folder.join("g.pgn"), "precious").expect("written");
    fail(
        quick_match(&folder, &resumed),
        2,
        &["g.pgn does not hold the games"],
    );
    let kept = fs::read_to_string(folder.join("g.pgn")).expect("a file");
    assert_eq!(kept, "precious");
    // A torn one is completed.
    fs::write(folder.join("g.pgn"), &whole[..whole.len() - 100]).expect("written");
    succeed(quick_match(&folder, &resumed));
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
    let said = succeed(quick_match(&folder, &flags));
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
        quick_match(&folder, &["--games", "2", "--concurrency", "257"]),
        2,
        &["'257'", "1"],
    );
}

/// Runs a match whose first engine is a shell script.
fn scripted_match(folder: &Path, script: &str, more: &[&str]) -> Command {
    let path = folder.join("engine.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
    let engine = format!("cmd='sh {}' name=script", path.display());
    let good = format!("cmd='{HANXIN}' name=good");
    let mut command = Command::new(HANXIN);
    command.current_dir(folder).arg("match");
    command.args(["--nodes", "20", "--max-plies", "8", "--games", "2"]);
    command
        .args(["--engine", &engine, "--engine", &good])
        .args(more);
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn an_engine_that_stops_reading_does_not_stop_ctrl_c() {
    let folder = folder("deaf");
    // More than a pipe holds, so that writing it would wait for ever.
    let option = format!("cmd=cat name=deaf option.x={}", "x".repeat(100_000));
    let mut command = Command::new(HANXIN);
    command.current_dir(&folder);
    let script = "echo > started; echo ucciok; exec sleep 1000";
    fs::write(folder.join("engine.sh"), script).expect("written");
    let option = option.replace("cmd=cat", "cmd='sh engine.sh'");
    let good = format!("cmd='{HANXIN}'");
    command.args([
        "match",
        "--nodes",
        "20",
        "--games",
        "2",
        "--start-timeout",
        "600000",
    ]);
    command.args(["--engine", &option, "--engine", &good]);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().expect("a process");
    wait_until("the start", || folder.join("started").exists());
    sleep(Duration::from_millis(200));
    signal(&child, Signal::SIGINT);
    let (code, said) = wait_for_end(child);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn a_signal_to_end_that_reaches_an_engine_ends_the_match() {
    let folder = folder("told-to-end");
    let script = "echo ucciok\nwhile read -r word rest; do\n  case $word in\n    isready) echo readyok;;\n    \
                  go) kill -TERM $$;;\n  esac\ndone";
    let output = scripted_match(&folder, script, &["--json", "a.jsonl"]).output();
    let output = output.expect("the match runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("stopped after 0 of"), "{said}");
    let record = fs::read_to_string(folder.join("a.jsonl")).expect("a record");
    assert_eq!(record, "", "no game is lost by it");
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let folder = folder("children");
    // One child outlives a proper exit, one a crash.
    for (round, end) in [format!("exec '{HANXIN}'"), "echo ucciok; exit 3".to_owned()]
        .iter()
        .enumerate()
    {
        let script = format!("sleep 1000 & echo $! > {round}.pid\n{end}");
        let output = scripted_match(&folder, &script, &[]).output();
        let output = output.expect("the match runs");
        let said = text(&output.stdout);
        assert!(said.contains("script against good: 2 games"), "{said}");
        let pid = fs::read_to_string(folder.join(format!("{round}.pid"))).expect("a number");
        let pid = Pid::from_raw(pid.trim().parse().expect("a number"));
        wait_until("the end of the child", || kill(pid, None).is_err());
    }
}

/// A child in a process group of its own is not found by the group of its engine. Another match starts one.
#[cfg(target_os = "linux")]
#[test]
fn what_has_left_the_engine_ends_with_the_match() {
    let folder = folder("orphans");
    fs::write(
        folder.join("orphan.sh"),
        "echo $$ > orphan.pid; exec sleep 1000\n",
    )
    .expect("written");
    let script = format!(
        "'{HANXIN}' match --engine 'cmd=\"sh orphan.sh\"' --engine 'cmd=\"sh orphan.sh\"' \\
           --nodes 1 --games 2 --start-timeout 600000 > /dev/null 2>&1 < /dev/null &
         while ! [ -s orphan.pid ]; do sleep 0.01; done
         exec '{HANXIN}'"
    );
    let output = scripted_match(&folder, &script, &[]).output();
    let said = text(&output.expect("the match runs").stdout);
    assert!(said.contains("script against good: 2 games"), "{said}");
    let pid = fs::read_to_string(folder.join("orphan.pid")).expect("a number");
    let pid = Pid::from_raw(pid.trim().parse().expect("a number"));
    assert!(kill(pid, None).is_err(), "it is alive");
}

/// The second Ctrl-C ends the runner at once, and the engines with it.
#[cfg(target_os = "linux")]
#[test]
fn a_second_ctrl_c_leaves_no_engine_behind() {
    let folder = folder("twice");
    // Neither listens to anybody.
    let script = "trap '' INT TERM; sleep 1000 & echo $! > child.pid; echo $$ > engine.pid; wait";
    let more = ["--start-timeout", "600000"];
    let child = scripted_match(&folder, script, &more)
        .spawn()
        .expect("a process");
    wait_until("the start", || {
        fs::read(folder.join("engine.pid")).is_ok_and(|text| text.ends_with(b"\n"))
    });
    // Both at once, before the first one has had an effect.
    signal(&child, Signal::SIGINT);
    signal(&child, Signal::SIGTERM);
    wait_for_end(child);
    for name in ["engine.pid", "child.pid"] {
        let pid = fs::read_to_string(folder.join(name)).expect("a number");
        let pid = Pid::from_raw(pid.trim().parse().expect("a number"));
        wait_until(name, || kill(pid, None).is_err());
    }
}

#[test]
fn control_characters_reach_no_terminal_and_no_table() {
    let folder = folder("control");
    let name = "a\u{1b}[2J|b";
    let mut command = Command::new(HANXIN);
    command.current_dir(&folder);
    command.args(["match", "--nodes", "20", "--max-plies", "4", "--games", "2"]);
    for name in [name, "c", "d"] {
        command.args(["--engine", &format!("cmd='{HANXIN}' 'name={name}'")]);
    }
    command.args(["--json", "g.jsonl", "--pgn", "g.pgn"]);
    let said = succeed(command);
    assert!(said.contains("a\\u{1b}[2J|b"), "{said}");
    let mut command = Command::new(HANXIN);
    command.current_dir(&folder);
    command.args([
        "match-report",
        "g.jsonl",
        "--table",
        "t.md",
        "--svg",
        "e.svg",
    ]);
    let report = succeed(command);
    let table = fs::read_to_string(folder.join("t.md")).expect("a table");
    assert!(table.contains("a\\u{1b}[2J\\|b"), "{table}");
    let pgn = fs::read_to_string(folder.join("g.pgn")).expect("a PGN");
    let svg = fs::read_to_string(folder.join("e.svg")).expect("a picture");
    for text in [said, report, table, pgn, svg] {
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    // Arguments and files that are echoed.
    let long = "x".repeat(100_000);
    let token = format!("\u{1b}]0;{long}");
    for arguments in [
        ["judge", "--fen", &token],
        ["bench", "--depth", &token],
        ["suite", "--depth=1", &token],
    ] {
        let mut command = Command::new(HANXIN);
        command.current_dir(&folder).args(arguments);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", arguments[0]);
        let said = text(&output.stderr);
        assert!(!said.contains('\u{1b}') && said.len() < 3_000, "{said}");
    }
}

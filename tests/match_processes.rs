//! How a match ends, and with it everything that it has started, whatever engines do.
#![cfg(unix)]

/// Waits for a process that has to end by itself.
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::folder;
use crate::common::processes::{signal, wait_for_end, wait_until};
use crate::common::program::{HANXIN, hanxin_in, succeed};

/// Runs a match whose first engine is a shell script.
fn scripted_match(folder: &Path, script: &str, more: &[&str]) -> Command {
    let path = folder.join("engine.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
    let engine = format!("cmd='sh {}' name=script", path.display());
    let good = format!("cmd='{HANXIN}' name=good");
    let flags = ["match", "--nodes", "20", "--max-plies", "8", "--games", "2"];
    let mut command = hanxin_in(folder, &flags);
    command
        .args(["--engine", &engine, "--engine", &good])
        .args(more);
    command
}

#[test]
fn an_engine_that_stops_reading_does_not_stop_ctrl_c() {
    let folder = folder("deaf");
    let script = "echo > started; echo ucciok; exec sleep 1000";
    fs::write(folder.join("engine.sh"), script).expect("written");
    // More than a pipe holds, so that writing it would wait for ever.
    let option = "x".repeat(100_000);
    let deaf = format!("cmd='sh engine.sh' name=deaf option.x={option}");
    let good = format!("cmd='{HANXIN}'");
    let mut command = hanxin_in(&folder, &["match", "--nodes", "20", "--games", "2"]);
    command.args(["--start-timeout", "600000"]);
    command.args(["--engine", &deaf, "--engine", &good]);
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
        let said = String::from_utf8_lossy(&output.stdout);
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
    let output = output.expect("the match runs");
    let said = String::from_utf8_lossy(&output.stdout);
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
    let flags = ["match", "--nodes", "20", "--max-plies", "4", "--games", "2"];
    let mut command = hanxin_in(&folder, &flags);
    for name in [name, "c", "d"] {
        command.args(["--engine", &format!("cmd='{HANXIN}' 'name={name}'")]);
    }
    command.args(["--json", "g.jsonl", "--pgn", "g.pgn"]);
    let said = succeed(command);
    assert!(said.contains("a\\u{1b}[2J|b"), "{said}");
    let flags = ["--table", "t.md", "--svg", "e.svg"];
    let report = succeed(hanxin_in(
        &folder,
        &[&["match-report", "g.jsonl"], &flags[..]].concat(),
    ));
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
        let output = hanxin_in(&folder, &arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{}", arguments[0]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains('\u{1b}') && said.len() < 3_000, "{said}");
    }
}

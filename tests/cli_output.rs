//! Commands whose stdout cannot be written: nobody reads it any more, or there is no room for it.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::cli::hanxin;
use crate::common::folder;

const HANXIN: &str = env!("CARGO_BIN_EXE_hanxin");

fn run(folder: &Path, arguments: &[&str], stdout: impl Into<Stdio>) -> Output {
    let mut command = Command::new(HANXIN);
    command.current_dir(folder).args(arguments).stdout(stdout);
    command.stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    child.wait_with_output().expect("the program ends")
}

/// Runs the command with a stdout that nobody reads and expects it not to complain.
fn run_unread(folder: &Path, arguments: &[&str]) {
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let output = run(folder, arguments, writer);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (&*complaint, output.status.code()),
        ("", Some(0)),
        "{arguments:?}"
    );
}

/// A position with its result.
const SAMPLE: &str = "4k4/9/9/9/9/9/9/9/3R5/3K5 w;1;300\n";
const POSITION: &str = "3k5/9/9/9/9/9/9/9/9/4K4 w ;bm e0e1\n";

/// A short match of hanxin against itself, kept in a file.
fn short_match(games: &str) -> Vec<String> {
    let text = format!(
        "match --nodes 10 --max-plies 4 --summary-every 1 --concurrency 1 --games {games} --json games.jsonl"
    );
    let engine = format!("cmd='{HANXIN}'");
    let engines = ["--engine", &engine, "--engine", &engine].map(str::to_owned);
    text.split(' ').map(str::to_owned).chain(engines).collect()
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let folder = folder("unread");
    fs::write(folder.join("one.epd"), POSITION).expect("a writable folder");
    run_unread(&folder, &["eval"]);
    run_unread(&folder, &["bench", "--depth", "1"]);
    run_unread(&folder, &["suite", "one.epd", "--depth", "1"]);
    let lab = "lab table2 --depth 1 --threads 1 --positions one.epd";
    run_unread(&folder, &lab.split(' ').collect::<Vec<_>>());
}

#[test]
fn files_are_written_though_nobody_reads_what_is_printed() {
    let folder = folder("unread_files");
    let unread = |text: &str| run_unread(&folder, &text.split(' ').collect::<Vec<_>>());
    let has = |name: &str| fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0);
    unread("datagen --games 1 --nodes 20 --out own.games");
    assert!(has("own.games"));
    unread("train own.games --epochs 1 --threads 1 --out network.bin");
    assert!(has("network.bin"));
    fs::write(folder.join("games.txt"), SAMPLE).expect("a writable folder");
    unread("tune games.txt --epochs 10 --out weights.rs");
    assert!(has("weights.rs"));
    fs::write(folder.join("one.epd"), POSITION).expect("a writable folder");
    unread("lab table2 --depth 1 --threads 1 --positions one.epd --out results");
    assert!(has("results/table2.md"));

    let arguments = short_match("4");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run_unread(&folder, &arguments);
    let games = fs::read_to_string(folder.join("games.jsonl")).expect("the games");
    assert_eq!(games.lines().count(), 4, "{games}");
    unread("match-report games.jsonl --table cross.md");
    assert!(has("cross.md"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let folder = folder("full");
    fs::write(folder.join("one.epd"), POSITION).expect("a writable folder");
    fs::write(folder.join("games.txt"), SAMPLE).expect("a writable folder");
    let full = || fs::File::create("/dev/full").expect("a device");
    for text in [
        "eval",
        "bench --depth 1",
        "suite one.epd --depth 1",
        "datagen --games 1 --nodes 20 --out own.games",
        "train own.games --epochs 1 --threads 1 --out network.bin",
        "tune games.txt --epochs 1",
        "lab table2 --depth 1 --threads 1 --positions one.epd",
    ] {
        let arguments: Vec<&str> = text.split(' ').collect();
        let output = run(&folder, &arguments, full());
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.starts_with("hanxin: "), "{text}: {complaint}");
        assert_eq!(output.status.code(), Some(2), "{text}");
    }
    assert!(folder.join("network.bin").exists());
}

#[test]
fn what_is_printed_is_read_in_full() {
    let (out, err, code) = hanxin(&["bench", "--depth", "1"]);
    assert_eq!(out.lines().count(), 21, "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

//! Endgame tables on disk: generation that is killed at any time never leaves a wrong table.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use hanxin::egtb::TableFile;

const HANXIN: &str = env!("CARGO_BIN_EXE_hanxin");
const CLASSES: [&str; 2] = ["KN-KAA", "KR-KB"];

fn generate(folder: &Path) -> Command {
    let mut command = Command::new(HANXIN);
    command
        .args(["egtb", "generate"])
        .args(CLASSES)
        .arg("--dir")
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Every file with a table's name is a whole table.
fn whole_tables(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == "hxt"));
    let mut count = 0;
    for path in tables {
        let table = TableFile::open(&path).and_then(|file| file.load());
        assert!(table.is_ok(), "{}", path.display());
        count += 1;
    }
    count
}

#[test]
fn a_killed_generation_leaves_whole_tables_and_goes_on() {
    let folder = std::env::temp_dir().join(format!("hanxin-kill-{}", std::process::id()));
    let mut counts = Vec::new();
    for round in 0..12 {
        let mut child = generate(&folder).spawn().expect("started");
        thread::sleep(Duration::from_millis(10 + 15 * round));
        // On Unix this is SIGKILL.
        child.kill().expect("killed");
        child.wait().expect("ended");
        counts.push(whole_tables(&folder));
    }
    // What was finished stays.
    assert!(counts.is_sorted(), "{counts:?}");
    // A rest of an interrupted table, and a table cut off by a broken disk, are made again.
    fs::write(folder.join("KN-K.unfinished"), b"half a table").expect("written");
    assert!(generate(&folder).status().expect("ran").success());
    let path = folder.join("KN-KA.hxt");
    let bytes = fs::read(&path).expect("a table");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
    assert!(generate(&folder).status().expect("ran").success());
    assert_eq!(whole_tables(&folder), 5);
    let verify = Command::new(HANXIN)
        .args(["egtb", "verify", "--dir"])
        .arg(&folder)
        .output()
        .expect("ran");
    let text = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(verify.status.success(), "{text}");
    assert_eq!(text.matches(", 0 mistakes").count(), 5, "{text}");
    fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn the_tables_inside_the_program_are_consistent() {
    let verify = Command::new(HANXIN)
        .args(["egtb", "verify"])
        .output()
        .expect("ran");
    let text = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(verify.status.success(), "{text}");
    assert_eq!(text.matches(", 0 mistakes").count(), 39, "{text}");
}

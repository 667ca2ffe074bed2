//! `hanxin lab all`: two runs write the same files, whatever the number of threads, and a run that was
//! interrupted is finished by another.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::common::folder;

const HANXIN: &str = env!("CARGO_BIN_EXE_hanxin");

/// Everything at small size, without times.
fn lab_all(folder: &Path, more: &[&str]) {
    let size = "lab all --depth 3 --games 2 --nodes 50 --memory 150 --match --no-times --out";
    Command::new(HANXIN)
        .args(size.split(' '))
        .arg(folder)
        .args(more)
        .assert()
        .success();
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let entries = entries.map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).expect("a text");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect()
}

#[test]
fn two_runs_and_an_interrupted_one_write_the_same_files() {
    let folder = folder("lab-all");
    let [one, three, resumed] = ["one", "three", "resumed"].map(|name| folder.join(name));
    lab_all(&one, &["--threads", "1"]);
    lab_all(&three, &["--threads", "3"]);
    let whole = files(&one);
    assert_eq!(whole, files(&three));
    let report = &whole["report.md"];
    for title in [
        "Table 2",
        "Table 4",
        "The ladder",
        "B*",
        "Null move",
        "Proof",
        "Matches",
    ] {
        assert!(report.contains(&format!("## {title}")), "{title}");
    }
    assert!(!report.contains("time-ms") && !whole.contains_key("ladder-time-ms.csv"));

    // As if a run had been ended in the third experiment.
    fs::create_dir(&resumed).expect("a folder");
    for (name, text) in &whole {
        fs::write(resumed.join(name), text).expect("written");
    }
    let ledger = fs::read_to_string(resumed.join("finished.txt")).expect("a ledger");
    let begun: Vec<&str> = ledger.lines().take(3).collect();
    fs::write(resumed.join("finished.txt"), begun.join("\n") + "\n").expect("written");
    for name in ["table4.md", "match.pgn", "report.md"] {
        fs::remove_file(resumed.join(name)).expect("removed");
    }
    fs::write(resumed.join("table2.md"), "kept\n").expect("written");
    lab_all(&resumed, &["--threads", "2", "--resume"]);
    let mut again = files(&resumed);
    assert_eq!(
        again
            .insert("table2.md".to_owned(), whole["table2.md"].clone())
            .as_deref(),
        Some("kept\n")
    );
    again.insert("report.md".to_owned(), report.clone());
    assert_eq!(again, whole);
}

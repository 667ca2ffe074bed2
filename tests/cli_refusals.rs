//! Commands that are asked for what cannot be: they say what is wrong and end with exit code 2.

use std::fs;
use std::path::PathBuf;

use crate::cli::hanxin;

/// A file of its own for a test.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("refusals");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, content).expect("a writable folder");
    path.to_str().expect("a path in Unicode").to_owned()
}

/// Runs the command, expects a refusal that says all this, and returns it.
fn refused(arguments: &[&str], words: &[&str]) -> String {
    let (_, err, code) = hanxin(arguments);
    for word in words {
        assert!(err.contains(word), "'{word}' in {arguments:?}: {err}");
    }
    assert_eq!(code, Some(2), "{arguments:?}: {err}");
    err
}

#[test]
fn sizes_out_of_range_are_named() {
    let huge = u64::MAX.to_string();
    for command in ["bench", "analyze"] {
        for megabytes in ["0", "65537", &huge] {
            refused(
                &[command, "--hash", megabytes],
                &["--hash", &format!("'{megabytes}'")],
            );
        }
        for threads in ["0", "257", "20000"] {
            refused(
                &[command, "--threads", threads],
                &["--threads", &format!("'{threads}'")],
            );
        }
    }
    refused(&["suite", "x.epd", "--hash", "65537"], &["'65537'"]);
    refused(&["lab", "table2", "--threads", "20000"], &["'20000'"]);
    refused(
        &["train", "x", "--out", "y", "--threads", "20000"],
        &["'20000'"],
    );
}

#[test]
fn counts_have_a_range() {
    let huge = u64::MAX.to_string();
    for (command, flag, values) in [
        ("bench", "--depth", &["0", "-1", "129"][..]),
        ("analyze", "--depth", &["0", "129"]),
        ("analyze", "--nodes", &["0", "-1"]),
        ("analyze", "--movetime", &["-1", "86400001", &huge]),
        ("match", "--concurrency", &["0", "257", &huge]),
        ("match", "--opening-plies", &["1001"]),
        ("match", "--skip", &[&huge]),
        ("match", "--drawmoves", &["1001"]),
        ("match", "--summary-every", &["-1", &huge]),
        ("match", "--start-timeout", &[&huge]),
        ("match", "--move-timeout", &[&huge]),
        ("openings", "--count", &["0", &huge]),
        ("openings", "--plies", &["101"]),
        ("openings", "--depth", &["0", "129"]),
        ("openings", "--window", &["-1", "10001"]),
        ("perft", "--depth", &["-1", "21"]),
        ("perft", "--threads", &["0", "257"]),
        ("tune", "--epochs", &["-1", &huge]),
    ] {
        for value in values {
            let argument = format!("{flag}={value}");
            refused(&[command, &argument], &[flag, &format!("'{value}'")]);
        }
    }
}

#[test]
fn numbers_the_lab_cannot_use_are_named() {
    let huge = u64::MAX.to_string();
    for (flag, values) in [
        (
            "--memory",
            &["0", "1", "128", "1000001", "4294967296", &huge][..],
        ),
        ("--move-time", &["-1", "0", "soon"]),
        ("--depth", &["-1", "0", "21"]),
        ("--games", &["0", "-2", &huge]),
        ("--nodes", &["0", "-1", "many"]),
    ] {
        for value in values {
            let argument = format!("{flag}={value}");
            let quoted = format!("'{value}'");
            refused(&["lab", "bstar", &argument], &[flag, &quoted]);
        }
    }
}

#[test]
fn a_comparison_needs_two_searches() {
    refused(&["lab", "compare", "iid"], &["1 players", "expected 2"]);
    refused(
        &["lab", "compare", "iid", "bstar"],
        &["'bstar'", "not alpha-beta"],
    );
    refused(&["lab", "compare", "iid", "best"], &["'best'", "iidew"]);
    refused(
        &["lab", "compare", "iid", "iid+luck"],
        &["'luck'", "no-null-move", "fail-hard"],
    );
    refused(&["lab", "table2", "iid"], &["'table2'", "expected none"]);
}

#[test]
fn a_match_has_a_published_name_or_two_players() {
    refused(
        &["lab", "match", "iid"],
        &["'iid'", "deepening, minimax or bstar"],
    );
    refused(&["lab", "match", "iid", "nobody"], &["'nobody'"]);
}

const KINGS: &str = "3k5/9/9/9/9/9/9/9/9/4K4 w";

#[test]
fn a_suite_without_anything_readable_to_find_is_refused() {
    let suite = |name: &str, operations: &str| {
        let path = file(
            name,
            format!("# tests\n{KINGS} ;bm e0e1\n{KINGS}{operations}\n"),
        );
        let place = format!("{name} line 3");
        refused(&["suite", &path, "--depth", "1"], &[&place])
    };
    let err = suite("no_move.epd", " ;bm e0e1 C8.5");
    assert!(err.contains("bm") && err.contains("'C8.5'"), "{err}");
    let err = suite("no_mate.epd", " ;mate x");
    assert!(err.contains("mate 'x'"), "{err}");
    let err = suite("no_moves.epd", " ;mate 0");
    assert!(err.contains("mate '0'"), "{err}");
    let err = suite("nothing.epd", " ;id nothing");
    assert!(err.contains("nothing to find"), "{err}");
    let path = file("broken.epd", "# tests\n9/9 w ;bm e0e1\n");
    refused(&["suite", &path], &["broken.epd", "line 2"]);
}

#[test]
fn a_suite_reads_moves_in_every_notation() {
    let moves = ["e0e1", "K5+1", "帅五进一"];
    let lines = moves.map(|mv| format!("{KINGS} ;bm {mv} e0f0\n"));
    let path = file("notations.epd", lines.concat());
    let (out, err, code) = hanxin(&["suite", &path, "--depth", "1"]);
    assert!(out.ends_with("solved 3 of 3\n"), "{out}");
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

#[test]
fn files_without_positions_check_nothing() {
    for (name, text) in [("empty.epd", ""), ("comments.epd", "# nothing\n\n")] {
        let path = file(name, text);
        refused(&["suite", &path], &[name, "no positions"]);
        refused(&["perft", "--file", &path], &[name, "no positions"]);
        refused(&["judge", "--file", &path], &[name, "no cases"]);
    }
}

#[test]
fn the_lab_refuses_positions_in_which_the_game_is_over() {
    let mated = "3k5/2P1P4/9/9/9/9/9/9/9/4K4 b";
    let path = file("over.epd", format!("{KINGS}\n# over\n{mated} ;id x\n"));
    refused(
        &["lab", "table2", "--depth=1", "--positions", &path],
        &["over.epd line 3", mated, "legal move"],
    );
}

#[test]
fn perft_refuses_a_line_without_readable_counts() {
    for (name, operations, word) in [
        ("uncounted.epd", "", "no counts"),
        ("depth.epd", ";D1 2 ;Dx 3", "'Dx'"),
        ("count.epd", ";D1 two", "'two'"),
    ] {
        let path = file(name, format!("{KINGS} ;D1 2\n{KINGS} {operations}\n"));
        refused(&["perft", "--file", &path], &[name, "line 2", word]);
    }
    let path = file("deep.epd", format!("{KINGS} ;D3 6\n"));
    refused(
        &["perft", "--file", &path, "--depth", "2"],
        &["deep.epd", "depth 2"],
    );
}

#[test]
fn a_byte_order_mark_does_not_matter() {
    let path = file("mark.epd", format!("\u{feff}{KINGS} ;D1 2 ;bm e0e1 e0f0\n"));
    let samples = file("mark.txt", format!("\u{feff}{KINGS};0.5;0\n"));
    for arguments in [
        ["perft", "--file", &path],
        ["suite", "--depth=1", &path],
        ["tune", "--epochs=1", &samples],
    ] {
        let (_, err, code) = hanxin(&arguments);
        assert_eq!((err.as_str(), code), ("", Some(0)), "{arguments:?}");
    }
}

#[test]
fn datagen_import_spares_files_that_exist() {
    let games = file("given.txt", "1-0 h2e2 h9g7\n");
    refused(
        &["datagen", "import", &games, "--out", &games],
        &["cannot write", "given.txt"],
    );
    assert_eq!(
        fs::read_to_string(&games).expect("the games"),
        "1-0 h2e2 h9g7\n"
    );
    let out = file("kept.txt", "kept");
    let fresh = out.replace("kept.txt", "fresh.games");
    refused(
        &["datagen", "import", &games, "--out", &out],
        &["cannot write", "kept.txt exists"],
    );
    refused(
        &["datagen", "import", "no/such.txt", "--out", &fresh],
        &["no/such.txt"],
    );
    let garbage = file("garbage.txt", "this is no file of games\n");
    refused(
        &["datagen", "import", &garbage, "--out", &fresh],
        &["garbage.txt", "no games"],
    );
    assert_eq!(fs::read_to_string(&out).expect("the file"), "kept");
    assert!(!fs::exists(&fresh).expect("a readable folder"));
}

#[test]
fn datagen_import_names_the_move_or_text_it_cannot_read() {
    let sign = file("positions.txt", "");
    let out = sign.replace("positions.txt", "imported.games");
    let refuse = |name: &str, games: &[u8], words: &[&str]| {
        let _ = fs::remove_file(&out);
        let path = file(name, games);
        let err = refused(&["datagen", "import", &path, "--out", &out], words);
        assert!(err.contains(&format!("{name} line 2")), "{err}");
    };
    refuse(
        "illegal.txt",
        b"# games\n1-0 h2e2 h2e2\n",
        &["move 2 'h2e2'", "black"],
    );
    refuse("no_move.txt", b"# games\n1-0 h2e2 h2x2\n", &["'h2x2'"]);
    refuse("bytes.txt", b"# games\n1-0 \xff\n", &["UTF-8"]);
    let _ = fs::remove_file(&out);
    let games = file("mark_games.txt", "\u{feff}1-0 h2e2 h9g7\n");
    let (text, _, code) = hanxin(&["datagen", "import", &games, "--out", &out]);
    assert!(
        text.starts_with("1 games (red won 1, drawn 0, black won 0), 2 positions"),
        "{text}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn learning_finds_out_first_that_its_result_cannot_be_written() {
    let data = file("samples.txt", format!("{KINGS};0.5;0\n"));
    for command in ["train", "tune"] {
        let arguments = [command, &data, "--out", "no/such/result"];
        let (out, err, code) = hanxin(&arguments);
        assert!(err.contains("cannot write no/such/result"), "{err}");
        assert_eq!((out.as_str(), code), ("", Some(2)));
    }
    let kept = file("kept.bin", "kept");
    let bad = file("bad.games", "no games\n");
    refused(
        &["train", &bad, "--out", &kept],
        &["bad.games", "not a file of games"],
    );
    assert_eq!(fs::read_to_string(&kept).expect("the file"), "kept");
    let fresh = kept.replace("kept.bin", "fresh.bin");
    refused(&["train", &bad, "--out", &fresh], &["HXGAMES"]);
    assert!(!fs::exists(&fresh).expect("a readable folder"));
    let bad = file("bad_samples.txt", "no sample\n");
    refused(&["tune", &bad], &["bad_samples.txt line 1"]);
}

#[test]
fn the_lab_finds_out_first_that_its_report_cannot_be_written() {
    // A folder stands where one of the last reports shall be.
    let sign = file("lab_out.txt", "");
    let folder = sign.replace("lab_out.txt", "lab_out");
    fs::create_dir_all(format!("{folder}/ablation.md")).expect("a folder");
    let (out, err, code) = hanxin(&["lab", "all", "--depth=1", "--out", &folder]);
    assert!(err.contains("cannot write"), "{err}");
    assert!(err.contains("ablation.md"), "{err}");
    assert_eq!((out.as_str(), code), ("", Some(2)));
    let left = fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(left, 1, "nothing is left by the attempt");
    refused(&["lab", "table2", "--out", &sign], &["lab_out.txt"]);
}

#[test]
fn numbers_that_learning_cannot_use_are_named() {
    let data = file("numbers.txt", format!("{KINGS};0.5;0\n"));
    let out = format!("{data}.out");
    let refuse = |command: &[&str], flag: &str, values: &[&str]| {
        for value in values {
            let flag = format!("{flag}={value}");
            let arguments = [command, &[&flag]].concat();
            refused(&arguments, &[&format!("'{value}'"), "expected"]);
        }
    };
    let shares = ["nan", "inf", "1.5", "-0.1", "half"];
    let steps = ["nan", "inf", "0", "-1"];
    for flag in [
        "--first-result",
        "--last-result",
        "--endgame-result",
        "--last-rate",
    ] {
        refuse(&["train", &data, "--out", &out], flag, &shares);
    }
    refuse(&["train", &data, "--out", &out], "--rate", &steps);
    refuse(&["tune", &data], "--mix", &shares);
    refuse(&["tune", &data], "--rate", &steps);
    for flag in ["--slope", "--anchor"] {
        for value in ["nan", "inf", "-1"] {
            let flag = format!("{flag}={value}");
            refused(&["tune", &data, &flag], &[&format!("'{value}'")]);
        }
    }
}

#[test]
fn a_log_file_is_for_the_protocol_alone() {
    refused(&["--log-file", "no/such.log", "d"], &["--log-file"]);
}

#[test]
fn a_tuning_of_the_search_refuses_what_it_does_not_know() {
    refused(
        &["tune", "search", "--param", "nonsense"],
        &["'nonsense' is no search parameter"],
    );
}

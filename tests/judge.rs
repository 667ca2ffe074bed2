//! The command `hanxin judge` as its users meet it.

use assert_cmd::Command;

/// A rook that checks for ever; red is to move.
const PERPETUAL: [&str; 4] = [
    "--fen",
    "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
    "--moves",
    "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9",
];

/// Runs the command; gives the exit code, stdout and stderr.
fn judge(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .arg("judge")
        .args(args)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("an exit code"),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_last_line_is_the_verdict() {
    let (code, out, _) = judge(&PERPETUAL);
    assert_eq!((code, out.lines().last()), (0, Some("verdict win")));
    assert!(out.contains("check by rook a9"), "{out}");
    assert!(out.contains("red: level 3, perpetual check"), "{out}");
    let allowed = [&PERPETUAL[..], &["--rule", "alwaysdraw"]].concat();
    assert!(judge(&allowed).1.ends_with("verdict draw\n"));
    assert!(judge(&["--moves", "h2e2"]).1.ends_with("verdict none\n"));
}

#[test]
fn other_endings_are_explained_too() {
    for (fen, moves, ending) in [
        ("3k5/1R7/R8/9/9/9/9/9/9/4K4 w", "a7a9", "checkmate: black"),
        ("3k5/9/9/9/9/9/9/2R6/9/4K4 w", "c2c8", "stalemate: black"),
        (
            "3ak4/9/9/9/9/9/9/9/8R/3K5 w - - 119 90",
            "i1i2",
            "natural limit: 120 of 120",
        ),
        ("3ak4/9/9/9/9/9/9/9/9/3K5 w", "", "dead material"),
    ] {
        let (code, out, _) = judge(&["--fen", fen, "--moves", moves]);
        assert_eq!(code, 0);
        assert!(out.contains(ending), "{out}");
    }
}

#[test]
fn json_tells_the_same() {
    let (_, out, _) = judge(&[&PERPETUAL[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["verdict"], "win");
    assert_eq!(json["rule"], "asianrule");
    assert_eq!(json["occurrences"], 3);
    assert_eq!(json["span"]["sides"][0]["level"], 3);
    assert_eq!(json["span"]["plies"][1]["checkers"][0], "rook a8");
}

#[test]
fn an_illegal_move_is_named_with_its_number() {
    let (code, _, error) = judge(&["--moves", "h2e2 h9g7 h2e2"]);
    assert_eq!(code, 2);
    assert!(error.contains("move 3 'h2e2' is illegal"), "{error}");
    let (code, _, error) = judge(&["--moves", "h2e2 zz"]);
    assert_eq!(code, 2);
    assert!(error.contains("move 2 'zz' is not a move"), "{error}");
}

#[test]
fn the_case_file_agrees() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/repetition.epd");
    let (code, out, _) = judge(&["--file", file]);
    assert_eq!((code, out.as_str()), (0, "agree 123 of 123\n"));
}

#[test]
fn each_disagreement_is_listed_and_fails_the_command() {
    let path = std::env::temp_dir().join(format!("hanxin-judge-{}.epd", std::process::id()));
    let cases = "3k5/9/9/9/9/9/9/2R6/9/4K4 w ;moves c2c8 ;result win\n\
                 3k5/9/9/9/9/9/9/2R6/9/4K4 w ;moves c2c8 ;result loss\n\
                 3k5/9/9/9/9/9/9/2R6/9/4K4 w ;moves c2d3 ;result loss\n\
                 9/9 w ;moves c2d3 ;result loss\n";
    std::fs::write(&path, cases).expect("a writable temporary directory");
    let (code, out, _) = judge(&["--file", path.to_str().expect("a path")]);
    std::fs::remove_file(&path).expect("the file is there");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((code, lines.len()), (1, 4), "{out}");
    assert!(
        lines[0].starts_with("line 1: expected win, found loss"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("line 3: expected loss, found move 1 'c2d3' is illegal"),
        "{out}"
    );
    assert!(
        lines[2].starts_with("line 4: expected a position, found the board has 2 ranks"),
        "{out}"
    );
    assert_eq!(lines[3], "agree 1 of 4");
}

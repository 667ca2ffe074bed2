//! Opening books as a user makes and looks at them.

use std::fs;

use crate::cli::hanxin;
use crate::common::folder;

const GAMES: &str = "# result and moves\n1-0 h2e2 h9g7 h0g2 i9h9\n0-1 b2e2 b9c7 b0c2 a9b9\n\
                     1/2-1/2 h2e2 h7e7 h0g2\n0-1 g3g4 g6g5\n1-0 x\n";

fn run(arguments: &[&str]) -> String {
    let (out, err, code) = hanxin(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {out}{err}");
    out
}

#[test]
fn a_book_is_built_looked_at_and_merged() {
    let folder = folder("book-build");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, one, two) = (path("games.txt"), path("one.book"), path("two.book"));
    fs::write(&games, GAMES).expect("written");
    let build = [
        "book",
        "build",
        &games,
        "--min-games",
        "1",
        "--text",
        "test games",
        "-o",
    ];
    let (out, err, code) = hanxin(&[&build[..], &[&one]].concat());
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.ends_with("4 games, 6 positions, 7 moves, 216 bytes\n"),
        "{out}"
    );
    assert!(
        err.contains("line 6: 'x' is not a move") && err.contains("1 games skipped"),
        "{err}"
    );
    hanxin(&[&build[..], &[&two]].concat());
    assert_eq!(fs::read(&one).expect("one"), fs::read(&two).expect("two"));

    let out = run(&["book", "probe", "--book", &one]);
    assert!(
        out.contains("h2e2  100.0 %  weight 3, 3 games, 50.0 % of the points"),
        "{out}"
    );
    assert!(out.contains("1 moves in "), "{out}");
    let out = run(&[
        "book",
        "probe",
        "--book",
        &one,
        "--moves",
        "炮八平五",
        "--notation",
        "chinese",
    ]);
    assert!(
        out.contains("马２进３   66.7 %  weight 2, 2 games"),
        "{out}"
    );
    let out = run(&["book", "stats", "--book", &one]);
    assert!(
        out.starts_with("hanxin book, 216 bytes\ntest games\nply   0:      1 positions"),
        "{out}"
    );
    let out = run(&["book", "dump", "--book", &one]);
    assert_eq!(out.lines().count(), 7);
    assert!(out.contains("\th2e2\t3\t3\t3\t-\t-\trnbakabnr/"), "{out}");

    let merged = path("merged.book");
    let out = run(&["book", "merge", &one, &two, "-o", &merged]);
    assert!(out.starts_with("7 moves, 216 bytes"), "{out}");
    let out = run(&["book", "probe", "--book", &merged]);
    assert!(out.contains("weight 6, 6 games, 50.0 %"), "{out}");
}

#[test]
fn a_check_by_search_drops_losing_moves_and_its_list_does_so_again() {
    let folder = folder("book-check");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, list) = (path("games.txt"), path("dropped.epd"));
    let (checked, avoided) = (path("checked.book"), path("avoided.book"));
    fs::write(&games, "1-0 h2e2 h9g7\n0-1 h2h9 i9h9\n1-0 h2h9 b9c7\n").expect("written");
    let build = ["book", "build", &games, "--min-games", "1", "-o"];
    let check = [
        "--check",
        "2000",
        "--max-loss",
        "30",
        "--max-deficit",
        "60",
        "--dropped",
        &list,
    ];
    let out = run(&[&build[..], &[&checked], &check[..]].concat());
    assert!(
        out.contains(" positions searched, ") && out.contains(" moves dropped\n"),
        "{out}"
    );
    let text = fs::read_to_string(&list).expect("a list");
    assert!(text.contains(" ;am h2h9 ;score -"), "{text}");
    let out = run(&[&build[..], &[&avoided], &["--avoid", &list]].concat());
    assert!(
        out.contains("moves of ") && out.contains(" left out"),
        "{out}"
    );
    for book in [&checked, &avoided] {
        let out = run(&["book", "probe", "--book", book]);
        assert!(
            out.contains("h2e2  100.0 %") && !out.contains("h2h9"),
            "{out}"
        );
    }
}

#[test]
fn the_built_in_book_is_drawn() {
    let folder = folder("book-draw");
    for (name, beginning) in [("tree.svg", "<svg"), ("tree.html", "<!DOCTYPE html>")] {
        let path = folder.join(name).display().to_string();
        run(&["book", "play-through", "--plies", "4", "-o", &path]);
        let text = fs::read_to_string(&path).expect("drawn");
        assert!(
            text.starts_with(beginning) && text.contains("炮二平五"),
            "{name}"
        );
    }
}

#[test]
fn exits_are_searched() {
    let (out, _, code) = hanxin(&[
        "book", "exits", "--count", "3", "--nodes", "500", "--limit", "100000",
    ]);
    assert!(
        out.contains("3 exits, 0 further than 100000 from zero"),
        "{out}"
    );
    assert_eq!(code, Some(0));
}

#[test]
fn books_that_cannot_be_used_are_refused_by_name() {
    let folder = folder("book-refuse");
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let missing = folder.join("missing.book").display().to_string();
    for (file, expected) in [
        (missing, "cannot read the book"),
        (
            path("cut.book", b"hanxinBK\x01"),
            "the book has 9 bytes (expected 24)",
        ),
        (
            path("x.obk", b"SQLite format 3\0"),
            "the layout of .obk files is not published",
        ),
        (
            path("x.pfbook", b""),
            "the layout of .pfbook files is not published",
        ),
        (
            path("x.dat", b"text"),
            "neither a hanxin book nor ElephantEye's BOOK.DAT",
        ),
    ] {
        let (_, err, code) = hanxin(&["book", "probe", "--book", &file]);
        assert!(err.contains(expected) && err.contains(&file), "{err}");
        assert_eq!(code, Some(2), "{err}");
    }
    let (_, err, code) = hanxin(&["book", "build", "--class", "x", "g", "-o", "b"]);
    assert!(err.contains("'x' is not a class and a factor"), "{err}");
    assert_eq!(code, Some(2));
}

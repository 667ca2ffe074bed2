//! `hanxin play` as a person at a terminal and as a pipe see it.

use assert_cmd::Command;

/// What the program answers to these lines through a pipe.
fn play(arguments: &[&str], lines: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hanxin"))
        .arg("play")
        .args(arguments)
        .args(["--hash", "1", "--time", "0.02"])
        .env_remove("LC_ALL")
        .env("LANG", "en_US.UTF-8")
        .write_stdin(lines)
        .output()
        .expect("the program runs");
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_move_is_answered_in_any_notation() {
    for text in ["h2e2", "C2.5", "炮二平五"] {
        let out = play(&[], &format!("{text}\nquit\n"));
        assert!(
            out.contains("2  +---炮--+---+---炮--+---+---+---+"),
            "{out}"
        );
        assert!(out.contains("hanxin plays "), "{out}");
    }
}

#[test]
fn illegal_moves_are_refused_with_their_reason() {
    let out = play(&["--lang", "zh"], "h0f1\n馬二進四\nxyzzy\n");
    assert_eq!(out.matches("蹩马腿：g0 有子").count(), 2, "{out}");
    assert!(out.contains("“xyzzy”不是着法"), "{out}");
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    let out = play(&["--fen", fen, "--ascii"], "e0d0\n");
    assert!(out.contains("your king would face the enemy king"), "{out}");
    assert!(out.is_ascii());
}

#[test]
fn every_command_answers() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/play.pgn");
    let lines = format!(
        "help\nundo\nmoves\nflip\nboard\nfen\nlevel\nlevel 7\nlevel 21\ntime 5\ntime 10+5\ntime x\n\
         time 0.02\nh2e2\nundo\ndraw\nhint\neval\nside\nside black\nside green\nsave {file}\nnew\n\
         load {file}\nload no/such.pgn\nlang zh\nlang xx\nlang en\nresign\nh2e2\nquit\n"
    );
    let out = play(&["--level", "0"], &lines);
    for expected in [
        "take back your last move",
        "there is no move to take back",
        "炮二平五 (h2e2)",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "level 7: about 869 Elo above level 0",
        "'21' is no level",
        "the engine takes 5 s a move",
        "red 10:00",
        "'x' gives no time",
        "the engine declines the draw",
        "hint: ",
        " %, loses ",
        "'green' is no side",
        "saved as ",
        "cannot read 'no/such.pgn'",
        "'xx' is no language",
        "resigns",
        "the game is over",
    ] {
        assert!(out.contains(expected), "{expected:?} in {out}");
    }
    let saved = std::fs::read_to_string(file).expect("the saved game");
    assert!(saved.starts_with("[Game \"Chinese Chess\"]"), "{saved}");
}

#[test]
fn endgame_tables_decide_when_they_are_asked() {
    let out = play(&[], "table\nclaim\n");
    let unknown = "the endgame tables do not decide this position";
    assert_eq!(out.matches(unknown).count(), 2, "{out}");
    let won = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w";
    let out = play(&["--fen", won], "table\nclaim\nquit\n");
    assert!(out.contains("endgame table: red wins in "), "{out}");
    assert!(out.contains("red wins: endgame table: mate in "), "{out}");
    let drawn = "9/3ka4/3ab4/9/2b1R4/9/9/9/9/4K4 w";
    let out = play(&["--fen", drawn, "--lang", "zh"], "残局库\n判定\n");
    assert!(
        out.contains("残局库：和棋") && out.contains("和棋：残局库：双方都不能取胜"),
        "{out}"
    );
    let out = play(&["--fen", drawn], "draw\n");
    assert!(out.contains("draw: by agreement"), "{out}");
}

#[test]
fn the_engine_plays_alone_to_the_end() {
    let fen = "3k5/R8/9/9/9/9/9/9/9/1R2K4 w";
    let out = play(&["--side", "none", "--level", "20", "--fen", fen], "");
    assert!(out.trim_end().ends_with("red wins: checkmate"), "{out}");
}

/// A whole game at a terminal, from the first move to mate: the person looks up his moves by `hint`.
/// In English, because the session reads bytes as characters.
#[cfg(unix)]
#[test]
fn a_game_at_a_terminal_goes_from_the_first_move_to_mate() {
    use rexpect::session::spawn_command;
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hanxin"));
    command
        .args(["play", "--level", "0", "--time", "0.03", "--hash", "4"])
        .env("LC_ALL", "en_US.UTF-8")
        .env_remove("NO_COLOR");
    let mut session = spawn_command(command, Some(60_000)).expect("a pseudo-terminal");
    session.exp_string("red> ").expect("a prompt");
    session.send_line("e0e2").expect("a line");
    session
        .exp_string("the king moves one point along a line")
        .expect("a reason");
    session.exp_string("red> ").expect("a prompt");
    for turn in 0..200 {
        session.send_line("hint").expect("a line");
        session.exp_string("hint: ").expect("a hint");
        let (_, mv) = session
            .exp_regex(r"\([a-i][0-9][a-i][0-9]\)")
            .expect("a move");
        session.exp_string("red> ").expect("a prompt");
        session
            .send_line(mv.trim_matches(['(', ')']))
            .expect("a line");
        let (seen, end) = session
            .exp_regex("(red> |red wins: |black wins: |draw: )")
            .expect("an answer");
        if turn == 0 {
            assert!(seen.contains("\u{1b}[1;31m"), "colour on a terminal");
        }
        if end != "red> " {
            assert_eq!(end, "red wins: ");
            session.exp_string("mate").expect("mate or stalemate");
            session.exp_string("> ").expect("a prompt");
            session.send_line("quit").expect("a line");
            session.exp_eof().expect("the end");
            return;
        }
    }
    panic!("no end after 200 moves");
}

//! Input that is not as it should be.

use super::{Basis, Check, Outcome, ensure_replies, middlegame, passed};
use crate::doctor::exam::{Exam, Limit, Problem, broken};

pub(super) static CHECKS: [Check; 6] = [
    Check {
        id: "unknown-words",
        about: "unknown lines are passed over in silence",
        basis: Basis::Both(
            "not in UCCI 3.0; clients send words of other protocols",
            "UCI, communication: unknown words are ignored",
        ),
        run: unknown_words,
    },
    Check {
        id: "line-ends",
        about: "a carriage return and blanks around the words do no harm",
        basis: Basis::Both(
            "UCCI 3.0, lines of text; clients on Windows send them",
            "UCI, communication: any white space between words",
        ),
        run: line_ends,
    },
    Check {
        id: "bad-fen",
        about: "positions that are none do not end the engine",
        basis: Basis::Common("in neither protocol; no input may end an engine"),
        run: bad_fen,
    },
    Check {
        id: "bad-moves",
        about: "illegal and unreadable moves do not end the engine",
        basis: Basis::Common("in neither protocol; no input may end an engine"),
        run: bad_moves,
    },
    Check {
        id: "bad-go",
        about: "limits that are no numbers, negative or huge do not end the engine",
        basis: Basis::Common("in neither protocol; no input may end an engine"),
        run: bad_go,
    },
    Check {
        id: "long-line",
        about: "a line of 100,000 characters does not end the engine",
        basis: Basis::Common("in neither protocol; no input may end an engine"),
        run: long_line,
    },
];

/// Whether the engine still thinks as it should.
fn is_well(exam: &mut Exam<'_>) -> Result<Vec<String>, Problem> {
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    exam.think(&middlegame(), Limit::Depth(3))?;
    Ok(lines)
}

fn unknown_words(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.send("xyzzy plugh")?;
    exam.send("")?;
    let lines = is_well(exam)?;
    ensure_replies(&lines)?;
    passed()
}

fn line_ends(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    let position = exam.position_line(&setup);
    exam.send(&format!("{position} \r"))?;
    exam.send("go  depth 3 \r")?;
    exam.legal_move(&setup)?;
    passed()
}

fn bad_fen(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    for line in [
        "position",
        "position fen",
        "position fen 9/9 w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR w - - 0 1",
        "position fen xxxxxxxxx/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "position fen rnbakabnr/99/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    ] {
        exam.send(line)?;
    }
    is_well(exam)?;
    passed()
}

fn bad_moves(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    for line in [
        "position startpos moves a0a9",
        "position startpos moves z9z8 h2e2",
        "position startpos moves h2e2 h2e2 h2e2",
        "position startpos moves h",
    ] {
        exam.send(line)?;
    }
    is_well(exam)?;
    passed()
}

fn bad_go(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let setup = middlegame();
    for line in [
        "go depth x",
        "go time -5000 increment 0",
        "go nodes -1",
        "go depth 999999999999999999999999",
        "go time 99999999999999999999",
    ] {
        exam.position(&setup)?;
        exam.send(line)?;
        // Some of these mean no limit to some engines.
        exam.listen(std::time::Duration::from_millis(100))?;
        exam.send("stop")?;
        exam.listen(std::time::Duration::from_millis(200))?;
    }
    let lines = is_well(exam);
    match lines {
        Ok(_) => passed(),
        Err(Problem::Broken(detail)) => broken(detail),
        Err(problem) => Err(problem),
    }
}

fn long_line(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.note("> position startpos moves h2e2 ... (100,000 characters)");
    let line = format!("position startpos moves{}\n", " h2e2".repeat(20_000));
    exam.send_raw(&line)?;
    is_well(exam)?;
    passed()
}

//! How an engine leaves.

use std::time::{Duration, Instant};

use super::{Basis, Check, Outcome, middlegame};
use crate::doctor::exam::{Exam, Limit, Problem, absent, broken};

pub(super) static CHECKS: [Check; 5] = [
    Check {
        id: "quit",
        about: "quit ends the engine",
        basis: Basis::Both("UCCI 3.0, quit", "UCI, quit"),
        run: quit,
    },
    Check {
        id: "bye",
        about: "bye is the last word",
        basis: Basis::Ucci("UCCI 3.0, bye"),
        run: bye,
    },
    Check {
        id: "quit-thinking",
        about: "quit ends the engine in the middle of a search too",
        basis: Basis::Both("UCCI 3.0, quit", "UCI, quit"),
        run: quit_thinking,
    },
    Check {
        id: "end-of-input",
        about: "an engine whose client has gone leaves",
        basis: Basis::Common("in neither protocol; engines must not outlive their client"),
        run: end_of_input,
    },
    Check {
        id: "end-of-input-thinking",
        about: "an engine whose client goes in the middle of a search leaves",
        basis: Basis::Common("in neither protocol; engines must not outlive their client"),
        run: end_of_input_thinking,
    },
];

/// How long an engine took to leave, if it was not too long.
fn leaves(exam: &mut Exam<'_>) -> Outcome {
    let used = exam.leaves()?;
    Ok(format!("left after {} ms", used.as_millis()))
}

fn think(exam: &mut Exam<'_>) -> Result<(), Problem> {
    exam.ready()?;
    exam.go(&middlegame(), "", Limit::Infinite)?;
    exam.listen(Duration::from_millis(300))?;
    Ok(())
}

fn quit(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.send("quit")?;
    leaves(exam)
}

fn bye(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.send("quit")?;
    let deadline = Instant::now() + exam.patience();
    let mut last = String::new();
    while let Ok(Some(line)) = exam.line(deadline) {
        last = line;
    }
    match last.trim() {
        "bye" => Ok(String::new()),
        "" => absent("no bye"),
        _ => broken("the last word is another"),
    }
}

fn quit_thinking(exam: &mut Exam<'_>) -> Outcome {
    think(exam)?;
    exam.send("quit")?;
    leaves(exam)
}

fn end_of_input(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.close_input();
    leaves(exam)
}

fn end_of_input_thinking(exam: &mut Exam<'_>) -> Outcome {
    think(exam)?;
    exam.close_input();
    leaves(exam)
}

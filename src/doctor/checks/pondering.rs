//! Thinking on the opponent's time.

use std::time::Duration;

use super::going::sometimes;
use super::{Basis, Check, Outcome, middlegame, passed};
use crate::doctor::exam::{Exam, Limit, Setup, broken};

pub(super) static CHECKS: [Check; 4] = [
    Check {
        id: "ponder-hit",
        about: "pondering is silent until ponderhit, whose clock starts then",
        basis: Basis::Both("UCCI 3.0, go ponder and ponderhit", "UCI, ponderhit"),
        run: ponder_hit,
    },
    Check {
        id: "ponder-miss",
        about: "stop ends pondering with a bestmove",
        basis: Basis::Both("UCCI 3.0, go ponder and stop", "UCI, stop"),
        run: ponder_miss,
    },
    Check {
        id: "ponder-mate",
        about: "pondering is silent even when a mate is found",
        basis: Basis::Both(
            "UCCI 3.0, go ponder; UCI2WB loses the move otherwise",
            "UCI, go ponder: the search is not left even if it is mate",
        ),
        run: ponder_mate,
    },
    Check {
        id: "ponderhit-draw",
        about: "ponderhit may carry a draw offer",
        basis: Basis::Ucci("UCCI 3.0, ponderhit draw"),
        run: ponderhit_draw,
    },
];

/// Longer than a move on the clock that is sent takes.
const PONDERED: Duration = Duration::from_millis(1200);

fn ponder(exam: &mut Exam<'_>, setup: &Setup, hit: &str) -> Outcome {
    exam.go(setup, "ponder", Limit::Clock(1000, 0))?;
    let lines = exam.listen(PONDERED)?;
    if lines.iter().any(|line| line.contains("bestmove")) {
        return broken("bestmove came before ponderhit");
    }
    exam.send(hit)?;
    let used = exam.legal_move(setup)?.used;
    if used > Duration::from_secs(1) {
        return broken(format!(
            "{} ms of 1000 used after the hit",
            used.as_millis()
        ));
    }
    Ok(format!(
        "{} ms from ponderhit to bestmove",
        used.as_millis()
    ))
}

fn ponder_hit(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    sometimes(exam, |exam| ponder(exam, &middlegame(), "ponderhit"))
}

fn ponderhit_draw(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    sometimes(exam, |exam| ponder(exam, &middlegame(), "ponderhit draw"))
}

fn ponder_miss(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.go(&middlegame(), "ponder", Limit::Clock(60_000, 0))?;
    let lines = exam.listen(Duration::from_millis(300))?;
    if lines.iter().any(|line| line.contains("bestmove")) {
        return broken("bestmove came before stop");
    }
    exam.send("stop")?;
    exam.legal_move(&middlegame())?;
    passed()
}

fn ponder_mate(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    // Two rooks mate at once.
    let fen = "3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let setup = Setup::new(fen, "").unwrap_or_else(middlegame);
    exam.go(&setup, "ponder", Limit::Clock(60_000, 0))?;
    let lines = exam.listen(PONDERED)?;
    if lines.iter().any(|line| line.contains("bestmove")) {
        return broken("bestmove came before ponderhit");
    }
    exam.send("ponderhit")?;
    exam.legal_move(&setup)?;
    passed()
}

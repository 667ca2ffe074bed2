//! Limits of `go`, the unit of time, `stop`.

use std::time::Duration;

use crate::text;

use super::{Basis, Check, Outcome, middlegame, option, passed};
use crate::doctor::exam::{Exam, Limit, Problem, absent, broken};
use crate::doctor::traits::start;

pub(super) static CHECKS: [Check; 13] = [
    Check {
        id: "depth",
        about: "go depth ends by itself and goes no deeper",
        basis: Basis::Both("UCCI 3.0, go depth", "UCI, go depth"),
        run: depth,
    },
    Check {
        id: "depth-zero",
        about: "go depth 0 gives the static score and nobestmove",
        basis: Basis::Ucci("UCCI 3.0, go depth"),
        run: depth_zero,
    },
    Check {
        id: "nodes",
        about: "go nodes ends by itself, not far beyond the number",
        basis: Basis::Both("UCCI 3.0, go nodes", "UCI, go nodes"),
        run: nodes,
    },
    Check {
        id: "infinite",
        about: "go infinite thinks until stop",
        basis: Basis::Both("UCCI 3.0, go infinite", "UCI, go infinite"),
        run: infinite,
    },
    Check {
        id: "time-unit",
        about: "the clock counts seconds unless usemillisec is announced",
        basis: Basis::Ucci("UCCI 3.0, option usemillisec"),
        run: time_unit,
    },
    Check {
        id: "seconds",
        about: "with usemillisec off the clock counts seconds",
        basis: Basis::Ucci("UCCI 3.0, option usemillisec"),
        run: seconds,
    },
    Check {
        id: "unit-default",
        about: "the announced default of usemillisec is the unit at the start",
        basis: Basis::Ucci("UCCI 3.0, option default; UCI2WB sends nothing if it is true"),
        run: unit_default,
    },
    Check {
        id: "move-time",
        about: "a time for one move is kept",
        basis: Basis::Both("UCCI 3.0, go time ... movestogo", "UCI, go movetime"),
        run: move_time,
    },
    Check {
        id: "clock-order",
        about: "the words of a clock are taken in any order",
        basis: Basis::Both(
            "not in UCCI 3.0; UCI2WB and other clients mix them",
            "UCI, go: the words may come in any order",
        ),
        run: clock_order,
    },
    Check {
        id: "empty-clock",
        about: "with no time left a move comes at once",
        basis: Basis::Common("in neither protocol; adapters send clocks of zero"),
        run: empty_clock,
    },
    Check {
        id: "stop",
        about: "stop is followed by bestmove within a tenth of a second",
        basis: Basis::Both("UCCI 3.0, stop", "UCI, stop"),
        run: stop,
    },
    Check {
        id: "stop-idle",
        about: "an idle engine answers stop with nobestmove",
        basis: Basis::Ucci("UCCI 3.0, stop: an advice to engines"),
        run: stop_idle,
    },
    Check {
        id: "stop-burst",
        about: "lines that come together with stop are carried out after it",
        basis: Basis::Common("in neither protocol; clients do not wait for bestmove after stop"),
        run: stop_burst,
    },
];

/// What a move may take longer than its time, on a busy machine too.
const MARGIN: Duration = Duration::from_millis(100);
/// A measurement counts if one of so many tries succeeds: other programs may be in the way.
const TRIES: usize = 3;
/// Quicker answers to seconds for a move mean that the clock was taken for milliseconds.
const HASTY: Duration = Duration::from_millis(300);

/// The first try that succeeds, or the last problem.
pub(super) fn sometimes(
    exam: &mut Exam<'_>,
    mut measure: impl FnMut(&mut Exam<'_>) -> Outcome,
) -> Outcome {
    let mut last = measure(exam);
    for _ in 1..TRIES {
        if !matches!(last, Err(Problem::Broken(_))) {
            break;
        }
        exam.ready()?;
        last = measure(exam);
    }
    last
}

fn depth(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let best = exam.think(&middlegame(), Limit::Depth(4))?;
    match best.info().depth {
        0..=4 => passed(),
        deeper => broken(format!("info depth {deeper} after go depth 4")),
    }
}

fn depth_zero(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.go(&middlegame(), "", Limit::Depth(0))?;
    let lines = exam.listen(Duration::from_millis(500))?;
    let answer = lines.iter().find(|line| line.contains("bestmove"));
    let Some(answer) = answer else {
        exam.send("stop")?;
        exam.best_move()?;
        return broken("the search did not end by itself");
    };
    if answer.trim() != "nobestmove" {
        return broken(format!("'{}'", text::shown(answer)));
    }
    let has_score = lines.iter().any(|line| line.contains("score"));
    if has_score {
        passed()
    } else {
        broken("no score")
    }
}

fn nodes(exam: &mut Exam<'_>) -> Outcome {
    const NODES: u64 = 20_000;
    exam.ready()?;
    let best = exam.think(&middlegame(), Limit::Nodes(NODES))?;
    match best.info().nodes {
        0 => broken("no info line tells the nodes"),
        found if found > 2 * NODES => broken(format!("{found} nodes after go nodes {NODES}")),
        found => Ok(format!("{found} of {NODES} nodes reported")),
    }
}

fn infinite(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.go(&middlegame(), "", Limit::Infinite)?;
    let lines = exam.listen(Duration::from_secs(1))?;
    if lines.iter().any(|line| line.contains("bestmove")) {
        return broken("the search ended by itself");
    }
    exam.send("stop")?;
    exam.legal_move(&middlegame())?;
    passed()
}

fn time_unit(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    if exam.traits.option(&["usemillisec"]).is_none() {
        exam.position(&middlegame())?;
        exam.send("go time 2 movestogo 1")?;
        let used = exam.legal_move(&middlegame())?.used;
        if used < HASTY {
            return broken(format!(
                "2 units for a move took {} ms: milliseconds, unannounced",
                used.as_millis()
            ));
        }
        return Ok("seconds".to_owned());
    }
    let used = exam.think(&middlegame(), Limit::Clock(2000, 0))?.used;
    if used > Duration::from_secs(2) {
        return broken(format!(
            "a clock of 2000 lost on time after {} ms",
            used.as_millis()
        ));
    }
    Ok(format!("milliseconds; {} of 2000 used", used.as_millis()))
}

fn seconds(exam: &mut Exam<'_>) -> Outcome {
    option(exam, &["usemillisec"])?;
    exam.ready()?;
    exam.set_option("usemillisec", "false")?;
    exam.position(&middlegame())?;
    exam.send("go time 3 movestogo 1")?;
    let used = exam.legal_move(&middlegame())?.used;
    if used < HASTY {
        return broken(format!("3 seconds for a move took {} ms", used.as_millis()));
    }
    if used > Duration::from_secs(3) + MARGIN {
        return broken(format!("3 seconds for a move took {} ms", used.as_millis()));
    }
    Ok(format!("{} ms used of 3 s", used.as_millis()))
}

fn unit_default(exam: &mut Exam<'_>) -> Outcome {
    let name = option(exam, &["usemillisec"])?;
    let default = exam.traits.option(&[&name]).and_then(|o| o.default.clone());
    // Everything but the unit is set as ever.
    exam.traits.wanted.retain(|(wanted, _)| *wanted != name);
    exam.ready()?;
    let is_on = default.as_deref() == Some("true");
    exam.position(&middlegame())?;
    exam.send(if is_on {
        "go time 1000 movestogo 1"
    } else {
        "go time 2 movestogo 1"
    })?;
    let best = exam.legal_move(&middlegame());
    let detail = |unit: &str| format!("announced {is_on}, but the clock counts {unit}");
    match best {
        Ok(best) if !is_on && best.used < HASTY => broken(detail("milliseconds")),
        Ok(best) if is_on && best.used > Duration::from_secs(2) => broken(detail("seconds")),
        Ok(_) => passed(),
        Err(Problem::Broken(_)) if is_on => broken(detail("seconds")),
        Err(problem) => Err(problem),
    }
}

fn move_time(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    // Whole seconds, which every unit can say.
    let given = Duration::from_secs(1);
    sometimes(exam, |exam| {
        let used = exam.think(&middlegame(), Limit::MoveTime(1000))?.used;
        if used > given + MARGIN {
            return broken(format!("{} ms for a move of 1000 ms", used.as_millis()));
        }
        Ok(format!("{} of 1000 ms used", used.as_millis()))
    })
}

fn clock_order(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    let unit = if exam.dialect().milliseconds { 1000 } else { 1 };
    let line = if exam.is_ucci() {
        format!(
            "go time {0} opptime {0} oppincrement 0 increment 0",
            2 * unit
        )
    } else {
        "go binc 0 winc 0 btime 2000 wtime 2000".to_owned()
    };
    exam.position(&middlegame())?;
    exam.send(&line)?;
    let used = exam.legal_move(&middlegame())?.used;
    if used > Duration::from_secs(2) {
        return broken(format!("{} ms used of 2000", used.as_millis()));
    }
    passed()
}

fn empty_clock(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    sometimes(exam, |exam| {
        let used = exam.think(&middlegame(), Limit::Clock(0, 0))?.used;
        if used > Duration::from_millis(500) {
            return broken(format!("{} ms without any time", used.as_millis()));
        }
        Ok(format!("{} ms", used.as_millis()))
    })
}

fn stop(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    sometimes(exam, |exam| {
        exam.go(&middlegame(), "", Limit::Infinite)?;
        let lines = exam.listen(Duration::from_millis(500))?;
        if lines.iter().any(|line| line.contains("bestmove")) {
            return broken("the search ended before stop");
        }
        exam.send("stop")?;
        let used = exam.legal_move(&middlegame())?.used;
        if used > MARGIN {
            return broken(format!("{} ms from stop to bestmove", used.as_millis()));
        }
        Ok(format!("{} ms from stop to bestmove", used.as_millis()))
    })
}

fn stop_idle(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.send("stop")?;
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    let answer = lines.iter().find(|line| line.contains("bestmove"));
    match answer {
        None => absent("no answer"),
        Some(line) if line.trim() == "nobestmove" => passed(),
        Some(line) => broken(format!("'{}'", text::shown(line))),
    }
}

fn stop_burst(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.go(&middlegame(), "", Limit::Infinite)?;
    exam.listen(Duration::from_millis(200))?;
    let second = start();
    let burst = [
        "stop".to_owned(),
        exam.position_line(&second),
        exam.go_line("", Limit::Depth(3)),
    ];
    exam.burst(&burst)?;
    exam.legal_move(&middlegame())?;
    exam.legal_move(&second)?;
    passed()
}

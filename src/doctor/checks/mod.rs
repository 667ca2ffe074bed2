//! The table of checks, in groups.
//!
//! A new check is a row in a group and a function of a few lines beside it.

mod going;
mod greeting;
mod knowledge;
mod leaving;
mod moves;
mod pondering;
mod resources;
mod robustness;

use crate::text;

use super::exam::{Exam, Problem, Setup, absent, broken};
use super::{Basis, Check, Outcome};

pub use greeting::HANDSHAKE;

/// All checks, in the order of reports.
pub static CHECKS: [&[Check]; 8] = [
    &greeting::CHECKS,
    &going::CHECKS,
    &moves::CHECKS,
    &pondering::CHECKS,
    &robustness::CHECKS,
    &knowledge::CHECKS,
    &resources::CHECKS,
    &leaving::CHECKS,
];

/// A position with many moves and no quick decision.
pub(super) fn middlegame() -> Setup {
    let fen = "r3kab2/4a4/n3bcn2/p3p3p/6p2/1NR6/P3P1c1P/2C1BCN2/9/2BAKA3 w - - 0 1";
    Setup::new(fen, "").expect("a position of the bench")
}

/// A passed check with nothing to remark.
#[expect(clippy::unnecessary_wraps, reason = "the value of most checks")]
fn passed() -> Outcome {
    Ok(String::new())
}

/// Lines that are none of the protocol's replies.
fn strange_lines(lines: &[String]) -> Vec<&String> {
    const REPLIES: [&str; 13] = [
        "id",
        "option",
        "ucciok",
        "uciok",
        "readyok",
        "info",
        "bestmove",
        "nobestmove",
        "pophash",
        "bye",
        "copyprotection",
        "registration",
        "spellcheck",
    ];
    let is_reply = |line: &&String| {
        let first = line.split_whitespace().next();
        first.is_some_and(|word| REPLIES.contains(&word))
    };
    lines.iter().filter(|line| !is_reply(line)).collect()
}

/// Asks that all lines are replies of the protocol.
fn ensure_replies(lines: &[String]) -> Result<(), Problem> {
    match strange_lines(lines).first() {
        None => Ok(()),
        Some(line) => broken(format!(
            "'{}' is no reply of the protocol",
            text::shown(line)
        )),
    }
}

/// The first of these options that the engine has.
fn option(exam: &Exam<'_>, names: &[&str]) -> Result<String, Problem> {
    match exam.traits.option(names) {
        Some(option) => Ok(option.name.clone()),
        None => absent(format!("no option {} is announced", names.join(" or "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_check_has_a_name_of_its_own() {
        let all: Vec<&Check> = CHECKS.iter().flat_map(|group| group.iter()).collect();
        let names: BTreeSet<&str> = all.iter().map(|check| check.id).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().any(|check| check.id == HANDSHAKE.id));
        assert!(all.iter().all(|check| matches!(
            check.basis,
            Basis::Both(..) | Basis::Ucci(_) | Basis::Uci(_) | Basis::Common(_)
        )));
    }

    #[test]
    fn replies_are_told_from_other_lines() {
        let lines = ["info depth 1", "Unknown command: x", ""].map(str::to_owned);
        assert_eq!(strange_lines(&lines).len(), 2);
    }
}

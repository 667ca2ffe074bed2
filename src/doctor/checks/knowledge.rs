//! The rules of the game, judged by ours: legal moves on tricky boards, forbidden repetitions.

use crate::notation::epd;
use crate::rules::{Rule, Rules, losing_repetitions};

use super::{Basis, Check, Outcome};
use crate::doctor::exam::{Exam, Limit, Problem, Setup, absent, broken};

pub(super) static CHECKS: [Check; 5] = [
    Check {
        id: "only-move",
        about: "on boards with a single legal move that move is played",
        basis: Basis::Common("rules of xiangqi, moves of the men"),
        run: only_move,
    },
    Check {
        id: "game-over",
        about: "on boards without a legal move none is played",
        basis: Basis::Common("rules of xiangqi, checkmate and stalemate"),
        run: game_over,
    },
    Check {
        id: "mate-in-one",
        about: "a mate in one is played",
        basis: Basis::Common("rules of xiangqi, checkmate and stalemate win"),
        run: mate_in_one,
    },
    Check {
        id: "perpetual-check",
        about: "a third occurrence that loses by perpetual check is avoided",
        basis: Basis::Common("rules of the Asian Xiangqi Federation, perpetual check"),
        run: perpetual_check,
    },
    Check {
        id: "perpetual-chase",
        about: "a third occurrence that loses by perpetual chase is avoided",
        basis: Basis::Both(
            "rules of the Asian Xiangqi Federation, perpetual chase; UCCI 3.0, banmoves, leaves it to the client",
            "rules of the Asian Xiangqi Federation, perpetual chase",
        ),
        run: perpetual_chase,
    },
];

const BOARDS: &str = include_str!("../../../positions/doctor.epd");
const REPETITIONS: &str = include_str!("../../../positions/repetition.epd");

/// The boards of the file that are of this kind.
fn boards(kind: &str) -> Vec<Setup> {
    epd::parse_each(BOARDS)
        .flatten()
        .filter(|record| record.get("kind") == Some(kind))
        .filter_map(|record| Setup::new(&record.fen, ""))
        .collect()
}

/// After so many wrong cases the others are not looked at.
const ENOUGH: usize = 3;

/// Puts every case to the engine; only the exchange of wrong ones is kept.
fn each(
    exam: &mut Exam<'_>,
    setups: &[Setup],
    mut judge: impl FnMut(&mut Exam<'_>, &Setup) -> Result<(), Problem>,
) -> Outcome {
    exam.ready()?;
    let mut wrong = Vec::new();
    for setup in setups {
        let mark = exam.mark();
        match judge(exam, setup) {
            Ok(()) => exam.forget_since(mark),
            Err(Problem::Broken(detail)) => {
                wrong.push(detail);
                if wrong.len() == ENOUGH {
                    break;
                }
                // It may be silent or gone.
                exam.ready()?;
            }
            Err(problem) => return Err(problem),
        }
    }
    let total = setups.len();
    match wrong.first() {
        None => Ok(format!("{total} of {total}")),
        Some(first) if wrong.len() == ENOUGH => {
            broken(format!("{ENOUGH} or more of {total} wrong, first {first}"))
        }
        Some(first) => broken(format!("{} of {total} wrong, first {first}", wrong.len())),
    }
}

fn only_move(exam: &mut Exam<'_>) -> Outcome {
    each(exam, &boards("only"), |exam, setup| {
        exam.think(setup, Limit::Depth(2)).map(|_| ())
    })
}

fn game_over(exam: &mut Exam<'_>) -> Outcome {
    each(exam, &boards("over"), |exam, setup| {
        exam.go(setup, "", Limit::Depth(2))?;
        let best = exam.best_move()?;
        if best.is_none {
            return Ok(());
        }
        broken(format!("'{}' on {}", best.line, setup.board.fen()))
    })
}

fn mate_in_one(exam: &mut Exam<'_>) -> Outcome {
    each(exam, &boards("mate"), |exam, setup| {
        let best = exam.think(setup, Limit::Depth(4))?;
        let next = best.mv.map(|mv| setup.after(mv).board);
        if next.is_some_and(|board| !board.has_legal_move()) {
            return Ok(());
        }
        broken(format!("'{}' on {}", best.line, setup.board.fen()))
    })
}

/// Positions in which some move loses by repetition under `rule` and another does not.
fn temptations(rule: Rule) -> Vec<Setup> {
    let rules = Rules {
        rule,
        limit_plies: 0,
    };
    let tempted = |record: epd::Record| -> Option<Setup> {
        let line: Vec<&str> = record.get("moves")?.split_whitespace().collect();
        (0..=line.len()).rev().take(3).find_map(|length| {
            let setup = Setup::new(&record.fen, &line[..length].join(" "))?;
            let losing = losing_repetitions(&setup.board, &rules);
            let legal = setup.board.count_legal_moves();
            (!losing.is_empty() && losing.len() < legal).then_some(setup)
        })
    };
    epd::parse_each(REPETITIONS)
        .flatten()
        .filter_map(tempted)
        .collect()
}

/// Asks that no move is played that loses by repetition under `rule`.
fn resist(exam: &mut Exam<'_>, setups: &[Setup], rule: Rule) -> Outcome {
    let rules = Rules {
        rule,
        limit_plies: 0,
    };
    each(exam, setups, |exam, setup| {
        let best = exam.think(setup, Limit::Depth(6))?;
        let losing = losing_repetitions(&setup.board, &rules);
        if !best.mv.is_some_and(|mv| losing.contains(&mv)) {
            return Ok(());
        }
        broken(format!("'{}' on {}", best.line, setup.board.fen()))
    })
}

fn perpetual_check(exam: &mut Exam<'_>) -> Outcome {
    resist(exam, &temptations(Rule::CheckBan), Rule::CheckBan)
}

fn perpetual_chase(exam: &mut Exam<'_>) -> Outcome {
    let checks = temptations(Rule::CheckBan);
    let mut setups = temptations(Rule::AsianRule);
    setups.retain(|setup| {
        let is_same = |other: &Setup| other.board.key() == setup.board.key();
        !checks.iter().any(is_same)
    });
    match resist(exam, &setups, Rule::AsianRule) {
        // Clients that know the rule forbid such moves by banmoves.
        Err(Problem::Broken(detail)) => absent(detail),
        outcome => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Move;

    #[test]
    fn boards_are_of_the_kind_they_are_filed_under() {
        let (only, over, mate) = (boards("only"), boards("over"), boards("mate"));
        assert!(only.len() >= 20 && over.len() >= 10 && mate.len() >= 10);
        assert!(only.iter().all(|s| s.board.count_legal_moves() == 1));
        for setup in &over {
            assert!(!setup.board.has_legal_move(), "{}", setup.fen);
        }
        assert!(over.iter().any(|s| !s.board.is_in_check()), "a stalemate");
        for setup in &mate {
            let ends = |mv: &Move| !setup.after(*mv).board.has_legal_move();
            let legal = setup.board.legal_moves();
            assert!(legal.len() > 1 && legal.iter().any(ends), "{}", setup.fen);
        }
    }

    #[test]
    fn there_are_repetitions_to_fall_for() {
        assert!(temptations(Rule::CheckBan).len() >= 8);
        assert!(temptations(Rule::AsianRule).len() >= 24);
    }
}

//! Whether the games of a file belong to the match that is to be resumed from it.

use std::collections::HashSet;

use thiserror::Error;

use super::record::GameRecord;
use super::runner::MatchConfig;
use super::schedule::Pairing;

/// Why a file is not continued.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// A game was played in another match.
    #[error("game {game} ({red} against {black}) is not part of this match: {difference}")]
    Foreign {
        /// Which game.
        game: usize,
        /// Who had red.
        red: String,
        /// Who had black.
        black: String,
        /// What the record has and what this match has.
        difference: String,
    },
    /// Two games have one number.
    #[error("game {game} is there twice (expected each game once)")]
    Twice {
        /// Which game.
        game: usize,
    },
}

/// Checks that every record is a game of this match, and none is there twice.
pub fn check(config: &MatchConfig, records: &[GameRecord]) -> Result<(), ResumeError> {
    let mut seen = HashSet::new();
    for record in records {
        if let Some(difference) = difference(config, record) {
            return Err(ResumeError::Foreign {
                game: record.game,
                red: record.red.clone(),
                black: record.black.clone(),
                difference,
            });
        }
        if !seen.insert(record.game) {
            return Err(ResumeError::Twice { game: record.game });
        }
    }
    Ok(())
}

/// The first thing in which a record differs from the game of its number in this match.
fn difference(config: &MatchConfig, record: &GameRecord) -> Option<String> {
    let Some(pairing) = config.schedule.pairing(record.game) else {
        let games = config.schedule.games();
        return Some(format!("its number is {} of {games}", record.game));
    };
    if !config.is_ours(record.game) {
        let shard = config.shard;
        return Some(format!("it does not belong to shard {shard}"));
    }
    details(config, pairing, record)
        .into_iter()
        .find(|(_, found, expected)| found != expected)
        .map(|(what, found, expected)| format!("{what} '{found}' (expected '{expected}')"))
}

/// What a record says about its game, and what this match says.
fn details(
    config: &MatchConfig,
    pairing: Pairing,
    record: &GameRecord,
) -> [(&'static str, String, String); 10] {
    // Older versions did not write everything; what is not known is not compared.
    let known = |found: &String, expected: String| {
        let expected = if found.is_empty() {
            String::new()
        } else {
            expected
        };
        (found.clone(), expected)
    };
    let conditions = known(&record.conditions, config.conditions());
    let engine = |index: usize| config.engines[index].to_string();
    let red_engine = known(&record.red_engine, engine(pairing.red));
    let black_engine = known(&record.black_engine, engine(pairing.black));
    let name = |engine: usize| config.engines[engine].name.clone();
    let limits = |engine| config.limits_of(engine).to_string();
    let rules = config.regulations.rules;
    let text = str::to_owned;
    [
        ("red", text(&record.red), name(pairing.red)),
        ("black", text(&record.black), name(pairing.black)),
        ("opening", text(&record.fen), text(config.opening(pairing))),
        ("rule", text(&record.rule), rules.rule.to_string()),
        (
            "drawmoves",
            record.drawmoves.to_string(),
            (rules.limit_plies / 2).to_string(),
        ),
        ("conditions", conditions.0, conditions.1),
        ("red engine", red_engine.0, red_engine.1),
        ("black engine", black_engine.0, black_engine.1),
        ("red limits", text(&record.red_limits), limits(pairing.red)),
        (
            "black limits",
            text(&record.black_limits),
            limits(pairing.black),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::client::Timeouts;
    use crate::arena::record::tests::sample;
    use crate::arena::referee::Regulations;
    use crate::arena::schedule::{Format, Schedule};
    use crate::arena::spec::EngineSpec;
    use crate::rules::Rules;
    use crate::shard::Shard;

    /// The match `sample` is the first game of.
    fn config() -> MatchConfig {
        let mut limits = crate::arena::clock::EngineLimits::default();
        limits.set("nodes", "1").expect("a limit");
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            ..EngineSpec::default()
        };
        MatchConfig {
            engines: vec![engine("a"), engine("b")],
            limits,
            openings: vec![sample().fen],
            schedule: Schedule::new(2, Format::RoundRobin, 1),
            regulations: Regulations {
                rules: Rules::default(),
                max_plies: 400,
                draw: None,
                resign: None,
                egtb: false,
            },
            shard: Shard::WHOLE,
            concurrency: 1,
            ponder: false,
            timeouts: Timeouts::default(),
        }
    }

    fn message(records: &[GameRecord]) -> String {
        check(&config(), records)
            .expect_err("not of this match")
            .to_string()
    }

    #[test]
    fn games_of_this_match_are_taken() {
        let second = GameRecord {
            game: 2,
            red: "b".to_owned(),
            black: "a".to_owned(),
            ..sample()
        };
        assert_eq!(check(&config(), &[second, sample()]), Ok(()));
    }

    #[test]
    fn what_differs_is_named() {
        type Change = fn(&mut GameRecord);
        let changes: [(Change, &str); 7] = [
            (|r| r.game = 7, "its number is 7 of 2"),
            (|r| r.red = "c".to_owned(), "red 'c' (expected 'a')"),
            (
                |r| r.rule = "checkban".to_owned(),
                "rule 'checkban' (expected 'asianrule')",
            ),
            (
                |r| r.conditions = "max-plies=9 ponder=on".to_owned(),
                "conditions 'max-plies=9 ponder=on' (expected 'max-plies=400 ponder=off')",
            ),
            (
                |r| r.red_engine = "cmd=\"old\" proto=ucci".to_owned(),
                "red engine 'cmd=\"old\" proto=ucci' (expected 'cmd=\"\" proto=ucci')",
            ),
            (|r| r.drawmoves = 50, "drawmoves '50' (expected '60')"),
            (
                |r| r.black_limits = "depth=3".to_owned(),
                "black limits 'depth=3' (expected 'nodes=1')",
            ),
        ];
        for (change, difference) in changes {
            let mut record = sample();
            change(&mut record);
            let expected = format!(
                "game {} ({} against b) is not part of this match: {difference}",
                record.game, record.red
            );
            assert_eq!(message(&[record]), expected);
        }
    }

    #[test]
    fn games_of_another_shard_are_refused() {
        let config = MatchConfig {
            schedule: Schedule::new(2, Format::RoundRobin, 2),
            shard: "2/2".parse().expect("a shard"),
            ..config()
        };
        let error = check(&config, &[sample()]).expect_err("of the first shard");
        assert_eq!(
            error.to_string(),
            "game 1 (a against b) is not part of this match: it does not belong to shard 2/2"
        );
    }

    #[test]
    fn the_same_game_twice_is_refused() {
        assert_eq!(
            message(&[sample(), sample()]),
            "game 1 is there twice (expected each game once)"
        );
    }
}

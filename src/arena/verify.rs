//! Whether a record is true: the moves are legal, nothing ended the game earlier, and an ending on
//! the board is the one stated.

use thiserror::Error;

use crate::rules::{ParseRuleError, Rules};

use super::record::{GameRecord, ReplayError};
use super::referee::{Referee, Regulations};

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The rule has no such name.
    #[error("game {game}: {error}")]
    Rule {
        /// Which game.
        game: usize,
        /// What is wrong.
        error: ParseRuleError,
    },
    /// The game went on after it was over.
    #[error("game {game} goes on after ply {ply}, where it ended by {found}")]
    Overrun {
        /// Which game.
        game: usize,
        /// The ply that ended it.
        ply: usize,
        /// How.
        found: String,
    },
    /// The board says something else than the record.
    #[error("game {game} is recorded as {stated}, but the board says {found}")]
    Different {
        /// Which game.
        game: usize,
        /// Result and reason of the record.
        stated: String,
        /// Result and reason by the rules.
        found: String,
    },
}

/// Replays a record under its rules.
pub fn verify(record: &GameRecord) -> Result<(), VerifyError> {
    let game = record.game;
    record.replay()?;
    let rule = record
        .rule
        .parse()
        .map_err(|error| VerifyError::Rule { game, error })?;
    let regulations = Regulations {
        rules: Rules {
            rule,
            limit_plies: record.drawmoves.saturating_mul(2),
        },
        max_plies: usize::MAX,
        draw: None,
        resign: None,
    };
    let moves = record
        .move_list()
        .map_err(|error| ReplayError::Move { game, error })?;
    let mut referee =
        Referee::new(&record.fen, regulations).map_err(|error| ReplayError::Fen { game, error })?;
    let mut ending = referee.ending();
    for (index, &mv) in moves.iter().enumerate() {
        if let Some(outcome) = ending {
            return Err(VerifyError::Overrun {
                game,
                ply: index,
                found: outcome.reason.to_string(),
            });
        }
        ending = referee.enter(mv, None);
    }
    let stated = (record.result, record.reason);
    let found = ending.map(|outcome| (outcome.result, outcome.reason));
    let agrees = if record.reason.is_on_the_board() {
        found == Some(stated)
    } else {
        found.is_none()
    };
    if agrees {
        return Ok(());
    }
    Err(VerifyError::Different {
        game,
        stated: format!("{} by {}", stated.0, stated.1),
        found: found.map_or_else(
            || "that it is not over".to_owned(),
            |(result, reason)| format!("{result} by {reason}"),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::super::record::{GameResult, Reason};
    use super::*;

    fn mate() -> GameRecord {
        GameRecord {
            fen: "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1".to_owned(),
            moves: "b1b9".to_owned(),
            result: GameResult::RedWins,
            reason: Reason::Checkmate,
            ..sample()
        }
    }

    #[test]
    fn true_records_pass() {
        assert_eq!(verify(&sample()), Ok(()));
        assert_eq!(verify(&mate()), Ok(()));
    }

    #[test]
    fn wrong_results_and_reasons_are_found() {
        let wrong = GameRecord {
            result: GameResult::BlackWins,
            ..mate()
        };
        assert_eq!(
            verify(&wrong).expect_err("wrong").to_string(),
            "game 1 is recorded as 0-1 by checkmate, but the board says 1-0 by checkmate"
        );
        let open = GameRecord {
            reason: Reason::Repetition,
            ..sample()
        };
        assert!(verify(&open).is_err());
        let over = GameRecord {
            reason: Reason::TimeForfeit,
            ..mate()
        };
        assert!(verify(&over).is_err());
    }
}

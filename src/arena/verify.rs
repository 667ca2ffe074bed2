//! Whether a record is true: the moves are legal, nothing ended the game earlier, an ending on the
//! board is the one stated, and any other reason has a result it can have.

use thiserror::Error;

use crate::notation::pgn::PgnGame;
use crate::rules::{ParseRuleError, Rules};
use crate::types::Side;

use super::record::{GameRecord, GameResult, Reason, ReplayError};
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
    /// The reason does not lead to the result.
    #[error("game {game} is recorded as {stated} (expected {expected})")]
    Impossible {
        /// Which game.
        game: usize,
        /// Result and reason of the record.
        stated: String,
        /// The results the reason allows.
        expected: String,
    },
    /// A PGN file states two results.
    #[error("game {game} has the tag [Result \"{tag}\"], but {result} after the moves")]
    Tag {
        /// Which game.
        game: usize,
        /// The value of the tag.
        tag: String,
        /// The result after the moves.
        result: GameResult,
    },
}

/// Checks that the `[Result]` of a PGN game, if there is one, is the result after its moves, and then
/// the game as its record has it.
pub fn verify_pgn(pgn: &PgnGame, record: &GameRecord) -> Result<(), VerifyError> {
    match pgn.tag("Result") {
        Some(tag) if tag != record.result.text() => Err(VerifyError::Tag {
            game: record.game,
            tag: tag.to_owned(),
            result: record.result,
        }),
        _ => verify(record),
    }
}

/// The results a reason that is not on the board can have after `plies` plies, with `to_move` to move;
/// none if the game cannot end like this here.
fn possible_results(reason: Reason, plies: usize, to_move: Side) -> Vec<GameResult> {
    let wins = GameResult::win_of;
    match reason {
        Reason::MaxPlies | Reason::DrawAdjudication | Reason::DrawAgreement if plies > 0 => {
            vec![GameResult::Draw]
        }
        // It is called lost after its own move.
        Reason::ResignAdjudication if plies > 0 => vec![wins(to_move)],
        Reason::Resignation | Reason::TimeForfeit | Reason::IllegalMove | Reason::NoMove => {
            vec![wins(to_move.opponent())]
        }
        // Before the first move anyone may fail, and later an engine that is to ponder.
        Reason::Hang | Reason::Crash => Side::BOTH.map(wins).to_vec(),
        Reason::StartFailure if plies == 0 => Side::BOTH.map(wins).to_vec(),
        _ => Vec::new(),
    }
}

/// Compares the result with what its reason, which is not on the board, allows.
fn verify_reason(record: &GameRecord, plies: usize, to_move: Side) -> Result<(), VerifyError> {
    let possible = possible_results(record.reason, plies, to_move);
    if possible.contains(&record.result) {
        return Ok(());
    }
    let texts: Vec<&str> = possible.iter().map(|result| result.text()).collect();
    Err(VerifyError::Impossible {
        game: record.game,
        stated: format!("{} by {} after {plies} plies", record.result, record.reason),
        expected: if texts.is_empty() {
            "another reason".to_owned()
        } else {
            texts.join(" or ")
        },
    })
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
        egtb: false,
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
    if record.reason == Reason::EndgameTable {
        ending = ending.or_else(|| referee.table_ending());
    }
    let stated = (record.result, record.reason);
    let found = ending.map(|outcome| (outcome.result, outcome.reason));
    if !record.reason.is_on_the_board() && found.is_none() {
        return verify_reason(record, moves.len(), referee.side_to_move());
    }
    if found == Some(stated) {
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
    use super::*;
    use crate::arena::pgn;
    use crate::arena::record::tests::sample;
    use crate::notation::pgn::parse;

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

    #[test]
    fn results_by_tables_must_be_those_of_the_tables() {
        let drawn = GameRecord {
            fen: "3ak1b2/4a4/4b4/6R2/9/9/9/9/9/5K3 w - - 0 1".to_owned(),
            moves: "g6f6".to_owned(),
            result: GameResult::Draw,
            reason: Reason::EndgameTable,
            ..sample()
        };
        assert_eq!(verify(&drawn), Ok(()));
        let wrong = GameRecord {
            result: GameResult::RedWins,
            ..drawn
        };
        assert_eq!(
            verify(&wrong).expect_err("wrong").to_string(),
            "game 1 is recorded as 1-0 by endgame-table, but the board says 1/2-1/2 by endgame-table"
        );
        let unknown = GameRecord {
            reason: Reason::EndgameTable,
            ..sample()
        };
        assert!(verify(&unknown).is_err());
    }

    /// After three plies black is to move.
    #[test]
    fn results_must_be_possible_by_their_reason() {
        use GameResult::{BlackWins, Draw, RedWins};
        for (reason, moves, right) in [
            (Reason::MaxPlies, 3, &[Draw][..]),
            (Reason::DrawAdjudication, 3, &[Draw]),
            (Reason::DrawAgreement, 3, &[Draw]),
            (Reason::MaxPlies, 0, &[]),
            (Reason::ResignAdjudication, 3, &[BlackWins]),
            (Reason::ResignAdjudication, 2, &[RedWins]),
            (Reason::Resignation, 3, &[RedWins]),
            (Reason::TimeForfeit, 3, &[RedWins]),
            (Reason::TimeForfeit, 2, &[BlackWins]),
            (Reason::IllegalMove, 3, &[RedWins]),
            (Reason::NoMove, 3, &[RedWins]),
            (Reason::Hang, 3, &[RedWins, BlackWins]),
            (Reason::Hang, 0, &[RedWins, BlackWins]),
            (Reason::Crash, 3, &[RedWins, BlackWins]),
            (Reason::StartFailure, 0, &[RedWins, BlackWins]),
            (Reason::StartFailure, 3, &[]),
        ] {
            for result in [RedWins, BlackWins, Draw] {
                let moves: Vec<&str> = "h2e2 h9g7 h0g2".split(' ').take(moves).collect();
                let record = GameRecord {
                    reason,
                    result,
                    moves: moves.join(" "),
                    ..sample()
                };
                let is_right = right.contains(&result);
                assert_eq!(verify(&record).is_ok(), is_right, "{record:?}");
            }
        }
        let wrong = GameRecord {
            result: RedWins,
            ..sample()
        };
        assert_eq!(
            verify(&wrong).expect_err("wrong").to_string(),
            "game 1 is recorded as 1-0 by max-plies after 3 plies (expected 1/2-1/2)"
        );
    }

    #[test]
    fn a_result_tag_must_agree_with_the_result_after_the_moves() {
        let check = |text: &str| {
            let game = &parse(text).expect("readable")[0];
            verify_pgn(game, &pgn::to_record(game).expect("a record"))
        };
        let text = pgn::write(&sample(), "test");
        assert_eq!(check(&text), Ok(()));
        let wrong = text.replace("[Result \"1/2-1/2\"]", "[Result \"1-0\"]");
        assert_eq!(
            check(&wrong).expect_err("wrong").to_string(),
            "game 1 has the tag [Result \"1-0\"], but 1/2-1/2 after the moves"
        );
    }
}

//! What is kept of a game: enough to replay it and to recompute every statistic.
//!
//! A match is a file of JSON lines, one [`GameRecord`] each, in the order the games ended.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, FenError, IllegalMoveError};
use crate::calendar::Utc;
use crate::types::{Move, ParseMoveError};

pub use crate::types::GameResult;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check: lost as well.
    Stalemate,
    /// Third occurrence, nobody at fault.
    Repetition,
    /// Third occurrence, one side at fault.
    ForbiddenRepetition,
    /// Too long without a capture.
    NaturalLimit,
    /// Nobody can attack any more.
    DeadMaterial,
    /// The match's limit on plies.
    MaxPlies,
    /// The endgame tables know the result.
    EndgameTable,
    /// Both engines called it level for long enough.
    DrawAdjudication,
    /// An engine called itself lost for long enough.
    ResignAdjudication,
    /// Both engines agreed.
    DrawAgreement,
    /// An engine gave up.
    Resignation,
    /// An engine's time was over.
    TimeForfeit,
    /// An engine ended or closed its output.
    Crash,
    /// An engine did not answer at all.
    Hang,
    /// An engine played what cannot be played.
    IllegalMove,
    /// An engine saw no move where there is one.
    NoMove,
    /// An engine could not be started or did not speak its protocol.
    StartFailure,
}

impl Reason {
    /// All reasons, in the order of tables.
    pub const ALL: [Self; 18] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::Repetition,
        Self::ForbiddenRepetition,
        Self::NaturalLimit,
        Self::DeadMaterial,
        Self::MaxPlies,
        Self::EndgameTable,
        Self::DrawAdjudication,
        Self::ResignAdjudication,
        Self::DrawAgreement,
        Self::Resignation,
        Self::TimeForfeit,
        Self::Crash,
        Self::Hang,
        Self::IllegalMove,
        Self::NoMove,
        Self::StartFailure,
    ];

    /// Whether an engine broke the rules of the match rather than lost on the board.
    pub fn is_fault(self) -> bool {
        self >= Self::TimeForfeit
    }

    /// Whether the referee can confirm it from the moves alone.
    pub fn is_on_the_board(self) -> bool {
        self <= Self::DeadMaterial
    }

    /// The name in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::ForbiddenRepetition => "forbidden-repetition",
            Self::NaturalLimit => "natural-limit",
            Self::DeadMaterial => "dead-material",
            Self::MaxPlies => "max-plies",
            Self::EndgameTable => "endgame-table",
            Self::DrawAdjudication => "draw-adjudication",
            Self::ResignAdjudication => "resign-adjudication",
            Self::DrawAgreement => "draw-agreement",
            Self::Resignation => "resignation",
            Self::TimeForfeit => "time-forfeit",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::IllegalMove => "illegal-move",
            Self::NoMove => "no-move",
            Self::StartFailure => "start-failure",
        }
    }

    /// Reads what [`Reason::name`] writes.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about it, such as the illegal move; often empty.
    pub detail: String,
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number in the match, from 1.
    pub game: usize,
    /// Number of the opening's turn, from 1.
    pub round: usize,
    /// The two games of one opening between two engines share this number.
    pub pair: usize,
    /// Who had red.
    pub red: String,
    /// Who had black.
    pub black: String,
    /// Where the game started.
    pub fen: String,
    /// The repetition rule.
    pub rule: String,
    /// Moves of each side without a capture that make a draw.
    pub drawmoves: u16,
    /// What else the match fixes, like `max-plies=400 ponder=off`; empty in files of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub conditions: String,
    /// How red was run: command, protocol, options; empty in files of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub red_engine: String,
    /// How black was run.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub black_engine: String,
    /// Red's limits.
    pub red_limits: String,
    /// Black's limits.
    pub black_limits: String,
    /// `YYYY.MM.DD`, UTC.
    pub date: String,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about the reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The moves, blanks between them.
    pub moves: String,
    /// For each move the mover's score, if it gave one.
    pub scores: Vec<Option<i32>>,
    /// For each move the depth the mover claims.
    pub depths: Vec<u32>,
    /// For each move the milliseconds it took.
    pub times: Vec<u64>,
}

/// Why a game on record cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The start position is wrong.
    #[error("game {game}: {error}")]
    Fen {
        /// Which game of the file.
        game: usize,
        /// What is wrong.
        error: FenError,
    },
    /// A move cannot be read.
    #[error("game {game}: {error}")]
    Move {
        /// Which game of the file.
        game: usize,
        /// What is wrong.
        error: ParseMoveError,
    },
    /// A move is illegal.
    #[error("game {game}, ply {ply}: {error}")]
    Illegal {
        /// Which game of the file.
        game: usize,
        /// Which ply, from 1.
        ply: usize,
        /// What is wrong.
        error: IllegalMoveError,
    },
}

impl GameRecord {
    /// The moves as moves.
    pub fn move_list(&self) -> Result<Vec<Move>, ParseMoveError> {
        self.moves
            .split_ascii_whitespace()
            .map(str::parse)
            .collect()
    }

    /// How many moves were played. The lists beside the moves may be shorter in a file that was edited.
    pub fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// Plays the game through and returns the last position with its history.
    pub fn replay(&self) -> Result<Board, ReplayError> {
        let game = self.game;
        let mut board =
            Board::from_fen(&self.fen).map_err(|error| ReplayError::Fen { game, error })?;
        let moves = self
            .move_list()
            .map_err(|error| ReplayError::Move { game, error })?;
        for (index, mv) in moves.into_iter().enumerate() {
            board.try_play(mv).map_err(|error| ReplayError::Illegal {
                game,
                ply: index + 1,
                error,
            })?;
        }
        Ok(board)
    }

    /// The record as one line of JSON, with its newline.
    pub fn to_json_line(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }
}

/// A line of a match file that is no record.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
pub struct RecordError {
    /// Line number, from 1.
    pub line: usize,
    /// What is wrong.
    pub error: serde_json::Error,
}

/// Reads a line of a match file; `None` if it is blank.
pub fn parse_record(line: usize, text: &[u8]) -> Result<Option<GameRecord>, RecordError> {
    if text.trim_ascii().is_empty() {
        return Ok(None);
    }
    let record = serde_json::from_slice(text).map_err(|error| RecordError { line, error })?;
    Ok(Some(record))
}

/// Reads a match file. A last line without its newline is what an interruption leaves; it is skipped.
pub fn parse_records(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    text.split_inclusive('\n')
        .enumerate()
        .filter(|(_, line)| line.ends_with('\n'))
        .filter_map(|(index, line)| parse_record(index + 1, line.as_bytes()).transpose())
        .collect()
}

/// Today in UTC as `YYYY.MM.DD`.
pub fn today() -> String {
    let Utc {
        year, month, day, ..
    } = Utc::now();
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::board::START_FEN;

    pub(crate) fn sample() -> GameRecord {
        GameRecord {
            game: 1,
            round: 1,
            pair: 1,
            red: "a".to_owned(),
            black: "b".to_owned(),
            fen: START_FEN.to_owned(),
            rule: "asianrule".to_owned(),
            drawmoves: 60,
            conditions: "max-plies=400 ponder=off".to_owned(),
            red_engine: String::new(),
            black_engine: String::new(),
            red_limits: "nodes=1".to_owned(),
            black_limits: "nodes=1".to_owned(),
            date: "2026.11.17".to_owned(),
            result: GameResult::Draw,
            reason: Reason::MaxPlies,
            detail: String::new(),
            moves: "h2e2 h9g7 h0g2".to_owned(),
            scores: vec![Some(12), None, Some(-3)],
            depths: vec![5, 0, 6],
            times: vec![10, 0, 12],
        }
    }

    #[test]
    fn records_round_trip_and_a_torn_line_is_skipped() {
        let mut text = sample().to_json_line();
        text.push_str("{\"game\":2,\"rou");
        assert_eq!(parse_records(&text).expect("readable"), [sample()]);
        text.push('\n');
        assert!(parse_records(&text).is_err());
    }

    #[test]
    fn replay_stops_at_an_illegal_move() {
        let mut record = sample();
        assert_eq!(record.replay().map(|b| b.history().len()), Ok(3));
        record.moves = "h2e2 h2e2".to_owned();
        let error = record.replay().expect_err("illegal").to_string();
        assert!(
            error.starts_with("game 1, ply 2: 'h2e2' is illegal (expected a legal move of black"),
            "{error}"
        );
    }

    #[test]
    fn names_of_reasons_agree_with_the_records() {
        for reason in Reason::ALL {
            let json = serde_json::to_string(&reason).expect("writable");
            assert_eq!(json, format!("\"{reason}\""));
            assert_eq!(Reason::from_name(reason.name()), Some(reason));
        }
    }
}

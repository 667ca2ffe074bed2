//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Side;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// Red won.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result in which `side` wins.
    pub const fn win_of(side: Side) -> Self {
        match side {
            Side::Red => Self::RedWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// Half points for red: 0, 1 or 2.
    pub const fn red_half_points(self) -> u8 {
        match self {
            Self::RedWins => 2,
            Self::Draw => 1,
            Self::BlackWins => 0,
        }
    }

    /// As written in PGN.
    pub const fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// Reads what [`GameResult::text`] writes.
    pub fn from_text(text: &str) -> Option<Self> {
        [Self::RedWins, Self::BlackWins, Self::Draw]
            .into_iter()
            .find(|result| result.text() == text)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

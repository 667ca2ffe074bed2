//! The languages that people are spoken to in.

mod errors;

use std::str::FromStr;

use thiserror::Error;

use crate::types::{Kind, Piece, Score, Side, Square, score};

/// English or Chinese.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, simplified characters.
    Chinese,
}

impl Language {
    /// The language of a tag or locale name like `zh-CN`, `zh_TW.UTF-8` or `en`.
    pub fn of_tag(tag: &str) -> Self {
        let is_chinese = tag
            .get(..2)
            .is_some_and(|start| start.eq_ignore_ascii_case("zh"));
        if is_chinese {
            Self::Chinese
        } else {
            Self::English
        }
    }

    /// One of two texts.
    pub const fn choose<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// The name of a side.
    pub const fn side(self, side: Side) -> &'static str {
        match (self, side) {
            (Self::English, Side::Red) => "red",
            (Self::English, Side::Black) => "black",
            (Self::Chinese, Side::Red) => "红方",
            (Self::Chinese, Side::Black) => "黑方",
        }
    }

    /// The name of a piece without its side.
    pub fn piece(self, side: Side, kind: Kind) -> String {
        match self {
            Self::English => kind.name().to_owned(),
            Self::Chinese => Piece::new(side, kind).hanzi().to_string(),
        }
    }

    /// A piece and where it stands.
    pub fn piece_on(self, side: Side, kind: Kind, square: Square) -> String {
        match self {
            Self::English => format!("the {} on {square}", kind.name()),
            Self::Chinese => format!("{square} 的{}", Piece::new(side, kind).hanzi()),
        }
    }

    /// A score as its owner reads it: pawns, mate, or a win by rule.
    pub fn score(self, score: Score) -> String {
        match score::mate_moves(score) {
            Some(moves) if moves > 0 => match self {
                Self::English => format!("mate in {moves}"),
                Self::Chinese => format!("{moves} 步杀"),
            },
            Some(moves) => match self {
                Self::English => format!("mated in {}", -moves),
                Self::Chinese => format!("{} 步被杀", -moves),
            },
            None if score::is_ban(score) && score > 0 => {
                self.choose("wins by rule", "对方犯规").to_owned()
            }
            None if score::is_ban(score) => self.choose("loses by rule", "犯规判负").to_owned(),
            None => format!("{:+.2}", f64::from(score::shown(score)) / 100.0),
        }
    }
}

/// A text that names no language.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no language (expected en or zh)")]
pub struct ParseLanguageError(pub String);

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "en" | "english" => Ok(Self::English),
            "zh" | "chinese" | "中文" => Ok(Self::Chinese),
            _ => Err(ParseLanguageError(text.to_owned())),
        }
    }
}

/// Whatever can be said to a person.
pub trait Say {
    /// The sentence, without a full stop.
    fn say(&self, language: Language) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_a_language() {
        for tag in ["zh", "zh_CN.UTF-8", "ZH-tw"] {
            assert_eq!(Language::of_tag(tag), Language::Chinese, "{tag}");
        }
        for tag in ["", "C", "en_US.UTF-8", "de", "é"] {
            assert_eq!(Language::of_tag(tag), Language::English, "{tag}");
        }
        assert_eq!("中文".parse(), Ok(Language::Chinese));
        assert!("fr".parse::<Language>().is_err());
    }

    #[test]
    fn scores_are_said_as_pawns_or_as_fates() {
        use score::{HALF_WON, mate_in, mated_in};
        let english = |score| Language::English.score(score);
        assert_eq!(english(HALF_WON), "+1.00");
        assert_eq!(english(-HALF_WON / 5), "-0.20");
        assert_eq!(english(mate_in(3)), "mate in 2");
        assert_eq!(Language::Chinese.score(mated_in(4)), "2 步被杀");
    }
}

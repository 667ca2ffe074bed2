//! What to run: an engine's command, protocol, options and limits, as given by the user.
//!
//! ```text
//! cmd="hanxin" proto=ucci name=new option.hashsize=64 tc=10+0.1
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clock::{EngineLimits, EngineLimitsError};
use super::dialect::Letters;

/// The language an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// UCCI: ranks 0-9, `usemillisec`, `banmoves`, draw offers.
    #[default]
    Ucci,
    /// UCI; whether ranks are 0-9 or 1-10 is found out from a move.
    Uci,
    /// UCI with ranks 0-9 (Pikafish).
    Uci0,
    /// UCI with ranks 1-10 (Fairy-Stockfish).
    Uci10,
    /// UCI-Cyclone: UCI without the word `position`, ranks 0-9.
    Cyclone,
}

impl Protocol {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Ucci,
        Self::Uci,
        Self::Uci0,
        Self::Uci10,
        Self::Cyclone,
    ];

    /// The name used in specifications.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ucci => "ucci",
            Self::Uci => "uci",
            Self::Uci0 => "uci0",
            Self::Uci10 => "uci10",
            Self::Cyclone => "cyclone",
        }
    }
}

/// Why an engine specification was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Not of the form `key=value`.
    #[error("'{0}' is no engine setting (expected key=value, like proto=ucci)")]
    NoValue(String),
    /// A key nobody knows.
    #[error(
        "'{0}' is no engine setting (expected cmd, dir, name, proto, unit, letters, restart, tc, movetime, nodes, depth, timemargin, env.NAME or option.NAME)"
    )]
    UnknownKey(String),
    /// A protocol nobody knows.
    #[error("'{0}' is no protocol (expected ucci, uci, uci0, uci10 or cyclone)")]
    UnknownProtocol(String),
    /// The value of a switch or unit is neither of the two words.
    #[error("'{found}' is no value of {key} (expected {expected})")]
    BadValue {
        /// The setting.
        key: String,
        /// What was given.
        found: String,
        /// What would do.
        expected: &'static str,
    },
    /// A limit cannot be read.
    #[error(transparent)]
    EngineLimits(#[from] EngineLimitsError),
    /// Nothing to run.
    #[error("the engine specification '{0}' has no cmd=")]
    NoCommand(String),
    /// A quotation mark without its partner.
    #[error("unclosed quotation mark in '{0}'")]
    UnclosedQuote(String),
}

/// An engine as the user describes it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSpec {
    /// What the tables call it.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
    /// Working directory.
    pub directory: Option<String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options sent at start-up, in order.
    pub options: Vec<(String, String)>,
    /// Limits that replace those of the match.
    pub limits: EngineLimits,
    /// Whether a UCCI engine's clock counts milliseconds; `None` = as it announces.
    pub milliseconds: Option<bool>,
    /// The letters of FEN; `None` = by the engine's name.
    pub letters: Option<Letters>,
    /// Environment variables of the process.
    pub environment: Vec<(String, String)>,
    /// Start a fresh process for each game.
    pub restart: bool,
}

impl EngineSpec {
    /// Enters one `key=value` setting.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "cmd" => self.command = split_words(value)?,
            "dir" => self.directory = Some(value.to_owned()),
            "name" => value.clone_into(&mut self.name),
            "proto" => {
                self.protocol = Protocol::ALL
                    .into_iter()
                    .find(|p| p.name() == value)
                    .ok_or_else(|| SpecError::UnknownProtocol(value.to_owned()))?;
            }
            "unit" => self.milliseconds = Some(one_of(key, value, ["s", "ms"], "s or ms")?),
            "letters" => {
                let horses = one_of(key, value, ["nb", "he"], "nb or he")?;
                self.letters = Some(if horses {
                    Letters::HorseElephant
                } else {
                    Letters::KnightBishop
                });
            }
            "restart" => self.restart = one_of(key, value, ["off", "on"], "on or off")?,
            _ => {
                if let Some(option) = key.strip_prefix("option.") {
                    self.options.push((option.to_owned(), value.to_owned()));
                } else if let Some(variable) = key.strip_prefix("env.") {
                    let pair = (variable.to_owned(), value.to_owned());
                    self.environment.push(pair);
                } else if !self.limits.set(key, value)? {
                    return Err(SpecError::UnknownKey(key.to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Checks that there is a command and fills in a missing name from it.
    pub fn complete(mut self, text: &str) -> Result<Self, SpecError> {
        let program = self
            .command
            .first()
            .ok_or_else(|| SpecError::NoCommand(text.to_owned()))?;
        if self.name.is_empty() {
            let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
            file.clone_into(&mut self.name);
        }
        Ok(self)
    }
}

impl fmt::Display for EngineSpec {
    /// How the engine is run, apart from its name and limits: enough to tell two set-ups apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cmd={:?} proto={}",
            self.command.join(" "),
            self.protocol.name()
        )?;
        if let Some(directory) = &self.directory {
            write!(f, " dir={directory:?}")?;
        }
        for (name, value) in &self.options {
            write!(f, " option.{name}={value:?}")?;
        }
        for (name, value) in &self.environment {
            write!(f, " env.{name}={value:?}")?;
        }
        if self.restart {
            f.write_str(" restart=on")?;
        }
        Ok(())
    }
}

/// Whether `value` is the second of two words.
fn one_of(
    key: &str,
    value: &str,
    words: [&str; 2],
    expected: &'static str,
) -> Result<bool, SpecError> {
    match words.iter().position(|w| *w == value) {
        Some(index) => Ok(index == 1),
        None => Err(SpecError::BadValue {
            key: key.to_owned(),
            found: value.to_owned(),
            expected,
        }),
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut spec = Self::default();
        for word in split_words(text)? {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| SpecError::NoValue(word.clone()))?;
            spec.set(key, value)?;
        }
        spec.complete(text)
    }
}

/// Splits at blanks; single or double quotes keep blanks together, also inside a word.
pub fn split_words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError::UnclosedQuote(text.to_owned()));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_specification_is_read() {
        let spec: EngineSpec =
            r#"cmd="'my engine' --fast" proto=uci10 name=new option.Hash=64 option.Skill\ Level=3 tc=5+0.1"#
                .replace("\\ ", "_")
                .parse()
                .expect("readable");
        assert_eq!(spec.command, ["my engine", "--fast"]);
        assert_eq!(spec.protocol, Protocol::Uci10);
        assert_eq!(spec.name, "new");
        assert_eq!(spec.options[0], ("Hash".to_owned(), "64".to_owned()));
        assert!(spec.limits.tc.is_some());
    }

    #[test]
    fn the_name_comes_from_the_command() {
        let spec: EngineSpec = "cmd=/usr/games/fairy-stockfish".parse().expect("readable");
        assert_eq!(spec.name, "fairy-stockfish");
        assert_eq!(spec.protocol, Protocol::Ucci);
    }

    #[test]
    fn errors_name_the_token() {
        for (text, message) in [
            ("name=x", "the engine specification 'name=x' has no cmd="),
            (
                "cmd",
                "'cmd' is no engine setting (expected key=value, like proto=ucci)",
            ),
            (
                "cmd=a proto=usi",
                "'usi' is no protocol (expected ucci, uci, uci0, uci10 or cyclone)",
            ),
            ("cmd='a", "unclosed quotation mark in 'cmd='a'"),
            (
                "cmd=a restart=yes",
                "'yes' is no value of restart (expected on or off)",
            ),
            (
                "cmd=a nodes=many",
                "'many' is no number of nodes (expected a whole number above 0)",
            ),
        ] {
            let error = text.parse::<EngineSpec>().expect_err(text).to_string();
            assert_eq!(error, message);
        }
    }
}

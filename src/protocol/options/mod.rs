//! Everything a client can set: one table of options, each with what it changes.
//!
//! The table serves both dialects: an option has a UCCI name, a UCI name, or both, and either name is
//! understood in either dialect, because real clients mix them. The numbers of the search can be set by
//! name as well; they are for tuners and experiments and not announced.

mod table;

use std::fmt;

use thiserror::Error;

use crate::engine::Settings;
use crate::notation::ranks::Ranks;
use crate::search::Params;

use super::Dialect;
use table::TABLE;

/// What the session itself has to remember.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Clocks of UCCI's `go` are in milliseconds, otherwise in seconds.
    pub milliseconds: bool,
    /// Read no commands while thinking.
    pub batch: bool,
    /// UCI: show win, draw and loss chances.
    pub show_wdl: bool,
    /// UCI: how the client numbers the ranks.
    pub ranks: Ranks,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            milliseconds: true,
            batch: false,
            show_wdl: false,
            ranks: Ranks::FromZero,
        }
    }
}

/// What options change.
pub(super) struct OptionTarget<'a> {
    pub(super) engine: &'a mut Settings,
    pub(super) session: &'a mut Preferences,
}

type Apply<T> = fn(&mut OptionTarget<'_>, T);
type ApplyText = fn(&mut OptionTarget<'_>, &str);

/// What values an option takes, and what a value changes.
#[derive(Clone, Copy)]
pub(super) enum OptionType {
    /// No value: something happens.
    Button(Action),
    Check {
        default: bool,
        apply: Apply<bool>,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        apply: Apply<i64>,
    },
    /// The first choice is the default, because some clients send the first one back without being
    /// asked.
    Combo {
        choices: &'static [&'static str],
        apply: ApplyText,
    },
    /// Any text, initially empty.
    Text {
        apply: ApplyText,
    },
}

/// One row of the table.
pub struct OptionSpec {
    /// The name in UCCI, if the option is announced there.
    pub(super) ucci: Option<&'static str>,
    /// The name in UCI, if the option is announced there.
    pub(super) uci: Option<&'static str>,
    pub(super) kind: OptionType,
    /// What has to happen when the value has been set.
    then: Action,
}

/// What has to happen when an option has been set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    None,
    /// A new game begins.
    NewGame,
    /// The hash table is to be emptied.
    ClearHash,
    /// The evaluation's network is to be read from its file.
    LoadNetwork,
    /// The opening books are to be opened.
    OpenBooks,
    /// The folders of endgame tables are to be opened.
    OpenEndgames,
}

/// Why an option was not set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// No such name. Clients send them; not worth a warning.
    #[error("no option is called '{0}'")]
    Unknown(String),
    /// The value does not fit.
    #[error("option {option} cannot be '{value}' (expected {expected})")]
    BadValue {
        /// The name as sent.
        option: String,
        /// The value as sent.
        value: String,
        expected: String,
    },
}

/// Sets the option called `name`.
pub(super) fn set(
    name: &str,
    value: &str,
    target: &mut OptionTarget<'_>,
) -> Result<Action, OptionError> {
    let Some(spec) = OptionSpec::named(name) else {
        return set_search_number(name, value, &mut target.engine.params);
    };
    spec.apply(value, target)
        .ok_or_else(|| OptionError::bad_value(name, value, spec.expected()))
}

/// Sets the number of the search called `name`.
fn set_search_number(name: &str, value: &str, params: &mut Params) -> Result<Action, OptionError> {
    let param = Params::TABLE.iter().find(|param| param.name == name);
    let param = param.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let number = value.parse().ok();
    number
        .and_then(|number| param.set(params, number).ok())
        .map(|()| Action::None)
        .ok_or_else(|| {
            let (min, max) = (param.range.start(), param.range.end());
            OptionError::bad_value(name, value, format!("a whole number from {min} to {max}"))
        })
}

impl OptionError {
    fn bad_value(option: &str, value: &str, expected: String) -> Self {
        Self::BadValue {
            option: option.to_owned(),
            value: value.chars().take(40).collect(),
            expected,
        }
    }
}

impl OptionSpec {
    /// The options to announce in a dialect.
    pub fn announced(dialect: Dialect) -> impl Iterator<Item = &'static Self> {
        TABLE.iter().filter(move |spec| match dialect {
            Dialect::Ucci => spec.ucci.is_some(),
            Dialect::Uci => spec.uci.is_some(),
        })
    }

    /// The option with this name in either dialect; case does not matter.
    fn named(name: &str) -> Option<&'static Self> {
        let is = |own: Option<&str>| own.is_some_and(|own| own.eq_ignore_ascii_case(name));
        TABLE.iter().find(|spec| is(spec.ucci) || is(spec.uci))
    }

    /// The same row; something happens when the value has been set.
    const fn then(mut self, action: Action) -> Self {
        self.then = action;
        self
    }

    /// Reads a value and applies it; `None` if it does not fit. Numbers out of range are brought to the
    /// nearest that fits.
    fn apply(&self, value: &str, target: &mut OptionTarget<'_>) -> Option<Action> {
        match self.kind {
            OptionType::Button(action) => return Some(action),
            OptionType::Check { apply, .. } => apply(target, read_bool(value)?),
            OptionType::Spin {
                min, max, apply, ..
            } => {
                let number: f64 = value.parse().ok()?;
                if number.is_nan() {
                    return None;
                }
                apply(target, (number as i64).clamp(min, max));
            }
            OptionType::Combo { choices, apply } => {
                let is_meant = |choice: &&&str| choice.eq_ignore_ascii_case(value);
                apply(target, choices.iter().find(is_meant)?);
            }
            OptionType::Text { apply } => {
                apply(target, if value == "<empty>" { "" } else { value });
            }
        }
        Some(self.then)
    }

    fn expected(&self) -> String {
        match self.kind {
            OptionType::Button(_) => "no value".to_owned(),
            OptionType::Check { .. } => "true or false".to_owned(),
            OptionType::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            OptionType::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            OptionType::Text { .. } => "any text".to_owned(),
        }
    }
}

impl fmt::Debug for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ucci.or(self.uci).unwrap_or_default())
    }
}

/// Clients write booleans in three ways.
fn read_bool(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

//! The table of everything a client can set, and how a value changes the settings.
//!
//! One table serves both dialects: an option has a UCCI name, a UCI name, or both, and either name is
//! understood in either dialect, because real clients mix them.

mod set;

use thiserror::Error;

use crate::engine::{Settings, Strength};
use crate::notation::ranks::Ranks;

use super::Dialect;

pub(super) use set::set;

/// Which option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is explained by its line in the table")]
pub enum OptionId {
    UseMillisec,
    HashSize,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Level,
    LimitStrength,
    Elo,
    Batch,
    Debug,
    UseBook,
    BookFiles,
    UseEgtb,
    EgtbPaths,
    Idle,
    Pruning,
    Knowledge,
    Randomness,
    Style,
    Repetition,
    DrawMoves,
    Resign,
    ShowWdl,
    Variant,
    Ranks,
    NewGame,
    ClearHash,
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No value: something happens.
    Button,
    /// Yes or no.
    Check(bool),
    /// A number.
    Spin {
        /// The initial value.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these; the first is the initial value, because some clients send the first one back
    /// without being asked.
    Combo(&'static [&'static str]),
    /// Any text, initially empty.
    Text,
}

/// One line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Which option.
    pub id: OptionId,
    /// Its name in UCCI, if it is announced there.
    pub ucci: Option<&'static str>,
    /// Its name in UCI, if it is announced there.
    pub uci: Option<&'static str>,
    /// What values it takes.
    pub kind: Kind,
}

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

/// What else has to happen when an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    None,
    /// A new game begins.
    NewGame,
    /// The hash table is to be emptied.
    ClearHash,
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
        /// The option's name as sent.
        option: String,
        /// The value as sent.
        value: String,
        /// What it could be.
        expected: String,
    },
}

const fn both(id: OptionId, name: &'static str, uci: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        id,
        ucci: Some(name),
        uci: Some(uci),
        kind,
    }
}

const fn ucci(id: OptionId, name: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        id,
        ucci: Some(name),
        uci: None,
        kind,
    }
}

const fn uci(id: OptionId, name: &'static str, kind: Kind) -> OptionSpec {
    OptionSpec {
        id,
        ucci: None,
        uci: Some(name),
        kind,
    }
}

const fn spin(default: i64, min: i64, max: i64) -> Kind {
    Kind::Spin { default, min, max }
}

const FULL: i64 = Strength::FULL as i64;
const ELO: (i64, i64) = (Strength::ELO.0 as i64, Strength::ELO.1 as i64);
const OVERHEAD: i64 = Settings::DEFAULT_OVERHEAD.as_millis() as i64;
const HASH: i64 = Settings::DEFAULT_HASH as i64;
const DOWN: Kind = Kind::Combo(&["large", "medium", "small", "none"]);
const UP: Kind = Kind::Combo(&["none", "small", "medium", "large"]);
const RANDOM: Kind = Kind::Combo(&["none", "tiny", "small", "medium", "large", "huge"]);
const STYLE: Kind = Kind::Combo(&["normal", "solid", "risky"]);
const RANKS: Kind = Kind::Combo(&["0-9", "1-10"]);
const RULES: Kind = Kind::Combo(&["asianrule", "chineserule", "checkban", "alwaysdraw"]);

/// Every option.
const TABLE: [OptionSpec; 28] = [
    ucci(OptionId::UseMillisec, "usemillisec", Kind::Check(true)),
    both(
        OptionId::HashSize,
        "hashsize",
        "Hash",
        spin(HASH, 0, Settings::MAX_HASH),
    ),
    both(
        OptionId::Threads,
        "threads",
        "Threads",
        spin(1, 0, Settings::MAX_THREADS),
    ),
    both(OptionId::MultiPv, "multipv", "MultiPV", spin(1, 1, 128)),
    both(OptionId::Ponder, "ponder", "Ponder", Kind::Check(false)),
    both(
        OptionId::MoveOverhead,
        "moveoverhead",
        "Move Overhead",
        spin(OVERHEAD, 0, 5000),
    ),
    both(OptionId::Level, "level", "Skill Level", spin(FULL, 0, FULL)),
    uci(
        OptionId::LimitStrength,
        "UCI_LimitStrength",
        Kind::Check(false),
    ),
    uci(OptionId::Elo, "UCI_Elo", spin(ELO.1, ELO.0, ELO.1)),
    ucci(OptionId::Batch, "batch", Kind::Check(false)),
    ucci(OptionId::Debug, "debug", Kind::Check(false)),
    ucci(OptionId::UseBook, "usebook", Kind::Check(true)),
    ucci(OptionId::BookFiles, "bookfiles", Kind::Text),
    ucci(OptionId::UseEgtb, "useegtb", Kind::Check(true)),
    ucci(OptionId::EgtbPaths, "egtbpaths", Kind::Text),
    ucci(OptionId::Idle, "idle", UP),
    ucci(OptionId::Pruning, "pruning", DOWN),
    ucci(OptionId::Knowledge, "knowledge", DOWN),
    ucci(OptionId::Randomness, "randomness", RANDOM),
    ucci(OptionId::Style, "style", STYLE),
    both(OptionId::Repetition, "repetition", "Repetition Rule", RULES),
    ucci(OptionId::DrawMoves, "drawmoves", spin(60, 0, 1000)),
    ucci(OptionId::Resign, "resign", Kind::Check(false)),
    uci(OptionId::ShowWdl, "UCI_ShowWDL", Kind::Check(false)),
    uci(OptionId::Variant, "UCI_Variant", Kind::Combo(&["xiangqi"])),
    uci(OptionId::Ranks, "Ranks", RANKS),
    ucci(OptionId::NewGame, "newgame", Kind::Button),
    uci(OptionId::ClearHash, "Clear Hash", Kind::Button),
];

/// A value that fits its option.
#[derive(Clone, Copy, Debug)]
enum Value<'a> {
    Pressed,
    Bool(bool),
    Number(i64),
    Word(&'a str),
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

    /// Reads a value. Numbers out of range are brought to the nearest that fits.
    fn read<'a>(&self, value: &'a str) -> Option<Value<'a>> {
        Some(match self.kind {
            Kind::Button => Value::Pressed,
            Kind::Check(_) => Value::Bool(read_bool(value)?),
            Kind::Spin { min, max, .. } => {
                let number = value
                    .parse::<f64>()
                    .ok()
                    .filter(|number| !number.is_nan())?;
                Value::Number((number as i64).clamp(min, max))
            }
            Kind::Combo(values) => {
                let known = values
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(value))?;
                Value::Word(known)
            }
            Kind::Text => Value::Word(if value == "<empty>" { "" } else { value }),
        })
    }

    fn expected(&self) -> String {
        match self.kind {
            Kind::Button => "no value".to_owned(),
            Kind::Check(_) => "true or false".to_owned(),
            Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Kind::Combo(values) => format!("one of {}", values.join(", ")),
            Kind::Text => "any text".to_owned(),
        }
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

//! The table of everything a client can set, and how a value changes the settings.
//!
//! One table serves both dialects: an option has a UCCI name, a UCI name, or both, and either name is
//! understood in either dialect, because real clients mix them.

use std::time::Duration;

use thiserror::Error;

use crate::engine::{Amount, Settings, Strength, Style};
use crate::rules::Rule;

use super::Dialect;

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
#[expect(clippy::struct_excessive_bools, reason = "independent check boxes")]
pub struct Preferences {
    /// Clocks of UCCI's `go` are in milliseconds, otherwise in seconds.
    pub milliseconds: bool,
    /// Read no commands while thinking.
    pub batch: bool,
    /// More `info`.
    pub debug: bool,
    /// UCI: show win, draw and loss chances.
    pub show_wdl: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            milliseconds: true,
            batch: false,
            debug: false,
            show_wdl: false,
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

const AMOUNTS: [(&str, Amount); 6] = [
    ("none", Amount::None),
    ("tiny", Amount::Tiny),
    ("small", Amount::Small),
    ("medium", Amount::Medium),
    ("large", Amount::Large),
    ("huge", Amount::Huge),
];

const STYLES: [(&str, Style); 3] = [
    ("solid", Style::Solid),
    ("normal", Style::Normal),
    ("risky", Style::Risky),
];

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
const RULES: Kind = Kind::Combo(&["asianrule", "chineserule", "checkban", "alwaysdraw"]);

/// Every option.
const TABLE: [OptionSpec; 27] = [
    ucci(OptionId::UseMillisec, "usemillisec", Kind::Check(true)),
    both(
        OptionId::HashSize,
        "hashsize",
        "Hash",
        spin(HASH, 0, 65_536),
    ),
    both(OptionId::Threads, "threads", "Threads", spin(1, 0, 256)),
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

/// Sets the option called `name`.
pub(super) fn set(
    name: &str,
    value: &str,
    settings: &mut Settings,
    preferences: &mut Preferences,
) -> Result<Action, OptionError> {
    let spec = OptionSpec::named(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let read = spec.read(value).ok_or_else(|| OptionError::BadValue {
        option: name.to_owned(),
        value: value.chars().take(40).collect(),
        expected: spec.expected(),
    })?;
    match read {
        Value::Pressed if spec.id == OptionId::NewGame => return Ok(Action::NewGame),
        Value::Pressed => return Ok(Action::ClearHash),
        Value::Bool(on) => set_bool(spec.id, on, settings, preferences),
        Value::Number(number) => set_number(spec.id, number, settings),
        Value::Word(word) => set_word(spec.id, word, settings),
    }
    Ok(Action::None)
}

fn set_bool(id: OptionId, on: bool, settings: &mut Settings, preferences: &mut Preferences) {
    let target = match id {
        OptionId::UseMillisec => &mut preferences.milliseconds,
        OptionId::Batch => &mut preferences.batch,
        OptionId::Debug => &mut preferences.debug,
        OptionId::ShowWdl => &mut preferences.show_wdl,
        OptionId::Ponder => &mut settings.ponder,
        OptionId::LimitStrength => &mut settings.strength.limited,
        OptionId::UseBook => &mut settings.use_book,
        OptionId::UseEgtb => &mut settings.use_egtb,
        OptionId::Resign => &mut settings.resign,
        _ => return,
    };
    *target = on;
}

fn set_number(id: OptionId, number: i64, settings: &mut Settings) {
    match id {
        OptionId::HashSize => settings.hash_megabytes = number as usize,
        OptionId::Threads => settings.threads = number as usize,
        OptionId::MultiPv => settings.multi_pv = number as usize,
        OptionId::MoveOverhead => settings.overhead = Duration::from_millis(number as u64),
        OptionId::Level => settings.strength.level = number as u8,
        OptionId::Elo => settings.strength.elo = number as u16,
        OptionId::DrawMoves => settings.rules.limit_plies = number as u16 * 2,
        _ => {}
    }
}

fn set_word(id: OptionId, word: &str, settings: &mut Settings) {
    let amount = || {
        AMOUNTS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|&(_, amount)| amount)
    };
    let target = match id {
        OptionId::Idle => &mut settings.idle,
        OptionId::Pruning => &mut settings.pruning,
        OptionId::Knowledge => &mut settings.knowledge,
        OptionId::Randomness => &mut settings.randomness,
        OptionId::Style => {
            if let Some(&(_, style)) = STYLES.iter().find(|(name, _)| *name == word) {
                settings.style = style;
            }
            return;
        }
        OptionId::Repetition => {
            settings.rules.rule = word.parse::<Rule>().unwrap_or(settings.rules.rule);
            return;
        }
        OptionId::BookFiles => {
            word.clone_into(&mut settings.book_files);
            return;
        }
        OptionId::EgtbPaths => {
            word.clone_into(&mut settings.egtb_paths);
            return;
        }
        _ => return,
    };
    *target = amount().unwrap_or(*target);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[(&str, &str)]) -> (Settings, Preferences) {
        let (mut settings, mut preferences) = (Settings::default(), Preferences::default());
        for (name, value) in lines {
            set(name, value, &mut settings, &mut preferences).expect(name);
        }
        (settings, preferences)
    }

    fn default_of(spec: &OptionSpec) -> String {
        match spec.kind {
            Kind::Button | Kind::Text => String::new(),
            Kind::Check(on) => on.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo(values) => values[0].to_owned(),
        }
    }

    #[test]
    fn sending_every_announced_default_back_changes_nothing() {
        let mut lines = Vec::new();
        for spec in &TABLE {
            for name in [spec.ucci, spec.uci].into_iter().flatten() {
                lines.push((name, default_of(spec)));
            }
        }
        let lines: Vec<_> = lines
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        assert_eq!(after(&lines), (Settings::default(), Preferences::default()));
    }

    #[test]
    fn every_option_does_something() {
        for spec in &TABLE {
            let other = match spec.kind {
                Kind::Check(on) => (!on).to_string(),
                Kind::Spin { default, min, .. } if min != default => min.to_string(),
                Kind::Spin { max, .. } => max.to_string(),
                Kind::Combo([_, second, ..]) => (*second).to_owned(),
                Kind::Text => "x y".to_owned(),
                Kind::Button | Kind::Combo(_) => continue,
            };
            let name = spec.ucci.or(spec.uci).expect("a name");
            let changed = after(&[(name, &other)]);
            assert_ne!(
                changed,
                (Settings::default(), Preferences::default()),
                "{name}"
            );
        }
    }

    #[test]
    fn all_six_booleans_are_understood() {
        for (value, on) in [
            ("true", true),
            ("on", true),
            ("1", true),
            ("False", false),
            ("off", false),
            ("0", false),
        ] {
            assert_eq!(after(&[("ponder", "1"), ("ponder", value)]).0.ponder, on);
        }
    }

    #[test]
    fn numbers_are_brought_into_range() {
        assert_eq!(after(&[("hashsize", "68")]).0.hash_megabytes, 68);
        assert_eq!(after(&[("Hash", "-5")]).0.hash_megabytes, 0);
        assert_eq!(after(&[("threads", "99999999999999999999")]).0.threads, 256);
        assert_eq!(after(&[("drawmoves", "50")]).0.rules.limit_plies, 100);
    }

    #[test]
    fn both_names_work_in_any_case() {
        assert_eq!(after(&[("SKILL LEVEL", "3")]).0.strength.level, 3);
        assert_eq!(
            after(&[("Repetition Rule", "ChineseRule")]).0.rules.rule,
            Rule::ChineseRule
        );
    }

    #[test]
    fn errors_name_option_value_and_choices() {
        let error = |name, value| {
            set(
                name,
                value,
                &mut Settings::default(),
                &mut Preferences::default(),
            )
            .expect_err("an error")
            .to_string()
        };
        assert_eq!(
            error("promotion", "false"),
            "no option is called 'promotion'"
        );
        assert_eq!(
            error("ponder", "maybe"),
            "option ponder cannot be 'maybe' (expected true or false)"
        );
        assert_eq!(
            error("Hash", "x"),
            "option Hash cannot be 'x' (expected a number from 0 to 65536)"
        );
        assert_eq!(
            error("style", "wild"),
            "option style cannot be 'wild' (expected one of normal, solid, risky)"
        );
    }

    #[test]
    fn buttons_act() {
        let press = |name| {
            set(
                name,
                "",
                &mut Settings::default(),
                &mut Preferences::default(),
            )
        };
        assert_eq!(press("newgame"), Ok(Action::NewGame));
        assert_eq!(press("Clear Hash"), Ok(Action::ClearHash));
    }
}

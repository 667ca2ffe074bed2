//! How a value changes the settings.

use std::time::Duration;

use crate::engine::{Amount, Settings, Style};
use crate::notation::ranks::Ranks;
use crate::rules::Rule;

use super::{Action, OptionError, OptionId, OptionSpec, Preferences, Value};

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

/// Sets the option called `name`.
pub(in crate::protocol) fn set(
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
        Value::Word(word) => set_word(spec.id, word, settings, preferences),
    }
    Ok(Action::None)
}

fn set_bool(id: OptionId, on: bool, settings: &mut Settings, preferences: &mut Preferences) {
    let target = match id {
        OptionId::UseMillisec => &mut preferences.milliseconds,
        OptionId::Batch => &mut preferences.batch,
        OptionId::Debug => &mut settings.debug,
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

fn set_word(id: OptionId, word: &str, settings: &mut Settings, preferences: &mut Preferences) {
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
        OptionId::Ranks => {
            preferences.ranks = match word {
                "1-10" => Ranks::FromOne,
                _ => Ranks::FromZero,
            };
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
    use super::super::{Kind, TABLE};
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
    fn every_option_changes_what_is_kept() {
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

//! What setting options does.

use super::*;
use crate::rules::Rule;

fn after(lines: &[(&str, &str)]) -> (Settings, Preferences) {
    let (mut settings, mut preferences) = (Settings::default(), Preferences::default());
    for (name, value) in lines {
        let mut target = OptionTarget {
            engine: &mut settings,
            session: &mut preferences,
        };
        set(name, value, &mut target).expect(name);
    }
    (settings, preferences)
}

fn try_to_set(name: &str, value: &str) -> Result<Action, OptionError> {
    let mut target = OptionTarget {
        engine: &mut Settings::default(),
        session: &mut Preferences::default(),
    };
    set(name, value, &mut target)
}

fn default_of(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionType::Button(_) | OptionType::Text { .. } => String::new(),
        OptionType::Check { default, .. } => default.to_string(),
        OptionType::Spin { default, .. } => default.to_string(),
        OptionType::Combo { choices, .. } => choices[0].to_owned(),
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

/// Every value worth trying: both of a check box, the ends of a range, all choices.
fn values_of(spec: &OptionSpec) -> Vec<String> {
    match spec.kind {
        OptionType::Button(_) => Vec::new(),
        OptionType::Check { .. } => vec!["true".to_owned(), "false".to_owned()],
        OptionType::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
        OptionType::Combo { choices, .. } => choices.iter().map(ToString::to_string).collect(),
        OptionType::Text { .. } => vec![String::new(), "x y".to_owned()],
    }
}

#[test]
fn every_value_of_every_option_is_kept() {
    for spec in &TABLE {
        let name = spec.ucci.or(spec.uci).expect("a name");
        let values = values_of(spec);
        let kept: Vec<_> = values.iter().map(|value| after(&[(name, value)])).collect();
        for (i, one) in kept.iter().enumerate() {
            assert!(!kept[..i].contains(one), "{name} {}", values[i]);
        }
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
    let error = |name, value| try_to_set(name, value).expect_err("an error").to_string();
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
    assert_eq!(try_to_set("newgame", ""), Ok(Action::NewGame));
    assert_eq!(try_to_set("Clear Hash", ""), Ok(Action::ClearHash));
}

#[test]
fn numbers_of_the_search_are_set_by_name() {
    let (settings, _) = after(&[("razoring_base", "200"), ("null_move_base", "4")]);
    assert_eq!(
        (
            settings.params.razoring_base,
            settings.params.null_move_base
        ),
        (200, 4)
    );
    let error = try_to_set("razoring_base", "x").expect_err("no number");
    assert_eq!(
        error.to_string(),
        "option razoring_base cannot be 'x' (expected a whole number from 0 to 500)"
    );
    assert!(try_to_set("razoring_base", "501").is_err());
}

//! Every option: its names, what values it takes, and what a value changes.
//!
//! A new option is a new row. The row says where the value goes, so there is none without effect.

use std::time::Duration;

use crate::algorithms::Player;
use crate::engine::{Amount, Settings, Strength, Style};
use crate::eval::published::Published;
use crate::notation::ranks::Ranks;
use crate::rules::Rule;
use crate::search::techniques::Evaluation;

use super::{Action, OptionSpec, OptionType};

const FULL: i64 = Strength::FULL as i64;
const ELO: (i64, i64) = (Strength::ELO.0 as i64, Strength::ELO.1 as i64);
const OVERHEAD: i64 = Settings::DEFAULT_OVERHEAD.as_millis() as i64;
const HASH: i64 = Settings::DEFAULT_HASH as i64;
const DOWN: &[&str] = &["large", "medium", "small", "none"];
const UP: &[&str] = &["none", "small", "medium", "large"];
const RANDOM: &[&str] = &["none", "tiny", "small", "medium", "large", "huge"];

const AMOUNTS: [(&str, Amount); 6] = [
    ("none", Amount::None),
    ("tiny", Amount::Tiny),
    ("small", Amount::Small),
    ("medium", Amount::Medium),
    ("large", Amount::Large),
    ("huge", Amount::Huge),
];
const STYLES: [(&str, Style); 3] = [
    ("normal", Style::Normal),
    ("solid", Style::Solid),
    ("risky", Style::Risky),
];
const RULES: [(&str, Rule); 4] = [
    ("asianrule", Rule::AsianRule),
    ("chineserule", Rule::ChineseRule),
    ("checkban", Rule::CheckBan),
    ("alwaysdraw", Rule::AlwaysDraw),
];
const EVALUATIONS: [(&str, Option<Evaluation>); 8] = [
    ("own", None),
    ("network", Some(Evaluation::Network)),
    ("terms", Some(Evaluation::Full)),
    ("squares", Some(Evaluation::MaterialAndSquares)),
    ("material", Some(Evaluation::Material)),
    ("thesis", Some(Evaluation::Published(Published::Thesis))),
    (
        "relations",
        Some(Evaluation::Published(Published::Relations)),
    ),
    ("web", Some(Evaluation::Published(Published::Web))),
];
const EVALUATION_NAMES: &[&str] = &[
    "own",
    "network",
    "terms",
    "squares",
    "material",
    "thesis",
    "relations",
    "web",
];
const RANKS: [(&str, Ranks); 2] = [("0-9", Ranks::FromZero), ("1-10", Ranks::FromOne)];

/// The options in the order they are announced.
pub(super) static TABLE: [OptionSpec; 33] = [
    ucci(
        "usemillisec",
        check(true, |to, on| to.session.milliseconds = on),
    ),
    both(
        "hashsize",
        "Hash",
        spin(HASH, 0, Settings::MAX_HASH, |to, n| {
            to.engine.hash_megabytes = n as usize;
        }),
    ),
    both(
        "threads",
        "Threads",
        spin(1, 0, Settings::MAX_THREADS, |to, n| {
            to.engine.threads = n as usize;
        }),
    ),
    both(
        "multipv",
        "MultiPV",
        spin(1, 1, 128, |to, n| to.engine.multi_pv = n as usize),
    ),
    both(
        "ponder",
        "Ponder",
        check(false, |to, on| to.engine.ponder = on),
    ),
    both(
        "moveoverhead",
        "Move Overhead",
        spin(OVERHEAD, 0, 5000, |to, n| {
            to.engine.overhead = Duration::from_millis(n as u64);
        }),
    ),
    both(
        "level",
        "Skill Level",
        spin(FULL, 0, FULL, |to, n| to.engine.strength.level = n as u8),
    ),
    uci(
        "UCI_LimitStrength",
        check(false, |to, on| to.engine.strength.limited = on),
    ),
    uci(
        "UCI_Elo",
        spin(ELO.1, ELO.0, ELO.1, |to, n| {
            to.engine.strength.elo = n as u16;
        }),
    ),
    ucci("batch", check(false, |to, on| to.session.batch = on)),
    ucci("debug", check(false, |to, on| to.engine.debug = on)),
    both(
        "evalfile",
        "EvalFile",
        text(|to, file| file.clone_into(&mut to.engine.eval_file)),
    )
    .then(Action::LoadNetwork),
    // On or off by default, as either protocol has it.
    ucci("usebook", check(true, |to, on| to.engine.use_book = on)),
    uci("OwnBook", check(false, |to, on| to.engine.use_book = on)),
    both(
        "bookfiles",
        "Book File",
        text(|to, files| files.clone_into(&mut to.engine.book_files)),
    )
    .then(Action::OpenBooks),
    both(
        "seed",
        "Seed",
        spin(0, 0, i32::MAX as i64, |to, n| to.engine.seed = n as u64),
    ),
    both(
        "useegtb",
        "UseEGTB",
        check(true, |to, on| to.engine.use_egtb = on),
    ),
    both(
        "egtbpaths",
        "EGTBPaths",
        text(|to, paths| paths.clone_into(&mut to.engine.egtb_paths)),
    )
    .then(Action::OpenEndgames),
    ucci(
        "idle",
        combo(UP, |to, word| choose(&mut to.engine.idle, &AMOUNTS, word)),
    ),
    ucci(
        "pruning",
        combo(DOWN, |to, word| {
            choose(&mut to.engine.pruning, &AMOUNTS, word);
        }),
    ),
    ucci(
        "knowledge",
        combo(DOWN, |to, word| {
            choose(&mut to.engine.knowledge, &AMOUNTS, word);
        }),
    ),
    both(
        "technique",
        "Technique",
        combo(&Player::NAMES, |to, name| {
            to.engine.technique = Player::named(name).unwrap_or(Player::TOURNAMENT);
        }),
    )
    // What searches learnt rests on other scores.
    .then(Action::ClearHash),
    both(
        "evaluation",
        "Evaluation",
        combo(EVALUATION_NAMES, |to, word| {
            choose(&mut to.engine.evaluation, &EVALUATIONS, word);
        }),
    )
    .then(Action::ClearHash),
    ucci(
        "randomness",
        combo(RANDOM, |to, word| {
            choose(&mut to.engine.randomness, &AMOUNTS, word);
        }),
    ),
    ucci(
        "style",
        combo(&["normal", "solid", "risky"], |to, word| {
            choose(&mut to.engine.style, &STYLES, word);
        }),
    ),
    both(
        "repetition",
        "Repetition Rule",
        combo(
            &["asianrule", "chineserule", "checkban", "alwaysdraw"],
            |to, word| choose(&mut to.engine.rules.rule, &RULES, word),
        ),
    ),
    ucci(
        "drawmoves",
        spin(60, 0, 1000, |to, n| {
            to.engine.rules.limit_plies = n as u16 * 2;
        }),
    ),
    ucci("resign", check(false, |to, on| to.engine.resign = on)),
    uci(
        "UCI_ShowWDL",
        check(false, |to, on| to.session.show_wdl = on),
    ),
    // The client says which game it wants; there is one.
    uci("UCI_Variant", combo(&["xiangqi"], |_, _| {})),
    uci(
        "Ranks",
        combo(&["0-9", "1-10"], |to, word| {
            choose(&mut to.session.ranks, &RANKS, word);
        }),
    ),
    ucci("newgame", OptionType::Button(Action::NewGame)),
    uci("Clear Hash", OptionType::Button(Action::ClearHash)),
];

const fn both(name: &'static str, uci: &'static str, kind: OptionType) -> OptionSpec {
    spec(Some(name), Some(uci), kind)
}

const fn ucci(name: &'static str, kind: OptionType) -> OptionSpec {
    spec(Some(name), None, kind)
}

const fn uci(name: &'static str, kind: OptionType) -> OptionSpec {
    spec(None, Some(name), kind)
}

const fn spec(
    name: Option<&'static str>,
    uci: Option<&'static str>,
    kind: OptionType,
) -> OptionSpec {
    OptionSpec {
        ucci: name,
        uci,
        kind,
        then: Action::None,
    }
}

const fn check(default: bool, apply: super::Apply<bool>) -> OptionType {
    OptionType::Check { default, apply }
}

const fn spin(default: i64, min: i64, max: i64, apply: super::Apply<i64>) -> OptionType {
    OptionType::Spin {
        default,
        min,
        max,
        apply,
    }
}

const fn combo(choices: &'static [&'static str], apply: super::ApplyText) -> OptionType {
    OptionType::Combo { choices, apply }
}

const fn text(apply: super::ApplyText) -> OptionType {
    OptionType::Text { apply }
}

/// Sets a field to the value of this name.
fn choose<T: Copy>(field: &mut T, values: &[(&str, T)], name: &str) {
    if let Some(&(_, value)) = values.iter().find(|(known, _)| *known == name) {
        *field = value;
    }
}

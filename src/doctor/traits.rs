//! What an engine shows of itself before the checks: its options, how it numbers ranks, its letters, its clock.
//!
//! Each of these may be a fault that a check reports; knowing them, the other checks can still be made.

use std::time::Duration;

use crate::arena::dialect::{Dialect, Letters};
use crate::arena::spec::Protocol;
use crate::board::START_FEN;
use crate::notation::ranks::Ranks;

use super::checks::middlegame;
use super::exam::{Exam, Limit, Problem, Setup, broken};

/// Quicker answers to two seconds for a move mean that the clock was taken for milliseconds.
const HASTY: Duration = Duration::from_millis(300);

/// An option as the engine announces it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Announced {
    /// Its name, which in UCI may have blanks.
    pub name: String,
    /// `check`, `spin` and so on.
    pub kind: String,
    /// The smallest value, as written.
    pub min: Option<String>,
    /// The greatest value, as written.
    pub max: Option<String>,
    /// The values of a combo.
    pub vars: Vec<String>,
    /// The value it has at first.
    pub default: Option<String>,
}

impl Announced {
    /// Reads an `option` line of either protocol; `None` for other lines and such without a type.
    pub fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("option ")?.trim();
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let (name, rest) = rest.split_once(" type ")?;
        let mut option = Self {
            name: name.trim().to_owned(),
            ..Self::default()
        };
        let mut words = rest.split_whitespace().peekable();
        words.next()?.clone_into(&mut option.kind);
        let is_key = |word: &&str| matches!(*word, "min" | "max" | "var" | "default");
        while let Some(key) = words.next() {
            let mut value: Vec<&str> = Vec::new();
            while let Some(word) = words.next_if(|word| !is_key(word)) {
                value.push(word);
            }
            let value = value.join(" ");
            match key {
                "min" => option.min = Some(value),
                "max" => option.max = Some(value),
                "default" => option.default = Some(value),
                "var" => option.vars.push(value),
                _ => {}
            }
        }
        Some(option)
    }
}

/// What is known of an engine.
#[derive(Clone, Debug)]
pub struct Traits {
    /// What it calls itself.
    pub name: String,
    /// The options it announces.
    pub options: Vec<Announced>,
    /// Options that make it think about xiangqi by itself.
    pub wanted: Vec<(String, String)>,
    /// How to talk to it.
    pub dialect: Dialect,
}

impl Traits {
    /// An engine of which nothing is known.
    pub fn unknown(protocol: Protocol) -> Self {
        Self {
            name: String::new(),
            options: Vec::new(),
            wanted: Vec::new(),
            dialect: Dialect::new(protocol),
        }
    }

    /// The first of these options that the engine has, whatever the case of its letters.
    pub fn option(&self, names: &[&str]) -> Option<&Announced> {
        let is_it = |name: &&&str| {
            let is_name = |option: &&Announced| option.name.eq_ignore_ascii_case(name);
            self.options.iter().any(|option| is_name(&option))
        };
        let name = names.iter().find(is_it)?;
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// Gets to know the engine.
pub fn find(exam: &mut Exam<'_>) -> Result<Traits, Problem> {
    let greeting = exam.greet()?;
    let name = |line: &String| Some(line.trim().strip_prefix("id name ")?.trim().to_owned());
    exam.traits.name = greeting.iter().find_map(name).unwrap_or_default();
    exam.traits.options = greeting
        .iter()
        .filter_map(|l| Announced::parse(l))
        .collect();
    exam.traits.wanted = wanted(&exam.traits);
    exam.ready()?;
    exam.traits.dialect.ranks = ranks(exam)?;
    exam.traits.dialect.letters = letters(exam)?;
    if exam.is_ucci() && exam.traits.option(&["usemillisec"]).is_none() {
        exam.traits.dialect.milliseconds = !counts_seconds(exam)?;
    }
    Ok(exam.traits.clone())
}

/// What every check but those of the options themselves sets first.
fn wanted(traits: &Traits) -> Vec<(String, String)> {
    let mut wanted = Vec::new();
    if let Some(variant) = traits.option(&["UCI_Variant"])
        && variant.default.as_deref() != Some("xiangqi")
        && variant.vars.iter().any(|value| value == "xiangqi")
    {
        wanted.push((variant.name.clone(), "xiangqi".to_owned()));
    }
    if let Some(unit) = traits.option(&["usemillisec"]) {
        wanted.push((unit.name.clone(), "true".to_owned()));
    }
    if let Some(book) = traits.option(&["usebook", "OwnBook"]) {
        wanted.push((book.name.clone(), "false".to_owned()));
    }
    wanted
}

/// How the engine numbers ranks, from a move of the start position.
fn ranks(exam: &mut Exam<'_>) -> Result<Ranks, Problem> {
    exam.send("position startpos")?;
    exam.send("go depth 2")?;
    let line = exam.best_move()?.line;
    let text = line.split_whitespace().nth(1).unwrap_or_default();
    match Ranks::of_first_move(text) {
        Some(ranks) => Ok(ranks),
        None => broken(format!(
            "'{}' is no move of the start position",
            crate::text::shown(&line)
        )),
    }
}

/// Which letters of FEN the engine reads.
fn letters(exam: &mut Exam<'_>) -> Result<Letters, Problem> {
    let setup = middlegame();
    let known = exam.think(&setup, Limit::Depth(2));
    if known.is_ok() {
        return Ok(Letters::KnightBishop);
    }
    exam.traits.dialect.letters = Letters::HorseElephant;
    exam.ready()?;
    exam.think(&setup, Limit::Depth(2))?;
    Ok(Letters::HorseElephant)
}

/// Whether two units for a move are two seconds.
fn counts_seconds(exam: &mut Exam<'_>) -> Result<bool, Problem> {
    exam.traits.dialect.milliseconds = false;
    let best = exam.think(&middlegame(), Limit::MoveTime(2000))?;
    Ok(best.used > HASTY)
}

/// The start position.
pub(super) fn start() -> Setup {
    Setup::new(START_FEN, "").expect("the start position is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_both_protocols_are_read() {
        let first = Announced::parse("option hashsize type spin min 1 max 64 default 16");
        let second = Announced::parse("option name hashsize type spin default 16 min 1 max 64");
        assert!(first.is_some());
        assert_eq!(first, second);
        let combo = Announced::parse("option name Two Words type combo default a b var a b var c")
            .expect("an option");
        assert_eq!(combo.name, "Two Words");
        assert_eq!(combo.vars, ["a b", "c"]);
        assert_eq!(combo.default.as_deref(), Some("a b"));
        assert_eq!(Announced::parse("option x"), None);
        assert_eq!(Announced::parse("id name x type y"), None);
    }
}

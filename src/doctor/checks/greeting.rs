//! Handshake, options, readiness.

use crate::doctor::traits::Announced;
use crate::text;

use super::{Basis, Check, Outcome, ensure_replies, middlegame, passed, strange_lines};
use crate::doctor::exam::{Exam, Limit, absent, broken};

/// Without which nothing else can be checked.
pub const HANDSHAKE: Check = Check {
    id: "handshake",
    about: "the greeting is answered, and the engine says its name",
    basis: Basis::Both("UCCI 3.0, ucci", "UCI, uci"),
    run: handshake,
};

pub(super) static CHECKS: [Check; 8] = [
    HANDSHAKE,
    Check {
        id: "greeting-words",
        about: "nothing but id and option lines comes before the end of the greeting",
        basis: Basis::Ucci("UCCI 3.0, id and option; there are clients that stop at other words"),
        run: greeting_words,
    },
    Check {
        id: "option-form",
        about: "options have a known type, bounds and a default that fits them",
        basis: Basis::Both("UCCI 3.0, option", "UCI, option"),
        run: option_form,
    },
    Check {
        id: "option-names",
        about: "an option's name is one word of small letters",
        basis: Basis::Ucci("UCCI 3.0, option"),
        run: option_names,
    },
    Check {
        id: "options-set",
        about: "every option can be set to its default, as clients do at the start",
        basis: Basis::Both("UCCI 3.0, setoption", "UCI, setoption"),
        run: options_set,
    },
    Check {
        id: "unknown-option",
        about: "an option that the engine does not have is passed over in silence",
        basis: Basis::Both(
            "UCCI 3.0, setoption",
            "UCI, communication: unknown words are ignored",
        ),
        run: unknown_option,
    },
    Check {
        id: "isready",
        about: "isready is answered, also in the middle of a search, which goes on",
        basis: Basis::Both("UCCI 3.0, isready", "UCI, isready"),
        run: is_ready,
    },
    Check {
        id: "new-game",
        about: "a new game can be announced at any time",
        basis: Basis::Both("UCCI 3.0, setoption newgame", "UCI, ucinewgame"),
        run: new_game,
    },
];

fn handshake(exam: &mut Exam<'_>) -> Outcome {
    let lines = exam.greet()?;
    match lines.iter().find(|line| line.starts_with("id name ")) {
        Some(line) => Ok(text::shown(line)),
        None => broken("no 'id name' line"),
    }
}

fn greeting_words(exam: &mut Exam<'_>) -> Outcome {
    let lines = exam.greet()?;
    match strange_lines(&lines).first() {
        None => passed(),
        Some(line) if line.trim().is_empty() => broken("a blank line"),
        Some(line) => broken(format!("'{}'", text::shown(line))),
    }
}

fn option_form(exam: &mut Exam<'_>) -> Outcome {
    let lines = exam.greet()?;
    let lines = lines.iter().filter(|line| line.starts_with("option "));
    let mut count = 0;
    for line in lines {
        let Some(option) = Announced::parse(line) else {
            return broken(format!("no type in '{}'", text::shown(line)));
        };
        if let Some(fault) = fault_of(&option) {
            let name = text::shown(&option.name);
            return broken(format!("option {name}: {fault}"));
        }
        count += 1;
    }
    if count == 0 {
        return absent("no option is announced");
    }
    Ok(format!("{count} options"))
}

/// What is wrong with an option.
fn fault_of(option: &Announced) -> Option<&'static str> {
    let number = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<i64>().ok());
    match option.kind.as_str() {
        "button" | "label" | "string" => None,
        "check" => {
            let fits = matches!(option.default.as_deref(), Some("true" | "false"));
            (!fits).then_some("the default is neither true nor false")
        }
        "spin" => match (
            number(&option.min),
            number(&option.max),
            number(&option.default),
        ) {
            (Some(min), Some(max), Some(default)) => {
                (!(min..=max).contains(&default)).then_some("the default is out of bounds")
            }
            _ => Some("min, max or default is missing or no number"),
        },
        "combo" => {
            let fits = option
                .default
                .as_ref()
                .is_some_and(|d| option.vars.contains(d));
            (!fits).then_some("the default is not among the values")
        }
        _ => Some("the type is unknown"),
    }
}

fn option_names(exam: &mut Exam<'_>) -> Outcome {
    exam.greet()?;
    let is_odd = |option: &&Announced| {
        option
            .name
            .contains(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit()))
    };
    let odd: Vec<&str> = exam
        .traits
        .options
        .iter()
        .filter(is_odd)
        .map(|o| o.name.as_str())
        .collect();
    match odd.first() {
        None => passed(),
        Some(first) => broken(format!(
            "{} of them, like '{}'",
            odd.len(),
            text::shown(first)
        )),
    }
}

fn options_set(exam: &mut Exam<'_>) -> Outcome {
    exam.greet()?;
    let options = exam.traits.options.clone();
    for option in &options {
        // Buttons do something when pressed; labels cannot be set.
        if !matches!(option.kind.as_str(), "check" | "spin" | "combo") {
            continue;
        }
        let value = option.default.clone().unwrap_or_default();
        exam.set_option(&option.name, &value)?;
    }
    for (name, value) in exam.traits.wanted.clone() {
        exam.set_option(&name, &value)?;
    }
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    ensure_replies(&lines)?;
    exam.think(&middlegame(), Limit::Depth(3))?;
    passed()
}

fn unknown_option(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.set_option("nosuchoption", "3")?;
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    ensure_replies(&lines)?;
    passed()
}

fn is_ready(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.go(&middlegame(), "", Limit::Infinite)?;
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    if lines.iter().any(|line| line.contains("bestmove")) {
        return broken("the search ended");
    }
    exam.send("stop")?;
    exam.legal_move(&middlegame())?;
    passed()
}

fn new_game(exam: &mut Exam<'_>) -> Outcome {
    exam.ready()?;
    exam.think(&middlegame(), Limit::Depth(3))?;
    let line = exam.dialect().new_game();
    exam.send(line)?;
    exam.send("isready")?;
    let lines = exam.lines_until("readyok")?;
    ensure_replies(&lines)?;
    exam.think(&middlegame(), Limit::Depth(3))?;
    passed()
}

//! A match described by a TOML file.
//!
//! The file has the flags of `hanxin match` by name and `[[engine]]` tables with the settings of
//! `--engine`; it is turned into those flags, so both say the same and err with the same words.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use clap::Parser;
use clap::error::{ContextKind, ErrorKind};
use toml::{Table, Value};

use super::Args;
use crate::cli::files;

/// The flags of a match on their own.
#[derive(Parser)]
#[command(name = "hanxin match", args_override_self = true)]
struct Flags {
    #[command(flatten)]
    args: Args,
}

/// Reads the file and adds the flags of the command line, which take precedence.
pub(super) fn read(path: &Path) -> anyhow::Result<Args> {
    let name = path.display();
    let text = files::read_text(path)?;
    let mut flags: Vec<OsString> = vec!["hanxin match".into()];
    let from_file = to_flags(&text).with_context(|| name.to_string())?;
    flags.extend(from_file.into_iter().map(OsString::from));
    let mut given = std::env::args_os().skip(1).skip_while(|arg| arg != "match");
    given.next();
    flags.extend(without_config(given));
    Flags::try_parse_from(flags)
        .map(|flags| flags.args)
        .map_err(|error| anyhow!("{name}: {}", complaint(&error)))
}

/// What is wrong, on one line: without colours, the usage and hints about the command line.
fn complaint(error: &clap::Error) -> String {
    let argument = match error.kind() {
        ErrorKind::DisplayHelp => Some("help".to_owned()),
        ErrorKind::UnknownArgument => error
            .get(ContextKind::InvalidArg)
            .map(|argument| argument.to_string().trim_start_matches('-').to_owned()),
        _ => None,
    };
    if let Some(key) = argument {
        return no_setting(&key);
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let line = words.join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

fn no_setting(key: &str) -> String {
    format!("'{key}' is no setting (expected [[engine]] tables and flags by name)")
}

/// The table a text describes.
fn parse_table(text: &str) -> anyhow::Result<Table> {
    text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.unwrap_or_default().matches('\n').count() + 1;
        anyhow!("line {line}: {}", error.message())
    })
}

/// Drops `--config FILE`.
fn without_config(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut given = given;
    while let Some(arg) = given.next() {
        if arg == "--config" {
            given.next();
        } else if !arg.to_string_lossy().starts_with("--config=") {
            kept.push(arg);
        }
    }
    kept
}

/// The file's settings as flags.
fn to_flags(text: &str) -> anyhow::Result<Vec<String>> {
    let table = parse_table(text)?;
    let mut flags = Vec::new();
    for (key, value) in &table {
        match (key.as_str(), value) {
            ("engine", Value::Array(engines)) => {
                for engine in engines {
                    flags.push(format!("--engine={}", engine_settings(engine)?));
                }
            }
            ("engine" | "config", _) => {
                bail!(no_setting(key));
            }
            (_, Value::Boolean(true)) => flags.push(format!("--{key}")),
            (_, Value::Boolean(false)) => {}
            _ => flags.push(format!("--{key}={}", scalar(key, value)?)),
        }
    }
    Ok(flags)
}

fn scalar(key: &str, value: &Value) -> anyhow::Result<String> {
    Ok(match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(switch) => switch.to_string(),
        _ => bail!("the value of '{key}' is no text or number"),
    })
}

/// An `[[engine]]` table as `key=value` words.
fn engine_settings(engine: &Value) -> anyhow::Result<String> {
    let Value::Table(engine) = engine else {
        bail!("'engine' is no table (expected [[engine]])");
    };
    let mut words = Vec::new();
    let mut put = |key: &str, value: &Value| -> anyhow::Result<()> {
        let value = scalar(key, value)?;
        let quote = if value.contains('"') { '\'' } else { '"' };
        words.push(format!("{quote}{key}={value}{quote}"));
        Ok(())
    };
    for (key, value) in engine {
        match value {
            Value::Table(group) => {
                for (name, value) in group {
                    put(&format!("{key}.{name}"), value)?;
                }
            }
            _ => put(key, value)?,
        }
    }
    Ok(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_becomes_flags() {
        let text = r#"
            games = 200
            tc = "10+0.1"
            ponder = true
            resume = false
            [[engine]]
            cmd = "hanxin --quiet"
            name = "new"
            option = { hashsize = 64, "Skill Level" = 3 }
            [[engine]]
            cmd = "fairy-stockfish"
            proto = "uci"
        "#;
        let mut flags = to_flags(text).expect("readable");
        flags.sort();
        assert_eq!(
            flags,
            [
                r#"--engine="cmd=fairy-stockfish" "proto=uci""#,
                r#"--engine="cmd=hanxin --quiet" "name=new" "option.Skill Level=3" "option.hashsize=64""#,
                "--games=200",
                "--ponder",
                "--tc=10+0.1",
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, message) in [
            (
                "engine = 3",
                "'engine' is no setting (expected [[engine]] tables and flags by name)",
            ),
            ("games = [1]", "the value of 'games' is no text or number"),
        ] {
            assert_eq!(to_flags(text).expect_err(text).to_string(), message);
        }
        let error = to_flags("nodes = 1\ngames = ").expect_err("no value");
        assert!(error.to_string().starts_with("line 2: "), "{error}");
    }

    #[test]
    fn complaints_fit_on_one_line() {
        for (flag, message) in [
            (
                "--gmaes=2",
                "'gmaes' is no setting (expected [[engine]] tables and flags by name)",
            ),
            (
                "--help",
                "'help' is no setting (expected [[engine]] tables and flags by name)",
            ),
            (
                "--drawmoves=many",
                "invalid value 'many' for '--drawmoves <N>': invalid digit found in string",
            ),
            (
                "--order=odd",
                "invalid value 'odd' for '--order <ORDER>' [possible values: sequential, random]",
            ),
        ] {
            let error = Flags::try_parse_from(["hanxin match", flag]).err();
            assert_eq!(error.as_ref().map(complaint), Some(message.to_owned()));
        }
    }

    #[test]
    fn flags_take_precedence_over_the_file() {
        let flags = ["hanxin match", "--games=2", "--nodes=1", "--games", "4"];
        assert!(Flags::try_parse_from(flags).is_ok());
        assert!(Flags::try_parse_from(["hanxin match", "--gmaes=2"]).is_err());
        let given = ["--config", "f", "--config=g", "--games", "4"].map(OsString::from);
        assert_eq!(without_config(given.into_iter()), ["--games", "4"]);
    }
}

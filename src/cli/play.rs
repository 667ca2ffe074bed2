//! `hanxin play`: a game in the terminal.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::board::{Board, START_FEN};
use crate::engine::Strength;
use crate::play::game::Pace;
use crate::play::terminal::{Screen, Setup, Terminal};
use crate::play::words::Language;
use crate::rules::{Rule, Rules};
use crate::types::Side;

use super::limits::{HASH, THREADS};

const EXAMPLES: &str = "Examples:
  hanxin play --level 3
  hanxin play --side black --time 10+5 --lang zh
  hanxin play --side none --level 20 --ascii";

/// Plays a game against the engine in the terminal.
///
/// Moves are typed in coordinates (h2e2), WXF (C2.5) or Chinese notation (炮二平五); `help` lists the
/// commands. 在终端里与引擎下棋；输入“帮助”查看命令。
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The side you play; `none` lets the engine play both
    #[arg(long, value_enum, default_value_t = Seat::Red)]
    side: Seat,
    /// The engine's strength, 0-20
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=i64::from(Strength::FULL)))]
    level: u8,
    /// Seconds the engine takes for a move (2), or a clock of minutes+seconds for both (10+5)
    #[arg(long, value_name = "TIME", default_value_t)]
    time: Pace,
    /// The first position
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// alwaysdraw, checkban, asianrule or chineserule
    #[arg(long, default_value_t)]
    rule: Rule,
    /// en or zh; the locale's language if not given
    #[arg(long)]
    lang: Option<Language>,
    /// Letters instead of Chinese characters
    #[arg(long)]
    ascii: bool,
    /// Transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
}

/// Where the person sits.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Seat {
    Red,
    Black,
    None,
}

impl Seat {
    const fn side(self) -> Option<Side> {
        match self {
            Self::Red => Some(Side::Red),
            Self::Black => Some(Side::Black),
            Self::None => None,
        }
    }
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let locale = locale();
        let is_terminal = io::stdout().is_terminal();
        let setup = Setup {
            person: self.side.side(),
            level: self.level,
            pace: self.time,
            board: Board::from_fen(&self.fen)?,
            rules: Rules {
                rule: self.rule,
                ..Rules::default()
            },
            megabytes: self.hash as usize,
            threads: usize::from(self.threads),
        };
        let screen = Screen {
            language: self.lang.unwrap_or_else(|| Language::of_tag(&locale)),
            viewer: setup.person.unwrap_or(Side::Red),
            has_color: is_terminal && std::env::var_os("NO_COLOR").is_none(),
            // A pipe carries anything; a terminal says by its locale what it can show.
            is_ascii: self.ascii || (is_terminal && !is_utf8(&locale)),
            has_prompt: is_terminal,
        };
        Terminal::new(setup, screen, io::stdout().lock()).run(io::stdin().lock())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The locale of messages, as POSIX looks it up.
fn locale() -> String {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
}

/// Whether a terminal with this locale shows Chinese characters. Windows has no such variable, and its
/// terminals do.
fn is_utf8(locale: &str) -> bool {
    cfg!(windows)
        || locale
            .to_ascii_lowercase()
            .replace('-', "")
            .contains("utf8")
}

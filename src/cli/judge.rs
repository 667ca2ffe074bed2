//! `hanxin judge`: who has won a repeated position, and why.

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};

use crate::board::{Board, START_FEN};
use crate::notation::diagram::Diagram;
use crate::notation::epd;
use crate::rules::{Explanation, Rule, Rules, Verdict};

use super::files;

const EXAMPLES: &str = "Examples:
  hanxin judge --fen '3k5/9/9/9/9/9/9/9/9/R3K4 w' \\
    --moves 'a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9'
  hanxin judge --file positions/repetition.epd";

/// Says who has won a repeated position, and why.
///
/// Replays the moves and judges the last position: mate, stalemate, third occurrence, natural limit,
/// dead material. For a third occurrence it tells of every ply of the span who gives check or really
/// threatens whom. The last line is the verdict for the side to move.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The position before the moves.
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// The moves in coordinates, like "h2e2 h9g7".
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    /// Checks every case of this file instead: FEN ;moves … ;rule … ;result win|loss|draw|none
    #[arg(long, value_name = "EPD", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,
    /// alwaysdraw, checkban, asianrule or chineserule; with --file, for cases that name none.
    #[arg(long, default_value_t)]
    rule: Rule,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let rules = Rules {
            rule: self.rule,
            ..Rules::default()
        };
        let mut out = io::stdout().lock();
        if let Some(path) = &self.file {
            let report = FileReport::read(path, rules)?;
            if self.json {
                writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
            } else {
                write!(out, "{report}")?;
            }
            return Ok(ExitCode::from(u8::from(report.agree != report.total)));
        }
        let mut board =
            Board::from_fen(&self.fen).with_context(|| format!("--fen '{}'", self.fen))?;
        board.try_play_line(&self.moves)?;
        let explanation = Explanation::new(&board, &rules);
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&explanation)?)?;
        } else {
            write_text(&mut out, &board, &explanation)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The explanation for people, verdict last.
fn write_text(out: &mut impl Write, board: &Board, explanation: &Explanation) -> io::Result<()> {
    let Explanation {
        rule,
        to_move,
        occurrences,
        ..
    } = explanation;
    if let Some(span) = &explanation.span {
        writeln!(out, "{span}")?;
    }
    writeln!(out, "{}", Diagram::new(board))?;
    writeln!(out, "{}", board.fen())?;
    writeln!(
        out,
        "{to_move} to move, occurrence {occurrences} of this position, {rule}"
    )?;
    let ending = explanation
        .ending
        .as_deref()
        .unwrap_or("the game is not over");
    writeln!(out, "{ending}")?;
    writeln!(out, "verdict {}", verdict_name(explanation.verdict))
}

fn verdict_name(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(|| "none".to_owned(), |verdict| verdict.to_string())
}

/// How a file of cases compares with our verdicts.
#[derive(serde::Serialize)]
struct FileReport {
    agree: usize,
    total: usize,
    disagreements: Vec<Disagreement>,
}

#[derive(serde::Serialize)]
struct Disagreement {
    line: usize,
    expected: String,
    found: String,
    case: String,
}

impl FileReport {
    fn read(path: &Path, rules: Rules) -> anyhow::Result<Self> {
        let name = path.display();
        let text = files::read_text(path)?;
        let mut report = Self {
            agree: 0,
            total: 0,
            disagreements: Vec::new(),
        };
        for record in epd::parse_each(&text) {
            report.total += 1;
            match record {
                Ok(record) => report.check(&record, rules),
                Err(error) => report.disagreements.push(Disagreement {
                    line: error.line,
                    expected: "a position".to_owned(),
                    found: error.error.to_string(),
                    case: text.lines().nth(error.line - 1).unwrap_or("").to_owned(),
                }),
            }
        }
        ensure!(
            report.total > 0,
            "{name} has no cases (expected one a line)"
        );
        Ok(report)
    }

    fn check(&mut self, record: &epd::Record, rules: Rules) {
        let expected = record.get("result").unwrap_or("a result").to_owned();
        let found = judge(record, rules).unwrap_or_else(|error| format!("{error:#}"));
        if found == expected {
            self.agree += 1;
            return;
        }
        let note = record.get("note").unwrap_or("");
        self.disagreements.push(Disagreement {
            line: record.line,
            expected,
            found,
            case: format!("{} {note}", record.fen),
        });
    }
}

impl fmt::Display for FileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Disagreement {
            line,
            expected,
            found,
            case,
        } in &self.disagreements
        {
            writeln!(f, "line {line}: expected {expected}, found {found}: {case}")?;
        }
        writeln!(f, "agree {} of {}", self.agree, self.total)
    }
}

/// The verdict on one case.
fn judge(record: &epd::Record, rules: Rules) -> anyhow::Result<String> {
    let rule = record.get("rule").map_or(Ok(rules.rule), str::parse)?;
    let mut board = record.board.clone();
    board.try_play_line(record.get("moves").unwrap_or(""))?;
    Ok(verdict_name(
        Rules { rule, ..rules }
            .ending(&board)
            .map(|ending| ending.verdict()),
    ))
}

//! `hanxin judge`: who has won a repeated position, and why.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::board::{Board, START_FEN};
use crate::notation::diagram::Diagram;
use crate::notation::epd;
use crate::rules::{Explanation, Rule, Rules, Verdict};
use crate::types::Move;

/// Says who has won a repeated position, and why.
///
/// Replays the moves and judges the last position: mate, stalemate, third occurrence, natural limit,
/// dead material. For a third occurrence it tells of every ply of the span who gives check or really
/// threatens whom. The last line is the verdict for the side to move.
#[derive(clap::Args)]
#[command(after_help = "Example:
  hanxin judge --fen '3k5/9/9/9/9/9/9/9/9/R3K4 w' --moves 'a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9'")]
pub(super) struct Args {
    /// The position before the moves.
    #[arg(long, default_value = START_FEN)]
    fen: String,
    /// The moves in coordinates, like "h2e2 h9g7".
    #[arg(long, default_value = "")]
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
    #[expect(clippy::print_stdout, reason = "this is the command's output")]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let rules = Rules {
            rule: self.rule,
            ..Rules::default()
        };
        if let Some(path) = &self.file {
            let report = FileReport::read(path, rules)?;
            if self.json {
                println!("{}", serde_json::to_string_pretty(&report)?);
            } else {
                print!("{}", report.text());
            }
            return Ok(ExitCode::from(u8::from(report.agree != report.total)));
        }
        let board = Board::from_fen(&self.fen).with_context(|| format!("--fen '{}'", self.fen))?;
        let board = replay(board, &self.moves)?;
        let explanation = Explanation::new(&board, &rules);
        if self.json {
            println!("{}", serde_json::to_string_pretty(&explanation)?);
        } else {
            print!("{}", text(&board, &explanation));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Plays the moves of the text.
fn replay(mut board: Board, moves: &str) -> anyhow::Result<Board> {
    for (index, text) in moves.split_whitespace().enumerate() {
        let number = index + 1;
        let mv: Move = text.parse().with_context(|| format!("move {number}"))?;
        if !board.is_legal_move(mv) {
            bail!(
                "move {number} '{text}' is illegal (expected a legal move of {} in {})",
                board.side_to_move(),
                board.fen()
            );
        }
        board.make_move(mv);
    }
    Ok(board)
}

/// The explanation for people, verdict last.
fn text(board: &Board, explanation: &Explanation) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}{}", Diagram::new(board), board.fen());
    let _ = writeln!(
        text,
        "rule {}, {} to move, occurrence {} of this position",
        explanation.rule, explanation.to_move, explanation.occurrences
    );
    if let Some(span) = &explanation.span {
        let _ = write!(text, "{span}");
    }
    let ending = explanation.ending.as_deref().unwrap_or("not over");
    let _ = writeln!(text, "game: {ending}");
    let _ = writeln!(text, "verdict {}", verdict_name(explanation.verdict));
    text
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
        let text = std::fs::read_to_string(path).with_context(|| format!("reading {name}"))?;
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

    fn text(&self) -> String {
        let mut text = String::new();
        for Disagreement {
            line,
            expected,
            found,
            case,
        } in &self.disagreements
        {
            let _ = writeln!(
                text,
                "line {line}: expected {expected}, found {found}: {case}"
            );
        }
        let _ = writeln!(text, "agree {} of {}", self.agree, self.total);
        text
    }
}

/// The verdict on one case.
fn judge(record: &epd::Record, rules: Rules) -> anyhow::Result<String> {
    let rule = record.get("rule").map_or(Ok(rules.rule), str::parse)?;
    let board = replay(record.board.clone(), record.get("moves").unwrap_or(""))?;
    Ok(verdict_name(
        Rules { rule, ..rules }
            .ending(&board)
            .map(|ending| ending.verdict()),
    ))
}

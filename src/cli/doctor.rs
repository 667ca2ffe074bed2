//! `hanxin doctor`: whether an engine keeps to its protocol.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{bail, ensure};

use crate::arena::process::ProcessLauncher;
use crate::arena::spec::{EngineSpec, Protocol};
use crate::doctor::{CHECKS, Check, Diagnosis, Doctor, Finding, Verdict};
use crate::text;

use super::progress::Progress;

/// Lines of an exchange that are shown from its end; the JSON has more.
const SHOWN: usize = 12;

/// Checks whether an engine keeps to UCCI or UCI
///
/// Every rule is checked with a fresh process: passed, failed or not supported, with the place where the rule
/// stands and, unless it passed, the exchange that shows it. What is legal or forbidden on the board is decided
/// by our own rules. The exit code is 1 if anything failed. Takes a minute or two.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin doctor -- hanxin
  hanxin doctor --proto uci -- fairy-stockfish
  hanxin doctor --only banmoves,stop -- sjaakii -ucci -variant xiangqi")]
pub(super) struct Args {
    /// The engine: program and arguments, after two dashes
    #[arg(last = true, value_name = "CMD")]
    command: Vec<String>,
    /// The protocol: ucci, or uci
    #[arg(long, default_value = "ucci", value_parser = ["ucci", "uci"])]
    proto: String,
    /// An option to set before every check, as NAME=VALUE
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Only these checks, with commas between them
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    only: Vec<String>,
    /// List the checks and where their rules stand
    #[arg(long)]
    list: bool,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    patience: u64,
    /// Show the exchange of checks that passed, too
    #[arg(long, short)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        for id in &self.only {
            ensure!(
                all_checks().any(|check| check.id == id),
                "'{id}' is no check (expected one that --list names)"
            );
        }
        let doctor = Doctor {
            launcher: &ProcessLauncher::default(),
            spec: self.spec()?,
            patience: Duration::from_secs(self.patience),
        };
        let is_wanted = |id: &str| self.only.is_empty() || self.only.iter().any(|only| only == id);
        let checks = doctor.checks(is_wanted);
        let mut out = io::stdout();
        if self.list {
            for check in checks {
                let basis = check.basis.of(doctor.spec.protocol).unwrap_or_default();
                writeln!(out, "{:<22} {} ({basis})", check.id, check.about)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        ensure!(
            !doctor.spec.command.is_empty(),
            "no engine (expected its command after --, as in `hanxin doctor -- hanxin`)"
        );
        let progress = Progress::new(checks.len());
        let mut shown = Ok(());
        let diagnosis = doctor.examine(&checks, |finding| {
            progress.step();
            progress.message(finding.id);
            if !self.json && shown.is_ok() {
                let text = self.finding_text(finding);
                shown = progress.suspend(|| out.write_all(text.as_bytes()));
            }
        });
        drop(progress);
        shown?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&diagnosis)?)?;
        } else {
            writeln!(out, "{}", summary(&diagnosis))?;
        }
        let is_sound = diagnosis.count(Verdict::Failed) == 0;
        Ok(ExitCode::from(u8::from(!is_sound)))
    }

    fn spec(&self) -> anyhow::Result<EngineSpec> {
        let mut spec = EngineSpec {
            command: self.command.clone(),
            protocol: match self.proto.as_str() {
                "uci" => Protocol::Uci,
                _ => Protocol::Ucci,
            },
            ..EngineSpec::default()
        };
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                bail!("'{option}' is no option (expected NAME=VALUE)");
            };
            spec.options.push((name.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }

    fn finding_text(&self, finding: &Finding) -> String {
        let mut text = format!("{:<22} {:<13}", finding.id, finding.verdict.name());
        if !finding.detail.is_empty() {
            let _ = write!(text, " {}", text::message(&finding.detail));
        }
        text.push('\n');
        if finding.verdict == Verdict::Passed && !self.verbose {
            return text;
        }
        let _ = writeln!(text, "    {} ({})", finding.about, finding.basis);
        let lines = finding.exchange.iter().filter(|line| is_telling(line));
        let lines: Vec<&String> = lines.collect();
        let from = lines.len().saturating_sub(SHOWN);
        if from > 0 {
            let _ = writeln!(text, "    ... ({from} lines before)");
        }
        for line in &lines[from..] {
            let _ = writeln!(text, "    {line}");
        }
        text
    }
}

fn all_checks() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().flat_map(|group| group.iter())
}

/// Whether a line helps to understand an exchange: the greeting and the course of a search do not.
fn is_telling(line: &str) -> bool {
    let is_noise = ["< id ", "< option ", "< info currmove"]
        .iter()
        .any(|start| line.starts_with(start));
    !is_noise
}

fn summary(diagnosis: &Diagnosis) -> String {
    let count = |verdict| diagnosis.count(verdict);
    format!(
        "{} ({}): {} passed, {} failed, {} not supported",
        text::shown(&diagnosis.engine),
        diagnosis.protocol,
        count(Verdict::Passed),
        count(Verdict::Failed),
        count(Verdict::NotSupported)
    )
}

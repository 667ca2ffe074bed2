//! `hanxin match-report`: pools match files of several machines.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};

use crate::arena::pgn;
use crate::arena::record::{GameRecord, parse_records};
use crate::arena::report::Standings;
use crate::arena::stats::Sprt;
use crate::arena::verify::{VerifyError, verify, verify_pgn};
use crate::notation;

use super::watch::Watch;
use super::with_model;
use crate::cli::files::{self, Outputs};

/// Pools the records of several matches; checks every game by replaying it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin match-report part-*.jsonl --sprt 0,5,0.05,0.05 --svg elo.svg --table cross.md
  hanxin match-report --watch results --sprt 0,5,0.05,0.05 && scancel \"$JOB\"")]
pub(in crate::cli) struct Args {
    /// Match files: JSON lines or PGN
    #[arg(required_unless_present = "watch", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Read the growing .jsonl files of this folder until --sprt is decided or --until is reached
    #[arg(long, value_name = "DIR", conflicts_with_all = ["files", "svg", "table", "pgn"])]
    watch: Option<PathBuf>,
    /// With --watch: stop when so many games are there
    #[arg(long, value_name = "N", requires = "watch")]
    until: Option<usize>,
    /// With --watch: look again after so many seconds
    #[arg(long, value_name = "S", default_value_t = 10, requires = "watch", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    every: u64,
    /// Judge the first engine against the second: elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// What the bounds of --sprt measure: logistic or normalized Elo
    #[arg(long, default_value = "logistic", value_parser = ["logistic", "normalized"])]
    sprt_model: String,
    /// Draw Elo over games as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write everybody's results against everybody as Markdown
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Write all games as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl Args {
    #[expect(clippy::print_stderr, reason = "games that do not replay")]
    pub(in crate::cli) fn run(self) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.watch {
            return Watch {
                folder,
                sprt: with_model(self.sprt, &self.sprt_model),
                until: self.until,
                every: Duration::from_secs(self.every),
            }
            .run();
        }
        let inputs: Vec<files::Named<'_>> = self
            .files
            .iter()
            .map(|path| ("FILE", path.as_path()))
            .collect();
        let outputs = [
            ("--svg", &self.svg),
            ("--table", &self.table),
            ("--pgn", &self.pgn),
        ];
        let mut outputs = Outputs::claim(&inputs, &files::named(&outputs))?;
        let sprt = with_model(self.sprt, &self.sprt_model);
        let mut standings = Standings::default();
        let mut games = String::new();
        let mut wrong = 0;
        for (source, path) in self.files.iter().enumerate() {
            for (record, truth) in read(path)? {
                if let Err(error) = truth {
                    eprintln!("{}: {error}", path.display());
                    wrong += 1;
                }
                standings.add(source, &record);
                if self.pgn.is_some() {
                    games.push_str(&pgn::write(&record, "hanxin match"));
                }
            }
        }
        ensure!(standings.games() > 0, "no games in these files");
        let exports = [
            ("--svg", &self.svg, standings.elo_plot()),
            ("--table", &self.table, standings.cross_table()),
            ("--pgn", &self.pgn, games),
        ];
        for (flag, path, text) in exports {
            if let Some(path) = path {
                outputs.write(flag, path, text)?;
            }
        }
        let mut out = io::stdout().lock();
        if standings.names().len() > 2 {
            writeln!(out, "{}", standings.cross_table())?;
        }
        write!(out, "{}", standings.summary(sprt.as_ref()))?;
        writeln!(out, "replayed: {} games, {wrong} wrong", standings.games())?;
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}

/// A game and whether it is true.
pub(super) type Checked = (GameRecord, Result<(), VerifyError>);

/// Reads a file and puts its games in order, so that the engines come in the match's order too.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Checked>> {
    let mut records = read_unordered(path)?;
    records.sort_by_key(|(record, _)| record.game);
    Ok(records)
}

/// Reads JSON lines or, if the text begins with a tag, PGN.
fn read_unordered(path: &Path) -> anyhow::Result<Vec<Checked>> {
    let name = path.display();
    let text = files::read_text(path)?;
    if !text.trim_start().starts_with('[') {
        let records = parse_records(&text).with_context(|| name.to_string())?;
        let check = |record| {
            let truth = verify(&record);
            (record, truth)
        };
        return Ok(records.into_iter().map(check).collect());
    }
    let games = notation::pgn::parse(&text).with_context(|| name.to_string())?;
    games
        .iter()
        .map(|game| {
            let record = pgn::to_record(game).with_context(|| {
                let number = game.number;
                format!("{name}: game {number} has no result or no known [Termination]")
            })?;
            let truth = verify_pgn(game, &record);
            Ok((record, truth))
        })
        .collect()
}

//! `hanxin egtb`: makes, checks and asks endgame tables.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::Subcommand;

use crate::board::Board;
use crate::egtb::{
    Class, Counts, EXTENSION, Index, ParseClassError, Report, Shelf, Stage, TableFile, Tables,
    memory_needed, pack,
};
use crate::notation::to_chinese;
use crate::shard::Shard;
use crate::storage::replace::claim_folder;
use crate::types::Side;

use super::progress::Progress;

const EXAMPLES: &str = "Examples:
  hanxin egtb generate 'KR-K*' 'KNP-K*' --dir tables
  hanxin egtb verify --dir tables
  hanxin egtb stats KRP-KAABB --dir tables
  hanxin egtb probe --fen '3k1a2N/9/9/9/9/9/9/9/9/4K4 w'
  hanxin egtb verdicts 'KPP-K*' --dir tables --out verdicts.bin
  hanxin egtb list --dir tables

A class is named by its letters (K R C N P A B), the stronger army first. A star after an army stands for
each of the nine sets of advisors and elephants.";

/// Endgame tables: who wins, and in how many plies.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes the tables of classes and of all they need; those that exist already are kept.
    Generate(Generate),
    /// Checks every value of the tables against its successors one ply on, and the verdicts inside the
    /// program against the tables.
    Verify(Verify),
    /// Counts wins, draws and losses, and shows the longest win.
    Stats(Stats),
    /// What the tables say of a position and of each of its moves.
    Probe(Probe),
    /// Writes who wins, without distances, in a small part of the space.
    Verdicts(Verdicts),
    /// Lists the tables of a folder, or those inside the program.
    List(List),
}

#[derive(clap::Args)]
struct Folder {
    /// The folder with the tables.
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

#[derive(clap::Args)]
struct Generate {
    /// Classes, like KRP-KAABB or KRP-K*.
    #[arg(required = true, value_name = "CLASS")]
    classes: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Leave out classes that need more memory than this.
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    memory: usize,
    /// Make the I-th of N parts of the classes, for several machines, and what those need; the files of all
    /// parts belong into one folder.
    #[arg(long, default_value_t, hide_default_value = true, value_name = "I/N")]
    shard: Shard,
    /// Only say what would be made, and the memory it takes.
    #[arg(long)]
    dry_run: bool,
}

#[derive(clap::Args)]
struct Verify {
    /// Classes; all tables of the folder if none is named.
    #[arg(value_name = "CLASS")]
    classes: Vec<String>,
    /// The folder with the tables; without it, those inside the program.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

#[derive(clap::Args)]
struct Stats {
    /// Classes; all tables of the folder if none is named.
    #[arg(value_name = "CLASS")]
    classes: Vec<String>,
    #[command(flatten)]
    folder: Folder,
}

#[derive(clap::Args)]
struct Probe {
    /// The position.
    #[arg(long)]
    fen: String,
    /// A folder with tables besides those inside the program.
    #[arg(long, value_name = "DIR")]
    dir: Vec<PathBuf>,
}

#[derive(clap::Args)]
struct Verdicts {
    /// Classes, like KRP-KAABB or KRP-K*.
    #[arg(required = true, value_name = "CLASS")]
    classes: Vec<String>,
    #[command(flatten)]
    folder: Folder,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(clap::Args)]
struct List {
    /// The folder with the tables; without it, those inside the program.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Generate(args) => args.run(),
            Command::Verify(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Probe(args) => args.run(),
            Command::Verdicts(args) => args.run(),
            Command::List(args) => args.run(),
        }
    }
}

fn matching(patterns: &[String]) -> Result<Vec<Class>, ParseClassError> {
    let mut classes = Vec::new();
    for pattern in patterns {
        classes.extend(Class::matching(pattern)?);
    }
    Ok(classes)
}

/// The tables of a folder, smallest first.
fn tables(folder: &Path) -> anyhow::Result<Vec<TableFile>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut tables = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == EXTENSION)
        {
            tables.push(TableFile::open(&path)?);
        }
    }
    tables.sort_by_key(|table| (Index::count(table.class()), table.class()));
    Ok(tables)
}

/// The named tables of a folder, or all of them.
fn chosen(folder: &Path, patterns: &[String]) -> anyhow::Result<Vec<TableFile>> {
    if patterns.is_empty() {
        return tables(folder);
    }
    let library = Shelf::new(folder);
    let mut chosen = Vec::new();
    for class in matching(patterns)? {
        chosen.push(TableFile::open(&library.path(class))?);
    }
    Ok(chosen)
}

const MEGABYTE: usize = 1 << 20;

impl Generate {
    fn run(self) -> anyhow::Result<ExitCode> {
        let folder = &self.folder.dir;
        let classes = Class::closure(&self.shard.of(matching(&self.classes)?));
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let _claim = claim_folder(folder)?;
        let mut library = Shelf::new(folder);
        let missing: Vec<Class> = classes
            .into_iter()
            .filter(|&class| !library.has(class))
            .collect();
        let positions: usize = missing.iter().map(|&class| 2 * Index::count(class)).sum();
        let peak = missing
            .iter()
            .map(|&class| memory_needed(class))
            .max()
            .unwrap_or(0);
        let mut out = io::stdout();
        writeln!(
            out,
            "{} tables to make, {:.1} million positions, at most {} MB of memory",
            missing.len(),
            positions as f64 / 1e6,
            peak.div_ceil(MEGABYTE)
        )?;
        let progress = Progress::percent();
        let mut done = 0;
        let mut left_out: Vec<Class> = Vec::new();
        for class in missing {
            let memory = memory_needed(class).div_ceil(MEGABYTE);
            let needs_left_out = class
                .next_smaller()
                .iter()
                .any(|class| left_out.contains(class));
            if memory > self.memory || needs_left_out {
                writeln!(
                    out,
                    "{class:<18} left out: it or a smaller class needs more than {} MB",
                    self.memory
                )?;
                left_out.push(class);
                continue;
            }
            if self.dry_run {
                writeln!(
                    out,
                    "{class:<18} {:>12} positions {memory:>6} MB",
                    2 * Index::count(class)
                )?;
                continue;
            }
            let started = Instant::now();
            library.generate(class, self.threads.into(), &|stage| {
                progress.message(describe(class, stage));
            })?;
            done += 2 * Index::count(class);
            progress.set(done * 100 / positions.max(1));
            let file = TableFile::open(&library.path(class))?;
            let [strong, weak] = [Side::Red, Side::Black].map(|side| *file.counts(side));
            writeln!(
                out,
                "{class:<18} {:>11} positions {:>8} kB, longest {} plies, {} draws marked, {:.1} s",
                strong.total() + weak.total(),
                file.bytes() / 1024,
                strong.longest.max(weak.longest),
                strong.marked + weak.marked,
                started.elapsed().as_secs_f64()
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Says which class is being made and how far it has come.
fn describe(class: Class, stage: Stage) -> String {
    match stage {
        Stage::Looking { done, of } => format!("{class} looking {} %", done * 100 / of.max(1)),
        Stage::Level(plies) => format!("{class} level {plies}"),
        Stage::Repetition => format!("{class} repetition"),
    }
}

impl Verify {
    fn run(self) -> anyhow::Result<ExitCode> {
        let threads = self.threads.into();
        let mut is_sound = true;
        let Some(folder) = self.dir else {
            ensure!(
                self.classes.is_empty(),
                "which tables? (expected --dir with the named classes; without it, all inside the program)"
            );
            let mut out = Vec::new();
            Shelf::verify_builtin(threads, |class, report| {
                is_sound &= report.mistakes == 0;
                out.push(describe_report(class, &report));
            })?;
            writeln!(io::stdout(), "{}", out.join("\n"))?;
            return Ok(exit_code(is_sound));
        };
        let mut library = Shelf::new(&folder);
        let builtin = Tables::builtin();
        let mut out = io::stdout();
        for file in chosen(&folder, &self.classes)? {
            let report = library.verify(file.class(), threads)?;
            is_sound &= report.mistakes == 0;
            write!(out, "{}", describe_report(file.class(), &report))?;
            if let Some((known, different)) = builtin.compare_verdicts(&file.load()?) {
                is_sound &= different == 0;
                write!(
                    out,
                    "; {known} verdicts inside the program, {different} different"
                )?;
            }
            writeln!(out)?;
        }
        Ok(exit_code(is_sound))
    }
}

fn describe_report(class: Class, report: &Report) -> String {
    let (positions, mistakes) = (report.positions, report.mistakes);
    let example = report.first.as_ref();
    let example = example.map_or(String::new(), |first| format!(", for example {first:?}"));
    let class = class.to_string();
    format!("{class:<18} {positions:>11} positions, {mistakes} mistakes{example}")
}

const fn exit_code(is_sound: bool) -> ExitCode {
    if is_sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

impl Stats {
    fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{:<18} {:<7} {:>11} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "class", "to move", "positions", "win %", "draw %", "loss %", "marked %", "longest"
        )?;
        for file in chosen(&self.folder.dir, &self.classes)? {
            for (side, name) in [(Side::Red, "strong"), (Side::Black, "weak")] {
                let counts = file.counts(side);
                let share = |count: u64| 100.0 * count as f64 / counts.total().max(1) as f64;
                let Counts {
                    wins,
                    draws,
                    losses,
                    marked,
                    ..
                } = *counts;
                writeln!(
                    out,
                    "{:<18} {name:<7} {:>11} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8}",
                    file.class().to_string(),
                    counts.total(),
                    share(wins),
                    share(draws),
                    share(losses),
                    share(marked),
                    counts.longest
                )?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The tables inside the program and those of the folders; errors name the first folder or file that
/// cannot be used.
pub(super) fn open(folders: &[PathBuf]) -> anyhow::Result<Tables> {
    let (tables, errors) = Tables::open(folders);
    match errors.into_iter().next() {
        None => Ok(tables),
        Some(error) => Err(error.into()),
    }
}

impl Probe {
    fn run(self) -> anyhow::Result<ExitCode> {
        let tables = open(&self.dir)?;
        let mut board = Board::from_fen(&self.fen)?;
        let mut out = io::stdout().lock();
        let side = board.side_to_move();
        let (class, _) = Class::of(board.placement());
        let Some(value) = tables.probe(board.placement(), side) else {
            writeln!(out, "{class}: no table knows this position")?;
            return Ok(ExitCode::FAILURE);
        };
        writeln!(out, "{class}: {}", value.in_english(side))?;
        for mv in board.legal_moves() {
            let name = to_chinese(&board, mv);
            board.make_move(mv);
            let value = tables.probe(board.placement(), side.opponent());
            board.unmake_move();
            let text = value.map_or("not in the tables".to_owned(), |value| {
                value.in_english(side.opponent())
            });
            writeln!(out, "  {mv} {name} {text}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Verdicts {
    fn run(self) -> anyhow::Result<ExitCode> {
        let tables = chosen(&self.folder.dir, &self.classes)?;
        let mut out = io::stdout();
        let mut all = Vec::new();
        let progress = Progress::new(tables.len());
        for file in tables {
            let bytes = pack(&file.load()?)?;
            writeln!(
                out,
                "{:<18} {:>8} bytes",
                file.class().to_string(),
                bytes.len()
            )?;
            all.extend(bytes);
            progress.step();
        }
        fs::write(&self.out, &all)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(out, "{} bytes in {}", all.len(), self.out.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        let Some(folder) = self.dir else {
            let (tables, verdicts) = (
                Tables::builtin().classes(),
                Tables::builtin().verdict_classes(),
            );
            for class in &tables {
                writeln!(out, "{:<18} {}", class.to_string(), class.in_english())?;
            }
            for class in &verdicts {
                let english = class.in_english();
                writeln!(out, "{:<18} {english} (who wins only)", class.to_string())?;
            }
            writeln!(
                out,
                "{} tables with distances inside the program, {} with verdicts",
                tables.len(),
                verdicts.len()
            )?;
            return Ok(ExitCode::SUCCESS);
        };
        let tables = tables(&folder)?;
        let mut bytes = 0;
        for file in &tables {
            bytes += file.bytes();
            writeln!(
                out,
                "{:<18} {:>9} kB  {}",
                file.class().to_string(),
                file.bytes() / 1024,
                file.path().display()
            )?;
        }
        writeln!(out, "{} tables, {} kB", tables.len(), bytes / 1024)?;
        Ok(ExitCode::SUCCESS)
    }
}

//! `hanxin match`: engines against engines.

mod config;
pub(super) mod report;

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::arena::client::Timeouts;
use crate::arena::clock::EngineLimits;
use crate::arena::openings;
use crate::arena::pgn;
use crate::arena::record::{GameRecord, parse_records};
use crate::arena::referee::{DrawRule, Regulations, ResignRule};
use crate::arena::report::Standings;
use crate::arena::resume;
use crate::arena::runner::{MAX_FAILED_STARTS, MatchConfig};
use crate::arena::schedule::{Format, Schedule};
use crate::arena::spec::EngineSpec;
use crate::arena::stats::{EloModel, Sprt, SprtVerdict};
use crate::board::START_FEN;
use crate::rules::{Rule, Rules};

use super::files;
use super::limits;
use super::output::Output as Screen;

/// More games, rounds or plies than anybody plays.
const MOST: usize = 1_000_000_000;

/// Plays engines against each other.
///
/// An engine is given by settings: cmd (program and arguments), proto (ucci, uci, uci0, uci10,
/// cyclone), name, dir, option.NAME, env.NAME, restart=on, letters=he, unit=s, and limits of its own (tc, movetime, nodes, depth,
/// timemargin). Our own referee decides every game.
#[derive(clap::Args)]
#[command(after_help = "Example:
  hanxin match --engine \"cmd=hanxin name=new option.hashsize=64\" \\
               --engine \"cmd=fairy-stockfish proto=uci\" \\
               --openings openings.epd --games 200 --tc 10+0.1 --concurrency 2 \\
               --sprt 0,5,0.05,0.05 --pgn games.pgn --json games.jsonl")]
pub(super) struct Args {
    /// An engine: "cmd=… [proto=…] [name=…] [option.X=…] …". Give at least two.
    #[arg(long = "engine", value_name = "SETTINGS")]
    engines: Vec<EngineSpec>,
    /// Read settings from a TOML file: these flags by name, engines as [[engine]] tables. Flags given
    /// as well take precedence.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Opening positions: EPD, FEN lists or PGN. Default: the start position.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Of PGN openings, play from the position after so many plies.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = limits::count(0..=1000))]
    opening_plies: usize,
    /// sequential or random (shuffled by --seed).
    #[arg(long, default_value = "sequential", value_parser = ["sequential", "random"])]
    order: String,
    /// Seed of the shuffle.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Skip so many openings.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = limits::count(0..=1_000_000_000))]
    skip: usize,
    /// Games of each two engines, rounded up to whole pairs.
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "rounds")]
    games: Option<usize>,
    /// Rounds: openings each two engines play, two games each.
    #[arg(long, value_name = "N", value_parser = count)]
    rounds: Option<usize>,
    /// round-robin, or gauntlet (the first engine against the others).
    #[arg(long, default_value = "round-robin")]
    format: Format,
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = limits::count(1..=256))]
    concurrency: usize,
    /// Clock: [moves/]seconds[+increment].
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS")]
    movetime: Option<String>,
    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth for each move.
    #[arg(long, value_name = "N")]
    depth: Option<String>,
    /// Milliseconds a move may be late.
    #[arg(long, default_value = "50", value_name = "MS")]
    timemargin: String,
    /// Let engines think on the opponent's time.
    #[arg(long)]
    ponder: bool,
    /// Repetition rule: alwaysdraw, checkban, asianrule, chineserule.
    #[arg(long, default_value_t = Rule::default())]
    rule: Rule,
    /// Moves of each side without a capture that make a draw.
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    drawmoves: u16,
    /// Plies after which an open game is a draw.
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = count)]
    max_plies: usize,
    /// Call level games drawn: movecount=N,score=N[,movenumber=N].
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Call lost games lost: movecount=N,score=N[,both=1].
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// Stop when the first engine's gain over the second is decided: elo0,elo1,alpha,beta.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// What the bounds of --sprt measure: logistic or normalized Elo.
    #[arg(long, default_value = "logistic", value_parser = ["logistic", "normalized"])]
    sprt_model: String,
    /// Write games as PGN.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write games as JSON lines.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Continue the match in the --json file.
    #[arg(long, requires = "json")]
    resume: bool,
    /// Name of the match in the PGN.
    #[arg(long, default_value = "hanxin match")]
    event: String,
    /// Append what engines write to stderr.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print a summary every so many games.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = limits::count(0..=1_000_000_000))]
    summary_every: usize,
    /// Milliseconds for an engine to start.
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(limits::MILLISECONDS))]
    start_timeout: u64,
    /// Milliseconds for a move when only nodes or depth are limited.
    #[arg(long, default_value_t = 60_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(limits::MILLISECONDS))]
    move_timeout: u64,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Some(path) = &self.config else {
            let config = self.match_config()?;
            return self.play(&config);
        };
        let args = config::read(path)?;
        let config = args.match_config();
        args.play(&config.with_context(|| path.display().to_string())?)
    }

    fn play(self, config: &MatchConfig) -> anyhow::Result<ExitCode> {
        let sprt = with_model(self.sprt, &self.sprt_model);
        let done = self.finished_games(config)?;
        let mut out = Output::new(&self, &done)?;
        let names: Vec<String> = config.engines.iter().map(|e| e.name.clone()).collect();
        let mut standings = Standings::new(&names);
        for record in &done {
            standings.add(0, record);
        }
        let numbers: HashSet<usize> = done.iter().map(|record| record.game).collect();
        let total = config.schedule.games();
        let abort = Arc::new(AtomicBool::new(false));
        let on_interrupt = Arc::clone(&abort);
        ctrlc::set_handler(move || {
            on_interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        })
        .context("cannot watch for Ctrl-C")?;
        let decided = |standings: &Standings| {
            sprt.is_some_and(|s| s.verdict(&standings.tally(0, 1)) != SprtVerdict::Continue)
        };
        let start = Instant::now();
        let before = standings.plies();
        let mut problem = None;
        let mut given_up = None;
        if !decided(&standings) {
            given_up = config.run(
                |game| numbers.contains(&game),
                &abort,
                |record| {
                    standings.add(0, record);
                    if let Err(error) = out.write(record) {
                        problem = Some(error);
                        return false;
                    }
                    out.show(&standings, total, sprt.as_ref(), self.summary_every);
                    !decided(&standings) && out.is_of_use()
                },
            );
        }
        out.end_progress();
        if let Some(problem) = problem {
            return Err(problem);
        }
        let plies = standings.plies() - before;
        let (mut screen, sprt) = (out.screen, sprt.as_ref());
        finish(&mut screen, &standings, total, sprt, plies, start.elapsed());
        screen.finish()?;
        Ok(given_up.map_or(ExitCode::SUCCESS, |engine| report_failure(&names[engine])))
    }

    fn limits(&self) -> anyhow::Result<EngineLimits> {
        let mut limits = EngineLimits::default();
        let given = [
            ("tc", self.tc.as_deref()),
            ("movetime", self.movetime.as_deref()),
            ("nodes", self.nodes.as_deref()),
            ("depth", self.depth.as_deref()),
            ("timemargin", Some(self.timemargin.as_str())),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                limits.set(key, value)?;
            }
        }
        Ok(limits)
    }

    fn match_config(&self) -> anyhow::Result<MatchConfig> {
        let limits = self.limits()?;
        let engines = unique_names(self.engines.clone());
        ensure!(
            engines.len() >= 2,
            "{} engines given (expected --engine at least twice)",
            engines.len()
        );
        for engine in &engines {
            ensure!(
                !engine.limits.or(limits).is_empty(),
                "no limit for {} (expected --tc, --movetime, --nodes or --depth)",
                engine.name
            );
        }
        ensure!(
            self.sprt.is_none() || engines.len() == 2,
            "--sprt is about two engines, not {}",
            engines.len()
        );
        let rounds = match (self.games, self.rounds) {
            (Some(games), _) => games.div_ceil(2),
            (None, Some(rounds)) => rounds,
            (None, None) if self.sprt.is_some() => 500_000,
            (None, None) => bail!("how long is the match? (expected --games, --rounds or --sprt)"),
        };
        let log = match &self.log {
            Some(path) => Some(Arc::new(Mutex::new(append(path)?))),
            None => None,
        };
        Ok(MatchConfig {
            schedule: Schedule::new(engines.len(), self.format, rounds),
            engines,
            limits,
            openings: self.read_openings()?,
            regulations: Regulations {
                rules: Rules {
                    rule: self.rule,
                    limit_plies: self.drawmoves.saturating_mul(2),
                },
                max_plies: self.max_plies,
                draw: self.draw,
                resign: self.resign,
            },
            concurrency: self.concurrency,
            ponder: self.ponder,
            timeouts: Timeouts {
                start: Duration::from_millis(self.start_timeout),
                search: Duration::from_millis(self.move_timeout),
                ..Timeouts::default()
            },
            log,
        })
    }

    fn read_openings(&self) -> anyhow::Result<Vec<String>> {
        let Some(path) = &self.openings else {
            return Ok(vec![START_FEN.to_owned()]);
        };
        let name = path.display();
        let text = files::read_text(path)?;
        let mut fens =
            openings::parse(&text, self.opening_plies).with_context(|| name.to_string())?;
        if self.order == "random" {
            openings::shuffle(&mut fens, self.seed);
        }
        let skip = self.skip % fens.len();
        fens.rotate_left(skip);
        Ok(fens)
    }

    /// The games a match to be resumed has already, checked against this match.
    fn finished_games(&self, config: &MatchConfig) -> anyhow::Result<Vec<GameRecord>> {
        let Some(path) = self
            .json
            .as_ref()
            .filter(|path| self.resume && path.exists())
        else {
            return Ok(Vec::new());
        };
        let name = path.display();
        let text = files::read_text(path)?;
        let records = parse_records(&text).with_context(|| name.to_string())?;
        resume::check(config, &records).with_context(|| name.to_string())?;
        Ok(records)
    }
}

/// Reads a number of games, rounds or plies.
fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| (1..=MOST).contains(n));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}

/// The test with the model the user named.
pub(super) fn with_model(sprt: Option<Sprt>, model: &str) -> Option<Sprt> {
    let model = if model == "normalized" {
        EloModel::Normalized
    } else {
        EloModel::Logistic
    };
    sprt.map(|sprt| Sprt { model, ..sprt })
}

/// Gives engines of the same name numbers.
fn unique_names(mut engines: Vec<EngineSpec>) -> Vec<EngineSpec> {
    for index in 1..engines.len() {
        let name = engines[index].name.clone();
        let same = engines[..index].iter().filter(|e| e.name == name).count();
        if same > 0 {
            engines[index].name = format!("{name}#{}", same + 1);
        }
    }
    engines
}

fn append(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| files::cannot_write(path))
}

/// Says for which engine the match was given up.
#[expect(clippy::print_stderr, reason = "the match has failed")]
fn report_failure(engine: &str) -> ExitCode {
    eprintln!("hanxin: match given up: {engine} did not start {MAX_FAILED_STARTS} times in a row");
    ExitCode::from(1)
}

fn finish(
    screen: &mut Screen,
    standings: &Standings,
    total: usize,
    sprt: Option<&Sprt>,
    plies: usize,
    elapsed: Duration,
) {
    if standings.games() < total {
        let games = standings.games();
        screen.line(format_args!("stopped after {games} of {total} games"));
    }
    if standings.names().len() > 2 {
        screen.line(standings.cross_table());
    }
    screen.text(standings.summary(sprt));
    let seconds = elapsed.as_secs_f64();
    screen.line(format_args!(
        "{plies} plies in {seconds:.1} s, {:.0} plies a second",
        plies as f64 / seconds.max(1e-9)
    ));
}

/// Refuses files that would be overwritten. Only a match that is resumed from its --json file rewrites
/// files, both from that one.
fn refuse_existing(args: &Args) -> anyhow::Result<()> {
    let exists = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.exists());
    if args.resume && exists(&args.json) {
        return Ok(());
    }
    let hint = if args.resume {
        "expected the --json file to continue from, or another name"
    } else if exists(&args.json) {
        "expected --resume to continue it, or another name"
    } else {
        "expected another name"
    };
    for path in [&args.json, &args.pgn].into_iter().flatten() {
        ensure!(!path.exists(), "{} exists ({hint})", path.display());
    }
    Ok(())
}

/// Where finished games and progress go.
struct Output {
    json: Option<File>,
    pgn: Option<File>,
    event: String,
    screen: Screen,
    live: bool,
    shown: Option<Instant>,
}

impl Output {
    /// Opens the files. After an interruption both are rewritten from what is whole, so that a torn
    /// last line or game disappears.
    fn new(args: &Args, done: &[GameRecord]) -> anyhow::Result<Self> {
        let create = |path: &Option<PathBuf>, text: String| -> anyhow::Result<Option<File>> {
            let Some(path) = path else { return Ok(None) };
            let write = || {
                let mut file = File::create(path)?;
                file.write_all(text.as_bytes())?;
                Ok::<_, std::io::Error>(file)
            };
            write().map(Some).with_context(|| files::cannot_write(path))
        };
        refuse_existing(args)?;
        let json = done.iter().map(GameRecord::to_json_line).collect();
        let pgn = done.iter().map(|r| pgn::write(r, &args.event)).collect();
        Ok(Self {
            json: create(&args.json, json)?,
            pgn: create(&args.pgn, pgn)?,
            event: args.event.clone(),
            screen: Screen::stdout(),
            live: std::io::stderr().is_terminal(),
            shown: None,
        })
    }

    fn write(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        if let Some(file) = &mut self.json {
            file.write_all(record.to_json_line().as_bytes())?;
        }
        if let Some(file) = &mut self.pgn {
            file.write_all(pgn::write(record, &self.event).as_bytes())?;
        }
        Ok(())
    }

    /// Whether a file keeps the games or somebody may still read of them.
    fn is_of_use(&self) -> bool {
        self.json.is_some() || self.pgn.is_some() || !self.screen.is_broken()
    }

    #[expect(clippy::print_stderr, reason = "progress of a long match")]
    fn show(&mut self, standings: &Standings, total: usize, sprt: Option<&Sprt>, every: usize) {
        if every > 0 && standings.games().is_multiple_of(every) && standings.games() < total {
            self.end_progress();
            self.screen.line(standings.progress(total, sprt));
        }
        let is_due = self
            .shown
            .is_none_or(|at| at.elapsed() > Duration::from_millis(200));
        if self.live && is_due {
            eprint!("\r\x1b[K{}", standings.progress(total, sprt));
            self.shown = Some(Instant::now());
        }
    }

    #[expect(clippy::print_stderr, reason = "clears the progress line")]
    fn end_progress(&mut self) {
        if self.live && self.shown.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

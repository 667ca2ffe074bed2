//! `hanxin match`: engines against engines.

mod config;
#[cfg_attr(not(feature = "serve"), path = "no_live.rs")]
mod live;
mod output;
pub(super) mod report;
mod watch;

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::arena::client::Timeouts;
use crate::arena::clock::EngineLimits;
use crate::arena::live::LiveGames;
use crate::arena::openings;
use crate::arena::process::{
    FILES_OF_RUNNER, FILES_PER_GAME, ProcessLauncher, adopt_orphans, end_children, raise_file_limit,
};
use crate::arena::referee::{DrawRule, Regulations, ResignRule};
use crate::arena::report::Standings;
use crate::arena::runner::{MAX_FAILED_STARTS, MatchConfig, MatchEnd};
use crate::arena::schedule::{Format, Schedule};
use crate::arena::spec::EngineSpec;
use crate::arena::stats::{EloModel, Sprt, SprtVerdict};
use crate::board::START_FEN;
use crate::rules::{Rule, Rules};
use crate::shard::Shard;
use crate::storage::journal::Journal;
use crate::text;

use super::files;
use super::limits;
use super::output::Output as Screen;
use super::work::stop_on_interrupt_or;
use output::{MatchOutput, RecordFiles};

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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
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
    /// Play the I-th of N parts of the match, for several machines: whole pairs of games, dealt in turn.
    /// `hanxin match-report` pools the files.
    #[arg(
        long,
        default_value_t,
        hide_default_value = true,
        value_name = "I/N",
        conflicts_with = "sprt"
    )]
    shard: Shard,
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
    /// End games whose result the endgame tables inside the program know.
    #[arg(long)]
    egtb: bool,
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
    /// At the end, read the --json file again and check every game of it.
    #[arg(long, requires = "json")]
    verify: bool,
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
    #[command(flatten)]
    page: live::Args,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let Some(path) = &self.config else {
            let config = self.match_config()?;
            return self.play(&config);
        };
        let mut args = config::read(path)?;
        args.config = Some(path.clone());
        let config = args.match_config();
        args.play(&config.with_context(|| path.display().to_string())?)
    }

    /// Opens the files, plays, and says how it went.
    fn play(self, config: &MatchConfig) -> anyhow::Result<ExitCode> {
        let (inputs, outputs) = self.paths();
        files::ensure_distinct(&inputs, &outputs)?;
        ensure_enough_files(config.concurrency, self.page.files())?;
        let sprt = with_model(self.sprt, &self.sprt_model);
        let live = Arc::new(LiveGames::new(config.concurrency));
        let page = self.page.start(config, sprt, &live)?;
        let record_files = RecordFiles {
            json: self.json.as_deref(),
            pgn: self.pgn.as_deref(),
            resume: self.resume,
            event: &self.event,
        };
        let (recorder, done) = record_files.open(config)?;
        let log = self.log.as_deref().map(Journal::append_to).transpose()?;
        let launcher = ProcessLauncher {
            log: log.map(|journal| Arc::new(Mutex::new(journal))),
        };
        let mut out = MatchOutput::new(recorder);
        if let Some(url) = page.url() {
            out.screen.line(format_args!("the match is shown at {url}"));
        }
        let names: Vec<String> = config.engines.iter().map(|e| e.name.clone()).collect();
        let mut standings = Standings::new(&names);
        for record in &done {
            standings.add(0, record);
            page.add(record);
        }
        let numbers: HashSet<usize> = done.iter().map(|record| record.game).collect();
        let total = config.games();
        let abort = stop_on_interrupt_or(end_children)?;
        adopt_orphans();
        let decided = |standings: &Standings| {
            sprt.is_some_and(|s| s.verdict(&standings.tally(0, 1)) != SprtVerdict::Continue)
        };
        let start = Instant::now();
        let before = standings.plies();
        let mut written = Ok(());
        let mut end = MatchEnd::Finished;
        if !decided(&standings) {
            end = config.run_watched(
                &launcher,
                |game| numbers.contains(&game),
                &abort,
                |record| {
                    written = out.write(record);
                    if written.is_err() {
                        return false;
                    }
                    standings.add(0, record);
                    page.add(record);
                    out.show(&standings, total, sprt.as_ref(), self.summary_every);
                    !decided(&standings) && out.is_of_use()
                },
                &live,
            );
        }
        end_children();
        out.end_progress();
        page.finish();
        let plies = standings.plies() - before;
        let elapsed = start.elapsed();
        summarize(
            &mut out.screen,
            &standings,
            total,
            sprt.as_ref(),
            plies,
            elapsed,
        );
        let written = written.and_then(|()| out.finish(standings.games()));
        let mut code = u8::from(!is_success(&end, &names));
        if let Err(error) = written {
            complain(&format!("match stopped: {error}"));
            code = 1;
        } else if let Some(path) = self.json.as_deref().filter(|_| self.verify) {
            let is_true = output::verify(path, standings.games(), &mut out.screen)?;
            code |= u8::from(!is_true);
        }
        out.screen.finish()?;
        Ok(ExitCode::from(code))
    }

    /// The files that are read and written, by the flags that name them.
    fn paths(&self) -> (Vec<files::Named<'_>>, Vec<files::Named<'_>>) {
        let inputs = [("--openings", &self.openings), ("--config", &self.config)];
        let outputs = [
            ("--json", &self.json),
            ("--pgn", &self.pgn),
            ("--log", &self.log),
        ];
        (files::named(&inputs), files::named(&outputs))
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
                egtb: self.egtb,
            },
            shard: self.shard,
            concurrency: self.concurrency,
            ponder: self.ponder,
            timeouts: Timeouts {
                start: Duration::from_millis(self.start_timeout),
                search: Duration::from_millis(self.move_timeout),
                ..Timeouts::default()
            },
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

/// Gives engines of the same name numbers, such that no two names are alike in the end.
fn unique_names(mut engines: Vec<EngineSpec>) -> Vec<EngineSpec> {
    let mut taken: HashSet<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    for index in 1..engines.len() {
        let name = engines[index].name.clone();
        if engines[..index].iter().any(|engine| engine.name == name) {
            let mut numbered = (2..).map(|number| format!("{name}#{number}"));
            if let Some(free) = numbered.find(|name| !taken.contains(name)) {
                taken.insert(free.clone());
                engines[index].name = free;
            }
        }
    }
    engines
}

/// Makes sure that so many games at a time can be played with the files this process may open.
fn ensure_enough_files(games: usize, besides: u64) -> anyhow::Result<()> {
    let besides = besides + FILES_OF_RUNNER;
    let Some(limit) = raise_file_limit() else {
        return Ok(());
    };
    let most = limit.saturating_sub(besides) / FILES_PER_GAME;
    ensure!(
        games as u64 <= most,
        "--concurrency {games} needs {} open files, and this process may open {limit} (expected at most {most} games at a time, or a higher 'ulimit -n')",
        games as u64 * FILES_PER_GAME + besides
    );
    Ok(())
}

/// Whether a match ended as it should; says why if not.
fn is_success(end: &MatchEnd, names: &[String]) -> bool {
    match end {
        MatchEnd::Finished | MatchEnd::Stopped => return true,
        MatchEnd::GivenUp(engine) => complain(&format!(
            "match given up: {} did not start {MAX_FAILED_STARTS} times in a row",
            names[*engine]
        )),
        MatchEnd::RunnerFault(fault) => complain(&format!(
            "match stopped: {fault} (a fault of the runner, not of an engine)"
        )),
    }
    false
}

#[expect(clippy::print_stderr, reason = "the match has failed")]
fn complain(text: &str) {
    eprintln!("hanxin: {}", text::message(text));
}

/// Prints what the match has shown.
fn summarize(
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

#[cfg(test)]
mod tests;

//! `hanxin tune search`: the numbers of the search improved by games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, bail, ensure};

use crate::board::Board;
use crate::cli::files::{self, Outputs};
use crate::cli::limits::{THREADS, count};
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::samples;
use crate::cli::work::{stop_on_interrupt, threads};
use crate::learn::duel::{Duel, with_values};
use crate::learn::spsa::{Settings, Spsa, Tunable};
use crate::notation::epd;
use crate::plot::{Axis, LineChart, Series};
use crate::search::Params;

/// Positions that games begin with where no file names others.
const OPENINGS: &str = include_str!("../../../positions/openings200.epd");
/// Names that begin so have to do with the clock, which games of a fixed number of nodes do not show.
const TIME: &str = "time_";
/// How many numbers the plot shows: as many as it has colours.
const SHOWN: usize = 7;
/// How often the numbers are entered into the plot.
const PLOTTED: u32 = 200;

/// Tunes the numbers of the search by games of neighbouring values (SPSA)
///
/// Every iteration plays pairs of games between two sets of values, each number shifted up in one and down in
/// the other, and moves all of them towards the winner. Ctrl-C ends after the iteration under way; with
/// --checkpoint the next run goes on there. What it found is to be verified by a match:
/// every number is an option of the engine.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin tune search --iterations 5000 --nodes 4000 --checkpoint tuning.json --plot tuning.svg\n  \
                  hanxin tune search --param futility_base --param futility_slope --iterations 500"
)]
pub(super) struct Args {
    /// A number to tune, by its name; without it all that have nothing to do with time. May be repeated
    #[arg(long = "param", value_name = "NAME")]
    params: Vec<String>,
    /// Iterations
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,
    /// Openings of an iteration, each played with both colours
    #[arg(long, default_value_t = 2, value_parser = count(1..=10_000))]
    pairs: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The last shift of a number, as a share of its range
    #[arg(long, default_value_t = 0.05, value_parser = samples::step)]
    shift: f32,
    /// The last move of a number for one point, as a share of its shift
    #[arg(long, default_value_t = 0.02, value_parser = samples::step)]
    rate: f32,
    /// Positions to begin games with; without it the 200 openings built in
    #[arg(long, value_name = "EPD")]
    openings: Option<PathBuf>,
    /// Seed of the shifts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Where to keep the tuning after every iteration; if the file exists, go on with it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Where to draw the way of the numbers that moved most, as SVG
    #[arg(long, value_name = "SVG")]
    plot: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = files::named(&[("--openings", &self.openings)]);
        let outputs = files::named(&[("--checkpoint", &self.checkpoint), ("--plot", &self.plot)]);
        let mut outputs = Outputs::claim(&inputs, &outputs)?;
        let openings = self.read_openings()?;
        let mut spsa = Spsa::new(self.tunables()?, self.settings());
        if let Some(path) = self.checkpoint.as_deref().filter(|path| path.exists()) {
            resume(&mut spsa, path)?;
        }
        let names: Vec<&str> = spsa.tunables().iter().map(|t| t.name).collect();
        let mut duel = Duel::new(threads(self.threads), self.nodes);
        let mut way = Way::default();
        let stop = stop_on_interrupt()?;
        let progress = Progress::new(self.iterations as usize);
        progress.set(spsa.progress().iteration as usize);
        way.enter(&spsa);
        while !stop.load(Relaxed)
            && let Some(trial) = spsa.next_trial()
        {
            let [first, second] = &trial.sets;
            let sets = [with_values(&names, first)?, with_values(&names, second)?];
            let begin = spsa.progress().iteration as usize * self.pairs;
            let starts = openings.iter().cycle().skip(begin % openings.len());
            let starts: Vec<Board> = starts.take(self.pairs).cloned().collect();
            let points = duel.play([&sets[0], &sets[1]], &starts);
            spsa.enter(&trial, f64::from(points));
            progress.step();
            if let Some(path) = &self.checkpoint {
                let kept = serde_json::to_vec_pretty(spsa.progress())?;
                outputs.write("--checkpoint", path, kept)?;
            }
            let done = spsa.progress().iteration;
            if done.is_multiple_of((self.iterations / PLOTTED).max(1)) {
                way.enter(&spsa);
            }
        }
        drop(progress);
        if let Some(path) = &self.plot {
            outputs.write("--plot", path, way.to_svg(&spsa))?;
        }
        report(&spsa)
    }

    fn settings(&self) -> Settings {
        Settings {
            iterations: self.iterations,
            rate: f64::from(self.rate),
            seed: self.seed,
        }
    }

    /// The numbers to tune, each with its shift.
    fn tunables(&self) -> anyhow::Result<Vec<Tunable>> {
        for name in &self.params {
            let is_known = Params::TABLE.iter().any(|param| param.name == name);
            ensure!(
                is_known,
                "'{name}' is no search parameter (expected a name of src/search/params.rs)"
            );
        }
        let is_wanted = |name: &str| match self.params.as_slice() {
            [] => !name.starts_with(TIME),
            names => names.iter().any(|wanted| wanted == name),
        };
        let wanted = Params::TABLE.iter().filter(|param| is_wanted(param.name));
        let tunables = wanted.map(|param| {
            let width = f64::from(param.range.end() - param.range.start());
            Tunable {
                name: param.name,
                start: param.default,
                range: param.range.clone(),
                shift: (width * f64::from(self.shift)).max(0.5),
            }
        });
        Ok(tunables.collect())
    }

    fn read_openings(&self) -> anyhow::Result<Vec<Board>> {
        let records = match &self.openings {
            Some(path) => files::read_positions(path)?,
            None => epd::parse(OPENINGS)?,
        };
        let boards: Vec<Board> = records.into_iter().map(|record| record.board).collect();
        ensure!(!boards.is_empty(), "no positions to begin games with");
        Ok(boards)
    }
}

/// Goes on with a checkpoint.
fn resume(spsa: &mut Spsa, path: &Path) -> anyhow::Result<()> {
    let named = || path.display().to_string();
    let bytes = fs::read(path).with_context(named)?;
    let kept = serde_json::from_slice(&bytes)
        .with_context(|| format!("{} is no checkpoint of a tuning", path.display()))?;
    if !spsa.resume(kept) {
        bail!(
            "{} belongs to another tuning (expected the same --param, --iterations, --rate and --seed, or another name)",
            path.display()
        );
    }
    Ok(())
}

/// Prints every number before and after, and the options that try the tuned ones.
fn report(spsa: &Spsa) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let done = spsa.progress().iteration;
    out.line(format_args!("{done} iterations"));
    let mut options = Vec::new();
    for (tunable, value) in spsa.tunables().iter().zip(spsa.values()) {
        let Tunable { name, start, .. } = tunable;
        out.line(format_args!("{name:32} {start:6} -> {value:6}"));
        if value != *start {
            options.push(format!("option.{name}={value}"));
        }
    }
    out.line(format_args!("to play with them: {}", options.join(" ")));
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The numbers in the course of a tuning.
#[derive(Default)]
struct Way(Vec<(f64, Vec<f64>)>);

impl Way {
    fn enter(&mut self, spsa: &Spsa) {
        let progress = spsa.progress();
        let iteration = f64::from(progress.iteration);
        self.0.push((iteration, progress.values.clone()));
    }

    /// Lines for the numbers that have moved most, in shifts from where they began.
    fn to_svg(&self, spsa: &Spsa) -> String {
        let chart = LineChart::new(
            "The numbers that moved most",
            Axis::whole("iteration"),
            Axis::linear("shifts from the start"),
        );
        let tunables = spsa.tunables().iter().enumerate();
        let mut ways: Vec<(&str, Vec<(f64, f64)>)> = tunables
            .map(|(index, tunable)| {
                let start = f64::from(tunable.start);
                let moved = |values: &[f64]| (values[index] - start) / tunable.shift;
                let points = self.0.iter();
                let points = points.map(|(iteration, values)| (*iteration, moved(values)));
                (tunable.name, points.collect())
            })
            .collect();
        let distance = |way: &[(f64, f64)]| way.last().map_or(0.0, |(_, moved)| moved.abs());
        ways.sort_by(|(_, a), (_, b)| distance(b).total_cmp(&distance(a)));
        ways.into_iter()
            .take(SHOWN)
            .map(|(name, points)| Series::new(name, points))
            .fold(chart, LineChart::with)
            .to_svg()
    }
}

//! `hanxin train`: the network of the evaluation from games with scores.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use anyhow::{Context, ensure};

use crate::learn::train::{Data, Settings, Trainer};
use crate::nnue::Weights;
use crate::plot::{Axis, LineChart, Series};

use super::datagen::tools::for_each_game;
use super::files::{self, Outputs};
use super::limits::THREADS;
use super::output::Output;
use super::progress::Progress;
use super::samples;
use super::work::{stop_on_interrupt, threads};

/// Trains the evaluation's network on games with scores
///
/// Reads files of `hanxin datagen` and prints the mean squared error of the expected points after every
/// pass. With --checkpoint an interrupted training goes on where it stopped. Ctrl-C ends after the pass
/// under way.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin datagen --games 100000 --out own.games\n  \
                  hanxin datagen --games 1000 --seed 2 --out other.games\n  \
                  hanxin train own.games --check other.games --out src/nnue/default.nnue"
)]
pub(super) struct Args {
    /// Files of games
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Games to check the result on, not learnt from
    #[arg(long)]
    check: Option<PathBuf>,
    /// Where to write the network
    #[arg(long)]
    out: PathBuf,
    /// A network to go on with; without it one that knows nothing
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Where to keep the training after every pass; if the file exists, go on with it
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Where to write the errors of the passes as CSV, with a plot beside it (.svg)
    #[arg(long)]
    log: Option<PathBuf>,
    /// Passes over the data
    #[arg(long, default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// Samples that change the weights together
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    batch: u32,
    /// Largest step of a weight at once
    #[arg(long, default_value_t = Settings::default().rate, value_parser = samples::step)]
    rate: f32,
    /// What is left of the step at the end, as a share
    #[arg(long, default_value_t = Settings::default().last_rate, value_parser = samples::share)]
    last_rate: f32,
    /// Weight decay
    #[arg(long, default_value_t = Settings::default().decay, value_parser = samples::size)]
    decay: f32,
    /// Share of the later scores of the game in a score to learn (TD lambda), 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = samples::share)]
    lambda: f32,
    /// Share of the game's result in a target at the beginning
    #[arg(long, default_value_t = Settings::default().result_share.0, value_parser = samples::share)]
    first_result: f32,
    /// Share of the game's result in a target at the end
    #[arg(long, default_value_t = Settings::default().result_share.1, value_parser = samples::share)]
    last_result: f32,
    /// What the result counts more where all rooks, horses and cannons are gone
    #[arg(long, default_value_t = Settings::default().endgame_share, value_parser = samples::share)]
    endgame_result: f32,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Seed of the first weights and of the order of the samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let data = self.data.iter().map(|path| ("DATA", path.as_path()));
        let mut inputs: Vec<_> = data.collect();
        inputs.extend(files::named(&[
            ("--check", &self.check),
            ("--start", &self.start),
        ]));
        let mut outputs = vec![("--out", self.out.as_path())];
        outputs.extend(files::named(&[
            ("--checkpoint", &self.checkpoint),
            ("--log", &self.log),
        ]));
        let chart = self.log.as_ref().map(|path| path.with_extension("svg"));
        outputs.extend(files::named(&[("the plot of --log", &chart)]));
        let mut outputs = Outputs::claim(&inputs, &outputs)?;
        let data = read(&self.data, self.lambda)?;
        let check = read(self.check.as_slice(), self.lambda)?;
        ensure!(
            !data.is_empty(),
            "no quiet positions with scores in the files given"
        );
        let mut out = Output::stdout();
        out.line(format_args!(
            "{} positions, {} to check",
            data.len(),
            check.len()
        ));
        let mut trainer = self.trainer(data.len())?;
        if trainer.epochs() > 0 {
            out.line(format_args!("going on after epoch {}", trainer.epochs()));
        }
        let stop = stop_on_interrupt()?;
        let mut log = Log::default();
        while !stop.load(Relaxed) {
            let start = Instant::now();
            let progress = Progress::new(data.len());
            let epoch = trainer.train_epoch(&data, |samples| progress.advance(samples));
            drop(progress);
            let Some(epoch) = epoch else { break };
            let speed = data.len() as f64 / start.elapsed().as_secs_f64();
            let checked = (!check.is_empty()).then(|| trainer.error(&check));
            let tail = checked.map_or(String::new(), |error| format!(" check {error:.6}"));
            out.line(format_args!(
                "epoch {} of {}: error {:.6}{tail} ({:.0} samples a second)",
                epoch.number, self.epochs, epoch.error, speed
            ));
            log.enter(epoch.number, epoch.error, checked);
            if let Some(path) = &self.checkpoint {
                outputs.write("--checkpoint", path, trainer.checkpoint(data.len()))?;
            }
            if let (Some(path), Some(chart)) = (&self.log, &chart) {
                outputs.write("--log", path, log.to_csv())?;
                outputs.write("--log", chart, log.to_svg())?;
            }
        }
        outputs.write("--out", &self.out, trainer.weights().to_bytes())?;
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }

    /// A new training, or the one of the checkpoint.
    fn trainer(&self, samples: usize) -> anyhow::Result<Trainer> {
        let settings = Settings {
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            last_rate: self.last_rate,
            decay: self.decay,
            result_share: (self.first_result, self.last_result),
            endgame_share: self.endgame_result,
            threads: threads(self.threads),
            seed: self.seed,
        };
        match &self.checkpoint {
            Some(path) if path.exists() => {
                let bytes =
                    fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
                let trainer = Trainer::resume(settings, samples, &bytes);
                trainer.with_context(|| path.display().to_string())
            }
            _ => match &self.start {
                None => Ok(Trainer::new(settings)),
                Some(path) => {
                    let weights = Weights::from_bytes(&files::read_bytes(path)?);
                    let weights = weights.with_context(|| path.display().to_string())?;
                    Ok(Trainer::starting_from(settings, &weights))
                }
            },
        }
    }
}

/// The samples of some files of games.
fn read(paths: &[impl AsRef<Path>], lambda: f32) -> anyhow::Result<Data> {
    let mut data = Data::default();
    for path in paths {
        let path = path.as_ref();
        for_each_game(path, |game| {
            data.push(&game, lambda)
                .with_context(|| path.display().to_string())
        })?;
    }
    Ok(data)
}

/// The errors of the passes.
#[derive(Default)]
struct Log {
    /// Pass, error while learning, error on the games to check.
    rows: Vec<(usize, f64, Option<f64>)>,
}

impl Log {
    fn enter(&mut self, epoch: usize, error: f64, checked: Option<f64>) {
        self.rows.push((epoch, error, checked));
    }

    fn to_csv(&self) -> String {
        let mut text = "epoch,error,check\n".to_owned();
        for (epoch, error, checked) in &self.rows {
            let checked = checked.map_or(String::new(), |error| format!("{error:.6}"));
            let _ = writeln!(text, "{epoch},{error:.6},{checked}");
        }
        text
    }

    fn to_svg(&self) -> String {
        let error = |row: &(usize, f64, Option<f64>)| (row.0 as f64, row.1);
        let checked = |row: &(usize, f64, Option<f64>)| Some((row.0 as f64, row.2?));
        let chart = LineChart::new(
            "Training",
            Axis::linear("epoch"),
            Axis::linear("mean squared error"),
        )
        .with(Series::new("samples learnt", self.rows.iter().map(error)))
        .with(Series::new(
            "games to check",
            self.rows.iter().filter_map(checked),
        ));
        chart.to_svg()
    }
}

//! `hanxin tune`: weights of the evaluation from positions with results, and the search's numbers by games.

mod search;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::learn::tune::{Data, Settings, Weights, tune};

use crate::cli::files::{self, Outputs};
use crate::cli::limits::count;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::samples;

/// Tunes the evaluation's weights on positions with results, or the search's numbers by games
///
/// Reads lines `fen;result` or `fen;result;score` as `hanxin datagen dump` writes them, and prints the mean
/// cross entropy before and after. `tune search` plays games instead.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Example:\n  hanxin tune positions.txt --out src/weights/data.rs\n  \
                  hanxin tune search --iterations 1000 --checkpoint tuning.json"
)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    terms: Terms,
}

#[derive(clap::Subcommand)]
enum Action {
    Search(search::Args),
}

impl Args {
    pub(in crate::cli) fn run(self) -> anyhow::Result<ExitCode> {
        match self.action {
            None => self.terms.run(),
            Some(Action::Search(args)) => args.run(),
        }
    }
}

#[derive(clap::Args)]
struct Terms {
    #[command(flatten)]
    files: samples::Files,
    /// Weights to start from, as Rust source; without it the ones built in
    #[arg(long)]
    start: Option<PathBuf>,
    /// Where to write the tuned weights as Rust source
    #[arg(long)]
    out: Option<PathBuf>,
    /// Passes over the data
    #[arg(long, default_value_t = 20, value_parser = count(0..=100_000))]
    epochs: usize,
    /// Largest step of a weight at once
    #[arg(long, default_value_t = 0.5, value_parser = samples::step)]
    rate: f32,
    /// How strongly weights are held to where they start
    #[arg(long, default_value_t = 5e-6, value_parser = samples::size)]
    anchor: f32,
    /// Score that multiplies the odds by e, which keeps the scale of the weights; 0 = fit it
    #[arg(long, default_value_t = 106.0, value_parser = samples::size)]
    slope: f32,
    /// Share of the search score in a sample's target
    #[arg(long, default_value_t = 0.7, value_parser = samples::share)]
    mix: f32,
}

impl Terms {
    fn run(self) -> anyhow::Result<ExitCode> {
        let mut inputs = self.files.named();
        inputs.extend(files::named(&[("--start", &self.start)]));
        let mut outputs = Outputs::claim(&inputs, &files::named(&[("--out", &self.out)]))?;
        let mut data = Data::default();
        for path in &self.files.data {
            samples::read(path, |sample| data.push(sample))?;
        }
        anyhow::ensure!(!data.is_empty(), "no positions in the files given");
        let mut out = Output::stdout();
        out.line(format_args!("{} positions", data.len()));
        let settings = Settings {
            epochs: self.epochs,
            rate: self.rate,
            anchor: self.anchor,
            slope: self.slope,
            mix: self.mix,
        };
        let start = match &self.start {
            None => Weights::current(),
            Some(path) => fs::read_to_string(path)
                .map_err(anyhow::Error::from)
                .and_then(|text| Ok(text.parse()?))
                .with_context(|| path.display().to_string())?,
        };
        let progress = Progress::new(self.epochs);
        let tuned = tune(&data, start, &settings, |epoch, loss| {
            progress.set(epoch);
            if epoch.is_multiple_of(10) {
                progress.suspend(|| out.line(format_args!("epoch {epoch} error {loss:.6}")));
            }
        });
        drop(progress);
        if let Some(path) = &self.out {
            outputs.write("--out", path, tuned.source())?;
        }
        let [before, after] = tuned.loss;
        out.line(format_args!("slope {:.1}", tuned.slope));
        out.line(format_args!("error {before:.6} before {after:.6} after"));
        if let Some(path) = &self.files.check {
            let mut data = Data::default();
            samples::read(path, |sample| data.push(sample))?;
            let [before, after] = tuned.check(&data, self.mix);
            out.line(format_args!("check {before:.6} before {after:.6} after"));
        }
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

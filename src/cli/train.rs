//! `hanxin train`: the network of the evaluation from positions with scores and results.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::Context;

use crate::eval::network::BYTES;
use crate::learn::train::{Data, Settings, Trainer};

use super::files;
use super::limits::THREADS;
use super::output::Output;
use super::samples;

/// Trains the evaluation's network on positions with scores and results
///
/// Reads lines `fen;result;score` as `hanxin datagen` writes them, and prints the mean squared error of
/// the expected points after every pass. The engine is built with `src/eval/network.bin`.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin datagen --games 50000 --nodes 1500 --out own.txt\n  \
                  hanxin datagen --games 1000 --nodes 1500 --seed 2 --out other.txt\n  \
                  hanxin train own.txt --check other.txt --out src/eval/network.bin"
)]
pub(super) struct Args {
    #[command(flatten)]
    files: samples::Files,
    /// A network to go on with; without it one that knows nothing
    #[arg(long)]
    start: Option<PathBuf>,
    /// Where to write the network
    #[arg(long)]
    out: PathBuf,
    /// Passes over the data
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// Largest step of a weight at once
    #[arg(long, default_value_t = 0.002, value_parser = samples::step)]
    rate: f32,
    /// Share of the search score in a sample's target; the rest is the result
    #[arg(long, default_value_t = 0.9, value_parser = samples::share)]
    mix: f32,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        files::ensure_writable(&self.out)?;
        let data = read(&self.files.data)?;
        let check = read(self.files.check.as_slice())?;
        anyhow::ensure!(
            !data.is_empty(),
            "no positions with scores in the files given"
        );
        let mut out = Output::stdout();
        out.line(format_args!(
            "{} positions, {} to check",
            data.len(),
            check.len()
        ));
        let error = data.error_of_terms(self.mix);
        let tail = checked(&check, |check| check.error_of_terms(self.mix));
        out.line(format_args!("terms: error {error:.6}{tail}"));
        let settings = Settings {
            epochs: self.epochs,
            rate: self.rate,
            mix: self.mix,
            threads: self
                .threads
                .map(usize::from)
                .or_else(|| Some(thread::available_parallelism().ok()?.get()))
                .unwrap_or(1),
            seed: self.seed,
        };
        let mut trainer = match &self.start {
            None => Trainer::new(settings),
            Some(path) => Trainer::resume(settings, &*read_network(path)?),
        };
        trainer.train(&data, |epoch, error, trainer| {
            let epochs = self.epochs;
            let tail = checked(&check, |check| trainer.error(check));
            out.line(format_args!(
                "epoch {epoch} of {epochs}: error {error:.6}{tail}"
            ));
        });
        files::write(&self.out, trainer.bytes())?;
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What to add to a line about the error: the one on the positions to check, if there are any.
fn checked(check: &Data, error: impl FnOnce(&Data) -> f64) -> String {
    if check.is_empty() {
        String::new()
    } else {
        format!(" check {:.6}", error(check))
    }
}

/// The positions of some files.
fn read(paths: &[impl AsRef<Path>]) -> anyhow::Result<Data> {
    let mut data = Data::default();
    for path in paths {
        samples::read(path.as_ref(), |sample| data.push(sample))?;
    }
    Ok(data)
}

/// The bytes of a network.
fn read_network(path: &Path) -> anyhow::Result<Box<[u8; BYTES]>> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let length = bytes.len();
    bytes.try_into().map_err(|_| {
        let path = path.display();
        anyhow::anyhow!("{path}: {length} bytes are no network (expected {BYTES})")
    })
}

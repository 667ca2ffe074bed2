//! `hanxin openings`: balanced opening positions for matches.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::arena::generate::{Generator, OpeningOptions};
use crate::arena::openings;
use crate::board::Board;

use super::files::{self, Outputs};
use super::limits::{DEPTH, count};
use super::progress::Progress;

/// Makes balanced opening positions: random moves, judged by search, no two alike or mirrored
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin openings --count 500 --plies 8 --seed 1 -o openings.epd"
)]
pub(super) struct Args {
    /// How many positions
    #[arg(long, default_value_t = 100, value_parser = count(1..=1_000_000))]
    count: usize,
    /// Random moves from the start position
    #[arg(long, default_value_t = 8, value_parser = count(0..=100))]
    plies: usize,
    /// Depth of the search that judges them
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(i32).range(DEPTH))]
    depth: i32,
    /// Keep positions whose score is at most this far from zero
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    window: i32,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Avoid the positions of these files (EPD, FEN lists)
    #[arg(long, value_name = "FILE")]
    exclude: Vec<PathBuf>,
    /// Write here instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Args {
    #[expect(
        clippy::print_stderr,
        reason = "the count, when the positions go to a file"
    )]
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self
            .exclude
            .iter()
            .map(|path| ("--exclude", path.as_path()));
        let inputs: Vec<_> = inputs.collect();
        let outputs = Outputs::claim(&inputs, &files::named(&[("--output", &self.output)]))?;
        let mut known: Vec<Board> = Vec::new();
        for path in &self.exclude {
            let name = path.display();
            let text = files::read_text(path)?;
            for fen in openings::parse(&text, usize::MAX).with_context(|| name.to_string())? {
                known.push(Board::from_fen(&fen)?);
            }
        }
        let options = OpeningOptions {
            plies: self.plies,
            depth: self.depth,
            window: self.window,
            seed: self.seed,
        };
        let mut generator = Generator::new(options, &known);
        let mut file = outputs.begin()?;
        let mut stdout = std::io::stdout().lock();
        let progress = Progress::new(self.count);
        let mut made = 0;
        while made < self.count {
            // A window or a number of plies that nothing fits must not run for ever.
            if generator.tried() > 1000 + 200 * made {
                bail!(
                    "only {made} of {} positions tried fit (expected a wider --window or more --plies)",
                    generator.tried()
                );
            }
            if let Some(opening) = generator.attempt() {
                let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
                let (fen, score) = (&opening.fen, opening.score);
                let line = format!("{fen} ;score {score} ;moves {}\n", moves.join(" "));
                progress.suspend(|| match &mut file {
                    Some(file) => file.write_all(line.as_bytes()),
                    None => stdout.write_all(line.as_bytes()),
                })?;
                made += 1;
                progress.step();
            }
        }
        drop(progress);
        if let Some(file) = file {
            file.commit()?;
            eprintln!("{made} openings from {} positions", generator.tried());
        }
        Ok(ExitCode::SUCCESS)
    }
}

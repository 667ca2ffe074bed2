//! `hanxin datagen`: games of the engine against itself, and the files they are kept in.

pub(super) mod tools;

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::learn::datagen::{Recipe, SelfPlayer, make_in_order};
use crate::learn::games::{Games, LabelledGame, Winner, write_head};
use crate::shard::Shard;
use crate::storage::journal::create_locked;
use crate::storage::lock;

use super::files;
use super::limits::THREADS;
use super::progress::Progress;
use super::work::{stop_on_interrupt, threads};
use tools::{Dump, Import, Leave, Merge, Relabel, Stats, Tally, Verify};

/// Plays the engine against itself and keeps the games with their scores
///
/// Games begin after random moves, some of them with few men on random squares, and every position is
/// searched until an iteration ends beyond the node limit. The file is a function of the arguments alone,
/// whatever the number of threads. Ctrl-C ends with whole games; --resume goes on.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example:\n  hanxin datagen --games 10000 --out own.games\n  \
                  hanxin datagen stats own.games\n  \
                  hanxin datagen dump own.games > positions.txt"
)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    play: Play,
}

/// Limits of nodes of a search.
const NODES: RangeInclusive<u64> = 1..=1_000_000_000;

#[derive(clap::Subcommand)]
enum Action {
    Stats(Stats),
    Dump(Dump),
    Merge(Merge),
    Verify(Verify),
    Relabel(Relabel),
    Leave(Leave),
    Import(Import),
}

#[derive(clap::Args)]
struct Play {
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Nodes after which no further iteration of a search begins
    #[arg(long, default_value_t = Recipe::default().nodes, value_parser = clap::value_parser!(u64).range(NODES))]
    nodes: u64,
    /// Fewest random moves before a game
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=200))]
    min_random_plies: u16,
    /// Most random moves before a game
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=200))]
    max_random_plies: u16,
    /// Share of games that begin with few men on random squares, 0 to 1
    #[arg(long, default_value_t = 0.15, value_parser = crate::cli::samples::share)]
    endgames: f32,
    /// Positions a few moves off each game that are searched too
    #[arg(long, default_value_t = Recipe::default().off_game)]
    off_game: usize,
    /// Nodes after which no further iteration of their searches begins
    #[arg(long, default_value_t = Recipe::default().off_game_nodes, value_parser = clap::value_parser!(u64).range(NODES))]
    off_game_nodes: u64,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play the I-th of N parts of the games, for several machines; `hanxin datagen merge --deal` makes one
    /// file of them
    #[arg(long, default_value_t, hide_default_value = true, value_name = "I/N")]
    shard: Shard,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Go on with the file of an earlier run with the same arguments, if there is one
    #[arg(long)]
    resume: bool,
    /// Where to write the games
    #[arg(long, required = true)]
    out: Option<PathBuf>,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.action {
            None => self.play.run(),
            Some(Action::Stats(args)) => args.run(),
            Some(Action::Dump(args)) => args.run(),
            Some(Action::Merge(args)) => args.run(),
            Some(Action::Verify(args)) => args.run(),
            Some(Action::Relabel(args)) => args.run(),
            Some(Action::Leave(args)) => args.run(),
            Some(Action::Import(args)) => args.run(),
        }
    }
}

impl Play {
    fn run(self) -> anyhow::Result<ExitCode> {
        let path = self
            .out
            .as_deref()
            .context("--out is missing (expected a file)")?;
        let (mut file, from) = self.open(path)?;
        let recipe = Recipe {
            nodes: self.nodes,
            random_plies: (self.min_random_plies.into(), self.max_random_plies.into()),
            endgames: self.endgames.into(),
            off_game: self.off_game,
            off_game_nodes: self.off_game_nodes,
            seed: self.seed,
        };
        let shard = self.shard;
        let maker = || {
            let mut player = SelfPlayer::new(recipe);
            move |place| {
                let number = shard.number(place);
                number.map_or_else(Vec::new, |number| player.play(number))
            }
        };
        let games = shard.size(self.games);
        let mut tally = Tally::default();
        let progress = Progress::new(games.saturating_sub(from) as usize);
        let stop = stop_on_interrupt()?;
        make_in_order(
            from,
            games,
            threads(self.threads),
            &stop,
            maker,
            |_, games| {
                let bytes: Vec<u8> = games.iter().flat_map(LabelledGame::to_bytes).collect();
                for game in &games {
                    tally.enter(game);
                }
                progress.step();
                file.write_all(&bytes)
            },
        )
        .with_context(|| files::cannot_write(path))?;
        drop(progress);
        writeln!(io::stdout(), "{tally}")?;
        Ok(ExitCode::SUCCESS)
    }

    /// The file at its end, and how many games it has.
    fn open(&self, path: &Path) -> anyhow::Result<(File, u64)> {
        if !(self.resume && path.exists()) {
            let mut file = create_locked(path).with_context(|| files::cannot_write(path))?;
            write_head(&mut file).with_context(|| files::cannot_write(path))?;
            return Ok((file, 0));
        }
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut file = file.with_context(|| files::cannot_write(path))?;
        lock(&file, path)?;
        let name = || path.display().to_string();
        let mut games = Games::new(BufReader::new(&file)).with_context(name)?;
        // The last game is played again: what stands behind it may be incomplete.
        let (mut count, mut end) = (0, games.length());
        loop {
            let before = games.length();
            match games.next().transpose().with_context(name)? {
                None => break,
                Some(game) if game.winner == Winner::Unknown => {}
                Some(_) => {
                    count += 1;
                    end = before;
                }
            }
        }
        file.set_len(end)
            .with_context(|| files::cannot_write(path))?;
        file.seek(SeekFrom::End(0))
            .with_context(|| files::cannot_write(path))?;
        Ok((file, u64::saturating_sub(count, 1)))
    }
}

//! `hanxin datagen`: quiet positions with results, for `hanxin tune`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::learn::datagen::{Player, SelfPlay, quiet_positions};
use crate::types::{Move, Side};

use super::progress::Progress;

/// Collects quiet positions with results, one `fen;result;score` a line
///
/// Plays the engine against itself from random starts, or takes the positions of given games: lines
/// of a result (1-0, 0-1, 1/2-1/2) and coordinate moves.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin datagen --games 1000 --nodes 5000 --out own.txt\n  \
                  hanxin datagen --from games.txt --out masters.txt"
)]
pub(super) struct Args {
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 5000)]
    nodes: u64,
    /// Random moves at the start of a game
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take the positions from this file of games instead
    #[arg(long)]
    from: Option<PathBuf>,
    /// Search the positions of given games too, for their scores
    #[arg(long, requires = "from")]
    label: bool,
    /// Where to write the positions
    #[arg(long)]
    out: PathBuf,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let file = File::create(&self.out).with_context(|| self.out.display().to_string())?;
        let mut out = BufWriter::new(file);
        let (games, positions) = match &self.from {
            Some(path) => self.read_games(path, &mut out)?,
            None => self.play_games(&mut out)?,
        };
        out.flush()?;
        writeln!(io::stdout(), "{positions} positions of {games} games")?;
        Ok(ExitCode::SUCCESS)
    }

    fn play_games(&self, out: &mut impl Write) -> io::Result<(usize, usize)> {
        let mut player = self.player();
        let mut progress = Progress::new(self.games);
        let mut positions = 0;
        for _ in 0..self.games {
            for sample in player.play() {
                writeln!(out, "{sample}")?;
                positions += 1;
            }
            progress.step();
        }
        Ok((self.games, positions))
    }

    fn player(&self) -> Player {
        Player::new(SelfPlay {
            nodes: self.nodes,
            random_plies: self.random_plies,
            seed: self.seed,
        })
    }

    /// Takes the quiet positions of a file of games; comments and unfinished games are skipped.
    fn read_games(&self, path: &PathBuf, out: &mut impl Write) -> anyhow::Result<(usize, usize)> {
        let file = File::open(path).with_context(|| path.display().to_string())?;
        let (mut games, mut positions) = (0, 0);
        let mut player = self.player();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line?;
            let mut words = line.split_whitespace();
            let winner = match words.next() {
                Some("1-0") => Some(Side::Red),
                Some("0-1") => Some(Side::Black),
                Some("1/2-1/2") => None,
                _ => continue,
            };
            let moves: Vec<Move> = words
                .map(str::parse)
                .collect::<Result<_, _>>()
                .with_context(|| format!("{} line {}", path.display(), number + 1))?;
            games += 1;
            for mut sample in quiet_positions(&moves, winner) {
                if self.label {
                    player.label(&mut sample);
                }
                writeln!(out, "{sample}")?;
                positions += 1;
            }
        }
        Ok((games, positions))
    }
}

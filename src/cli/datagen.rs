//! `hanxin datagen`: quiet positions with results, for `hanxin train` and `hanxin tune`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};

use crate::learn::datagen::{Player, SelfPlay, quiet_positions};
use crate::types::{Move, Side};

use super::files;
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
        // The games are opened first: creating the file of positions empties what was there.
        let given = match &self.from {
            Some(path) => {
                ensure!(
                    !files::are_same(path, &self.out),
                    "--from and --out are both {} (expected two files)",
                    path.display()
                );
                Some((path.as_path(), files::open(path)?))
            }
            None => None,
        };
        let file = File::create(&self.out).with_context(|| files::cannot_write(&self.out))?;
        let mut out = BufWriter::new(file);
        let (games, positions) = match given {
            Some((path, file)) => self.read_games(path, file, &mut out)?,
            None => self.play_games(&mut out)?,
        };
        out.flush()
            .with_context(|| files::cannot_write(&self.out))?;
        writeln!(io::stdout(), "{positions} positions of {games} games")?;
        Ok(ExitCode::SUCCESS)
    }

    fn play_games(&self, out: &mut impl Write) -> anyhow::Result<(usize, usize)> {
        let mut player = self.player();
        let progress = Progress::new(self.games);
        let mut positions = 0;
        for _ in 0..self.games {
            for sample in player.play() {
                writeln!(out, "{sample}").with_context(|| files::cannot_write(&self.out))?;
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
    fn read_games(
        &self,
        path: &Path,
        file: File,
        out: &mut impl Write,
    ) -> anyhow::Result<(usize, usize)> {
        let (mut games, mut positions) = (0, 0);
        let mut player = self.player();
        files::for_each_line(path, file, |line| {
            let mut words = line.split_whitespace();
            let winner = match words.next() {
                Some("1-0") => Some(Side::Red),
                Some("0-1") => Some(Side::Black),
                Some("1/2-1/2") => None,
                _ => return Ok(()),
            };
            let moves: Vec<Move> = words.map(str::parse).collect::<Result<_, _>>()?;
            games += 1;
            for mut sample in quiet_positions(&moves, winner)? {
                if self.label {
                    player.label(&mut sample);
                }
                writeln!(out, "{sample}").with_context(|| files::cannot_write(&self.out))?;
                positions += 1;
            }
            Ok(())
        })?;
        Ok((games, positions))
    }
}

//! Files of games: what they hold, as text, merged, checked, searched anew, read from text.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::{Context, bail, ensure};

use crate::cli::files;
use crate::cli::limits::THREADS;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::work::{stop_on_interrupt, threads};
use crate::learn::datagen::{Recipe, SelfPlayer, is_quiet, make_in_order};
use crate::learn::games::{Fault, Games, GamesError, LabelledGame, Winner, write_head};
use crate::learn::import;
use crate::storage::replace::{Claim, Replacement};
use crate::types::Side;

/// Hands out the games of a file; errors name the file.
pub(in crate::cli) fn for_each_game(
    path: &Path,
    mut take: impl FnMut(LabelledGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    let mut games = Games::new(BufReader::new(files::open(path)?)).with_context(name)?;
    for game in games.by_ref() {
        take(game.with_context(name)?)?;
    }
    if games.is_torn() {
        log::warn!(
            "{}: ends in the middle of a game, which is left out",
            path.display()
        );
    }
    Ok(())
}

/// Prints what files of games hold
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin datagen stats own.games")]
pub(super) struct Stats {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Stats {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = Output::stdout();
        let mut total = Tally::default();
        for path in &self.files {
            let mut tally = Tally::default();
            for_each_game(path, |game| {
                tally.enter(&game);
                total.enter(&game);
                Ok(())
            })?;
            out.line(format_args!("{}: {tally}", path.display()));
        }
        if self.files.len() > 1 {
            out.line(format_args!("total: {total}"));
        }
        out.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What some games amount to.
#[derive(Default)]
pub(super) struct Tally {
    games: u64,
    moves: u64,
    off_game: u64,
    /// Drawn, won by red, won by black.
    results: [u64; 3],
}

impl Tally {
    pub(super) fn enter(&mut self, game: &LabelledGame) {
        match self.results.get_mut(game.winner as usize) {
            Some(count) => {
                *count += 1;
                self.games += 1;
                self.moves += game.moves.len() as u64;
            }
            None => self.off_game += game.moves.len() as u64,
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [drawn, red, black] = self.results;
        write!(
            f,
            "{} games (red won {red}, drawn {drawn}, black won {black}), {} positions, {} off games",
            self.games, self.moves, self.off_game
        )
    }
}

/// Prints the quiet positions of games as text, one `fen;result;score` a line
///
/// Left out are positions in check, whose best move is a capture, or whose score is a mate. Result and
/// score are red's. `hanxin tune` reads this.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin datagen dump own.games > positions.txt")]
pub(super) struct Dump {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print every position of the games
    #[arg(long)]
    all: bool,
}

impl Dump {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = BufWriter::new(io::stdout().lock());
        for path in &self.files {
            for_each_game(path, |game| {
                let Some(points) = game.winner.points(Side::Red) else {
                    return Ok(());
                };
                let mut written = Ok(());
                game.replay(|board, labelled| {
                    if written.is_err() || !(self.all || is_quiet(board, labelled)) {
                        return;
                    }
                    let sign = if board.side_to_move() == Side::Red {
                        1
                    } else {
                        -1
                    };
                    let score = labelled
                        .score
                        .map(|score| format!(";{}", sign * i32::from(score)));
                    let score = score.unwrap_or_default();
                    written = writeln!(out, "{};{points}{score}", board.fen());
                })
                .with_context(|| path.display().to_string())?;
                Ok(written?)
            })?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Puts the games of several files into one
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hanxin datagen merge monday.games tuesday.games --out all.games\n  \
                  hanxin datagen merge --deal part-1.games part-2.games part-3.games --out all.games"
)]
pub(super) struct Merge {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Take a game from each file in turn: the parts of --shard, given in their order, become the file of a
    /// single run
    #[arg(long)]
    deal: bool,
    /// Where to write the games; a new file
    #[arg(long, short)]
    out: PathBuf,
}

impl Merge {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = NewFile::create(&self.out)?;
        let mut tally = Tally::default();
        let mut enter = |game: LabelledGame| {
            tally.enter(&game);
            out.write(&game)
        };
        if self.deal {
            deal(&self.files, &mut enter).inspect_err(|_| {
                // What is there is no file of a run.
                let _ = std::fs::remove_file(&self.out);
            })?;
        } else {
            for path in &self.files {
                for_each_game(path, &mut enter)?;
            }
        }
        out.finish()?;
        writeln!(io::stdout(), "{tally}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Hands out a game of each file in turn, each with the positions off it, until a file has no more.
/// What other files have then is one game at most if they are the parts of one run.
fn deal(
    paths: &[PathBuf],
    mut take: impl FnMut(LabelledGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in paths {
        let games = Games::new(BufReader::new(files::open(path)?));
        let games = games.with_context(|| path.display().to_string())?;
        files.push((path, games.peekable()));
    }
    let mut dealt = vec![0_u64; files.len()];
    loop {
        let mut is_over = true;
        for (index, (path, games)) in files.iter_mut().enumerate() {
            let named = || path.display().to_string();
            let Some(game) = games.next() else { continue };
            is_over = false;
            dealt[index] += 1;
            take(game.with_context(named)?)?;
            let is_off_game = |game: &Result<LabelledGame, GamesError>| matches!(game, Ok(game) if game.winner == Winner::Unknown);
            while let Some(game) = games.next_if(is_off_game) {
                take(game.with_context(named)?)?;
            }
        }
        if is_over {
            break;
        }
    }
    let is_part = dealt.is_sorted_by(|a, b| a >= b)
        && dealt
            .first()
            .zip(dealt.last())
            .is_none_or(|(first, last)| first - last <= 1);
    ensure!(
        is_part,
        "the files have {dealt:?} games (expected the parts of one run, whole and in their order)"
    );
    Ok(())
}

/// Checks that files of games are whole and every move in them legal
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin datagen verify own.games")]
pub(super) struct Verify {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Verify {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut is_good = true;
        let mut out = Output::stdout();
        for path in &self.files {
            let mut games = match Games::new(BufReader::new(files::open(path)?)) {
                Ok(games) => games,
                Err(GamesError::Io(error)) => {
                    return Err(error).with_context(|| path.display().to_string());
                }
                Err(error) => {
                    out.line(format_args!("{}: {error}", path.display()));
                    is_good = false;
                    continue;
                }
            };
            let mut faults = 0;
            let mut number = 0_u64;
            for game in games.by_ref() {
                number += 1;
                let fault = match game {
                    Ok(game) => game
                        .replay(|_, _| {})
                        .err()
                        .map(|fault| format!("game {number}: {fault}")),
                    Err(error) => Some(error.to_string()),
                };
                if let Some(fault) = fault {
                    faults += 1;
                    out.line(format_args!("{}: {fault}", path.display()));
                }
            }
            let tail = if games.is_torn() {
                ", and a torn one at the end"
            } else {
                ""
            };
            out.line(format_args!(
                "{}: {number} games, {faults} faulty{tail}",
                path.display()
            ));
            is_good &= faults == 0 && !games.is_torn();
        }
        out.finish()?;
        Ok(if is_good {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(1)
        })
    }
}

/// Searches the quiet positions of games anew and keeps moves and results
///
/// Positions in check, with a capture as best move or with a mate's score, from which nothing is learnt, keep
/// their scores.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin datagen relabel old.games --nodes 5000 --out deep.games"
)]
pub(super) struct Relabel {
    file: PathBuf,
    /// Nodes after which no further iteration of a search begins
    #[arg(long, default_value_t = Recipe::default().nodes, value_parser = clap::value_parser!(u64).range(super::NODES))]
    nodes: u64,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Where to write the games; a new file
    #[arg(long, short)]
    out: PathBuf,
}

impl Relabel {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let recipe = Recipe {
            nodes: self.nodes,
            ..Recipe::default()
        };
        rework(
            &self.file,
            &self.out,
            self.threads,
            recipe,
            |player, _, game| {
                let mut game = game.clone();
                player.relabel(&mut game)?;
                Ok(vec![game])
            },
        )
    }
}

/// Searches positions a few moves off games that have been played
///
/// A random move leaves the game, and each of the next few moves is random again or the best reply. The new
/// file holds these positions with their scores and not the games.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin datagen leave own.games --off-game 200 --out off.games")]
pub(super) struct Leave {
    file: PathBuf,
    /// Positions off each game
    #[arg(long, default_value_t = Recipe::default().off_game)]
    off_game: usize,
    /// Nodes after which no further iteration of a search begins
    #[arg(long, default_value_t = Recipe::default().off_game_nodes, value_parser = clap::value_parser!(u64).range(super::NODES))]
    nodes: u64,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; without it one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Where to write the positions; a new file
    #[arg(long, short)]
    out: PathBuf,
}

impl Leave {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let recipe = Recipe {
            off_game: self.off_game,
            off_game_nodes: self.nodes,
            seed: self.seed,
            ..Recipe::default()
        };
        rework(
            &self.file,
            &self.out,
            self.threads,
            recipe,
            SelfPlayer::leave,
        )
    }
}

/// Makes new games of each game of a file, on some threads and in their order, until the end or Ctrl-C.
fn rework(
    path: &Path,
    out: &Path,
    wanted: Option<u16>,
    recipe: Recipe,
    work: impl Fn(&mut SelfPlayer, u64, &LabelledGame) -> Result<Vec<LabelledGame>, Fault> + Sync,
) -> anyhow::Result<ExitCode> {
    let mut file = NewFile::create(out)?;
    let mut games = Vec::new();
    for_each_game(path, |game| {
        games.push(game);
        Ok(())
    })?;
    let maker = || {
        let (mut player, games, work) = (SelfPlayer::new(recipe), &games, &work);
        move |number: u64| {
            work(&mut player, number, &games[number as usize]).map_err(|fault| (number + 1, fault))
        }
    };
    let mut tally = Tally::default();
    let mut fault = None;
    let progress = Progress::new(games.len());
    let stop = stop_on_interrupt()?;
    make_in_order(
        0,
        games.len() as u64,
        threads(wanted),
        &stop,
        maker,
        |_, made| {
            progress.step();
            match made {
                Ok(games) => games.iter().try_for_each(|game| {
                    tally.enter(game);
                    file.out.write_all(&game.to_bytes())
                }),
                Err(found) => {
                    fault.get_or_insert(found);
                    stop.store(true, Relaxed);
                    Ok(())
                }
            }
        },
    )
    .with_context(|| files::cannot_write(out))?;
    drop(progress);
    if let Some((number, fault)) = fault {
        bail!("{}: game {number}: {fault}", path.display());
    }
    file.finish()?;
    writeln!(io::stdout(), "{tally}")?;
    Ok(ExitCode::SUCCESS)
}

/// Reads games from text
///
/// One game a line: a result (1-0, 0-1, 1/2-1/2) and the moves from the start position as coordinates;
/// or board, side (w or b), result (w, b or d) and moves with the score of the search behind each, as in
/// h2e2+31. Other lines are skipped. `-` reads standard input.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin datagen import games.txt --out masters.games")]
pub(super) struct Import {
    file: PathBuf,
    /// Where to write the games; a new file
    #[arg(long, short)]
    out: PathBuf,
}

impl Import {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut out = NewFile::create(&self.out)?;
        let input: Box<dyn io::Read> = if self.file.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            Box::new(files::open(&self.file)?)
        };
        let mut tally = Tally::default();
        files::for_each_line(&self.file, input, |line| {
            if let Some(game) = import::game(line)? {
                tally.enter(&game);
                out.write(&game)?;
            }
            Ok(())
        })?;
        ensure!(
            tally.games > 0,
            "{} has no games (expected one a line, result and moves)",
            self.file.display()
        );
        out.finish()?;
        writeln!(io::stdout(), "{tally}")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A new file of games. It appears when it is complete.
struct NewFile<'a> {
    path: &'a Path,
    out: Replacement,
}

impl<'a> NewFile<'a> {
    /// Refuses a path where there is a file already, be it an input.
    fn create(path: &'a Path) -> anyhow::Result<Self> {
        let claim = Claim::take_new(path).with_context(|| files::cannot_write(path))?;
        let mut out = claim.begin()?;
        write_head(&mut out).with_context(|| files::cannot_write(path))?;
        Ok(Self { path, out })
    }

    fn write(&mut self, game: &LabelledGame) -> anyhow::Result<()> {
        self.out
            .write_all(&game.to_bytes())
            .with_context(|| files::cannot_write(self.path))
    }

    fn finish(self) -> anyhow::Result<()> {
        Ok(self.out.commit()?)
    }
}

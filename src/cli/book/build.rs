//! `hanxin book build` and `hanxin book merge`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};

use crate::book::build::{Draft, Recipe, merge};
use crate::book::check::{self, Standard};
use crate::book::games::{self, Game, Games, Table};
use crate::book::library::AnyBook;
use crate::book::walk;
use crate::book::{Book, Entry};
use crate::cli::files::{self, Outputs};
use crate::cli::progress::Progress;
use crate::notation::encoding;

/// Of the games that could not be read, this many are named.
const NAMED: usize = 5;

/// Makes a book from games
///
/// Games are lists (result and coordinate moves a line) or PGN (coordinates, WXF or Chinese moves;
/// UTF-8 or GB18030), plain or gzip. With --check, every position is searched and moves that lose
/// are dropped.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin book build games.txt.gz -o own.book
  hanxin book build club.pgn --min-games 1 --plies 24 --check 20000 --dropped dropped.epd -o club.book")]
pub(super) struct Args {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Class and ECCO code of the games of a list: a table with columns `class` and `ecco`
    #[arg(long, value_name = "TSV")]
    table: Option<PathBuf>,
    /// Plies of a game that count
    #[arg(long, default_value_t = Recipe::default().plies)]
    plies: usize,
    /// Games in which a move must have been played
    #[arg(long, default_value_t = Recipe::default().min_games)]
    min_games: u32,
    /// What a win adds to a move's weight
    #[arg(long, default_value_t = Recipe::default().result_weights[0])]
    win: u32,
    /// What a draw adds
    #[arg(long, default_value_t = Recipe::default().result_weights[1])]
    draw: u32,
    /// What a loss adds
    #[arg(long, default_value_t = Recipe::default().result_weights[2])]
    loss: u32,
    /// Count games of a class several times, like `master=4`; 0 leaves them without weight
    #[arg(long, value_name = "CLASS=FACTOR", value_parser = parse_class)]
    class: Vec<(String, u32)>,
    /// Leave out the moves of this list: EPD with `;am MOVE`, as --dropped writes it
    #[arg(long, value_name = "EPD")]
    avoid: Vec<PathBuf>,
    /// Search every position with so many nodes and drop moves that lose
    #[arg(long, value_name = "NODES")]
    check: Option<u64>,
    /// How much worse than the best a move may be
    #[arg(long, default_value_t = 40, requires = "check")]
    max_loss: i32,
    /// How far behind a move may leave its side
    #[arg(long, default_value_t = 50, requires = "check")]
    max_deficit: i32,
    /// Threads for the check
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Where to list the moves that the check drops
    #[arg(long, value_name = "EPD", requires = "check")]
    dropped: Option<PathBuf>,
    /// What the book says of itself: origin and credit
    #[arg(long, default_value = "")]
    text: String,
}

fn parse_class(text: &str) -> Result<(String, u32), String> {
    let expected = || format!("'{text}' is not a class and a factor (expected one like master=4)");
    let (class, factor) = text.split_once('=').ok_or_else(expected)?;
    let factor = factor.parse().map_err(|_| expected())?;
    Ok((class.to_owned(), factor))
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut outputs = self.claim_outputs()?;
        let table = match &self.table {
            Some(path) => Table::parse(&read_text(path)?),
            None => Table::default(),
        };
        let mut games = Vec::new();
        for path in &self.files {
            games.extend(read_games(path, &table)?);
        }
        ensure!(!games.is_empty(), "no games (expected at least one)");
        let recipe = Recipe {
            plies: self.plies,
            min_games: self.min_games,
            result_weights: [self.win, self.draw, self.loss],
            class_weights: self.class.clone(),
        };
        let mut draft = recipe.build(&games);
        let mut out = io::stdout().lock();
        for path in &self.avoid {
            let name = path.display();
            let avoid = check::read_dropped(&read_text(path)?).with_context(|| name.to_string())?;
            let gone = draft.leave_out(&avoid);
            writeln!(out, "{gone} moves of {name} left out")?;
        }
        self.check(&mut draft, &mut outputs, &mut out)?;
        let book = draft.to_book(&self.text);
        outputs.write("--output", &self.output, book.as_bytes())?;
        let (games, positions, moves) = (games.len(), draft.0.len(), book.len());
        let bytes = book.as_bytes().len();
        writeln!(
            out,
            "{games} games, {positions} positions, {moves} moves, {bytes} bytes"
        )?;
        Ok(ExitCode::SUCCESS)
    }

    fn claim_outputs(&self) -> anyhow::Result<Outputs> {
        let games = self.files.iter().map(|path| ("GAMES", path.as_path()));
        let avoid = self.avoid.iter().map(|path| ("--avoid", path.as_path()));
        let mut inputs: Vec<files::Named<'_>> = games.chain(avoid).collect();
        inputs.extend(files::named(&[("--table", &self.table)]));
        let mut outputs = vec![("--output", self.output.as_path())];
        outputs.extend(files::named(&[("--dropped", &self.dropped)]));
        Outputs::claim(&inputs, &outputs)
    }

    fn check(
        &self,
        draft: &mut Draft,
        outputs: &mut Outputs,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let Some(nodes) = self.check else {
            return Ok(());
        };
        let standard = Standard {
            nodes,
            max_loss: self.max_loss,
            max_deficit: self.max_deficit,
        };
        let count = check::count(draft);
        let progress = Progress::new(count);
        let dropped = standard.apply(draft, self.threads, &|| progress.step());
        drop(progress);
        writeln!(
            out,
            "{count} positions searched, {} moves dropped",
            dropped.len()
        )?;
        if let Some(path) = &self.dropped {
            let Standard {
                nodes,
                max_loss,
                max_deficit,
            } = standard;
            let mut list = format!(
                "# moves that lose by searches of {nodes} nodes: more than {max_loss} worse than the best, \
                 or more than {max_deficit} behind\n"
            );
            for dropped in &dropped {
                list.push_str(&dropped.to_string());
                list.push('\n');
            }
            outputs.write("--dropped", path, list)?;
        }
        Ok(())
    }
}

/// The text of a file that may be packed and in an old encoding.
fn read_text(path: &Path) -> anyhow::Result<String> {
    let context = || format!("cannot read {}", path.display());
    let bytes = games::unpack(fs::read(path).with_context(context)?).with_context(context)?;
    Ok(encoding::decode(&bytes).into_owned())
}

/// The games of a file; those that cannot be read are reported on stderr.
#[expect(clippy::print_stderr, reason = "what was skipped")]
fn read_games(path: &Path, table: &Table) -> anyhow::Result<Vec<Game>> {
    let context = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(context)?;
    let Games { games, skipped } = games::read(bytes, table).with_context(context)?;
    for reason in skipped.iter().take(NAMED) {
        eprintln!("{}: {reason}", path.display());
    }
    if !skipped.is_empty() {
        eprintln!("{}: {} games skipped", path.display(), skipped.len());
    }
    Ok(games)
}

/// Makes one book of several
///
/// Games, points and weights are added up. A BOOK.DAT has no games; of it, what can be reached from
/// the start position is taken.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin book merge builtin club.book -o both.book
  hanxin book merge BOOK.DAT -o eleeye.book")]
pub(super) struct MergeArgs {
    /// Books: files, or `builtin`
    #[arg(required = true, value_name = "BOOK")]
    books: Vec<PathBuf>,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What the book says of itself; what the others say is kept after it
    #[arg(long, default_value = "")]
    text: String,
}

impl MergeArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let inputs = self.books.iter().map(|path| ("BOOK", path.as_path()));
        let inputs: Vec<files::Named<'_>> = inputs.collect();
        let mut outputs = Outputs::claim(&inputs, &[("--output", &self.output)])?;
        let mut parts: Vec<Vec<Entry>> = Vec::new();
        let mut texts = vec![self.text.clone()];
        for path in &self.books {
            let book = AnyBook::open(path)?;
            parts.push(walk::entries(&book));
            if let AnyBook::Hanxin(book) = &book {
                texts.push(book.text().into_owned());
            }
        }
        texts.retain(|text| !text.is_empty());
        texts.dedup();
        let merged = merge(parts.iter().map(Vec::as_slice));
        let book = Book::new(merged, &texts.join("\n"));
        outputs.write("--output", &self.output, book.as_bytes())?;
        let (moves, bytes) = (book.len(), book.as_bytes().len());
        writeln!(io::stdout(), "{moves} moves, {bytes} bytes")?;
        Ok(ExitCode::SUCCESS)
    }
}

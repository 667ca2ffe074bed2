//! `hanxin book probe`, `stats` and `dump`.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::book::BookMove;
use crate::book::fold::Folded;
use crate::book::library::AnyBook;
use crate::book::walk;
use crate::cli::notation::Notation;

use super::{Where, Which};

/// Shows what a book knows in a position
#[derive(clap::Args)]
#[command(after_help = "Examples:
  hanxin book probe
  hanxin book probe --moves 'h2e2 h9g7' --notation chinese
  hanxin book probe --book BOOK.DAT --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b'")]
pub(super) struct ProbeArgs {
    #[command(flatten)]
    place: Where,
    #[command(flatten)]
    which: Which,
    /// How to write the moves
    #[arg(long, value_enum, default_value_t = Notation::Iccs)]
    notation: Notation,
}

impl ProbeArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let board = self.place.board()?;
        let moves = self.which.open()?.probe(&board);
        let mut out = io::stdout().lock();
        let total: f64 = moves.iter().map(|known| f64::from(known.weight)).sum();
        for known in &moves {
            let share = f64::from(known.weight) / total.max(1.0) * 100.0;
            let text = self.notation.write(&board, known.mv);
            writeln!(out, "{text}  {share:5.1} %  {}", facts(known))?;
        }
        writeln!(out, "{} moves in {}", moves.len(), self.which.name())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What is known of a move, in words.
fn facts(known: &BookMove) -> String {
    let mut facts = vec![format!("weight {}", known.weight)];
    if let Some(success) = known.success() {
        facts.push(format!(
            "{} games, {:.1} % of the points",
            known.games,
            success * 100.0
        ));
    }
    if let Some(score) = known.score {
        facts.push(format!("score {score:+}"));
    }
    if let Some(ecco) = known.ecco {
        let (english, chinese) = ecco.names();
        facts.push(format!("{ecco} {chinese} ({english})"));
    }
    facts.join(", ")
}

/// Counts what is in a book
#[derive(clap::Args)]
#[command(after_help = "Example:\n  hanxin book stats --book own.book")]
pub(super) struct StatsArgs {
    #[command(flatten)]
    which: Which,
}

impl StatsArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let book = self.which.open()?;
        let mut out = io::stdout().lock();
        let moves = match &book {
            AnyBook::Hanxin(book) => {
                writeln!(out, "hanxin book, {} bytes", book.as_bytes().len())?;
                if !book.text().is_empty() {
                    writeln!(out, "{}", book.text())?;
                }
                book.len()
            }
            AnyBook::ElephantEye(book) => {
                writeln!(out, "ElephantEye's BOOK.DAT")?;
                book.len()
            }
        };
        // By ply: positions and moves.
        let mut plies: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        walk::walk(&book, &mut |board, known| {
            let (positions, moves) = plies.entry(board.history().len()).or_default();
            *positions += 1;
            *moves += known.len();
        });
        for (ply, (positions, moves)) in &plies {
            writeln!(out, "ply {ply:3}: {positions:6} positions {moves:6} moves")?;
        }
        let reached: usize = plies.values().map(|&(_, moves)| moves).sum();
        let positions: usize = plies.values().map(|&(positions, _)| positions).sum();
        writeln!(
            out,
            "{moves} moves; {positions} positions with {reached} moves from the start position"
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints a book as text: key, move, weight, games, half points, score, ECCO code, position
///
/// The columns are separated by tabs. The position is given where it can be reached from the start
/// position by moves of the book; key and move are as in the file.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin book dump --book own.book | sort -t '\t' -k 4 -n | tail"
)]
pub(super) struct DumpArgs {
    #[command(flatten)]
    which: Which,
}

impl DumpArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let book = self.which.open()?;
        let mut fens: BTreeMap<u64, String> = BTreeMap::new();
        walk::walk(&book, &mut |board, _| {
            fens.insert(Folded::of(board).key, board.without_history().fen());
        });
        let mut out = BufWriter::new(io::stdout().lock());
        for entry in walk::entries(&book) {
            let known = entry.known;
            let score = known
                .score
                .map_or_else(|| "-".to_owned(), |score| score.to_string());
            let ecco = known
                .ecco
                .map_or_else(|| "-".to_owned(), |ecco| ecco.to_string());
            let fen = fens.get(&entry.key).map_or("-", String::as_str);
            writeln!(
                out,
                "{:016x}\t{}\t{}\t{}\t{}\t{score}\t{ecco}\t{fen}",
                entry.key, known.mv, known.weight, known.games, known.points
            )?;
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

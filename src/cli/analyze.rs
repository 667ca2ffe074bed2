//! `hanxin analyze`: a position looked at for a person.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::board::Board;
use crate::notation::diagram::Diagram;
use crate::notation::parse_move;
use crate::search::{Bound, Control, Reporter, SearchInfo};

use super::limits::{LimitArgs, Resources};
use super::notation::{Notation, write_score};

/// Analyses a position: the board, then the best lines deeper and deeper
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  hanxin analyze --moves \"h2e2 h9g7\" --multipv 3 --movetime 5000"
)]
pub(super) struct Args {
    /// The position
    #[arg(long, default_value = crate::board::START_FEN)]
    fen: String,
    /// Moves played from it, in coordinates, WXF or Chinese notation
    #[arg(long, default_value = "")]
    moves: String,
    /// How many lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    multipv: u16,
    /// How moves are written
    #[arg(long, value_enum, default_value_t = Notation::Chinese)]
    notation: Notation,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    resources: Resources,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut board = Board::from_fen(&self.fen)?;
        for text in self.moves.split_whitespace() {
            let mv = parse_move(&board, text)?;
            board.make_move(mv);
        }
        let mut searcher = self.resources.searcher()?;
        let mut out = io::stdout().lock();
        write!(out, "{}", Diagram::new(&board))?;
        writeln!(out, "{}\n", board.fen())?;
        let mut limits = self.limits.limits(3000);
        limits.multi_pv = usize::from(self.multipv);
        let mut printer = Printer {
            board: &board,
            notation: self.notation,
            shows_all: limits.multi_pv > 1 || !io::stdout().is_terminal(),
            out,
        };
        let outcome = searcher.search(&board, &limits, &Control::default(), &mut printer);
        let Some(best) = outcome.best_move() else {
            writeln!(
                printer.out,
                "no legal move: {} has lost",
                board.side_to_move()
            )?;
            return Ok(ExitCode::SUCCESS);
        };
        let nps = outcome.nodes as f64 / outcome.time.as_secs_f64().max(1e-6);
        writeln!(
            printer.out,
            "\n{} nodes, {:.2} s, {:.0} nodes per second",
            outcome.nodes,
            outcome.time.as_secs_f64(),
            nps
        )?;
        let name = self.notation.write(&board, best);
        writeln!(
            printer.out,
            "best move {best} {name} {}",
            write_score(outcome.score())
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints each finished line.
struct Printer<'a, W: Write> {
    board: &'a Board,
    notation: Notation,
    shows_all: bool,
    out: W,
}

impl<W: Write> Reporter for Printer<'_, W> {
    fn report(&mut self, info: SearchInfo) {
        if info.bound != Bound::Exact && !self.shows_all {
            return;
        }
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " or more",
            Bound::Upper => " or less",
        };
        let line = self.notation.write_line(self.board, &info.pv);
        // A reader who has gone away does not stop the analysis.
        let _ = writeln!(
            self.out,
            "depth {:>2}  {:>8}{bound}  {line}",
            info.depth,
            write_score(info.score)
        );
        let _ = self.out.flush();
    }
}

//! `hanxin d`: draws a position and says what the engine knows about it.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::board::{Board, START_FEN};
use crate::notation::diagram::Diagram;
use crate::types::Kind;

use super::notation::Notation;

const EXAMPLES: &str = "Examples:
  hanxin d
  hanxin d --fen '4k4/9/9/9/9/9/9/4C4/4R4/3K5 w' --notation chinese";

/// Draws a position: board, FEN, key, checkers and legal moves.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The position.
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// How to write the moves.
    #[arg(long, value_enum, default_value_t = Notation::Iccs)]
    notation: Notation,
    /// Draw the men in colour.
    #[arg(long)]
    color: bool,
}

impl Args {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let board = Board::from_fen(&self.fen)?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}", Diagram::new(&board).colored(self.color))?;
        writeln!(out, "FEN       {}", board.fen())?;
        let key = board.key();
        writeln!(out, "Key       {:08x} {:016x}", key.index, key.check)?;
        let checkers: Vec<String> = board
            .checkers()
            .map(|(man, square)| format!("{} {square}", man.kind().map_or("", Kind::name)))
            .collect();
        let checkers = match checkers[..] {
            [] => "none".to_owned(),
            _ => checkers.join(", "),
        };
        writeln!(out, "Checkers  {checkers}")?;
        let mut moves = board.legal_moves();
        moves.sort_by_key(|mv| (mv.from().dense(), mv.to().dense()));
        let count = moves.len();
        write!(out, "Moves     {count} for {}", board.side_to_move())?;
        let mut previous = None;
        for mv in moves {
            let separator = if previous == Some(mv.from()) {
                " "
            } else {
                "\n          "
            };
            write!(out, "{separator}{}", self.notation.write(&board, mv))?;
            previous = Some(mv.from());
        }
        writeln!(out)?;
        Ok(ExitCode::SUCCESS)
    }
}

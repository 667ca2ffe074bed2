//! What the engine says: one [`Reply`] becomes one line in a client's [`Format`]. Pure.

use std::fmt;

use crate::engine::Decision;
use crate::notation::ranks::Ranks;
use crate::search::SearchInfo;
use crate::search::tt::Entry;
use crate::types::Move;

use super::options::OptionSpec;
use super::{Dialect, ucci, uci};

/// One line to the client.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Who we are.
    Id(&'static str, String),
    /// Something that can be set.
    Option(&'static OptionSpec),
    /// `ucciok` or `uciok`.
    HandshakeDone,
    /// We are alive.
    ReadyOk,
    /// A line of the search.
    Info(SearchInfo),
    /// The search turns to a root move.
    CurrentMove(Move, usize),
    /// The end of a search with a move.
    BestMove(Decision),
    /// The end of a search without one.
    NoBestMove,
    /// What the hash table knows.
    PopHash(Option<Entry>),
    /// A remark for the user.
    Message(String),
    /// Text for people, asked for by a debug verb.
    Text(String),
    /// The last line.
    Bye,
}

/// How replies are written to a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The protocol.
    pub dialect: Dialect,
    /// How the ranks of moves are numbered.
    pub ranks: Ranks,
    /// Number the lines of a search (UCCI; UCI always does).
    pub is_numbered: bool,
    /// Add the chances of win, draw and loss (UCI).
    pub shows_wdl: bool,
}

/// The longest principal variation printed: some clients read into small buffers.
const MAX_PV: usize = 80;

impl Format {
    /// A client that has asked for nothing in particular.
    pub const fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            ranks: Ranks::FromZero,
            is_numbered: false,
            shows_wdl: false,
        }
    }

    /// A move as the client reads it.
    pub(super) const fn mv(self, mv: Move) -> impl fmt::Display {
        self.ranks.display(mv)
    }

    /// ` pv …`, or nothing for an empty line.
    pub(super) fn write_pv(self, pv: &[Move], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if pv.is_empty() {
            return Ok(());
        }
        f.write_str(" pv")?;
        pv.iter()
            .take(MAX_PV)
            .try_for_each(|&mv| write!(f, " {}", self.mv(mv)))
    }
}

impl Reply {
    /// The line as the client reads it, without line end.
    pub const fn display(&self, format: Format) -> impl fmt::Display {
        Formatted(self, format)
    }
}

struct Formatted<'a>(&'a Reply, Format);

impl fmt::Display for Formatted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1.dialect {
            Dialect::Ucci => ucci::write(self.0, self.1, f),
            Dialect::Uci => uci::write(self.0, self.1, f),
        }
    }
}

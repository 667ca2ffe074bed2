//! What the engine says: one [`Reply`] becomes one line, in either dialect. Pure.

use std::fmt;

use crate::engine::{Decision, Report};
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
    Info(Info),
    /// The search turns to a root move.
    CurrentMove(Move, usize),
    /// The end of a search with a move.
    BestMove(Decision),
    /// The end of a search without one.
    NoBestMove,
    /// What the hash table knows.
    PopHash(Option<Entry>),
    /// Text for people, asked for by a debug verb.
    Text(String),
    /// The last line.
    Bye,
}

/// A search report, and how much of it to show.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// The report.
    pub report: Report,
    /// Number the lines.
    pub is_numbered: bool,
    /// Add the chances of win, draw and loss (UCI).
    pub shows_wdl: bool,
}

/// The longest principal variation printed: some clients read into small buffers.
const MAX_PV: usize = 80;

impl Info {
    /// ` pv …`, or nothing for an empty line.
    pub(super) fn write_pv(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.report.pv.is_empty() {
            return Ok(());
        }
        f.write_str(" pv")?;
        self.report
            .pv
            .iter()
            .take(MAX_PV)
            .try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl Reply {
    /// The line in a dialect, without line end.
    pub const fn in_dialect(&self, dialect: Dialect) -> impl fmt::Display {
        InDialect(self, dialect)
    }
}

struct InDialect<'a>(&'a Reply, Dialect);

impl fmt::Display for InDialect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Dialect::Ucci => ucci::write(self.0, f),
            Dialect::Uci => uci::write(self.0, f),
        }
    }
}

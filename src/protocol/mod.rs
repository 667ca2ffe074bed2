//! The protocols: text to enums and back (pure), and the session that serves a client.
//!
//! `command` reads, `reply` with `ucci` and `uci` writes, `options` is the table of everything a
//! client can set, `session` is the loop over the engine, `backlog` bounds what waits for it, `log` records
//! the exchange for people with GUI problems. Bad input is one log line and nothing else.

mod backlog;
mod command;
mod limits;
mod log;
mod options;
mod reader;
mod reply;
mod session;
mod thinking;
mod ucci;
mod uci;

pub use backlog::{Backlog, Waiting};
pub use command::{Command, CommandError, Debug, Go, PositionText};
pub use log::Transcript;
pub use options::{Action, OptionError, OptionSpec, Preferences};
pub use reader::Event;
pub use reply::{Format, Reply};
pub use session::{Flow, Session, run};

/// Which protocol a client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// UCCI 3.0, at home among xiangqi programs.
    Ucci,
    /// UCI as chess programs and Pikafish's GUIs speak it.
    Uci,
}

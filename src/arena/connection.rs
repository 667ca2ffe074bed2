//! The line between the runner and an engine, whatever is at its other end.
//!
//! Matches run over [`process`](super::process). Tests put simulated engines and a simulated clock here.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::spec::EngineSpec;

/// A line of output and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// When it was read.
    pub at: Instant,
    /// The text without its end.
    pub text: String,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReceiveError {
    /// The deadline passed.
    Timeout,
    /// The engine closed its output, most likely by ending.
    Closed,
    /// The match is being aborted.
    Aborted,
}

/// Why nothing more can be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SendError {
    /// The engine closed its input, most likely by ending.
    Closed,
    /// The engine has stopped reading.
    Stalled,
}

/// Both directions to one engine. Nothing here waits without a deadline.
pub trait Connection: Send {
    /// The time by the clock that stamps lines.
    fn now(&self) -> Instant;

    /// Hands over text, which should end in a newline. Never waits.
    fn send(&mut self, text: &str) -> Result<(), SendError>;

    /// When the last text had been written; the engine can have read it since.
    fn last_sent(&self) -> Instant;

    /// Waits for the next line until `deadline`.
    fn receive(&mut self, deadline: Instant, abort: &AtomicBool) -> Result<Line, ReceiveError>;

    /// Throws away lines nobody has read.
    fn discard_output(&mut self);

    /// How the engine ended and what it said last on stderr, for a report.
    fn exit_report(&mut self) -> String;

    /// Whether the engine ended because somebody else asked it to, by a signal.
    fn was_told_to_end(&mut self) -> bool {
        false
    }

    /// Asks the engine to leave; does not wait for it.
    fn request_exit(&mut self);

    /// Closes the engine's input without a word.
    fn close_input(&mut self) {}

    /// Waits until the engine has left or the deadline has passed; whether it has left.
    fn has_left(&mut self, _deadline: Instant) -> bool {
        false
    }

    /// The number of the process, where there is one.
    fn process_id(&self) -> Option<u32> {
        None
    }

    /// Waits until the engine has left, then or at the deadline ends it with everything it started.
    fn close(&mut self, deadline: Instant);
}

/// Why there is no connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaunchError {
    /// The engine cannot be run: its command, its file or its directory is wrong.
    Engine(String),
    /// The runner is short of something: files, processes, memory.
    Runner(String),
}

/// Starts engines.
pub trait Launcher: Sync {
    /// Starts one.
    fn launch(&self, spec: &EngineSpec) -> Result<Box<dyn Connection>, LaunchError>;
}

//! The conversation with one engine: what is sent, what comes back, and the record of both.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::arena::connection::{Connection, LaunchError, ReceiveError, SendError};
use crate::arena::dialect::{Dialect, EngineInfo, read_info};
use crate::board::Board;
use crate::text;
use crate::types::Move;

use super::Doctor;
use super::traits::Traits;

/// Lines of an exchange that are kept at most; what comes after them is counted only.
const MAX_LINES: usize = 400;

/// Why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The rule is broken, in words.
    Broken(String),
    /// The engine does not offer what the rule is about, in words.
    Absent(String),
}

/// A rule is broken.
pub fn broken<T>(detail: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Broken(detail.into()))
}

/// The engine has no such thing.
pub fn absent<T>(detail: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Absent(detail.into()))
}

/// What limits a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Plies.
    Depth(u32),
    /// Nodes.
    Nodes(u64),
    /// Milliseconds for this move.
    MoveTime(u64),
    /// Milliseconds left, and added for each move.
    Clock(u64, u64),
    /// Nothing.
    Infinite,
}

/// The engine's answer to `go`.
#[derive(Clone, Debug)]
pub struct Best {
    /// The line as it came.
    pub line: String,
    /// The move; `None` if the engine says that it has none or if it cannot be read.
    pub mv: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// Whether the engine said that it has no move.
    pub is_none: bool,
    /// From the last line sent to the answer.
    pub used: Duration,
    /// The lines before it.
    pub before: Vec<String>,
}

impl Best {
    /// What the `info` lines said last.
    pub fn info(&self) -> EngineInfo {
        let mut info = EngineInfo::default();
        for line in &self.before {
            read_info(line, &mut info);
        }
        info
    }
}

/// An engine under examination.
pub struct Exam<'a> {
    doctor: &'a Doctor<'a>,
    /// What is known of the engine.
    pub traits: Traits,
    connection: Option<Box<dyn Connection>>,
    exchange: Vec<String>,
    left_out: usize,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Exam<'a> {
    /// An examination before the engine has been started.
    pub fn new(doctor: &'a Doctor<'a>, traits: Traits) -> Self {
        Self {
            doctor,
            traits,
            connection: None,
            exchange: Vec::new(),
            left_out: 0,
        }
    }

    /// How long to wait for an answer that has no other limit.
    pub const fn patience(&self) -> Duration {
        self.doctor.patience
    }

    /// The words of the engine's protocol.
    pub const fn dialect(&self) -> &Dialect {
        &self.traits.dialect
    }

    /// Whether the engine is examined in UCCI.
    pub const fn is_ucci(&self) -> bool {
        self.traits.dialect.is_ucci()
    }

    /// The engine's process, for the system's books.
    pub fn process_id(&self) -> Option<u32> {
        self.connection.as_ref()?.process_id()
    }

    /// The record of the conversation.
    pub fn into_exchange(mut self) -> Vec<String> {
        if self.left_out > 0 {
            let note = format!("({} more lines)", self.left_out);
            self.exchange.push(note);
        }
        self.exchange
    }

    /// Where the record stands.
    pub const fn mark(&self) -> usize {
        self.exchange.len()
    }

    /// Takes what came since a mark out of the record: it shows nothing.
    pub fn forget_since(&mut self, mark: usize) {
        self.exchange.truncate(mark);
    }

    /// A remark between the lines of the record.
    pub fn note(&mut self, remark: &str) {
        self.enter("", remark);
    }

    fn enter(&mut self, mark: &str, line: &str) {
        if self.exchange.len() < MAX_LINES {
            self.exchange.push(format!("{mark}{}", text::line(line)));
        } else {
            self.left_out += 1;
        }
    }

    /// Starts the engine (again) and says nothing to it.
    pub fn start(&mut self) -> Result<(), Problem> {
        if self.connection.take().is_some() {
            self.note("(started again)");
        }
        match self.doctor.launcher.launch(&self.doctor.spec) {
            Ok(connection) => {
                self.connection = Some(connection);
                Ok(())
            }
            Err(LaunchError::Engine(detail) | LaunchError::Runner(detail)) => broken(detail),
        }
    }

    /// Starts the engine and greets it; returns the lines of its greeting.
    pub fn greet(&mut self) -> Result<Vec<String>, Problem> {
        self.start()?;
        let (hello, ok) = self.dialect().hello();
        self.send(hello)?;
        self.lines_until(ok)
    }

    /// Starts the engine and makes it ready to think by itself: the game is xiangqi, no opening book.
    pub fn ready(&mut self) -> Result<(), Problem> {
        self.greet()?;
        let user = self.doctor.spec.options.clone();
        for (name, value) in self.traits.wanted.clone().into_iter().chain(user) {
            self.set_option(&name, &value)?;
        }
        self.is_ready()
    }

    /// `isready` and its answer.
    pub fn is_ready(&mut self) -> Result<(), Problem> {
        self.send("isready")?;
        self.lines_until("readyok").map(|_| ())
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Problem> {
        self.enter("> ", line);
        self.send_raw(&format!("{line}\n"))
    }

    /// Sends several lines in one write.
    pub fn burst(&mut self, lines: &[String]) -> Result<(), Problem> {
        for line in lines {
            self.enter("> ", line);
        }
        self.send_raw(&format!("{}\n", lines.join("\n")))
    }

    /// Sends text that the record has in another form.
    pub fn send_raw(&mut self, text: &str) -> Result<(), Problem> {
        let Some(connection) = &mut self.connection else {
            return broken("the engine is not running");
        };
        match connection.send(text) {
            Ok(()) => Ok(()),
            Err(SendError::Stalled) => broken("the engine does not read its input"),
            Err(SendError::Closed) => {
                let report = connection.exit_report();
                broken(format!("the engine has left: {report}"))
            }
        }
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        let line = self.dialect().set_option(name, value);
        self.send(&line)
    }

    /// The next line, if one comes in time. An engine that has left is a problem.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Problem> {
        let Some(connection) = &mut self.connection else {
            return broken("the engine is not running");
        };
        match connection.receive(deadline, &NEVER) {
            Ok(line) => {
                self.enter("< ", &line.text);
                Ok(Some(line.text))
            }
            Err(ReceiveError::Timeout | ReceiveError::Aborted) => Ok(None),
            Err(ReceiveError::Closed) => {
                let report = connection.exit_report();
                broken(format!("the engine has left: {report}"))
            }
        }
    }

    /// Reads until a line whose first word is `word`; returns the lines before it.
    pub fn lines_until(&mut self, word: &str) -> Result<Vec<String>, Problem> {
        let deadline = Instant::now() + self.patience();
        let mut lines = Vec::new();
        while let Some(line) = self.line(deadline)? {
            if line.split_whitespace().next() == Some(word) {
                return Ok(lines);
            }
            lines.push(line);
        }
        let seconds = self.patience().as_secs();
        broken(format!("no '{word}' within {seconds} s"))
    }

    /// The lines of the next while.
    pub fn listen(&mut self, time: Duration) -> Result<Vec<String>, Problem> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.line(deadline)? {
            lines.push(line);
            if Instant::now() > deadline {
                break;
            }
        }
        Ok(lines)
    }

    /// The engine's answer to `go`, waited for patiently.
    pub fn best_move(&mut self) -> Result<Best, Problem> {
        let start = Instant::now();
        let deadline = start + self.patience();
        let mut before = Vec::new();
        while let Some(line) = self.line(deadline)? {
            let Some(best) = self.dialect().read_best_move(&line) else {
                before.push(line);
                continue;
            };
            let text = best.text.as_deref();
            return Ok(Best {
                mv: text.and_then(|text| self.dialect().read_move(text)),
                ponder: best.ponder,
                is_none: text.is_none(),
                line,
                used: start.elapsed(),
                before,
            });
        }
        let seconds = self.patience().as_secs();
        broken(format!("no 'bestmove' within {seconds} s"))
    }

    /// Sends a position: the last FEN and the moves since.
    pub fn position(&mut self, setup: &Setup) -> Result<(), Problem> {
        let line = self.position_line(setup);
        self.send(&line)
    }

    /// The line that [`Exam::position`] sends.
    pub fn position_line(&self, setup: &Setup) -> String {
        let mut line = String::new();
        let moves = setup.moves.iter().copied();
        self.dialect().write_position(&mut line, &setup.fen, moves);
        line.trim_end().to_owned()
    }

    /// The `go` line of a limit, with `flag` (`ponder`, `draw` or nothing) behind its first word.
    pub fn go_line(&self, flag: &str, limit: Limit) -> String {
        let mut line = String::from("go");
        for word in flag.split_whitespace() {
            let _ = write!(line, " {word}");
        }
        let unit = if self.traits.dialect.milliseconds {
            1
        } else {
            1000
        };
        let _ = match (limit, self.is_ucci()) {
            (Limit::Depth(depth), _) => write!(line, " depth {depth}"),
            (Limit::Nodes(nodes), _) => write!(line, " nodes {nodes}"),
            (Limit::Infinite, _) => write!(line, " infinite"),
            (Limit::MoveTime(time), true) => write!(line, " time {} movestogo 1", time / unit),
            (Limit::MoveTime(time), false) => write!(line, " movetime {time}"),
            (Limit::Clock(time, increment), true) => {
                let (time, increment) = (time / unit, increment / unit);
                write!(
                    line,
                    " time {time} increment {increment} opptime {time} oppincrement {increment}"
                )
            }
            (Limit::Clock(time, increment), false) => {
                write!(
                    line,
                    " wtime {time} btime {time} winc {increment} binc {increment}"
                )
            }
        };
        line
    }

    /// Sends a position and `go`.
    pub fn go(&mut self, setup: &Setup, flag: &str, limit: Limit) -> Result<(), Problem> {
        self.position(setup)?;
        let line = self.go_line(flag, limit);
        self.send(&line)
    }

    /// Lets the engine think about a position, and asks for a legal move.
    pub fn think(&mut self, setup: &Setup, limit: Limit) -> Result<Best, Problem> {
        self.go(setup, "", limit)?;
        self.legal_move(setup)
    }

    /// The answer to a `go`, which must be a legal move.
    pub fn legal_move(&mut self, setup: &Setup) -> Result<Best, Problem> {
        let best = self.best_move()?;
        match best.mv {
            Some(mv) if setup.board.is_legal_move(mv) => Ok(best),
            _ => broken(format!(
                "'{}' is no legal move of {}",
                text::shown(&best.line),
                setup.board.fen()
            )),
        }
    }

    /// Closes the engine's input without a word.
    pub fn close_input(&mut self) {
        self.note("(end of input)");
        if let Some(connection) = &mut self.connection {
            connection.close_input();
        }
    }

    /// Whether the engine leaves within its patience; how long it took.
    pub fn leaves(&mut self) -> Result<Duration, Problem> {
        let start = Instant::now();
        let deadline = start + self.patience();
        let Some(connection) = &mut self.connection else {
            return broken("the engine is not running");
        };
        if connection.has_left(deadline) {
            return Ok(start.elapsed());
        }
        let seconds = self.patience().as_secs();
        broken(format!("still running {seconds} s later"))
    }
}

/// A position as engines are told of it, and as we see it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The first position.
    pub fen: String,
    /// The moves since.
    pub moves: Vec<Move>,
    /// The last position.
    pub board: Board,
}

impl Setup {
    /// A position and the moves after it; `None` if they are not legal.
    pub fn new(fen: &str, line: &str) -> Option<Self> {
        let first = Board::from_fen(fen).ok()?;
        let mut board = first.clone();
        board.try_play_line(line).ok()?;
        let moves = line.split_whitespace().filter_map(|mv| mv.parse().ok());
        Some(Self {
            fen: first.fen(),
            moves: moves.collect(),
            board,
        })
    }

    /// The position after one more move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.moves.push(mv);
        next.board.make_move(mv);
        next
    }
}

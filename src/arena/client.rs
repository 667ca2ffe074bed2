//! An engine at the board: a process with manners.
//!
//! Whatever goes wrong comes back as a [`Fault`] with the reason the record will state; unless the
//! process is still in step, the caller drops the player and starts another.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::notation::ranks::Ranks;
use crate::types::Move;

use super::dialect::{BestMove, Dialect, EngineInfo, GoContext, Letters, read_info};
use super::process::{Line, Log, Process, ReceiveError};
use super::record::Reason;
use super::spec::{EngineSpec, Protocol};

/// How long to wait for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From the start of the process to the end of its greeting.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// For a move without a time limit.
    pub search: Duration,
    /// For a late engine to answer `stop`.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            search: Duration::from_mins(1),
            stop: Duration::from_secs(1),
        }
    }
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub reason: Reason,
    /// In words.
    pub detail: String,
    /// Whether the process is still in step and can play on in the next game.
    pub usable: bool,
}

impl Fault {
    fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
            usable: false,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The engine's fault.
    Fault(Fault),
    /// The match is being aborted.
    Aborted,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A move with what the engine said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its last words.
    pub best: BestMove,
    /// Score, depth and nodes.
    pub info: EngineInfo,
    /// Time from `go` (or `ponderhit`) to the answer.
    pub used: Duration,
}

/// Where a search starts.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The position after the last capture.
    pub fen: &'a str,
    /// The moves since.
    pub moves: &'a [Move],
    /// The last move of the game, be it a capture or not.
    pub last: Option<Move>,
    /// Moves that would lose by repetition.
    pub banned: &'a [Move],
}

/// A started engine.
#[derive(Debug)]
pub struct EngineClient {
    process: Process,
    dialect: Dialect,
    timeouts: Timeouts,
    abort: Arc<AtomicBool>,
    /// The reply it is thinking about on the opponent's time.
    pondering: Option<Move>,
    buffer: String,
}

/// Why a process did not start. The system's word is the same whether the program is missing or the
/// directory it should run in.
fn cannot_run(spec: &EngineSpec, error: &io::Error) -> String {
    let program = spec.command.first().map_or("", String::as_str);
    match &spec.directory {
        Some(directory) if !Path::new(directory).is_dir() => format!(
            "cannot run '{program}' in '{directory}': no such directory (expected dir= to be one)"
        ),
        Some(directory) => format!("cannot run '{program}' in '{directory}': {error}"),
        None => format!("cannot run '{program}': {error}"),
    }
}

impl EngineClient {
    /// Starts the process, greets it, sets its options and waits until it is ready.
    pub fn start(
        spec: &EngineSpec,
        timeouts: Timeouts,
        log: Option<Log>,
        abort: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let process = Process::start(spec, log)
            .map_err(|error| Fault::new(Reason::StartFailure, cannot_run(spec, &error)))?;
        let mut player = Self {
            process,
            dialect: Dialect::new(spec.protocol),
            timeouts,
            abort,
            pondering: None,
            buffer: String::new(),
        };
        player.greet(spec)?;
        Ok(player)
    }

    fn greet(&mut self, spec: &EngineSpec) -> Result<(), Failure> {
        let (hello, ok) = self.dialect.hello();
        self.send(&format!("{hello}\n"))?;
        let deadline = Instant::now() + self.timeouts.start;
        let mut has_milliseconds = false;
        let mut has_xiangqi = false;
        loop {
            let text = match self.process.receive(deadline, &self.abort) {
                Ok(line) => line.text,
                Err(error) => return Err(self.failed_start(error, ok)),
            };
            let mut words = text.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some(word), _) if word == ok => break,
                (Some("option"), Some("usemillisec")) => has_milliseconds = true,
                (Some("option"), Some("name")) if words.next() == Some("UCI_Variant") => {
                    has_xiangqi = words.any(|word| word == "xiangqi");
                }
                // Fairy-Stockfish 11 counts milliseconds without saying so.
                (Some("id"), Some("name")) if text.contains("Fairy-Stockfish") => {
                    has_milliseconds = true;
                }
                (Some("id"), Some("name")) if text.contains("Sjaak") => {
                    self.dialect.letters = Letters::HorseElephant;
                }
                _ => {}
            }
        }
        let mut options = String::new();
        let mut set = |name: &str, value: &str| {
            options.push_str(&self.dialect.set_option(name, value));
            options.push('\n');
        };
        let names_variant = spec.options.iter().any(|(name, _)| name == "UCI_Variant");
        if has_xiangqi && !names_variant && spec.protocol != Protocol::Cyclone {
            set("UCI_Variant", "xiangqi");
        }
        if self.dialect.is_ucci() && has_milliseconds {
            set("usemillisec", "true");
        }
        for (name, value) in &spec.options {
            set(name, value);
        }
        if let Some(letters) = spec.letters {
            self.dialect.letters = letters;
        }
        self.dialect.milliseconds = spec.milliseconds.unwrap_or(has_milliseconds);
        self.send(&options)?;
        self.wait_until_ready()?;
        if spec.protocol == Protocol::Uci {
            self.find_ranks()?;
        }
        Ok(())
    }

    /// Lets a UCI engine make a move in the start position, which shows how it numbers ranks.
    fn find_ranks(&mut self) -> Result<(), Failure> {
        self.send("position startpos\ngo depth 1\n")?;
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            match self.process.receive(deadline, &self.abort) {
                Ok(line) => {
                    if let Some(best) = self.dialect.read_best_move(&line.text) {
                        let text = best.text.unwrap_or_default();
                        self.dialect.ranks = Ranks::of_first_move(&text).ok_or_else(|| {
                            let detail = format!("'{text}' is no move of the start position");
                            Fault::new(Reason::StartFailure, detail)
                        })?;
                        return Ok(());
                    }
                }
                Err(error) => return Err(self.failed_start(error, "bestmove")),
            }
        }
    }

    fn failed_start(&mut self, error: ReceiveError, awaited: &str) -> Failure {
        let detail = match error {
            ReceiveError::Aborted => return Failure::Aborted,
            ReceiveError::Timeout => format!("no '{awaited}' in time"),
            ReceiveError::Closed => {
                format!("ended before '{awaited}': {}", self.process.exit_report())
            }
        };
        Fault::new(Reason::StartFailure, detail).into()
    }

    fn send(&mut self, text: &str) -> Result<(), Failure> {
        if self.process.send(text).is_err() {
            return Err(Fault::new(Reason::Crash, self.process.exit_report()).into());
        }
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.send("isready\n")?;
        let deadline = Instant::now() + self.timeouts.ready;
        loop {
            match self.process.receive(deadline, &self.abort) {
                Ok(line) if line.text.trim() == "readyok" => return Ok(()),
                Ok(_) => {}
                Err(ReceiveError::Aborted) => return Err(Failure::Aborted),
                Err(ReceiveError::Timeout) => {
                    return Err(Fault::new(Reason::Hang, "no 'readyok' in time").into());
                }
                Err(ReceiveError::Closed) => {
                    return Err(Fault::new(Reason::Crash, self.process.exit_report()).into());
                }
            }
        }
    }

    /// Prepares for a new game.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.stop_pondering()?;
        self.process.discard_output();
        let line = format!("{}\n", self.dialect.new_game());
        self.send(&line)?;
        self.wait_until_ready()
    }

    /// Whether `banmoves` reaches the engine.
    pub const fn knows_bans(&self) -> bool {
        self.dialect.is_ucci()
    }

    /// Reads a move in this engine's coordinates.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        self.dialect.read_move(text)
    }

    /// Lets the engine think about `task` on its own time and waits for the answer.
    pub fn think(
        &mut self,
        task: SearchRequest<'_>,
        context: GoContext<'_>,
    ) -> Result<Answer, Failure> {
        if let Some(guess) = self.pondering {
            if task.last == Some(guess) && task.banned.is_empty() {
                self.pondering = None;
                let line = format!("{}\n", self.dialect.ponder_hit(context.draw_offered));
                let start = Instant::now();
                self.send(&line)?;
                return self.wait_for_move(start, &context);
            }
            self.stop_pondering()?;
        }
        self.buffer.clear();
        self.dialect
            .write_position(&mut self.buffer, task.fen, task.moves.iter().copied());
        self.dialect.write_bans(&mut self.buffer, task.banned);
        self.dialect.write_go(&mut self.buffer, &context);
        let start = Instant::now();
        self.send_buffer()?;
        self.wait_for_move(start, &context)
    }

    fn send_buffer(&mut self) -> Result<(), Failure> {
        let buffer = std::mem::take(&mut self.buffer);
        let sent = self.send(&buffer);
        self.buffer = buffer;
        sent
    }

    fn wait_for_move(
        &mut self,
        start: Instant,
        context: &GoContext<'_>,
    ) -> Result<Answer, Failure> {
        let timed = context.own.deadline();
        let deadline = start + timed.unwrap_or(self.timeouts.search);
        let mut info = EngineInfo::default();
        loop {
            match self.process.receive(deadline, &self.abort) {
                Ok(Line { at, text }) => {
                    if let Some(best) = self.dialect.read_best_move(&text) {
                        let used = at.saturating_duration_since(start);
                        return Ok(Answer { best, info, used });
                    }
                    read_info(&text, &mut info);
                }
                Err(ReceiveError::Aborted) => return Err(Failure::Aborted),
                Err(ReceiveError::Closed) => {
                    return Err(Fault::new(Reason::Crash, self.process.exit_report()).into());
                }
                Err(ReceiveError::Timeout) => return Err(self.overdue(timed)),
            }
        }
    }

    /// The deadline has passed: is the engine only late, or gone?
    fn overdue(&mut self, timed: Option<Duration>) -> Failure {
        let waited = timed.unwrap_or(self.timeouts.search).as_millis();
        let _ = self.send("stop\n");
        match self.wait_for_word() {
            Err(ReceiveError::Aborted) => Failure::Aborted,
            Err(ReceiveError::Closed) => {
                Fault::new(Reason::Crash, self.process.exit_report()).into()
            }
            Ok(()) => Failure::Fault(Fault {
                reason: Reason::TimeForfeit,
                detail: format!("no move within {waited} ms"),
                usable: true,
            }),
            Err(ReceiveError::Timeout) => Fault::new(
                Reason::Hang,
                format!("no move within {waited} ms, and no answer to 'stop'"),
            )
            .into(),
        }
    }

    /// Waits for a best move nobody needs.
    fn wait_for_word(&mut self) -> Result<(), ReceiveError> {
        let deadline = Instant::now() + self.timeouts.stop;
        loop {
            let line = self.process.receive(deadline, &self.abort)?;
            if self.dialect.read_best_move(&line.text).is_some() {
                return Ok(());
            }
        }
    }

    /// Lets the engine think on the opponent's time: `task` ends with the reply it expects.
    pub fn ponder(
        &mut self,
        task: SearchRequest<'_>,
        context: GoContext<'_>,
    ) -> Result<(), Failure> {
        self.buffer.clear();
        self.dialect
            .write_position(&mut self.buffer, task.fen, task.moves.iter().copied());
        self.dialect.write_go(&mut self.buffer, &context);
        self.send_buffer()?;
        self.pondering = task.last;
        Ok(())
    }

    /// Ends a search on the opponent's time whose guess was wrong.
    pub fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.send("stop\n")?;
        self.wait_for_word().map_err(|error| match error {
            ReceiveError::Aborted => Failure::Aborted,
            ReceiveError::Closed => Fault::new(Reason::Crash, self.process.exit_report()).into(),
            ReceiveError::Timeout => {
                Fault::new(Reason::Hang, "no answer to 'stop' while pondering").into()
            }
        })
    }

    /// Says good-bye.
    pub fn quit(self) {
        self.process.quit(self.timeouts.stop);
    }
}

//! An engine at the board: the protocol spoken over a [`Connection`].
//!
//! Whatever goes wrong comes back as a [`Fault`] with the reason the record will state; unless the
//! engine is still in step, the caller drops the client and starts another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::notation::ranks::Ranks;
use crate::text;
use crate::types::Move;

use super::connection::{Connection, LaunchError, Launcher, Line, ReceiveError, SendError};
use super::dialect::{BestMove, Dialect, EngineInfo, GoContext, Letters, read_info};
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
    /// The runner cannot go on, in words.
    Runner(String),
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
pub struct EngineClient {
    connection: Box<dyn Connection>,
    dialect: Dialect,
    timeouts: Timeouts,
    abort: Arc<AtomicBool>,
    /// The reply it is thinking about on the opponent's time.
    pondering: Option<Move>,
}

impl EngineClient {
    /// Starts the engine, greets it, sets its options and waits until it is ready.
    pub fn start(
        spec: &EngineSpec,
        timeouts: Timeouts,
        launcher: &dyn Launcher,
        abort: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let connection = launcher.launch(spec).map_err(|error| match error {
            LaunchError::Engine(detail) => Fault::new(Reason::StartFailure, detail).into(),
            LaunchError::Runner(detail) => Failure::Runner(detail),
        })?;
        let mut client = Self {
            connection,
            dialect: Dialect::new(spec.protocol),
            timeouts,
            abort,
            pondering: None,
        };
        client.greet(spec)?;
        Ok(client)
    }

    /// Reads lines until one is what `answer` looks for. An engine that says anything else after the
    /// deadline is as late as a silent one.
    fn wait_for<T>(
        &mut self,
        deadline: Instant,
        mut answer: impl FnMut(&Line) -> Option<T>,
    ) -> Result<T, ReceiveError> {
        loop {
            let line = self.connection.receive(deadline, &self.abort)?;
            if let Some(answer) = answer(&line) {
                return Ok(answer);
            }
            if line.at > deadline {
                return Err(ReceiveError::Timeout);
            }
        }
    }

    fn greet(&mut self, spec: &EngineSpec) -> Result<(), Failure> {
        let (hello, ok) = self.dialect.hello();
        self.send(&format!("{hello}\n"))?;
        let deadline = self.connection.now() + self.timeouts.start;
        let mut has_milliseconds = false;
        let mut has_book = false;
        let mut has_xiangqi = false;
        let mut letters = Letters::KnightBishop;
        let greeted = self.wait_for(deadline, |line| {
            let text = &line.text;
            let mut words = text.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some(word), _) if word == ok => return Some(()),
                (Some("option"), Some("usemillisec")) => has_milliseconds = true,
                (Some("option"), Some("usebook")) => has_book = true,
                (Some("option"), Some("name")) if words.next() == Some("UCI_Variant") => {
                    has_xiangqi = words.any(|word| word == "xiangqi");
                }
                // Fairy-Stockfish 11 counts milliseconds without saying so.
                (Some("id"), Some("name")) if text.contains("Fairy-Stockfish") => {
                    has_milliseconds = true;
                }
                (Some("id"), Some("name")) if text.contains("Sjaak") => {
                    letters = Letters::HorseElephant;
                }
                _ => {}
            }
            None
        });
        greeted.map_err(|error| self.failed_start(error, ok))?;
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
        // Games start from given openings; a book is used if the user asks for it.
        if self.dialect.is_ucci() && has_book {
            set("usebook", "false");
        }
        for (name, value) in &spec.options {
            set(name, value);
        }
        self.dialect.letters = spec.letters.unwrap_or(letters);
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
        let deadline = self.connection.now() + self.timeouts.ready;
        let dialect = self.dialect;
        let best = self.wait_for(deadline, |line| dialect.read_best_move(&line.text));
        let best = best.map_err(|error| self.failed_start(error, "bestmove"))?;
        let mv = best.text.unwrap_or_default();
        self.dialect.ranks = Ranks::of_first_move(&mv).ok_or_else(|| {
            let detail = format!("'{}' is no move of the start position", text::shown(&mv));
            Fault::new(Reason::StartFailure, detail)
        })?;
        Ok(())
    }

    fn failed_start(&mut self, error: ReceiveError, awaited: &str) -> Failure {
        let detail = match error {
            ReceiveError::Aborted => return Failure::Aborted,
            ReceiveError::Timeout => format!("no '{awaited}' in time"),
            ReceiveError::Closed => match self.gone() {
                Failure::Fault(fault) => format!("ended before '{awaited}': {}", fault.detail),
                failure => return failure,
            },
        };
        Fault::new(Reason::StartFailure, detail).into()
    }

    /// What it means that an answer did not come: `hang` is the detail if the engine is merely silent.
    fn no_answer(&mut self, error: ReceiveError, hang: &str) -> Failure {
        match error {
            ReceiveError::Aborted => Failure::Aborted,
            ReceiveError::Timeout => Fault::new(Reason::Hang, hang).into(),
            ReceiveError::Closed => self.gone(),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), Failure> {
        self.connection.send(text).map_err(|error| match error {
            SendError::Closed => self.gone(),
            SendError::Stalled => Fault::new(Reason::Hang, "does not read its input").into(),
        })
    }

    /// What it means that the engine has ended. A signal that asks it to end is meant for the match: batch
    /// systems send theirs to every process of a job, and engines may get it before we do.
    fn gone(&mut self) -> Failure {
        let report = self.connection.exit_report();
        if self.connection.was_told_to_end() {
            self.abort.store(true, Ordering::Relaxed);
        }
        if self.abort.load(Ordering::Relaxed) {
            return Failure::Aborted;
        }
        Fault::new(Reason::Crash, report).into()
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.send("isready\n")?;
        let deadline = self.connection.now() + self.timeouts.ready;
        let ready = self.wait_for(deadline, |line| {
            (line.text.trim() == "readyok").then_some(())
        });
        ready.map_err(|error| self.no_answer(error, "no 'readyok' in time"))
    }

    /// Prepares for a new game.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.stop_pondering()?;
        self.connection.discard_output();
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

    /// Lets the engine think about `request` on its own time and waits for the answer.
    pub fn think(
        &mut self,
        request: SearchRequest<'_>,
        context: GoContext<'_>,
    ) -> Result<Answer, Failure> {
        let mut text = String::new();
        match self.pondering {
            Some(guess) if request.last == Some(guess) && request.banned.is_empty() => {
                self.pondering = None;
                text.push_str(self.dialect.ponder_hit(context.draw_offered));
                text.push('\n');
            }
            _ => {
                self.stop_pondering()?;
                let moves = request.moves.iter().copied();
                self.dialect.write_position(&mut text, request.fen, moves);
                self.dialect.write_bans(&mut text, request.banned);
                self.dialect.write_go(&mut text, &context);
            }
        }
        let start = self.connection.now();
        self.send(&text)?;
        self.wait_for_move(start, &context)
    }

    /// The clock runs from when the engine can have read `go` to when its move was read.
    fn wait_for_move(
        &mut self,
        start: Instant,
        context: &GoContext<'_>,
    ) -> Result<Answer, Failure> {
        let timed = context.own.deadline();
        let allowed = timed.unwrap_or(self.timeouts.search);
        let dialect = self.dialect;
        let mut info = EngineInfo::default();
        let mut begun = start;
        loop {
            let answer = self.wait_for(begun + allowed, |line| {
                let best = dialect.read_best_move(&line.text);
                if best.is_none() {
                    read_info(&line.text, &mut info);
                }
                best.map(|best| (best, line.at))
            });
            let sent = self.connection.last_sent().max(start);
            return match answer {
                Ok((best, at)) => Ok(Answer {
                    best,
                    info,
                    used: at.saturating_duration_since(sent),
                }),
                // It was written later than it was handed over.
                Err(ReceiveError::Timeout) if sent > begun => {
                    begun = sent;
                    continue;
                }
                Err(ReceiveError::Timeout) => Err(self.overdue(timed)),
                Err(error) => Err(self.no_answer(error, "")),
            };
        }
    }

    /// The deadline has passed: is the engine only late, or gone?
    fn overdue(&mut self, timed: Option<Duration>) -> Failure {
        let waited = timed.unwrap_or(self.timeouts.search).as_millis();
        let _ = self.send("stop\n");
        match self.wait_for_stopped_move() {
            Ok(()) => Failure::Fault(Fault {
                reason: Reason::TimeForfeit,
                detail: format!("no move within {waited} ms"),
                usable: true,
            }),
            Err(error) => {
                let hang = format!("no move within {waited} ms, and no answer to 'stop'");
                self.no_answer(error, &hang)
            }
        }
    }

    /// Waits for a best move nobody needs.
    fn wait_for_stopped_move(&mut self) -> Result<(), ReceiveError> {
        let deadline = self.connection.now() + self.timeouts.stop;
        let dialect = self.dialect;
        self.wait_for(deadline, |line| {
            dialect.read_best_move(&line.text).map(|_| ())
        })
    }

    /// Lets the engine think on the opponent's time: `request` ends with the reply it expects.
    pub fn ponder(
        &mut self,
        request: SearchRequest<'_>,
        context: GoContext<'_>,
    ) -> Result<(), Failure> {
        let mut text = String::new();
        let moves = request.moves.iter().copied();
        self.dialect.write_position(&mut text, request.fen, moves);
        self.dialect.write_go(&mut text, &context);
        self.send(&text)?;
        self.pondering = request.last;
        Ok(())
    }

    /// Ends a search on the opponent's time whose guess was wrong.
    pub fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        self.send("stop\n")?;
        let stopped = self.wait_for_stopped_move();
        stopped.map_err(|error| self.no_answer(error, "no answer to 'stop' while pondering"))
    }
}

/// Lets engines leave, all at the same time, and ends those that stay longer than `grace`.
pub fn quit_all(clients: impl IntoIterator<Item = EngineClient>, grace: Duration) {
    let mut clients: Vec<EngineClient> = clients.into_iter().collect();
    for client in &mut clients {
        client.connection.request_exit();
    }
    let Some(first) = clients.first() else { return };
    let deadline = first.connection.now() + grace;
    for client in &mut clients {
        client.connection.close(deadline);
    }
}

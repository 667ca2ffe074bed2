//! Simulated engines on a simulated clock, which do one wrong thing at one step of the protocol.
//!
//! A step is a line that the engine receives, counted over the whole match. Nothing waits: when the runner
//! waits, the clock moves on.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hanxin::arena::connection::{Connection, LaunchError, Launcher, Line, ReceiveError, SendError};
use hanxin::arena::spec::EngineSpec;
use hanxin::board::Board;
use hanxin::types::Move;

/// What goes wrong at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// The line is not answered.
    Silence,
    /// The process ends.
    Crash,
    /// Its input is closed.
    ClosedInput,
    /// It stops reading.
    Stall,
    /// Lines of rubbish come before the answer.
    Garbage,
    /// Lines without end, and no answer among them.
    Flood,
    /// The answer comes an hour late, or when it is asked to stop.
    Late,
    /// The answer comes twice.
    Twice,
    /// Words of another protocol come instead.
    WrongWords,
    /// A best move comes although nobody asked, before the answer.
    Unasked,
    /// An illegal move.
    Illegal,
    /// A word that is no move, with control characters and without end.
    Nonsense,
    /// No move where there is one.
    NoMove,
    /// It gives up.
    Resign,
    /// The clock jumps ahead by an hour before the answer is stamped.
    ClockAhead,
    /// The answer is stamped before the question.
    ClockBack,
    /// Somebody presses Ctrl-C at this moment.
    Interrupt,
}

impl Deed {
    pub(crate) const ALL: [Self; 17] = [
        Self::Silence,
        Self::Crash,
        Self::ClosedInput,
        Self::Stall,
        Self::Garbage,
        Self::Flood,
        Self::Late,
        Self::Twice,
        Self::WrongWords,
        Self::Unasked,
        Self::Illegal,
        Self::Nonsense,
        Self::NoMove,
        Self::Resign,
        Self::ClockAhead,
        Self::ClockBack,
        Self::Interrupt,
    ];
}

const HOUR: Duration = Duration::from_hours(1);

/// Where in a match the faulty engine does what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    pub(crate) step: usize,
    pub(crate) deed: Deed,
}

/// Starts simulated engines; the one named `faulty` follows the plan.
pub(crate) struct Simulator {
    plan: Option<Plan>,
    /// Steps of the faulty engine so far.
    steps: Arc<AtomicUsize>,
    launches: AtomicUsize,
    /// The launch that the system refuses, from 0.
    refused_launch: Option<usize>,
    pub(crate) abort: Arc<AtomicBool>,
}

impl Simulator {
    pub(crate) fn new(plan: Option<Plan>) -> Self {
        Self {
            plan,
            steps: Arc::default(),
            launches: AtomicUsize::new(0),
            refused_launch: None,
            abort: Arc::default(),
        }
    }

    /// A system that has no room for a process at one launch.
    pub(crate) fn refusing(launch: usize) -> Self {
        Self {
            refused_launch: Some(launch),
            ..Self::new(None)
        }
    }

    /// Lines that the faulty engine has received.
    pub(crate) fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    /// Engines started.
    pub(crate) fn launches(&self) -> usize {
        self.launches.load(Ordering::Relaxed)
    }
}

impl Launcher for Simulator {
    fn launch(&self, spec: &EngineSpec) -> Result<Box<dyn Connection>, LaunchError> {
        let launch = self.launches.fetch_add(1, Ordering::Relaxed);
        if self.refused_launch == Some(launch) {
            let error = "cannot run 'x': Too many open files".to_owned();
            return Err(LaunchError::Runner(error));
        }
        let is_faulty = spec.name == "faulty";
        Ok(Box::new(Simulated {
            plan: self.plan.filter(|_| is_faulty),
            steps: is_faulty.then(|| Arc::clone(&self.steps)),
            abort: Arc::clone(&self.abort),
            now: Mutex::new(Instant::now() + HOUR),
            sent: Instant::now() + HOUR,
            output: VecDeque::new(),
            board: Board::start(),
            is_pondering: false,
            state: State::Alive,
        }))
    }
}

/// A move that depends on the position alone.
fn choose(board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let number = board.key().check as usize % moves.len().max(1);
    moves.get(number).copied()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Alive,
    Stalled,
    Flooding,
    Dead,
}

struct Simulated {
    plan: Option<Plan>,
    steps: Option<Arc<AtomicUsize>>,
    abort: Arc<AtomicBool>,
    now: Mutex<Instant>,
    sent: Instant,
    /// What it has said and when.
    output: VecDeque<Line>,
    board: Board,
    /// It thinks on the opponent's time.
    is_pondering: bool,
    state: State,
}

impl Simulated {
    fn say_at(&mut self, at: Instant, text: impl Into<String>) {
        let text = text.into();
        self.output.push_back(Line { at, text });
    }

    /// The fault of the next step, if there is one.
    fn next_deed(&self) -> Option<Deed> {
        let step = self.steps.as_ref()?.fetch_add(1, Ordering::Relaxed);
        self.plan
            .filter(|plan| plan.step == step)
            .map(|plan| plan.deed)
    }

    /// What a good engine says to a line.
    fn answer(&mut self, line: &str) -> Option<String> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "ucci" => Some("id name Simulated\noption usemillisec type check\nucciok".to_owned()),
            "uci" => Some("id name Simulated\nuciok".to_owned()),
            "isready" => Some("readyok".to_owned()),
            "position" => {
                self.set_position(rest);
                None
            }
            "go" if rest.starts_with("ponder") => {
                self.is_pondering = true;
                None
            }
            "stop" | "ponderhit" if !self.is_pondering => None,
            "go" | "stop" | "ponderhit" => {
                self.is_pondering = false;
                Some(self.best_move())
            }
            _ => None,
        }
    }

    fn set_position(&mut self, text: &str) {
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        self.board = match fen.strip_prefix("fen ") {
            Some(fen) => Board::from_fen(fen).expect("a position"),
            None => Board::start(),
        };
        for mv in moves.split_whitespace() {
            self.board.make_move(mv.parse().expect("a move"));
        }
    }

    fn best_move(&self) -> String {
        let mv = choose(&self.board).expect("nobody is asked when the game is over");
        let mut after = self.board.clone();
        after.make_move(mv);
        // Every other expectation is wrong.
        let moves = after.legal_moves();
        let reply = if after.key().check.is_multiple_of(2) {
            choose(&after)
        } else {
            moves.last().copied()
        };
        let ponder = reply.map_or(String::new(), |reply| format!(" ponder {reply}"));
        format!("info depth 3 score 12\nbestmove {mv}{ponder}")
    }

    fn receive_line(&mut self, line: &str) -> Result<(), SendError> {
        let deed = self.next_deed();
        let now = self.now();
        // A late answer comes at once when it is asked for.
        if line == "stop" {
            for late in &mut self.output {
                late.at = late.at.min(now);
            }
        }
        let good = self.answer(line);
        let is_go = line.starts_with("go");
        let answer = match deed {
            Some(Deed::Silence) => None,
            Some(Deed::Crash) => {
                self.state = State::Dead;
                None
            }
            Some(Deed::ClosedInput) => {
                self.state = State::Dead;
                return Err(SendError::Closed);
            }
            Some(Deed::Stall) => {
                self.state = State::Stalled;
                return Err(SendError::Stalled);
            }
            Some(Deed::Flood) => {
                self.state = State::Flooding;
                None
            }
            Some(Deed::Garbage) => {
                let rubbish = format!("\u{1b}[2J\n\0\ninfo\n{}\n", "x".repeat(5_000));
                Some(rubbish + &good.unwrap_or_default())
            }
            Some(Deed::Late) => {
                for line in good.unwrap_or_default().lines() {
                    self.say_at(now + HOUR, line);
                }
                None
            }
            Some(Deed::Twice) => good.map(|text| format!("{text}\n{text}")),
            Some(Deed::WrongWords) => Some("usiok\nready\nresult 1-0".to_owned()),
            Some(Deed::Unasked) => Some(format!("bestmove a0a1\n{}", good.unwrap_or_default())),
            Some(Deed::Illegal) if is_go => Some("bestmove a0a9".to_owned()),
            Some(Deed::Nonsense) if is_go => {
                Some(format!("bestmove \u{1b}[31m{}", "é".repeat(60_000)))
            }
            Some(Deed::NoMove) if is_go => Some("nobestmove".to_owned()),
            Some(Deed::Resign) if is_go => good.map(|text| text + " resign"),
            Some(Deed::ClockAhead) => {
                *self.now.lock().expect("unpoisoned") += HOUR;
                good
            }
            Some(Deed::ClockBack) => {
                for line in good.unwrap_or_default().lines() {
                    let line = line.to_owned();
                    self.say_at(now.checked_sub(HOUR / 2).expect("time"), line);
                }
                None
            }
            Some(Deed::Interrupt) => {
                self.abort.store(true, Ordering::Relaxed);
                good
            }
            _ => good,
        };
        let now = self.now();
        for line in answer.unwrap_or_default().lines() {
            self.say_at(now, line);
        }
        Ok(())
    }
}

impl Connection for Simulated {
    fn now(&self) -> Instant {
        *self.now.lock().expect("unpoisoned")
    }

    fn send(&mut self, text: &str) -> Result<(), SendError> {
        for line in text.lines() {
            match self.state {
                State::Dead => return Err(SendError::Closed),
                State::Stalled => return Err(SendError::Stalled),
                State::Flooding => {}
                State::Alive => self.receive_line(line)?,
            }
        }
        self.sent = self.now();
        Ok(())
    }

    fn last_sent(&self) -> Instant {
        self.sent
    }

    fn receive(&mut self, deadline: Instant, abort: &AtomicBool) -> Result<Line, ReceiveError> {
        if abort.load(Ordering::Relaxed) {
            return Err(ReceiveError::Aborted);
        }
        let now = self.now();
        match self.state {
            State::Flooding => {
                let at = now + Duration::from_millis(50);
                *self.now.lock().expect("unpoisoned") = at;
                let text = "info depth 1 score 1".to_owned();
                return Ok(Line { at, text });
            }
            State::Dead if self.output.is_empty() => return Err(ReceiveError::Closed),
            _ => {}
        }
        // Lines that are ready come even after the deadline, as they do from a queue.
        let ready = self
            .output
            .pop_front_if(|line| line.at <= deadline.max(now));
        let mut clock = self.now.lock().expect("unpoisoned");
        if let Some(line) = ready {
            *clock = line.at.max(now);
            Ok(line)
        } else {
            *clock = deadline.max(now);
            Err(ReceiveError::Timeout)
        }
    }

    fn discard_output(&mut self) {
        let now = self.now();
        self.output.retain(|line| line.at > now);
    }

    fn exit_report(&mut self) -> String {
        "simulated exit".to_owned()
    }

    fn request_exit(&mut self) {
        let _ = self.send("quit\n");
    }

    fn close(&mut self, _: Instant) {
        self.state = State::Dead;
    }
}

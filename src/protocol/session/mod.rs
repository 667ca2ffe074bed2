//! The loop that serves one client.
//!
//! A reader thread turns stdin into events, a search thread sends news; both arrive in one queue, and
//! the session, alone on the main thread, is the only one that decides and the only one that writes.
//! It never waits for anything but the next event, so `stop`, `quit`, `isready` and `ponderhit` act
//! at once. Two rules come from real clients: lines that follow a `stop` are held until the search has
//! answered, and the session is idle before `bestmove` is printed.
//!
//! The answer to the client comes before everything else: reports of a search are collected while there is
//! more to do and written together, the record of the exchange is kept after the line is out, and a search
//! tidies up when its move is on its way.
//!
//! What waits in memory is bounded. A client that does not read what it is told is not read any more
//! either, and a search waits before it reports further.

mod debug;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, BufWriter, Write};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use crate::board::{Board, FenError};
use crate::engine::{Engine, News};
use crate::notation::ranks::Ranks;
use crate::search::{Bound, SearchResult};
use crate::text;

use super::backlog::Backlog;
use super::command::{Command, Go, PositionText};
use super::log::Transcript;
use super::options::{self, Action, OptionSpec, OptionTarget, Preferences};
use super::reader::{Event, read_lines};
use super::reply::{Format, Reply};
use super::thinking::{Purpose, Thinking, Wait};
use super::{Dialect, limits};

/// Bytes of a search's news that may wait.
const NEWS_BACKLOG: usize = 1 << 20;
/// What a waiting report takes: most of it is a line of play.
const NEWS_BYTES: usize = 512;

/// Whether the session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Continue,
    /// It is over.
    Leave,
}

/// One client, from the first word to `bye`.
pub struct Session<W> {
    engine: Engine,
    /// `None` until the client has said `ucci` or `uci`.
    dialect: Option<Dialect>,
    preferences: Preferences,
    thinking: Option<Thinking>,
    /// Events to be handled once the running search has answered.
    held: VecDeque<Event>,
    output: W,
    transcript: Transcript,
    events: Sender<Event>,
    news_backlog: Backlog,
}

/// Serves the client behind `input` and `output` until it quits or hangs up.
pub fn run(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    transcript: &Transcript,
) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    let reader = sender.clone();
    let record = transcript.clone();
    std::thread::spawn(move || read_lines(input, &reader, &record));
    let mut session = Session::new(BufWriter::new(output), transcript.clone(), sender);
    let mut next = receiver.recv().ok();
    while let Some(event) = next {
        if session.handle(event)? == Flow::Leave {
            break;
        }
        next = receiver.try_recv().ok();
        if next.is_none() {
            session.output.flush()?;
            next = receiver.recv().ok();
        }
    }
    Ok(())
}

impl<W> Drop for Session<W> {
    fn drop(&mut self) {
        // The engine ends its search next, which must not wait for a place among the news.
        self.news_backlog.close();
    }
}

impl<W: Write> Session<W> {
    /// A session that has heard nothing yet. Searches send their news through `events`.
    pub fn new(output: W, transcript: Transcript, events: Sender<Event>) -> Self {
        Self {
            engine: Engine::new(),
            dialect: None,
            preferences: Preferences::default(),
            thinking: None,
            held: VecDeque::new(),
            output,
            transcript,
            events,
            news_backlog: Backlog::new(NEWS_BACKLOG),
        }
    }

    /// The engine.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether a search or a task is under way.
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a search waits for the opponent to play what is being thought about.
    fn is_pondering(&self) -> bool {
        let thinking = self.thinking.as_ref();
        thinking.is_some_and(|thinking| thinking.wait == Wait::PonderHit)
    }

    /// Handles one event, and everything that was held for it.
    pub fn handle(&mut self, event: Event) -> io::Result<Flow> {
        let mut flow = self.handle_or_hold(event)?;
        while flow == Flow::Continue
            && !self.must_hold()
            && let Some(event) = self.held.pop_front()
        {
            flow = self.handle_or_hold(event)?;
        }
        Ok(flow)
    }

    /// Whether lines have to wait for the running search.
    fn must_hold(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| {
            thinking.is_stopped || (self.preferences.batch && !thinking.is_endless())
        })
    }

    fn handle_or_hold(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::News(news) => self.news(news.value).map(|()| Flow::Continue),
            Event::Line(line)
                if self.must_hold() && (self.preferences.batch || line.value.trim() != "quit") =>
            {
                self.held.push_back(Event::Line(line));
                Ok(Flow::Continue)
            }
            Event::Line(line) => self.line(&line.value, line.since),
            Event::EndOfInput if self.is_thinking() => {
                if !self.must_hold() {
                    self.stop()?;
                }
                self.held.push_back(Event::EndOfInput);
                Ok(Flow::Continue)
            }
            Event::EndOfInput => self.leave(),
        }
    }

    /// How the client numbers the ranks.
    fn ranks(&self) -> Ranks {
        match self.dialect {
            Some(Dialect::Uci) => self.preferences.ranks,
            _ => Ranks::FromZero,
        }
    }

    /// How the client reads replies.
    fn format(&self) -> Format {
        Format {
            dialect: self.dialect.unwrap_or(Dialect::Ucci),
            ranks: self.ranks(),
            is_numbered: self.engine.settings().multi_pv > 1,
            shows_wdl: self.preferences.show_wdl,
        }
    }

    /// Writes one line. A report may wait until there is nothing else to do or something else is said.
    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let mut line = reply.display(self.format()).to_string();
        if line.is_empty() {
            return Ok(());
        }
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        if !matches!(reply, Reply::Info(_) | Reply::CurrentMove(..)) {
            self.output.flush()?;
        }
        self.transcript.sent(line.trim_end_matches('\n'));
        Ok(())
    }

    /// Notes why something was ignored.
    fn ignore(&self, reason: &str) {
        let reason = text::message(reason);
        log::warn!("{reason}");
        self.transcript.remark(&reason);
    }

    /// Notes why a whole line was ignored. Later lines may have been recorded already, so it is quoted.
    fn ignore_line(&self, line: &str, reason: &str) {
        self.ignore(&format!("'{}' is ignored: {reason}", text::shown(line)));
    }

    fn leave(&mut self) -> io::Result<Flow> {
        self.engine.stop();
        self.say(&Reply::Bye)?;
        Ok(Flow::Leave)
    }

    /// Executes one line.
    fn line(&mut self, line: &str, read: Instant) -> io::Result<Flow> {
        let line = match self.ranks() {
            Ranks::FromZero => Cow::Borrowed(line),
            Ranks::FromOne => Cow::Owned(Ranks::FromOne.translate(line, Ranks::FromZero)),
        };
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => {
                self.ignore(&error.to_string());
                return Ok(Flow::Continue);
            }
        };
        let is_booting = self.dialect.is_none();
        match command {
            Command::Empty => {}
            Command::Quit => return self.leave(),
            Command::Unknown(_) => self.ignore_line(&line, "no such command"),
            Command::Handshake(dialect) if !self.is_thinking() => self.greet(dialect)?,
            Command::Debug(verb) if !self.is_thinking() => self.debug(verb)?,
            Command::Stop if self.is_thinking() => self.stop()?,
            _ if is_booting => self.ignore_line(&line, "say 'ucci' or 'uci' first"),
            Command::IsReady => {
                self.engine.prepare();
                self.say(&Reply::ReadyOk)?;
            }
            Command::Stop => self.stop()?,
            Command::PonderHit { draw } if self.is_pondering() => self.ponder_hit(draw)?,
            Command::PonderHit { .. } => self.ignore_line(&line, "not pondering"),
            Command::Probe(text) => self.probe(&text)?,
            _ if self.is_thinking() => self.ignore_line(&line, "not while thinking"),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::NewGame => self.engine.new_game(),
            Command::Position(text) => self.position(&text),
            Command::BarePosition(text) if self.dialect == Some(Dialect::Uci) => {
                self.position(&text);
            }
            // Sylvan repeats every position like this, so it is no news.
            Command::BarePosition(_) => log::debug!("position repeated"),
            Command::BanMoves(moves) => self.engine.ban(moves),
            Command::Go(go) => self.go(&go, read),
            Command::Handshake(_) | Command::Debug(_) => {}
        }
        Ok(Flow::Continue)
    }

    fn greet(&mut self, dialect: Dialect) -> io::Result<()> {
        if self.dialect.replace(dialect) != Some(dialect) {
            self.engine.settings_mut().use_book = dialect == Dialect::Ucci;
        }
        self.say(&Reply::Id(
            "name",
            format!("hanxin {}", env!("CARGO_PKG_VERSION")),
        ))?;
        self.say(&Reply::Id("author", "the hanxin developers".to_owned()))?;
        if dialect == Dialect::Ucci {
            self.say(&Reply::Id(
                "copyright",
                "2026 the hanxin developers, MIT licence".to_owned(),
            ))?;
        }
        for spec in OptionSpec::announced(dialect) {
            self.say(&Reply::Option(spec))?;
        }
        self.say(&Reply::HandshakeDone)?;
        // Not every client asks whether we are ready.
        self.engine.prepare();
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut target = OptionTarget {
            engine: self.engine.settings_mut(),
            session: &mut self.preferences,
        };
        match options::set(name, value, &mut target) {
            Ok(Action::None) => {}
            Ok(Action::NewGame) => self.engine.new_game(),
            Ok(Action::ClearHash) => self.engine.forget(),
            Ok(Action::OpenBooks) => {
                for error in self.engine.open_books() {
                    self.complain(&error)?;
                }
            }
            Ok(Action::OpenEndgames) => {
                for error in self.engine.open_endgames() {
                    self.complain(&error)?;
                }
            }
            Ok(Action::LoadNetwork) => {
                if let Err(error) = self.engine.load_network() {
                    self.complain(&format_args!("{error}; the network stays as it was"))?;
                }
            }
            Err(error) => self.ignore(&error.to_string()),
        }
        Ok(())
    }

    /// Tells the user what cannot be used: he has named a file and should know that it is not what plays.
    fn complain(&mut self, reason: &dyn Display) -> io::Result<()> {
        let reason = reason.to_string();
        self.ignore(&reason);
        self.say(&Reply::Message(text::message(&reason)))
    }

    /// Builds a position; the moves are played up to the first illegal one.
    fn read_position(&self, text: &PositionText) -> Result<Board, FenError> {
        let mut board = match &text.fen {
            None => Board::start(),
            Some(fen) => Board::from_fen(fen)?,
        };
        board.reserve(text.moves.len());
        for word in &text.moves {
            let is_played = word.parse().is_ok_and(|mv| board.try_play(mv).is_ok());
            if !is_played {
                self.ignore(&format!(
                    "'{}' is not legal in {}; the rest is skipped",
                    text::shown(word),
                    board.fen()
                ));
                break;
            }
        }
        Ok(board)
    }

    fn position(&mut self, text: &PositionText) {
        match self.read_position(text) {
            Ok(board) => self.engine.set_board(board),
            Err(error) => self.ignore(&error.to_string()),
        }
    }

    fn probe(&mut self, text: &PositionText) -> io::Result<()> {
        match self.read_position(text) {
            Ok(board) => {
                let entry = self.engine.probe(&board);
                self.say(&Reply::PopHash(entry))
            }
            Err(error) => {
                self.ignore(&error.to_string());
                self.say(&Reply::PopHash(None))
            }
        }
    }

    /// A sender of news for the search thread.
    fn teller(&self) -> impl FnMut(News) + Clone + Send + 'static {
        let (events, backlog) = (self.events.clone(), self.news_backlog.clone());
        move |news| {
            // The session may be gone already; then nobody wants the news.
            let _ = events.send(Event::News(backlog.admit(news, NEWS_BYTES)));
        }
    }

    /// Starts a search whose clock has run since the command was read.
    fn go(&mut self, go: &Go, read: Instant) {
        let is_uci = self.dialect == Some(Dialect::Uci);
        let side = self.engine.board().side_to_move();
        let mut limits = limits::of_go(go, side, self.preferences.milliseconds);
        limits.started = Some(read);
        let purpose = if limits.infinite {
            Purpose::Analysis
        } else {
            Purpose::Move
        };
        let wait = match (limits.ponder, is_uci && go.infinite) {
            (true, _) => Wait::PonderHit,
            (false, true) => Wait::Stop,
            (false, false) => Wait::No,
        };
        self.thinking = Some(Thinking::new(purpose, wait, go.draw));
        let teller = self.teller();
        if limits.depth == Some(0) {
            self.engine.start_static(teller);
        } else {
            self.engine.start(limits, teller);
        }
    }

    fn stop(&mut self) -> io::Result<()> {
        match &mut self.thinking {
            Some(thinking) => {
                thinking.is_stopped = true;
                self.engine.stop();
                self.answer_if_due()
            }
            None if self.dialect == Some(Dialect::Ucci) => self.say(&Reply::NoBestMove),
            None => Ok(()),
        }
    }

    fn ponder_hit(&mut self, draw: bool) -> io::Result<()> {
        if let Some(thinking) = &mut self.thinking {
            thinking.wait = Wait::No;
            thinking.draw_offered |= draw;
            self.engine.ponder_hit();
        }
        self.answer_if_due()
    }

    fn news(&mut self, news: News) -> io::Result<()> {
        let Some(thinking) = &mut self.thinking else {
            return Ok(());
        };
        match news {
            News::Info(info) => {
                let is_uci = self.dialect == Some(Dialect::Uci);
                if info.bound != Bound::Exact && !is_uci && !self.engine.settings().debug {
                    return Ok(());
                }
                self.say(&Reply::Info(info))
            }
            News::RootMove(mv, number) => self.say(&Reply::CurrentMove(mv, number)),
            News::Message(text) => self.say(&Reply::Message(text)),
            News::Text(text) => self.say(&Reply::Text(text)),
            News::TaskDone(text) => {
                self.thinking = None;
                self.engine.conclude(&SearchResult::default(), false, false);
                self.say(&Reply::Text(text))
            }
            News::Done(outcome) => {
                thinking.outcome = Some(outcome);
                self.answer_if_due()
            }
        }
    }

    /// Ends the thinking if the search is done and the client wants to hear of it.
    fn answer_if_due(&mut self) -> io::Result<()> {
        // Idle from here on: the client's next command may arrive right after the answer.
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.is_due()) else {
            return Ok(());
        };
        let is_game_move = thinking.is_game_move();
        let outcome = thinking.outcome.unwrap_or_default();
        for error in self.engine.damaged_endgames() {
            self.complain(&format_args!("{error}; the table is not used any more"))?;
        }
        let decision = self
            .engine
            .conclude(&outcome, is_game_move, thinking.draw_offered);
        match decision {
            Some(decision) => self.say(&Reply::BestMove(decision)),
            None => self.say(&Reply::NoBestMove),
        }
    }
}

#[cfg(test)]
mod tests;

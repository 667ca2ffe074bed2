//! Feeds a session lines that no sane client sends: it must neither panic nor hang, its position must stay
//! valid, and its memory must not grow. `HANXIN_LONG=1` (`make fuzz`) feeds a million lines, `HANXIN_FUZZ_LINES=N` as
//! many as that (`make fuzz-hour`).

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hanxin::protocol::{Event, Flow, Session, Transcript};
use hanxin::types::Move;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn lines() -> usize {
    let wanted = std::env::var("HANXIN_FUZZ_LINES").ok();
    if let Some(wanted) = wanted.and_then(|number| number.parse().ok()) {
        wanted
    } else if std::env::var_os("HANXIN_LONG").is_some() {
        1_000_000
    } else if cfg!(debug_assertions) {
        20_000
    } else {
        210_000
    }
}

/// Kilobytes of memory in use, where the system tells.
fn resident_kilobytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// What the session says, for the test to read.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().expect("unpoisoned"));
        String::from_utf8(bytes).expect("the engine speaks UTF-8")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("unpoisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Fuzz {
    random: Xoshiro256PlusPlus,
    session: Session<Output>,
    events: Receiver<Event>,
    output: Output,
    searches: usize,
}

impl Fuzz {
    fn new(seed: u64) -> Self {
        let (session, events, output) = fresh_session();
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self {
            random,
            session,
            events,
            output,
            searches: 0,
        }
    }

    fn feed(&mut self, event: Event) {
        let was_idle = !self.session.is_thinking();
        if self
            .session
            .handle(event)
            .expect("a buffer takes everything")
            == Flow::Leave
        {
            (self.session, self.events, self.output) = fresh_session();
        }
        self.searches += usize::from(was_idle && self.session.is_thinking());
    }

    /// Passes on what the search has said so far.
    fn poll(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.feed(event);
        }
    }

    /// Stops the search, in batch mode behind the session's back, and waits for its end.
    fn settle(&mut self) {
        let mut silences = 0;
        while self.session.is_thinking() {
            self.feed(Event::line("stop"));
            self.session.engine().stop();
            match self.events.recv_timeout(Duration::from_millis(100)) {
                Ok(event) => self.feed(event),
                Err(_) => silences += 1,
            }
            assert!(silences < 1200, "a stopped search does not end");
        }
    }

    /// The answers so far are well formed, the last one fits the position, and nothing is out of step.
    fn check(&mut self) {
        self.settle();
        let board = self.session.engine().board();
        assert_eq!(board.inconsistency(), None, "{}", board.fen());
        let said = self.output.take();
        let moves = said
            .lines()
            .filter_map(|line| line.strip_prefix("bestmove "));
        for text in moves {
            let word = text.split(' ').next().unwrap_or_default();
            assert!(word == "(none)" || word.parse::<Move>().is_ok(), "{text}");
        }
        self.feed(Event::line("ucci"));
        self.feed(Event::line("isready"));
        let said = self.output.take();
        assert!(said.ends_with("ucciok\nreadyok\n"), "{said}");
        self.feed(Event::line("go nodes 50"));
        self.settle();
        let said = self.output.take();
        let answer = said.lines().last().unwrap_or_default();
        let is_legal = |text: &str| {
            let mv = text.split(' ').next().unwrap_or_default().parse();
            mv.is_ok_and(|mv| self.session.engine().board().is_legal_move(mv))
        };
        assert!(
            answer == "nobestmove" || answer.strip_prefix("bestmove ").is_some_and(is_legal),
            "{answer} in {}",
            self.session.engine().board().fen()
        );
    }

    /// Keeps the machine usable: no hundred threads, no gigabytes.
    fn tame(&mut self) {
        let settings = self.session.engine().settings();
        if settings.threads > 2 || settings.threads == 0 {
            self.feed(Event::line("setoption threads 1"));
        }
        if self.session.engine().settings().table_megabytes() > 16 {
            self.feed(Event::line("setoption hashsize 1"));
        }
    }

    /// A line that takes no gigabytes: what is said while a search ends is held, and behind a large table an
    /// `isready` could be held that fetches its memory before [`Self::tame`] sees it.
    fn harmless_line(&mut self) -> String {
        loop {
            let line = self.line();
            let sets_table = line.to_ascii_lowercase().contains("hash");
            if !(sets_table && self.session.is_thinking()) {
                return line;
            }
        }
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.random.random_range(0..words.len())]
    }

    fn number(&mut self) -> String {
        match self.random.random_range(0..12) {
            0 => self
                .pick(&[
                    "-1",
                    "0",
                    "99999999999999999999",
                    "1e9",
                    "nan",
                    "x",
                    "-9223372036854775808",
                ])
                .to_owned(),
            1 => self.random.random_range(-500..100_000).to_string(),
            _ => self.random.random_range(0..4).to_string(),
        }
    }

    fn mv(&mut self) -> String {
        let moves = self.session.engine().board().legal_moves();
        if !moves.is_empty() && self.random.random_bool(0.7) {
            return moves[self.random.random_range(0..moves.len())].to_string();
        }
        let mut square = || {
            let file = char::from(b'a' + self.random.random_range(0..9_u8));
            format!("{file}{}", self.random.random_range(0..10))
        };
        format!("{}{}", square(), square())
    }

    fn position(&mut self) -> String {
        const FENS: [&str; 6] = [
            "startpos",
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "fen r1bakab1r/9/1cn4c1/p1p1p1pnp/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w - - 2 4",
            "fen 3k5/4R4/9/9/9/9/9/9/9/5K3 b",
            "fen 4k4/4a4/9/9/9/9/9/9/4p4/3K1R3 w - - 117 90",
            "fen 3ak4/9/9/9/9/9/9/9/9/3K1A3 b",
        ];
        let mut text = self.pick(&FENS).to_owned();
        if self.random.random_bool(0.6) {
            text.push_str(" moves");
            for _ in 0..self.random.random_range(0..6) {
                text = format!("{text} {}", self.mv());
            }
        }
        text
    }

    fn go(&mut self) -> String {
        let mut text = "go".to_owned();
        for _ in 0..self.random.random_range(0..4) {
            let word = self.pick(&[
                "depth",
                "nodes",
                "time",
                "movetime",
                "increment",
                "movestogo",
                "opptime",
                "oppincrement",
                "wtime",
                "btime",
                "winc",
                "binc",
                "mate",
                "ponder",
                "draw",
                "infinite",
                "searchmoves",
            ]);
            text = match word {
                "ponder" | "draw" | "infinite" => format!("{text} {word}"),
                "searchmoves" => format!("{text} {word} {} {}", self.mv(), self.mv()),
                _ => format!("{text} {word} {}", self.number()),
            };
        }
        text
    }

    fn option(&mut self) -> String {
        let name = self.pick(&[
            "usemillisec",
            "hashsize",
            "threads",
            "multipv",
            "ponder",
            "moveoverhead",
            "level",
            "batch",
            "debug",
            "usebook",
            "bookfiles",
            "useegtb",
            "egtbpaths",
            "idle",
            "pruning",
            "knowledge",
            "technique",
            "evaluation",
            "randomness",
            "style",
            "repetition",
            "drawmoves",
            "resign",
            "promotion",
            "name Hash value",
            "name UCI_LimitStrength value",
            "name UCI_Elo value",
            "name Skill Level value",
            "name UCI_ShowWDL value",
        ]);
        let value = match self.random.random_range(0..4) {
            0 => self.number(),
            1 => self
                .pick(&[
                    "none",
                    "tiny",
                    "small",
                    "medium",
                    "large",
                    "solid",
                    "risky",
                    "checkban",
                    "asianrule",
                ])
                .to_owned(),
            _ => self
                .pick(&["true", "false", "on", "off", "1", "0", ""])
                .to_owned(),
        };
        format!("setoption {name} {value}")
    }

    /// A line that follows the grammar, more or less.
    fn sentence(&mut self) -> String {
        match self.random.random_range(0..100) {
            0..20 => format!("position {}", self.position()),
            20..40 => self.go(),
            40..55 => self.option(),
            55..65 => "stop".to_owned(),
            65..70 => self.pick(&["ponderhit", "ponderhit draw"]).to_owned(),
            70..75 => format!("probe {}", self.position()),
            75..80 => format!("banmoves {} {}", self.mv(), self.mv()),
            80..85 => "isready".to_owned(),
            85..87 => self.pick(&["ucci", "uci"]).to_owned(),
            87..88 => self
                .pick(&["setoption newgame", "ucinewgame", "quit"])
                .to_owned(),
            88..94 => self
                .pick(&["d", "eval", "perft 0", "perft 1", "perft 2", "perft 9"])
                .to_owned(),
            _ => self
                .pick(&[
                    "",
                    " ",
                    "fen x",
                    "go go go",
                    "position",
                    "setoption",
                    "nonsense",
                    "stop stop",
                ])
                .to_owned(),
        }
    }

    /// The same with a few bytes changed, doubled or lost.
    fn mutate(&mut self, line: &str) -> Vec<u8> {
        let mut bytes = line.as_bytes().to_vec();
        for _ in 0..self.random.random_range(1..4) {
            let at = self.random.random_range(0..=bytes.len());
            match self.random.random_range(0..4) {
                0 => bytes.insert(at, self.random.random()),
                1 if at < bytes.len() => bytes[at] = self.random.random(),
                2 => bytes.truncate(at),
                _ => {
                    let tail = bytes[at..].to_vec();
                    bytes.extend(tail);
                }
            }
        }
        bytes
    }

    fn line(&mut self) -> String {
        let bytes = match self.random.random_range(0..20) {
            0..13 => self.sentence().into_bytes(),
            13..18 => {
                let line = self.sentence();
                self.mutate(&line)
            }
            _ => (0..self.random.random_range(0..60))
                .map(|_| self.random.random())
                .collect(),
        };
        String::from_utf8_lossy(&bytes).replace('\n', " ")
    }
}

fn fresh_session() -> (Session<Output>, Receiver<Event>, Output) {
    let (sender, events) = channel();
    let output = Output::default();
    let mut session = Session::new(output.clone(), Transcript::default(), sender);
    for line in ["ucci", "setoption hashsize 1"] {
        let flow = session
            .handle(Event::line(line))
            .expect("a buffer takes everything");
        assert_eq!(flow, Flow::Continue);
    }
    (session, events, output)
}

#[test]
fn two_hundred_thousand_lines_do_no_harm() {
    let mut fuzz = Fuzz::new(2026);
    let lines = lines();
    let mut early = None;
    for number in 0..lines {
        if number == lines / 10 {
            early = resident_kilobytes();
        }
        if number > 0 && number % 1_000_000 == 0 {
            let memory = resident_kilobytes();
            let _ = writeln!(io::stderr(), "{number} lines, memory {memory:?} kB");
        }
        let line = fuzz.harmless_line();
        fuzz.feed(Event::line(&line));
        fuzz.poll();
        fuzz.tame();
        if fuzz.session.is_thinking() && fuzz.random.random_bool(0.3) {
            fuzz.settle();
        }
        if number % 500 == 499 {
            fuzz.check();
        }
    }
    assert!(fuzz.searches > lines / 100, "{} searches", fuzz.searches);
    // Other tests run beside this one, unless it is the long one.
    if let (true, Some(early), Some(late)) = (lines >= 1_000_000, early, resident_kilobytes()) {
        let text = format!(
            "{early} kB after {} lines, {late} kB after {lines}",
            lines / 10
        );
        let _ = writeln!(io::stderr(), "{text}");
        assert!(late < early + (16 << 10), "{early} kB became {late} kB");
    }
}

#[test]
fn the_end_of_input_is_survived_in_every_state() {
    let mut fuzz = Fuzz::new(7);
    for _ in 0..lines() / 200 {
        for _ in 0..fuzz.random.random_range(1..12) {
            let line = fuzz.harmless_line();
            fuzz.feed(Event::line(&line));
            fuzz.tame();
        }
        fuzz.feed(Event::EndOfInput);
        fuzz.settle();
    }
}

//! `hanxin doctor`: a sound engine passes, and each fault is seen by the check that is about it.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use hanxin::arena::connection::{Connection, LaunchError, Launcher, Line, ReceiveError, SendError};
use hanxin::arena::spec::EngineSpec;
use hanxin::board::Board;
use hanxin::doctor::{Doctor, Finding, Verdict};
use hanxin::types::Move;

/// What an engine does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    Banner,
    ComplainsOfOptions,
    ComplainsOfWords,
    IgnoresBans,
    KeepsBans,
    SilentWhenIdle,
    WrongWordWhenMated,
    MovesWhilePondering,
    MovesOfTheOtherSide,
    ScoresInCentipawns,
    DeeperThanAsked,
    EndsWithBadPositions,
    NoBye,
}

/// A UCCI engine that plays its first legal move.
struct Engine {
    fault: Fault,
    board: Option<Board>,
    banned: Vec<Move>,
    is_thinking: bool,
    has_left: bool,
    lines: VecDeque<String>,
    sent: Instant,
}

impl Engine {
    fn new(fault: Fault) -> Self {
        Self {
            fault,
            board: None,
            banned: Vec::new(),
            is_thinking: false,
            has_left: false,
            lines: VecDeque::new(),
            sent: Instant::now(),
        }
    }

    fn say(&mut self, line: &str) {
        self.lines.push_back(line.to_owned());
    }

    fn best_move(&self) -> Option<Move> {
        let mut board = self.board.clone()?;
        if self.fault == Fault::MovesOfTheOtherSide {
            board.make_null_move();
        }
        let mut legal = board.legal_moves().into_iter();
        let is_free = |mv: &Move| self.fault == Fault::IgnoresBans || !self.banned.contains(mv);
        legal.find(is_free)
    }

    fn finish(&mut self) {
        self.is_thinking = false;
        match self.best_move() {
            Some(mv) => {
                let score = match self.fault {
                    Fault::ScoresInCentipawns => "cp 3",
                    _ => "3",
                };
                let depth = match self.fault {
                    Fault::DeeperThanAsked => 9,
                    _ => 1,
                };
                self.say(&format!("info depth {depth} score {score} nodes 9 pv {mv}"));
                self.say(&format!("bestmove {mv}"));
            }
            None if self.fault == Fault::WrongWordWhenMated => self.say("bestmove (none)"),
            None => self.say("nobestmove"),
        }
    }

    fn position(&mut self, text: &str) {
        let (first, moves) = text.split_once(" moves").unwrap_or((text, ""));
        let board = match first.strip_prefix("fen ") {
            Some(fen) => Board::from_fen(fen).ok(),
            None => Some(Board::start()),
        };
        if self.fault == Fault::EndsWithBadPositions && board.is_none() {
            self.has_left = true;
        }
        if let Some(mut board) = board {
            let _ = board.try_play_line(moves);
            self.board = Some(board);
        }
        if self.fault != Fault::KeepsBans {
            self.banned.clear();
        }
    }

    fn read(&mut self, line: &str) {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ucci" => {
                if self.fault == Fault::Banner {
                    self.say("Welcome!");
                }
                for line in [
                    "id name fake",
                    "option usemillisec type check default true",
                    "ucciok",
                ] {
                    self.say(line);
                }
            }
            "isready" => self.say("readyok"),
            "setoption"
                if self.fault == Fault::ComplainsOfOptions && !rest.starts_with("usemillisec") =>
            {
                self.say("No such option");
            }
            "position" => self.position(rest),
            "banmoves" => {
                self.banned = rest
                    .split_whitespace()
                    .filter_map(|m| m.parse().ok())
                    .collect();
            }
            "go" if rest.contains("depth 0") => {
                self.say("info depth 0 score 3");
                self.say("nobestmove");
            }
            "go" if rest.contains("infinite") || rest.contains("ponder") => {
                self.is_thinking = true;
                if self.fault == Fault::MovesWhilePondering {
                    self.finish();
                }
            }
            "go" => self.finish(),
            "stop" | "ponderhit" if self.is_thinking => self.finish(),
            "stop" if self.fault != Fault::SilentWhenIdle => self.say("nobestmove"),
            "quit" => {
                if self.fault != Fault::NoBye {
                    self.say("bye");
                }
                self.has_left = true;
            }
            "" | "setoption" | "stop" | "ponderhit" => {}
            _ if self.fault == Fault::ComplainsOfWords => self.say("Unknown command"),
            _ => {}
        }
    }
}

impl Connection for Engine {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn send(&mut self, text: &str) -> Result<(), SendError> {
        if self.has_left {
            return Err(SendError::Closed);
        }
        self.sent = Instant::now();
        for line in text.lines() {
            self.read(line);
        }
        Ok(())
    }

    fn last_sent(&self) -> Instant {
        self.sent
    }

    fn receive(&mut self, _: Instant, _: &AtomicBool) -> Result<Line, ReceiveError> {
        let at = Instant::now();
        match self.lines.pop_front() {
            Some(text) => Ok(Line { at, text }),
            None if self.has_left => Err(ReceiveError::Closed),
            None => Err(ReceiveError::Timeout),
        }
    }

    fn discard_output(&mut self) {
        self.lines.clear();
    }

    fn exit_report(&mut self) -> String {
        "gone".to_owned()
    }

    fn request_exit(&mut self) {}

    fn close_input(&mut self) {
        self.has_left = true;
    }

    fn has_left(&mut self, _: Instant) -> bool {
        self.has_left
    }

    fn close(&mut self, _: Instant) {}
}

struct Starter(Fault);

impl Launcher for Starter {
    fn launch(&self, _: &EngineSpec) -> Result<Box<dyn Connection>, LaunchError> {
        Ok(Box::new(Engine::new(self.0)))
    }
}

/// The checks that need neither a clock nor strength nor the system's books.
const CHECKED: [&str; 22] = [
    "handshake",
    "greeting-words",
    "option-form",
    "option-names",
    "options-set",
    "unknown-option",
    "isready",
    "new-game",
    "depth",
    "depth-zero",
    "stop-idle",
    "ranks",
    "fen-letters",
    "position-moves",
    "bestmove-form",
    "info-score",
    "no-move",
    "banmoves",
    "ponder-miss",
    "unknown-words",
    "bad-fen",
    "only-move",
];

fn examine(fault: Fault, is_wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let doctor = Doctor {
        launcher: &Starter(fault),
        spec: EngineSpec::default(),
        patience: Duration::from_secs(1),
    };
    let checks = doctor.checks(is_wanted);
    doctor.examine(&checks, |_| {}).findings
}

fn is_checked(id: &str) -> bool {
    CHECKED.contains(&id) || id == "bye"
}

#[test]
fn a_sound_engine_passes() {
    let findings = examine(Fault::None, is_checked);
    assert_eq!(findings.len(), CHECKED.len() + 1);
    for finding in findings {
        assert_eq!(finding.verdict, Verdict::Passed, "{finding:?}");
    }
}

#[test]
fn each_fault_is_seen_by_its_check_alone() {
    for (fault, seen) in [
        (Fault::Banner, &["greeting-words"][..]),
        (Fault::ComplainsOfOptions, &["unknown-option", "new-game"]),
        (Fault::ComplainsOfWords, &["unknown-words"]),
        (Fault::IgnoresBans, &["banmoves"]),
        (Fault::KeepsBans, &["banmoves"]),
        (Fault::WrongWordWhenMated, &["no-move"]),
        (Fault::MovesWhilePondering, &["isready", "ponder-miss"]),
        (Fault::ScoresInCentipawns, &["info-score"]),
        (Fault::DeeperThanAsked, &["depth"]),
        (Fault::EndsWithBadPositions, &["bad-fen"]),
    ] {
        let findings = examine(fault, is_checked);
        let failed: Vec<&str> = findings
            .iter()
            .filter(|finding| finding.verdict == Verdict::Failed)
            .map(|finding| finding.id)
            .collect();
        assert_eq!(failed, seen, "{fault:?}");
        let shown = findings.iter().filter(|f| f.verdict == Verdict::Failed);
        assert!(
            shown
                .into_iter()
                .all(|f| !f.exchange.is_empty() && !f.basis.is_empty())
        );
    }
}

#[test]
fn what_an_engine_need_not_have_is_not_supported() {
    for (fault, id) in [(Fault::SilentWhenIdle, "stop-idle"), (Fault::NoBye, "bye")] {
        let findings = examine(fault, |wanted| wanted == id);
        let verdicts: Vec<Verdict> = findings.iter().map(|f| f.verdict).collect();
        assert_eq!(verdicts, [Verdict::NotSupported], "{fault:?}");
    }
}

#[test]
fn an_engine_that_cannot_play_is_one_finding() {
    let findings = examine(Fault::MovesOfTheOtherSide, is_checked);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        (findings[0].id, findings[0].verdict),
        ("handshake", Verdict::Failed)
    );
}

fn hanxin() -> Command {
    Command::new(env!("CARGO_BIN_EXE_hanxin"))
}

#[test]
fn our_engine_passes_in_both_protocols() {
    let engine = env!("CARGO_BIN_EXE_hanxin");
    for (proto, only) in [
        (
            "ucci",
            "handshake,options-set,batch,probe,banmoves,bad-go,long-line,bye",
        ),
        (
            "uci",
            "handshake,options-set,unknown-words,info-pv,game-over",
        ),
    ] {
        let run = hanxin()
            .args(["doctor", "--json", "--proto", proto, "--patience", "60"])
            .args(["--only", only, "--", engine])
            .assert()
            .success();
        let report: serde_json::Value =
            serde_json::from_slice(&run.get_output().stdout).expect("JSON");
        let findings = report["findings"].as_array().expect("findings");
        assert_eq!(findings.len(), only.split(',').count());
        assert!(
            findings.iter().all(|f| f["verdict"] == "passed"),
            "{report}"
        );
    }
}

#[test]
fn a_program_that_is_no_engine_fails() {
    let engine = env!("CARGO_BIN_EXE_hanxin");
    let run = hanxin()
        .args(["doctor", "--", engine, "--version"])
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.contains("handshake              failed"), "{text}");
}

#[test]
fn checks_are_listed_and_unknown_ones_refused() {
    let run = hanxin().args(["doctor", "--list"]).assert().success();
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.contains("banmoves") && text.contains("UCCI 3.0, banmoves"));
    let run = hanxin()
        .args(["doctor", "--only", "nosuch", "--", "x"])
        .assert();
    run.code(2);
    hanxin().arg("doctor").assert().code(2);
}

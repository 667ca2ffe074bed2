//! Matches against scripted engines: every fault has its result and reason, and the match goes on.
//!
//! The scripted engine is this test program itself: started again with the test `scripted_engine`
//! selected and [`SCRIPT`] in its environment.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use hanxin::arena::process::ProcessLauncher;
use hanxin::arena::record::{GameRecord, GameResult, Reason};
use hanxin::arena::runner::MatchConfig;
use hanxin::arena::schedule::{Format, Schedule};
use hanxin::arena::spec::{EngineSpec, Protocol};
use hanxin::arena::verify::verify;
use hanxin::board::Board;
use hanxin::types::{Move, Side};

use crate::common::games::match_config;

/// Says what the scripted engine does, like `crash 3`: the deed and at which of its moves as red.
const SCRIPT: &str = "SCRIPTED_ENGINE";

/// Not a test by itself: the engine that the other tests start.
#[test]
fn scripted_engine() {
    if let Ok(script) = std::env::var(SCRIPT) {
        let mut words = script.split(' ').map(str::to_owned);
        let deed = words.next().unwrap_or_default();
        let number = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
        Script {
            deed,
            number,
            moves: 0,
            board: Board::start(),
            ten: false,
            was_stopped: false,
        }
        .run();
        std::process::exit(0);
    }
}

struct Script {
    deed: String,
    number: usize,
    moves: usize,
    board: Board,
    /// Ranks from 1.
    ten: bool,
    /// It was told to stop thinking once.
    was_stopped: bool,
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

impl Script {
    fn run(&mut self) {
        if self.deed == "slow-start" {
            sleep(Duration::from_mins(1));
        }
        self.ten = self.deed == "ranks-from-one";
        let mut is_pondering = false;
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            match line.split(' ').next().unwrap_or_default() {
                "ucci" if self.deed == "wrong-protocol" => say("Unknown command: ucci"),
                "ucci" => say("id name Scripted\noption usemillisec type check\nucciok"),
                "uci" => say("id name Scripted\nuciok"),
                "isready" => say("readyok"),
                "setoption" | "ucinewgame" if line.contains("newgame") => self.moves = 0,
                "position" | "fen" => self.set_position(&line),
                "go" if line.starts_with("go ponder") => is_pondering = true,
                "ponderhit" | "stop" if is_pondering => {
                    is_pondering = false;
                    self.go(&line);
                }
                "stop" if self.deed == "silent" => {
                    self.was_stopped = true;
                    say("bestmove a0a1");
                }
                "go" => self.go(&line),
                "quit" => return,
                _ => {}
            }
        }
    }

    fn set_position(&mut self, line: &str) {
        let (position, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        self.board = match position.split_once("fen ") {
            Some((_, fen)) => Board::from_fen(fen).expect("a position"),
            None => Board::start(),
        };
        for mv in moves.split_whitespace() {
            let mv = self.read(mv);
            self.board.try_play(mv).expect(line);
        }
    }

    fn read(&self, text: &str) -> Move {
        if !self.ten {
            return text.parse().expect("a move");
        }
        let mut squares = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest[1..]
                .find(char::is_alphabetic)
                .map_or(rest.len(), |i| i + 1);
            let rank: u8 = rest[1..end].parse().expect("a rank");
            squares.push(format!("{}{}", &rest[..1], rank - 1));
            rest = &rest[end..];
        }
        squares.concat().parse().expect("a move")
    }

    fn write(&self, mv: Move) -> String {
        if !self.ten {
            return mv.to_string();
        }
        let square =
            |s: hanxin::types::Square| format!("{}{}", char::from(b'a' + s.file()), s.rank() + 1);
        format!("{}{}", square(mv.from()), square(mv.to()))
    }

    fn go(&mut self, line: &str) {
        let moves = self.board.legal_moves();
        // A different move each time, so that nothing repeats.
        let index = (self.board.history().len() + self.moves * 7) % moves.len();
        let mv = self.write(moves[index]);
        self.moves += 1;
        let is_due = self.board.side_to_move() == Side::Red && self.moves == self.number;
        match self.deed.as_str() {
            "crash" if is_due => std::process::exit(3),
            "hang" if is_due => sleep(Duration::from_hours(1)),
            "silent" if is_due => {}
            "silent" if self.was_stopped => say(&format!("info score 99\nbestmove {mv}")),
            "illegal" if is_due => say("bestmove a0a9"),
            "nonsense" if is_due => say("bestmove banana"),
            "no-move" if is_due => say("nobestmove"),
            "resign" if is_due => say(&format!("bestmove {mv} resign")),
            "first" => say(&format!("bestmove {}", moves[0])),
            "ponder" => {
                // The score tells whether the move came from a hit.
                let mut after = self.board.clone();
                after.make_move(moves[index]);
                let replies = after.legal_moves();
                let score = if line == "ponderhit" { 77 } else { 55 };
                say(&format!(
                    "info score {score}\nbestmove {mv} ponder {}",
                    replies[0]
                ));
            }
            "draw" => say(&format!("bestmove {mv} draw")),
            "accept" if line.starts_with("go draw") => say(&format!("bestmove {mv} draw")),
            "late" if is_due => {
                sleep(Duration::from_secs(3));
                say(&format!("bestmove {mv}"));
            }
            "garbage" => {
                let mut out = io::stdout().lock();
                let _ = out.write_all(b"\xff\xfe\x00 nonsense\n\n   \ninfo\ninfo score\n");
                let _ = out.write_all(&vec![b'x'; 200_000]);
                let _ = writeln!(out, "\ninfo depth x score y\nbest move\nBESTMOVE a0a1");
                let _ = writeln!(
                    out,
                    "info depth 5 score 17 nodes 9\nbestmove {mv}\ntrailing"
                );
                let _ = out.flush();
            }
            _ => say(&format!("info depth 1 score {}\nbestmove {mv}", self.moves)),
        }
    }
}

fn engine(name: &str, script: &str, protocol: Protocol) -> EngineSpec {
    let program = std::env::current_exe().expect("this program");
    let program = program.to_str().expect("a readable path").to_owned();
    let arguments = ["--exact", "matches::scripted_engine", "--nocapture", "-q"];
    EngineSpec {
        name: name.to_owned(),
        command: std::iter::once(program)
            .chain(arguments.map(str::to_owned))
            .collect(),
        protocol,
        environment: vec![(SCRIPT.to_owned(), script.to_owned())],
        ..EngineSpec::default()
    }
}

fn config(engines: Vec<EngineSpec>, limit: (&str, &str)) -> MatchConfig {
    let mut config = match_config(engines, limit);
    config.limits.set("timemargin", "500").expect("a margin");
    config
}

fn run(config: &MatchConfig) -> Vec<GameRecord> {
    let mut records = Vec::new();
    config.run(
        &ProcessLauncher::default(),
        |_| false,
        &Arc::new(AtomicBool::new(false)),
        |record| {
            records.push(record.clone());
            true
        },
    );
    for record in &records {
        assert_eq!(verify(record), Ok(()), "{record:?}");
    }
    records
}

/// Plays two games of a faulty engine (red first) against a good one. The fault comes with red, so
/// the second game shows that the match went on.
fn play_faulty(script: &str, limit: (&str, &str)) -> GameRecord {
    let faulty = engine("faulty", script, Protocol::Ucci);
    let good = engine("good", "play", Protocol::Ucci);
    let records = run(&config(vec![faulty, good], limit));
    assert_eq!(records.len(), 2, "{records:?}");
    let next = &records[1];
    assert_eq!(
        (next.result, next.reason),
        (GameResult::Draw, Reason::MaxPlies),
        "{next:?}"
    );
    records[0].clone()
}

fn check(record: &GameRecord, result: GameResult, reason: Reason, plies: usize) {
    assert_eq!(
        (record.result, record.reason),
        (result, reason),
        "{record:?}"
    );
    assert_eq!(record.scores.len(), plies, "{record:?}");
}

const NODES: (&str, &str) = ("nodes", "1");

#[test]
fn a_crash_loses_and_the_engine_is_restarted() {
    let record = play_faulty("crash 3", NODES);
    check(&record, GameResult::BlackWins, Reason::Crash, 4);
    assert!(record.detail.contains('3'), "{}", record.detail);
}

#[test]
fn a_hang_loses_and_the_engine_is_restarted() {
    let faulty = engine("faulty", "hang 2", Protocol::Ucci);
    let good = engine("good", "play", Protocol::Ucci);
    let mut config = config(vec![faulty, good], NODES);
    config.timeouts.stop = Duration::from_millis(200);
    let records = run(&config);
    check(&records[0], GameResult::BlackWins, Reason::Hang, 2);
    check(&records[1], GameResult::Draw, Reason::MaxPlies, 12);
}

/// Without a limit on time, too: the score of the next game shows that it is the same process.
#[test]
fn an_engine_that_only_moves_when_told_to_stop_loses_on_time_and_plays_on() {
    let faulty = engine("faulty", "silent 2", Protocol::Ucci);
    let good = engine("good", "play", Protocol::Ucci);
    let mut config = config(vec![faulty, good], NODES);
    config.timeouts.search = Duration::from_secs(2);
    let records = run(&config);
    check(&records[0], GameResult::BlackWins, Reason::TimeForfeit, 2);
    assert_eq!(records[0].detail, "no move within 2000 ms");
    check(&records[1], GameResult::Draw, Reason::MaxPlies, 12);
    assert_eq!(records[1].scores[1], Some(99));
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    let record = play_faulty("illegal 2", NODES);
    check(&record, GameResult::BlackWins, Reason::IllegalMove, 2);
    assert_eq!(record.detail, "a0a9");
    let record = play_faulty("nonsense 1", NODES);
    check(&record, GameResult::BlackWins, Reason::IllegalMove, 0);
    assert_eq!(record.detail, "banana");
}

#[test]
fn no_move_where_there_is_one_loses() {
    let record = play_faulty("no-move 2", NODES);
    check(&record, GameResult::BlackWins, Reason::NoMove, 2);
}

#[test]
fn a_late_move_loses_on_time_and_does_not_reach_the_next_game() {
    let record = play_faulty("late 2", ("movetime", "1000"));
    check(&record, GameResult::BlackWins, Reason::TimeForfeit, 2);
}

#[test]
fn garbage_is_ignored() {
    let record = play_faulty("garbage", NODES);
    check(&record, GameResult::Draw, Reason::MaxPlies, 12);
    assert_eq!(record.scores[0], Some(17));
}

#[test]
fn an_engine_that_does_not_start_in_time_loses_each_game_and_the_others_play_on() {
    for script in ["wrong-protocol", "slow-start"] {
        let mut config = config(
            vec![
                engine("faulty", script, Protocol::Ucci),
                engine("a", "play", Protocol::Ucci),
                engine("b", "play", Protocol::Uci0),
            ],
            NODES,
        );
        config.timeouts.start = Duration::from_secs(3);
        let records = run(&config);
        assert_eq!(records.len(), 6);
        for record in records {
            if record.red == "faulty" {
                check(&record, GameResult::BlackWins, Reason::StartFailure, 0);
                assert_eq!(record.detail, "no 'ucciok' in time");
            } else if record.black == "faulty" {
                check(&record, GameResult::RedWins, Reason::StartFailure, 0);
            } else {
                check(&record, GameResult::Draw, Reason::MaxPlies, 12);
            }
        }
    }
}

#[test]
fn a_command_that_does_not_exist_is_named() {
    let mut missing = engine("missing", "play", Protocol::Ucci);
    missing.command = vec!["./no-such-engine".to_owned()];
    let good = engine("good", "play", Protocol::Ucci);
    let records = run(&config(vec![missing, good], NODES));
    assert_eq!(records[0].reason, Reason::StartFailure);
    assert!(
        records[0].detail.contains("no-such-engine"),
        "{}",
        records[0].detail
    );
}

#[test]
fn a_directory_that_does_not_exist_is_named() {
    let mut lost = engine("lost", "play", Protocol::Ucci);
    lost.directory = Some("/no/such/directory".to_owned());
    let program = lost.command[0].clone();
    let good = engine("good", "play", Protocol::Ucci);
    let records = run(&config(vec![lost, good], NODES));
    assert_eq!(records[0].reason, Reason::StartFailure);
    assert_eq!(
        records[0].detail,
        format!(
            "cannot run '{program}' in '/no/such/directory': no such directory (expected dir= to be one)"
        )
    );
}

#[test]
fn resignation_and_agreed_draws_end_the_game() {
    let record = play_faulty("resign 2", NODES);
    check(&record, GameResult::BlackWins, Reason::Resignation, 2);
    let offering = engine("offering", "draw", Protocol::Ucci);
    let accepting = engine("accepting", "accept", Protocol::Ucci);
    let records = run(&config(vec![offering, accepting], NODES));
    check(&records[0], GameResult::Draw, Reason::DrawAgreement, 2);
    check(&records[1], GameResult::Draw, Reason::DrawAgreement, 3);
}

#[test]
fn thinking_on_the_opponents_time_hits_and_misses() {
    for (opponent, expected) in [("first", 77), ("play", 55)] {
        let mut config = config(
            vec![
                engine("ponder", "ponder", Protocol::Ucci),
                engine("other", opponent, Protocol::Uci0),
            ],
            ("tc", "100+1"),
        );
        config.ponder = true;
        for record in run(&config) {
            assert!(!record.reason.is_fault(), "{record:?}");
            let own = record.scores.iter().flatten();
            // The first move of a game cannot come from a hit.
            let later: Vec<i32> = own.copied().filter(|s| *s > 50).skip(1).collect();
            assert!(later.len() >= 3, "{record:?}");
            let hits = later.iter().filter(|s| **s == 77).count();
            if expected == 77 {
                assert_eq!(hits, later.len(), "{record:?}");
            } else {
                assert!(hits < later.len(), "{record:?}");
            }
        }
    }
}

#[test]
fn every_protocol_plays_every_other() {
    let engines = vec![
        engine("ucci", "play", Protocol::Ucci),
        engine("uci", "play", Protocol::Uci),
        engine("uci10", "ranks-from-one", Protocol::Uci10),
        engine("found", "ranks-from-one", Protocol::Uci),
        engine("cyclone", "play", Protocol::Cyclone),
    ];
    let mut config = config(engines, ("tc", "100+1"));
    config.concurrency = 2;
    let records = run(&config);
    assert_eq!(records.len(), 20);
    for record in records {
        check(&record, GameResult::Draw, Reason::MaxPlies, 12);
    }
}

#[test]
fn an_interrupted_match_resumes_to_the_same_games() {
    let engines = || {
        vec![
            engine("a", "play", Protocol::Ucci),
            engine("b", "play", Protocol::Uci0),
        ]
    };
    let mut whole = config(engines(), NODES);
    whole.schedule = Schedule::new(2, Format::RoundRobin, 4);
    let games = |mut records: Vec<GameRecord>| {
        records.sort_by_key(|record| record.game);
        let key = |r: GameRecord| (r.game, r.red, r.moves, r.result, r.reason);
        records.into_iter().map(key).collect::<Vec<_>>()
    };
    let expected = games(run(&whole));
    assert_eq!(expected.len(), 8);
    let mut interrupted = Vec::new();
    whole.concurrency = 2;
    whole.run(
        &ProcessLauncher::default(),
        |_| false,
        &Arc::new(AtomicBool::new(false)),
        |record| {
            interrupted.push(record.clone());
            interrupted.len() < 3
        },
    );
    assert_eq!(interrupted.len(), 3);
    let done: Vec<usize> = interrupted.iter().map(|record| record.game).collect();
    whole.run(
        &ProcessLauncher::default(),
        |game| done.contains(&game),
        &Arc::new(AtomicBool::new(false)),
        |record| {
            interrupted.push(record.clone());
            true
        },
    );
    assert_eq!(games(interrupted), expected);
}

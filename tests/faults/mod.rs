//! Fault injection: a small match is played again and again, and each time one thing goes wrong.
//!
//! Engines misbehave at every step of the protocol, disks fail at every byte, the system refuses every
//! launch, Ctrl-C is pressed at every moment. Each time the match has to end or to go on as documented, the
//! faulty engine and nobody else has to pay, the record has to be readable and whole up to the last game,
//! and resuming it has to give the games of the match that nothing happened to.

mod disk;
mod engine;

use std::path::Path;
use std::time::Duration;

use hanxin::arena::client::Timeouts;
use hanxin::arena::pgn;
use hanxin::arena::record::{GameRecord, GameResult, Reason, parse_records};
use hanxin::arena::recorder::{Recorder, complete_pgn, read_games};
use hanxin::arena::referee::Regulations;
use hanxin::arena::resume;
use hanxin::arena::runner::{MatchConfig, MatchEnd};
use hanxin::arena::schedule::{Format, Schedule};
use hanxin::arena::spec::{EngineSpec, Protocol};
use hanxin::arena::verify::verify;
use hanxin::board::START_FEN;
use hanxin::storage::journal::Journal;

use crate::common::games::match_config;

use disk::{Disk, Failure, MemoryFile};
use engine::{Deed, Plan, Simulator};

const EVENT: &str = "faults";

fn config(protocol: Protocol, limit: (&str, &str)) -> MatchConfig {
    let engine = |name: &str, protocol| EngineSpec {
        name: name.to_owned(),
        command: vec!["simulated".to_owned()],
        protocol,
        ..EngineSpec::default()
    };
    let engines = vec![engine("faulty", protocol), engine("good", Protocol::Uci0)];
    let base = match_config(engines, limit);
    MatchConfig {
        openings: vec![
            START_FEN.to_owned(),
            "3k5/9/9/9/9/4R4/9/9/4p4/4K4 w - - 0 1".to_owned(),
        ],
        schedule: Schedule::new(2, Format::RoundRobin, 2),
        regulations: Regulations {
            max_plies: 4,
            ..base.regulations
        },
        timeouts: Timeouts {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            search: Duration::from_mins(1),
            stop: Duration::from_secs(1),
        },
        ..base
    }
}

/// Number, players, moves, result and reason: what has to be the same with and without an interruption.
fn essence(record: &GameRecord) -> (usize, String, String, GameResult, Reason) {
    let GameRecord {
        game,
        red,
        moves,
        result,
        reason,
        ..
    } = record.clone();
    (game, red, moves, result, reason)
}

fn play(config: &MatchConfig, simulator: &Simulator) -> (MatchEnd, Vec<GameRecord>) {
    play_rest(config, simulator, &[])
}

/// Plays the games that are not there yet; returns all.
fn play_rest(
    config: &MatchConfig,
    simulator: &Simulator,
    done: &[GameRecord],
) -> (MatchEnd, Vec<GameRecord>) {
    let mut records = done.to_vec();
    let end = config.run(
        simulator,
        |game| done.iter().any(|record| record.game == game),
        &simulator.abort,
        |record| {
            records.push(record.clone());
            true
        },
    );
    (end, records)
}

/// The match without faults, and how many steps the engine that will be faulty takes in it.
fn reference(config: &MatchConfig) -> (Vec<GameRecord>, usize) {
    let simulator = Simulator::new(None);
    let (end, records) = play(config, &simulator);
    assert_eq!(end, MatchEnd::Finished);
    assert_eq!(records.len(), 4);
    for record in &records {
        assert_eq!(verify(record), Ok(()));
        assert!(!record.reason.is_fault(), "{record:?}");
    }
    (records, simulator.steps())
}

fn assert_same(found: &[GameRecord], expected: &[GameRecord], context: &str) {
    let mut found: Vec<_> = found.iter().map(essence).collect();
    found.sort_by_key(|game| game.0);
    let expected: Vec<_> = expected.iter().map(essence).collect();
    assert_eq!(found, expected, "{context}");
}

/// Plays a match with one fault and checks what must hold whatever it was.
fn check_engine_fault(config: &MatchConfig, expected: &[GameRecord], plan: Plan) {
    let context = format!("{plan:?}");
    let simulator = Simulator::new(Some(plan));
    let (end, records) = play(config, &simulator);
    let mut different = 0;
    for record in &records {
        assert_eq!(verify(record), Ok(()), "{context}");
        let reference = &expected[record.game - 1];
        if record.reason.is_fault() {
            let loser = match record.result {
                GameResult::RedWins => &record.black,
                _ => &record.red,
            };
            assert_eq!(loser, "faulty", "{context}: {record:?}");
            assert!(record.detail.chars().count() < 200, "{context}: {record:?}");
            assert!(!record.detail.contains(char::is_control), "{context}");
        }
        different += usize::from(essence(record) != essence(reference));
    }
    assert!(different <= 1, "{context}: {records:?}");
    if plan.deed == Deed::Interrupt {
        assert_eq!(end, MatchEnd::Stopped, "{context}");
        // Ctrl-C is nobody's fault, and the match can be resumed.
        assert!(records.iter().all(|record| !record.reason.is_fault()));
        let (end, records) = play_rest(config, &Simulator::new(None), &records);
        assert_eq!(end, MatchEnd::Finished, "{context}");
        assert_same(&records, expected, &context);
    } else {
        assert_eq!(end, MatchEnd::Finished, "{context}");
        assert_eq!(records.len(), expected.len(), "{context}");
    }
}

#[test]
fn engines_that_fail_at_any_step_lose_one_game_and_nothing_else() {
    let mut faults = 0;
    for (protocol, limit) in [
        (Protocol::Ucci, ("nodes", "1")),
        (Protocol::Ucci, ("tc", "10+0.1")),
        (Protocol::Uci, ("movetime", "100")),
    ] {
        let config = config(protocol, limit);
        let (expected, steps) = reference(&config);
        faults += check_all_engine_faults(&config, &expected, steps);
    }
    report(faults, "faults of engines");
    assert!(faults >= 1_000, "{faults} faults");
}

#[test]
fn engines_that_fail_while_they_ponder_lose_one_game_and_nothing_else() {
    let mut config = config(Protocol::Ucci, ("tc", "10+0.1"));
    config.ponder = true;
    let (expected, steps) = reference(&config);
    let faults = check_all_engine_faults(&config, &expected, steps);
    report(faults, "faults of pondering engines");
    assert!(faults >= 500, "{faults} faults");
}

/// Every fault at every step; returns how many.
fn check_all_engine_faults(config: &MatchConfig, expected: &[GameRecord], steps: usize) -> usize {
    for step in 0..steps {
        for deed in Deed::ALL {
            check_engine_fault(config, expected, Plan { step, deed });
        }
    }
    steps * Deed::ALL.len()
}

/// Says how many faults were injected, with nothing lost (`--nocapture`).
#[expect(clippy::print_stdout, reason = "the figure of the report")]
fn report(faults: usize, what: &str) {
    println!("{faults} {what} injected, nothing lost");
}

#[test]
fn what_the_runner_lacks_is_never_booked_to_an_engine() {
    let mut config = config(Protocol::Ucci, ("nodes", "1"));
    for engine in &mut config.engines {
        engine.restart = true;
    }
    let counting = Simulator::new(None);
    let (_, expected) = play(&config, &counting);
    assert_eq!(counting.launches(), 8);
    report(counting.launches(), "refused launches");
    for launch in 0..counting.launches() {
        let (end, records) = play(&config, &Simulator::refusing(launch));
        assert!(
            matches!(&end, MatchEnd::RunnerFault(fault) if fault.contains("open files")),
            "{end:?}"
        );
        assert_eq!(records.len(), launch / 2);
        assert!(records.iter().all(|record| !record.reason.is_fault()));
        let (_, records) = play_rest(&config, &Simulator::new(None), &records);
        assert_same(&records, &expected, "resumed");
    }
}

/// The JSON record and the PGN of a match.
struct Files {
    json: MemoryFile,
    pgn: MemoryFile,
}

impl Files {
    fn on(disk: &Disk, json: &[u8], pgn: &[u8]) -> Self {
        Self {
            json: disk.file(json),
            pgn: disk.file(pgn),
        }
    }

    /// Opens the files as a match does that is resumed, and reads the games that are there.
    fn resume(
        &self,
        config: &MatchConfig,
    ) -> Result<(Recorder<MemoryFile>, Vec<GameRecord>), String> {
        let journal = |file: &MemoryFile, name: &str| {
            let length = file.content().len() as u64;
            Journal::new(file.clone(), Path::new(name), length)
        };
        let mut json = journal(&self.json, "g.jsonl");
        let games = read_games(&mut json).map_err(|error| error.to_string())?;
        resume::check(config, &games).map_err(|error| error.to_string())?;
        let mut pgn = journal(&self.pgn, "g.pgn");
        let is_ours = complete_pgn(&mut pgn, &games, EVENT).map_err(|error| error.to_string())?;
        assert!(is_ours, "the PGN is not that of the record");
        json.cut_torn_tail().map_err(|error| error.to_string())?;
        Ok((Recorder::new(Some(json), Some(pgn), EVENT), games))
    }
}

/// Plays what is missing until a write fails; returns the error.
fn play_recorded(config: &MatchConfig, files: &Files) -> Result<(), String> {
    let (mut recorder, done) = files.resume(config)?;
    let simulator = Simulator::new(None);
    let mut written = Ok(());
    config.run(
        &simulator,
        |game| done.iter().any(|record| record.game == game),
        &simulator.abort,
        |record| {
            written = recorder.add(record);
            written.is_ok()
        },
    );
    written.map_err(|error| error.to_string())
}

fn pgn_of(records: &[GameRecord]) -> String {
    let games = records.iter().map(|record| pgn::write(record, EVENT));
    games.collect()
}

/// Whatever is on the disk is readable, whole and a beginning of the match.
fn check_files(files: &Files, expected: &[GameRecord], context: &str) -> usize {
    let text = String::from_utf8(files.json.content()).expect("text");
    let found = parse_records(&text).expect(context);
    assert_same(&found, &expected[..found.len()], context);
    let pgn = String::from_utf8(files.pgn.content()).expect("text");
    assert!(pgn_of(&found).starts_with(&pgn), "{context}: {pgn}");
    found.len()
}

#[test]
fn a_disk_that_fails_at_any_byte_loses_no_whole_game() {
    let config = config(Protocol::Ucci, ("nodes", "1"));
    let (expected, _) = reference(&config);
    let good = Files::on(&Disk::good(), b"", b"");
    assert_eq!(play_recorded(&config, &good), Ok(()));
    let bytes = good.json.content().len() + good.pgn.content().len();
    let is_long = std::env::var_os("HANXIN_LONG").is_some();
    let mut faults = 0;
    for failure in Failure::ALL {
        // The two that differ most are tried at every byte; the others there too when there is time.
        let is_dense = matches!(failure, Failure::Full | Failure::Killed) || is_long;
        for byte in (0..bytes).step_by(if is_dense { 1 } else { 13 }) {
            let context = format!("{failure:?} at byte {byte}");
            let disk = Disk::failing(byte, failure);
            let files = Files::on(&disk, b"", b"");
            let played = play_recorded(&config, &files);
            assert!(disk.has_failed(), "{context}");
            faults += 1;
            let games = check_files(&files, &expected, &context);
            if failure.is_harmless() {
                assert_eq!(played, Ok(()), "{context}");
                assert_eq!(games, 4, "{context}");
            } else {
                let error = played.expect_err(&context);
                assert!(error.starts_with("cannot write g."), "{error}");
            }
            // The disk is repaired, the match resumed.
            let (json, pgn) = (files.json.content(), files.pgn.content());
            let resumed = Files::on(&Disk::good(), &json, &pgn);
            assert_eq!(play_recorded(&config, &resumed), Ok(()), "{context}");
            assert_eq!(check_files(&resumed, &expected, &context), 4);
            let lengths = |files: &Files| (files.json.content().len(), files.pgn.content().len());
            assert_eq!(lengths(&resumed), lengths(&good), "{context}");
        }
    }
    report(faults, "failures of the disk");
    assert!(faults > 5_000, "{faults} faults");
}

/// A match is interrupted, resumed, interrupted while it is resumed, and so on to its end.
#[test]
fn a_match_that_is_interrupted_all_the_time_gets_to_its_end() {
    let config = config(Protocol::Ucci, ("nodes", "1"));
    let (expected, _) = reference(&config);
    for step in [1_500, 900, 1_111] {
        let (mut json, mut pgn) = (Vec::new(), Vec::new());
        let mut runs = 0;
        loop {
            runs += 1;
            assert!(runs < 100, "no progress with {step} bytes a run");
            // Full, full and stubborn, killed.
            let failure = Failure::ALL[runs % 3];
            let files = Files::on(&Disk::failing(step, failure), &json, &pgn);
            let played = play_recorded(&config, &files);
            let whole = check_files(&files, &expected, &format!("run {runs}"));
            (json, pgn) = (files.json.content(), files.pgn.content());
            if played.is_ok() {
                assert_eq!(whole, 4);
                break;
            }
        }
        assert!(runs > 2, "{runs} runs");
    }
}

//! Memory, threads and the clock: what an engine takes beside its moves.

use std::time::{Duration, Instant};

use super::going::sometimes;
use super::{Basis, Check, Outcome, option};
use crate::doctor::checks::middlegame;
use crate::doctor::exam::{Best, Exam, Limit, Problem, Setup, absent, broken};
use crate::doctor::traits::start;
use crate::rules::Rules;

pub(super) static CHECKS: [Check; 3] = [
    Check {
        id: "hash-memory",
        about: "a bigger hash table takes no more memory than it says",
        basis: Basis::Both("UCCI 3.0, option hashsize", "UCI, option Hash"),
        run: hash_memory,
    },
    Check {
        id: "threads",
        about: "one thread uses one processor, two threads are two",
        basis: Basis::Both("UCCI 3.0, option threads", "UCI, option Threads"),
        run: threads,
    },
    Check {
        id: "short-clock",
        about: "twenty moves on a clock of a second are made in time",
        basis: Basis::Both("UCCI 3.0, go time", "UCI, go wtime btime"),
        run: short_clock,
    },
];

/// A number of a process in the system's books.
fn status(exam: &Exam<'_>, key: &str) -> Result<u64, Problem> {
    let read = || -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", exam.process_id()?)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().find_map(|word| word.parse().ok())
    };
    read().map_or_else(|| absent("this system does not tell"), Ok)
}

/// Seconds of processor time that a process has used. Linux counts hundredths.
fn processor_time(exam: &Exam<'_>) -> Result<f64, Problem> {
    let read = || -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", exam.process_id()?)).ok()?;
        // The name in brackets may have blanks.
        let (_, rest) = text.rsplit_once(')')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |at: usize| words.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    };
    read().map_or_else(|| absent("this system does not tell"), Ok)
}

/// The most memory, in megabytes, with a hash table of this size.
fn memory(exam: &mut Exam<'_>, name: &str, megabytes: u64) -> Result<u64, Problem> {
    exam.ready()?;
    exam.set_option(name, &megabytes.to_string())?;
    exam.is_ready()?;
    exam.think(&middlegame(), Limit::Nodes(200_000))?;
    Ok(status(exam, "VmHWM:")? / 1024)
}

fn hash_memory(exam: &mut Exam<'_>) -> Outcome {
    let name = option(exam, &["hashsize", "Hash"])?;
    let small = memory(exam, &name, 16)?;
    let large = memory(exam, &name, 96)?;
    let detail = format!("{small} MB with a table of 16, {large} MB with 96");
    // Something besides may grow with it, but not by as much again.
    if large > small + 2 * 80 {
        return broken(detail);
    }
    Ok(detail)
}

/// Processor seconds for each second of a search, and the threads it had.
fn load(exam: &mut Exam<'_>, name: &str, threads: u32) -> Result<(f64, u64), Problem> {
    exam.ready()?;
    exam.set_option(name, &threads.to_string())?;
    exam.is_ready()?;
    exam.go(&middlegame(), "", Limit::Infinite)?;
    let (before, start) = (processor_time(exam)?, Instant::now());
    exam.listen(Duration::from_millis(800))?;
    let used = processor_time(exam)? - before;
    let share = used / start.elapsed().as_secs_f64();
    let count = status(exam, "Threads:")?;
    exam.send("stop")?;
    exam.legal_move(&middlegame())?;
    Ok((share, count))
}

fn threads(exam: &mut Exam<'_>) -> Outcome {
    let name = option(exam, &["threads", "Threads"])?;
    let (share, one) = load(exam, &name, 1)?;
    let (_, two) = load(exam, &name, 2)?;
    if share > 1.3 {
        return broken(format!("one thread used {share:.1} processors"));
    }
    if two <= one {
        return broken(format!("{one} threads with one, {two} with two"));
    }
    Ok(format!("{one} threads with one, {two} with two"))
}

fn short_clock(exam: &mut Exam<'_>) -> Outcome {
    const MOVES: usize = 20;
    if !exam.dialect().milliseconds {
        return absent("a clock of whole seconds cannot say it");
    }
    exam.ready()?;
    sometimes(exam, |exam| {
        let mut setup = start();
        let mut clocks = [Duration::from_secs(1); 2];
        for _ in 0..2 * MOVES {
            let side = setup.board.side_to_move();
            let left = clocks[side.index()];
            let best = exam.think(&setup, Limit::Clock(left.as_millis() as u64, 0))?;
            let Some(rest) = left.checked_sub(best.used) else {
                let plies = setup.moves.len();
                return broken(format!(
                    "{} ms used of {} after {plies} plies",
                    best.used.as_millis(),
                    left.as_millis()
                ));
            };
            clocks[side.index()] = rest;
            setup = next(&setup, &best);
            if Rules::default().ending(&setup.board).is_some() {
                break;
            }
        }
        let left = clocks.map(|clock| clock.as_millis());
        Ok(format!("{} and {} ms left of 1000", left[0], left[1]))
    })
}

fn next(setup: &Setup, best: &Best) -> Setup {
    best.mv.map_or_else(|| setup.clone(), |mv| setup.after(mv))
}

//! Plays the games of a schedule with several workers, each with its own engines.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::types::Side;

use super::client::{EngineClient, Failure, Fault, Timeouts};
use super::clock::EngineLimits;
use super::game::{GameSetup, Played, play};
use super::process::Log;
use super::record::{GameEnd, GameRecord, GameResult, today};
use super::referee::Regulations;
use super::schedule::{Pairing, Schedule};
use super::spec::EngineSpec;

/// Everything that decides the games of a match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Limits for engines that have none of their own.
    pub limits: EngineLimits,
    /// Start positions, one a round, again from the first when they run out.
    pub openings: Vec<String>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// What the referee goes by.
    pub regulations: Regulations,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether engines think on the opponent's time.
    pub ponder: bool,
    /// How long to wait for engines.
    pub timeouts: Timeouts,
    /// Where engines' stderr goes.
    pub log: Option<Log>,
}

/// After how many failed starts in a row an engine is given up and the match with it.
pub const MAX_FAILED_STARTS: usize = 10;

impl MatchConfig {
    /// The opening of a game.
    pub fn opening(&self, pairing: Pairing) -> &str {
        &self.openings[(pairing.round - 1) % self.openings.len()]
    }

    /// What an engine may use for a move.
    pub fn limits_of(&self, engine: usize) -> EngineLimits {
        self.engines[engine].limits.or(self.limits)
    }

    /// Plays all games that `is_done` does not exclude. `on_game` gets each finished game as it ends
    /// and says whether to go on. Sets `abort` when the match is over before its last game. Returns the
    /// engine that failed to start [`MAX_FAILED_STARTS`] times in a row, if the match was given up for one.
    pub fn run(
        &self,
        is_done: impl Fn(usize) -> bool + Send,
        abort: &Arc<AtomicBool>,
        mut on_game: impl FnMut(&GameRecord) -> bool,
    ) -> Option<usize> {
        let games = self.schedule.games();
        // Not collected: a match may have more games than fit into memory and end early.
        let waiting = Mutex::new((1..=games).filter(move |game| !is_done(*game)));
        let next = || {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.next()
        };
        let failed_starts: Vec<AtomicUsize> =
            self.engines.iter().map(|_| AtomicUsize::new(0)).collect();
        let (sender, finished) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, games.max(1)) {
                let mut worker = Worker {
                    config: self,
                    abort,
                    failed_starts: &failed_starts,
                    engines: Vec::new(),
                };
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || worker.work(next, &sender));
            }
            drop(sender);
            for record in finished {
                if !on_game(&record) {
                    abort.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        failed_starts
            .iter()
            .position(|failed| failed.load(Ordering::Relaxed) >= MAX_FAILED_STARTS)
    }
}

/// One table: the engines that sit at it, by index.
struct Worker<'a> {
    config: &'a MatchConfig,
    abort: &'a Arc<AtomicBool>,
    failed_starts: &'a [AtomicUsize],
    engines: Vec<(usize, EngineClient)>,
}

impl Worker<'_> {
    fn work(&mut self, next: impl Fn() -> Option<usize>, sender: &Sender<GameRecord>) {
        while !self.abort.load(Ordering::Relaxed) {
            let Some(pairing) = next().and_then(|game| self.config.schedule.pairing(game)) else {
                break;
            };
            let Some(record) = self.play(pairing) else {
                break;
            };
            if sender.send(record).is_err() {
                break;
            }
        }
        for (_, player) in self.engines.drain(..) {
            player.quit();
        }
    }

    /// Plays one game; `None` if the match is being aborted.
    fn play(&mut self, pairing: Pairing) -> Option<GameRecord> {
        let config = self.config;
        let engines = [pairing.red, pairing.black];
        for (index, player) in std::mem::take(&mut self.engines) {
            if engines.contains(&index) && !config.engines[index].restart {
                self.engines.push((index, player));
            } else {
                player.quit();
            }
        }
        for side in Side::BOTH {
            match self.ensure_started(engines[side.index()]) {
                Ok(()) => {}
                Err(Failure::Aborted) => return None,
                Err(Failure::Fault(fault)) => {
                    return Some(self.record(pairing, forfeit(side, fault), None));
                }
            }
        }
        // Red first: `engines` holds exactly these two engines.
        if self
            .engines
            .first()
            .is_some_and(|(index, _)| *index != pairing.red)
        {
            self.engines.reverse();
        }
        let [(_, red), (_, black)] = &mut self.engines[..] else {
            return None;
        };
        let setup = GameSetup {
            fen: config.opening(pairing),
            regulations: config.regulations,
            limits: engines.map(|engine| config.limits_of(engine)),
            ponder: config.ponder,
        };
        let played = play(&setup, [red, black]).ok().flatten()?;
        for side in Side::BOTH {
            if played.broken[side.index()] {
                self.engines
                    .retain(|(index, _)| *index != engines[side.index()]);
            }
        }
        Some(self.record(pairing, played.outcome.clone(), Some(&played)))
    }

    /// Makes sure the engine is running.
    fn ensure_started(&mut self, engine: usize) -> Result<(), Failure> {
        if self.engines.iter().any(|(index, _)| *index == engine) {
            return Ok(());
        }
        let config = self.config;
        let started = EngineClient::start(
            &config.engines[engine],
            config.timeouts,
            config.log.clone(),
            Arc::clone(self.abort),
        );
        let failed = &self.failed_starts[engine];
        match started {
            Ok(player) => {
                failed.store(0, Ordering::Relaxed);
                self.engines.push((engine, player));
                Ok(())
            }
            Err(Failure::Aborted) => Err(Failure::Aborted),
            Err(failure) => {
                if failed.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_FAILED_STARTS {
                    self.abort.store(true, Ordering::Relaxed);
                }
                Err(failure)
            }
        }
    }

    fn record(&self, pairing: Pairing, outcome: GameEnd, played: Option<&Played>) -> GameRecord {
        let config = self.config;
        let moves = played.map_or(&[][..], |p| p.referee.moves());
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        GameRecord {
            game: pairing.game,
            round: pairing.round,
            pair: pairing.pair,
            red: config.engines[pairing.red].name.clone(),
            black: config.engines[pairing.black].name.clone(),
            fen: config.opening(pairing).to_owned(),
            rule: config.regulations.rules.rule.to_string(),
            drawmoves: config.regulations.rules.limit_plies / 2,
            red_limits: config.limits_of(pairing.red).to_string(),
            black_limits: config.limits_of(pairing.black).to_string(),
            date: today(),
            result: outcome.result,
            reason: outcome.reason,
            detail: outcome.detail,
            moves: moves.join(" "),
            scores: played.map_or(Vec::new(), |p| p.referee.scores().to_vec()),
            depths: played.map_or(Vec::new(), |p| p.depths.clone()),
            times: played.map_or(Vec::new(), |p| {
                p.times.iter().map(|t| t.as_millis() as u64).collect()
            }),
        }
    }
}

fn forfeit(side: Side, fault: Fault) -> GameEnd {
    GameEnd {
        result: GameResult::win_of(side.opponent()),
        reason: fault.reason,
        detail: fault.detail,
    }
}

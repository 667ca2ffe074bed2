//! Plays the games of a schedule with several workers, each with its own engines.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::shard::Shard;
use crate::types::Side;

use super::client::{EngineClient, Failure, Fault, Timeouts, quit_all};
use super::clock::EngineLimits;
use super::connection::Launcher;
use super::game::{GameSetup, Played, play};
use super::live::{LiveGames, LiveTable};
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
    /// Which pairs of games are played here; the others are played elsewhere.
    pub shard: Shard,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether engines think on the opponent's time.
    pub ponder: bool,
    /// How long to wait for engines.
    pub timeouts: Timeouts,
}

/// After how many failed starts in a row an engine is given up and the match with it.
pub const MAX_FAILED_STARTS: usize = 10;

/// How long engines may take to leave a match that is being aborted.
const ABORT_GRACE: Duration = Duration::from_millis(500);

impl MatchConfig {
    /// Whether a game is played here: both games of a pair are, or neither.
    pub const fn is_ours(&self, game: usize) -> bool {
        self.shard.has((game.saturating_sub(1) / 2) as u64)
    }

    /// How many games are played here.
    pub fn games(&self) -> usize {
        let pairs = self.schedule.games() / 2;
        2 * self.shard.size(pairs as u64) as usize
    }

    /// The opening of a game.
    pub fn opening(&self, pairing: Pairing) -> &str {
        &self.openings[(pairing.round - 1) % self.openings.len()]
    }

    /// What an engine may use for a move.
    pub fn limits_of(&self, engine: usize) -> EngineLimits {
        self.engines[engine].limits.or(self.limits)
    }

    /// What decides games beside engines, limits, opening and rule, as records keep it.
    pub fn conditions(&self) -> String {
        let regulations = &self.regulations;
        let ponder = if self.ponder { "on" } else { "off" };
        let mut text = format!("max-plies={} ponder={ponder}", regulations.max_plies);
        if let Some(rule) = regulations.draw {
            let _ = write!(text, " draw={rule}");
        }
        if let Some(rule) = regulations.resign {
            let _ = write!(text, " resign={rule}");
        }
        if regulations.egtb {
            text.push_str(" egtb=on");
        }
        text
    }

    /// Plays all games of this shard that `is_done` does not exclude. `on_game` gets each finished game as it ends
    /// and says whether to go on. Sets `abort` when the match is over before its last game.
    pub fn run(
        &self,
        launcher: &dyn Launcher,
        is_done: impl Fn(usize) -> bool + Send,
        abort: &Arc<AtomicBool>,
        on_game: impl FnMut(&GameRecord) -> bool,
    ) -> MatchEnd {
        let live = LiveGames::new(self.concurrency);
        self.run_watched(launcher, is_done, abort, on_game, &live)
    }

    /// The same before spectators, who find the games in progress in `live`.
    pub fn run_watched(
        &self,
        launcher: &dyn Launcher,
        is_done: impl Fn(usize) -> bool + Send,
        abort: &Arc<AtomicBool>,
        mut on_game: impl FnMut(&GameRecord) -> bool,
        live: &LiveGames,
    ) -> MatchEnd {
        let games = self.schedule.games();
        // Not collected: a match may have more games than fit into memory and end early.
        let is_due = move |game: &usize| self.is_ours(*game) && !is_done(*game);
        let waiting = Mutex::new((1..=games).filter(is_due));
        let next = || {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.next()
        };
        let shared = Shared {
            config: self,
            launcher,
            abort,
            failed_starts: self.engines.iter().map(|_| AtomicUsize::new(0)).collect(),
            end: Mutex::new(None),
        };
        let (sender, finished) = channel();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for number in 0..self.concurrency.clamp(1, games.max(1)) {
                let mut worker = Worker {
                    shared: &shared,
                    table: live.table(number),
                    engines: Vec::new(),
                };
                let (sender, next) = (sender.clone(), &next);
                let work = move || worker.work(next, &sender);
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        shared.stop(MatchEnd::RunnerFault(format!(
                            "cannot start a thread: {error}"
                        )));
                        break;
                    }
                }
            }
            drop(sender);
            for record in finished {
                if !on_game(&record) {
                    shared.stop(MatchEnd::Stopped);
                    break;
                }
            }
            for worker in workers {
                if worker.join().is_err() {
                    let fault = "a worker thread panicked".to_owned();
                    shared.stop(MatchEnd::RunnerFault(fault));
                }
            }
        });
        let end = shared
            .end
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        end.unwrap_or(if abort.load(Ordering::Relaxed) {
            MatchEnd::Stopped
        } else {
            MatchEnd::Finished
        })
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games were played.
    Finished,
    /// Somebody wanted no more games.
    Stopped,
    /// The engine with this index failed to start [`MAX_FAILED_STARTS`] times in a row.
    GivenUp(usize),
    /// The runner itself could not go on. No game was booked to an engine for it.
    RunnerFault(String),
}

/// What all workers of a match share.
struct Shared<'a> {
    config: &'a MatchConfig,
    launcher: &'a dyn Launcher,
    abort: &'a Arc<AtomicBool>,
    failed_starts: Vec<AtomicUsize>,
    /// Why the match ends early; the first reason holds.
    end: Mutex<Option<MatchEnd>>,
}

impl Shared<'_> {
    /// Ends the match early.
    fn stop(&self, end: MatchEnd) {
        let mut first = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(end);
        self.abort.store(true, Ordering::Relaxed);
    }
}

/// One table: the engines that sit at it, by index.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    table: &'a LiveTable,
    engines: Vec<(usize, EngineClient)>,
}

impl Worker<'_> {
    fn work(&mut self, next: impl Fn() -> Option<usize>, sender: &Sender<GameRecord>) {
        while !self.shared.abort.load(Ordering::Relaxed) {
            let pairing = next().and_then(|game| self.shared.config.schedule.pairing(game));
            let Some(pairing) = pairing else {
                break;
            };
            let Some(record) = self.play(pairing) else {
                break;
            };
            if sender.send(record).is_err() {
                break;
            }
        }
        self.dismiss(|_| true);
    }

    /// Lets engines go.
    fn dismiss(&mut self, is_free: impl Fn(usize) -> bool) {
        let leaving = self.engines.extract_if(.., |(index, _)| is_free(*index));
        let grace = if self.shared.abort.load(Ordering::Relaxed) {
            ABORT_GRACE
        } else {
            self.shared.config.timeouts.stop
        };
        quit_all(leaving.map(|(_, client)| client), grace);
    }

    /// Plays one game; `None` if the match is being aborted.
    fn play(&mut self, pairing: Pairing) -> Option<GameRecord> {
        let config = self.shared.config;
        let engines = [pairing.red, pairing.black];
        self.dismiss(|index| !engines.contains(&index) || config.engines[index].restart);
        for side in Side::BOTH {
            match self.ensure_started(engines[side.index()]) {
                Ok(()) => {}
                Err(Failure::Aborted) => return None,
                Err(Failure::Runner(fault)) => {
                    self.shared.stop(MatchEnd::RunnerFault(fault));
                    return None;
                }
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
            pairing,
            fen: config.opening(pairing),
            regulations: config.regulations,
            limits: engines.map(|engine| config.limits_of(engine)),
            ponder: config.ponder,
        };
        let played = play(&setup, [red, black], self.table).ok().flatten()?;
        for side in Side::BOTH {
            if played.broken[side.index()] {
                self.engines
                    .retain(|(index, _)| *index != engines[side.index()]);
            }
        }
        Some(self.record(pairing, played.end.clone(), Some(&played)))
    }

    /// Makes sure the engine is running.
    fn ensure_started(&mut self, engine: usize) -> Result<(), Failure> {
        if self.engines.iter().any(|(index, _)| *index == engine) {
            return Ok(());
        }
        let shared = self.shared;
        let config = shared.config;
        let started = EngineClient::start(
            &config.engines[engine],
            config.timeouts,
            shared.launcher,
            Arc::clone(shared.abort),
        );
        let failed = &shared.failed_starts[engine];
        match started {
            Ok(client) => {
                failed.store(0, Ordering::Relaxed);
                self.engines.push((engine, client));
                Ok(())
            }
            Err(Failure::Fault(fault)) => {
                if failed.fetch_add(1, Ordering::Relaxed) + 1 >= MAX_FAILED_STARTS {
                    shared.stop(MatchEnd::GivenUp(engine));
                }
                Err(Failure::Fault(fault))
            }
            Err(failure) => Err(failure),
        }
    }

    fn record(&self, pairing: Pairing, end: GameEnd, played: Option<&Played>) -> GameRecord {
        let config = self.shared.config;
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
            conditions: config.conditions(),
            red_engine: config.engines[pairing.red].to_string(),
            black_engine: config.engines[pairing.black].to_string(),
            red_limits: config.limits_of(pairing.red).to_string(),
            black_limits: config.limits_of(pairing.black).to_string(),
            date: today(),
            result: end.result,
            reason: end.reason,
            detail: end.detail,
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

//! One game between two players, from the first move to the outcome.

use std::time::Duration;

use crate::board::FenError;
use crate::text;
use crate::types::{Move, MoveList, Side};

use super::client::{Answer, EngineClient, Failure, Fault, SearchRequest};
use super::clock::{EngineLimits, GameClock};
use super::dialect::GoContext;
use super::live::LiveTable;
use super::record::{GameEnd, GameResult, Reason};
use super::referee::{Referee, Regulations};
use super::schedule::Pairing;

/// A game that was played to its end.
#[derive(Debug)]
pub struct Played {
    /// How it ended.
    pub end: GameEnd,
    /// The last position, moves and scores.
    pub referee: Referee,
    /// Depth of each move.
    pub depths: Vec<u32>,
    /// Time of each move.
    pub times: Vec<Duration>,
    /// Which players cannot play on: red, black.
    pub broken: [bool; 2],
}

/// How to play.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// Which game of the match it is.
    pub pairing: Pairing,
    /// Where the game starts.
    pub fen: &'a str,
    /// What the referee goes by.
    pub regulations: Regulations,
    /// The limits of red and black.
    pub limits: [EngineLimits; 2],
    /// Whether engines think on the opponent's time.
    pub ponder: bool,
}

struct Game<'p> {
    players: [&'p mut EngineClient; 2],
    clocks: [GameClock; 2],
    referee: Referee,
    depths: Vec<u32>,
    times: Vec<Duration>,
    ponder: bool,
    /// The side that just moved offers a draw.
    draw_offered: bool,
    /// Where spectators look.
    table: &'p LiveTable,
}

/// The game is over, or cannot go on.
enum Stop {
    Over(GameEnd),
    Fault(Side, Fault),
    Aborted,
}

/// Plays a game; `Ok(None)` if the match was aborted meanwhile.
pub fn play(
    setup: &GameSetup<'_>,
    players: [&mut EngineClient; 2],
    table: &LiveTable,
) -> Result<Option<Played>, FenError> {
    let mut game = Game {
        players,
        clocks: setup.limits.map(GameClock::new),
        referee: Referee::new(setup.fen, setup.regulations)?,
        depths: Vec::new(),
        times: Vec::new(),
        ponder: setup.ponder,
        draw_offered: false,
        table,
    };
    table.start(setup.pairing, setup.fen, game.clocks);
    let mut broken = [false; 2];
    let end = match game.run() {
        Stop::Over(end) => end,
        Stop::Aborted => return Ok(None),
        Stop::Fault(side, fault) => {
            broken[side.index()] = !fault.usable;
            GameEnd {
                result: GameResult::win_of(side.opponent()),
                reason: fault.reason,
                detail: fault.detail,
            }
        }
    };
    table.finish(&end);
    for side in Side::BOTH {
        if !broken[side.index()] {
            match game.players[side.index()].stop_pondering() {
                Ok(()) => {}
                Err(Failure::Fault(_)) => broken[side.index()] = true,
                Err(Failure::Aborted | Failure::Runner(_)) => return Ok(None),
            }
        }
    }
    Ok(Some(Played {
        end,
        referee: game.referee,
        depths: game.depths,
        times: game.times,
        broken,
    }))
}

impl Game<'_> {
    fn run(&mut self) -> Stop {
        for side in Side::BOTH {
            if let Err(failure) = self.players[side.index()].new_game() {
                return stopped(side, failure);
            }
        }
        if let Some(outcome) = self.referee.ending() {
            return Stop::Over(outcome);
        }
        loop {
            if let Err(stop) = self.play_move() {
                return stop;
            }
        }
    }

    /// Asks the side to move for a move and enters it.
    fn play_move(&mut self) -> Result<(), Stop> {
        let side = self.referee.side_to_move();
        let answer = self.ask(side)?;
        let loses = |reason, detail: String, usable| {
            Stop::Fault(
                side,
                Fault {
                    reason,
                    detail,
                    usable,
                },
            )
        };
        if let Err(flag) = self.clocks[side.index()].spend(answer.used) {
            let late = flag.late.as_secs_f64() * 1000.0;
            let detail = format!("{late:.1} ms too late");
            return Err(loses(Reason::TimeForfeit, detail, true));
        }
        if answer.best.resign {
            return Err(Stop::Over(GameEnd {
                result: GameResult::win_of(side.opponent()),
                reason: Reason::Resignation,
                detail: String::new(),
            }));
        }
        let Some(text) = answer.best.text else {
            return Err(loses(Reason::NoMove, String::new(), true));
        };
        let legal = self.players[side.index()]
            .read_move(&text)
            .filter(|mv| self.referee.board().is_legal_move(*mv));
        let Some(mv) = legal else {
            return Err(loses(Reason::IllegalMove, text::shown(&text), false));
        };
        self.depths.push(answer.info.depth);
        self.times.push(answer.used);
        let opinion = answer.info.score.map(|score| (score, answer.info.depth));
        self.table.enter(side, mv, opinion, self.clocks);
        if let Some(outcome) = self.referee.enter(mv, answer.info.score) {
            return Err(Stop::Over(outcome));
        }
        if answer.best.draw && self.draw_offered {
            return Err(Stop::Over(GameEnd {
                result: GameResult::Draw,
                reason: Reason::DrawAgreement,
                detail: String::new(),
            }));
        }
        self.draw_offered = answer.best.draw;
        if let Some(reply) = answer.best.ponder
            && self.ponder
        {
            self.start_pondering(side, reply)?;
        }
        Ok(())
    }

    fn ask(&mut self, side: Side) -> Result<Answer, Stop> {
        let banned = if self.players[side.index()].knows_bans() {
            self.referee.bans()
        } else {
            MoveList::new()
        };
        let context = GoContext {
            own: &self.clocks[side.index()],
            other: &self.clocks[side.opponent().index()],
            side,
            ponder: false,
            draw_offered: self.draw_offered,
        };
        let task = SearchRequest {
            fen: self.referee.base_fen(),
            moves: self.referee.moves_since_base(),
            last: self.referee.moves().last().copied(),
            banned: &banned,
        };
        self.players[side.index()]
            .think(task, context)
            .map_err(|failure| stopped(side, failure))
    }

    /// Lets `side` think about the position after the expected reply, if that is legal.
    fn start_pondering(&mut self, side: Side, reply: Move) -> Result<(), Stop> {
        let board = self.referee.board();
        if !self.clocks[side.index()].limits().is_timed() || !board.is_legal_move(reply) {
            return Ok(());
        }
        let mut moves = self.referee.moves_since_base().to_vec();
        moves.push(reply);
        let task = SearchRequest {
            fen: self.referee.base_fen(),
            moves: &moves,
            last: Some(reply),
            banned: &[],
        };
        let context = GoContext {
            own: &self.clocks[side.index()],
            other: &self.clocks[side.opponent().index()],
            side,
            ponder: true,
            draw_offered: false,
        };
        self.players[side.index()]
            .ponder(task, context)
            .map_err(|failure| stopped(side, failure))
    }
}

fn stopped(side: Side, failure: Failure) -> Stop {
    match failure {
        Failure::Fault(fault) => Stop::Fault(side, fault),
        // Only a start can fail for want of something, and both engines have started.
        Failure::Aborted | Failure::Runner(_) => Stop::Aborted,
    }
}

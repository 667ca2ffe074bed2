//! The games in progress, for whoever looks on.
//!
//! A worker writes down each move of its game, a spectator copies the games when he likes. Either holds a
//! lock for no longer than that, so a match does not notice whether anybody looks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::types::{Move, Side};

use super::clock::GameClock;
use super::record::GameEnd;
use super::schedule::Pairing;

/// A game that is being played, or the last one of its table.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Number, round and players.
    pub pairing: Pairing,
    /// The first position.
    pub fen: String,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// What red and black thought of their last moves: score from their own view, and depth.
    pub opinions: [Option<(i32, u32)>; 2],
    /// The clocks of red and black when the side to move began to think.
    pub clocks: [GameClock; 2],
    /// When it began.
    pub turn_started: Instant,
    /// How the game ended, if it has.
    pub end: Option<GameEnd>,
}

/// One table of the match: a game at a time.
#[derive(Debug, Default)]
pub struct LiveTable(Mutex<Option<LiveGame>>);

impl LiveTable {
    fn lock(&self) -> MutexGuard<'_, Option<LiveGame>> {
        // Nothing is ever left half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut LiveGame)) {
        if let Some(game) = &mut *self.lock() {
            change(game);
        }
    }

    /// A game begins.
    pub(super) fn start(&self, pairing: Pairing, fen: &str, clocks: [GameClock; 2]) {
        let game = LiveGame {
            pairing,
            fen: fen.to_owned(),
            moves: Vec::new(),
            opinions: [None; 2],
            clocks,
            turn_started: Instant::now(),
            end: None,
        };
        *self.lock() = Some(game);
    }

    /// A side has moved and the other one begins to think.
    pub(super) fn enter(
        &self,
        side: Side,
        mv: Move,
        opinion: Option<(i32, u32)>,
        clocks: [GameClock; 2],
    ) {
        self.change(|game| {
            game.moves.push(mv);
            game.opinions[side.index()] = opinion;
            game.clocks = clocks;
            game.turn_started = Instant::now();
        });
    }

    /// The game is over.
    pub(super) fn finish(&self, end: &GameEnd) {
        self.change(|game| game.end = Some(end.clone()));
    }
}

/// All tables of a match.
#[derive(Debug)]
pub struct LiveGames(Vec<LiveTable>);

impl LiveGames {
    /// So many empty tables.
    pub fn new(tables: usize) -> Self {
        Self((0..tables.max(1)).map(|_| LiveTable::default()).collect())
    }

    /// The table of a worker.
    pub(super) fn table(&self, worker: usize) -> &LiveTable {
        &self.0[worker % self.0.len()]
    }

    /// The games as they stand, one for each table that has had any.
    pub fn games(&self) -> Vec<LiveGame> {
        self.0
            .iter()
            .filter_map(|table| table.lock().clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::clock::EngineLimits;
    use crate::arena::record::{GameResult, Reason};
    use crate::board::START_FEN;

    #[test]
    fn a_spectator_sees_the_games_as_they_stand() {
        let games = LiveGames::new(2);
        assert!(games.games().is_empty());
        let pairing = Pairing {
            game: 7,
            round: 4,
            pair: 4,
            red: 0,
            black: 1,
        };
        let clocks = [GameClock::new(EngineLimits::default()); 2];
        let table = games.table(1);
        table.start(pairing, START_FEN, clocks);
        let mv: Move = "h2e2".parse().expect("a move");
        table.enter(Side::Red, mv, Some((12, 9)), clocks);
        let seen = games.games();
        assert_eq!((seen.len(), seen[0].pairing.game), (1, 7));
        assert_eq!(seen[0].moves, [mv]);
        assert_eq!(seen[0].opinions, [Some((12, 9)), None]);
        let end = GameEnd {
            result: GameResult::Draw,
            reason: Reason::DrawAgreement,
            detail: String::new(),
        };
        table.finish(&end);
        assert_eq!(games.games()[0].end, Some(end));
        table.start(pairing, START_FEN, clocks);
        assert!(games.games()[0].moves.is_empty() && games.games()[0].end.is_none());
    }
}

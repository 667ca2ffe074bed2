//! Games between two sets of search parameters inside one process, for tuning.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::board::Board;
use crate::rules::Rules;
use crate::search::params::{ParamError, Params};
use crate::search::{Control, Limits, Searcher, Silent};
use crate::selfplay::{Adjudication, ScoredMove, play};
use crate::types::Side;

/// When a game is stopped before the rules end it.
const ADJUDICATION: Adjudication = Adjudication {
    win_score: 1_000,
    win_plies: 6,
    draw_score: 8,
    draw_plies: 12,
    draw_from: 80,
    max_plies: 300,
};

/// The table of each player, in megabytes.
const TABLE: usize = 8;

/// Two players that meet again and again, with one table for each of several threads.
pub struct Duel {
    players: Vec<[Searcher; 2]>,
    nodes: u64,
}

impl Duel {
    /// Players on so many threads, with so many nodes a move.
    pub fn new(threads: usize, nodes: u64) -> Self {
        let pair = || [Searcher::new(TABLE, 1), Searcher::new(TABLE, 1)];
        Self {
            players: (0..threads.max(1)).map(|_| pair()).collect(),
            nodes,
        }
    }

    /// Plays every opening with both colours; the points that the first set wins less those it loses, two
    /// a game. Any number of threads gives the same.
    pub fn play(&mut self, sets: [&Params; 2], openings: &[Board]) -> i32 {
        for pair in &mut self.players {
            for (player, params) in pair.iter_mut().zip(sets) {
                player.params = params.clone();
            }
        }
        let nodes = self.nodes;
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let threads: Vec<_> = self
                .players
                .iter_mut()
                .map(|players| {
                    let next = &next;
                    scope.spawn(move || {
                        let mut points = 0;
                        loop {
                            let number = next.fetch_add(1, Relaxed);
                            let Some(board) = openings.get(number / 2) else {
                                return points;
                            };
                            points += play_game(players, board, Side::BOTH[number % 2], nodes);
                        }
                    })
                })
                .collect();
            let points = threads.into_iter().map(|thread| thread.join().unwrap_or(0));
            points.sum()
        })
    }
}

/// One game; +1, 0 or -1 for the first player, who has the side `first`.
fn play_game(players: &mut [Searcher; 2], board: &Board, first: Side, nodes: u64) -> i32 {
    for player in players.iter_mut() {
        player.new_game();
    }
    let limits = Limits::nodes(nodes);
    let game = play(board.clone(), &Rules::default(), &ADJUDICATION, |board| {
        let player = usize::from(board.side_to_move() != first);
        let result = players[player].search(board, &limits, &Control::default(), &mut Silent);
        let best = result.lines.first()?;
        Some(ScoredMove {
            mv: *best.pv.first()?,
            score: best.score,
        })
    });
    match game.winner {
        None => 0,
        Some(side) if side == first => 1,
        Some(_) => -1,
    }
}

/// The default parameters with other values for some names.
pub fn with_values(names: &[&str], values: &[i32]) -> Result<Params, ParamError> {
    let mut params = Params::DEFAULT;
    for (name, &value) in names.iter().zip(values) {
        params.set(name, value)?;
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings() -> Vec<Board> {
        let after = |mv: &str| {
            let mut board = Board::start();
            board.try_play(mv.parse().expect("a move")).expect("legal");
            board.without_history()
        };
        ["h2e2", "h0g2", "g3g4"].map(after).to_vec()
    }

    #[test]
    fn equal_sets_win_as_much_as_they_lose() {
        let params = Params::DEFAULT;
        let mut duel = Duel::new(1, 150);
        assert_eq!(duel.play([&params, &params], &openings()[..1]), 0);
    }

    #[test]
    fn exchanged_sets_exchange_the_points_on_any_number_of_threads() {
        let params = Params::DEFAULT;
        let names = ["reverse_futility_slope", "late_move_base", "futility_base"];
        let other = with_values(&names, &[10, 1, 0]).expect("in range");
        let openings = openings();
        let points = Duel::new(1, 150).play([&params, &other], &openings);
        assert_eq!(Duel::new(2, 150).play([&params, &other], &openings), points);
        assert_eq!(
            Duel::new(3, 150).play([&other, &params], &openings),
            -points
        );
    }
}

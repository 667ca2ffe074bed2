//! The whole line of a mate.
//!
//! A search proves a mate by its score. The line it has collected on the way may end early, where the table
//! answered instead of a search, or go astray, where bounds of equal mates met. Here it is played out and,
//! where it is not the line of the mate that was claimed, completed by a small search of mates alone: every
//! defence is looked at, so what is completed is a mate.

use std::collections::HashMap;
use std::time::Instant;

use crate::board::Board;
use crate::types::score::{self, MATE};
use crate::types::{Move, Score};

/// Positions that the completion of one line may look at while a search is going on, about ten milliseconds' worth.
pub(super) const BUDGET: u32 = 5_000;

/// The same at the end of a search that ends by itself. If it was interrupted just after a mate had failed
/// high, of the line there is but the first move; a mate in eight of `positions/mates.epd` took 17,000 positions from
/// there.
pub(super) const FINAL_BUDGET: u32 = 100_000;

/// The clock is looked at once in so many positions.
const CLOCK_INTERVAL: u32 = 20;

/// Longer mates are not looked for when it is asked whether a defence falls sooner.
const MAX_COMPARED: usize = 3;

/// The line of the mate that `score` claims: as many moves as plies to the mate, the last one mate or
/// stalemate, beginning as `pv` as far as possible and with its first move in any case. `None` if the score
/// claims no mate, or the line is not found within the budget and before the deadline.
pub(super) fn complete(
    board: &Board,
    score: Score,
    pv: &[Move],
    guess: impl Fn(&Board) -> Option<Move>,
    budget: u32,
    deadline: Option<Instant>,
) -> Option<Vec<Move>> {
    if !score::is_mate(score) {
        return None;
    }
    let plies = (MATE - score.abs()) as usize;
    let mut solver = Solver {
        board: board.without_history(),
        guess,
        line: Vec::with_capacity(plies),
        known: HashMap::new(),
        budget,
        deadline,
    };
    for &mv in pv.iter().take(plies) {
        if solver.board.try_play(mv).is_err() {
            break;
        }
        solver.line.push(mv);
    }
    loop {
        if solver.finish(plies - solver.line.len()) {
            return Some(solver.line);
        }
        // The moves collected do not lead there; take them back one by one, but the first.
        if solver.line.len() < 2 || solver.budget == 0 {
            return None;
        }
        solver.line.pop();
        solver.board.unmake_move();
    }
}

/// Looks for mates of a given length. Plies to the mate are odd for the side that mates.
struct Solver<F> {
    board: Board,
    /// The move to try first in a position.
    guess: F,
    line: Vec<Move>,
    /// Whether the side to move mates, or is mated, within so many plies.
    known: HashMap<(u64, usize), bool>,
    budget: u32,
    deadline: Option<Instant>,
}

impl<F: Fn(&Board) -> Option<Move>> Solver<F> {
    /// Appends a line of exactly so many plies that ends in mate; leaves everything as it was if there is none.
    fn finish(&mut self, plies: usize) -> bool {
        if plies == 0 {
            return !self.board.has_legal_move();
        }
        let is_attacker = !plies.is_multiple_of(2);
        let moves = self.ordered_moves();
        // The defender resists as long as he can; only if no defence lasts, the line of a faster one is
        // drawn out.
        let passes: &[bool] = if is_attacker {
            &[false]
        } else {
            &[true, false]
        };
        for &must_last in passes {
            for &mv in &moves {
                if !self.enter(mv) {
                    return false;
                }
                let is_meant = if is_attacker {
                    self.is_decided(plies - 1)
                } else {
                    let sooner = plies.saturating_sub(3);
                    !(must_last && (1..=MAX_COMPARED).contains(&sooner) && self.is_decided(sooner))
                };
                self.line.push(mv);
                if is_meant && self.finish(plies - 1) {
                    return true;
                }
                self.line.pop();
                self.board.unmake_move();
            }
        }
        false
    }

    /// Whether the mate comes within so many plies: for the side to move if they are odd, against it if they
    /// are even. Nothing is decided once the budget is spent.
    fn is_decided(&mut self, plies: usize) -> bool {
        if plies == 0 {
            return !self.board.has_legal_move();
        }
        let key = (self.board.key().check, plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let is_attacker = !plies.is_multiple_of(2);
        let mut is_decided = !is_attacker;
        for mv in self.ordered_moves() {
            if !self.enter(mv) {
                return false;
            }
            let is_child_decided = self.is_decided(plies - 1);
            self.board.unmake_move();
            if is_child_decided == is_attacker {
                is_decided = is_attacker;
                break;
            }
        }
        if self.budget > 0 {
            self.known.insert(key, is_decided);
        }
        is_decided && self.budget > 0
    }

    /// Plays a move unless the budget is spent.
    fn enter(&mut self, mv: Move) -> bool {
        let is_time_to_look = self.budget.is_multiple_of(CLOCK_INTERVAL);
        if is_time_to_look && self.deadline.is_some_and(|end| Instant::now() >= end) {
            self.budget = 0;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        self.board.make_move(mv);
        true
    }

    /// The legal moves: the guess, checks, the rest.
    fn ordered_moves(&self) -> Vec<Move> {
        let guess = (self.guess)(&self.board);
        let mut moves = self.board.legal_moves().to_vec();
        moves.sort_by_key(|&mv| (Some(mv) != guess, !self.board.gives_check(mv)));
        moves
    }
}

//! Depth-first proof-number search (df-pn, Nagai 2002): is there a forced mate?
//!
//! Every position has two numbers: how many leaves the side to move must still win to reach its goal (`phi`),
//! and how many the other side must (`delta`). The attacker's goal is mate or stalemate, the defender's
//! is to avoid it. The position nearest to a decision is expanded, within thresholds, so that one path and a
//! table are all the memory it takes.
//!
//! A repetition on the path serves the defender. That verdict is true on this path only but may reach the
//! table through its parents, so "no mate" is not quite as certain as "mate", which never rests on it.

use std::collections::{HashMap, HashSet};

use crate::board::Board;
use crate::search::Budget;
use crate::types::{Move, Side};

/// More leaves than can ever be counted: out of reach.
const INFINITE: u32 = 1 << 30;
/// Longer lines serve the defender.
const MAX_PLY: usize = 250;

/// Which moves the attacker may try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// Checks alone: far fewer lines, and most mates of problems.
    Checks,
    /// All moves.
    All,
}

/// What a search found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The side to move mates, beginning with this move.
    Mate(Move),
    /// It does not, by the moves it may try.
    NoMate,
    /// The budget did not suffice.
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct Numbers {
    phi: u32,
    delta: u32,
}

impl Numbers {
    /// Nothing is known.
    const FRESH: Self = Self { phi: 1, delta: 1 };
    /// Nothing is known but that the attacker has made a quiet move, which leaves more ways out than a check.
    const AFTER_QUIET: Self = Self { phi: 1, delta: 8 };
    /// The side to move has reached its goal.
    const REACHED: Self = Self {
        phi: 0,
        delta: INFINITE,
    };
    /// The side to move has missed its goal.
    const MISSED: Self = Self {
        phi: INFINITE,
        delta: 0,
    };
}

/// A move to consider.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    /// The position it leads to.
    key: u64,
    /// What is assumed of it before it is looked into.
    first: Numbers,
}

/// The search of one position.
pub struct ProofSearch<'a, 'b> {
    board: Board,
    attacker: Side,
    attack: Attack,
    table: HashMap<u64, Numbers>,
    /// Positions on the path.
    path: HashSet<u64>,
    budget: &'a mut Budget<'b>,
    /// Moves made.
    pub nodes: u64,
}

impl<'a, 'b> ProofSearch<'a, 'b> {
    /// A search for a mate by the side to move.
    pub fn new(board: &Board, attack: Attack, budget: &'a mut Budget<'b>) -> Self {
        Self {
            board: board.without_history(),
            attacker: board.side_to_move(),
            attack,
            table: HashMap::new(),
            path: HashSet::new(),
            budget,
            nodes: 0,
        }
    }

    /// Searches until the question is decided or the budget is used up.
    pub fn run(&mut self) -> Proof {
        let limits = Numbers {
            phi: INFINITE,
            delta: INFINITE,
        };
        let root = self.decide(limits, 0);
        if root.phi >= INFINITE {
            return Proof::NoMate;
        }
        if root.phi > 0 {
            return Proof::Unknown;
        }
        let children = self.expand();
        let mates = children.iter().find(|child| self.numbers(child).delta == 0);
        mates.map_or(Proof::Unknown, |child| Proof::Mate(child.mv))
    }

    fn is_attackers_turn(&self) -> bool {
        self.board.side_to_move() == self.attacker
    }

    /// The moves to consider.
    fn expand(&mut self) -> Vec<Child> {
        let is_attackers_turn = self.is_attackers_turn();
        let mut children = Vec::new();
        for mv in self.board.legal_moves() {
            let is_quiet = is_attackers_turn && !self.board.gives_check(mv);
            if is_quiet && self.attack == Attack::Checks {
                continue;
            }
            self.nodes += 1;
            self.board.make_move(mv);
            let key = self.board.key().check;
            self.board.unmake_move();
            let first = if is_quiet {
                Numbers::AFTER_QUIET
            } else {
                Numbers::FRESH
            };
            children.push(Child { mv, key, first });
        }
        children
    }

    /// What is known of a child. A position that stands on the path already serves the defender.
    fn numbers(&self, child: &Child) -> Numbers {
        if self.path.contains(&child.key) {
            // The child's side to move is the defender if the attacker moves here.
            return if self.is_attackers_turn() {
                Numbers::REACHED
            } else {
                Numbers::MISSED
            };
        }
        self.table.get(&child.key).copied().unwrap_or(child.first)
    }

    /// Expands below this position until one of its numbers reaches its limit.
    fn decide(&mut self, limits: Numbers, ply: usize) -> Numbers {
        if ply >= MAX_PLY {
            return if self.is_attackers_turn() {
                Numbers::MISSED
            } else {
                Numbers::REACHED
            };
        }
        let key = self.board.key().check;
        let children = self.expand();
        self.path.insert(key);
        let found = loop {
            let numbers = children.iter().map(|child| self.numbers(child));
            let Choice { own, best, second } = Choice::among(numbers);
            let is_decided = own.phi >= limits.phi || own.delta >= limits.delta;
            if is_decided || self.budget.is_over(self.nodes) {
                break own;
            }
            let Some((index, numbers)) = best else {
                break own;
            };
            let child_limits = Numbers {
                phi: (limits.delta - own.delta)
                    .saturating_add(numbers.phi)
                    .min(INFINITE),
                delta: limits.phi.min(second.saturating_add(1)),
            };
            let Child { mv, key, .. } = children[index];
            self.board.make_move(mv);
            let numbers = self.decide(child_limits, ply + 1);
            self.board.unmake_move();
            self.table.insert(key, numbers);
        };
        self.path.remove(&key);
        found
    }
}

/// A position's numbers from those of its children, and which child to look into.
struct Choice {
    own: Numbers,
    /// The child nearest to the goal of the side to move.
    best: Option<(usize, Numbers)>,
    /// The `delta` of the next one.
    second: u32,
}

impl Choice {
    fn among(children: impl Iterator<Item = Numbers>) -> Self {
        let mut choice = Self {
            own: Numbers::MISSED,
            best: None,
            second: INFINITE,
        };
        for (index, child) in children.enumerate() {
            choice.own.delta = choice.own.delta.saturating_add(child.phi).min(INFINITE);
            if choice.best.is_none_or(|(_, best)| child.delta < best.delta) {
                choice.second = choice.best.map_or(INFINITE, |(_, best)| best.delta);
                choice.best = Some((index, child));
            } else {
                choice.second = choice.second.min(child.delta);
            }
        }
        if let Some((_, best)) = choice.best {
            choice.own.phi = best.delta.min(INFINITE);
        }
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::epd;
    use crate::search::{Control, Limits};

    fn prove(board: &Board, attack: Attack, nodes: u64) -> Proof {
        let (limits, control) = (Limits::nodes(nodes), Control::default());
        let mut budget = Budget::new(&limits, &control);
        ProofSearch::new(board, attack, &mut budget).run()
    }

    #[test]
    fn short_mates_are_proven_and_begin_with_a_check() {
        let text = include_str!("../../positions/mates.epd");
        let records = epd::parse(text).expect("positions");
        let short = records.iter().filter(|r| r.get("mate") == Some("2"));
        let (mut proven, mut all) = (0, 0);
        for record in short.take(20) {
            all += 1;
            if let Proof::Mate(mv) = prove(&record.board, Attack::Checks, 100_000) {
                proven += 1;
                let mut after = record.board.clone();
                after.make_move(mv);
                assert!(after.is_in_check(), "{}", record.fen);
            }
        }
        assert!(all > 5 && 5 * proven >= 4 * all, "{proven} of {all}");
    }

    #[test]
    fn a_mate_in_one_and_a_stalemate_are_proven() {
        for (fen, attack) in [
            ("3k5/9/9/9/9/9/9/9/R8/1R2K4 w", Attack::Checks),
            ("3k5/2P6/4P4/9/9/9/9/9/9/4K4 w", Attack::All),
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let proof = prove(&board, attack, 100_000);
            assert!(matches!(proof, Proof::Mate(_)), "{fen}: {proof:?}");
        }
    }

    #[test]
    fn where_there_is_no_check_there_is_no_mate_by_checks() {
        // The cannons' checks from the start position lead nowhere.
        assert_eq!(
            prove(&Board::start(), Attack::Checks, 100_000),
            Proof::NoMate
        );
        assert_eq!(prove(&Board::start(), Attack::All, 1_000), Proof::Unknown);
    }

    #[test]
    fn perpetual_check_is_no_mate() {
        // The lone rook can check for ever.
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/R8/3K5 w").expect("a position");
        assert_eq!(prove(&board, Attack::Checks, 200_000), Proof::NoMate);
    }
}

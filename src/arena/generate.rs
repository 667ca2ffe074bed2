//! Balanced openings: random moves from the start, judged by search, no two alike.

use std::collections::HashSet;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::board::Board;
use crate::search::{Control, Limits, Searcher, Silent};
use crate::types::Move;

use super::openings::canonical;

/// What openings to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningOptions {
    /// Random moves from the start position.
    pub plies: usize,
    /// How deep each position is judged.
    pub depth: i32,
    /// The score may be this far from zero.
    pub window: i32,
    /// Of the random numbers.
    pub seed: u64,
}

/// A generated opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position.
    pub fen: String,
    /// What the search thinks of it, from the side to move's view.
    pub score: i32,
    /// How it came about.
    pub moves: Vec<Move>,
}

/// Makes openings, one after the other, for ever: the same options give the same openings.
pub struct Generator {
    options: OpeningOptions,
    rng: Xoshiro256PlusPlus,
    searcher: Searcher,
    seen: HashSet<String>,
    tried: usize,
}

impl Generator {
    /// A generator that avoids the `known` positions and their mirror images.
    pub fn new<'a>(options: OpeningOptions, known: impl IntoIterator<Item = &'a Board>) -> Self {
        Self {
            options,
            rng: Xoshiro256PlusPlus::seed_from_u64(options.seed),
            searcher: Searcher::new(16, 1),
            seen: known.into_iter().map(canonical).collect(),
            tried: 0,
        }
    }

    /// Positions looked at so far.
    pub const fn tried(&self) -> usize {
        self.tried
    }

    /// One random line of moves that lose no material outright.
    fn random_line(&mut self) -> Option<Board> {
        let mut board = Board::start();
        for _ in 0..self.options.plies {
            let moves = board.legal_moves();
            let sound: Vec<Move> = moves
                .into_iter()
                .filter(|&mv| board.see_at_least(mv, 0))
                .collect();
            if sound.is_empty() {
                return None;
            }
            board.make_move(sound[self.rng.random_range(0..sound.len())]);
        }
        (!board.is_in_check() && board.has_legal_move()).then_some(board)
    }

    /// Judges one random position; `None` if it will not do.
    pub fn attempt(&mut self) -> Option<Opening> {
        self.tried += 1;
        let board = self.random_line()?;
        if !self.seen.insert(canonical(&board)) {
            return None;
        }
        let moves = board.history().iter().filter_map(|ply| ply.mv).collect();
        let board = board.without_history();
        self.searcher.new_game();
        let limits = Limits::depth(self.options.depth);
        let outcome = self
            .searcher
            .search(&board, &limits, &Control::default(), &mut Silent);
        let score = outcome.score();
        (score.abs() <= self.options.window).then(|| Opening {
            fen: board.fen(),
            score,
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: OpeningOptions = OpeningOptions {
        plies: 6,
        depth: 3,
        window: 60,
        seed: 5,
    };

    fn make(options: OpeningOptions, count: usize) -> Vec<Opening> {
        let mut generator = Generator::new(options, []);
        let attempts = std::iter::repeat_with(|| generator.attempt());
        attempts.flatten().take(count).collect()
    }

    #[test]
    fn openings_are_distinct_balanced_and_reproducible() {
        let openings = make(OPTIONS, 10);
        assert_eq!(openings, make(OPTIONS, 10));
        let mut seen = HashSet::new();
        for opening in &openings {
            let mut board = Board::start();
            for &mv in &opening.moves {
                board.make_move(mv);
            }
            assert_eq!(opening.fen, board.without_history().fen());
            assert!(opening.score.abs() <= OPTIONS.window);
            assert!(seen.insert(canonical(&board)));
        }
        let other = OpeningOptions { seed: 6, ..OPTIONS };
        assert_ne!(openings, make(other, 10));
    }

    #[test]
    fn known_positions_are_avoided() {
        let first = make(OPTIONS, 1).remove(0);
        let known = Board::from_fen(&first.fen).expect("a position").mirrored();
        let mut generator = Generator::new(OPTIONS, [&known]);
        let next = std::iter::repeat_with(|| generator.attempt())
            .flatten()
            .next();
        assert_ne!(next, Some(first));
    }
}

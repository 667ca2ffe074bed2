//! Which of the known moves to play: by weight, and by chance.

use std::fmt;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{BookMove, Library};
use crate::board::Board;
use crate::types::Move;

/// How a move is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// Weights are raised to this power: 1 = as they are, 0 = all moves alike.
    pub exponent: f64,
    /// The number that decides everything: the same seed plays the same move in the same position.
    pub seed: u64,
}

/// A move to play from the book.
#[derive(Clone, PartialEq, Debug)]
pub struct Chosen {
    /// The move.
    pub known: BookMove,
    /// The reply the book knows best.
    pub ponder: Option<Move>,
    /// All that could have been chosen, the heaviest first.
    pub candidates: Vec<BookMove>,
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: f64 = self
            .candidates
            .iter()
            .map(|known| f64::from(known.weight))
            .sum();
        let share = f64::from(self.known.weight) / total.max(1.0) * 100.0;
        let count = self.candidates.len();
        write!(f, "book: {}, {share:.0} % of {count} moves", self.known.mv)?;
        if self.known.games > 0 {
            write!(f, ", {} games", self.known.games)?;
        }
        if let Some(ecco) = self.known.ecco {
            write!(f, ", {ecco} {}", ecco.names().1)?;
        }
        Ok(())
    }
}

impl Library {
    /// Chooses a move of the position; `None` if no known move may be played. Banned moves are left
    /// out, and so are those that lead back to an earlier position of the game.
    pub fn choose(&self, board: &Board, banned: &[Move], chance: Chance) -> Option<Chosen> {
        let candidates: Vec<BookMove> = self
            .probe(board)
            .into_iter()
            .filter(|known| known.weight > 0)
            .filter(|known| !banned.contains(&known.mv) && !repeats(board, known.mv))
            .collect();
        let known = pick(&candidates, board, chance)?;
        Some(Chosen {
            known,
            ponder: self.best_reply(board, known.mv),
            candidates,
        })
    }

    fn best_reply(&self, board: &Board, mv: Move) -> Option<Move> {
        let mut board = board.clone();
        board.make_move(mv);
        Some(self.probe(&board).first()?.mv)
    }
}

/// Draws a move.
fn pick(candidates: &[BookMove], board: &Board, chance: Chance) -> Option<BookMove> {
    let weight = |known: &BookMove| f64::from(known.weight).powf(chance.exponent);
    let total: f64 = candidates.iter().map(weight).sum();
    // The position takes part, so that a line does not follow one rank of chance throughout.
    let seed = chance.seed ^ board.key().check;
    let mut ticket = Xoshiro256PlusPlus::seed_from_u64(seed).random::<f64>() * total;
    for known in candidates {
        ticket -= weight(known);
        if ticket < 0.0 {
            return Some(*known);
        }
    }
    candidates.first().copied()
}

/// Whether the move leads back to a position of the game.
fn repeats(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.make_move(mv);
    let key = after.key();
    after.history().iter().any(|ply| ply.key() == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Book, Entry, fold::Folded};

    fn library(board: &Board, moves: &[(&str, u32)]) -> Library {
        let folded = Folded::of(board);
        let entry = |&(text, weight): &(&str, u32)| Entry {
            key: folded.key,
            known: BookMove {
                mv: folded.fold(text.parse().expect(text)),
                weight,
                games: 1,
                points: 1,
                score: None,
                ecco: None,
            },
        };
        Library::of(Book::new(moves.iter().map(entry).collect(), ""))
    }

    fn counts(library: &Library, exponent: f64) -> [usize; 2] {
        let mut counts = [0; 2];
        for seed in 0..1000 {
            let chance = Chance { exponent, seed };
            let chosen = library
                .choose(&Board::start(), &[], chance)
                .expect("a move");
            counts[usize::from(chosen.known.mv.to_string() == "g3g4")] += 1;
        }
        counts
    }

    #[test]
    fn weights_decide_and_the_exponent_widens() {
        let library = library(&Board::start(), &[("h2e2", 90), ("g3g4", 10), ("h0g2", 0)]);
        let [_, rare] = counts(&library, 1.0);
        assert!((60..140).contains(&rare), "{rare}");
        let [_, rare] = counts(&library, 0.5);
        assert!((200..300).contains(&rare), "{rare}");
        let [_, rare] = counts(&library, 0.0);
        assert!((440..560).contains(&rare), "{rare}");
    }

    #[test]
    fn banned_moves_are_left_out_and_nothing_left_means_none() {
        let start = Board::start();
        let library = library(&start, &[("h2e2", 90), ("g3g4", 10)]);
        let (cannon, pawn) = (
            "h2e2".parse().expect("a move"),
            "g3g4".parse().expect("a move"),
        );
        let chance = Chance {
            exponent: 1.0,
            seed: 7,
        };
        let chosen = library
            .choose(&start, &[cannon], chance)
            .expect("the other");
        assert_eq!(chosen.known.mv, pawn);
        assert_eq!(chosen.candidates.len(), 1);
        assert_eq!(library.choose(&start, &[cannon, pawn], chance), None);
    }

    #[test]
    fn a_move_back_to_an_earlier_position_is_left_out() {
        let mut board = Board::start();
        for text in ["h2e2", "h9g7", "e2h2"] {
            board.make_move(text.parse().expect("a move"));
        }
        let chance = Chance {
            exponent: 1.0,
            seed: 7,
        };
        let retreat = library(&board, &[("g7h9", 5)]);
        assert_eq!(retreat.choose(&board, &[], chance), None);
        let both = library(&board, &[("g7h9", 5), ("b9c7", 1)]);
        let chosen = both.choose(&board, &[], chance).expect("the other");
        assert_eq!(chosen.known.mv.to_string(), "b9c7");
    }
}

//! Every position a book leads to, and games played from it.

use std::collections::HashSet;

use super::choose::Chance;
use super::fold::Folded;
use super::library::{AnyBook, Library};
use super::{BookMove, Entry};
use crate::board::Board;
use crate::types::Move;

/// No line of a book is longer.
const MAX_PLIES: usize = 200;

/// Visits every position from the start that the book knows, each once, with its moves.
pub fn walk(book: &AnyBook, visit: &mut dyn FnMut(&Board, &[BookMove])) {
    let mut walker = Walker {
        book,
        seen: HashSet::new(),
        visit,
    };
    walker.enter(&mut Board::start());
}

struct Walker<'a> {
    book: &'a AnyBook,
    seen: HashSet<u64>,
    visit: &'a mut dyn FnMut(&Board, &[BookMove]),
}

impl Walker<'_> {
    fn enter(&mut self, board: &mut Board) {
        if board.history().len() >= MAX_PLIES || !self.seen.insert(Folded::of(board).key) {
            return;
        }
        let moves = self.book.probe(board);
        if moves.is_empty() {
            return;
        }
        (self.visit)(board, &moves);
        for known in moves {
            board.make_move(known.mv);
            self.enter(board);
            board.unmake_move();
        }
    }
}

/// The entries of a book in our format: its own, or what another kind of book leads to.
pub fn entries(book: &AnyBook) -> Vec<Entry> {
    if let AnyBook::Hanxin(book) = book {
        return book.entries().collect();
    }
    let mut entries = Vec::new();
    walk(book, &mut |board, moves| {
        let folded = Folded::of(board);
        entries.extend(moves.iter().map(|&known| Entry {
            key: folded.key,
            known: BookMove {
                mv: folded.fold(known.mv),
                ..known
            },
        }));
    });
    // In a symmetric position two moves may be one.
    super::build::merge([entries.as_slice()])
}

/// A game that the library plays against itself from the start, as far as it knows moves.
pub fn play(library: &Library, chance: Chance) -> Board {
    let mut board = Board::start();
    while board.history().len() < MAX_PLIES
        && let Some(chosen) = library.choose(&board, &[], chance)
    {
        board.make_move(chosen.known.mv);
    }
    board
}

/// The moves that led to a position.
pub fn line(board: &Board) -> Vec<Move> {
    board.history().iter().filter_map(|ply| ply.mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Book;

    #[test]
    fn a_hundred_games_of_the_built_in_book_differ() {
        let library = Library::built_in();
        let game = |seed| {
            play(
                &library,
                Chance {
                    exponent: 1.0,
                    seed,
                },
            )
        };
        let games: Vec<Vec<Move>> = (1..=100).map(|seed| line(&game(seed))).collect();
        let beginnings = |plies: usize| -> HashSet<Vec<Move>> {
            let long = games.iter().filter(|game| game.len() >= plies);
            long.map(|game| game[..plies].to_vec()).collect()
        };
        assert!(
            beginnings(1).len() >= 4,
            "{} first moves",
            beginnings(1).len()
        );
        assert!(beginnings(12).len() >= 60, "{} lines", beginnings(12).len());
        assert_eq!(line(&game(7)), games[6]);
    }

    #[test]
    fn walking_meets_every_position_once() {
        let book = AnyBook::Hanxin(Book::built_in());
        let mut seen = HashSet::new();
        let mut moves = 0;
        walk(&book, &mut |board, known| {
            assert!(seen.insert(Folded::of(board).key));
            moves += known.len();
        });
        // A few positions are known only after moves that are not.
        let all = Book::built_in().len();
        assert!(moves <= all && moves * 10 >= all * 8, "{moves} of {all}");
    }
}

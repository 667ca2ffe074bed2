//! A position and its mirror image under one key.
//!
//! The key is the smaller of the two Zobrist checks, and moves are kept as they are on the board it
//! belongs to. A position that is its own mirror image has every move twice; the one on the mover's
//! right is kept, as people write it: 炮二平五, not 炮八平五.

use crate::board::Board;
use crate::types::{Move, Side};
use crate::zobrist::{piece_key, side_key};

/// How a position lies relative to the board its key belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Facing {
    AsKept,
    Mirrored,
    Symmetric(Side),
}

/// A position's place in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    /// The same for the position and its mirror image.
    pub key: u64,
    facing: Facing,
}

impl Folded {
    /// Folds a position.
    pub fn of(board: &Board) -> Self {
        let side = board.side_to_move();
        let mut mirrored = match side {
            Side::Red => 0,
            Side::Black => side_key().check,
        };
        for (_, piece, square) in board.placement().men() {
            mirrored ^= piece_key(piece, square.mirrored()).check;
        }
        let own = board.key().check;
        Self {
            key: own.min(mirrored),
            facing: match own.cmp(&mirrored) {
                std::cmp::Ordering::Less => Facing::AsKept,
                std::cmp::Ordering::Greater => Facing::Mirrored,
                std::cmp::Ordering::Equal => Facing::Symmetric(side),
            },
        }
    }

    /// A move of the position as the book keeps it.
    #[must_use]
    pub fn fold(self, mv: Move) -> Move {
        match self.facing {
            Facing::AsKept => mv,
            Facing::Mirrored => mv.mirrored(),
            Facing::Symmetric(side) => {
                let right = |mv: &Move| {
                    let file = |square: crate::types::Square| square.relative_to(side).file();
                    (file(mv.from()), file(mv.to()))
                };
                [mv, mv.mirrored()]
                    .into_iter()
                    .max_by_key(right)
                    .unwrap_or(mv)
            }
        }
    }

    /// A kept move as it is in the position.
    #[must_use]
    pub fn unfold(self, mv: Move) -> Move {
        match self.facing {
            Facing::AsKept | Facing::Symmetric(_) => mv,
            Facing::Mirrored => mv.mirrored(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().expect(text)
    }

    #[test]
    fn mirror_images_share_a_key_and_their_moves() {
        let mut one = Board::start();
        let mut other = Board::start();
        for text in ["h2e2", "h9g7", "h0g2", "i9h9"] {
            one.make_move(mv(text));
            other.make_move(mv(text).mirrored());
            let (a, b) = (Folded::of(&one), Folded::of(&other));
            assert_eq!(a.key, b.key);
            assert_ne!(one.key(), other.key());
            for reply in one.legal_moves() {
                assert_eq!(a.fold(reply), b.fold(reply.mirrored()));
                assert_eq!(a.unfold(a.fold(reply)), reply);
                assert_eq!(b.unfold(a.fold(reply)), reply.mirrored());
            }
        }
    }

    #[test]
    fn a_symmetric_position_keeps_the_move_on_the_movers_right() {
        let start = Folded::of(&Board::start());
        for (text, kept) in [
            ("b2e2", "h2e2"),
            ("h2e2", "h2e2"),
            ("c3c4", "g3g4"),
            ("e3e4", "e3e4"),
            ("d0e1", "f0e1"),
        ] {
            assert_eq!(start.fold(mv(text)), mv(kept), "{text}");
        }
        let mut board = Board::start();
        board.make_move(mv("e3e4"));
        let black = Folded::of(&board);
        assert_eq!(black.fold(mv("h9g7")), mv("b9c7"));
        assert_eq!(black.fold(mv("b9c7")), mv("b9c7"));
    }

    #[test]
    fn the_side_to_move_is_part_of_the_key() {
        let red = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").expect("a position");
        let black = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 b").expect("a position");
        assert_ne!(Folded::of(&red).key, Folded::of(&black).key);
    }
}

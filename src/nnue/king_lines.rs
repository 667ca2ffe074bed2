//! Inputs: the rooks and cannons on the rank and file of the enemy king, and how many men stand between.
//!
//! With none between, a rook gives check and a cannon is hollow: no man may step between. With one, a cannon gives check
//! and a rook pins; with two, a cannon pins.
//!
//! ```text
//!   king of the side to move or of its opponent x rank or file x 0, 1 or 2 men between x rook or cannon    in all 24
//! ```

use super::relations::List;
use crate::board::Placement;
use crate::types::{Kind, Side};

/// How many there are.
pub(super) const COUNT: usize = 2 * OF_KING;
/// How many can be active at once: all rooks and cannons.
pub(super) const MAX_ACTIVE: usize = 8;
const OF_KING: usize = 2 * BETWEEN * 2;
/// Numbers of men between that matter.
const BETWEEN: usize = 3;

/// Adds those of a position, numbered from `first`.
#[inline]
pub(super) fn add(list: &mut List, first: usize, placement: &Placement, side_to_move: Side) {
    for (number, side) in [side_to_move, side_to_move.opponent()]
        .into_iter()
        .enumerate()
    {
        let king = placement.king_square(side);
        for (of_kind, kind) in [Kind::Rook, Kind::Cannon].into_iter().enumerate() {
            for man in side.opponent().men_of(kind) {
                let square = placement.square_of(man);
                let (line, slide, bit) = if square.row() == king.row() {
                    (0, placement.rank_slide(king), square.file())
                } else if square.column() == king.column() {
                    (1, placement.file_slide(king), square.rank())
                } else {
                    continue;
                };
                let is_in = |men: u16| men >> (bit & 15) & 1 != 0;
                let seen = [slide.first, slide.second, slide.third];
                if let Some(between) = seen.into_iter().position(is_in) {
                    let input = (line * BETWEEN + between) * 2 + of_kind;
                    list.add(first + number * OF_KING + input);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn king_lines(fen: &str) -> Vec<u16> {
        let board = Board::from_fen(fen).expect("a position");
        let mut list = List::default();
        add(&mut list, 0, board.placement(), board.side_to_move());
        let mut numbers = list.numbers().to_vec();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn a_man_on_the_kings_line_is_told_by_line_men_between_and_kind() {
        // A hollow cannon: enemy king, file, nobody between, cannon.
        let file = BETWEEN * 2;
        assert_eq!(
            king_lines("4k4/9/9/9/4C4/9/9/9/9/3K5 w"),
            [(OF_KING + file + 1) as u16]
        );
        // The same seen by its victim.
        assert_eq!(
            king_lines("4k4/9/9/9/4C4/9/9/9/9/3K5 b"),
            [(file + 1) as u16]
        );
        // A rook behind one man and a cannon behind two on the file, a rook on the rank.
        assert_eq!(
            king_lines("r3k3R/4a4/9/4R4/9/4C4/9/9/9/3K5 b"),
            [0, (file + 2) as u16, (file + 2 * 2 + 1) as u16]
        );
        // Nobody on his lines, or three men between.
        assert!(king_lines("4k4/9/9/R8/5C3/9/9/9/9/3K5 w").is_empty());
        assert!(king_lines("4k4/4a4/9/4p4/4P4/4R4/9/9/9/3K5 w").is_empty());
    }
}

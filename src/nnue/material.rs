//! Inputs: which men are left.
//!
//! What a man is worth depends on the others: a rook wins against one horse and draws against two.
//!
//! ```text
//!   rooks, horses and cannons of the side to move (27) x those of its opponent (27)
//!   pawns of the side to move (0 to 5) x advisors and elephants of its opponent (9), and the reverse    in all 837
//! ```

use super::relations::List;
use crate::board::Placement;
use crate::types::{Kind, Side};

/// How many there are.
pub(super) const COUNT: usize = STRONG * STRONG + 2 * OF_PAWNS;
/// How many are active.
pub(super) const MAX_ACTIVE: usize = 3;
/// None, one or two of each of three kinds.
const STRONG: usize = 27;
const GUARDS: usize = 9;
const OF_PAWNS: usize = (Kind::Pawn.max_count() + 1) * GUARDS;

/// Adds those of a position, numbered from `first`.
#[inline]
pub(super) fn add(list: &mut List, first: usize, placement: &Placement, side_to_move: Side) {
    let count = |side, kind: Kind| placement.count(side, kind).min(kind.max_count());
    let strong = |side| {
        let horses = count(side, Kind::Rook) * 3 + count(side, Kind::Horse);
        horses * 3 + count(side, Kind::Cannon)
    };
    let guards = |side| count(side, Kind::Advisor) * 3 + count(side, Kind::Elephant);
    let (own, enemy) = (side_to_move, side_to_move.opponent());
    list.add(first + strong(own) * STRONG + strong(enemy));
    let first = first + STRONG * STRONG;
    list.add(first + count(own, Kind::Pawn) * GUARDS + guards(enemy));
    list.add(first + OF_PAWNS + count(enemy, Kind::Pawn) * GUARDS + guards(own));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn material(fen: &str) -> [u16; 3] {
        let board = Board::from_fen(fen).expect("a position");
        let mut list = List::default();
        add(&mut list, 0, board.placement(), board.side_to_move());
        list.numbers().try_into().expect("three inputs")
    }

    #[test]
    fn the_men_of_both_sides_are_counted() {
        let (strong, pawns) = (STRONG * STRONG, OF_PAWNS);
        let as_numbers = |inputs: [usize; 3]| inputs.map(|input| input as u16);
        let start = Board::start().fen();
        assert_eq!(
            material(&start),
            as_numbers([strong - 1, strong + pawns - 1, strong + 2 * pawns - 1])
        );
        // Rook and pawn against horse, cannon and an advisor.
        let (rook, horse_and_cannon) = (9, 4);
        let fen = "3ak4/9/4c4/4n4/4P4/9/9/9/9/3RK4";
        assert_eq!(
            material(&format!("{fen} w")),
            as_numbers([
                rook * STRONG + horse_and_cannon,
                strong + GUARDS + 3,
                strong + pawns
            ])
        );
        assert_eq!(
            material(&format!("{fen} b")),
            as_numbers([
                horse_and_cannon * STRONG + rook,
                strong,
                strong + pawns + GUARDS + 3
            ])
        );
    }
}

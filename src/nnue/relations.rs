//! The second set of inputs: relations between men, counted afresh for every position.
//!
//! Where the men stand ([`features`](super::features)) says all of them, but a network of one layer cannot combine
//! what it has not seen together. They are the same for mirror images by construction. The perspective of the side to
//! move and that of its opponent have weights of their own.

use arrayvec::ArrayVec;

use super::features::{INPUTS, KING_BUCKETS};
use super::{king_lines, material, threats};
use crate::board::Placement;
use crate::types::Side;

const MATERIAL: usize = threats::COUNT;
const KING_LINES: usize = MATERIAL + material::COUNT;
/// Inputs of one perspective.
pub(super) const OF_PERSPECTIVE: usize = KING_LINES + king_lines::COUNT;
/// Inputs of both perspectives.
pub const RELATIONS: usize = 2 * OF_PERSPECTIVE;
/// Inputs of one perspective that can be active at once.
pub const MAX_RELATIONS: usize =
    threats::MAX_ACTIVE + material::MAX_ACTIVE + king_lines::MAX_ACTIVE;
/// Where they begin in the list of all inputs.
const FIRST: usize = KING_BUCKETS * INPUTS;

/// Numbers of active inputs.
#[derive(Default)]
pub(super) struct List(ArrayVec<u16, MAX_RELATIONS>);

impl List {
    #[inline]
    pub(super) fn add(&mut self, number: usize) {
        // There is room for all that can be active at once.
        let _ = self.0.try_push(number as u16);
    }

    #[inline]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.0
    }
}

/// The relations of a position, as the perspective of the side to move sees them.
pub struct Relations(List);

impl Relations {
    /// Finds them.
    #[inline]
    pub fn of(placement: &Placement, side_to_move: Side) -> Self {
        let mut list = List::default();
        threats::add(&mut list, 0, placement, side_to_move);
        material::add(&mut list, MATERIAL, placement, side_to_move);
        king_lines::add(&mut list, KING_LINES, placement, side_to_move);
        Self(list)
    }

    /// Their numbers among the inputs of either perspective.
    #[inline]
    pub(super) fn numbers(&self) -> &[u16] {
        self.0.numbers()
    }

    /// The inputs of the perspective of the side to move, or of its opponent, counted behind those of men on squares.
    #[inline]
    pub fn inputs(&self, is_to_move: bool) -> impl Iterator<Item = usize> + '_ {
        let first = FIRST + if is_to_move { 0 } else { OF_PERSPECTIVE };
        let numbers = self.numbers().iter();
        numbers.map(move |&number| first + usize::from(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn relations_are_numbered_behind_the_men_and_the_same_in_the_mirror() {
        let fens = [
            "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C1N2/9/R1BAKAB1R w",
            "3ak4/4a4/4b4/2R6/4n1r2/4C4/4P4/9/4K4/5R3 b",
        ];
        for fen in fens {
            let board = Board::from_fen(fen).expect("a position");
            let numbers = |board: &Board| {
                let relations = Relations::of(board.placement(), board.side_to_move());
                let inputs = [true, false].map(|own| relations.inputs(own).collect::<Vec<_>>());
                let [own, enemy] = &inputs;
                assert!(
                    own.iter()
                        .all(|input| (FIRST..FIRST + OF_PERSPECTIVE).contains(input))
                );
                assert!(
                    own.iter()
                        .zip(enemy)
                        .all(|(own, enemy)| own + OF_PERSPECTIVE == *enemy)
                );
                let mut numbers = relations.numbers().to_vec();
                numbers.sort_unstable();
                numbers
            };
            let rows = fen.split(' ').next().expect("a board").split('/');
            let mirrored: Vec<String> = rows.map(|row| row.chars().rev().collect()).collect();
            let side = fen.rsplit(' ').next().expect("a side");
            let mirror = Board::from_fen(&format!("{} {side}", mirrored.join("/")));
            assert_eq!(numbers(&board), numbers(&mirror.expect("its mirror image")));
        }
    }
}

//! The second set of inputs: which men are attacked, by what, and whether anybody protects them.
//!
//! Where the men stand says it too, but a network would have to learn every pair of squares anew. These inputs know
//! no squares: they are the same for mirror images by construction, and are counted afresh for every position.
//!
//! ```text
//!   of the side to move or its opponent x advisor, elephant, horse, rook, cannon, pawn
//!     x cheapest attacker (pawn, guard, horse, cannon, rook) x unprotected or protected      in all 120
//! ```
//!
//! The perspective of the side to move and that of its opponent have weights of their own.

use arrayvec::ArrayVec;

use super::features::{INPUTS, KING_BUCKETS};
use crate::board::{Hits, Men, Placement};
use crate::types::{Kind, Man, Side};

/// Inputs of one perspective.
pub(super) const OF_PERSPECTIVE: usize = 2 * VICTIMS * ATTACKERS * 2;
/// Kinds that can be attacked without ending the game.
const VICTIMS: usize = Kind::COUNT - 1;
/// Attackers by price: pawn, guard, horse, cannon, rook.
const ATTACKERS: usize = 5;
/// Inputs of both perspectives.
pub const THREATS: usize = 2 * OF_PERSPECTIVE;
/// Inputs of one perspective that can be active at once: all men but the kings.
pub const MAX_THREATS: usize = 30;
/// Where they begin in the list of all inputs.
const FIRST: usize = KING_BUCKETS * INPUTS;

/// The threats of a position, as the perspective of the side to move sees them.
pub struct Threats(ArrayVec<u8, MAX_THREATS>);

impl Threats {
    /// Finds them.
    #[inline]
    pub fn of(placement: &Placement, side_to_move: Side) -> Self {
        let sides = [side_to_move, side_to_move.opponent()];
        let hits = sides.map(|side| placement.hits(side));
        let mut threats = ArrayVec::new();
        for (victims, side) in sides.into_iter().enumerate() {
            let (own, enemy) = (&hits[victims], &hits[1 - victims]);
            let men = side.all_men() & !(1 << side.king().index());
            let protected = own.all();
            let mut attacked = enemy.all() & men;
            while attacked != 0 {
                let number = attacked.trailing_zeros();
                let kind = victims * VICTIMS + VICTIM_OF_MAN[number as usize % Man::SLOTS] as usize;
                let is_protected = (protected >> number & 1) as usize;
                let threat = (kind * ATTACKERS + cheapest(enemy, number)) * 2 + is_protected;
                // There is room for every man of both sides.
                let _ = threats.try_push(threat as u8);
                attacked &= attacked - 1;
            }
        }
        Self(threats)
    }

    /// Their numbers among the inputs of either perspective.
    #[inline]
    pub(super) fn numbers(&self) -> &[u8] {
        &self.0
    }

    /// The inputs of the perspective of the side to move, or of its opponent, counted behind those of men on squares.
    #[inline]
    pub fn inputs(&self, is_to_move: bool) -> impl Iterator<Item = usize> + '_ {
        let first = FIRST + if is_to_move { 0 } else { OF_PERSPECTIVE };
        self.0
            .iter()
            .map(move |&threat| first + usize::from(threat))
    }
}

/// The price of the cheapest attacker of a man.
#[inline]
fn cheapest(hits: &Hits, man: u32) -> usize {
    let pawns = hits.pawns;
    let guards = pawns | hits.guards | hits.king;
    let horses = guards | hits.horses;
    let cannons = horses | hits.cannons;
    let is_none_of = |set: Men| (!set >> man & 1) as usize;
    is_none_of(pawns) + is_none_of(guards) + is_none_of(horses) + is_none_of(cannons)
}

/// What each man is among those that can be attacked.
const VICTIM_OF_MAN: [u8; Man::SLOTS] = {
    let mut table = [0; Man::SLOTS];
    let mut side = 0;
    while side < 2 {
        let mut number = 0;
        while number < 16 {
            let man = Man::of_bit(Side::BOTH[side], number);
            if let Some(kind) = man.kind() {
                table[man.index()] = kind.index().saturating_sub(1) as u8;
            }
            number += 1;
        }
        side += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// The threats of a position in words.
    fn threats(fen: &str) -> Vec<String> {
        let board = Board::from_fen(fen).expect("a position");
        let threats = Threats::of(board.placement(), board.side_to_move());
        let in_words = |input: usize| {
            let number = input - FIRST;
            let (side, rest) = (number / (OF_PERSPECTIVE / 2), number % (OF_PERSPECTIVE / 2));
            let victim = Kind::ALL[rest / (2 * ATTACKERS) + 1].name();
            let attacker = ["pawn", "guard", "horse", "cannon", "rook"][rest / 2 % ATTACKERS];
            let protection = ["unprotected", "protected"][rest % 2];
            format!(
                "{} {victim} {protection} by {attacker}",
                ["own", "enemy"][side]
            )
        };
        threats.inputs(true).map(in_words).collect()
    }

    #[test]
    fn threats_name_victim_cheapest_attacker_and_protection() {
        // The horse on c5 attacks the rook on d3, which attacks nobody.
        assert_eq!(
            threats("5k3/9/9/9/2n6/9/3R5/9/9/3RK4 w"),
            ["own rook protected by horse"]
        );
        assert_eq!(
            threats("5k3/9/9/9/2n6/9/3R5/9/9/4K4 b"),
            ["enemy rook unprotected by horse"]
        );
        // Cannons over a screen, each attacked by the other; the pawn between is attacked by nobody.
        assert_eq!(
            threats("5k3/9/2c6/9/2p6/9/2C6/9/9/2R1K4 w"),
            [
                "own cannon protected by cannon",
                "enemy cannon unprotected by cannon"
            ]
        );
        // A pawn is cheaper than a rook.
        assert_eq!(
            threats("3k5/9/9/2n6/2P6/9/9/2R6/9/4K4 w"),
            ["enemy horse unprotected by pawn"]
        );
    }

    #[test]
    fn all_inputs_of_threats_are_numbered_behind_those_of_men() {
        let last = ((2 * VICTIMS - 1) * ATTACKERS + ATTACKERS - 1) * 2 + 1;
        let threats = Threats([0, last as u8].into_iter().collect());
        let inputs = |own| threats.inputs(own).collect::<Vec<_>>();
        assert_eq!(inputs(true), [FIRST, FIRST + OF_PERSPECTIVE - 1]);
        assert_eq!(inputs(false), [FIRST + OF_PERSPECTIVE, FIRST + THREATS - 1]);
    }
}

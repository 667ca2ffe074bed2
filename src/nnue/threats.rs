//! Inputs: which men are attacked, where, by what, and whether anybody protects them.
//!
//! Where the men stand says it too, but a network would have to learn every pair of squares anew. The zones of the
//! board are those of its mirror image, too.
//!
//! ```text
//!   of the side to move or its opponent x advisor, elephant, horse, rook, cannon, pawn
//!     x cheapest attacker (pawn, guard, horse, cannon, rook) x unprotected or protected
//!     x zone of the board, seen by the side to move                                      in all 1,920
//! ```

use super::relations::List;
use crate::board::{Hits, Men, Placement};
use crate::types::{Kind, Man, Side, Square};

/// How many there are.
pub(super) const COUNT: usize = 2 * VICTIMS * ATTACKERS * 2 * ZONES;
/// How many can be active at once: all men but the kings.
pub(super) const MAX_ACTIVE: usize = 30;
/// Kinds that can be attacked without ending the game.
const VICTIMS: usize = Kind::COUNT - 1;
/// Attackers by price: pawn, guard, horse, cannon, rook.
const ATTACKERS: usize = 5;
/// Four strips of ranks, each divided by the distance from the middle file.
const ZONES: usize = 4 * 4;

/// Adds the threats of a position, numbered from `first`.
#[inline]
pub(super) fn add(list: &mut List, first: usize, placement: &Placement, side_to_move: Side) {
    let sides = [side_to_move, side_to_move.opponent()];
    let hits = sides.map(|side| placement.hits(side));
    let zones = &ZONE[side_to_move.index()];
    for (victims, side) in sides.into_iter().enumerate() {
        let (own, enemy) = (&hits[victims], &hits[1 - victims]);
        let men = side.all_men() & !(1 << side.king().index());
        let protected = own.all();
        let mut attacked = enemy.all() & men;
        while attacked != 0 {
            let number = attacked.trailing_zeros();
            let man = number as usize % Man::SLOTS;
            let kind = victims * VICTIMS + VICTIM_OF_MAN[man] as usize;
            let is_protected = (protected >> number & 1) as usize;
            let threat = (kind * ATTACKERS + cheapest(enemy, number)) * 2 + is_protected;
            let zone = zones[placement.squares()[man].index()] as usize;
            list.add(first + threat * ZONES + zone);
            attacked &= attacked - 1;
        }
    }
}

/// The zone of a square as a side sees it.
static ZONE: [[u8; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut side = 0;
    while side < 2 {
        let mut raw = 0;
        while raw < 256 {
            let square = Square::from_raw(raw as u8);
            if square.is_on_board() {
                let square = square.relative_to(Side::BOTH[side]);
                let from_middle = square.file().abs_diff(4);
                let files = if from_middle > 3 { 3 } else { from_middle };
                let ranks = match square.rank() {
                    0..=2 => 0,
                    3 | 4 => 1,
                    5 | 6 => 2,
                    _ => 3,
                };
                table[side][raw] = ranks * 4 + files;
            }
            raw += 1;
        }
        side += 1;
    }
    table
};

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
        let mut list = List::default();
        add(&mut list, 0, board.placement(), board.side_to_move());
        let in_words = |&number: &u16| {
            let (number, zone) = (usize::from(number) / ZONES, usize::from(number) % ZONES);
            let (side, rest) = (number / (COUNT / 2 / ZONES), number % (COUNT / 2 / ZONES));
            let victim = Kind::ALL[rest / (2 * ATTACKERS) + 1].name();
            let attacker = ["pawn", "guard", "horse", "cannon", "rook"][rest / 2 % ATTACKERS];
            let protection = ["unprotected", "protected"][rest % 2];
            format!(
                "{} {victim} in zone {zone} {protection} by {attacker}",
                ["own", "enemy"][side]
            )
        };
        list.numbers().iter().map(in_words).collect()
    }

    #[test]
    fn threats_name_victim_zone_cheapest_attacker_and_protection() {
        // The horse on c5 attacks the rook on d3, which attacks nobody.
        assert_eq!(
            threats("5k3/9/9/9/2n6/9/3R5/9/9/3RK4 w"),
            ["own rook in zone 5 protected by horse"]
        );
        assert_eq!(
            threats("5k3/9/9/9/2n6/9/3R5/9/9/4K4 b"),
            ["enemy rook in zone 9 unprotected by horse"]
        );
        // Cannons over a screen, each attacked by the other; the pawn between is attacked by nobody.
        assert_eq!(
            threats("5k3/9/2c6/9/2p6/9/2C6/9/9/2R1K4 w"),
            [
                "own cannon in zone 6 protected by cannon",
                "enemy cannon in zone 14 unprotected by cannon"
            ]
        );
        // A pawn is cheaper than a rook.
        assert_eq!(
            threats("3k5/9/9/2n6/2P6/9/9/2R6/9/4K4 w"),
            ["enemy horse in zone 10 unprotected by pawn"]
        );
    }

    #[test]
    fn the_last_threat_has_the_last_number() {
        let last = ((2 * VICTIMS - 1) * ATTACKERS + ATTACKERS - 1) * 2 + 1;
        assert_eq!(last * ZONES + ZONES - 1, COUNT - 1);
    }
}

//! Material, squares, mobility and who attacks and protects whom, after Yang's report.
//!
//! Every man is looked at: without an attacker he gains a little for each protector. With attackers his
//! side loses an eighth of his value where the exchange pays for the attacker, five times as much
//! when the attacker is to move, and the attacker is charged for what he would give.
//!
//! The code printed in the report sets its mark for "a cheaper attacker" on every attack, so that the
//! cases 2-on-1, 3-on-2 and n-on-n are never reached. Here the mark means what the comment beside it says,
//! and the attacker charged in 2-on-1 is the cheapest one.

use crate::board::{Board, Placement};
use crate::types::{Kind, Man, Score, Side, Square};

use super::{TermScore, attackers, material, mobility, sum_of_men};

/// King, advisor, elephant, horse, rook, cannon, pawn. The king's 10,000 counts in exchanges only.
pub(super) const MATERIAL: [Score; Kind::COUNT] = [0, 300, 500, 250, 250, 300, 80];
const KING: Score = 10_000;
const MOBILITY: [Score; Kind::COUNT] = [0, 1, 1, 12, 6, 6, 15];
/// For each protector of a man without attackers.
const PROTECTOR: Score = 5;
/// What an endangered man costs counts so often when the other side is to move.
const OTHER_TO_MOVE: Score = 5;
/// An eighth of a value is at stake.
const SHIFT: u32 = 3;

/// As printed: files a to i, each from the own first rank to the far one.
type Files = [[i16; 10]; 9];

const KING_SQUARES: Files = {
    let mut table = [[0; 10]; 9];
    table[3] = [1, -8, -9, 0, 0, 0, 0, 0, 0, 0];
    table[4] = [5, -8, -9, 0, 0, 0, 0, 0, 0, 0];
    table[5] = table[3];
    table
};

const ADVISOR_SQUARES: Files = {
    let mut table = [[0; 10]; 9];
    table[4][1] = 3;
    table
};

const ELEPHANT_SQUARES: Files = {
    let mut table = [[0; 10]; 9];
    table[0][2] = -2;
    table[4][2] = 3;
    table[8][2] = -2;
    table
};

const HORSE_SQUARES: Files = [
    [0, -3, 5, 4, 2, 2, 5, 4, 2, 2],
    [-3, 2, 4, 6, 10, 12, 20, 10, 8, 2],
    [2, 4, 6, 10, 13, 11, 12, 11, 15, 2],
    [0, 5, 7, 7, 14, 15, 19, 15, 9, 8],
    [2, -10, 4, 10, 15, 16, 12, 11, 6, 2],
    [0, 5, 7, 7, 14, 15, 19, 15, 9, 8],
    [2, 4, 6, 10, 13, 11, 12, 11, 15, 2],
    [-3, 2, 4, 6, 10, 12, 20, 10, 8, 2],
    [0, -3, 5, 4, 2, 2, 5, 4, 2, 2],
];

const ROOK_SQUARES: Files = [
    [-6, 5, -2, 4, 8, 8, 6, 6, 6, 6],
    [6, 8, 8, 9, 12, 11, 13, 8, 12, 8],
    [4, 6, 4, 4, 12, 11, 13, 7, 9, 7],
    [12, 12, 12, 12, 14, 14, 16, 14, 16, 13],
    [0, 0, 12, 14, 15, 15, 16, 16, 33, 14],
    [12, 12, 12, 12, 14, 14, 16, 14, 16, 13],
    [4, 6, 4, 4, 12, 11, 13, 7, 9, 7],
    [6, 8, 8, 9, 12, 11, 13, 8, 12, 8],
    [-6, 5, -2, 4, 8, 8, 6, 6, 6, 6],
];

const CANNON_SQUARES: Files = [
    [0, 0, 1, 0, -1, 0, 0, 1, 2, 4],
    [0, 1, 0, 0, 0, 0, 3, 1, 2, 4],
    [1, 2, 4, 0, 3, 0, 3, 0, 0, 0],
    [3, 2, 3, 0, 0, 0, 2, -5, -4, -5],
    [3, 2, 5, 0, 4, 4, 4, -4, -7, -6],
    [3, 2, 3, 0, 0, 0, 2, -5, -4, -5],
    [1, 2, 4, 0, 3, 0, 3, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 3, 1, 2, 4],
    [0, 0, 1, 0, -1, 0, 0, 1, 2, 4],
];

const PAWN_SQUARES: Files = [
    [0, 0, 0, -2, 3, 10, 20, 20, 20, 0],
    [0, 0, 0, 0, 0, 18, 27, 30, 30, 0],
    [0, 0, 0, -2, 4, 22, 30, 45, 50, 0],
    [0, 0, 0, 0, 0, 35, 40, 55, 65, 2],
    [0, 0, 0, 6, 7, 40, 42, 55, 70, 4],
    [0, 0, 0, 0, 0, 35, 40, 55, 65, 2],
    [0, 0, 0, -2, 4, 22, 30, 45, 50, 0],
    [0, 0, 0, 0, 0, 18, 27, 30, 30, 0],
    [0, 0, 0, -2, 3, 10, 20, 20, 20, 0],
];

fn square_value(side: Side, kind: Kind, square: Square) -> Score {
    let table = match kind {
        Kind::King => &KING_SQUARES,
        Kind::Advisor => &ADVISOR_SQUARES,
        Kind::Elephant => &ELEPHANT_SQUARES,
        Kind::Horse => &HORSE_SQUARES,
        Kind::Rook => &ROOK_SQUARES,
        Kind::Cannon => &CANNON_SQUARES,
        Kind::Pawn => &PAWN_SQUARES,
    };
    let own = square.relative_to(side);
    Score::from(table[usize::from(own.file())][usize::from(own.rank())])
}

/// What a man of the kind is worth in an exchange.
fn value(kind: Kind) -> Score {
    match kind {
        Kind::King => KING,
        _ => MATERIAL[kind.index()],
    }
}

/// Sum, least and greatest of some values.
#[derive(Clone, Copy, Default)]
struct Force {
    count: usize,
    sum: Score,
    least: Score,
    greatest: Score,
}

impl Force {
    fn of(men: impl Iterator<Item = (Man, Kind)>) -> Self {
        let mut force = Self::default();
        for (_, kind) in men {
            let value = value(kind);
            force.least = if force.count == 0 {
                value
            } else {
                force.least.min(value)
            };
            force.greatest = force.greatest.max(value);
            force.sum += value;
            force.count += 1;
        }
        force
    }
}

/// What the relations around one man are worth to his own side and to the other.
fn relation(kind: Kind, attack: Force, guard: Force, owner_to_move: bool) -> (Score, Score) {
    if attack.count == 0 {
        return (PROTECTOR * guard.count as Score, 0);
    }
    let factor = if owner_to_move { 1 } else { OTHER_TO_MOVE };
    let own = value(kind);
    let stake = factor * (own >> SHIFT);
    if guard.count == 0 {
        // He is lost for nothing.
        (-stake, 0)
    } else if attack.least < own {
        // A cheaper man takes him and is taken.
        (-stake, -factor * (attack.least >> SHIFT))
    } else if guard.count == 1 && attack.count > 1 && attack.least < own + guard.sum {
        // Two for one.
        (
            -stake - factor * (guard.sum >> SHIFT),
            -factor * (attack.least >> SHIFT),
        )
    } else if guard.count == 2
        && attack.count == 3
        && attack.sum - attack.greatest < own + guard.sum
    {
        // Three for two.
        (
            -stake - factor * (guard.sum >> SHIFT),
            -factor * ((attack.sum - attack.greatest) >> SHIFT),
        )
    } else if guard.count == attack.count && attack.sum < own + guard.sum - guard.greatest {
        // As many for as many; the attacker's part is not multiplied in the report.
        (
            -stake - factor * ((guard.sum - guard.greatest) >> SHIFT),
            -(attack.sum >> SHIFT),
        )
    } else {
        (0, 0)
    }
}

fn relations(placement: &Placement, side_to_move: Side) -> TermScore {
    let mut sides = [0; 2];
    for (_, piece, square) in placement.men() {
        let attack = Force::of(attackers(placement, square, piece.side.opponent()));
        let guard = Force::of(attackers(placement, square, piece.side));
        let (own, other) = relation(piece.kind, attack, guard, piece.side == side_to_move);
        sides[piece.side.index()] += own;
        sides[piece.side.opponent().index()] += other;
    }
    TermScore {
        name: "relations",
        sides,
    }
}

/// Material, squares, mobility and relations.
pub(super) fn terms(board: &Board) -> [TermScore; 4] {
    let placement = board.placement();
    [
        material(placement, &MATERIAL),
        sum_of_men("squares", placement, square_value),
        mobility(placement, &MOBILITY),
        relations(placement, board.side_to_move()),
    ]
}

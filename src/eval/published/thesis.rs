//! The evaluation of Pei's thesis: material, squares, mobility, cooperation and threat, king.
//!
//! The thesis prints the values of the men (table 4) and the squares of the pawn (figure 5), and describes
//! the rest in words. Constants marked "ours" are numbers it does not print.

use crate::board::{Board, Placement};
use crate::types::{Kind, Man, Score, Side, Square};

use super::{TermScore, attackers, for_mover, material, mobility, printed, sum_of_men, total};

/// Table 4: king (0 instead of 12,000), advisor, elephant, horse, rook, cannon, pawn.
pub(super) const MATERIAL: [Score; Kind::COUNT] = [0, 240, 240, 570, 1_200, 560, 60];

/// Figure 5.
const PAWN_SQUARES: [[i16; 9]; 10] = [
    [0, 3, 6, 9, 12, 9, 6, 3, 0],
    [18, 36, 56, 80, 120, 80, 56, 36, 18],
    [14, 26, 42, 60, 80, 60, 42, 26, 14],
    [10, 20, 30, 34, 40, 34, 30, 20, 10],
    [6, 12, 18, 18, 20, 18, 18, 12, 6],
    [2, 0, 8, 0, 8, 0, 8, 0, 2],
    [0, 0, -2, 0, 4, 0, -2, 0, 0],
    [0; 9],
    [0; 9],
    [0; 9],
];

/// Ours: a rook on the ribs, a horse on the trough (卧槽), a cannon in the centre or on the far rank.
const GOOD_SQUARE: Score = 30;
/// Ours: a move more, by kind; the formula is the thesis's (2.4.3).
const MOBILITY: [Score; Kind::COUNT] = [0, 1, 1, 12, 6, 6, 15];
/// Ours: an endangered man costs his value divided by this, when his side is to move and when not.
const ENDANGERED: [Score; 2] = [8, 2];
/// Ours: two men who protect each other while one of them is attacked.
const LINKED: Score = 30;
/// Ours: a king off his first square while not in check.
const KING_OFF_HOME: Score = 30;
/// Ours: the enemy's surplus of force around the king costs this part of it.
const SIEGE: Score = 16;

fn square_value(side: Side, kind: Kind, square: Square) -> Score {
    let own = square.relative_to(side);
    let (file, rank) = (own.file(), own.rank());
    let is_good = match kind {
        Kind::Pawn => return printed(&PAWN_SQUARES, side, square),
        Kind::Rook => file == 3 || file == 5,
        Kind::Horse => rank == 8 && (file == 2 || file == 6),
        Kind::Cannon => file == 4 || rank == 9,
        Kind::King | Kind::Advisor | Kind::Elephant => false,
    };
    if is_good { GOOD_SQUARE } else { 0 }
}

/// Whether the men protect each other and both are horses, both cannons, or both pawns side by side.
fn are_linked(placement: &Placement, [one, other]: [Man; 2], kind: Kind) -> bool {
    let [a, b] = [one, other].map(|man| placement.square_of(man));
    if a == Square::NONE || b == Square::NONE {
        return false;
    }
    let protects = |square: Square, man: Man| {
        man.piece().is_some_and(|piece| {
            let mut protectors = attackers(placement, square, piece.side);
            protectors.any(|(protector, _)| protector == man)
        })
    };
    match kind {
        Kind::Horse | Kind::Cannon | Kind::Pawn => protects(a, other) && protects(b, one),
        _ => false,
    }
}

/// Cooperation and threat (2.4.4): who is attacked, by whom, whether protected, and who is to move.
fn cooperation(placement: &Placement, side_to_move: Side) -> TermScore {
    let sides = Side::BOTH.map(|side| {
        let own_move = side == side_to_move;
        let is_attacked = |square: Square| {
            attackers(placement, square, side.opponent())
                .next()
                .is_some()
        };
        let mut sum = 0;
        for (_, piece, square) in placement.men().filter(|(_, piece, _)| piece.side == side) {
            let value = MATERIAL[piece.kind.index()];
            let enemies = attackers(placement, square, side.opponent());
            let cheapest = enemies.map(|(_, kind)| MATERIAL[kind.index()]).min();
            let is_protected = attackers(placement, square, side).next().is_some();
            if cheapest.is_some_and(|attacker| !is_protected || attacker < value) {
                sum -= value / ENDANGERED[usize::from(!own_move)];
            }
        }
        for kind in [Kind::Horse, Kind::Cannon, Kind::Pawn] {
            let men: Vec<Man> = side.men_of(kind).collect();
            for (i, &one) in men.iter().enumerate() {
                for &other in &men[i + 1..] {
                    let squares = [one, other].map(|man| placement.square_of(man));
                    if are_linked(placement, [one, other], kind)
                        && squares.into_iter().any(is_attacked)
                    {
                        sum += LINKED;
                    }
                }
            }
        }
        sum
    });
    TermScore {
        name: "cooperation",
        sides,
    }
}

/// Whether the square lies in the king's palace or on the ring around it.
fn is_near_palace(king_side: Side, square: Square) -> bool {
    let own = square.relative_to(king_side);
    (2..=6).contains(&own.file()) && own.rank() <= 3
}

/// The king (2.4.5): off his square without need, and besieged by more force than his own men have there.
fn king(board: &Board) -> TermScore {
    let placement = board.placement();
    let sides = Side::BOTH.map(|side| {
        let square = placement.king_square(side).relative_to(side);
        let is_home = square.file() == 4 && square.rank() == 0;
        let is_in_check = placement.is_king_attacked(side);
        let mut force = [0; 2];
        for (_, piece, square) in placement.men() {
            if is_near_palace(side, square) {
                force[usize::from(piece.side != side)] += MATERIAL[piece.kind.index()];
            }
        }
        let [own, enemy] = force;
        let siege = (enemy - own).max(0) / SIEGE;
        let walk = if is_home || is_in_check {
            0
        } else {
            KING_OFF_HOME
        };
        -siege - walk
    });
    TermScore {
        name: "king",
        sides,
    }
}

fn squares(placement: &Placement) -> TermScore {
    sum_of_men("squares", placement, square_value)
}

/// Men and squares alone, from the view of the side to move: what B* takes for a position's value (4.4).
pub fn men_and_squares(board: &Board) -> Score {
    let placement = board.placement();
    let terms = [material(placement, &MATERIAL), squares(placement)];
    for_mover(total(&terms), board)
}

/// The same with cooperation: the base of the bounds that the thesis's last chapter suggests (5.2).
pub fn men_squares_and_cooperation(board: &Board) -> Score {
    let cooperation = cooperation(board.placement(), board.side_to_move());
    men_and_squares(board) + for_mover(total(&[cooperation]), board)
}

/// Material, squares, mobility, cooperation and king.
pub(super) fn terms(board: &Board) -> [TermScore; 5] {
    let placement = board.placement();
    [
        material(placement, &MATERIAL),
        squares(placement),
        mobility(placement, &MOBILITY),
        cooperation(placement, board.side_to_move()),
        king(board),
    ]
}

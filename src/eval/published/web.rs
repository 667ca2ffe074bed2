//! Material plus eight times the squares, as a report on a game in a web page prints it.

use crate::board::Board;
use crate::types::{Kind, Score};

use super::{TermScore, material, printed, sum_of_men};

/// King 0 instead of the printed 100,000, advisor, elephant, horse, rook, cannon, pawn.
pub(super) const MATERIAL: [Score; Kind::COUNT] = [0, 110, 110, 300, 500, 300, 100];

/// How often a square counts.
const SQUARE_FACTOR: Score = 8;

const PAWN: [[i16; 9]; 10] = [
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

/// The last number of the last row is printed as -2 on the right and -1 on the left; here both are -2.
const ROOK: [[i16; 9]; 10] = [
    [14, 14, 12, 18, 16, 18, 12, 14, 14],
    [16, 20, 18, 24, 26, 24, 18, 20, 16],
    [12, 12, 12, 18, 18, 18, 12, 12, 12],
    [12, 18, 16, 22, 22, 22, 16, 18, 12],
    [12, 14, 12, 18, 18, 18, 12, 14, 12],
    [12, 16, 14, 20, 20, 20, 14, 16, 12],
    [6, 10, 8, 14, 14, 14, 8, 10, 6],
    [4, 8, 6, 14, 12, 14, 6, 8, 4],
    [8, 4, 8, 16, 8, 16, 8, 4, 8],
    [-2, 10, 6, 14, 12, 14, 6, 10, -2],
];

const HORSE: [[i16; 9]; 10] = [
    [4, 8, 16, 12, 4, 12, 16, 8, 4],
    [4, 10, 28, 16, 8, 16, 28, 10, 4],
    [12, 14, 16, 20, 18, 20, 16, 14, 12],
    [8, 24, 18, 24, 20, 24, 18, 24, 8],
    [6, 16, 14, 18, 16, 18, 14, 16, 6],
    [4, 12, 16, 14, 12, 14, 16, 12, 4],
    [2, 6, 8, 6, 10, 6, 8, 6, 2],
    [4, 2, 8, 8, 4, 8, 8, 2, 4],
    [0, 2, 4, 4, -2, 4, 4, 2, 0],
    [0, -4, 0, 0, 0, 0, 0, -4, 0],
];

const CANNON: [[i16; 9]; 10] = [
    [6, 4, 0, -10, -12, -10, 0, 4, 6],
    [2, 2, 0, -4, -14, -4, 0, 2, 2],
    [2, 2, 0, -10, -8, -10, 0, 2, 2],
    [0, 0, -2, 4, 10, 4, -2, 0, 0],
    [0, 0, 0, 2, 8, 2, 0, 0, 0],
    [-2, 0, 4, 2, 6, 2, 4, 0, -2],
    [0, 0, 0, 2, 4, 2, 0, 0, 0],
    [4, 0, 8, 6, 10, 6, 8, 0, 4],
    [0, 2, 4, 6, 6, 6, 4, 2, 0],
    [0, 0, 2, 6, 6, 6, 2, 0, 0],
];

/// Material and squares.
pub(super) fn terms(board: &Board) -> [TermScore; 2] {
    let placement = board.placement();
    let squares = sum_of_men("squares", placement, |side, kind, square| {
        let table = match kind {
            Kind::Pawn => &PAWN,
            Kind::Rook => &ROOK,
            Kind::Horse => &HORSE,
            Kind::Cannon => &CANNON,
            Kind::King | Kind::Advisor | Kind::Elephant => return 0,
        };
        SQUARE_FACTOR * printed(table, side, square)
    });
    [material(placement, &MATERIAL), squares]
}

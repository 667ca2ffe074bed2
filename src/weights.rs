//! The numbers of the evaluation, all in one place.
//!
//! Material and square values live below the board because the board keeps their sum up to date
//! move by move; the other terms are read by `eval/`. Each number is a [`Tapered`] pair. Starting
//! points are the tables of the course report "Chinese chess game playing" and of Pei's thesis.

use crate::types::{Kind, Piece, Score, Side, Square, Tapered};

/// Material value of each kind, in the order of [`Kind::ALL`].
pub const MATERIAL: [Tapered; Kind::COUNT] = [
    Tapered::new(0, 0),
    Tapered::new(50, 55),
    Tapered::new(50, 55),
    Tapered::new(180, 215),
    Tapered::new(420, 460),
    Tapered::new(195, 190),
    Tapered::new(32, 60),
];

/// What a capture wins or loses, for exchange evaluation.
pub const EXCHANGE: [Score; Kind::COUNT] = [10_000, 50, 50, 190, 430, 190, 45];

type Half = [[i16; 5]; 10];

/// Square values, files a-e (the other half mirrors them), from the far rank 9 down to rank 0.
const SQUARES: [Half; Kind::COUNT] = [
    // King
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -18, -18],
        [0, 0, 0, -16, -16],
        [0, 0, 0, 2, 8],
    ],
    // Advisor
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 6],
        [0, 0, 0, 0, 0],
    ],
    // Elephant
    [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [-4, 0, 0, 0, 6],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
    // Horse
    [
        [4, 8, 16, 12, 4],
        [4, 10, 28, 16, 8],
        [12, 14, 16, 20, 18],
        [8, 24, 18, 24, 20],
        [6, 16, 14, 18, 16],
        [4, 12, 16, 14, 12],
        [2, 6, 8, 6, 10],
        [4, 2, 8, 8, 4],
        [0, 2, 4, 4, -10],
        [0, -4, 0, 0, 0],
    ],
    // Rook
    [
        [14, 14, 12, 18, 16],
        [16, 20, 18, 24, 26],
        [12, 12, 12, 18, 18],
        [12, 18, 16, 22, 22],
        [12, 14, 12, 18, 18],
        [12, 16, 14, 20, 20],
        [6, 10, 8, 14, 14],
        [4, 8, 6, 14, 12],
        [8, 4, 8, 16, 8],
        [-2, 10, 6, 14, 12],
    ],
    // Cannon
    [
        [6, 4, 0, -10, -12],
        [2, 2, 0, -4, -14],
        [2, 2, 0, -10, -8],
        [0, 0, -2, 4, 10],
        [0, 0, 0, 2, 8],
        [-2, 0, 4, 2, 6],
        [0, 0, 0, 2, 4],
        [4, 0, 8, 6, 10],
        [0, 2, 4, 6, 6],
        [0, 0, 2, 6, 6],
    ],
    // Pawn
    [
        [0, 2, 4, 6, 8],
        [18, 36, 50, 66, 80],
        [14, 26, 42, 60, 70],
        [10, 20, 30, 34, 40],
        [6, 12, 18, 18, 20],
        [2, 0, 8, 0, 8],
        [0, 0, -2, 0, 4],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

/// Material plus square value per piece and square, from red's view: negative for black's pieces.
static PIECE_SQUARE: [[Tapered; 256]; Piece::COUNT] = {
    let mut table = [[Tapered::ZERO; 256]; Piece::COUNT];
    let mut p = 0;
    while p < Piece::COUNT {
        let (side, kind) = (Side::BOTH[p / Kind::COUNT], p % Kind::COUNT);
        let mut raw = 0;
        while raw < 256 {
            let square = Square::from_raw(raw as u8);
            if square.is_on_board() {
                let own = square.relative_to(side);
                let file = if own.file() > 4 {
                    8 - own.file()
                } else {
                    own.file()
                };
                let bonus = SQUARES[kind][9 - own.rank() as usize][file as usize] as i32;
                let sign = match side {
                    Side::Red => 1,
                    Side::Black => -1,
                };
                let material = MATERIAL[kind];
                table[p][raw] = Tapered::new(
                    sign * (material.middlegame() + bonus),
                    sign * (material.endgame() + bonus),
                );
            }
            raw += 1;
        }
        p += 1;
    }
    table
};

/// Material plus square value of a piece on a square, positive for red and negative for black.
#[inline]
pub fn piece_square(piece: Piece, square: Square) -> Tapered {
    PIECE_SQUARE[piece.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_and_both_wings_are_treated_alike() {
        for kind in Kind::ALL {
            for square in Square::all() {
                let red = piece_square(Piece::new(Side::Red, kind), square);
                assert_eq!(
                    red,
                    piece_square(Piece::new(Side::Red, kind), square.mirrored())
                );
                assert_eq!(
                    red,
                    -piece_square(Piece::new(Side::Black, kind), square.rotated())
                );
            }
        }
    }
}

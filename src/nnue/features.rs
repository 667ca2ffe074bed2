//! The inputs of the network: who stands where, as one side sees it.
//!
//! Each side has a perspective: the board turned so that its own men are at the bottom, and reflected so
//! that its king stands on file d or e. A king on the middle file leaves the reflection open: then the
//! enemy king decides (onto d or e), and where both kings stand in the middle, the flank with more force
//! ([`flank_weight`]). So a position and its mirror image have the same inputs.
//!
//! The square of the own king, one of six, chooses the bucket of weights. An input is a man on one of the
//! points where his kind can stand; the points of each kind are numbered without gaps:
//!
//! ```text
//!   own      rook 90, horse 90, cannon 90, pawn 55, advisor 5, elephant 7
//!   enemy    the same, king 9                                              in all 683
//! ```

use crate::types::{Kind, Piece, Side, Square};

/// Inputs of one bucket.
pub const INPUTS: usize = 2 * (3 * 90 + 55 + 5 + 7) + 9;
/// Buckets: the squares of the own king, reflected onto files d and e.
pub const KING_BUCKETS: usize = 6;
/// Inputs that can be active at once: all men but the own king.
pub const MAX_ACTIVE: usize = 31;

/// How a perspective looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orientation {
    pub is_mirrored: bool,
    /// Below [`KING_BUCKETS`].
    pub bucket: u8,
}

impl Orientation {
    /// How many there are for each perspective.
    pub const COUNT: usize = 2 * KING_BUCKETS;

    /// The orientation of a perspective, given both kings and the balance of the flanks as that
    /// perspective sees it (the sum of [`flank_weight`]).
    #[inline]
    pub const fn new(perspective: Side, own_king: Square, enemy_king: Square, flank: i32) -> Self {
        const MIDDLE: u8 = 4;
        let own = own_king.relative_to(perspective);
        let enemy = enemy_king.relative_to(perspective);
        let is_mirrored = match (own.file(), enemy.file()) {
            (MIDDLE, MIDDLE) => flank < 0,
            (MIDDLE, enemy) => enemy > MIDDLE,
            (own, _) => own > MIDDLE,
        };
        let is_middle = own.file() == MIDDLE;
        let bucket = own.rank() * 2 + is_middle as u8;
        Self {
            is_mirrored,
            bucket: if bucket < KING_BUCKETS as u8 {
                bucket
            } else {
                0
            },
        }
    }

    /// Below [`Orientation::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        2 * self.bucket as usize + self.is_mirrored as usize
    }

    /// The input of a man as `perspective` sees it, counted through all buckets; `None` for its own king.
    #[inline]
    pub const fn input(self, perspective: Side, piece: Piece, square: Square) -> Option<usize> {
        let seen = &SEEN[perspective.index()][piece.index()][square.index()];
        let input = seen.inputs[self.is_mirrored as usize];
        if input == NO_INPUT {
            None
        } else {
            Some(self.bucket as usize * INPUTS + input as usize)
        }
    }
}

/// What a man adds to the balance of the flanks as `perspective` sees it: positive on the left, negative
/// on the right, nothing on the middle file. Force decides; equal force is told apart by a few bits that
/// differ from square to square. The mirror image of a position has the opposite sum.
#[inline]
pub const fn flank_weight(perspective: Side, piece: Piece, square: Square) -> i32 {
    SEEN[perspective.index()][piece.index()][square.index()].flank
}

const NO_INPUT: u16 = u16::MAX;

/// A man on a square as a perspective sees him.
#[derive(Clone, Copy)]
struct Seen {
    flank: i32,
    /// His input, plain and mirrored.
    inputs: [u16; 2],
}

/// By perspective, piece and square.
static SEEN: [[[Seen; 256]; Piece::COUNT]; 2] = {
    let nothing = Seen {
        flank: 0,
        inputs: [NO_INPUT; 2],
    };
    let mut table = [[[nothing; 256]; Piece::COUNT]; 2];
    let mut side = 0;
    while side < 2 {
        let mut piece = 0;
        while piece < Piece::COUNT {
            let mut raw = 0;
            while raw < 256 {
                table[side][piece][raw] = Seen {
                    flank: flank(side, piece, raw as u8),
                    inputs: [
                        input(false, side, piece, raw as u8),
                        input(true, side, piece, raw as u8),
                    ],
                };
                raw += 1;
            }
            piece += 1;
        }
        side += 1;
    }
    table
};

/// The kind of a piece, and whether it is the perspective's enemy.
const fn seen_by(side: usize, piece: usize) -> (Kind, bool) {
    (Kind::ALL[piece % Kind::COUNT], side != piece / Kind::COUNT)
}

const fn input(is_mirrored: bool, side: usize, piece: usize, raw: u8) -> u16 {
    let (kind, is_enemy) = seen_by(side, piece);
    let square = Square::from_raw(raw);
    if !square.is_on_board() || (matches!(kind, Kind::King) && !is_enemy) {
        return NO_INPUT;
    }
    let square = square.relative_to(Side::BOTH[side]);
    let square = if is_mirrored {
        square.mirrored()
    } else {
        square
    };
    // Points are numbered as the man's own side sees them.
    let home = if is_enemy { square.rotated() } else { square };
    let Some(point) = point(kind, home) else {
        return NO_INPUT;
    };
    let of_side = if is_enemy { (INPUTS - 9) / 2 } else { 0 };
    (of_side + first_of(kind) + point) as u16
}

/// Where the points of a kind begin among those of its side.
const fn first_of(kind: Kind) -> usize {
    match kind {
        Kind::Rook => 0,
        Kind::Horse => 90,
        Kind::Cannon => 180,
        Kind::Pawn => 270,
        Kind::Advisor => 325,
        Kind::Elephant => 330,
        Kind::King => 337,
    }
}

/// The number of a point among those where the kind can stand, seen from its own side.
const fn point(kind: Kind, square: Square) -> Option<usize> {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    match kind {
        Kind::Rook | Kind::Horse | Kind::Cannon => Some(square.dense()),
        Kind::Pawn => match rank {
            3 | 4 if file % 2 == 0 => Some((rank - 3) * 5 + file / 2),
            5.. => Some(10 + (rank - 5) * 9 + file),
            _ => None,
        },
        Kind::Advisor => match (file, rank) {
            (3, 0) => Some(0),
            (5, 0) => Some(1),
            (4, 1) => Some(2),
            (3, 2) => Some(3),
            (5, 2) => Some(4),
            _ => None,
        },
        Kind::Elephant => match (file, rank) {
            (2, 0) => Some(0),
            (6, 0) => Some(1),
            (0, 2) => Some(2),
            (4, 2) => Some(3),
            (8, 2) => Some(4),
            (2, 4) => Some(5),
            (6, 4) => Some(6),
            _ => None,
        },
        Kind::King => match (file, rank) {
            (3..=5, 0..=2) => Some(rank * 3 + file - 3),
            _ => None,
        },
    }
}

const fn flank(side: usize, piece: usize, raw: u8) -> i32 {
    let (kind, is_enemy) = seen_by(side, piece);
    let square = Square::from_raw(raw);
    if !square.is_on_board() {
        return 0;
    }
    let square = square.relative_to(Side::BOTH[side]);
    let force = match kind {
        Kind::King => return 0,
        Kind::Rook => 9,
        Kind::Horse | Kind::Cannon => 4,
        Kind::Pawn | Kind::Advisor | Kind::Elephant => 1,
    };
    // The square on the left half names both itself and its reflection.
    let (left, sign) = match square.file() {
        0..=3 => (square, 1),
        4 => return 0,
        _ => (square.mirrored(), -1),
    };
    let name = (kind.index() * 2 + is_enemy as usize) * 90 + left.dense();
    // Thirty men cannot add up to one unit of force.
    let bits = (name as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51;
    sign * ((force << 19) + bits as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_numbered_without_gaps() {
        let orientation = Orientation {
            is_mirrored: false,
            bucket: 0,
        };
        let mut seen = vec![0; INPUTS];
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in Square::all() {
                    let piece = Piece::new(side, kind);
                    if let Some(input) = orientation.input(Side::Red, piece, square) {
                        seen[input] += 1;
                    }
                }
            }
        }
        assert!(seen.iter().all(|&count| count == 1));
    }

    #[test]
    fn perspectives_and_reflections_see_the_same_inputs() {
        for kind in Kind::ALL {
            for square in Square::all() {
                for bucket in 0..KING_BUCKETS as u8 {
                    let plain = Orientation {
                        is_mirrored: false,
                        bucket,
                    };
                    let mirrored = Orientation {
                        is_mirrored: true,
                        bucket,
                    };
                    let (red, black) = (Piece::new(Side::Red, kind), Piece::new(Side::Black, kind));
                    let input = plain.input(Side::Red, red, square);
                    assert_eq!(input, mirrored.input(Side::Red, red, square.mirrored()));
                    assert_eq!(input, plain.input(Side::Black, black, square.rotated()));
                    let input = plain.input(Side::Red, black, square);
                    assert_eq!(input, plain.input(Side::Black, red, square.rotated()));
                }
            }
        }
    }

    #[test]
    fn the_balance_of_the_flanks_changes_its_sign_in_the_mirror() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in Square::all() {
                    for perspective in Side::BOTH {
                        let weight =
                            |square| flank_weight(perspective, Piece::new(side, kind), square);
                        assert_eq!(weight(square), -weight(square.mirrored()));
                    }
                }
            }
        }
    }

    #[test]
    fn the_kings_are_turned_onto_files_d_and_e() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let red =
            |own, enemy, flank| Orientation::new(Side::Red, square(own), square(enemy), flank);
        assert!(!red("d0", "f9", -1).is_mirrored && red("f0", "d9", 1).is_mirrored);
        assert!(red("e0", "f9", 1).is_mirrored && !red("e0", "d9", -1).is_mirrored);
        assert!(red("e0", "e9", -1).is_mirrored && !red("e0", "e9", 0).is_mirrored);
        let buckets = ["d0", "e0", "d1", "e1", "f2", "e2"].map(|own| red(own, "e9", 0).bucket);
        assert_eq!(buckets, [0, 1, 2, 3, 4, 5]);
        let black = Orientation::new(Side::Black, square("d9"), square("e0"), 0);
        assert_eq!(
            black,
            Orientation {
                is_mirrored: true,
                bucket: 0
            }
        );
    }
}

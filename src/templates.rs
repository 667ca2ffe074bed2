//! Const-built geometry: where each kind of piece can step, what blocks it, and how far a line is open.
//!
//! Everything here is computed by the compiler; there is no start-up cost. Steps are lists of target
//! squares per origin, [`Square::NONE`] standing for "off the field". Lines (rook and cannon) come
//! from [`Slide`]s: for a square's place on its line and the line's occupancy bits, one look-up tells
//! the open squares and the first, second and third piece met in either direction.

use crate::types::{Side, Square};

/// What a piece sees along one rank or file, as bits (bit i = file i or rank i).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// Empty squares up to the first piece on either hand: quiet moves of rook and cannon.
    pub quiet: u16,
    /// The first piece on either hand: what a rook attacks.
    pub first: u16,
    /// The second piece on either hand: what a cannon attacks.
    pub second: u16,
    /// The third piece on either hand: what a cannon would attack if one screen left.
    pub third: u16,
}

/// One leg of a horse: the square that must be empty, and the two squares reached past it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HorseLeg {
    /// The square next to the horse.
    pub leg: Square,
    /// The targets; `NONE` where off the field.
    pub targets: [Square; 2],
}

/// A diagonal jump of an elephant: target and the eye that must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ElephantJump {
    /// Where it lands; `NONE` where it may not.
    pub target: Square,
    /// The square jumped over.
    pub eye: Square,
}

/// The bits of `line` strictly between places `a` and `b`.
pub const fn between(a: u8, b: u8) -> u16 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    ((1u16 << high) - 1) & !((2u16 << low) - 1)
}

const fn slide(place: u8, occupied: u16, length: u8) -> Slide {
    let mut slide = Slide {
        quiet: 0,
        first: 0,
        second: 0,
        third: 0,
    };
    let mut direction = -1i8;
    while direction <= 1 {
        let mut met = 0;
        let mut at = place as i8 + direction;
        while at >= 0 && at < length as i8 {
            let bit = 1u16 << at;
            if occupied & bit != 0 {
                met += 1;
                match met {
                    1 => slide.first |= bit,
                    2 => slide.second |= bit,
                    3 => slide.third |= bit,
                    _ => break,
                }
            } else if met == 0 {
                slide.quiet |= bit;
            }
            at += direction;
        }
        direction += 2;
    }
    slide
}

const RANK_STATES: usize = 1 << Square::FILES;
const FILE_STATES: usize = 1 << Square::RANKS;

const fn slides<const STATES: usize>(length: u8) -> [[Slide; STATES]; 16] {
    let mut table = [[Slide {
        quiet: 0,
        first: 0,
        second: 0,
        third: 0,
    }; STATES]; 16];
    let mut place = 0;
    while place < length {
        let mut occupied = 0;
        while occupied < STATES {
            table[place as usize][occupied] = slide(place, occupied as u16, length);
            occupied += 1;
        }
        place += 1;
    }
    table
}

// Sixteen rows although nine or ten are used: a four-bit index needs no bounds check.
#[allow(long_running_const_eval)]
static RANK_SLIDES: [[Slide; RANK_STATES]; 16] = slides(Square::FILES);
#[allow(long_running_const_eval)]
static FILE_SLIDES: [[Slide; FILE_STATES]; 16] = slides(Square::RANKS);

/// What is seen along a rank from `file` when the rank's occupancy is `occupied`.
#[inline]
pub fn rank_slide(file: u8, occupied: u16) -> &'static Slide {
    &RANK_SLIDES[(file & 15) as usize][occupied as usize & (RANK_STATES - 1)]
}

/// What is seen along a file from `rank` when the file's occupancy is `occupied`.
#[inline]
pub fn file_slide(rank: u8, occupied: u16) -> &'static Slide {
    &FILE_SLIDES[(rank & 15) as usize][occupied as usize & (FILE_STATES - 1)]
}

/// Whom a rook or cannon attacks along one rank or file, by what completes the raw index of their squares: the
/// column on a rank, sixteen times the row on a file; column or row 15, where nobody is, stands for "none".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// The first piece on either hand: what a rook attacks.
    pub first: [u8; 2],
    /// The second piece on either hand: what a cannon attacks.
    pub second: [u8; 2],
}

/// The places of at most two bits, as parts of a square's raw index with `step` between neighbours.
const fn places(mut bits: u16, step: u8) -> [u8; 2] {
    const MARGIN: u8 = 3;
    let mut places = [15 * step; 2];
    let mut count = 0;
    while bits != 0 {
        places[count] = (bits.trailing_zeros() as u8 + MARGIN) * step;
        bits &= bits - 1;
        count += 1;
    }
    places
}

const fn met<const STATES: usize>(length: u8, step: u8) -> [[Met; STATES]; 16] {
    let nobody = Met {
        first: places(0, step),
        second: places(0, step),
    };
    let mut table = [[nobody; STATES]; 16];
    let mut place = 0;
    while place < length {
        let mut occupied = 0;
        while occupied < STATES {
            let slide = slide(place, occupied as u16, length);
            table[place as usize][occupied] = Met {
                first: places(slide.first, step),
                second: places(slide.second, step),
            };
            occupied += 1;
        }
        place += 1;
    }
    table
}

#[allow(long_running_const_eval)]
static RANK_MET: [[Met; RANK_STATES]; 16] = met(Square::FILES, 1);
#[allow(long_running_const_eval)]
static FILE_MET: [[Met; FILE_STATES]; 16] = met(Square::RANKS, 16);

/// Who is met along a rank from `file` when the rank's occupancy is `occupied`.
#[inline]
pub fn rank_met(file: u8, occupied: u16) -> &'static Met {
    &RANK_MET[(file & 15) as usize][occupied as usize & (RANK_STATES - 1)]
}

/// Who is met along a file from `rank` when the file's occupancy is `occupied`.
#[inline]
pub fn file_met(rank: u8, occupied: u16) -> &'static Met {
    &FILE_MET[(rank & 15) as usize][occupied as usize & (FILE_STATES - 1)]
}

/// Whether the square belongs to a palace, red's or black's.
pub const fn is_palace(square: Square) -> bool {
    square.is_on_board()
        && square.file() >= 3
        && square.file() <= 5
        && (square.rank() <= 2 || square.rank() >= 7)
}

const fn on_board(square: Square) -> Square {
    if square.is_on_board() {
        square
    } else {
        Square::NONE
    }
}

const fn in_palace(from: Square, to: Square) -> Square {
    if is_palace(from) && is_palace(to) {
        to
    } else {
        Square::NONE
    }
}

const ORTHOGONAL: [i16; 4] = [Square::NORTH, Square::EAST, -Square::EAST, -Square::NORTH];
const DIAGONAL: [i16; 4] = [17, 15, -15, -17];

const fn palace_steps(deltas: [i16; 4]) -> [[Square; 4]; 256] {
    let mut table = [[Square::NONE; 4]; 256];
    let mut raw = 0;
    while raw < 256 {
        let from = Square::from_raw(raw as u8);
        let (mut i, mut count) = (0, 0);
        while i < 4 {
            let to = in_palace(from, from.offset(deltas[i]));
            if to.is_on_board() {
                table[raw][count] = to;
                count += 1;
            }
            i += 1;
        }
        raw += 1;
    }
    table
}

/// King steps inside the palace; behind the last one `NONE`.
pub static KING_STEPS: [[Square; 4]; 256] = palace_steps(ORTHOGONAL);
/// Advisor steps inside the palace; behind the last one `NONE`.
pub static ADVISOR_STEPS: [[Square; 4]; 256] = palace_steps(DIAGONAL);

/// Elephant jumps on the own half; behind the last one `NONE`.
pub static ELEPHANT_JUMPS: [[ElephantJump; 4]; 256] = {
    let mut table = [[ElephantJump {
        target: Square::NONE,
        eye: Square::NONE,
    }; 4]; 256];
    let mut raw = 0;
    while raw < 256 {
        let from = Square::from_raw(raw as u8);
        let (mut i, mut count) = (0, 0);
        while from.is_on_board() && i < 4 {
            let eye = from.offset(DIAGONAL[i]);
            let target = eye.offset(DIAGONAL[i]);
            if target.is_on_board() && target.is_home(Side::Red) == from.is_home(Side::Red) {
                table[raw][count] = ElephantJump { target, eye };
                count += 1;
            }
            i += 1;
        }
        raw += 1;
    }
    table
};

/// The four legs of a horse with the two targets past each.
pub static HORSE_LEGS: [[HorseLeg; 4]; 256] = {
    let none = HorseLeg {
        leg: Square::NONE,
        targets: [Square::NONE; 2],
    };
    let mut table = [[none; 4]; 256];
    let mut raw = 0;
    while raw < 256 {
        let from = Square::from_raw(raw as u8);
        let mut i = 0;
        while from.is_on_board() && i < 4 {
            let step = ORTHOGONAL[i];
            let side = if step == 1 || step == -1 {
                Square::NORTH
            } else {
                Square::EAST
            };
            let leg = from.offset(step);
            if leg.is_on_board() {
                let far = leg.offset(step);
                table[raw][i] = HorseLeg {
                    leg,
                    targets: [on_board(far.offset(side)), on_board(far.offset(-side))],
                };
            }
            i += 1;
        }
        raw += 1;
    }
    table
};

/// Pawn steps: forward, and sideways past the river. Indexed by side and square.
pub static PAWN_STEPS: [[[Square; 3]; 256]; 2] = {
    let mut table = [[[Square::NONE; 3]; 256]; 2];
    let mut s = 0;
    while s < 2 {
        let side = Side::BOTH[s];
        let mut raw = 0;
        while raw < 256 {
            let from = Square::from_raw(raw as u8);
            if from.is_on_board() {
                table[s][raw][0] = on_board(from.offset(side.forward()));
                if !from.is_home(side) {
                    table[s][raw][1] = on_board(from.offset(Square::EAST));
                    table[s][raw][2] = on_board(from.offset(-Square::EAST));
                }
            }
            raw += 1;
        }
        s += 1;
    }
    table
};

/// Leg offset for each difference `to - from` that a horse can jump; 0 = no horse jump.
static HORSE_LEG_OF_DELTA: [i8; 512] = {
    let mut table = [0; 512];
    let mut i = 0;
    while i < 4 {
        let step = ORTHOGONAL[i];
        let side = if step == 1 || step == -1 {
            Square::NORTH
        } else {
            Square::EAST
        };
        table[(256 + 2 * step + side) as usize] = step as i8;
        table[(256 + 2 * step - side) as usize] = step as i8;
        i += 1;
    }
    table
};

/// The leg of a horse's jump between two squares, or `None` if no horse jumps like that.
#[inline]
pub fn horse_leg(from: Square, to: Square) -> Option<Square> {
    let delta = 256 + usize::from(to.raw()) - usize::from(from.raw());
    let leg = i16::from(HORSE_LEG_OF_DELTA[delta & 511]);
    (leg != 0).then(|| from.offset(leg))
}

/// The eye of an elephant's jump between two squares of one half, or `None` if no elephant jumps like that.
#[inline]
pub fn elephant_eye(from: Square, to: Square) -> Option<Square> {
    let delta = i16::from(to.raw()) - i16::from(from.raw());
    matches!(delta, -34 | -30 | 30 | 34).then(|| from.offset(delta / 2))
}

/// How a square lies to a king in his palace, by the difference of their indices.
///
/// The king's column is one of three in the middle, so differences along a rank (at most 5) and to
/// other ranks (at least 11) cannot be confused.
static NEAR_KING: [u8; 512] = {
    let mut table = [0; 512];
    let mut rank = -9i16;
    while rank <= 9 {
        let mut file = -5i16;
        while file <= 5 {
            let (r, f) = (rank.abs(), file.abs());
            let at = (256 + rank * 16 + file) as usize;
            if r == 0 || f == 0 || (r == 1 && f == 1) {
                table[at] = ON_KING_LINES;
            } else if r + f == 3 {
                table[at] = HORSE_JUMP_FROM_KING;
            }
            file += 1;
        }
        rank += 1;
    }
    table
};

/// On the king's rank or file, or diagonally next to him, where the legs of attacking horses are.
pub const ON_KING_LINES: u8 = 1;
/// Where a horse would attack the king.
pub const HORSE_JUMP_FROM_KING: u8 = 2;

/// [`ON_KING_LINES`], [`HORSE_JUMP_FROM_KING`] or 0: what a man on `square` means to the king.
#[inline]
pub fn near_king(king: Square, square: Square) -> u8 {
    NEAR_KING[(256 + usize::from(square.raw()) - usize::from(king.raw())) & 511]
}

/// The seven points an elephant can stand on, the five of an advisor, and where pawns can be:
/// whether a man of `kind` and `side` may stand on the square at all.
pub const fn can_stand(piece: crate::types::Piece, square: Square) -> bool {
    use crate::types::Kind;
    if !square.is_on_board() {
        return false;
    }
    // Seen from its own side, so that one description serves both.
    let own = square.relative_to(piece.side);
    let (file, rank) = (own.file(), own.rank());
    match piece.kind {
        Kind::King => file >= 3 && file <= 5 && rank <= 2,
        Kind::Advisor => file >= 3 && file <= 5 && rank <= 2 && (file + rank) % 2 == 1,
        Kind::Elephant => {
            matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
        }
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
        Kind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Kind, Piece};

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    #[test]
    fn slides_agree_with_walking_the_line() {
        // A rook on file 4 with pieces on files 1, 2, 6 and 8: a b(x) c(x) . R . g(x) . i(x)
        let seen = rank_slide(4, 0b1_0101_0110);
        assert_eq!(seen.quiet, 0b0_0010_1000);
        assert_eq!(seen.first, 0b0_0100_0100);
        assert_eq!(seen.second, 0b1_0000_0010);
        assert_eq!(seen.third, 0);
        assert_eq!(file_slide(0, 0b11_1000_0001).third, 1 << 9);
    }

    #[test]
    fn men_met_are_the_bits_of_slides() {
        let (rank, file) = (rank_met(4, 0b1_0101_0110), file_met(0, 0b11_1000_0001));
        assert_eq!((rank.first, rank.second), ([5, 9], [4, 11]));
        assert_eq!((file.first, file.second), ([0xa0, 0xf0], [0xb0, 0xf0]));
    }

    #[test]
    fn between_excludes_both_ends() {
        assert_eq!(between(2, 6), 0b11_1000);
        assert_eq!(between(6, 2), 0b11_1000);
        assert_eq!(between(3, 4), 0);
        assert_eq!(between(0, 9), 0b1_1111_1110);
    }

    #[test]
    fn horse_legs_are_next_to_the_horse() {
        assert_eq!(horse_leg(square("b0"), square("c2")), Some(square("b1")));
        assert_eq!(horse_leg(square("c2"), square("b0")), Some(square("c1")));
        assert_eq!(horse_leg(square("b0"), square("d1")), Some(square("c0")));
        assert_eq!(horse_leg(square("b0"), square("b2")), None);
        let jumps = Square::all()
            .flat_map(|s| HORSE_LEGS[s.index()])
            .flat_map(|leg| leg.targets)
            .filter(|t| *t != Square::NONE)
            .count();
        let pairs = Square::all()
            .flat_map(|a| Square::all().map(move |b| (a, b)))
            .filter(|&(a, b)| horse_leg(a, b).is_some())
            .count();
        assert_eq!((jumps, pairs), (508, 508));
    }

    #[test]
    fn elephant_eyes_are_between_the_squares() {
        for from in Square::all() {
            for jump in ELEPHANT_JUMPS[from.index()] {
                if jump.target != Square::NONE {
                    assert_eq!(elephant_eye(from, jump.target), Some(jump.eye));
                }
            }
        }
        let no_jumps = ["c2", "d1"].map(|to| elephant_eye(square("c0"), square(to)));
        assert_eq!(no_jumps, [None; 2]);
    }

    #[test]
    fn standing_squares_are_counted_right() {
        let count = |kind| {
            Square::all()
                .filter(|&s| can_stand(Piece::new(Side::Red, kind), s))
                .count()
        };
        assert_eq!(Kind::ALL.map(count), [9, 5, 7, 90, 90, 90, 55]);
        assert!(can_stand(
            Piece::new(Side::Black, Kind::Elephant),
            square("e7")
        ));
        assert!(!can_stand(
            Piece::new(Side::Black, Kind::Pawn),
            square("b6")
        ));
        assert!(can_stand(Piece::new(Side::Black, Kind::Pawn), square("b4")));
    }

    #[test]
    fn pawns_go_sideways_only_past_the_river() {
        let steps = |side: Side, name| {
            PAWN_STEPS[side.index()][square(name).index()]
                .iter()
                .filter(|s| **s != Square::NONE)
                .count()
        };
        assert_eq!(steps(Side::Red, "e3"), 1);
        assert_eq!(steps(Side::Red, "e5"), 3);
        assert_eq!(steps(Side::Red, "a9"), 1);
        assert_eq!(steps(Side::Black, "e5"), 1);
        assert_eq!(steps(Side::Black, "e4"), 3);
    }
}

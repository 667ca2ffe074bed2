//! Sides, kinds, pieces, and the identity of a single man on the board.

use std::fmt;

/// Red moves first and sits at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The side that moves first; upper case in FEN.
    Red,
    /// The side that moves second; lower case in FEN.
    Black,
}

impl Side {
    /// Both sides, red first.
    pub const BOTH: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// 0 for red, 1 for black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The raw square step of a pawn that goes forward.
    pub const fn forward(self) -> i16 {
        match self {
            Self::Red => 16,
            Self::Black => -16,
        }
    }

    /// The first identity of this side's sixteen men.
    pub const fn first_man(self) -> u8 {
        match self {
            Self::Red => 16,
            Self::Black => 32,
        }
    }

    /// All sixteen identities of this side, king first.
    pub fn men(self) -> impl DoubleEndedIterator<Item = Man> + Clone {
        let first = self.first_man();
        (first..first + 16).map(Man)
    }

    /// The identities of this side's men of one kind.
    pub fn men_of(self, kind: Kind) -> impl DoubleEndedIterator<Item = Man> + Clone {
        let (start, count) = kind.man_range();
        let first = self.first_man() + start;
        (first..first + count).map(Man)
    }

    /// The identity of this side's king.
    pub const fn king(self) -> Man {
        Man(self.first_man())
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

/// The seven kinds of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// 帅 / 将
    King,
    /// 仕 / 士
    Advisor,
    /// 相 / 象, `B` in FEN
    Elephant,
    /// 马, `N` in FEN
    Horse,
    /// 车
    Rook,
    /// 炮
    Cannon,
    /// 兵 / 卒
    Pawn,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 7;
    /// All kinds, in the order of the identities of a side's men.
    pub const ALL: [Self; Self::COUNT] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// 0-6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case FEN letter.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Rook => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }

    /// Offset of the first identity of this kind among a side's sixteen, and how many there are.
    pub const fn man_range(self) -> (u8, u8) {
        match self {
            Self::King => (0, 1),
            Self::Advisor => (1, 2),
            Self::Elephant => (3, 2),
            Self::Horse => (5, 2),
            Self::Rook => (7, 2),
            Self::Cannon => (9, 2),
            Self::Pawn => (11, 5),
        }
    }

    /// The men of this kind among a side's sixteen (see [`Man::bit`]).
    pub const fn men_bits(self) -> u16 {
        let (first, count) = self.man_range();
        ((1 << count) - 1) << first
    }

    /// How many men of this kind a side starts with, which is also the most it can have.
    pub const fn max_count(self) -> usize {
        self.man_range().1 as usize
    }
}

/// A kind with a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub side: Side,
    pub kind: Kind,
}

impl Piece {
    /// How many pieces there are: seven kinds for each side.
    pub const COUNT: usize = 14;

    /// A piece from its parts.
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind }
    }

    /// 0-6 for red's kinds, 7-13 for black's.
    pub const fn index(self) -> usize {
        self.side.index() * Kind::COUNT + self.kind.index()
    }

    /// The FEN letter: upper case for red.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Red => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter; `E`/`e` (elephant) and `H`/`h` (horse) are accepted too.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::Red
        } else {
            Side::Black
        };
        let kind = match letter.to_ascii_uppercase() {
            'K' => Kind::King,
            'A' => Kind::Advisor,
            'B' | 'E' => Kind::Elephant,
            'N' | 'H' => Kind::Horse,
            'R' => Kind::Rook,
            'C' => Kind::Cannon,
            'P' => Kind::Pawn,
            _ => return None,
        };
        Some(Self::new(side, kind))
    }

    /// The Chinese character printed on the piece (simplified script).
    pub const fn hanzi(self) -> char {
        match (self.side, self.kind) {
            (Side::Red, Kind::King) => '帅',
            (Side::Red, Kind::Advisor) => '仕',
            (Side::Red, Kind::Elephant) => '相',
            (Side::Red, Kind::Pawn) => '兵',
            (Side::Black, Kind::King) => '将',
            (Side::Black, Kind::Advisor) => '士',
            (Side::Black, Kind::Elephant) => '象',
            (Side::Black, Kind::Pawn) => '卒',
            (_, Kind::Horse) => '马',
            (_, Kind::Rook) => '车',
            (_, Kind::Cannon) => '炮',
        }
    }
}

/// One individual man, the same from the start of the game until its capture.
///
/// ```text
///  red 16 king  17-18 advisors  19-20 elephants  21-22 horses  23-24 rooks  25-26 cannons  27-31 pawns
///  black the same from 32;  0 = nobody (an empty cell)
/// ```
///
/// The rules on perpetual chase speak of individual men, hence the identity; that the kinds have
/// fixed ranges makes "all rooks of a side" a loop over two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man(u8);

/// What each identity is, so that `Man::piece` is one look-up. `None` for unused numbers.
const PIECE_OF_MAN: [Option<Piece>; Man::SLOTS] = {
    let mut table = [None; Man::SLOTS];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            let (start, count) = Kind::ALL[kind].man_range();
            let mut i = 0;
            while i < count {
                let man = Side::BOTH[side].first_man() + start + i;
                table[man as usize] = Some(Piece::new(Side::BOTH[side], Kind::ALL[kind]));
                i += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
};

impl Man {
    /// Size of a table indexed by identity (a power of two, so that no bounds check is needed).
    pub const SLOTS: usize = 64;
    /// Nobody: what an empty cell holds.
    pub const NONE: Self = Self(0);

    /// Index into tables of [`Man::SLOTS`] elements.
    pub const fn index(self) -> usize {
        (self.0 & (Self::SLOTS as u8 - 1)) as usize
    }

    /// Position 0-15 among the side's men: the bit in a mask of one side's men.
    pub const fn bit(self) -> u16 {
        1 << (self.0 & 15)
    }

    /// The man of `side` with this bit number.
    pub const fn of_bit(side: Side, number: u32) -> Self {
        Self(side.first_man() + (number & 15) as u8)
    }

    /// Whether there is nobody.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether there is somebody.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether this is a man of `side`.
    pub const fn belongs_to(self, side: Side) -> bool {
        self.0 & side.first_man() != 0
    }

    /// What the man is; `None` for nobody.
    pub const fn piece(self) -> Option<Piece> {
        PIECE_OF_MAN[self.index()]
    }

    /// The man's kind; `None` for nobody.
    pub const fn kind(self) -> Option<Kind> {
        match self.piece() {
            Some(piece) => Some(piece.kind),
            None => None,
        }
    }
}

impl fmt::Debug for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece() {
            Some(piece) => write!(f, "{}#{}", piece.letter(), self.0),
            None => f.write_str("-"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let piece = Piece::new(side, kind);
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(
            Piece::from_letter('H'),
            Some(Piece::new(Side::Red, Kind::Horse))
        );
        assert_eq!(
            Piece::from_letter('e'),
            Some(Piece::new(Side::Black, Kind::Elephant))
        );
        assert_eq!(Piece::from_letter('x'), None);
    }

    #[test]
    fn each_side_has_sixteen_men_in_kind_order() {
        for side in Side::BOTH {
            let by_kind: Vec<Man> = Kind::ALL.iter().flat_map(|&k| side.men_of(k)).collect();
            assert_eq!(by_kind, side.men().collect::<Vec<_>>());
            for kind in Kind::ALL {
                for man in side.men_of(kind) {
                    assert_eq!(man.piece(), Some(Piece::new(side, kind)));
                    assert!(man.belongs_to(side) && !man.belongs_to(side.opponent()));
                    assert_eq!(Man::of_bit(side, man.bit().trailing_zeros()), man);
                }
            }
        }
        assert!(Man::NONE.piece().is_none());
    }
}

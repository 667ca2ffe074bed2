//! `ElephantEye`'s `BOOK.DAT`.
//!
//! The layout is public (documentation and source of `ElephantEye` 3.x, xqbase.com): entries of eight
//! bytes, little-endian, in ascending order of the first number:
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 4 | the third Zobrist number of the position or of its mirror image |
//! | 4 | 2 | move: origin in the low byte, target in the high byte |
//! | 6 | 2 | weight |
//!
//! Squares are cells of a 16x16 array, row 3 to 12 from black's back rank down, column 3 to 11 from
//! red's left. The Zobrist numbers are the output of RC4 under a key of four zero bytes: three
//! numbers of 32 bits for the side to move (used when black is), then three for each of 14 pieces
//! (king, advisor, elephant, horse, rook, cannon, pawn; red, then black) and 256 cells.

use std::sync::LazyLock;

use super::BookMove;
use crate::board::Board;
use crate::types::{Kind, Move, Piece, Side, Square};

const ENTRY: usize = 8;

/// A `BOOK.DAT` in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElephantEyeBook {
    bytes: Vec<u8>,
}

impl ElephantEyeBook {
    /// Takes the bytes of a file if they look like such a book: there is no mark to know it by, but
    /// entries in order whose moves lie on the board are hardly anything else.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let book = Self { bytes };
        let is_whole = !book.bytes.is_empty() && book.bytes.len().is_multiple_of(ENTRY);
        let is_ordered = || (1..book.len()).all(|index| book.lock(index - 1) <= book.lock(index));
        let has_moves = || (0..book.len()).all(|index| book.mv(index).is_some());
        (is_whole && is_ordered() && has_moves()).then_some(book)
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What is known in a position, or else in its mirror image; the heaviest move first.
    pub fn probe(&self, board: &Board) -> Vec<BookMove> {
        let direct = self.moves_at(lock_of(board, |square| square), |mv| mv);
        let moves = if direct.is_empty() {
            self.moves_at(lock_of(board, Square::mirrored), Move::mirrored)
        } else {
            direct
        };
        let mut known: Vec<BookMove> = moves
            .into_iter()
            .filter(|&(mv, _)| board.is_legal_move(mv))
            .map(|(mv, weight)| BookMove {
                mv,
                weight,
                games: 0,
                points: 0,
                score: None,
                ecco: None,
            })
            .collect();
        known.sort_by_key(|known| std::cmp::Reverse(known.weight));
        known
    }

    fn moves_at(&self, lock: u32, turn: fn(Move) -> Move) -> Vec<(Move, u32)> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.lock(middle) < lock {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low..self.len())
            .take_while(|&index| self.lock(index) == lock)
            .filter_map(|index| Some((turn(self.mv(index)?), self.weight(index))))
            .filter(|&(_, weight)| weight > 0)
            .collect()
    }

    fn word(&self, index: usize, offset: usize) -> u16 {
        let at = index * ENTRY + offset;
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    fn lock(&self, index: usize) -> u32 {
        u32::from(self.word(index, 0)) | u32::from(self.word(index, 2)) << 16
    }

    fn mv(&self, index: usize) -> Option<Move> {
        let word = self.word(index, 4);
        let (from, to) = (square(word as u8)?, square((word >> 8) as u8)?);
        (from != to).then(|| Move::new(from, to))
    }

    fn weight(&self, index: usize) -> u32 {
        self.word(index, 6).into()
    }
}

/// A cell of `ElephantEye`'s array, whose rows run the other way.
fn cell(square: Square) -> usize {
    usize::from((12 - square.rank()) << 4 | (square.file() + 3))
}

fn square(cell: u8) -> Option<Square> {
    Square::try_new((cell & 15).wrapping_sub(3), 12_u8.wrapping_sub(cell >> 4))
}

/// The third of the three numbers, by piece and cell, and for black to move.
struct Locks {
    piece: [[u32; 256]; Piece::COUNT],
    black: u32,
}

static LOCKS: LazyLock<Box<Locks>> = LazyLock::new(|| {
    let mut rc4 = Rc4::new([0; 4]);
    let mut third = || [rc4.next_u32(), rc4.next_u32(), rc4.next_u32()][2];
    let black = third();
    let mut locks = Box::new(Locks {
        piece: [[0; 256]; Piece::COUNT],
        black,
    });
    for side in [Side::Red, Side::Black] {
        for kind in [
            Kind::King,
            Kind::Advisor,
            Kind::Elephant,
            Kind::Horse,
            Kind::Rook,
            Kind::Cannon,
            Kind::Pawn,
        ] {
            for number in &mut locks.piece[Piece::new(side, kind).index()] {
                *number = third();
            }
        }
    }
    locks
});

/// The position's number, its squares turned.
fn lock_of(board: &Board, turn: fn(Square) -> Square) -> u32 {
    let side = match board.side_to_move() {
        Side::Red => 0,
        Side::Black => LOCKS.black,
    };
    board
        .placement()
        .men()
        .map(|(_, piece, square)| LOCKS.piece[piece.index()][cell(turn(square))])
        .fold(side, |lock, number| lock ^ number)
}

/// The stream cipher RC4, here a source of fixed numbers.
struct Rc4 {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Rc4 {
    fn new(key: [u8; 4]) -> Self {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut j = 0_u8;
        for i in 0..256 {
            j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
            state.swap(i, j.into());
        }
        Self { state, i: 0, j: 0 }
    }

    fn next_u8(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, j) = (
            usize::from(self.i),
            self.j.wrapping_add(self.state[usize::from(self.i)]),
        );
        self.j = j;
        self.state.swap(i, j.into());
        let sum = self.state[i].wrapping_add(self.state[usize::from(j)]);
        self.state[usize::from(sum)]
    }

    fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.next_u8()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry as `ElephantEye` writes it: with the number of the board itself.
    fn entry(board: &Board, text: &str, weight: u16) -> [u8; ENTRY] {
        let mv: Move = text.parse().expect(text);
        let word = cell(mv.from()) as u16 | (cell(mv.to()) as u16) << 8;
        let mut bytes = [0; ENTRY];
        bytes[..4].copy_from_slice(&lock_of(board, |square| square).to_le_bytes());
        bytes[4..6].copy_from_slice(&word.to_le_bytes());
        bytes[6..].copy_from_slice(&weight.to_le_bytes());
        bytes
    }

    fn book(mut entries: Vec<[u8; ENTRY]>) -> ElephantEyeBook {
        entries.sort_by_key(|entry| u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
        ElephantEyeBook::from_bytes(entries.concat()).expect("a book")
    }

    #[test]
    fn rc4_gives_the_published_stream() {
        // A test vector found in every description of the cipher.
        let mut rc4 = Rc4::new(*b"Wiki");
        let stream: Vec<u8> = (0..5).map(|_| rc4.next_u8()).collect();
        assert_eq!(stream, [0x60, 0x44, 0xdb, 0x6d, 0x41]);
    }

    #[test]
    fn squares_run_from_blacks_back_rank_down() {
        assert_eq!(cell("a9".parse().expect("a square")), 0x33);
        assert_eq!(cell("i0".parse().expect("a square")), 0xcb);
        for own in Square::all() {
            assert_eq!(square(cell(own) as u8), Some(own));
        }
        assert_eq!(square(0x32), None);
        assert_eq!(square(0xd3), None);
    }

    #[test]
    fn moves_are_found_directly_and_in_the_mirror() {
        let start = Board::start();
        let mut after = Board::start();
        after.make_move("h2e2".parse().expect("a move"));
        let book = book(vec![
            entry(&start, "h2e2", 5),
            entry(&start, "c3c4", 9),
            entry(&start, "g3g4", 0),
            entry(&after, "h9g7", 7),
        ]);
        let moves = |board: &Board| -> Vec<(String, u32)> {
            let known = book.probe(board);
            known.iter().map(|m| (m.mv.to_string(), m.weight)).collect()
        };
        assert_eq!(
            moves(&start),
            [("c3c4".to_owned(), 9), ("h2e2".to_owned(), 5)]
        );
        assert_eq!(moves(&after), [("h9g7".to_owned(), 7)]);
        assert_eq!(moves(&after.mirrored()), [("b9c7".to_owned(), 7)]);
        after.make_move("h9g7".parse().expect("a move"));
        assert_eq!(moves(&after), []);
    }

    #[test]
    fn other_bytes_are_not_such_a_book() {
        let start = Board::start();
        let good = entry(&start, "h2e2", 5);
        assert!(ElephantEyeBook::from_bytes(good.to_vec()).is_some());
        assert!(ElephantEyeBook::from_bytes(Vec::new()).is_none());
        assert!(ElephantEyeBook::from_bytes(good[..7].to_vec()).is_none());
        assert!(ElephantEyeBook::from_bytes(b"SQLite format 3\0".to_vec()).is_none());
        let lower = [0; ENTRY];
        assert!(ElephantEyeBook::from_bytes([good, lower].concat()).is_none());
    }
}

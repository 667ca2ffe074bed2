//! The book file.
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | `hanxinBK` |
//! | 8 | 2 | version, 1 |
//! | 10 | 2 | bytes of an entry, 26 |
//! | 12 | 4 | number of entries |
//! | 16 | 4 | bytes of the text |
//! | 20 | 4 | CRC-32 of text and entries |
//! | 24 | | the text, UTF-8: what the book was made from and whom to credit |
//! | | 26 each | the entries, by key, then by weight (heavy first), then by move |
//!
//! | offset in an entry | bytes | content |
//! |---|---|---|
//! | 0 | 8 | key of the position, folded with its mirror image ([`Folded`]) |
//! | 8 | 2 | move, [`Move::bits`] on the board the key belongs to |
//! | 10 | 4 | weight |
//! | 14 | 4 | games |
//! | 18 | 4 | half points of the mover |
//! | 22 | 2 | learnt score from the mover's view, signed; -32768 = none |
//! | 24 | 2 | opening, [`Ecco::bits`]; 0 = none |
//!
//! A [`Book`] keeps these bytes as they are and finds a position by binary search.

use std::borrow::Cow;
use std::cmp::Reverse;

use flate2::Crc;
use thiserror::Error;

use super::BookMove;
use super::ecco::Ecco;
use super::fold::Folded;
use crate::board::Board;
use crate::types::{Move, Score};

const MAGIC: &[u8; 8] = b"hanxinBK";
const VERSION: u16 = 1;
const HEADER: usize = 24;
const ENTRY: usize = 26;
/// A learnt score that is none.
const NO_SCORE: i16 = i16::MIN;

/// One move of one position, as it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position, folded.
    pub key: u64,
    /// What is known of the move, which is kept as on the board of the key.
    pub known: BookMove,
}

/// Why bytes are not a book.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookError {
    /// It begins with something else.
    #[error("not a hanxin book (expected it to begin with 'hanxinBK')")]
    Foreign,
    /// A later version, or an entry of another size.
    #[error("book version {version} with entries of {entry} bytes (expected version 1 with 26)")]
    Version {
        /// The version it says.
        version: u16,
        /// The entry size it says.
        entry: u16,
    },
    /// It is shorter or longer than its header says.
    #[error("the book has {found} bytes (expected {expected})")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: u64,
    },
    /// The content has changed.
    #[error("the book's checksum is {found:08x} (expected {expected:08x}): the file is damaged")]
    Checksum {
        /// Of the content.
        found: u32,
        /// In the header.
        expected: u32,
    },
    /// The entries are not in order, so that nothing can be found.
    #[error("entry {0} of the book is out of order (expected ascending keys)")]
    Order(usize),
}

/// An opening book in memory, exactly as in its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    /// Where the entries begin.
    entries: usize,
}

impl Book {
    /// Checks the bytes of a file.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        let bytes = bytes.into();
        if !is_book(&bytes) {
            return Err(BookError::Foreign);
        }
        let Some((header, content)) = bytes.split_at_checked(HEADER) else {
            return Err(BookError::Length {
                found: bytes.len(),
                expected: HEADER as u64,
            });
        };
        let (version, entry) = (u16_at(header, 8), u16_at(header, 10));
        if (version, usize::from(entry)) != (VERSION, ENTRY) {
            return Err(BookError::Version { version, entry });
        }
        let (count, text) = (u32_at(header, 12), u32_at(header, 16));
        let expected = HEADER as u64 + u64::from(text) + u64::from(count) * ENTRY as u64;
        if bytes.len() as u64 != expected {
            return Err(BookError::Length {
                found: bytes.len(),
                expected,
            });
        }
        let (found, expected) = (crc(content), u32_at(header, 20));
        if found != expected {
            return Err(BookError::Checksum { found, expected });
        }
        let entries = HEADER + text as usize;
        let book = Self { bytes, entries };
        let unordered = (1..book.len()).find(|&index| book.key(index - 1) > book.key(index));
        unordered.map_or(Ok(book), |index| Err(BookError::Order(index + 1)))
    }

    /// A book of these entries. The same entries in any order give the same bytes.
    pub fn new(mut entries: Vec<Entry>, text: &str) -> Self {
        entries.sort_by_key(|entry| {
            let known = entry.known;
            (entry.key, Reverse(known.weight), known.mv.bits())
        });
        let mut content = text.as_bytes().to_vec();
        for entry in &entries {
            write_entry(&mut content, entry);
        }
        let mut bytes = Vec::with_capacity(HEADER + content.len());
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(ENTRY as u16).to_le_bytes());
        bytes.extend_from_slice(&(entries.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&crc(&content).to_le_bytes());
        bytes.append(&mut content);
        Self {
            bytes: bytes.into(),
            entries: HEADER + text.len(),
        }
    }

    /// The bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the book says of itself.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes[HEADER..self.entries])
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        (self.bytes.len() - self.entries) / ENTRY
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries in order. Moves that are none are left out.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        (0..self.len()).filter_map(|index| self.entry(index))
    }

    /// What is known in a position, the heaviest move first.
    pub fn probe(&self, board: &Board) -> Vec<BookMove> {
        let folded = Folded::of(board);
        let first = self.first_at_least(folded.key);
        (first..self.len())
            .take_while(|&index| self.key(index) == folded.key)
            .filter_map(|index| self.entry(index))
            .map(|Entry { known, .. }| BookMove {
                mv: folded.unfold(known.mv),
                ..known
            })
            .filter(|known| board.is_legal_move(known.mv))
            .collect()
    }

    /// The index of the first entry whose key is not smaller.
    fn first_at_least(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn bytes_of(&self, index: usize) -> &[u8] {
        let start = self.entries + index * ENTRY;
        &self.bytes[start..start + ENTRY]
    }

    fn key(&self, index: usize) -> u64 {
        u64_at(self.bytes_of(index), 0)
    }

    fn entry(&self, index: usize) -> Option<Entry> {
        let bytes = self.bytes_of(index);
        let score = u16_at(bytes, 22) as i16;
        Some(Entry {
            key: u64_at(bytes, 0),
            known: BookMove {
                mv: Move::from_bits(u16_at(bytes, 8))?,
                weight: u32_at(bytes, 10),
                games: u32_at(bytes, 14),
                points: u32_at(bytes, 18),
                score: (score != NO_SCORE).then_some(Score::from(score)),
                ecco: Ecco::from_bits(u16_at(bytes, 24)),
            },
        })
    }
}

/// Whether these bytes begin as a book does.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

fn write_entry(bytes: &mut Vec<u8>, entry: &Entry) {
    let known = entry.known;
    let score = known.score.map_or(NO_SCORE, |score| {
        score.clamp(-Score::from(i16::MAX), i16::MAX.into()) as i16
    });
    bytes.extend_from_slice(&entry.key.to_le_bytes());
    bytes.extend_from_slice(&known.mv.bits().to_le_bytes());
    bytes.extend_from_slice(&known.weight.to_le_bytes());
    bytes.extend_from_slice(&known.games.to_le_bytes());
    bytes.extend_from_slice(&known.points.to_le_bytes());
    bytes.extend_from_slice(&score.to_le_bytes());
    bytes.extend_from_slice(&known.ecco.map_or(0, Ecco::bits).to_le_bytes());
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// `N` bytes at an offset that lies inside.
fn at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    let mut found = [0; N];
    found.copy_from_slice(&bytes[offset..offset + N]);
    found
}

fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_le_bytes(at(bytes, offset))
}

fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(at(bytes, offset))
}

fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    u64::from_le_bytes(at(bytes, offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(board: &Board, text: &str, weight: u32) -> Entry {
        let folded = Folded::of(board);
        Entry {
            key: folded.key,
            known: BookMove {
                mv: folded.fold(text.parse().expect(text)),
                weight,
                games: weight + 1,
                points: weight + 2,
                score: weight.is_multiple_of(2).then_some(-(weight as Score)),
                ecco: "C06".parse().ok(),
            },
        }
    }

    fn sample() -> Book {
        let start = Board::start();
        let mut after = Board::start();
        after.make_move("h2e2".parse().expect("a move"));
        let entries = vec![
            entry(&start, "h2e2", 60),
            entry(&start, "g3g4", 31),
            entry(&after, "h9g7", 40),
        ];
        Book::new(entries, "made of 棋谱")
    }

    #[test]
    fn what_is_written_is_read_back() {
        let book = sample();
        let again = Book::from_bytes(book.as_bytes().to_vec()).expect("a book");
        assert_eq!(again, book);
        assert_eq!(again.text(), "made of 棋谱");
        assert_eq!((again.len(), again.is_empty()), (3, false));
        let mut entries: Vec<Entry> = again.entries().collect();
        assert_eq!(entries[0].known.games, entries[0].known.weight + 1);
        entries.reverse();
        assert_eq!(Book::new(entries, "made of 棋谱"), book);
    }

    #[test]
    fn positions_are_found_with_their_mirror_images() {
        let book = sample();
        let moves: Vec<String> = book
            .probe(&Board::start())
            .iter()
            .map(|m| m.mv.to_string())
            .collect();
        assert_eq!(moves, ["h2e2", "g3g4"]);
        for (first, reply) in [("h2e2", "h9g7"), ("b2e2", "b9c7")] {
            let mut board = Board::start();
            board.make_move(first.parse().expect("a move"));
            let found = book.probe(&board);
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].mv.to_string(), reply);
            assert_eq!(found[0].score, Some(-40));
        }
        let unknown = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").expect("a position");
        assert!(book.probe(&unknown).is_empty());
        assert!(Book::new(Vec::new(), "").probe(&unknown).is_empty());
    }

    #[test]
    fn damaged_files_are_refused_with_the_reason() {
        let good = sample().as_bytes().to_vec();
        let refuse = |bytes: Vec<u8>| Book::from_bytes(bytes).expect_err("refused").to_string();
        assert!(refuse(Vec::new()).starts_with("not a hanxin book"));
        assert!(refuse(b"SQLite format 3".to_vec()).starts_with("not a hanxin book"));
        assert_eq!(
            refuse(good[..10].to_vec()),
            "the book has 10 bytes (expected 24)"
        );
        let short = good.len() - 1;
        assert_eq!(
            refuse(good[..short].to_vec()),
            format!("the book has {short} bytes (expected {})", good.len())
        );
        let mut later = good.clone();
        later[8] = 2;
        assert!(refuse(later).starts_with("book version 2 with entries of 26 bytes"));
        let mut huge = good.clone();
        huge[12..16].fill(0xff);
        assert!(refuse(huge).contains("(expected 111669149"));
        for offset in HEADER..good.len() {
            let mut damaged = good.clone();
            damaged[offset] ^= 1;
            assert!(refuse(damaged).contains("the file is damaged"), "{offset}");
        }
    }

    #[test]
    fn entries_out_of_order_are_refused() {
        let book = sample();
        let mut bytes = book.as_bytes().to_vec();
        let last = bytes.split_off(bytes.len() - ENTRY);
        let rest = bytes.split_off(book.entries);
        bytes.extend(last);
        bytes.extend(rest);
        let sum = crc(&bytes[HEADER..]).to_le_bytes();
        bytes[20..24].copy_from_slice(&sum);
        assert!(matches!(Book::from_bytes(bytes), Err(BookError::Order(_))));
    }

    #[test]
    fn moves_that_are_not_legal_here_are_left_out() {
        let start = Board::start();
        let mut wrong = entry(&start, "h2e2", 1);
        wrong.known.mv = "e0e9".parse().expect("a move");
        assert!(Book::new(vec![wrong], "").probe(&start).is_empty());
    }
}

//! Verdicts without distances, small enough to be part of the program.
//!
//! A table of verdicts says who wins when the stronger side is to move. Its positions are cut into rows,
//! one for each pair of camps. Most rows occur many times, since a guard far from the fight changes nothing:
//! each is kept once, with the list of the pairs' rows. With the weaker side to move one ply is searched:
//! its captures lead to other tables, its quiet moves back into this one.
//!
//! ```text
//!  class 32 | longest win 1 | bits a position 1 | pairs 4 | rows 4 | packed length 4 | checksum 4 | packed:
//!  the low bytes of the pairs' rows, the high bytes, the rows
//! ```

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use thiserror::Error;

use crate::board::Placement;
use crate::types::Side;

use super::field::Table;
use super::file::{Fields, NAME, checksum};
use super::index::Index;
use super::material::Class;
use super::value::{BROKEN, DRAW, is_loss, is_win, plies_of};

/// What a table of verdicts says of a position for the stronger side, who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Draw,
    Win,
    Loss,
    /// It depends on repetition rules.
    Unclear,
}

impl Word {
    const fn of_code(code: u8) -> Self {
        match code {
            DRAW => Self::Draw,
            code if is_win(code) => Self::Win,
            code if is_loss(code) => Self::Loss,
            _ => Self::Unclear,
        }
    }

    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Draw,
            1 => Self::Win,
            2 => Self::Loss,
            _ => Self::Unclear,
        }
    }
}

/// Why verdicts cannot be used or made.
#[derive(Debug, Error)]
pub enum VerdictError {
    /// The bytes were changed or cut off.
    #[error("the verdicts inside the program are damaged: {0}")]
    Damaged(&'static str),
    /// More different rows than can be counted.
    #[error("{0} has too many different rows for a table of verdicts")]
    TooManyRows(Class),
    /// Compression failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The bits of one row, and which of them matter.
#[derive(Clone)]
struct Row {
    bits: Vec<u64>,
    cares: Vec<u64>,
}

impl Row {
    fn fits(&self, other: &Self) -> bool {
        let pairs = self.bits.iter().zip(&other.bits);
        let cares = self.cares.iter().zip(&other.cares);
        pairs
            .zip(cares)
            .all(|((one, other), (care, other_care))| (one ^ other) & care & other_care == 0)
    }

    /// Takes over what the other row says where this one does not care.
    fn merge(&mut self, other: &Self) {
        for (place, care) in self.cares.iter_mut().enumerate() {
            self.bits[place] |= other.bits[place] & other.cares[place] & !*care;
            *care |= other.cares[place];
        }
    }
}

/// Words of 64 bits that a row takes.
const fn row_words(positions: usize, width: usize) -> usize {
    (positions * width).div_ceil(64)
}

/// The bytes of the class's verdicts.
pub fn pack(table: &Table) -> Result<Vec<u8>, VerdictError> {
    let index = &table.index;
    let (tail, class) = (index.tail(), index.class());
    let codes = &table.codes[Side::Red.index()];
    let mut cursor = index.cursor();
    let legal: Vec<bool> = (0..index.size())
        .map(|number| {
            let placement = cursor.placement(number);
            codes[number] != BROKEN
                && placement.is_some_and(|placement| !placement.is_king_attacked(Side::Black))
        })
        .collect();
    let words = codes.iter().zip(&legal).filter(|(_, legal)| **legal);
    let is_simple = words
        .clone()
        .all(|(&code, _)| matches!(Word::of_code(code), Word::Draw | Word::Win));
    let width = if is_simple { 1 } else { 2 };
    let longest = table
        .codes
        .iter()
        .flatten()
        .filter_map(|&code| plies_of(code));
    let longest = longest.max().unwrap_or(0);

    let mut rows: Vec<Row> = Vec::new();
    let mut row_of = Vec::new();
    for (codes, legal) in codes.chunks(tail).zip(legal.chunks(tail)) {
        let mut row = Row {
            bits: vec![0; row_words(tail, width)],
            cares: vec![0; row_words(tail, width)],
        };
        for (place, (&code, _)) in codes
            .iter()
            .zip(legal)
            .enumerate()
            .filter(|(_, (_, l))| **l)
        {
            let (word, shift) = (place * width / 64, place * width % 64);
            row.bits[word] |= (Word::of_code(code) as u64) << shift;
            row.cares[word] |= (if is_simple { 1 } else { 3 }) << shift;
        }
        let known = rows.iter().position(|known| known.fits(&row));
        let number = known.unwrap_or(rows.len());
        match known {
            Some(known) => rows[known].merge(&row),
            None => rows.push(row),
        }
        row_of.push(u16::try_from(number).map_err(|_| VerdictError::TooManyRows(class))?);
    }

    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    for byte in 0..2 {
        let bytes: Vec<u8> = row_of.iter().map(|row| row.to_le_bytes()[byte]).collect();
        encoder.write_all(&bytes)?;
    }
    let mut last = vec![0; row_words(tail, width)];
    for row in &rows {
        // What does not matter repeats the row before.
        for (place, last) in last.iter_mut().enumerate() {
            *last = row.bits[place] | (*last & !row.cares[place]);
            encoder.write_all(&last.to_le_bytes())?;
        }
    }
    let packed = encoder.finish()?;

    let mut name = [0; NAME];
    let text = class.to_string();
    name[..text.len()].copy_from_slice(text.as_bytes());
    let mut bytes = name.to_vec();
    bytes.extend([longest, width as u8]);
    for number in [row_of.len(), rows.len(), packed.len()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(checksum(&packed).to_le_bytes());
    bytes.extend(packed);
    Ok(bytes)
}

/// The rows in memory.
struct Rows {
    index: Index,
    row_of: Vec<u16>,
    words: Vec<u64>,
}

/// The verdicts of one class, unpacked when they are asked for the first time.
pub(super) struct Verdicts {
    class: Class,
    longest: u8,
    width: usize,
    pairs: usize,
    row_count: usize,
    packed: &'static [u8],
    rows: OnceLock<Option<Rows>>,
}

impl Verdicts {
    /// The tables that stand one after the other in `bytes`.
    pub(super) fn read_all(mut bytes: &'static [u8]) -> Result<Vec<Self>, VerdictError> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let (verdicts, rest) =
                Self::read(bytes).ok_or(VerdictError::Damaged("a header makes no sense"))?;
            all.push(verdicts);
            bytes = rest;
        }
        Ok(all)
    }

    fn read(bytes: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let mut fields = Fields(bytes);
        let name = fields.bytes::<NAME>()?;
        let name = std::str::from_utf8(&name).ok()?.trim_end_matches('\0');
        let [longest, width] = fields.bytes()?;
        let [pairs, row_count, length] = [fields.u32()?, fields.u32()?, fields.u32()?];
        let sum = fields.u32()?;
        let (packed, rest) = fields.0.split_at_checked(length as usize)?;
        let is_sound = matches!(width, 1 | 2) && checksum(packed) == sum;
        let verdicts = Self {
            class: name.parse().ok()?,
            longest,
            width: width.into(),
            pairs: pairs as usize,
            row_count: row_count as usize,
            packed,
            rows: OnceLock::new(),
        };
        is_sound.then_some((verdicts, rest))
    }

    /// The class.
    pub(super) const fn class(&self) -> Class {
        self.class
    }

    /// No win of the class takes more plies.
    pub(super) const fn longest(&self) -> u8 {
        self.longest
    }

    fn unpack(&self) -> Option<Rows> {
        let index = Index::new(self.class);
        let words = self.row_count * row_words(index.tail(), self.width);
        let expected = 2 * self.pairs + 8 * words;
        let mut bytes = Vec::with_capacity(expected);
        DeflateDecoder::new(self.packed)
            .take(expected as u64 + 1)
            .read_to_end(&mut bytes)
            .ok()?;
        if bytes.len() != expected || self.pairs * index.tail() != index.size() {
            return None;
        }
        let (low, rest) = bytes.split_at(self.pairs);
        let (high, rest) = rest.split_at(self.pairs);
        let row_of: Vec<u16> = low
            .iter()
            .zip(high)
            .map(|(&low, &high)| u16::from_le_bytes([low, high]))
            .collect();
        let is_sound = row_of.iter().all(|&row| usize::from(row) < self.row_count);
        let (words, _) = rest.as_chunks::<8>();
        is_sound.then(|| Rows {
            index,
            row_of,
            words: words.iter().map(|&word| u64::from_le_bytes(word)).collect(),
        })
    }

    /// What the table says of a position of its class in which `strong` has the stronger army and is to
    /// move; `None` if the table is damaged.
    pub(super) fn word(&self, placement: &Placement, strong: Side) -> Option<Word> {
        let rows = self.rows.get_or_init(|| {
            let rows = self.unpack();
            if rows.is_none() {
                log::error!("the verdicts on {} are damaged and not used", self.class);
            }
            rows
        });
        let rows = rows.as_ref()?;
        let number = rows.index.number(placement, strong);
        let (pair, place) = (number / rows.index.tail(), number % rows.index.tail());
        let start = usize::from(rows.row_of[pair]) * row_words(rows.index.tail(), self.width);
        let bit = place * self.width;
        let bits = rows.words[start + bit / 64] >> (bit % 64);
        Some(Word::from_bits(bits & ((1 << self.width) - 1)))
    }
}

//! Tables on disk: compressed blocks behind a checked header.
//!
//! ```text
//!  magic 8 | header length 4 | header: class, counts, block lengths and checksums | checksum 4 | blocks
//! ```
//!
//! Numbers are little-endian. A block holds the codes of [`BLOCK`] positions, first those with the
//! stronger side to move, then the others. Broken positions are never asked for, so they repeat the
//! code before them and cost nothing. A file is written under another name and renamed when it is
//! complete on the disk: what has the right name is whole.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use thiserror::Error;

use crate::storage::{StorageError, open_regular, replace};
use crate::types::Side;

use super::field::Table;
use super::index::Index;
use super::material::Class;
use super::value::{BROKEN, Value};

/// Positions in a block.
pub(super) const BLOCK: usize = 1 << 13;
/// How table files end.
pub const EXTENSION: &str = "hxt";

/// "hanxin endgame table", format 1.
const MAGIC: [u8; 8] = *b"HXEGTB\x00\x01";
/// No header is longer: a larger number comes from a damaged file.
const MAX_HEADER: usize = 1 << 26;

/// Why a table file cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not free to be written, or the disk is full.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Some other file.
    #[error("{0} is no endgame table (expected a file written by 'hanxin egtb generate')")]
    Foreign(PathBuf),
    /// The file ends too early or was changed.
    #[error("{path} is damaged: {what} (generate it again)")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        what: &'static str,
    },
}

/// How many positions of a class are what, for one side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Wins of the side to move.
    pub wins: u64,
    /// Draws that are certain.
    pub draws: u64,
    /// Losses of the side to move.
    pub losses: u64,
    /// Draws that depend on repetition rules.
    pub marked: u64,
    /// Plies of the longest win or loss.
    pub longest: u64,
    /// The number of a position with the longest win or loss.
    pub longest_number: u64,
}

impl Counts {
    fn of(codes: &[u8]) -> Self {
        let mut counts = Self::default();
        for (number, &code) in codes.iter().enumerate() {
            let Some(value) = Value::from_code(code) else {
                continue;
            };
            match value {
                Value::Win(_) => counts.wins += 1,
                Value::Loss(_) => counts.losses += 1,
                Value::Draw => counts.draws += 1,
                _ => counts.marked += 1,
            }
            if let Some(plies) = value.plies().map(u64::from)
                && plies > counts.longest
            {
                counts.longest = plies;
                counts.longest_number = number as u64;
            }
        }
        counts
    }

    /// Legal positions in all.
    pub const fn total(&self) -> u64 {
        self.wins + self.draws + self.losses + self.marked
    }

    const FIELDS: usize = 6;

    const fn fields(&self) -> [u64; Self::FIELDS] {
        [
            self.wins,
            self.draws,
            self.losses,
            self.marked,
            self.longest,
            self.longest_number,
        ]
    }

    const fn from_fields(fields: [u64; Self::FIELDS]) -> Self {
        let [wins, draws, losses, marked, longest, longest_number] = fields;
        Self {
            wins,
            draws,
            losses,
            marked,
            longest,
            longest_number,
        }
    }
}

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    class: Class,
    /// Positions for either side to move.
    size: usize,
    /// By side to move.
    counts: [Counts; 2],
    /// Length and checksum of every compressed block.
    blocks: Vec<(u32, u32)>,
}

pub(super) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Reads little-endian numbers from the front of a slice.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    pub(super) fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*head)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }
}

/// Bytes of a class's name in the header, padded with zeros.
pub(super) const NAME: usize = 32;

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut name = [0; NAME];
        let text = self.class.to_string();
        name[..text.len()].copy_from_slice(text.as_bytes());
        bytes.extend(name);
        bytes.extend((self.size as u64).to_le_bytes());
        for counts in self.counts {
            bytes.extend(counts.fields().into_iter().flat_map(u64::to_le_bytes));
        }
        bytes.extend((self.blocks.len() as u32).to_le_bytes());
        for (length, sum) in &self.blocks {
            bytes.extend(length.to_le_bytes());
            bytes.extend(sum.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(bytes);
        let name = fields.bytes::<NAME>()?;
        let name = std::str::from_utf8(&name).ok()?.trim_end_matches('\0');
        let class: Class = name.parse().ok()?;
        let size = usize::try_from(fields.u64()?).ok()?;
        let mut counts = [Counts::default(); 2];
        for counts in &mut counts {
            let mut numbers = [0; Counts::FIELDS];
            for number in &mut numbers {
                *number = fields.u64()?;
            }
            *counts = Counts::from_fields(numbers);
        }
        let count = fields.u32()? as usize;
        if count != 2 * size.div_ceil(BLOCK) || fields.0.len() != 8 * count {
            return None;
        }
        let mut blocks = Vec::with_capacity(count);
        for _ in 0..count {
            blocks.push((fields.u32()?, fields.u32()?));
        }
        Some(Self {
            class,
            size,
            counts,
            blocks,
        })
    }
}

/// Compresses the codes of one block.
fn compress(codes: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = codes.to_vec();
    // Broken positions repeat their predecessor; the first ones take the first real code.
    let mut last = plain
        .iter()
        .copied()
        .find(|&code| code != BROKEN)
        .unwrap_or(0);
    for code in &mut plain {
        if *code == BROKEN {
            *code = last;
        }
        last = *code;
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(&plain)?;
    encoder.finish()
}

/// Writes the table into the folder; the file appears under its name only when it is complete.
pub fn write(folder: &Path, table: &Table) -> Result<PathBuf, FileError> {
    let path = folder.join(format!("{}.{EXTENSION}", table.class()));
    let io_error = |source| FileError::Io {
        path: path.clone(),
        source,
    };
    let bytes = to_bytes(table).map_err(io_error)?;
    replace::write(&path, bytes)?;
    Ok(path)
}

fn to_bytes(table: &Table) -> io::Result<Vec<u8>> {
    let mut blocks = Vec::new();
    let mut body = Vec::new();
    for codes in &table.codes {
        for block in codes.chunks(BLOCK) {
            let packed = compress(block)?;
            blocks.push((packed.len() as u32, checksum(&packed)));
            body.extend(packed);
        }
    }
    let header = Header {
        class: table.class(),
        size: table.codes[0].len(),
        counts: [0, 1].map(|side: usize| Counts::of(&table.codes[side])),
        blocks,
    }
    .to_bytes();
    let length = (header.len() as u32).to_le_bytes();
    let checksum = checksum(&header).to_le_bytes();
    Ok([&MAGIC[..], &length, &header, &checksum, &body].concat())
}

/// Where the bytes of a table come from.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// An open table file, or one inside the program.
pub struct TableFile {
    path: PathBuf,
    header: Header,
    /// Where each block begins.
    offsets: Vec<u64>,
    end: u64,
    source: Mutex<Box<dyn Source>>,
}

impl TableFile {
    /// Opens a file and checks its header and length.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let io_error = |source| FileError::Io {
            path: path.to_owned(),
            source,
        };
        let file = open_regular(path).map_err(io_error)?;
        let length = file.metadata().map_err(io_error)?.len();
        let table = Self::read(path, Box::new(file))?;
        if length != table.end {
            return Err(FileError::Damaged {
                path: path.to_owned(),
                what: "its length is not what its header says",
            });
        }
        Ok(table)
    }

    /// The tables that stand one after the other in `bytes`.
    pub(super) fn open_all(name: &Path, mut bytes: &'static [u8]) -> Result<Vec<Self>, FileError> {
        let mut tables = Vec::new();
        while !bytes.is_empty() {
            let table = Self::read(name, Box::new(Cursor::new(bytes)))?;
            bytes = bytes.get(table.end as usize..).unwrap_or_default();
            tables.push(table);
        }
        Ok(tables)
    }

    fn read(path: &Path, mut source: Box<dyn Source>) -> Result<Self, FileError> {
        let io_error = |source| FileError::Io {
            path: path.to_owned(),
            source,
        };
        let damaged = |what| FileError::Damaged {
            path: path.to_owned(),
            what,
        };
        let mut front = [0; MAGIC.len() + 4];
        match source.read_exact(&mut front) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(FileError::Foreign(path.to_owned()));
            }
            Err(error) => return Err(io_error(error)),
        }
        let (magic, length) = front.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(FileError::Foreign(path.to_owned()));
        }
        let length = Fields(length).u32().unwrap_or(0) as usize;
        if length > MAX_HEADER {
            return Err(damaged("its header claims an impossible length"));
        }
        let mut header = vec![0; length + 4];
        source
            .read_exact(&mut header)
            .map_err(|_| damaged("it ends inside its header"))?;
        let (header, sum) = header.split_at(length);
        if Fields(sum).u32() != Some(checksum(header)) {
            return Err(damaged("its header does not match its checksum"));
        }
        let header =
            Header::from_bytes(header).ok_or_else(|| damaged("its header makes no sense"))?;
        let mut offsets = Vec::with_capacity(header.blocks.len());
        let mut end = (front.len() + length + 4) as u64;
        for (length, _) in &header.blocks {
            offsets.push(end);
            end += u64::from(*length);
        }
        Ok(Self {
            path: path.to_owned(),
            header,
            offsets,
            end,
            source: Mutex::new(source),
        })
    }

    /// The class.
    pub const fn class(&self) -> Class {
        self.header.class
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The counts of positions with the stronger (red) or weaker side to move.
    pub const fn counts(&self, to_move: Side) -> &Counts {
        &self.header.counts[to_move.index()]
    }

    /// Bytes on disk.
    pub const fn bytes(&self) -> u64 {
        self.end
    }

    /// Whether the file has as many positions as the numbering of its class.
    pub(super) fn check_size(&self, index: &Index) -> Result<(), FileError> {
        if index.size() == self.header.size {
            return Ok(());
        }
        Err(FileError::Damaged {
            path: self.path.clone(),
            what: "its class has another number of positions",
        })
    }

    /// The block and the place in it of a number.
    pub(super) const fn locate(&self, to_move: Side, number: usize) -> (usize, usize) {
        let first = to_move.index() * self.header.size.div_ceil(BLOCK);
        (first + number / BLOCK, number % BLOCK)
    }

    /// The codes of a block.
    pub(super) fn read_block(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let (length, sum) = self.header.blocks[block];
        let mut packed = vec![0; length as usize];
        {
            let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
            source
                .seek(SeekFrom::Start(self.offsets[block]))
                .and_then(|_| source.read_exact(&mut packed))
                .map_err(|source| FileError::Io {
                    path: self.path.clone(),
                    source,
                })?;
        }
        let damaged = |what| FileError::Damaged {
            path: self.path.clone(),
            what,
        };
        if checksum(&packed) != sum {
            return Err(damaged("a block does not match its checksum"));
        }
        let per_side = self.header.size.div_ceil(BLOCK);
        let expected = (self.header.size - block % per_side * BLOCK).min(BLOCK);
        let mut codes = Vec::with_capacity(expected);
        DeflateDecoder::new(&packed[..])
            .take(BLOCK as u64 + 1)
            .read_to_end(&mut codes)
            .map_err(|_| damaged("a block cannot be unpacked"))?;
        if codes.len() != expected {
            return Err(damaged("a block has the wrong length"));
        }
        Ok(codes)
    }

    /// Reads the whole table into memory.
    pub fn load(&self) -> Result<Table, FileError> {
        let index = Index::new(self.class());
        self.check_size(&index)?;
        let per_side = self.header.blocks.len() / 2;
        let mut codes = [Vec::new(), Vec::new()];
        for (side, codes) in codes.iter_mut().enumerate() {
            codes.reserve_exact(self.header.size);
            for block in 0..per_side {
                codes.extend(self.read_block(side * per_side + block)?);
            }
        }
        Ok(Table { index, codes })
    }
}

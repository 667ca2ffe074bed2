//! A file of records that only grows.
//!
//! Each record is appended with one write. If that fails, what was written of it is cut off again; if
//! even that is impossible, as after a kill, the next run finds a torn tail behind the last whole record
//! and cuts it. Nothing that is whole is ever written again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::lines::{LineRead, MAX_RECORD, read_line};
use super::replace::Claim;
use super::{StorageError, lock};

/// Records reach the disk at least this often; a power cut loses no more.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// What a journal asks of a file. Tests have one that fails when told to.
pub trait AppendFile {
    /// Writes bytes at the end; returns how many.
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts the file down to its first `length` bytes.
    fn cut(&mut self, length: u64) -> io::Result<()>;
    /// Waits until everything is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

impl AppendFile for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Creates and locks a file to append to; it is an error if the file exists or somebody is about to write it.
pub fn create_locked(path: &Path) -> Result<File, StorageError> {
    if path.symlink_metadata().is_ok() {
        return Err(StorageError::Exists(path.to_owned()));
    }
    let _claim = Claim::take(path)?;
    let mut options = OpenOptions::new();
    let file = match options.read(true).append(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(StorageError::Exists(path.to_owned()));
        }
        file => file.map_err(StorageError::io("create", path))?,
    };
    lock(&file, path)?;
    Ok(file)
}

/// An open file of records.
#[derive(Debug)]
pub struct Journal<F = File> {
    file: F,
    path: PathBuf,
    /// Up to here everything is whole.
    length: u64,
    synced: Instant,
}

impl Journal {
    /// Creates and locks a file; it is an error if the file exists.
    pub fn create(path: &Path) -> Result<Self, StorageError> {
        Ok(Self::new(create_locked(path)?, path, 0))
    }

    /// Opens and locks an existing file. Nothing of it is changed before the first record.
    pub fn open(path: &Path) -> Result<Self, StorageError> {
        let metadata = path.metadata().map_err(StorageError::io("open", path))?;
        // Looked at before it is opened: opening a pipe would wait for its other end.
        if !metadata.is_file() {
            return Err(StorageError::Special(path.to_owned()));
        }
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(StorageError::io("open", path))?;
        lock(&file, path)?;
        let length = file
            .metadata()
            .map_err(StorageError::io("open", path))?
            .len();
        Ok(Self::new(file, path, length))
    }

    /// Opens a file to append to, or creates it, and locks it.
    pub fn append_to(path: &Path) -> Result<Self, StorageError> {
        match Self::create(path) {
            Err(StorageError::Exists(_)) => Self::open(path),
            created => created,
        }
    }
}

impl<F: AppendFile + Read> Journal<F> {
    /// Hands out the whole lines of the file with their numbers, from 1. What follows the last newline is
    /// a torn record; it will be cut.
    pub fn read_lines<E: From<StorageError>>(
        &mut self,
        mut take: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.path.clone();
        let mut source = BufReader::new(&mut self.file);
        let mut buffer = Vec::new();
        let mut length = 0;
        for line in 1.. {
            let read = read_line(&mut source, &mut buffer, MAX_RECORD);
            match read.map_err(StorageError::io("read", &path))? {
                LineRead::Whole => take(line, &buffer)?,
                LineRead::TooLong { .. } => {
                    return Err(StorageError::LongLine { path, line }.into());
                }
                LineRead::Unfinished | LineRead::End => break,
            }
            length += buffer.len() as u64 + 1;
        }
        self.length = length;
        Ok(())
    }

    /// Whether the file has nothing but a beginning of `expected`.
    pub fn is_beginning_of(&mut self, expected: &[u8]) -> Result<bool, StorageError> {
        if self.length > expected.len() as u64 {
            return Ok(false);
        }
        let mut found = Vec::new();
        let mut source = (&mut self.file).take(expected.len() as u64 + 1);
        let read = source.read_to_end(&mut found);
        read.map_err(StorageError::io("read", &self.path))?;
        Ok(expected.starts_with(&found))
    }
}

impl<F: AppendFile> Journal<F> {
    /// A journal in an open file that has `length` bytes of whole records.
    pub fn new(file: F, path: &Path, length: u64) -> Self {
        Self {
            file,
            path: path.to_owned(),
            length,
            synced: Instant::now(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of whole records.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Cuts off what an interruption left behind the last whole record.
    pub fn cut_torn_tail(&mut self) -> Result<(), StorageError> {
        let cut = self.file.cut(self.length);
        cut.map_err(StorageError::io("write", &self.path))
    }

    /// Appends a record. After an error the file ends with the record before, as far as that is possible.
    pub fn append(&mut self, record: &[u8]) -> Result<(), StorageError> {
        let mut rest = record;
        while !rest.is_empty() {
            match self.file.append(rest) {
                Ok(written @ 1..) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                failed => {
                    let error = failed.err().unwrap_or(io::ErrorKind::WriteZero.into());
                    // If this fails too, the tail is cut when the journal is opened again.
                    let _ = self.file.cut(self.length);
                    return Err(StorageError::io("write", &self.path)(error));
                }
            }
        }
        self.length += record.len() as u64;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all records are on the disk.
    pub fn sync(&mut self) -> Result<(), StorageError> {
        self.synced = Instant::now();
        let synced = self.file.sync();
        synced.map_err(StorageError::io("write", &self.path))
    }
}

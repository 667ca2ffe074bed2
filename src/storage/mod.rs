//! Files that must survive: whatever happens to the process, what was whole stays whole.
//!
//! | module | owns |
//! |---|---|
//! | [`journal`] | append-only files of records: locked, one write a record, a torn tail is cut |
//! | [`replace`] | files written anew: claimed, written beside the old one, synced, renamed |
//! | [`identity`] | whether two names lead to one file |
//! | [`lines`] | lines of a bounded length |
//!
//! Files are locked with the system's advisory locks, which end with their process, so nothing has to be
//! cleaned up after a crash.

pub mod identity;
pub mod journal;
pub mod lines;
mod lock;
pub mod replace;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use lock::lock;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum StorageError {
    /// It is there already.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// Another process writes it.
    #[error("{} is being written by {holder} (expected a file that nobody else writes)", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
        /// Who holds the lock, as far as the system tells.
        holder: String,
    },
    /// A device, a pipe or a folder.
    #[error("{} is no regular file (expected a file to keep records in)", .0.display())]
    Special(PathBuf),
    /// A line is longer than anything that belongs there.
    #[error("{} line {line} is longer than {} bytes", path.display(), lines::MAX_RECORD)]
    LongLine {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
    },
    /// The system refuses.
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's word.
        error: io::Error,
    },
}

/// Opens a file that a client has named. A pipe would wait and a device would never end, so both are refused, before
/// they are opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        let refusal = "it is no regular file";
        Err(io::Error::new(io::ErrorKind::InvalidInput, refusal))
    }
}

/// The bytes of a file that a client has named.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl StorageError {
    fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { what, path, error }
    }
}

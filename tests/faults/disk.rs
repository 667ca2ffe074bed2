//! A disk in memory that fails at a chosen byte.

use std::io::{self, Read};
use std::sync::{Arc, Mutex};

use hanxin::storage::journal::AppendFile;

/// How it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// The disk is full: what fits is written, then nothing. Files can still be cut.
    Full,
    /// The disk is full and refuses to cut files, too.
    FullAndStubborn,
    /// The process is killed: what was written stays, nothing happens any more.
    Killed,
    /// One write is interrupted by a signal after a part of it.
    Interrupted,
    /// From here on every write takes a few bytes only.
    Short,
}

/// Bytes that a short write takes.
const SHORT: usize = 7;

impl Failure {
    pub(crate) const ALL: [Self; 5] = [
        Self::Full,
        Self::FullAndStubborn,
        Self::Killed,
        Self::Interrupted,
        Self::Short,
    ];

    /// Whether it only makes writing more laborious.
    pub(crate) fn is_harmless(self) -> bool {
        matches!(self, Self::Interrupted | Self::Short)
    }
}

/// What all files of a disk share.
#[derive(Debug)]
struct Fault {
    /// Bytes that can be written before it happens.
    left: usize,
    failure: Option<Failure>,
    has_happened: bool,
}

/// A disk with one fault to come.
#[derive(Clone, Debug)]
pub(crate) struct Disk(Arc<Mutex<Fault>>);

impl Disk {
    /// A disk that fails after so many bytes.
    pub(crate) fn failing(left: usize, failure: Failure) -> Self {
        Self(Arc::new(Mutex::new(Fault {
            left,
            failure: Some(failure),
            has_happened: false,
        })))
    }

    /// A disk without faults.
    pub(crate) fn good() -> Self {
        Self(Arc::new(Mutex::new(Fault {
            left: 0,
            failure: None,
            has_happened: false,
        })))
    }

    /// A file with this content, open at its beginning.
    pub(crate) fn file(&self, content: &[u8]) -> MemoryFile {
        MemoryFile {
            disk: self.clone(),
            content: Arc::new(Mutex::new(content.to_vec())),
            read: 0,
        }
    }

    /// Whether the fault has happened.
    pub(crate) fn has_failed(&self) -> bool {
        self.0.lock().expect("unpoisoned").has_happened
    }
}

/// A file on such a disk. Clones are the same file.
#[derive(Clone, Debug)]
pub(crate) struct MemoryFile {
    disk: Disk,
    content: Arc<Mutex<Vec<u8>>>,
    read: usize,
}

impl MemoryFile {
    pub(crate) fn content(&self) -> Vec<u8> {
        self.content.lock().expect("unpoisoned").clone()
    }
}

impl Read for MemoryFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let content = self.content.lock().expect("unpoisoned");
        let rest = &content[self.read.min(content.len())..];
        let size = rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&rest[..size]);
        self.read += size;
        Ok(size)
    }
}

impl AppendFile for MemoryFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut fault = self.disk.0.lock().expect("unpoisoned");
        let mut content = self.content.lock().expect("unpoisoned");
        let Some(failure) = fault.failure else {
            content.extend_from_slice(bytes);
            return Ok(bytes.len());
        };
        let size = bytes.len().min(fault.left);
        if size == bytes.len() || (size > 0 && !fault.has_happened) {
            content.extend_from_slice(&bytes[..size]);
            fault.left -= size;
            return Ok(size);
        }
        fault.has_happened = true;
        match failure {
            Failure::Interrupted => {
                fault.failure = None;
                Err(io::ErrorKind::Interrupted.into())
            }
            Failure::Short => {
                let size = bytes.len().min(SHORT);
                content.extend_from_slice(&bytes[..size]);
                Ok(size)
            }
            Failure::Full | Failure::FullAndStubborn => Err(io::ErrorKind::StorageFull.into()),
            Failure::Killed => Err(io::Error::other("killed")),
        }
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let fault = self.disk.0.lock().expect("unpoisoned");
        let is_impossible = fault.has_happened
            && matches!(
                fault.failure,
                Some(Failure::Killed | Failure::FullAndStubborn)
            );
        if is_impossible {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let mut content = self.content.lock().expect("unpoisoned");
        content.truncate(length as usize);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

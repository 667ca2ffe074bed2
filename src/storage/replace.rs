//! Files that are written anew: the old content stays until the new one is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::identity::{FileIdentity, resolve};
use super::{StorageError, lock};

/// A file on its way to replace another. Dropped without [`Replacement::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Replacement {
    writer: BufWriter<File>,
    target: PathBuf,
    /// The file being written; `None` if the target is a device or pipe and written directly.
    draft: Option<PathBuf>,
}

impl Replacement {
    /// Starts to write. Fails if the folder cannot be written or another process writes the same file.
    pub fn begin(path: &Path) -> Result<Self, StorageError> {
        let target = resolve(path).map_err(StorageError::io("write", path))?;
        let old = fs::metadata(&target);
        if old.as_ref().is_ok_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(&target);
            let file = file.map_err(StorageError::io("write", path))?;
            return Ok(Self {
                writer: BufWriter::new(file),
                target,
                draft: None,
            });
        }
        if old.as_ref().is_ok_and(|old| old.permissions().readonly()) {
            let error = io::ErrorKind::PermissionDenied.into();
            return Err(StorageError::io("write", path)(error));
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".draft");
        let draft = target.with_file_name(name);
        let file = open_draft(&draft, path)?;
        if let Ok(old) = old {
            let kept = file.set_permissions(old.permissions());
            kept.map_err(StorageError::io("write", path))?;
        }
        Ok(Self {
            writer: BufWriter::new(file),
            target,
            draft: Some(draft),
        })
    }

    /// Puts the new content in the place of the old.
    pub fn commit(mut self) -> Result<(), StorageError> {
        let Some(draft) = self.draft.take() else {
            let flushed = self.writer.flush();
            return flushed.map_err(StorageError::io("write", &self.target));
        };
        let committed = self
            .writer
            .flush()
            .and_then(|()| self.writer.get_ref().sync_all())
            .and_then(|()| fs::rename(&draft, &self.target));
        if committed.is_err() {
            let _ = fs::remove_file(&draft);
        } else if let Some(folder) = self
            .target
            .parent()
            .and_then(|folder| File::open(folder).ok())
        {
            // The new name should survive a power cut too. Not every system syncs folders.
            let _ = folder.sync_all();
        }
        committed.map_err(StorageError::io("write", &self.target))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(draft) = &self.draft {
            let _ = fs::remove_file(draft);
        }
    }
}

/// Opens, locks and empties the draft. One that a killed process left is taken over.
fn open_draft(draft: &Path, path: &Path) -> Result<File, StorageError> {
    loop {
        let file = OpenOptions::new().append(true).create(true).open(draft);
        let file = file.map_err(StorageError::io("write", path))?;
        lock(&file, path)?;
        // Its owner may have put it into place between our opening and locking it.
        let opened = file.metadata().map_err(StorageError::io("write", path))?;
        let named = fs::metadata(draft);
        let identity = FileIdentity::of_metadata;
        if named.is_ok_and(|named| identity(&named) == identity(&opened)) {
            let emptied = file.set_len(0);
            emptied.map_err(StorageError::io("write", path))?;
            return Ok(file);
        }
    }
}

/// Writes a whole file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), StorageError> {
    let mut file = Replacement::begin(path)?;
    let written = file.write_all(content.as_ref());
    written.map_err(StorageError::io("write", path))?;
    file.commit()
}

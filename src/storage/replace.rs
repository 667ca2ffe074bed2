//! Files that are written anew: the old content stays until the new one is complete, and one process at a time
//! may do it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::identity::{FileIdentity, resolve};
use super::{StorageError, lock};

/// The right to write a file, held by one process at a time.
///
/// New content is written into a draft beside the file, which then takes its place. What is locked is the file
/// itself, or its draft while there is no file: a second claim finds one of the two. A journal locks its file too,
/// so nobody puts a new file into the place of one that is still written. (Elsewhere than on Unix, only drafts are
/// locked.)
#[derive(Debug)]
pub struct Claim {
    target: PathBuf,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A device or pipe, which is written directly.
    Special,
    /// A regular file, or none yet.
    Regular {
        /// The file as it is, locked.
        held: Option<File>,
        /// Where the next content goes, locked; made again when it is needed.
        draft: Option<File>,
        draft_path: PathBuf,
    },
}

impl Claim {
    /// Claims a file that may exist or not. Fails if it cannot be written or another process has a claim.
    pub fn take(path: &Path) -> Result<Self, StorageError> {
        let target = resolve(path).map_err(StorageError::io("write", path))?;
        if fs::metadata(&target).is_ok_and(|old| !old.is_file()) {
            // A folder fails here already.
            open_special(&target).map_err(StorageError::io("write", path))?;
            let place = Place::Special;
            return Ok(Self { target, place });
        }
        let held = lock_existing(&target, path)?;
        let mut name = std::ffi::OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".draft");
        let draft_path = target.with_file_name(name);
        let draft = Some(open_draft(&draft_path, path)?);
        let place = Place::Regular {
            held,
            draft,
            draft_path,
        };
        Ok(Self { target, place })
    }

    /// Claims a file that does not exist yet.
    pub fn take_new(path: &Path) -> Result<Self, StorageError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(StorageError::Exists(path.to_owned()));
        }
        Self::take(path)
    }

    /// Puts new content in the place of the old. The claim stays.
    pub fn write(&mut self, content: impl AsRef<[u8]>) -> Result<(), StorageError> {
        let written = self.open().and_then(|mut file| {
            file.write_all(content.as_ref())?;
            self.publish(file)
        });
        written.map_err(StorageError::io("write", &self.target))
    }

    /// Begins to write new content bit by bit.
    pub fn begin(mut self) -> Result<Replacement, StorageError> {
        let file = self.open();
        let file = file.map_err(StorageError::io("write", &self.target))?;
        let writer = BufWriter::new(file);
        Ok(Replacement {
            writer,
            claim: self,
        })
    }

    /// Where new content goes until it is complete.
    fn open(&mut self) -> io::Result<File> {
        let Place::Regular {
            held,
            draft,
            draft_path,
        } = &mut self.place
        else {
            return open_special(&self.target);
        };
        let file = match draft.take() {
            Some(draft) => draft,
            None => open_draft(draft_path, &self.target).map_err(io::Error::other)?,
        };
        if let Some(old) = held {
            file.set_permissions(old.metadata()?.permissions())?;
        }
        Ok(file)
    }

    /// Gives what [`Claim::open`] opened the name of the file.
    fn publish(&mut self, file: File) -> io::Result<()> {
        let Place::Regular {
            held, draft_path, ..
        } = &mut self.place
        else {
            return Ok(());
        };
        file.sync_all()?;
        if held.is_some() {
            fs::rename(&draft_path, &self.target)?;
        } else {
            rename_to_new(draft_path, &self.target)?;
        }
        if !cfg!(unix) {
            file.unlock()?;
        }
        *held = Some(file);
        if let Some(Ok(folder)) = self.target.parent().map(File::open) {
            // The new name should survive a power cut too. Not every system syncs folders.
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A draft of another process cannot be there: it would need our claim.
        if let Place::Regular { draft_path, .. } = &self.place {
            let _ = fs::remove_file(draft_path);
        }
    }
}

/// A file on its way to replace another. Dropped without [`Replacement::commit`], it leaves nothing.
#[derive(Debug)]
pub struct Replacement {
    writer: BufWriter<File>,
    claim: Claim,
}

impl Replacement {
    /// Puts the new content in the place of the old.
    pub fn commit(self) -> Result<(), StorageError> {
        let Self { writer, mut claim } = self;
        let committed = writer
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| claim.publish(file));
        committed.map_err(StorageError::io("write", &claim.target))
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

/// Writes a whole file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), StorageError> {
    Claim::take(path)?.write(content)
}

/// Claims a folder for files whose names are not known beforehand, where the system can lock folders.
pub fn claim_folder(path: &Path) -> Result<Option<File>, StorageError> {
    match File::open(path) {
        Ok(folder) => lock(&folder, path).map(|()| Some(folder)),
        Err(_) => Ok(None),
    }
}

fn open_special(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Opens and locks the file; `None` if there is none.
fn lock_existing(target: &Path, path: &Path) -> Result<Option<File>, StorageError> {
    loop {
        let file = match OpenOptions::new().append(true).open(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(StorageError::io("write", path))?,
        };
        // Elsewhere than on Unix, a locked file could not be read any more.
        if cfg!(unix) {
            lock(&file, path)?;
        }
        if is_still_called(&file, target) {
            return Ok(Some(file));
        }
    }
}

/// Opens, locks and empties the draft. One that a killed process left is taken over.
fn open_draft(draft: &Path, path: &Path) -> Result<File, StorageError> {
    loop {
        let file = OpenOptions::new().append(true).create(true).open(draft);
        let file = file.map_err(StorageError::io("write", path))?;
        lock(&file, path)?;
        if is_still_called(&file, draft) {
            let emptied = file.set_len(0);
            emptied.map_err(StorageError::io("write", path))?;
            return Ok(file);
        }
    }
}

/// Whether an open file still has its name: somebody may have put another one there before it was locked.
fn is_still_called(file: &File, path: &Path) -> bool {
    let identity = FileIdentity::of_metadata;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(opened), Ok(named)) => identity(&named) == identity(&opened),
        _ => false,
    }
}

/// Renames a file unless that would overwrite one.
fn rename_to_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links.
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::journal::Journal;

    fn folder(name: &str) -> PathBuf {
        let name = format!("hanxin-replace-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    /// The names of all files.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("a file").file_name().display().to_string())
            .collect();
        names.sort();
        names
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).expect("a file")
    }

    fn is_locked<T>(result: &Result<T, StorageError>) -> bool {
        matches!(result, Err(StorageError::Locked { .. }))
    }

    #[test]
    fn the_old_content_stays_until_the_new_one_is_complete() {
        let folder = folder("stays");
        let path = folder.join("a");
        write(&path, "old").expect("written");
        let mut draft = Claim::take(&path).and_then(Claim::begin).expect("writable");
        draft.write_all(b"new").expect("written");
        draft.flush().expect("written");
        assert_eq!(text(&path), "old");
        drop(draft);
        assert_eq!(text(&path), "old");
        let mut draft = Claim::take(&path).and_then(Claim::begin).expect("writable");
        draft.write_all(b"new").expect("written");
        draft.commit().expect("committed");
        assert_eq!(
            (text(&path).as_str(), names(&folder)),
            ("new", vec!["a".to_owned()])
        );
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn one_claim_at_a_time_before_between_and_after_the_writes() {
        let folder = folder("claim");
        let path = folder.join("a");
        let mut claim = Claim::take(&path).expect("free");
        for content in ["first", "second"] {
            assert!(is_locked(&Claim::take(&path)), "before {content}");
            claim.write(content).expect("written");
            assert_eq!(text(&path), content);
            assert!(is_locked(&Claim::take(&path)), "after {content}");
            assert!(is_locked(&Journal::open(&path)), "after {content}");
        }
        drop(claim);
        assert_eq!(names(&folder), ["a"]);
        let journal = Journal::open(&path).expect("free again");
        assert!(is_locked(&Claim::take(&path)), "a journal is being written");
        drop(journal);
        drop(Claim::take(&path).expect("free again"));
        assert_eq!(text(&path), "second");
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_new_file_overwrites_nothing() {
        let folder = folder("new");
        let path = folder.join("a");
        let mut claim = Claim::take_new(&path).expect("free");
        // Somebody who asks nobody.
        fs::write(&path, "precious").expect("written");
        assert!(claim.write("new").is_err());
        drop(claim);
        assert_eq!(
            (text(&path).as_str(), names(&folder)),
            ("precious", vec!["a".to_owned()])
        );
        assert!(matches!(
            Claim::take_new(&path),
            Err(StorageError::Exists(_))
        ));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn what_a_killed_process_left_is_taken_over() {
        let folder = folder("left");
        fs::write(folder.join(".a.draft"), "half of it").expect("written");
        write(&folder.join("a"), "whole").expect("written");
        assert_eq!(text(&folder.join("a")), "whole");
        assert_eq!(names(&folder), ["a"]);
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn folders_are_claimed_and_devices_are_not() {
        let folder = folder("folder");
        let claim = claim_folder(&folder).expect("free");
        assert!(claim.is_some() && is_locked(&claim_folder(&folder)));
        let mut null = Claim::take(Path::new("/dev/null")).expect("a device");
        let mut again = Claim::take(Path::new("/dev/null")).expect("a device");
        null.write("x").expect("written");
        again.write("x").expect("written");
        assert!(Claim::take(&folder).is_err());
        fs::remove_dir_all(&folder).expect("removed");
    }
}

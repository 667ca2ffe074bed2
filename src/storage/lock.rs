//! Advisory locks on files, and the name of whoever holds one.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::StorageError;

/// Locks an open file for this process alone. The lock ends when the file is closed.
pub fn lock(file: &File, path: &Path) -> Result<(), StorageError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StorageError::Locked {
            path: path.to_owned(),
            holder: holder(file).unwrap_or_else(|| "another process".to_owned()),
        }),
        // A file system without locks: `create_new` still guards new files.
        Err(TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => {
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(StorageError::io("lock", path)(error)),
    }
}

/// The process that holds a lock on the file, from the kernel's list of locks.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let inode = file.metadata().ok()?.ino().to_string();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    // 1: FLOCK  ADVISORY  WRITE 18645 fe:00:5382234 0 EOF
    let process = locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_ours = words.get(1) == Some(&"FLOCK") && words.get(5)?.rsplit(':').next()? == inode;
        is_ours.then(|| words.get(4).copied()).flatten()
    })?;
    let command = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    let command = command
        .split(|&byte| byte == 0)
        .filter(|word| !word.is_empty());
    let words: Vec<_> = command.take(2).map(String::from_utf8_lossy).collect();
    Some(format!(
        "process {process} ({})",
        crate::text::shown(&words.join(" "))
    ))
}

#[cfg(not(target_os = "linux"))]
fn holder(_: &File) -> Option<String> {
    None
}

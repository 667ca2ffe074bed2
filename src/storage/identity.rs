//! Whether two names lead to one file, whatever links lie between.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Links followed before they are taken for a circle.
const MAX_LINKS: usize = 40;

/// What a name leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileIdentity {
    /// A file, by device and number on it.
    Existing(u64, u64),
    /// A file by its full name: one that does not exist yet, or a system without file numbers.
    Named(PathBuf),
}

impl FileIdentity {
    /// The identity of the file that would be opened under this name.
    pub fn of(path: &Path) -> io::Result<Self> {
        let path = resolve(path)?;
        Ok(match fs::metadata(&path) {
            Ok(metadata) => Self::of_metadata(&metadata).unwrap_or(Self::Named(path)),
            Err(_) => Self::Named(path),
        })
    }

    /// The identity of an open file, where files have numbers.
    #[cfg(unix)]
    pub fn of_metadata(metadata: &fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self::Existing(metadata.dev(), metadata.ino()))
    }

    /// The identity of an open file, where files have numbers.
    #[cfg(not(unix))]
    pub fn of_metadata(_: &fs::Metadata) -> Option<Self> {
        None
    }
}

/// The full name without links of a file that may not exist yet.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(full) = path.canonicalize() {
            return Ok(full);
        }
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        let Ok(target) = fs::read_link(&path) else {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
            return Ok(parent.canonicalize()?.join(name));
        };
        // A link to nowhere: what would be created is its target.
        path = parent.join(target);
    }
    Err(io::Error::other("too many links"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_the_same_file_whether_it_exists_or_not() {
        let folder = std::env::temp_dir().join(format!("hanxin-identity-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str| folder.join(name);
        fs::write(file("a"), "").expect("a file");
        fs::write(file("b"), "").expect("a file");
        fs::hard_link(file("a"), file("hard")).expect("a link");
        std::os::unix::fs::symlink("a", file("soft")).expect("a link");
        std::os::unix::fs::symlink("later", file("dangling")).expect("a link");
        std::os::unix::fs::symlink("circle", file("circle")).expect("a link");
        let identity = |name: &str| FileIdentity::of(&file(name)).expect(name);
        for name in ["hard", "soft", "../", "a"].map(|name| match name {
            "../" => format!("../{}/a", folder.file_name().expect("a name").display()),
            name => name.to_owned(),
        }) {
            assert_eq!(identity(&name), identity("a"), "{name}");
        }
        assert_ne!(identity("a"), identity("b"));
        assert_eq!(identity("dangling"), identity("later"));
        assert_ne!(identity("later"), identity("never"));
        assert!(FileIdentity::of(&file("circle")).is_err());
        fs::remove_dir_all(&folder).expect("removed");
    }
}

//! Book files in order, told apart by their content, and the book built in.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::BookMove;
use super::eleeye::ElephantEyeBook;
use super::format::{self, Book, BookError};
use crate::board::Board;
use crate::storage;

/// The book that is part of the program; docs/book.md says how it is made.
const BUILT_IN: &[u8] = include_bytes!("default.book");

/// The name of the built-in book in a list of files.
pub const BUILT_IN_NAME: &str = "builtin";

/// Endings of book files of other programs whose layout is not published.
const UNPUBLISHED: [&str; 6] = ["obk", "xqb", "pfbook", "obs", "ob", "ccbl"];

/// Why a file cannot be used as a book.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The system does not give it.
    #[error("cannot read the book {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A hanxin book, but a bad one.
    #[error("cannot use the book {path}: {error}")]
    Bad {
        /// The file.
        path: String,
        /// What is wrong.
        error: BookError,
    },
    /// A kind of book whose layout is not published.
    #[error(
        "cannot use the book {path}: the layout of .{kind} files is not published \
         (expected a hanxin book or ElephantEye's BOOK.DAT)"
    )]
    Unpublished {
        /// The file.
        path: String,
        /// Its ending.
        kind: String,
    },
    /// Something else.
    #[error("cannot use the book {path}: it is neither a hanxin book nor ElephantEye's BOOK.DAT")]
    Foreign {
        /// The file.
        path: String,
    },
}

/// A book of a kind that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyBook {
    /// In our own format.
    Hanxin(Book),
    /// `ElephantEye`'s.
    ElephantEye(ElephantEyeBook),
}

impl AnyBook {
    /// Opens a file, or the built-in book by its name.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        if path == Path::new(BUILT_IN_NAME) {
            return Ok(Self::Hanxin(Book::built_in()));
        }
        let name = shown(path);
        let bytes =
            storage::read_regular(&as_found(path)).map_err(|error| OpenError::Unreadable {
                path: name.clone(),
                error,
            })?;
        if format::is_book(&bytes) {
            let book = Book::from_bytes(bytes);
            return book
                .map(Self::Hanxin)
                .map_err(|error| OpenError::Bad { path: name, error });
        }
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        if let Some(kind) = ending.filter(|kind| UNPUBLISHED.contains(&kind.as_str())) {
            return Err(OpenError::Unpublished { path: name, kind });
        }
        ElephantEyeBook::from_bytes(bytes)
            .map(Self::ElephantEye)
            .ok_or(OpenError::Foreign { path: name })
    }

    /// What is known in a position, the heaviest move first.
    pub fn probe(&self, board: &Board) -> Vec<BookMove> {
        match self {
            Self::Hanxin(book) => book.probe(board),
            Self::ElephantEye(book) => book.probe(board),
        }
    }
}

impl Book {
    /// The book that is part of the program.
    pub fn built_in() -> Self {
        Self::from_bytes(BUILT_IN).expect("the built-in book is sound, as its test asserts")
    }
}

/// Books in order: the first that knows a position answers for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Library {
    books: Vec<AnyBook>,
}

impl Library {
    /// Only the built-in book.
    pub fn built_in() -> Self {
        Self::of(Book::built_in())
    }

    /// Only this book.
    pub fn of(book: Book) -> Self {
        Self {
            books: vec![AnyBook::Hanxin(book)],
        }
    }

    /// The books of a list of files as clients write it; none given means the built-in book. Files
    /// that cannot be used are left out and reported.
    pub fn open(list: &str) -> (Self, Vec<OpenError>) {
        let paths = split_list(list);
        if paths.is_empty() {
            return (Self::built_in(), Vec::new());
        }
        let mut library = Self::default();
        let mut errors = Vec::new();
        for path in paths {
            match AnyBook::open(&path) {
                Ok(book) => library.books.push(book),
                Err(error) => errors.push(error),
            }
        }
        (library, errors)
    }

    /// What the first book that knows the position knows, the heaviest move first.
    pub fn probe(&self, board: &Board) -> Vec<BookMove> {
        let mut found = self.books.iter().map(|book| book.probe(board));
        found.find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// Splits a list of files at `;`, as UCCI and Windows have it, and at `:`, as Unix has it, unless the
/// colon belongs to a drive letter or to the name of a file that exists.
pub fn split_list(list: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for part in list
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if Path::new(part).exists() {
            paths.push(part.into());
            continue;
        }
        let mut drive = "";
        for piece in part.split(':') {
            let is_drive = piece.len() == 1 && piece.chars().all(|c| c.is_ascii_alphabetic());
            if drive.is_empty() && is_drive {
                drive = piece;
                continue;
            }
            let whole = match drive {
                "" => Cow::Borrowed(piece.trim()),
                drive => Cow::Owned(format!("{drive}:{}", piece.trim())),
            };
            drive = "";
            if !whole.is_empty() {
                paths.push(PathBuf::from(&*whole));
            }
        }
        if !drive.is_empty() {
            paths.push(drive.into());
        }
    }
    paths
}

/// A path for messages: clients read lines of limited length.
fn shown(path: &Path) -> String {
    const LONGEST: usize = 200;
    let text = path.display().to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The path, or the same with forward slashes if only that exists: clients that come from Windows
/// send `BOOK\BOOK.DAT` everywhere.
fn as_found(path: &Path) -> Cow<'_, Path> {
    let turned = path.to_string_lossy().replace('\\', "/");
    if !path.exists() && Path::new(&turned).exists() {
        return Cow::Owned(turned.into());
    }
    Cow::Borrowed(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn split(list: &str) -> Vec<String> {
        let paths = split_list(list).into_iter();
        paths.map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn lists_are_split_as_windows_and_unix_have_it() {
        assert_eq!(split(""), Vec::<String>::new());
        assert_eq!(split(" ; "), Vec::<String>::new());
        assert_eq!(split("a.book; b.dat"), ["a.book", "b.dat"]);
        assert_eq!(split("/x/a.book:/y/b.dat"), ["/x/a.book", "/y/b.dat"]);
        assert_eq!(
            split(r"C:\books\a.book;D:\b.dat"),
            [r"C:\books\a.book", r"D:\b.dat"]
        );
        assert_eq!(split("a:b"), ["a:b"]);
        assert_eq!(split("ab:c"), ["ab", "c"]);
    }

    #[test]
    fn the_built_in_book_is_sound_and_fits() {
        let book = Book::from_bytes(BUILT_IN).expect("a book");
        assert!(book.as_bytes().len() <= 1 << 20, "at most 1 MB");
        assert!(book.text().contains("CC BY 4.0"));
        assert!(book.probe(&Board::start()).len() >= 4);
    }

    #[test]
    fn files_that_are_no_books_are_reported_and_left_out() {
        let folder = std::env::temp_dir().join(format!("hanxin-library-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, bytes).expect("written");
            path.display().to_string()
        };
        let good = Book::built_in();
        let cut = file("cut.book", &good.as_bytes()[..1000]);
        let mut damaged = good.as_bytes().to_vec();
        *damaged.last_mut().expect("not empty") ^= 1;
        let damaged = file("damaged.book", &damaged);
        let sqlite = file("other.obk", b"SQLite format 3\0");
        let text = file("notes.txt", b"not a book at all");
        let missing = folder.join("missing.book").display().to_string();
        let sound = file("fine.book", good.as_bytes());
        let list = [&missing, &cut, &damaged, &sqlite, &text, &sound]
            .map(String::as_str)
            .join(";");
        let (library, errors) = Library::open(&list);
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        for (message, expected) in messages.iter().zip([
            "cannot read the book ",
            "the book has 1000 bytes",
            "the file is damaged",
            "the layout of .obk files is not published",
            "neither a hanxin book nor ElephantEye's",
        ]) {
            assert!(message.contains(expected), "{message}");
        }
        assert_eq!(messages.len(), 5);
        assert_eq!(library, Library::of(good));
        let (only_a_folder, errors) = Library::open(&folder.display().to_string());
        assert_eq!((only_a_folder, errors.len()), (Library::default(), 1));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_first_book_that_knows_a_position_answers() {
        let empty = AnyBook::Hanxin(Book::new(Vec::new(), ""));
        let library = Library {
            books: vec![empty, AnyBook::Hanxin(Book::built_in())],
        };
        assert_eq!(
            library.probe(&Board::start()),
            Library::built_in().probe(&Board::start())
        );
        let (named, errors) = Library::open(BUILT_IN_NAME);
        assert_eq!(named, Library::built_in());
        assert!(errors.is_empty());
    }
}

//! The tables of one folder, whole in memory while they are needed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::field::{Library, Table};
use super::file::{self, EXTENSION, FileError, TableFile};
use super::generate::{self, GenerateError, Stage};
use super::material::Class;
use super::probe::default_files;
use super::verify::{self, Report};

/// Why work on a folder of tables failed.
#[derive(Debug, Error)]
pub enum ShelfError {
    /// A file.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table.
    #[error(transparent)]
    Generate(#[from] GenerateError),
}

/// A folder with tables.
pub struct Shelf {
    folder: PathBuf,
    tables: HashMap<Class, Table>,
}

impl Library for Shelf {
    fn table(&self, class: Class) -> Option<&Table> {
        self.tables.get(&class)
    }
}

impl Shelf {
    /// The folder; nothing is read yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            tables: HashMap::new(),
        }
    }

    /// Where the class's file is or would be.
    pub fn path(&self, class: Class) -> PathBuf {
        self.folder.join(format!("{class}.{EXTENSION}"))
    }

    /// Whether the class has a file with a sound header.
    pub fn has(&self, class: Class) -> bool {
        TableFile::open(&self.path(class)).is_ok_and(|file| file.class() == class)
    }

    /// Loads what the class needs and forgets everything else.
    fn fetch_smaller(&mut self, class: Class) -> Result<(), ShelfError> {
        let needed = class.next_smaller();
        self.tables.retain(|class, _| needed.contains(class));
        for class in needed {
            if !self.tables.contains_key(&class) {
                let path = self.path(class);
                if !path.exists() {
                    return Err(GenerateError::Missing(class).into());
                }
                let table = TableFile::open(&path)?.load()?;
                self.tables.insert(class, table);
            }
        }
        Ok(())
    }

    /// Generates the class and writes its file.
    pub fn generate(
        &mut self,
        class: Class,
        threads: usize,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<(), ShelfError> {
        self.fetch_smaller(class)?;
        let table = generate::generate(class, self, threads, progress)?;
        file::write(&self.folder, &table)?;
        self.tables.insert(class, table);
        Ok(())
    }

    /// Checks every value of the tables inside the program, and calls `each` with what was found.
    pub fn verify_builtin(
        threads: usize,
        mut each: impl FnMut(Class, Report),
    ) -> Result<(), ShelfError> {
        let mut shelf = Self::new(Path::new(""));
        let mut classes = Vec::new();
        for file in default_files() {
            classes.push(file.class());
            shelf.tables.insert(file.class(), file.load()?);
        }
        for class in classes {
            if let Some(table) = shelf.table(class) {
                let report = verify::verify(table, &shelf, threads);
                each(class, report.map_err(GenerateError::Missing)?);
            }
        }
        Ok(())
    }

    /// Checks every value of the class's file against its successors.
    pub fn verify(&mut self, class: Class, threads: usize) -> Result<Report, ShelfError> {
        self.fetch_smaller(class)?;
        let table = TableFile::open(&self.path(class))?.load()?;
        Ok(verify::verify(&table, self, threads).map_err(GenerateError::Missing)?)
    }
}

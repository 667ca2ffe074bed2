//! The endgame tables that the settings ask for.

use std::path::PathBuf;
use std::sync::Arc;

use crate::egtb::{FileError, Tables};

use super::Settings;

/// Tables of folders, opened when the folders change.
#[derive(Default)]
pub(super) struct Endgames {
    paths: String,
    tables: Option<Arc<Tables>>,
}

impl Endgames {
    /// The tables to use: those inside the program and of the folders. What is wrong with a folder or file is
    /// said in the log when it is opened here; the others are used.
    pub(super) fn under(&mut self, settings: &Settings) -> Option<Arc<Tables>> {
        if !settings.use_egtb {
            return None;
        }
        if self.paths != settings.egtb_paths {
            for error in self.open(settings) {
                log::error!("{error}");
            }
        }
        match &self.tables {
            Some(tables) => Some(Arc::clone(tables)),
            None => Some(Tables::builtin()),
        }
    }

    /// Opens the folders of the settings, and says what is wrong with them.
    pub(super) fn open(&mut self, settings: &Settings) -> Vec<FileError> {
        self.paths.clone_from(&settings.egtb_paths);
        let folders: Vec<PathBuf> = folders(&settings.egtb_paths).collect();
        if folders.is_empty() {
            self.tables = None;
            return Vec::new();
        }
        let (tables, errors) = Tables::open(&folders);
        self.tables = Some(Arc::new(tables));
        errors
    }

    /// What searches have found damaged since this was last asked.
    pub(super) fn take_errors(&self) -> Vec<FileError> {
        self.tables
            .as_ref()
            .map_or(Vec::new(), |tables| tables.take_errors())
    }
}

/// The folders of a list with `;` between them.
fn folders(paths: &str) -> impl Iterator<Item = PathBuf> + '_ {
    let names = paths.split(';').map(str::trim);
    names.filter(|name| !name.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_used_as_the_settings_say() {
        let mut endgames = Endgames::default();
        let mut settings = Settings::default();
        let builtin = endgames.under(&settings).expect("tables");
        assert!(!builtin.classes().is_empty());
        settings.egtb_paths = "/nowhere at all; ;".to_owned();
        let with_folder = endgames.under(&settings).expect("tables");
        assert_eq!(with_folder.classes(), builtin.classes());
        let again = endgames.under(&settings).expect("tables");
        assert!(Arc::ptr_eq(&again, &with_folder));
        settings.use_egtb = false;
        assert!(endgames.under(&settings).is_none());
    }
}

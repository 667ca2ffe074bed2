//! The endgame tables that the settings ask for.

use std::path::PathBuf;
use std::sync::Arc;

use crate::egtb::Tables;

use super::Settings;

/// Tables of folders, opened when the folders change.
#[derive(Default)]
pub(super) struct Endgames {
    paths: String,
    tables: Option<Arc<Tables>>,
}

impl Endgames {
    /// The tables to use: those inside the program and of the folders. What is wrong with a folder or file is
    /// said once in the log; the others are used.
    pub(super) fn under(&mut self, settings: &Settings) -> Option<Arc<Tables>> {
        if !settings.use_egtb {
            return None;
        }
        if settings.egtb_paths.trim().is_empty() {
            return Some(Tables::builtin());
        }
        if self.tables.is_none() || self.paths != settings.egtb_paths {
            let folders: Vec<PathBuf> = folders(&settings.egtb_paths).collect();
            let (tables, errors) = Tables::open(&folders);
            for error in errors {
                log::error!("{error}");
            }
            self.tables = Some(Arc::new(tables));
            self.paths.clone_from(&settings.egtb_paths);
        }
        self.tables.clone()
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

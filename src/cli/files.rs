//! Files the commands read and write.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

use crate::notation::epd::{self, Record};

/// The text of a file.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The positions of an EPD file; a file without any is an error.
pub(super) fn read_positions(path: &Path) -> anyhow::Result<Vec<Record>> {
    let name = path.display();
    let records = epd::parse(&read_text(path)?).with_context(|| name.to_string())?;
    ensure!(
        !records.is_empty(),
        "{name} has no positions (expected one a line)"
    );
    Ok(records)
}

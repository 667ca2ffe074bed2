//! Files of positions with results, as `hanxin datagen` writes them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::learn::Sample;

/// Which files to learn from.
#[derive(clap::Args)]
pub(super) struct Files {
    /// Files of positions
    #[arg(required = true)]
    pub(super) data: Vec<PathBuf>,
    /// Positions to check the result on, not learnt from
    #[arg(long)]
    pub(super) check: Option<PathBuf>,
}

/// Hands out the samples of a file one by one.
pub(super) fn read(path: &Path, mut take: impl FnMut(&Sample)) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{} line {}", path.display(), number + 1);
        let line = line.with_context(place)?;
        take(&line.parse::<Sample>().with_context(place)?);
    }
    Ok(())
}

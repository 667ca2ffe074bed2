//! Files of positions with results, as `hanxin datagen` writes them.

use std::path::{Path, PathBuf};

use crate::learn::Sample;

use super::files;

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
    files::for_each_line(path, files::open(path)?, |line| {
        take(&line.parse()?);
        Ok(())
    })
}

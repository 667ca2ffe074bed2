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

impl Files {
    /// The files, by the arguments that name them.
    pub(super) fn named(&self) -> Vec<files::Named<'_>> {
        let data = self.data.iter().map(|path| ("DATA", path.as_path()));
        let check = self.check.iter().map(|path| ("--check", path.as_path()));
        data.chain(check).collect()
    }
}

/// Reads a share: a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f32, String> {
    number(text, "a number from 0 to 1", |value| value <= 1.0)
}

/// Reads a size: 0 or a positive number.
pub(super) fn size(text: &str) -> Result<f32, String> {
    number(text, "0 or a positive number", |_| true)
}

/// Reads a step: a positive number.
pub(super) fn step(text: &str) -> Result<f32, String> {
    number(text, "a positive number", |value| value > 0.0)
}

/// Reads a finite number that is not negative and fits. The caller names the text.
fn number(text: &str, expected: &str, fits: impl Fn(f32) -> bool) -> Result<f32, String> {
    let value = text.parse().ok();
    value
        .filter(|value: &f32| value.is_finite() && *value >= 0.0 && fits(*value))
        .ok_or_else(|| format!("expected {expected}"))
}

/// Hands out the samples of a file one by one.
pub(super) fn read(path: &Path, mut take: impl FnMut(&Sample)) -> anyhow::Result<()> {
    files::for_each_line(path, files::open(path)?, |line| {
        take(&line.parse()?);
        Ok(())
    })
}

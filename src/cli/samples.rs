//! Files of positions with results, as `hanxin datagen` writes them.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;

use crate::learn::Sample;

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

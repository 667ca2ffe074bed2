//! Files the commands read and write.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

use crate::notation::epd::{self, Record};
use crate::storage::identity::FileIdentity;
use crate::storage::replace::{Claim, Replacement};

/// The text of a file.
pub(super) fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The bytes of a file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Hands out the lines of a file that may be long; errors name file and line. A byte-order mark is
/// skipped.
pub(super) fn for_each_line(
    path: &Path,
    file: impl Read,
    mut take: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{} line {}", path.display(), index + 1);
        let line = line.with_context(place)?;
        let mark = if index == 0 { "\u{feff}" } else { "" };
        take(line.strip_prefix(mark).unwrap_or(&line)).with_context(place)?;
    }
    Ok(())
}

/// Opens a file to be read.
pub(super) fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("cannot read {}", path.display()))
}

/// What to say of a file that cannot be written.
pub(super) fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// A file of a command and the flag or argument that names it.
pub(super) type Named<'a> = (&'static str, &'a Path);

/// The files that were given.
pub(super) fn named<'a>(paths: &[(&'static str, &'a Option<PathBuf>)]) -> Vec<Named<'a>> {
    let given = paths.iter().copied();
    given
        .filter_map(|(flag, path)| Some((flag, path.as_deref()?)))
        .collect()
}

/// The rule for every command that writes: no output is an input or another output, whatever names and
/// links lead there. Devices may be given twice. Commands that do not append get it from [`Outputs`].
pub(super) fn ensure_distinct(inputs: &[Named<'_>], outputs: &[Named<'_>]) -> anyhow::Result<()> {
    let identify = |&(flag, path): &Named<'_>| -> anyhow::Result<_> {
        let identity = FileIdentity::of(path).with_context(|| cannot_write(path))?;
        Ok((flag, path.to_owned(), identity))
    };
    // An input that cannot be found is somebody else's complaint.
    let mut known: Vec<_> = inputs
        .iter()
        .filter_map(|input| identify(input).ok())
        .collect();
    for output in outputs {
        let (flag, path, file) = identify(output)?;
        if path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
            continue;
        }
        if let Some((other, ..)) = known.iter().find(|(.., other)| *other == file) {
            bail!(
                "{other} and {flag} are both {} (expected two files)",
                path.display()
            );
        }
        known.push((flag, path, file));
    }
    Ok(())
}

/// The files that a command writes. They are checked and claimed before the work begins: each can be written, none
/// is an input or another output, no other process writes it.
pub(super) struct Outputs {
    /// Inputs and outputs, by what names them.
    known: Vec<(&'static str, PathBuf)>,
    claims: Vec<(PathBuf, Claim)>,
}

impl Outputs {
    /// Claims the outputs of a command that reads these inputs.
    pub(super) fn claim(inputs: &[Named<'_>], outputs: &[Named<'_>]) -> anyhow::Result<Self> {
        let known = inputs.iter().map(|&(flag, path)| (flag, path.to_owned()));
        let mut all = Self {
            known: known.collect(),
            claims: Vec::new(),
        };
        ensure_distinct(inputs, outputs)?;
        for &(flag, path) in outputs {
            all.add(flag, path)?;
        }
        Ok(all)
    }

    fn add(&mut self, flag: &'static str, path: &Path) -> anyhow::Result<()> {
        self.claims.push((path.to_owned(), Claim::take(path)?));
        self.known.push((flag, path.to_owned()));
        Ok(())
    }

    /// Writes a whole file; one whose name was not known before is claimed now. Until the file is complete, the
    /// old content stays.
    pub(super) fn write(
        &mut self,
        flag: &'static str,
        path: &Path,
        content: impl AsRef<[u8]>,
    ) -> anyhow::Result<()> {
        if !self.claims.iter().any(|(claimed, _)| claimed == path) {
            let known: Vec<Named<'_>> = self.known.iter().map(|(f, p)| (*f, p.as_path())).collect();
            ensure_distinct(&known, &[(flag, path)])?;
            self.add(flag, path)?;
        }
        let mut claims = self.claims.iter_mut();
        if let Some((_, claim)) = claims.find(|(claimed, _)| claimed == path) {
            claim.write(content)?;
        }
        Ok(())
    }

    /// Begins to write a single claimed file bit by bit.
    pub(super) fn begin(mut self) -> anyhow::Result<Option<Replacement>> {
        let claim = self.claims.pop();
        Ok(claim.map(|(_, claim)| claim.begin()).transpose()?)
    }
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

//! `hanxin match-report --watch`: the match files of several machines while they grow.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};

use crate::arena::record::{GameRecord, parse_records};
use crate::arena::report::Standings;
use crate::arena::stats::{Sprt, SprtVerdict};
use crate::arena::verify::verify;

/// What to look at and when to stop.
pub(super) struct Watch<'a> {
    pub(super) folder: &'a Path,
    pub(super) sprt: Option<Sprt>,
    pub(super) until: Option<usize>,
    pub(super) every: Duration,
}

impl Watch<'_> {
    /// Looks until there is something to say: decided, or enough games.
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        ensure!(
            self.sprt.is_some() || self.until.is_some(),
            "when to stop? (expected --sprt or --until)"
        );
        let mut folder = Folder::default();
        let mut standings = Standings::default();
        let mut out = io::stdout();
        loop {
            let news = folder.read(self.folder)?;
            for (source, record) in &news {
                verify(record).with_context(|| folder.name(*source))?;
                standings.add(*source, record);
            }
            let verdict = self.verdict(&standings);
            if !news.is_empty() {
                let total = self.until.unwrap_or(standings.games());
                writeln!(out, "{}", standings.progress(total, self.sprt.as_ref()))?;
                out.flush()?;
            }
            let is_enough = self.until.is_some_and(|until| standings.games() >= until);
            if verdict != SprtVerdict::Continue || is_enough {
                write!(out, "{}", standings.summary(self.sprt.as_ref()))?;
                writeln!(
                    out,
                    "stop: {}",
                    match verdict {
                        SprtVerdict::AcceptH1 => "the test found the gain",
                        SprtVerdict::AcceptH0 => "the test found no gain",
                        SprtVerdict::Continue => "all games are there",
                    }
                )?;
                return Ok(ExitCode::SUCCESS);
            }
            thread::sleep(self.every);
        }
    }

    fn verdict(&self, standings: &Standings) -> SprtVerdict {
        match &self.sprt {
            Some(sprt) if standings.games() > 0 => sprt.verdict(&standings.tally(0, 1)),
            _ => SprtVerdict::Continue,
        }
    }
}

/// How far each file of a folder has been read.
#[derive(Default)]
struct Folder {
    /// By path: its number, and where the next line begins.
    files: BTreeMap<PathBuf, (usize, u64)>,
}

impl Folder {
    fn name(&self, source: usize) -> String {
        let is_it = |(_, (number, _)): &(&PathBuf, &(usize, u64))| *number == source;
        let found = self.files.iter().find(is_it);
        found.map_or_else(String::new, |(path, _)| path.display().to_string())
    }

    /// The games that have come since the last look, with the numbers of their files.
    fn read(&mut self, folder: &Path) -> anyhow::Result<Vec<(usize, GameRecord)>> {
        let named = || folder.display().to_string();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).with_context(named)? {
            let path = entry.with_context(named)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                paths.push(path);
            }
        }
        // In the order of names, so that the same files are the same sources everywhere.
        paths.sort();
        let mut news = Vec::new();
        for path in paths {
            let count = self.files.len();
            let (source, from) = self.files.entry(path.clone()).or_insert((count, 0));
            let text = whole_lines(&path, *from).with_context(|| path.display().to_string())?;
            let records = parse_records(&text).with_context(|| path.display().to_string())?;
            news.extend(records.into_iter().map(|record| (*source, record)));
            *from += text.len() as u64;
        }
        Ok(news)
    }
}

/// What a file has from a place to the end of its last whole line.
fn whole_lines(path: &Path, from: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    bytes.truncate(end.map_or(0, |end| end + 1));
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_when_it_is_whole() {
        let folder = std::env::temp_dir().join(format!("hanxin-watch-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("a.jsonl");
        fs::write(&path, "one\ntw").expect("written");
        assert_eq!(whole_lines(&path, 0).expect("read"), "one\n");
        fs::write(&path, "one\ntwo\n").expect("written");
        assert_eq!(whole_lines(&path, 4).expect("read"), "two\n");
        assert_eq!(whole_lines(&path, 8).expect("read"), "");
        fs::remove_dir_all(&folder).expect("removed");
    }
}

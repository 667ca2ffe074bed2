//! The files of a running match: each finished game is appended to the JSON record and to the PGN.
//!
//! The JSON record is the truth and written first, so the PGN never has a game that the record lacks:
//! it is always a beginning of what the record says.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::storage::StorageError;
use crate::storage::journal::{AppendFile, Journal};

use super::pgn;
use super::record::{GameRecord, RecordError, parse_record};

/// Where the games of a match go.
#[derive(Debug)]
pub struct Recorder<F = File> {
    json: Option<Journal<F>>,
    pgn: Option<Journal<F>>,
    event: String,
}

impl<F: AppendFile> Recorder<F> {
    /// A recorder of new games. `event` is the name of the match in the PGN.
    pub fn new(json: Option<Journal<F>>, pgn: Option<Journal<F>>, event: &str) -> Self {
        Self {
            json,
            pgn,
            event: event.to_owned(),
        }
    }

    /// Whether any file keeps the games.
    pub const fn keeps_games(&self) -> bool {
        self.json.is_some() || self.pgn.is_some()
    }

    /// Appends a game. After an error no file has a part of it, as far as that is possible.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), StorageError> {
        if let Some(journal) = &mut self.json {
            journal.append(record.to_json_line().as_bytes())?;
        }
        if let Some(journal) = &mut self.pgn {
            journal.append(pgn::write(record, &self.event).as_bytes())?;
        }
        Ok(())
    }

    /// Waits until everything is on the disk, and names the files.
    pub fn finish(&mut self) -> Result<Vec<&Path>, StorageError> {
        let mut paths = Vec::new();
        for journal in [&mut self.json, &mut self.pgn].into_iter().flatten() {
            journal.sync()?;
            paths.push(journal.path());
        }
        Ok(paths)
    }
}

/// Why the record of a match cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRecordError {
    /// The file.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A line of it.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The games of an open record.
pub fn read_games<F: AppendFile + Read>(
    journal: &mut Journal<F>,
) -> Result<Vec<GameRecord>, ReadRecordError> {
    let mut records = Vec::new();
    journal.read_lines(|line, text| -> Result<(), ReadRecordError> {
        records.extend(parse_record(line, text)?);
        Ok(())
    })?;
    Ok(records)
}

/// Brings the PGN of a match up to the games of its record; `false` if it is the PGN of something else.
pub fn complete_pgn<F: AppendFile + Read>(
    journal: &mut Journal<F>,
    games: &[GameRecord],
    event: &str,
) -> Result<bool, StorageError> {
    let text: String = games.iter().map(|game| pgn::write(game, event)).collect();
    if !journal.is_beginning_of(text.as_bytes())? {
        return Ok(false);
    }
    let written = journal.length() as usize;
    journal.append(&text.as_bytes()[written..])?;
    Ok(true)
}

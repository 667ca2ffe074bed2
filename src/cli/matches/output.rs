//! The files and the screen of a running match.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::arena::record::GameRecord;
use crate::arena::recorder::{self, Recorder};
use crate::arena::report::Standings;
use crate::arena::resume;
use crate::arena::runner::MatchConfig;
use crate::arena::stats::Sprt;
use crate::cli::output::Output as Screen;
use crate::cli::progress::Progress;
use crate::storage::StorageError;
use crate::storage::journal::Journal;

/// Which files a match writes.
pub(super) struct RecordFiles<'a> {
    pub(super) json: Option<&'a Path>,
    pub(super) pgn: Option<&'a Path>,
    pub(super) resume: bool,
    pub(super) event: &'a str,
}

impl RecordFiles<'_> {
    /// Opens the files, and reads the games that a match to be resumed has already.
    pub(super) fn open(&self, config: &MatchConfig) -> anyhow::Result<(Recorder, Vec<GameRecord>)> {
        let resumed = self.json.filter(|path| self.resume && path.exists());
        if resumed.is_none() {
            self.refuse_existing()?;
        }
        let (json, games) = match resumed {
            Some(path) => {
                let mut journal = Journal::open(path)?;
                let named = || path.display().to_string();
                let games = recorder::read_games(&mut journal).with_context(named)?;
                resume::check(config, &games).with_context(named)?;
                (Some(journal), games)
            }
            None => (self.json.map(Journal::create).transpose()?, Vec::new()),
        };
        let pgn = self.pgn.map(|path| self.open_pgn(path, &games));
        let pgn = pgn.transpose()?;
        // Only now that everything fits together is anything changed.
        let mut json = json;
        if let Some(journal) = &mut json {
            journal.cut_torn_tail()?;
        }
        Ok((Recorder::new(json, pgn, self.event), games))
    }

    /// Opens or creates the PGN and brings it up to the games there are.
    fn open_pgn(&self, path: &Path, games: &[GameRecord]) -> anyhow::Result<Journal> {
        let is_there = self.resume && path.exists();
        let mut journal = if is_there {
            Journal::open(path)?
        } else {
            Journal::create(path)?
        };
        if !recorder::complete_pgn(&mut journal, games, self.event)? {
            bail!(
                "{} does not hold the games of the --json file (expected the PGN of this match with the same --event, or another name)",
                path.display()
            );
        }
        Ok(journal)
    }

    /// Says what to do about files of an earlier match. The files are created so that even a file that
    /// appears after this is not overwritten.
    fn refuse_existing(&self) -> anyhow::Result<()> {
        let hint = match self.json {
            _ if self.resume => "expected the --json file to continue from, or another name",
            Some(json) if json.exists() => "expected --resume to continue it, or another name",
            _ => "expected another name",
        };
        for path in [self.json, self.pgn].into_iter().flatten() {
            let exists = path.symlink_metadata().is_ok();
            ensure!(!exists, "{} exists ({hint})", path.display());
        }
        Ok(())
    }
}

/// Where finished games and progress go.
pub(super) struct MatchOutput {
    recorder: Recorder,
    pub(super) screen: Screen,
    /// From the first game on.
    progress: Option<Progress>,
}

impl MatchOutput {
    pub(super) fn new(recorder: Recorder) -> Self {
        Self {
            recorder,
            screen: Screen::stdout(),
            progress: None,
        }
    }

    /// Records a game.
    pub(super) fn write(&mut self, record: &GameRecord) -> Result<(), StorageError> {
        self.recorder.add(record)
    }

    /// Whether a file keeps the games or somebody may still read of them.
    pub(super) fn is_of_use(&self) -> bool {
        self.recorder.keeps_games() || !self.screen.is_broken()
    }

    /// Shows how the match stands: a line every so many games, and a bar for a person at a terminal.
    pub(super) fn show(
        &mut self,
        standings: &Standings,
        total: usize,
        sprt: Option<&Sprt>,
        every: usize,
    ) {
        let games = standings.games();
        let text = standings.progress(total, sprt);
        let progress = self.progress.get_or_insert_with(|| Progress::text(total));
        if every > 0 && games.is_multiple_of(every) && games < total {
            progress.suspend(|| self.screen.line(&text));
        }
        progress.set(games);
        progress.message(text);
    }

    /// Takes the bar off the screen.
    pub(super) fn end_progress(&mut self) {
        self.progress = None;
    }

    /// Completes the files and says what is where.
    pub(super) fn finish(&mut self, games: usize) -> Result<(), StorageError> {
        for path in self.recorder.finish()? {
            let path = path.display();
            self.screen
                .line(format_args!("written: {games} games in {path}"));
        }
        Ok(())
    }
}

/// Whether the record of a match that is over holds these games, each of them true.
pub(super) fn verify(path: &Path, games: usize, screen: &mut Screen) -> anyhow::Result<bool> {
    let mut wrong = 0;
    let checked = super::report::read(path)?;
    for (_, truth) in &checked {
        if let Err(error) = truth {
            screen.line(format_args!("{}: {error}", path.display()));
            wrong += 1;
        }
    }
    let found = checked.len();
    screen.line(format_args!(
        "verified: {found} of {games} games in {}, {wrong} wrong",
        path.display()
    ));
    Ok(found == games && wrong == 0)
}

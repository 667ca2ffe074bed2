//! The plan of `hanxin lab all`: what will be done, how long it takes, and what an earlier run has finished.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, ensure};

use crate::cli::files;
use crate::storage::replace;

/// The file in the folder of results that says what is finished.
const FILE: &str = "finished.txt";

/// The file with the reports of all experiments.
pub(super) const REPORT: &str = "report.md";

/// Which experiments of a run with certain settings are finished.
pub(super) struct Ledger {
    path: PathBuf,
    /// The settings, which a resumed run must share.
    settings: String,
    finished: Vec<String>,
}

impl Ledger {
    /// The ledger of a folder; of an earlier run if it is to be resumed.
    pub(super) fn open(folder: &Path, settings: String, resumes: bool) -> anyhow::Result<Self> {
        let path = folder.join(FILE);
        let mut ledger = Self {
            path,
            settings,
            finished: Vec::new(),
        };
        if resumes && ledger.path.exists() {
            let text = files::read_text(&ledger.path)?;
            let mut lines = text.lines();
            let before = lines.next().unwrap_or_default();
            ensure!(
                before == ledger.settings,
                "{} was begun with '{before}' (expected '{}', or a run without --resume)",
                ledger.path.display(),
                ledger.settings
            );
            ledger.finished = lines.map(str::to_owned).collect();
        } else if ledger.path.exists() {
            fs::remove_file(&ledger.path)
                .with_context(|| format!("cannot remove {}", ledger.path.display()))?;
        }
        Ok(ledger)
    }

    pub(super) fn is_finished(&self, id: &str) -> bool {
        self.finished.iter().any(|finished| finished == id)
    }

    /// Enters an experiment whose files are all written.
    pub(super) fn finish(&mut self, id: &str) -> anyhow::Result<()> {
        self.finished.push(id.to_owned());
        let text = format!("{}\n{}\n", self.settings, self.finished.join("\n"));
        Ok(replace::write(&self.path, text)?)
    }
}

/// The reports in a folder, one after another, whichever run has written them.
pub(super) fn whole_report(
    folder: &Path,
    ids: impl IntoIterator<Item = String>,
) -> anyhow::Result<String> {
    let mut text = "# The laboratory's report\n".to_owned();
    for id in ids {
        text.push('\n');
        text.push_str(&files::read_text(&folder.join(id + ".md"))?);
    }
    Ok(text)
}

/// The plan in words: names of experiments with the processor seconds each takes.
pub(super) fn announcement(parts: &[(String, u64)], threads: usize) -> String {
    let total: u64 = parts.iter().map(|(_, seconds)| seconds).sum();
    let share = |seconds: u64| Duration::from_secs(seconds / threads.max(1) as u64);
    let names: Vec<String> = parts
        .iter()
        .map(|(name, seconds)| format!("{name} {}", minutes(share(*seconds))))
        .collect();
    format!(
        "{} experiments, about {} min on {threads} threads: {}",
        parts.len(),
        minutes(share(total)),
        names.join(", ")
    )
}

/// `3:05`
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_tells_shares_and_sum() {
        let parts = [("table2".to_owned(), 130), ("proof".to_owned(), 50)];
        assert_eq!(
            announcement(&parts, 2),
            "2 experiments, about 1:30 min on 2 threads: table2 1:05, proof 0:25"
        );
    }

    #[test]
    fn a_ledger_remembers_for_the_same_settings_only() {
        let folder = std::env::temp_dir().join(format!("hanxin-ledger-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let open = |settings: &str, resumes| Ledger::open(&folder, settings.to_owned(), resumes);
        let mut ledger = open("depth 5", false).expect("a ledger");
        ledger.finish("table2").expect("written");
        assert!(
            open("depth 5", true)
                .expect("a ledger")
                .is_finished("table2")
        );
        assert!(open("depth 6", true).is_err());
        assert!(
            !open("depth 5", false)
                .expect("a ledger")
                .is_finished("table2")
        );
        fs::remove_dir_all(&folder).expect("removed");
    }
}

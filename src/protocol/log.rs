//! The record of an exchange, line by line with time stamps, for people with a GUI problem.
//!
//! ```text
//! 2026-11-17 02:16:17.123 > isready      from the client
//! 2026-11-17 02:16:17.123 < readyok      to the client
//! 2026-11-17 02:16:19.008 ! why a line was ignored
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use crate::calendar::Utc;

use crate::text;

/// Where the exchange is recorded, if anywhere. Clones write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Transcript(Option<Arc<Mutex<File>>>);

impl Transcript {
    /// Appends to a file: a GUI may start the engine more than once.
    pub fn to_file(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(Some(Arc::new(Mutex::new(file)))))
    }

    /// Records a line from the client.
    pub fn received(&self, line: &str) {
        self.record('>', line);
    }

    /// Records a line to the client.
    pub fn sent(&self, line: &str) {
        self.record('<', line);
    }

    /// Records a remark of our own.
    pub fn remark(&self, text: &str) {
        self.record('!', text);
    }

    fn record(&self, mark: char, line: &str) {
        let Some(file) = &self.0 else { return };
        let (stamp, line) = (stamp(SystemTime::now()), text::line(line));
        if let Ok(mut file) = file.lock() {
            // A full disk must not end a game.
            let _ = file.write_all(format!("{stamp} {mark} {line}\n").as_bytes());
        }
    }
}

/// `2026-11-17 02:16:17.123`, in universal time.
fn stamp(time: SystemTime) -> String {
    let Utc {
        year,
        month,
        day,
        time,
    } = Utc::of(time);
    let seconds = time.as_secs();
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let millis = time.subsec_millis();
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn stamps_are_calendar_dates() {
        let at = |seconds, millis| {
            stamp(
                SystemTime::UNIX_EPOCH
                    + Duration::from_secs(seconds)
                    + Duration::from_millis(millis),
            )
        };
        assert_eq!(at(0, 7), "1970-01-01 00:00:00.007");
        assert_eq!(at(951_827_696, 0), "2000-02-29 12:34:56.000");
        assert_eq!(at(1_798_761_599, 999), "2026-12-31 23:59:59.999");
    }

    #[test]
    fn lines_are_appended_with_their_direction() {
        let path = std::env::temp_dir().join(format!("hanxin-log-{}", std::process::id()));
        for _ in 0..2 {
            let log = Transcript::to_file(&path).expect("a file");
            log.received("isready");
            log.sent("readyok");
            log.remark("nothing to add");
        }
        let text = std::fs::read_to_string(&path).expect("the record");
        std::fs::remove_file(&path).expect("removed");
        let marks: String = text
            .lines()
            .filter_map(|line| line.chars().nth(24))
            .collect();
        assert_eq!(marks, "><!><!");
        assert!(text.lines().all(|line| line.len() > 26), "{text}");
    }
}

//! What can happen to a session, and the thread that reads the client's lines.

use std::io::BufRead;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::engine::News;
use crate::storage::lines::{self, LineRead};

use super::backlog::{Backlog, Waiting};
use super::log::Transcript;

/// What can happen to a session.
#[derive(Debug)]
pub enum Event {
    /// The client sent a line.
    Line(Waiting<String>),
    /// The client hung up.
    EndOfInput,
    /// The search has news.
    News(Waiting<News>),
}

impl Event {
    /// A line of the client.
    pub fn line(text: &str) -> Self {
        Self::Line(text.to_owned().into())
    }
}

/// The longest line of a client that is read: a position with more than a hundred thousand moves.
const MAX_LINE: usize = 1 << 20;
/// Bytes of lines that may wait.
const LINE_BACKLOG: usize = 4 << 20;
/// What a waiting line takes besides its text.
const EVENT_BYTES: usize = 128;

/// Passes lines on as they arrive. Bytes that are not UTF-8 are replaced; what is no line any more is
/// ignored as a whole, since a part of a command may mean something else.
pub(super) fn read_lines(mut input: impl BufRead, events: &Sender<Event>, record: &Transcript) {
    let backlog = Backlog::new(LINE_BACKLOG);
    let mut bytes = Vec::new();
    loop {
        let event = match lines::read_line(&mut input, &mut bytes, MAX_LINE) {
            Ok(LineRead::End) | Err(_) => {
                record.remark("end of input");
                Event::EndOfInput
            }
            Ok(LineRead::TooLong { dropped }) => {
                let length = MAX_LINE as u64 + dropped;
                let text =
                    format!("a line of {length} bytes is ignored (expected at most {MAX_LINE})");
                log::warn!("{text}");
                record.remark(&text);
                continue;
            }
            Ok(LineRead::Whole | LineRead::Unfinished) => {
                let since = Instant::now();
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                record.received(&line);
                let size = line.len() + EVENT_BYTES;
                let mut line = backlog.admit(line, size);
                line.since = since;
                Event::Line(line)
            }
        };
        let is_last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || is_last {
            return;
        }
    }
}

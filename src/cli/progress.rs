//! A line on stderr that says how far long work has come; silent unless stderr is a terminal.

use std::io::{self, IsTerminal, Write};

/// Counts steps of a known number.
pub(super) struct Progress {
    done: usize,
    total: usize,
    is_shown: bool,
}

impl Progress {
    /// Nothing done yet.
    pub(super) fn new(total: usize) -> Self {
        let progress = Self {
            done: 0,
            total,
            is_shown: io::stderr().is_terminal(),
        };
        progress.draw();
        progress
    }

    /// One more step done.
    pub(super) fn step(&mut self) {
        self.done += 1;
        self.draw();
    }

    fn draw(&self) {
        const WIDTH: usize = 40;
        if !self.is_shown {
            return;
        }
        let filled = self.done * WIDTH / self.total.max(1);
        let bar = "#".repeat(filled) + &".".repeat(WIDTH.saturating_sub(filled));
        // A progress line that cannot be written is not worth failing for.
        let _ = write!(io::stderr(), "\r[{bar}] {}/{}", self.done, self.total);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

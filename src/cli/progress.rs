//! How far long work has come, as a bar on stderr. Nothing is drawn unless stderr is a terminal.

use std::fmt::Display;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that wipes itself off when it is dropped. Threads may share it.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Counts the steps of work of a known size.
    pub(super) fn new(steps: usize) -> Self {
        Self::styled(steps as u64, "[{bar:30}] {pos}/{len} {msg} {eta} left")
    }

    /// Shows the share of the work that is done, for steps of different sizes.
    pub(super) fn percent() -> Self {
        Self::styled(100, "[{bar:30}] {percent}% {msg} {eta} left")
    }

    /// Leaves it to the message to say how many of the steps are done.
    pub(super) fn text(steps: usize) -> Self {
        Self::styled(steps as u64, "[{bar:20}] {msg}, at most {eta} left")
    }

    fn styled(length: u64, template: &str) -> Self {
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(length).with_style(style.progress_chars("##."));
        bar.tick();
        Self(bar)
    }

    /// One more step done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    /// So many more steps done.
    pub(super) fn advance(&self, steps: usize) {
        self.0.inc(steps as u64);
    }

    /// So many steps done in all.
    pub(super) fn set(&self, steps: usize) {
        self.0.set_position(steps as u64);
    }

    /// A few words beside the bar.
    pub(super) fn message(&self, text: impl Display) {
        self.0.set_message(text.to_string());
    }

    /// Takes the bar off the screen while `print` writes to it.
    pub(super) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_understood() {
        for progress in [Progress::new(3), Progress::percent(), Progress::text(3)] {
            progress.message("working");
            progress.step();
            assert_eq!(progress.0.position(), 1);
            progress.set(3);
            assert_eq!(progress.0.position(), 3);
            assert_eq!(progress.suspend(|| 7), 7);
        }
    }
}

//! Stdout of the commands whose work matters more than its reader.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints until that fails, then keeps the reason for the end: `hanxin train ... | head -1` must not
/// lose the network.
pub(super) struct Output<W = io::Stdout> {
    out: W,
    failure: Option<io::Error>,
}

impl Output {
    /// The process's stdout.
    pub(super) fn stdout() -> Self {
        Self::new(io::stdout())
    }
}

impl<W: Write> Output<W> {
    fn new(out: W) -> Self {
        Self { out, failure: None }
    }

    /// Prints a line.
    pub(super) fn line(&mut self, text: impl Display) {
        self.text(format_args!("{text}\n"));
    }

    /// Prints a text that ends its last line itself.
    pub(super) fn text(&mut self, text: impl Display) {
        if self.failure.is_none() {
            let written = write!(self.out, "{text}").and_then(|()| self.out.flush());
            self.failure = written.err();
        }
    }

    /// Whether nothing can be printed any more.
    pub(super) fn is_broken(&self) -> bool {
        self.failure.is_some()
    }

    /// Why printing failed, if it did.
    pub(super) fn finish(self) -> io::Result<()> {
        self.failure.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_printed_in_order() {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.line(1);
        output.text("two\n");
        assert!(!output.is_broken());
        output.finish().expect("room in memory");
        assert_eq!(bytes, b"1\ntwo\n");
    }

    #[test]
    fn the_first_failure_is_kept() {
        let mut room = [0; 2];
        let mut output = Output::new(&mut room[..]);
        output.line("long");
        assert!(output.is_broken());
        output.line("");
        let error = output.finish().expect_err("no room");
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }
}

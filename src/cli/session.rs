//! `hanxin` without a command: the protocol session on stdin and stdout.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use crate::protocol::{self, Transcript};

/// Serves the client on stdin and stdout.
#[expect(
    clippy::print_stderr,
    reason = "a person at a terminal deserves a word"
)]
pub(super) fn run(log_file: Option<&Path>) -> anyhow::Result<ExitCode> {
    let transcript = match log_file {
        None => Transcript::default(),
        Some(path) => Transcript::to_file(path)
            .with_context(|| format!("cannot write the log file '{}'", path.display()))?,
    };
    if io::stdin().is_terminal() {
        eprintln!(
            "hanxin waits for a client: type 'ucci' or 'uci', 'quit' to leave; see hanxin --help"
        );
    }
    let input = io::BufReader::new(io::stdin());
    match protocol::run(input, io::stdout().lock(), &transcript) {
        // The client is gone: nobody is left to complain to.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => result
            .map(|()| ExitCode::SUCCESS)
            .context("cannot write to the client"),
    }
}

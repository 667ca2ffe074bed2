//! The `hanxin` binary: everything is in the library.

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    hanxin::cli::run().unwrap_or_else(|error| {
        // Where nobody listens, the exit code has to do.
        let text = hanxin::text::message(&format!("{error:#}"));
        let _ = writeln!(io::stderr(), "hanxin: {text}");
        ExitCode::from(2)
    })
}

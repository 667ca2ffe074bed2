//! The `hanxin` binary: everything is in the library.

use std::process::ExitCode;

#[expect(
    clippy::print_stderr,
    reason = "the one place where errors reach the user"
)]
fn main() -> ExitCode {
    hanxin::cli::run().unwrap_or_else(|error| {
        eprintln!("hanxin: {error:#}");
        ExitCode::from(2)
    })
}

//! What long commands share: how many threads they use, and how Ctrl-C ends them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use anyhow::Context;

/// The exit code of a process that Ctrl-C ended at once, as shells have it.
const INTERRUPTED: i32 = 130;

/// How many threads: as asked for, or one for each processor.
pub(super) fn threads(wanted: Option<u16>) -> usize {
    wanted
        .map(usize::from)
        .or_else(|| Some(thread::available_parallelism().ok()?.get()))
        .unwrap_or(1)
}

/// Becomes true with the first Ctrl-C or signal to end. A second one ends the process at once.
pub(super) fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    stop_on_interrupt_or(|| {})
}

/// The same; `last_words` is called before a second signal ends the process.
pub(super) fn stop_on_interrupt_or(
    last_words: impl Fn() + Send + 'static,
) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            last_words();
            std::process::exit(INTERRUPTED);
        }
    })
    .context("cannot watch for Ctrl-C")?;
    Ok(stop)
}

//! Work over a range of numbers on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Positions handed to a thread at a time.
pub(super) const CHUNK: usize = 1 << 14;

/// The chunks of `size` numbers.
pub(super) const fn chunks(size: usize) -> usize {
    size.div_ceil(CHUNK)
}

/// Calls `work` with every chunk of `0..size`, on `threads` threads.
pub(super) fn for_each_chunk(
    size: usize,
    threads: usize,
    work: impl Fn(usize, Range<usize>) + Sync,
) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let start = chunk * CHUNK;
            if start >= size {
                return;
            }
            work(chunk, start..(start + CHUNK).min(size));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
}

//! Runs independent jobs on worker threads; the results come back in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::Watcher;

/// Works through the jobs, heavy ones first, so that no thread is left with a long one at the end.
pub(super) fn run<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    watcher: &dyn Watcher,
    weight: impl Fn(&J) -> f64 + Sync,
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by(|&a, &b| weight(&jobs[b]).total_cmp(&weight(&jobs[a])));
    let next = AtomicUsize::new(0);
    let take_jobs = || {
        let mut done = Vec::new();
        while let Some(&index) = order.get(next.fetch_add(1, Relaxed)) {
            done.push((index, work(&jobs[index])));
            watcher.advance(weight(&jobs[index]));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| scope.spawn(take_jobs))
            .collect();
        let mut results = Vec::with_capacity(jobs.len());
        for worker in workers {
            match worker.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Unwatched;

    #[test]
    fn results_keep_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..100).collect();
        for threads in [0, 1, 3, 200] {
            let results = run(&jobs, threads, &Unwatched, |&j| f64::from(j % 7), |j| j * 2);
            assert_eq!(results, jobs.iter().map(|j| j * 2).collect::<Vec<_>>());
        }
    }
}

//! The thread that searches. It is started once and waits between searches: on a busy machine a new thread for
//! every move would come late. A searcher is lent to it and comes back when everything is tidied up, which is
//! after the result has been told.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use crate::search::Searcher;

type Work = Box<dyn FnOnce() -> Option<Searcher> + Send>;

/// A thread that does one piece of work after the other.
pub(super) struct SearchThread {
    /// `None` when the thread is to end.
    work: Option<Sender<Work>>,
    /// What each piece of work gives back.
    returned: Receiver<Option<Searcher>>,
    thread: Option<JoinHandle<()>>,
    /// Pieces of work that have not given back anything yet.
    pending: usize,
}

impl SearchThread {
    pub(super) fn start() -> Self {
        let (work, tasks) = mpsc::channel::<Work>();
        let (give_back, returned) = mpsc::channel();
        let thread = thread::spawn(move || {
            for task in tasks {
                // Nobody wants it back if the engine is gone.
                let _ = give_back.send(task());
            }
        });
        Self {
            work: Some(work),
            returned,
            thread: Some(thread),
            pending: 0,
        }
    }

    /// Hands over a piece of work. Does not wait.
    pub(super) fn run(&mut self, task: impl FnOnce() -> Option<Searcher> + Send + 'static) {
        if let Some(work) = &self.work {
            let is_running = work.send(Box::new(task)).is_ok();
            self.pending += usize::from(is_running);
        }
    }

    /// Waits until all work is over; returns the searcher that was lent. An error means that the thread has died.
    pub(super) fn wait(&mut self) -> Result<Option<Searcher>, mpsc::RecvError> {
        let mut searcher = None;
        while self.pending > 0 {
            self.pending -= 1;
            searcher = self.returned.recv()?.or(searcher);
        }
        Ok(searcher)
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported by the panic hook.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_not_waited_for_until_somebody_wants_the_searcher() {
        let mut thread = SearchThread::start();
        let (release, released) = mpsc::channel::<()>();
        thread.run(move || {
            let _ = released.recv();
            Some(Searcher::new(1, 1))
        });
        thread.run(|| None);
        release.send(()).expect("the thread waits");
        assert!(thread.wait().expect("alive").is_some());
        assert!(thread.wait().expect("alive").is_none());
    }

    #[test]
    fn a_thread_that_dies_is_noticed() {
        let mut thread = SearchThread::start();
        thread.run(|| panic!("on purpose"));
        assert!(thread.wait().is_err());
    }
}

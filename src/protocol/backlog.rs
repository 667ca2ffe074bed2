//! How much of an exchange may wait in memory: whoever brings more has to wait.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

/// A budget of bytes that waiting values share. Clones share it too.
#[derive(Clone, Debug)]
pub struct Backlog(Arc<Budget>);

#[derive(Debug)]
struct Budget {
    limit: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    used: usize,
    is_closed: bool,
}

/// A value that counts against a backlog until it is dropped.
#[derive(Debug)]
pub struct Waiting<T> {
    /// What waits.
    pub value: T,
    /// When it arrived.
    pub since: Instant,
    _share: Option<Share>,
}

#[derive(Debug)]
struct Share {
    backlog: Backlog,
    bytes: usize,
}

impl Backlog {
    /// A budget of so many bytes.
    pub fn new(limit: usize) -> Self {
        Self(Arc::new(Budget {
            limit,
            state: Mutex::default(),
            freed: Condvar::new(),
        }))
    }

    /// Admits a value of so many bytes as soon as there is room. One value has room always.
    pub fn admit<T>(&self, value: T, bytes: usize) -> Waiting<T> {
        let since = Instant::now();
        let budget = &self.0;
        let state = budget.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |state: &mut State| {
            !state.is_closed && state.used > 0 && state.used + bytes > budget.limit
        };
        let waited = budget.freed.wait_while(state, is_full);
        waited.unwrap_or_else(PoisonError::into_inner).used += bytes;
        let backlog = self.clone();
        Waiting {
            value,
            since,
            _share: Some(Share { backlog, bytes }),
        }
    }

    /// Lets everybody through from now on: nobody is going to make room any more.
    pub fn close(&self) {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_closed = true;
        self.0.freed.notify_all();
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let budget = &self.backlog.0;
        let mut state = budget.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.used -= self.bytes;
        budget.freed.notify_all();
    }
}

impl<T> From<T> for Waiting<T> {
    /// A value that no backlog counts.
    fn from(value: T) -> Self {
        Self {
            value,
            since: Instant::now(),
            _share: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn values_wait_until_there_is_room() {
        let backlog = Backlog::new(10);
        let first = backlog.admit("larger than the limit", 21);
        let (sender, arrived) = channel();
        let other = backlog.clone();
        let thread = thread::spawn(move || {
            for number in 0..4 {
                let _ = sender.send(other.admit(number, 5));
            }
        });
        assert!(arrived.try_recv().is_err());
        drop(first);
        let held = [0, 1].map(|number| {
            let waiting = arrived.recv().expect("room for two");
            assert_eq!(waiting.value, number);
            waiting
        });
        assert!(arrived.try_recv().is_err());
        drop(held);
        let _rest = [2, 3].map(|_| arrived.recv().expect("room again"));
        thread.join().expect("all admitted");
    }

    #[test]
    fn a_closed_backlog_holds_nobody() {
        let backlog = Backlog::new(1);
        let _first = backlog.admit((), 1);
        let other = backlog.clone();
        let thread = thread::spawn(move || drop(other.admit((), 1)));
        backlog.close();
        thread.join().expect("admitted");
    }
}

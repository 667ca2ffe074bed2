//! The progress of one experiment after another.

use std::sync::Mutex;

use crate::lab::Watcher;

use crate::cli::progress::Progress;

/// The progress of one experiment after another.
pub(super) struct Bar {
    /// Which part of the work this is, before every title.
    part: String,
    state: Mutex<Option<BarState>>,
}

struct BarState {
    progress: Progress,
    done: f64,
    total: f64,
}

impl Bar {
    pub(super) fn new(part: String) -> Self {
        Self {
            part,
            state: Mutex::new(None),
        }
    }
}

impl Watcher for Bar {
    fn begin(&self, title: &str, work: f64) {
        if let Ok(mut state) = self.state.lock() {
            // The old bar wipes itself off before the new one is drawn.
            *state = None;
            let progress = Progress::percent();
            progress.message(format_args!("{}{title}", self.part));
            *state = Some(BarState {
                progress,
                done: 0.0,
                total: work.max(f64::MIN_POSITIVE),
            });
        }
    }

    fn advance(&self, work: f64) {
        if let Ok(mut state) = self.state.lock()
            && let Some(state) = state.as_mut()
        {
            state.done += work;
            state
                .progress
                .set((100.0 * state.done / state.total) as usize);
        }
    }
}

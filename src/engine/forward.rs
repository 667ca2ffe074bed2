//! The reports of a search as the engine's news.

use std::sync::Mutex;

use crate::search::{Reporter, RootWatcher, SearchInfo, SearchResult};

use super::News;

/// Turns the search's reports into news.
pub(super) struct Forward<F> {
    /// Lines the user asked for; a strength limit may search more.
    pub(super) shown: usize,
    pub(super) tells_root_moves: bool,
    pub(super) tell: F,
}

impl<F: FnMut(News) + Clone + Send + 'static> Reporter for Forward<F> {
    fn report(&mut self, info: SearchInfo) {
        if info.multi_pv > self.shown {
            return;
        }
        (self.tell)(News::Info(info));
    }

    fn no_mate(&mut self, moves: u32) {
        (self.tell)(News::Message(format!("no mate in {moves}")));
    }

    fn done(&mut self, result: &SearchResult) {
        (self.tell)(News::Done(result.clone()));
    }

    fn root_watcher(&self) -> Option<RootWatcher> {
        if !self.tells_root_moves {
            return None;
        }
        let tell = Mutex::new(self.tell.clone());
        Some(Box::new(move |mv, number| {
            if let Ok(mut tell) = tell.lock() {
                tell(News::RootMove(mv, number));
            }
        }))
    }
}

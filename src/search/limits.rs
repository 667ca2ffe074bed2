//! What a search is asked for, and the switch that ends it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::types::score::DRAW;
use crate::types::{Depth, Move, Score};

/// How much time a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// This long for this one move.
    PerMove(Duration),
    /// A game clock.
    Clock {
        /// Left on the clock of the side to move.
        remaining: Duration,
        /// Added after each move.
        increment: Duration,
        /// Moves until the next time control; `None` for the rest of the game.
        moves_to_go: Option<u32>,
    },
}

/// When to stop and which root moves to consider. Every limit given holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Deepest iteration.
    pub depth: Option<Depth>,
    /// Nodes, all threads together. The first iteration is finished in any case.
    pub nodes: Option<u64>,
    /// No iteration begins after this many nodes; the one under way is finished.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves is proven, or excluded.
    pub mate: Option<u32>,
    /// The clock.
    pub time: TimeControl,
    /// When the clock began to run; `None` = when the search begins.
    pub started: Option<Instant>,
    /// Kept back for the way of a move to the other side.
    pub overhead: Duration,
    /// Consider only these root moves; empty = all.
    pub search_moves: Vec<Move>,
    /// Never play these root moves.
    pub ban_moves: Vec<Move>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Think on the opponent's time: no clock and no early end until [`Control::ponder_hit`].
    pub ponder: bool,
    /// Do not end before [`Control::stop`], except by depth, nodes or a proven mate.
    pub infinite: bool,
    /// The engine will also think on the opponent's time, so it can afford more on its own.
    pub expects_ponder: bool,
    /// What a draw is worth to the side to move at the root.
    pub draw_score: Score,
    /// The part of the time each thread sleeps, 0-99.
    pub idle_percent: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            time: TimeControl::None,
            started: None,
            overhead: Duration::from_millis(5),
            search_moves: Vec::new(),
            ban_moves: Vec::new(),
            multi_pv: 1,
            ponder: false,
            infinite: false,
            expects_ponder: false,
            draw_score: DRAW,
            idle_percent: 0,
        }
    }
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: Depth) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Only a node count.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A soft node count: only finished iterations, at most ten times the nodes.
    pub fn soft_nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes.saturating_mul(10)),
            soft_nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Whether nothing but a depth ends the search.
    pub fn is_depth_only(&self) -> bool {
        self.depth.is_some()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.mate.is_none()
            && self.time == TimeControl::None
            && !self.ponder
            && !self.infinite
    }

    /// A fixed time for this move.
    pub fn move_time(time: Duration) -> Self {
        Self {
            time: TimeControl::PerMove(time),
            ..Self::default()
        }
    }
}

/// Shared by a running search and whoever may end it.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// For those who wait for a change of the two.
    waiting: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A control for a search that ponders first, or not.
    pub fn new(ponder: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(ponder),
            ..Self::default()
        }
    }

    /// Held while something changes, so that nobody who is about to wait misses it.
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search within microseconds.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.pondering.store(false, Relaxed);
        self.stop.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the clock runs from now.
    pub fn ponder_hit(&self) {
        let _guard = self.lock();
        self.pondering.store(false, Relaxed);
        self.changed.notify_all();
    }

    /// Does nothing for a while; ends at once with the search.
    pub(super) fn rest(&self, time: Duration) {
        let guard = self.lock();
        let rested = self
            .changed
            .wait_timeout_while(guard, time, |()| !self.is_stopped());
        drop(rested);
    }

    /// Waits until the search no longer ponders.
    pub(super) fn wait_while_pondering(&self) {
        let guard = self.lock();
        drop(self.changed.wait_while(guard, |()| self.is_pondering()));
    }

    /// Waits until the search has been told to end.
    pub(super) fn wait_until_stopped(&self) {
        let guard = self.lock();
        drop(self.changed.wait_while(guard, |()| !self.is_stopped()));
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the search still thinks on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Far longer than any test takes: whoever waits so long has not been woken.
    const FOREVER: Duration = Duration::from_hours(1);

    #[test]
    fn a_stop_ends_every_rest() {
        let control = Control::default();
        thread::scope(|scope| {
            scope.spawn(|| control.rest(FOREVER));
            scope.spawn(|| control.stop());
        });
        control.rest(FOREVER);
    }

    #[test]
    fn a_hit_and_a_stop_end_the_pondering() {
        for end in [Control::ponder_hit, Control::stop] {
            let control = Control::new(true);
            thread::scope(|scope| {
                scope.spawn(|| control.wait_while_pondering());
                scope.spawn(|| end(&control));
            });
            assert!(!control.is_pondering());
        }
    }
}

//! What a session's engine is busy with, and when it may answer.

use crate::search::SearchResult;

/// What the engine is busy for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A debug verb; ends without an answer to the client.
    Task,
    /// A move of a game.
    Move,
    /// A search without limits.
    Analysis,
}

/// What has to come before a finished search may answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Nothing.
    No,
    /// `ponderhit` or `stop`.
    PonderHit,
    /// `stop`: UCI's `infinite`.
    Stop,
}

/// What the engine is busy with.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) purpose: Purpose,
    pub(super) wait: Wait,
    pub(super) is_stopped: bool,
    /// The opponent offers a draw.
    pub(super) draw_offered: bool,
    /// The outcome of a search that may not answer yet.
    pub(super) outcome: Option<SearchResult>,
}

impl Thinking {
    pub(super) const fn new(purpose: Purpose, wait: Wait, draw_offered: bool) -> Self {
        Self {
            purpose,
            wait,
            is_stopped: false,
            draw_offered,
            outcome: None,
        }
    }

    /// Whether nothing but the client can end it.
    pub(super) fn is_endless(&self) -> bool {
        self.purpose == Purpose::Analysis || self.wait != Wait::No
    }

    /// Whether the search is done and the client wants to hear of it.
    pub(super) fn is_due(&self) -> bool {
        self.outcome.is_some() && (self.wait == Wait::No || self.is_stopped)
    }

    /// Whether its move will be played: not that of an analysis or a wrong guess.
    pub(super) fn is_game_move(&self) -> bool {
        self.purpose == Purpose::Move && self.wait == Wait::No
    }
}

//! What one call of the search is asked for.

use crate::types::{Depth, Score};

/// A node to be searched: its window, its depth and its place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: Depth,
    pub(super) ply: usize,
    /// One of the first moves is expected to beat beta.
    pub(super) is_cut_node: bool,
}

impl Task {
    /// The root of an iteration.
    pub(super) const fn root(alpha: Score, beta: Score, depth: Depth) -> Self {
        Self {
            alpha,
            beta,
            depth,
            ply: 0,
            is_cut_node: false,
        }
    }

    /// A node of the quiescence search.
    pub(super) const fn horizon(alpha: Score, beta: Score, ply: usize) -> Self {
        Self {
            alpha,
            beta,
            depth: 0,
            ply,
            is_cut_node: false,
        }
    }

    /// A value as it is, or brought into the window (fail-hard).
    pub(super) fn soft_or_hard(self, score: Score, is_hard: bool) -> Score {
        if is_hard {
            score.clamp(self.alpha, self.beta)
        } else {
            score
        }
    }

    /// The same node at another depth.
    pub(super) const fn at_depth(self, depth: Depth) -> Self {
        Self { depth, ..self }
    }

    /// The same node in another window.
    pub(super) const fn in_window(self, alpha: Score, beta: Score) -> Self {
        Self {
            alpha,
            beta,
            ..self
        }
    }

    /// The node after a move, in the whole window.
    pub(super) const fn child(self, depth: Depth) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
            is_cut_node: false,
        }
    }

    /// The node after a move (or a null move) that is only asked whether it is worth more than `score`.
    pub(super) const fn zero_window_child(self, score: Score, depth: Depth) -> Self {
        Self {
            alpha: -score - 1,
            beta: -score,
            depth,
            ply: self.ply + 1,
            is_cut_node: !self.is_cut_node,
        }
    }
}

//! The small functions that turn the numbers of [`Params`] into margins, reductions and bonuses.

use crate::types::{Depth, Score};

use super::params::Params;
use super::params::fixed::REDUCTION_ROWS;

/// So many percent of a number of at least zero, rounded down.
const fn percent(percent: i32, of: i32) -> i32 {
    of * percent / 100
}

/// Hundredths as a real number.
pub(super) fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

impl Params {
    /// The next half-width of an aspiration window that has failed.
    #[inline]
    pub(super) const fn widened(&self, width: Score) -> Score {
        width + percent(self.aspiration_growth_percent, width) + self.aspiration_growth_base
    }

    /// How far above beta the evaluation must be to cut.
    #[inline]
    pub(super) const fn reverse_futility_margin(
        &self,
        depth: Depth,
        improving: bool,
        opponent_worsening: bool,
        correction: Score,
    ) -> Score {
        let worsening = if opponent_worsening {
            self.reverse_futility_worsening_percent
        } else {
            0
        };
        let doubt = percent(self.reverse_futility_correction_percent, correction);
        self.reverse_futility_slope * (100 * (depth - improving as Depth) - worsening) / 100 + doubt
    }

    /// How far below alpha the evaluation must be to go straight to quiescence.
    #[inline]
    pub(super) const fn razoring_margin(&self, depth: Depth) -> Score {
        self.razoring_base + self.razoring_slope * depth
    }

    /// How much a quiet move may add to the evaluation.
    #[inline]
    pub(super) const fn futility_margin(&self, depth: Depth, history: i32) -> Score {
        self.futility_base + self.futility_slope * depth + history / self.futility_history_divisor
    }

    /// How much a capture may add to the evaluation besides its victim.
    #[inline]
    pub(super) const fn capture_futility_margin(&self, depth: Depth) -> Score {
        self.capture_futility_base + self.capture_futility_slope * depth
    }

    /// A quiet move with less history than this has failed again and again.
    #[inline]
    pub(super) const fn bad_history(&self, depth: Depth) -> i32 {
        -self.bad_history_slope * depth
    }

    /// How many moves are tried at low depth before the quiet ones are left out.
    #[inline]
    pub(super) const fn late_move_count(&self, depth: Depth, improving: bool) -> usize {
        let count = self.late_move_base + percent(self.late_move_slope_percent, depth * depth);
        let divisor = if improving {
            1
        } else {
            self.late_move_not_improving_divisor
        };
        (count / divisor) as usize
    }

    /// How much material a move may lose at low depth.
    #[inline]
    pub(super) const fn exchange_margin(&self, depth: Depth, is_quiet: bool) -> Score {
        if is_quiet {
            -self.exchange_quiet_slope * depth * depth
        } else {
            -self.exchange_capture_slope * depth
        }
    }

    /// How far the singular test lowers the hash move's score.
    #[inline]
    pub(super) const fn singular_margin(&self, depth: Depth) -> Score {
        percent(self.singular_margin_percent, depth)
    }

    /// How far below beta the static evaluation may be for a null move.
    #[inline]
    pub(super) const fn null_move_slack(&self, depth: Depth) -> Score {
        self.null_move_slack_slope * depth
    }

    /// Null-move reduction, by depth and by how far the evaluation is above beta.
    #[inline]
    pub(super) fn null_move_reduction(&self, depth: Depth, surplus: Score) -> Depth {
        let by_surplus = (surplus / self.null_move_eval_divisor).min(self.null_move_eval_max);
        self.null_move_base + depth / self.null_move_depth_divisor + by_surplus
    }

    /// For how many plies no null move is tried while one is verified.
    #[inline]
    pub(super) fn verification_plies(&self, depth: Depth) -> usize {
        percent(self.verification_plies_percent, depth.max(0)) as usize
    }

    /// The bonus for a move that cut at this depth.
    #[inline]
    pub(super) fn history_bonus(&self, depth: Depth) -> i32 {
        (self.history_bonus_slope * depth - self.history_bonus_offset).min(self.history_bonus_max)
    }

    /// What the moves lose that were tried before one that cut at this depth.
    #[inline]
    pub(super) fn history_malus(&self, depth: Depth) -> i32 {
        self.history_bonus(depth) * self.history_malus_percent / 100
    }

    /// What the histories of a quiet move count, in percent: by squares, piece, structure, after each of the
    /// earlier moves, and near the root.
    #[inline]
    pub(super) const fn history_percents(&self) -> [i32; 7] {
        [
            self.history_butterfly_percent,
            self.history_piece_percent,
            self.history_structure_percent,
            self.history_last_percent,
            self.history_second_percent,
            self.history_fourth_percent,
            self.history_near_root_percent,
        ]
    }

    /// The bonus for a quiet move to which no reply at this depth raised alpha.
    #[inline]
    pub(super) fn fail_low_bonus(&self, depth: Depth) -> i32 {
        self.history_bonus(depth) * self.fail_low_bonus_percent / 100
    }

    /// The bonus for a quiet hash move whose score cut a node of this depth.
    #[inline]
    pub(super) fn table_cut_bonus(&self, depth: Depth) -> i32 {
        percent(
            self.table_cut_bonus_percent,
            self.history_bonus(depth).max(0),
        )
    }

    /// The bonus for a quiet move that has changed the static evaluation by so much.
    #[inline]
    pub(super) fn evaluation_bonus(&self, gain: Score) -> i32 {
        let max = self.evaluation_bonus_max;
        (self.evaluation_bonus_slope * gain).clamp(-max, max)
    }

    /// What the corrections of the evaluation count, in percent.
    #[inline]
    pub(super) const fn correction_percents(&self) -> [i32; 3] {
        [
            self.correction_structure_percent,
            self.correction_pieces_percent,
            self.correction_moves_percent,
        ]
    }

    /// How many parts of a correction cell a search of this depth replaces.
    #[inline]
    pub(super) fn correction_weight(&self, depth: Depth) -> i32 {
        (depth + self.correction_weight_base).min(self.correction_weight_max)
    }
}

/// Base late-move reductions in percent of a ply, by depth and move number.
pub(super) struct Reductions([[i16; REDUCTION_ROWS]; REDUCTION_ROWS]);

impl Reductions {
    pub(super) fn new(params: &Params) -> Self {
        let base = hundredths(params.reduction_base_percent);
        let divisor = hundredths(params.reduction_divisor_percent);
        let logarithms: [f64; REDUCTION_ROWS] = std::array::from_fn(|n| (n as f64).ln());
        let mut table = [[0; REDUCTION_ROWS]; REDUCTION_ROWS];
        for (row, depth) in table.iter_mut().zip(logarithms).skip(1) {
            for (cell, number) in row.iter_mut().zip(logarithms).skip(1) {
                *cell = (100.0 * (base + depth * number / divisor)) as i16;
            }
        }
        Self(table)
    }

    /// By how much the move of this number, from 1, is reduced at this depth.
    #[inline]
    pub(super) fn percent(&self, depth: Depth, number: usize) -> i32 {
        let last = REDUCTION_ROWS - 1;
        let depth = depth.clamp(0, last as Depth) as usize;
        i32::from(self.0[depth][number.min(last)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let reductions = Reductions::new(&Params::DEFAULT);
        let get = |depth, number| reductions.percent(depth, number);
        let base = Params::DEFAULT.reduction_base_percent;
        assert_eq!((get(0, 5), get(5, 0), get(1, 1)), (0, 0, base));
        assert!(get(12, 20) > get(6, 20) && get(12, 20) > get(12, 6));
        assert_eq!(get(200, 300), get(63, 63));
    }
}

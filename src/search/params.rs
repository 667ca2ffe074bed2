//! Every number of the search, each with its name, its value in play and the range a tuner may try.
//!
//! [`Params`] is one table: play reads its defaults as constants (`Config`), a tuner
//! or an option changes them by name. Numbers that are no matter of tuning (sizes, intervals, what a
//! publication says) stand in `fixed`. The formulas over both are in `formulas.rs`.
//!
//! Vocabulary: a `max_depth` applies at or below, a `min_depth` at or above; `base` is the constant part of
//! a formula, `slope` what depth is multiplied by, a `divisor` divides, a `margin` must be exceeded.
//! Scores are in evaluation units ([`HALF_WON`](crate::types::score::HALF_WON) = half the games won).

use std::ops::RangeInclusive;

use thiserror::Error;

/// A number of the search as a tuner or an option sees it.
pub struct Param {
    /// Its name, the field of [`Params`].
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its value in play.
    pub default: i32,
    /// What may be tried.
    pub range: RangeInclusive<i32>,
    get: fn(&Params) -> i32,
    field: fn(&mut Params) -> &mut i32,
}

/// A number that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParamError {
    /// There is none of this name.
    #[error("'{0}' is no search parameter")]
    Unknown(String),
    /// Out of range.
    #[error("'{value}' for {name}, expected {min} to {max}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        value: i32,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
}

impl Param {
    /// The value in a set.
    pub fn get(&self, params: &Params) -> i32 {
        (self.get)(params)
    }

    /// Changes the value in a set.
    pub fn set(&self, params: &mut Params, value: i32) -> Result<(), ParamError> {
        if !self.range.contains(&value) {
            return Err(ParamError::OutOfRange {
                name: self.name,
                value,
                min: *self.range.start(),
                max: *self.range.end(),
            });
        }
        *(self.field)(params) = value;
        Ok(())
    }
}

macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal ..= $max:literal;)+) => {
        /// The numbers of one search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Params {
            /// What plays.
            pub const DEFAULT: Self = Self { $($name: $default,)+ };

            /// All numbers, in the order of this file.
            pub const TABLE: &[Param] = &[$(Param {
                name: stringify!($name),
                about: concat!($($doc),+).trim_ascii_start(),
                default: $default,
                range: $min..=$max,
                get: |params| params.$name,
                field: |params| &mut params.$name,
            },)+];
        }

        const _: () = { $(assert!($min <= $default && $default <= $max, stringify!($name));)+ };
    };
}

params! {
    // Iterative deepening and the root.

    /// First half-width of the aspiration window.
    aspiration_base = 6 in 4..=60;
    /// A failed window grows by so many percent of its half-width ...
    aspiration_growth_percent = 50 in 10..=200;
    /// ... and by this.
    aspiration_growth_base = 4 in 0..=30;
    /// Aspiration starts at this depth.
    aspiration_min_depth = 5 in 2..=10;
    /// A window wider than this is opened altogether.
    aspiration_max_width = 400 in 100..=2000;
    /// After a fail high the root is searched up to so much shallower.
    fail_high_max_reduction = 3 in 0..=6;
    /// A mate is believed to be the shortest at so many plies for each of its moves.
    mate_depth_factor = 4 in 2..=8;

    // Internal deepening.

    /// Internal deepening searches so much shallower.
    iid_reduction = 2 in 1..=6;
    /// A cut node without a hash move is reduced from this depth ...
    internal_reduction_min_depth = 5 in 2..=10;
    /// ... by so many plies.
    internal_reduction = 1 in 0..=3;

    // Cuts before the moves.

    /// Reverse futility applies up to this depth.
    reverse_futility_max_depth = 8 in 3..=14;
    /// Reverse futility margin for each ply.
    reverse_futility_slope = 31 in 10..=150;
    /// The margin is smaller by so many percent of a ply when the last move has made the opponent's position worse.
    reverse_futility_worsening_percent = 53 in 0..=200;
    /// The margin grows by so much where the hash move is quiet.
    reverse_futility_quiet_hash = 25 in 0..=200;
    /// The margin grows by so many percent of what the histories correct the evaluation by.
    reverse_futility_correction_percent = 8 in 0..=300;
    /// Razoring applies up to this depth.
    razoring_max_depth = 3 in 1..=8;
    /// Razoring margin, constant part.
    razoring_base = 178 in 0..=500;
    /// Razoring margin for each ply.
    razoring_slope = 98 in 20..=400;
    /// Null move from this depth.
    null_move_min_depth = 3 in 1..=6;
    /// The static evaluation may be so far below beta for a null move, for each ply.
    null_move_slack_slope = 24 in 0..=60;
    /// Where no cut is expected, the evaluation must be so much above beta for a null move.
    null_move_all_node_margin = 4 in 0..=400;
    /// Null-move reduction, constant part.
    null_move_base = 3 in 1..=6;
    /// Null-move reduction: one ply more for so many plies of depth.
    null_move_depth_divisor = 3 in 2..=8;
    /// Null-move reduction: one ply more for so much surplus over beta ...
    null_move_eval_divisor = 63 in 20..=400;
    /// ... but at most so many plies.
    null_move_eval_max = 3 in 0..=8;
    /// Null-move cutoffs are verified from this depth.
    verification_min_depth = 12 in 6..=20;
    /// While a null move is verified, none is tried for this part of the depth.
    verification_plies_percent = 75 in 25..=100;
    /// `ProbCut` from this depth.
    prob_cut_min_depth = 5 in 3..=10;
    /// `ProbCut` searches so much shallower.
    prob_cut_reduction = 4 in 2..=7;
    /// `ProbCut` wants beta plus this.
    prob_cut_margin = 125 in 20..=300;
    /// A lower bound in the table that beats beta by this cuts although it is shallower ...
    table_prob_cut_margin = 152 in 20..=1000;
    /// ... by at most so many plies.
    table_prob_cut_slack = 4 in 0..=8;

    // Pruning of moves.

    /// Late moves are pruned up to this depth.
    late_move_max_depth = 8 in 2..=14;
    /// How many quiet moves are tried at low depth, constant part.
    late_move_base = 6 in 1..=20;
    /// How many more, in percent of the squared depth.
    late_move_slope_percent = 225 in 25..=400;
    /// A position that does not improve gets the count divided by this.
    late_move_not_improving_divisor = 2 in 1..=4;
    /// Futility pruning of quiet moves applies up to this (reduced) depth.
    futility_max_depth = 7 in 2..=14;
    /// How much a quiet move may add to the evaluation, constant part.
    futility_base = 98 in 0..=300;
    /// How much it may add for each ply.
    futility_slope = 95 in 20..=250;
    /// History points worth one score unit of futility margin.
    futility_history_divisor = 406 in 32..=2048;
    /// Futility pruning of captures applies up to this (reduced) depth.
    capture_futility_max_depth = 6 in 0..=12;
    /// How much a capture may add to the evaluation besides its victim, constant part.
    capture_futility_base = 157 in 0..=500;
    /// How much it may add for each ply.
    capture_futility_slope = 143 in 20..=400;
    /// Moves of bad history are pruned up to this (reduced) depth ...
    bad_history_max_depth = 4 in 1..=10;
    /// ... when they have less than minus so many history points for each ply.
    bad_history_slope = 2424 in 500..=10000;
    /// Moves that lose material are pruned up to this depth.
    exchange_max_depth = 8 in 2..=14;
    /// A quiet move may lose so much, times the squared depth.
    exchange_quiet_slope = 8 in 2..=60;
    /// A capture may lose so much for each ply.
    exchange_capture_slope = 54 in 10..=250;

    // Extensions.

    /// No extension where the line is so many times as long as the iteration is deep.
    extension_ply_factor = 2 in 1..=4;
    /// Singular extension from this depth.
    singular_min_depth = 7 in 4..=12;
    /// The table entry for a singular test may be so much shallower.
    singular_entry_slack = 3 in 1..=6;
    /// The singular test lowers the hash move's score by so many percent of the depth.
    singular_margin_percent = 142 in 25..=600;
    /// The singular test searches at depth - 1 divided by this.
    singular_depth_divisor = 2 in 2..=4;
    /// Double extension when the alternatives fail by so much ...
    double_extension_margin = 16 in 0..=100;
    /// ... at most so many times on a path.
    double_extension_max = 6 in 0..=20;
    /// On the principal variation they must fail by so much more.
    double_extension_pv_margin = 90 in 0..=400;
    /// Triple extension when they fail by so much.
    triple_extension_margin = 80 in 20..=400;
    /// Plies less for a hash move that is not singular where several moves beat beta ...
    negative_extension = 1 in 0..=3;
    /// ... and where it does not beat beta at a cut node.
    negative_extension_cut_node = 1 in 0..=3;
    /// A check is extended if it loses no more than this.
    check_extension_margin = 15 in -100..=100;

    // Reductions.

    /// Late-move reductions from this depth.
    reduction_min_depth = 3 in 1..=6;
    /// So many moves are searched at full depth, one more on the principal variation.
    reduction_first_moves = 1 in 0..=6;
    /// Base reduction in hundredths of a ply, constant part.
    reduction_base_percent = 85 in 0..=200;
    /// Base reduction: the product of the logarithms is divided by this many hundredths.
    reduction_divisor_percent = 294 in 100..=500;
    /// Captures are reduced by so many percent of a quiet move's reduction.
    reduction_capture_percent = 40 in 0..=100;
    /// Added to every reduction, in percent of a ply, as are the next ones.
    reduction_offset_percent = -3 in -150..=150;
    /// More at a cut node.
    reduction_cut_node_percent = 27 in 0..=300;
    /// More where the hash move is a capture.
    reduction_hash_capture_percent = 22 in 0..=200;
    /// More when the position does not improve.
    reduction_not_improving_percent = 122 in 0..=300;
    /// Less on the principal variation.
    reduction_pv_percent = 31 in 0..=300;
    /// Less for a check.
    reduction_check_percent = 100 in 0..=300;
    /// Less for so many points that the histories correct the evaluation by.
    reduction_correction_divisor = 116 in 10..=1000;
    /// Less for a killer.
    reduction_killer_percent = 94 in 0..=300;
    /// Less where the position has been on a principal variation.
    reduction_was_pv_percent = 0 in 0..=300;
    /// More when the children fail high again and again ...
    reduction_cutoffs_percent = 55 in 0..=300;
    /// ... that is, more often than this.
    reduction_cutoffs_from = 3 in 0..=10;
    /// A reduced move that beats the best one by more than this is searched a ply deeper.
    research_deeper_margin = 22 in 10..=300;
    /// A reduced move that beats the best one by less than this is searched a ply shallower.
    research_shallower_margin = 1 in 0..=100;
    /// A node reduced by at least so many plies gets one back when its evaluation does not speak for the reduction.
    hindsight_deeper_reduction = 3 in 1..=99;
    /// A node reduced by at least so many plies loses one more ...
    hindsight_shallower_reduction = 2 in 1..=99;
    /// ... when the last move has cost the opponent more than this.
    hindsight_shallower_margin = 85 in 0..=300;
    /// After a move that raised alpha, plies less for the others ...
    alpha_raise_reduction = 1 in 0..=3;
    /// ... up to this depth.
    alpha_raise_max_depth = 14 in 4..=30;
    /// History points worth one ply.
    reduction_history_divisor = 9797 in 2000..=40000;

    // Quiescence.

    /// A capture must be able to lift the evaluation this close to alpha.
    delta_margin = 132 in 20..=400;
    /// Captures of the quiescence search, and quiet evasions, lose no more than this.
    quiescence_exchange_margin = -18 in -100..=100;
    /// So many captures are tried, recaptures and checks apart.
    quiescence_captures = 4 in 1..=20;

    // Move ordering.

    /// A capture is a good one if it loses no more than this.
    good_capture_margin = -15 in -200..=100;
    /// A capture is ordered by its victim, so many history points a score unit ...
    victim_factor = 16 in 4..=64;
    /// ... and by its own history, divided by this.
    capture_history_divisor = 5 in 1..=16;
    /// History points for a quiet move of a man in danger.
    flight_bonus = 6885 in 0..=60000;

    // Histories.

    /// Bound of every decaying history cell.
    history_limit = 16384 in 4096..=32000;
    /// Bonus for a move that cut, for each ply of depth ...
    history_bonus_slope = 237 in 20..=500;
    /// ... less this ...
    history_bonus_offset = 80 in 0..=500;
    /// ... and at most this.
    history_bonus_max = 1504 in 300..=4000;
    /// What the moves tried before it lose, in percent of that bonus.
    history_malus_percent = 115 in 30..=250;
    /// How much a move's history by its squares counts, in percent.
    history_butterfly_percent = 130 in 0..=300;
    /// How much its history by its piece counts, in percent.
    history_piece_percent = 32 in 0..=300;
    /// How much its history by pawns, advisors and elephants counts, in percent.
    history_structure_percent = 28 in 0..=300;
    /// How much its history after the last move counts, in percent.
    history_last_percent = 90 in 0..=300;
    /// How much its history after the move before that counts, in percent.
    history_second_percent = 113 in 0..=300;
    /// How much its history after the move four plies ago counts, in percent.
    history_fourth_percent = 94 in 0..=300;
    /// How much its history near the root of this search counts, in percent.
    history_near_root_percent = 72 in 0..=400;
    /// Bonus for a quiet hash move whose score cut, in percent.
    table_cut_bonus_percent = 50 in 0..=200;
    /// Bonus for a quiet move to which no reply raised alpha, in percent.
    fail_low_bonus_percent = 28 in 0..=200;
    /// Bonus for a quiet move, for each unit by which it has changed the static evaluation ...
    evaluation_bonus_slope = 5 in 0..=32;
    /// ... and at most this.
    evaluation_bonus_max = 1200 in 100..=4000;
    /// Bound of a correction of the static evaluation.
    correction_limit = 64 in 16..=500;
    /// A search replaces depth plus this many parts of a correction cell ...
    correction_weight_base = 1 in 0..=8;
    /// ... and at most so many.
    correction_weight_max = 16 in 4..=64;
    /// How much the correction by pawns, advisors and elephants counts, in percent.
    correction_structure_percent = 81 in 0..=300;
    /// How much the correction by rooks, horses and cannons counts, in percent.
    correction_pieces_percent = 36 in 0..=300;
    /// How much the correction by the last two moves counts, in percent.
    correction_moves_percent = 25 in 0..=300;
    /// At the natural limit a lead counts for one part in so many less.
    limit_damping_divisor = 2 in 1..=8;

    // The table.

    /// A result so many plies shallower may still replace an older one of the same position.
    table_replace_slack = 3 in 0..=8;

    // Time.

    /// Moves a game is expected to last when the clock does not say.
    time_expected_moves = 32 in 10..=80;
    /// The part of the increment that is spent at once, in percent.
    time_increment_percent = 75 in 0..=100;
    /// The share of a move when the opponent's time will be used as well, in percent.
    time_ponder_percent = 125 in 100..=200;
    /// The hard bound is at most this multiple of the ordinary share ...
    time_hard_factor = 5 in 1..=10;
    /// ... and at most this part of what is left, in percent.
    time_hard_percent = 35 in 10..=80;
    /// With a fixed time a move, no iteration starts after this part of it, in percent.
    time_fixed_percent = 98 in 50..=100;
    /// The soft bound, in percent, for a best move that has just changed ...
    time_unstable_percent = 135 in 100..=300;
    /// ... less this for each iteration without a change ...
    time_stable_step_percent = 9 in 0..=30;
    /// ... of which so many count.
    time_stable_max = 8 in 1..=20;
    /// Twice the soft bound for a score that has dropped by this ...
    time_drop_scale = 75 in 20..=400;
    /// ... of which so much counts.
    time_drop_max = 60 in 0..=400;
    /// The soft bound, in percent, for a best move that has taken no nodes ...
    time_effort_base_percent = 145 in 100..=300;
    /// ... less this for one that has taken all.
    time_effort_slope_percent = 75 in 0..=200;
}

impl Params {
    /// Changes a number by name.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let param = Self::TABLE.iter().find(|param| param.name == name);
        match param {
            Some(param) => param.set(self, value),
            None => Err(ParamError::Unknown(name.to_owned())),
        }
    }
}

impl Default for Params {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Numbers that nobody tunes: sizes, intervals, and what a publication says.
pub(super) mod fixed {
    use std::time::Duration;

    use crate::board::EXCHANGE;
    use crate::types::score::MAX_PLY;
    use crate::types::{Depth, Kind, Score};

    /// No iteration goes deeper; extensions need some plies too.
    pub(in crate::search) const MAX_DEPTH: Depth = MAX_PLY as Depth - 8;
    /// The clock is looked at once in so many visits of nodes, and nodes are published as often.
    pub(in crate::search) const CLOCK_INTERVAL: u64 = 512;
    /// A thread that leaves time to others works this long at a stretch.
    pub(in crate::search) const WORK_BETWEEN_SLEEPS: Duration = Duration::from_millis(2);
    /// More than finished iterations is reported of a search that takes longer.
    pub(in crate::search) const LONG_SEARCH: Duration = Duration::from_secs(1);
    /// What the completion of a mate's line may take when the time is up.
    pub(in crate::search) const MATE_LINE_TIME: Duration = Duration::from_millis(1);
    /// Rows and columns of the table of late-move reductions.
    pub(in crate::search) const REDUCTION_ROWS: usize = 64;

    /// Which moves back continuation history looks.
    pub(in crate::search) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];
    /// Correction cells for each side.
    pub(in crate::search) const CORRECTION_SLOTS: usize = 16_384;
    /// Structures of pawns, advisors and elephants with a history of their own.
    pub(in crate::search) const HISTORY_STRUCTURES: usize = 512;
    /// Plies from the root with a history of their own.
    pub(in crate::search) const NEAR_ROOT_PLIES: usize = 4;
    /// Correction cells count in this fraction of a score unit.
    pub(in crate::search) const CORRECTION_GRAIN: Score = 64;
    /// The parts of a whole correction cell.
    pub(in crate::search) const CORRECTION_PARTS: i32 = 256;
    /// Fractional extensions are saved up in parts of a ply.
    pub(in crate::search) const PLY_PARTS: i32 = 12;

    /// So many plies before the natural limit the count becomes part of the table key ...
    pub(in crate::search) const LIMIT_KEY_SPAN: u16 = 50;
    /// ... in steps of this.
    pub(in crate::search) const LIMIT_KEY_STEP: u16 = 8;
    /// Slots looked at for the fill of the table.
    pub(in crate::search) const HASHFULL_SAMPLE: usize = 1000;
    /// Words looked at to find out whether a table is in use.
    pub(in crate::search) const CLEAR_SAMPLE: usize = 2000;

    /// Half-width of Pei's window around the static value.
    pub(in crate::search) const HALF_A_PAWN: Score = EXCHANGE[Kind::Pawn.index()] / 2;
    /// Verified null move (Tabibi and Netanyahu 2002) reduces by this.
    pub(in crate::search) const VERIFIED_REDUCTION: Depth = 3;
    /// Pei's history doubles with each ply up to this depth.
    pub(in crate::search) const DOUBLING_MAX_DEPTH: Depth = 24;

    /// Adaptive null-move reduction (Yue and Feng 2009, after Heinz 1999).
    pub(in crate::search) const fn adaptive_reduction(depth: Depth, strong_pieces: usize) -> Depth {
        if depth > 8 || (depth > 6 && strong_pieces >= 3) {
            3
        } else {
            2
        }
    }

    /// Exchange values of Yue and Feng: king 5, rook 4, horse and cannon 3, pawn 2, advisor and
    /// elephant 1.
    pub(in crate::search) const fn paper_value(kind: Kind) -> i32 {
        match kind {
            Kind::King => 5,
            Kind::Rook => 4,
            Kind::Horse | Kind::Cannon => 3,
            Kind::Pawn => 2,
            Kind::Advisor | Kind::Elephant => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_number_is_read_and_set_by_its_own_name() {
        let names: BTreeSet<_> = Params::TABLE.iter().map(|param| param.name).collect();
        assert_eq!(names.len(), Params::TABLE.len());
        for param in Params::TABLE {
            assert_eq!(param.get(&Params::DEFAULT), param.default, "{}", param.name);
            assert!(!param.about.is_empty(), "{}", param.name);
            for value in [*param.range.start(), *param.range.end()] {
                let mut params = Params::DEFAULT;
                params.set(param.name, value).expect("in range");
                assert_eq!(param.get(&params), value);
                // Nothing else has changed.
                params.set(param.name, param.default).expect("in range");
                assert_eq!(params, Params::DEFAULT, "{}", param.name);
            }
        }
    }

    #[test]
    fn what_cannot_be_set_is_named() {
        let mut params = Params::DEFAULT;
        let error = params.set("razoring_base", 9999).expect_err("too much");
        assert_eq!(
            error.to_string(),
            "'9999' for razoring_base, expected 0 to 500"
        );
        let error = params.set("razor", 1).expect_err("no such number");
        assert_eq!(error.to_string(), "'razor' is no search parameter");
        assert_eq!(params, Params::DEFAULT);
    }
}

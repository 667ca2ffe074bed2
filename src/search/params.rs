//! Every number of the search, and the small functions that turn them into margins.
//!
//! Vocabulary: a THRESHOLD applies at or below, a `LOWER_LIMIT` at or above; BASE is the constant part of
//! a formula, FACTOR what a variable is multiplied by, MARGIN a score that must be exceeded.
//! Scores are in evaluation units ([`HALF_WON`](crate::types::score::HALF_WON) = half the games won).

use crate::types::{Depth, Score};

/// Bound of every decaying history cell.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// Correction cells count in this fraction of a score unit.
pub(super) const CORRECTION_GRAIN: Score = 64;
/// Bound of a correction cell.
pub(super) const CORRECTION_LIMIT: Score = 64 * CORRECTION_GRAIN;
/// The weight of a whole correction cell.
pub(super) const CORRECTION_WEIGHTS: i32 = 256;
/// A capture is ordered by its victim, so many history points a score unit ...
pub(super) const VICTIM_FACTOR: i32 = 16;
/// ... and by its own history, divided by this.
pub(super) const CAPTURE_HISTORY_FACTOR: i32 = 4;

/// History points for a quiet move of a man in danger.
pub(super) const FLIGHT_BONUS: i32 = 20_000;

/// First half-width of the aspiration window.
pub(super) const ASPIRATION_BASE: Score = 12;
/// Half-width of the thesis's window around the static value.
pub(super) const HALF_A_PAWN: Score = crate::board::EXCHANGE[crate::types::Kind::Pawn.index()] / 2;
/// Aspiration starts at this depth.
pub(super) const ASPIRATION_DEPTH_LOWER_LIMIT: Depth = 5;
/// A window wider than this is opened altogether.
pub(super) const ASPIRATION_THRESHOLD: Score = 400;
/// After a fail high the root is searched up to so much shallower.
pub(super) const FAIL_HIGH_REDUCTION_THRESHOLD: Depth = 3;
/// A mate is believed to be the shortest at so many plies for each of its moves.
pub(super) const MATE_DEPTH_FACTOR: Depth = 4;

/// Internal deepening searches so much shallower.
pub(super) const IID_REDUCTION: Depth = 2;
/// Internal reduction in play: from this depth.
pub(super) const INTERNAL_REDUCTION_DEPTH_LOWER_LIMIT: Depth = 5;

/// Reverse futility applies up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH_THRESHOLD: Depth = 8;
/// Razoring applies up to this depth.
pub(super) const RAZORING_DEPTH_THRESHOLD: Depth = 3;
/// Futility pruning of quiet moves applies up to this (reduced) depth.
pub(super) const FUTILITY_DEPTH_THRESHOLD: Depth = 7;
/// History points worth one score unit of futility margin.
pub(super) const FUTILITY_HISTORY_FACTOR: i32 = 256;
/// Moves of bad history are pruned up to this (reduced) depth.
pub(super) const BAD_HISTORY_DEPTH_THRESHOLD: Depth = 4;
/// Late moves are pruned up to this depth.
pub(super) const LATE_MOVE_DEPTH_THRESHOLD: Depth = 8;
/// Moves that lose material are pruned up to this depth.
pub(super) const EXCHANGE_DEPTH_THRESHOLD: Depth = 8;
/// Null move from this depth.
pub(super) const NULL_MOVE_DEPTH_LOWER_LIMIT: Depth = 3;
/// Verified null move (Tabibi and Netanyahu 2002) reduces by this.
pub(super) const VERIFIED_REDUCTION: Depth = 3;
/// Null-move cutoffs are verified from this depth.
pub(super) const VERIFICATION_DEPTH_LOWER_LIMIT: Depth = 12;
/// Singular extension from this depth.
pub(super) const SINGULAR_DEPTH_LOWER_LIMIT: Depth = 7;
/// The table entry for a singular test may be so much shallower.
pub(super) const SINGULAR_ENTRY_SLACK: Depth = 3;
/// Double extension when the alternatives fail by so much.
pub(super) const DOUBLE_EXTENSION_MARGIN: Score = 14;
/// ... at most so many times on a path.
pub(super) const DOUBLE_EXTENSIONS_THRESHOLD: u8 = 6;
/// `ProbCut` from this depth.
pub(super) const PROB_CUT_DEPTH_LOWER_LIMIT: Depth = 5;
/// `ProbCut` searches so much shallower.
pub(super) const PROB_CUT_REDUCTION: Depth = 4;
/// `ProbCut` wants beta plus this.
pub(super) const PROB_CUT_MARGIN: Score = 90;
/// Late-move reductions from this depth.
pub(super) const REDUCTION_DEPTH_LOWER_LIMIT: Depth = 3;
/// History points worth one ply of reduction.
pub(super) const REDUCTION_HISTORY_FACTOR: i32 = 9_000;
/// Quiescence: a capture must be able to lift the evaluation this close to alpha.
pub(super) const DELTA_MARGIN: Score = 90;
/// Fractional extensions are saved up in parts of a ply ...
pub(super) const PLY_QUARTERS: u8 = 4;
/// ... of which a recapture earns so many.
pub(super) const RECAPTURE_QUARTERS: u8 = 3;

/// How far above beta the evaluation must be to cut.
pub(super) const fn reverse_futility_margin(depth: Depth, improving: bool) -> Score {
    45 * (depth - improving as Depth)
}

/// The next half-width of an aspiration window that has failed.
pub(super) const fn widened(width: Score) -> Score {
    width + width / 2 + 4
}

/// How far below alpha the evaluation must be to go straight to quiescence.
pub(super) const fn razoring_margin(depth: Depth) -> Score {
    130 + 110 * depth
}

/// How much a quiet move may add to the evaluation.
pub(super) const fn futility_margin(depth: Depth) -> Score {
    90 + 80 * depth
}

/// A quiet move with less history than this has failed again and again.
pub(super) const fn bad_history(depth: Depth) -> i32 {
    -3_500 * depth
}

/// How many quiet moves are tried at low depth.
pub(super) const fn late_move_count(depth: Depth, improving: bool) -> usize {
    let count = 7 + depth * depth * 3 / 2;
    (if improving { count } else { count / 2 }) as usize
}

/// How much material a move may lose at low depth.
pub(super) const fn exchange_margin(depth: Depth, is_quiet: bool) -> Score {
    if is_quiet {
        -12 * depth * depth
    } else {
        -65 * depth
    }
}

/// How far the singular test lowers the hash move's score.
pub(super) const fn singular_margin(depth: Depth) -> Score {
    depth + depth / 2
}

/// How far below beta the static evaluation may be for a null move.
pub(super) const fn null_move_slack(depth: Depth) -> Score {
    12 * depth
}

/// For how many plies no null move is tried while one is verified.
pub(super) const fn verification_plies(depth: Depth) -> usize {
    (if depth > 0 { depth * 3 / 4 } else { 0 }) as usize
}

/// Tournament null-move reduction.
pub(super) fn null_move_reduction(depth: Depth, surplus: Score) -> Depth {
    3 + depth / 3 + (surplus / 100).min(3)
}

/// Adaptive null-move reduction (Yue and Feng 2009, after Heinz 1999).
pub(super) const fn adaptive_reduction(depth: Depth, strong_pieces: usize) -> Depth {
    if depth > 8 || (depth > 6 && strong_pieces >= 3) {
        3
    } else {
        2
    }
}

/// How much of a correction cell, in parts of `CORRECTION_WEIGHTS`, a search of this depth replaces.
pub(super) fn correction_weight(depth: Depth) -> i32 {
    (depth + 1).min(16)
}

/// The bonus for a move that cut at this depth.
pub(super) fn history_bonus(depth: Depth) -> i32 {
    (160 * depth - 80).min(1_700)
}

/// The bonus for a quiet move that has changed the static evaluation by so much.
pub(super) fn evaluation_bonus(gain: Score) -> i32 {
    (4 * gain).clamp(-1_200, 1_200)
}

/// Base late-move reduction, by depth and move number.
pub(super) fn base_reduction(depth: Depth, move_number: usize) -> Depth {
    let [depth, number] = [depth.max(1) as f64, move_number.max(1) as f64];
    (0.8 + depth.ln() * number.ln() / 2.25) as Depth
}

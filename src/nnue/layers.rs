//! The arithmetic of the network: rows added to sums, and sums weighed into a score.
//!
//! Loops over arrays, compiled once for each instruction set and chosen at run time by [`Level`]. All of
//! them compute in integers that cannot overflow, so every level gives the same bits.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, i16x32, i32x16};

use super::features::MAX_ACTIVE;
use super::relations::MAX_RELATIONS;
use super::{
    HIDDEN, MAX_BIAS, MAX_INPUT_WEIGHT, MAX_OUTPUT_BIAS, MAX_OUTPUT_WEIGHT, QA, QB, SCALE,
};

/// The sums of one perspective, where the processor's vectors like to find them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Sums(pub(super) [i16; HIDDEN]);

/// The weights of one input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct InputRow(pub(super) [i8; HIDDEN]);

/// Sums in one vector; a processor with shorter ones takes several.
const VECTOR: usize = 32;
/// Partial sums of the output: a vector's products, added in pairs.
const LANES: usize = VECTOR / 2;
/// Sums to which relations are added together.
const BLOCK: usize = 128;

// No sum of inputs leaves 16 bits, even while one more row is added than taken away.
const _: () = assert!(
    MAX_BIAS as i32 + (MAX_ACTIVE + MAX_RELATIONS + 2) as i32 * (MAX_INPUT_WEIGHT as i32 + 1)
        <= i16::MAX as i32
);
// A clipped sum times an output weight fits 16 bits ...
const _: () = assert!(QA as i32 * MAX_OUTPUT_WEIGHT as i32 <= i16::MAX as i32);
// ... and a lane's share of their products with the sums fits 32 bits.
const _: () = assert!(
    (2 * HIDDEN / LANES) as i64 * (QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64)
        <= i32::MAX as i64
);
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK) && BLOCK.is_multiple_of(VECTOR));
// The output in units of 1 / (QA x QB), times the scale, fits 64 bits with ease, and the score 32.
const _: () = assert!(
    (2 * HIDDEN as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 + MAX_OUTPUT_BIAS as i64)
        * SCALE as i64
        / (QA as i64 * QB as i64)
        <= i32::MAX as i64
);

/// Makes sums from others: rows added and taken away.
#[inline]
pub(super) fn update(
    level: Level,
    before: &Sums,
    added: &[&InputRow],
    removed: &[&InputRow],
    after: &mut Sums,
) {
    dispatch!(level, simd => update_with(simd, before, added, removed, after));
}

#[expect(
    clippy::inline_always,
    reason = "becomes part of each instruction set's own copy"
)]
#[inline(always)]
fn update_with<S: Simd>(
    _: S,
    before: &Sums,
    added: &[&InputRow],
    removed: &[&InputRow],
    after: &mut Sums,
) {
    match (added, removed) {
        // A quiet move and a capture: nearly all calls.
        ([arrives], [leaves]) => {
            for i in 0..HIDDEN {
                after.0[i] = before.0[i] + i16::from(arrives.0[i]) - i16::from(leaves.0[i]);
            }
        }
        ([arrives], [leaves, captured]) => {
            for i in 0..HIDDEN {
                let change = i16::from(arrives.0[i]) - i16::from(leaves.0[i]);
                after.0[i] = before.0[i] + change - i16::from(captured.0[i]);
            }
        }
        _ => {
            *after = *before;
            for row in removed {
                for i in 0..HIDDEN {
                    after.0[i] -= i16::from(row.0[i]);
                }
            }
            for row in added {
                for i in 0..HIDDEN {
                    after.0[i] += i16::from(row.0[i]);
                }
            }
        }
    }
}

/// The output in units of 1 / (QA x QB), without the bias: both perspectives' sums, with their rows of the relations
/// added, clipped, squared and weighed.
#[inline]
pub(super) fn weigh(
    level: Level,
    sums: [&Sums; 2],
    rows: [&[Sums]; 2],
    relations: &[u16],
    weights: [&[i16; HIDDEN]; 2],
) -> i64 {
    dispatch!(level, simd => weigh_with(simd, sums, rows, relations, weights))
}

#[expect(
    clippy::inline_always,
    reason = "becomes part of each instruction set's own copy"
)]
#[inline(always)]
fn weigh_with<S: Simd>(
    simd: S,
    sums: [&Sums; 2],
    rows: [&[Sums]; 2],
    relations: &[u16],
    weights: [&[i16; HIDDEN]; 2],
) -> i64 {
    let (zero, one) = (i16x32::splat(simd, 0), i16x32::splat(simd, QA));
    let mut lanes = i32x16::splat(simd, 0);
    for ((sums, rows), weights) in sums.into_iter().zip(rows).zip(weights) {
        for start in (0..HIDDEN).step_by(BLOCK) {
            let vector = |values: &[i16; HIDDEN], i: usize| {
                let from = start + i * VECTOR;
                i16x32::from_slice(simd, &values[from..from + VECTOR])
            };
            let mut block = [zero; BLOCK / VECTOR];
            for (i, part) in block.iter_mut().enumerate() {
                *part = vector(&sums.0, i);
            }
            for row in relations
                .iter()
                .filter_map(|&relation| rows.get(usize::from(relation)))
            {
                for (i, part) in block.iter_mut().enumerate() {
                    *part += vector(&row.0, i);
                }
            }
            for (i, part) in block.into_iter().enumerate() {
                let clipped = part.max(zero).min(one);
                lanes += clipped.pairwise_dot_product(clipped * vector(weights, i));
            }
        }
    }
    let lanes = lanes.as_slice().iter();
    lanes.map(|&lane| i64::from(lane)).sum::<i64>() / i64::from(QA)
}

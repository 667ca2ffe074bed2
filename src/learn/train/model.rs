//! The network in floating point: forward and backward pass, and its rounding to the engine's integers.
//!
//! All parameters stand in one list, so that the optimiser needs no names:
//!
//! ```text
//!   shared input rows (the factoriser)   INPUTS x HIDDEN
//!   input rows of each king bucket       KING_BUCKETS x INPUTS x HIDDEN
//!   input rows of relations              RELATIONS x HIDDEN
//!   biases of the sums                   HIDDEN
//!   output weights                       OUTPUT_BUCKETS x 2 x HIDDEN
//!   output biases                        OUTPUT_BUCKETS
//! ```
//!
//! The weight of a man on a square in a bucket is the shared row plus the bucket's own. Before each batch both are
//! merged once; the gradient is taken by merged rows and split again by the optimiser.

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch};
use rand::{Rng, RngExt};

use crate::learn::sigmoid;
use crate::nnue::features::{INPUTS, KING_BUCKETS};
use crate::nnue::relations::RELATIONS;
use crate::nnue::{HIDDEN, MAX_INPUT_WEIGHT, MAX_OUTPUT_WEIGHT, OUTPUT_BUCKETS, QA, QB, Weights};

use super::data::Example;

const SHARED: Range<usize> = 0..INPUTS * HIDDEN;
const BUCKETS: Range<usize> = SHARED.end..SHARED.end + KING_BUCKETS * INPUTS * HIDDEN;
const RELATION_ROWS: Range<usize> = BUCKETS.end..BUCKETS.end + RELATIONS * HIDDEN;
const BIAS: Range<usize> = RELATION_ROWS.end..RELATION_ROWS.end + HIDDEN;
const OUTPUTS: Range<usize> = BIAS.end..BIAS.end + OUTPUT_BUCKETS * 2 * HIDDEN;
const OUTPUT_BIAS: Range<usize> = OUTPUTS.end..OUTPUTS.end + OUTPUT_BUCKETS;
/// How many parameters there are.
pub(super) const PARAMETERS: usize = OUTPUT_BIAS.end;

const MAX_INPUT: f32 = MAX_INPUT_WEIGHT as f32 / QA as f32;
const MAX_OUTPUT: f32 = MAX_OUTPUT_WEIGHT as f32 / QB as f32;

/// Columns that are worked on together: they fit into the vector registers.
const BLOCK: usize = 64;
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

type Sums = [f32; HIDDEN];

/// The parameters.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model(pub(super) Vec<f32>);

impl Model {
    /// Small random weights, no biases, all king buckets alike.
    pub(super) fn random(random: &mut impl Rng) -> Self {
        /// About thirty inputs are active: their sum varies by a third or so.
        const INPUT_SPREAD: f32 = 0.1;
        const OUTPUT_SPREAD: f32 = 0.1;
        let mut parameters = vec![0.0; PARAMETERS];
        let mut fill = |range: Range<usize>, spread: f32| {
            for parameter in &mut parameters[range] {
                *parameter = spread * (2.0 * random.random::<f32>() - 1.0);
            }
        };
        fill(SHARED, INPUT_SPREAD);
        fill(RELATION_ROWS, INPUT_SPREAD);
        fill(OUTPUTS, OUTPUT_SPREAD);
        Self(parameters)
    }

    /// The weights of a network, to go on with: the shared rows are the means of the buckets' rows.
    pub(super) fn of_weights(weights: &Weights) -> Self {
        let input = |weight: &i8| f32::from(*weight) / f32::from(QA);
        let rows: Vec<f32> = weights.inputs.iter().map(input).collect();
        let (rows, relations) = rows.split_at(BUCKETS.len());
        let mut parameters = vec![0.0; SHARED.len()];
        for bucket in rows.chunks_exact(SHARED.len()) {
            for (shared, weight) in parameters.iter_mut().zip(bucket) {
                *shared += weight / KING_BUCKETS as f32;
            }
        }
        let own = rows
            .iter()
            .enumerate()
            .map(|(i, weight)| weight - parameters[i % SHARED.len()]);
        let own: Vec<f32> = own.collect();
        parameters.extend(own);
        parameters.extend(relations);
        parameters.extend(
            weights
                .bias
                .iter()
                .map(|&bias| f32::from(bias) / f32::from(QA)),
        );
        parameters.extend(
            weights
                .outputs
                .iter()
                .map(|&weight| f32::from(weight) / f32::from(QB)),
        );
        let one = f32::from(QA) * f32::from(QB);
        parameters.extend(weights.output_bias.iter().map(|&bias| bias as f32 / one));
        Self(parameters)
    }

    /// Holds every weight to what the engine's integers can express, and merges shared and bucket rows.
    pub(super) fn clip_and_merge(&mut self, merged: &mut Merged) {
        let (inputs, rest) = self.0.split_at_mut(BIAS.start);
        let (shared, rows) = inputs.split_at_mut(SHARED.end);
        let (buckets, relations) = rows.split_at_mut(BUCKETS.len());
        let (merged_buckets, merged_relations) = merged.inputs.split_at_mut(BUCKETS.len());
        for (bucket, merged) in buckets
            .chunks_exact_mut(INPUTS * HIDDEN)
            .zip(merged_buckets.chunks_exact_mut(INPUTS * HIDDEN))
        {
            for ((own, shared), merged) in bucket.iter_mut().zip(&*shared).zip(merged) {
                *merged = (*own + shared).clamp(-MAX_INPUT, MAX_INPUT);
                *own = *merged - shared;
            }
        }
        for weight in &mut *relations {
            *weight = weight.clamp(-MAX_INPUT, MAX_INPUT);
        }
        merged_relations.copy_from_slice(relations);
        let (bias, rest) = rest.split_at_mut(HIDDEN);
        merged.bias.copy_from_slice(bias);
        let (outputs, output_bias) = rest.split_at_mut(OUTPUTS.len());
        for output in &mut *outputs {
            *output = output.clamp(-MAX_OUTPUT, MAX_OUTPUT);
        }
        merged.outputs.copy_from_slice(outputs);
        merged.output_bias.copy_from_slice(output_bias);
    }
}

/// The weights as the forward pass uses them, or their gradient.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Merged {
    pub(super) inputs: Vec<f32>,
    pub(super) bias: Vec<f32>,
    pub(super) outputs: Vec<f32>,
    pub(super) output_bias: Vec<f32>,
}

impl Merged {
    pub(super) fn zero() -> Self {
        Self {
            inputs: vec![0.0; BUCKETS.len() + RELATION_ROWS.len()],
            bias: vec![0.0; BIAS.len()],
            outputs: vec![0.0; OUTPUTS.len()],
            output_bias: vec![0.0; OUTPUT_BIAS.len()],
        }
    }

    fn parts_mut(&mut self) -> [&mut Vec<f32>; 4] {
        [
            &mut self.inputs,
            &mut self.bias,
            &mut self.outputs,
            &mut self.output_bias,
        ]
    }

    pub(super) fn clear(&mut self) {
        self.parts_mut().into_iter().for_each(|part| part.fill(0.0));
    }

    /// Adds another gradient.
    pub(super) fn add(&mut self, other: &Self) {
        let others = [
            &other.inputs,
            &other.bias,
            &other.outputs,
            &other.output_bias,
        ];
        for (own, other) in self.parts_mut().into_iter().zip(others) {
            for (own, other) in own.iter_mut().zip(other) {
                *own += other;
            }
        }
    }

    /// The gradient of the model's parameters, in their order, times a factor.
    pub(super) fn write_gradient(&self, factor: f32, gradient: &mut [f32]) {
        let (shared, rest) = gradient.split_at_mut(SHARED.end);
        shared.fill(0.0);
        let (buckets, rest) = rest.split_at_mut(BUCKETS.len());
        let (merged_buckets, merged_relations) = self.inputs.split_at(BUCKETS.len());
        let of_bucket = INPUTS * HIDDEN;
        for (own, merged) in buckets
            .chunks_exact_mut(of_bucket)
            .zip(merged_buckets.chunks_exact(of_bucket))
        {
            for ((own, shared), merged) in own.iter_mut().zip(&mut *shared).zip(merged) {
                *own = merged * factor;
                *shared += *own;
            }
        }
        let tail = merged_relations
            .iter()
            .chain(&self.bias)
            .chain(&self.outputs)
            .chain(&self.output_bias);
        for (own, merged) in rest.iter_mut().zip(tail) {
            *own = merged * factor;
        }
    }

    /// What the network says of an example.
    pub(super) fn output(&self, level: Level, example: &Example) -> f32 {
        dispatch!(level, simd => forward(simd, self, example)).1
    }

    /// Adds the gradients of some examples; returns the sum of their errors. `judge` gives the error of
    /// an output and its slope.
    pub(super) fn learn(
        &self,
        level: Level,
        example: &Example,
        judge: impl Fn(&Example, f32) -> (f32, f32),
        gradient: &mut Self,
    ) -> f32 {
        dispatch!(level, simd => {
            let (sums, output) = forward(simd, self, example);
            let (error, slope) = judge(example, output);
            backward(simd, self, example, &sums, slope, gradient);
            error
        })
    }

    /// The weights rounded to the engine's integers.
    pub(super) fn rounded(&self) -> Weights {
        let round = |values: &[f32], one: f32| -> Vec<i16> {
            values
                .iter()
                .map(|value| (value * one).round() as i16)
                .collect()
        };
        Weights {
            inputs: self
                .inputs
                .iter()
                .map(|value| (value * f32::from(QA)).round() as i8)
                .collect(),
            bias: round(&self.bias, QA.into()),
            outputs: round(&self.outputs, QB.into()),
            output_bias: self
                .output_bias
                .iter()
                .map(|value| (value * f32::from(QA) * f32::from(QB)).round() as i32)
                .collect(),
        }
    }
}

/// The sums of both perspectives and the output.
#[expect(
    clippy::inline_always,
    reason = "becomes part of each instruction set's own copy"
)]
#[inline(always)]
fn forward<S: Simd>(_: S, weights: &Merged, example: &Example) -> ([Sums; 2], f32) {
    let mut sums = [[0.0; HIDDEN]; 2];
    for (sums, inputs) in sums.iter_mut().zip(&example.inputs) {
        for (block, sums) in sums.chunks_exact_mut(BLOCK).enumerate() {
            let columns = block * BLOCK;
            let mut parts = [0.0; BLOCK];
            parts.copy_from_slice(&weights.bias[columns..columns + BLOCK]);
            for &input in inputs {
                let start = input as usize * HIDDEN + columns;
                let row = &weights.inputs[start..start + BLOCK];
                for i in 0..BLOCK {
                    parts[i] += row[i];
                }
            }
            sums.copy_from_slice(&parts);
        }
    }
    // Partial sums in a fixed number of lanes: every instruction set adds in the same order.
    let mut lanes = [0.0; 16];
    let outputs = &weights.outputs[example.output_bucket * 2 * HIDDEN..][..2 * HIDDEN];
    for (sums, outputs) in sums.iter().zip(outputs.chunks_exact(HIDDEN)) {
        for (sums, outputs) in sums.chunks_exact(16).zip(outputs.chunks_exact(16)) {
            for i in 0..16 {
                let clipped = sums[i].clamp(0.0, 1.0);
                lanes[i] += clipped * clipped * outputs[i];
            }
        }
    }
    let output = lanes.iter().sum::<f32>() + weights.output_bias[example.output_bucket];
    (sums, output)
}

/// Adds the gradient of one example.
#[expect(
    clippy::inline_always,
    reason = "becomes part of each instruction set's own copy"
)]
#[inline(always)]
fn backward<S: Simd>(
    _: S,
    weights: &Merged,
    example: &Example,
    sums: &[Sums; 2],
    slope: f32,
    gradient: &mut Merged,
) {
    gradient.output_bias[example.output_bucket] += slope;
    for (perspective, sums) in sums.iter().enumerate() {
        let start = (example.output_bucket * 2 + perspective) * HIDDEN;
        let outputs = &weights.outputs[start..start + HIDDEN];
        let output_gradient = &mut gradient.outputs[start..start + HIDDEN];
        let mut slopes = [0.0; HIDDEN];
        for i in 0..HIDDEN {
            let clipped = sums[i].clamp(0.0, 1.0);
            output_gradient[i] += slope * clipped * clipped;
            let is_free = sums[i] > 0.0 && sums[i] < 1.0;
            slopes[i] = if is_free {
                slope * outputs[i] * 2.0 * clipped
            } else {
                0.0
            };
        }
        for (own, slope) in gradient.bias.iter_mut().zip(&slopes) {
            *own += slope;
        }
        for &input in &example.inputs[perspective] {
            let start = input as usize * HIDDEN;
            let row = &mut gradient.inputs[start..start + HIDDEN];
            for i in 0..HIDDEN {
                row[i] += slopes[i];
            }
        }
    }
}

/// The squared error of an output against a target in points, and its slope.
pub(super) fn squared_error(output: f32, target: f32) -> (f32, f32) {
    let points = sigmoid(output);
    let miss = points - target;
    (miss * miss, 2.0 * miss * points * (1.0 - points))
}

//! The learnt evaluation: an efficiently updatable neural network (Nasu 2018).
//!
//! ```text
//!   683 inputs x 6 king buckets   per perspective: who stands where (features)
//!        |  one row of 8-bit weights for each man; moves change two or three rows (accumulator)
//!   2781 inputs                   per perspective: who is attacked where and by what (threats), what is left
//!        |                         (material), who aims at a king (king_lines)
//!        |  added to the sums for each position
//!   256 sums for each of two perspectives, clipped to 0..=QA and squared (layers)
//!        |  side to move first; 16-bit weights, one of eight output buckets by the men left
//!   one score
//! ```
//!
//! Both perspectives share their weights, and each is oriented by its kings, so that a position, its
//! mirror image and the position with colours exchanged are worth the same by construction. The trainer
//! (`learn/train`) describes the network by the same constants.

mod accumulator;
pub mod features;
mod king_lines;
mod layers;
mod material;
mod network;
pub mod relations;
mod threats;
mod weights;

pub use accumulator::Accumulator;
use features::INPUTS;
pub use features::KING_BUCKETS;
pub use network::Network;
use relations::RELATIONS;

pub use weights::{FILE_LENGTH, NetworkError, Weights};

/// Rows of input weights: men on squares by king bucket, then relations.
pub const ROWS: usize = KING_BUCKETS * INPUTS + RELATIONS;
/// Sums of each perspective.
pub const HIDDEN: usize = 256;
/// Sets of output weights, by how many rooks, horses and cannons are left.
pub const OUTPUT_BUCKETS: usize = 8;
/// A sum of one: sums are clipped to 0 ..= QA.
pub const QA: i16 = 255;
/// An output weight of one.
pub const QB: i16 = 64;
/// The score of an output of one, which multiplies the odds by e.
pub const SCALE: i32 = 106;
/// The largest input weight, in units of 1 / QA.
pub const MAX_INPUT_WEIGHT: i16 = i8::MAX as i16;
/// The largest output weight, in units of 1 / QB.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The largest bias of a sum, in units of 1 / QA.
pub const MAX_BIAS: i16 = 8 * QA;
/// The largest output bias, in units of 1 / (QA x QB).
pub const MAX_OUTPUT_BIAS: i32 = 64 * QA as i32 * QB as i32;

/// The output bucket for this many rooks, horses and cannons of both sides.
pub const fn output_bucket(strong_pieces: usize) -> usize {
    let bucket = strong_pieces.saturating_sub(1) * OUTPUT_BUCKETS / 12;
    if bucket < OUTPUT_BUCKETS {
        bucket
    } else {
        OUTPUT_BUCKETS - 1
    }
}

#[cfg(test)]
mod tests;

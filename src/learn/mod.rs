//! Learning from games: quiet positions with results, and weights that predict them.
//!
//! [`datagen`] collects [`Sample`]s from our own games or from given ones; [`train`] makes the network
//! of the evaluation from them, and [`tune`] fits the weights of its terms.

pub mod datagen;
mod sample;
pub mod train;
pub mod tune;

pub use sample::{ParseSampleError, Sample};

//! Learning from games: quiet positions with results, and weights that predict them.
//!
//! [`datagen`] collects [`Sample`]s from our own games or from given ones; [`tune`] fits the weights
//! of the evaluation to them.

pub mod datagen;
mod sample;
pub mod tune;

pub use sample::{ParseSampleError, Sample};

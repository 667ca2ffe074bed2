//! Learning from games.
//!
//! [`datagen`] plays the engine against itself; [`games`] is the file format and [`import`] reads games from
//! text. [`train`] makes the network of the evaluation from the games; [`tune`] fits the weights of the
//! counted terms to positions as text ([`Sample`]). [`spsa`] improves the numbers of the search by games of
//! a [`duel`].

pub mod datagen;
pub mod duel;
pub mod games;
pub mod import;
mod optimizer;
pub mod packed;
mod sample;
pub mod spsa;
pub mod train;
pub mod tune;

pub use sample::{ParseSampleError, Sample};

/// The expected points that belong to a number whose unit multiplies the odds by e.
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

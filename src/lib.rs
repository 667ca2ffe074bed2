#![doc = include_str!("../README.md")]

pub mod board;
pub mod cli;
pub mod eval;
pub mod notation;
pub mod templates;
pub mod types;
pub mod weights;
pub mod zobrist;

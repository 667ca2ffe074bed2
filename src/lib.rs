#![doc = include_str!("../README.md")]

pub mod arena;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod lab;
pub mod learn;
pub mod notation;
pub mod plot;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod templates;
pub mod types;
pub mod weights;
pub mod zobrist;

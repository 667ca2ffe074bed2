//! Texts that people and files use for positions and moves.

pub mod epd;

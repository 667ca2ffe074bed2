//! `cargo fuzz run fen`
#![no_main]

#[path = "../../tests/fuzz_targets/bodies.rs"]
#[allow(dead_code, reason = "each target is one of them")]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::fen(bytes));

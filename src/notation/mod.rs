//! Texts that people and files use for positions and moves.
//!
//! | notation | example | written by | read by |
//! |---|---|---|---|
//! | coordinates (ICCS) | `h2e2` | [`Move`](crate::types::Move)'s `Display` | `str::parse`, [`parse_move`] |
//! | World Xiangqi Federation | `C2.5` | [`to_wxf`] | [`parse_move`] |
//! | Chinese | `炮二平五` | [`to_chinese`] | [`parse_move`] |
//!
//! Files: [`epd`] has positions, [`pgn`] games, [`encoding`] turns their bytes into text.

pub mod diagram;
pub mod encoding;
pub mod epd;
pub mod pgn;
pub mod ranks;
mod relative;
mod script;

pub use relative::{ParseMoveTextError, parse_move, to_chinese, to_wxf};

//! What several test files share: an independent rule book and positions to start from.
#![allow(dead_code, reason = "no test file uses everything")]

pub(crate) mod reference;

use hanxin::board::Board;
use hanxin::notation::epd;

/// Positions of all kinds: start, middlegames, endgames, checks, pins and crowds of pawns.
pub(crate) fn seed_positions() -> Vec<Board> {
    [
        include_str!("../../positions/perft.epd"),
        include_str!("../../positions/middlegame20.epd"),
    ]
    .into_iter()
    .flat_map(|text| epd::parse(text).expect("a readable file"))
    .map(|record| record.board)
    .collect()
}

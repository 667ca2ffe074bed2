//! Leaf counts of known positions, as they stand, reflected, and with colours exchanged.

use hanxin::board::{Board, perft};
use hanxin::notation::epd;

/// Counts above this are left out where debug assertions make every move slow.
const LEAF_CAP: Option<u64> = if cfg!(debug_assertions) {
    Some(100_000)
} else {
    None
};

/// Compares every count of `positions/perft.epd` on a variant of its positions.
fn counts_agree_on(variant: impl Fn(&Board) -> Board) {
    let records = epd::parse(include_str!("../positions/perft.epd")).expect("a readable file");
    let mut compared = 0;
    for record in &records {
        let mut board = variant(&record.board);
        for (name, count) in &record.operations {
            let Some(Ok(depth)) = name.strip_prefix('D').map(str::parse) else {
                continue;
            };
            let count: u64 = count.parse().expect("a number");
            if LEAF_CAP.is_none_or(|cap| count <= cap) {
                assert_eq!(perft(&mut board, depth), count, "{name} of {}", board.fen());
                compared += 1;
            }
        }
    }
    assert!(compared >= 3 * records.len(), "only {compared} counts");
}

#[test]
fn counts_are_those_of_the_reference_file() {
    counts_agree_on(Board::clone);
}

#[test]
fn reflected_positions_have_the_same_counts() {
    counts_agree_on(Board::mirrored);
}

#[test]
fn positions_with_exchanged_colours_have_the_same_counts() {
    counts_agree_on(Board::color_flipped);
}

//! Legal moves of positions from master games, as another program sees them.
//!
//! `tests/data/make_legal_moves.py` wrote the file and explains its format.

use std::collections::BTreeSet;

use hanxin::board::Board;
use hanxin::types::Move;

#[test]
fn legal_moves_of_master_positions_are_those_of_pyffish() {
    let mut positions = 0;
    let lines = include_str!("data/legal_moves.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (fen, groups) = line.split_once(';').expect("a position and its moves");
        let board = Board::from_fen(fen).expect("a position");
        let mut expected = BTreeSet::new();
        for group in groups.split_whitespace() {
            let (from, targets) = group.split_at(2);
            for target in targets.as_bytes().chunks(2) {
                let to = std::str::from_utf8(target).expect("ASCII");
                expected.insert(format!("{from}{to}"));
            }
        }
        let moves: BTreeSet<String> = board.legal_moves().iter().map(Move::to_string).collect();
        assert_eq!(moves, expected, "{fen}");
        positions += 1;
    }
    assert!(positions >= 2_000, "only {positions} positions");
}

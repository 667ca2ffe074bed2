//! What several test files share: an independent rule book, positions to start from, folders to write to, the program.
#![allow(dead_code, reason = "no test file uses everything")]

pub(crate) mod games;
#[cfg(unix)]
pub(crate) mod processes;
pub(crate) mod program;
pub(crate) mod reference;

use std::fs;
use std::path::PathBuf;

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

/// A random legal position with about ten men, the same for the same seed.
pub(crate) fn sparse_position(seed: u64) -> Board {
    use hanxin::types::{Kind, Piece, Side, Square};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt as _, SeedableRng as _};
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut cells = [[None; 9]; 10];
        for side in Side::BOTH {
            let extras = (0..random.random_range(2..6)).map(|_| random.random_range(1..7));
            let kinds: Vec<Kind> = std::iter::once(0)
                .chain(extras.collect::<Vec<_>>())
                .map(|index: usize| Kind::ALL[index])
                .collect();
            for kind in kinds {
                let piece = Piece::new(side, kind);
                let free: Vec<Square> = Square::all()
                    .filter(|&square| {
                        hanxin::templates::can_stand(piece, square)
                            && cells[usize::from(square.rank())][usize::from(square.file())]
                                .is_none()
                    })
                    .collect();
                // Too many of a kind: the set-up is refused below and another one drawn.
                if free.is_empty() {
                    continue;
                }
                let square = free[random.random_range(0..free.len())];
                cells[usize::from(square.rank())][usize::from(square.file())] =
                    Some(piece.letter());
            }
        }
        let rank = |cells: &[Option<char>; 9]| {
            cells
                .iter()
                .map(|cell| cell.unwrap_or('1'))
                .collect::<String>()
        };
        let rows: Vec<String> = cells.iter().rev().map(rank).collect();
        let side = if random.random_bool(0.5) { 'w' } else { 'b' };
        if let Ok(board) = Board::from_fen(&format!("{} {side}", rows.join("/"))) {
            return board;
        }
    }
}

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

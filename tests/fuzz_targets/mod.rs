//! The targets of `fuzz/`, briefly and on stable: good inputs with random changes. `HANXIN_LONG=1` takes longer.

use hanxin::board::START_FEN;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

mod bodies;

/// Changes a few bytes, cuts a piece out, doubles one, or cuts the end off.
fn change(bytes: &mut Vec<u8>, random: &mut Xoshiro256PlusPlus) {
    for _ in 0..random.random_range(1..=4) {
        if bytes.is_empty() {
            return;
        }
        let at = random.random_range(0..bytes.len());
        let end = (at + random.random_range(1..=16)).min(bytes.len());
        match random.random_range(0..5) {
            0 => bytes[at] = random.random(),
            1 => bytes[at] ^= 1 << random.random_range(0..8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = random.random_range(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => bytes.truncate(at),
        }
    }
}

/// Runs a target on changed copies of good inputs.
fn run(target: fn(&[u8]), good: &[&[u8]], rounds: usize) {
    let is_long = std::env::var_os("HANXIN_LONG").is_some();
    let rounds = if is_long { rounds * 100 } else { rounds };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for input in good {
        target(input);
    }
    for round in 0..rounds {
        let mut bytes = good[round % good.len()].to_vec();
        change(&mut bytes, &mut random);
        target(&bytes);
    }
}

#[test]
fn any_fen_is_read_or_refused() {
    let lines = include_str!("../../positions/perft.epd").lines();
    let fens: Vec<&[u8]> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').next().unwrap_or_default().as_bytes())
        .collect();
    run(bodies::fen, &fens, 20_000);
}

#[test]
fn any_game_is_read_or_refused() {
    let game = "[Event \"x\"]\n[Red \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n\
                1. h2e2 h9g7 {a comment} 2. 炮二平五 (2. C2.5) $1 1-0\n";
    run(bodies::pgn, &[game.as_bytes()], 5_000);
}

#[test]
fn any_session_is_survived() {
    let position =
        format!("position fen {START_FEN} moves h2e2 h9g7\ngo depth 2\nstop\nprobe startpos\n");
    let options = "setoption usemillisec false\nsetoption newgame\nposition startpos\nbanmoves h2e2\ngo nodes 50\n";
    let ponder =
        "position startpos moves h2e2\ngo ponder time 5 increment 0\nponderhit draw\nisready\n";
    run(
        bodies::session,
        &[position.as_bytes(), options.as_bytes(), ponder.as_bytes()],
        60,
    );
}

#[test]
fn any_book_is_read_or_refused() {
    let book = hanxin::book::Book::new(Vec::new(), "a text");
    run(bodies::book, &[book.as_bytes(), &[7; 64]], 2_000);
}

#[test]
fn any_network_is_read_or_refused() {
    run(
        bodies::network,
        &[include_bytes!("../../src/nnue/default.nnue")],
        20,
    );
}

#[test]
fn any_table_is_read_or_refused() {
    let folder = crate::common::folder("fuzz-table");
    let class = "KP-K".parse().expect("a class");
    let mut shelf = hanxin::egtb::Shelf::new(&folder);
    shelf.generate(class, 1, &|_| {}).expect("a table");
    let path = shelf.path(class);
    let good = std::fs::read(path).expect("a file");
    run(bodies::table, &[&good], 200);
}

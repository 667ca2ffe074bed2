use std::sync::Arc;

use fearless_simd::{Level, Simd};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::*;
use crate::board::Board;
use crate::selfplay::start;

/// Weights that make every input and output count, up to the largest allowed.
fn random_weights(random: &mut impl Rng) -> Weights {
    let mut weights = Weights::zero();
    let largest = MAX_OUTPUT_WEIGHT;
    weights
        .inputs
        .iter_mut()
        .for_each(|weight| *weight = random.random_range(-128..=127));
    weights
        .bias
        .iter_mut()
        .for_each(|weight| *weight = random.random_range(-MAX_BIAS..=MAX_BIAS));
    weights
        .outputs
        .iter_mut()
        .for_each(|weight| *weight = random.random_range(-largest..=largest));
    weights
        .output_bias
        .iter_mut()
        .for_each(|weight| *weight = random.random_range(-9999..=9999));
    weights
}

fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(11)
}

fn boards(random: &mut impl Rng) -> Vec<Board> {
    let mut boards = vec![Board::start()];
    boards.extend((0..60).map(|_| start::random_endgame(random)));
    boards.extend((0..60).filter_map(|number| start::random_opening(2 * number, random)));
    boards
}

/// Every instruction set that this machine has.
fn levels() -> Vec<Level> {
    let best = Level::new();
    let mut levels = vec![best, Level::baseline()];
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(best.as_sse2().map(Simd::level));
        levels.extend(best.as_sse4_2().map(Simd::level));
        levels.extend(best.as_avx2().map(Simd::level));
        levels.extend(best.as_avx512().map(Simd::level));
    }
    levels
}

#[test]
fn every_instruction_set_gives_the_same_scores() {
    let mut random = random();
    let weights = random_weights(&mut random);
    let boards = boards(&mut random);
    let scores = |level| -> Vec<_> {
        let network = Arc::new(Network::with_level(&weights, level));
        let evaluate = |board: &Board| {
            let score = network.evaluate(board);
            assert_eq!(
                score,
                Accumulator::new(Arc::clone(&network), board, 0).evaluate(board)
            );
            score
        };
        boards.iter().map(evaluate).collect()
    };
    let levels = levels();
    let expected = scores(Level::baseline());
    assert!(expected.iter().any(|&score| score != expected[0]));
    for level in levels {
        assert_eq!(scores(level), expected, "{level:?}");
    }
}

#[test]
fn mirror_images_and_exchanged_colours_are_worth_the_same() {
    let mut random = random();
    let network = Network::new(&random_weights(&mut random));
    for board in boards(&mut random) {
        let score = network.evaluate(&board);
        assert_eq!(
            score,
            network.evaluate(&board.mirrored()),
            "{}",
            board.fen()
        );
        assert_eq!(
            score,
            network.evaluate(&board.color_flipped()),
            "{}",
            board.fen()
        );
    }
}

#[test]
fn sums_are_kept_up_to_date_through_moves_made_and_taken_back() {
    let mut random = random();
    let network = Arc::new(Network::new(&random_weights(&mut random)));
    for first in boards(&mut random) {
        let mut board = first;
        let mut accumulator = Accumulator::new(Arc::clone(&network), &board, 40);
        for _ in 0..300 {
            match random.random_range(0..10) {
                // Not every position on the way is evaluated.
                0..4 => {
                    let found = accumulator.evaluate(&board);
                    assert_eq!(found, network.evaluate(&board), "{}", board.fen());
                }
                4..8 => {
                    let moves = board.legal_moves();
                    if !moves.is_empty() {
                        board.make_move(moves[random.random_range(0..moves.len())]);
                    } else if !board.history().is_empty() {
                        board.unmake_move();
                    }
                }
                8 if board.history().last().is_some_and(|ply| ply.mv.is_some()) => {
                    board.unmake_move();
                }
                8 if !board.history().is_empty() => board.unmake_null_move(),
                _ if !board.is_in_check() => board.make_null_move(),
                _ => {}
            }
        }
    }
}

#[test]
fn the_network_built_in_knows_that_a_rook_is_worth_a_lot() {
    let network = Network::built_in();
    let score = |fen: &str| network.evaluate(&Board::from_fen(fen).expect("a position"));
    let even = score("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    let up = score("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    assert!(even.abs() < 100 && up > even + 200, "{even} {up}");
}

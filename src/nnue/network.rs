//! A network ready for use, and the one built into the program.

use std::sync::{Arc, LazyLock};

use fearless_simd::Level;

use crate::board::{Board, Placement};
use crate::types::score::MAX_EVAL;
use crate::types::{Kind, Score, Side};

use super::accumulator::{flank_of, orientation_of};
use super::features::{INPUTS, KING_BUCKETS};
use super::layers::{self, InputRow, Sums};
use super::relations::{self, RELATIONS, Relations};
use super::{HIDDEN, NetworkError, OUTPUT_BUCKETS, QA, QB, SCALE, Weights, output_bucket};

/// The file of the network that plays by default.
static FILE: &[u8] = include_bytes!("default.nnue");

/// The network that plays by default.
static DEFAULT: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(FILE);
    Arc::new(network.unwrap_or_else(|_| Network::new(&Weights::zero())))
});

/// A network ready for use.
pub struct Network {
    pub(super) level: Level,
    /// Rows of men on squares: 8 bits, because there are many of them.
    pub(super) inputs: Box<[InputRow]>,
    /// Rows of relations, widened: they are added anew for every position.
    relations: Box<[Sums]>,
    pub(super) bias: Sums,
    outputs: [[[i16; HIDDEN]; 2]; OUTPUT_BUCKETS],
    output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// The network built into the program.
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&DEFAULT)
    }

    /// The checksum of the built-in network's file, which tells one network from another.
    pub fn built_in_checksum() -> u32 {
        crc32fast::hash(FILE)
    }

    /// Reads a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Weights::from_bytes(bytes).map(|weights| Self::new(&weights))
    }

    /// A network with these weights, for the best instructions this processor has.
    pub fn new(weights: &Weights) -> Self {
        Self::with_level(weights, Level::new())
    }

    /// A network for certain instructions.
    pub fn with_level(weights: &Weights, level: Level) -> Self {
        let mut network = Self {
            level,
            inputs: vec![InputRow([0; HIDDEN]); KING_BUCKETS * INPUTS].into(),
            relations: vec![Sums([0; HIDDEN]); RELATIONS].into(),
            bias: Sums([0; HIDDEN]),
            outputs: [[[0; HIDDEN]; 2]; OUTPUT_BUCKETS],
            output_bias: [0; OUTPUT_BUCKETS],
        };
        let mut rows = weights.inputs.chunks_exact(HIDDEN);
        for (row, weights) in network.inputs.iter_mut().zip(&mut rows) {
            row.0.copy_from_slice(weights);
        }
        for (row, weights) in network.relations.iter_mut().zip(rows) {
            row.0 = std::array::from_fn(|i| weights[i].into());
        }
        let rows = network.outputs.as_flattened_mut().iter_mut();
        for (row, weights) in rows.zip(weights.outputs.chunks_exact(HIDDEN)) {
            row.copy_from_slice(weights);
        }
        network
            .bias
            .0
            .iter_mut()
            .zip(&weights.bias)
            .for_each(|(own, &bias)| *own = bias);
        network
            .output_bias
            .iter_mut()
            .zip(&weights.output_bias)
            .for_each(|(own, &bias)| *own = bias);
        network
    }

    /// The score from the view of the side to move, computed from the whole board.
    pub fn evaluate(&self, board: &Board) -> Score {
        let sums = Side::BOTH.map(|side| self.sums_of(board.placement(), side));
        self.score([&sums[0], &sums[1]], board)
    }

    /// The sums of a perspective from the whole board.
    pub(super) fn sums_of(&self, placement: &Placement, perspective: Side) -> Sums {
        let orientation = orientation_of(placement, perspective, flank_of(placement, perspective));
        let rows: Vec<&InputRow> = placement
            .men()
            .filter_map(|(_, piece, square)| orientation.input(perspective, piece, square))
            .map(|input| &self.inputs[input])
            .collect();
        let mut sums = self.bias;
        layers::update(self.level, &self.bias, &rows, &[], &mut sums);
        sums
    }

    /// The score of red's and black's sums from the view of the side to move.
    #[inline]
    pub(super) fn score(&self, sums: [&Sums; 2], board: &Board) -> Score {
        let [red, black] = sums;
        let sums = match board.side_to_move() {
            Side::Red => [red, black],
            Side::Black => [black, red],
        };
        let bucket = output_bucket(strong_pieces(board.placement()));
        let [own, enemy] = &self.outputs[bucket];
        let active = Relations::of(board.placement(), board.side_to_move());
        let rows = self.relations.split_at(relations::OF_PERSPECTIVE);
        let output = layers::weigh(
            self.level,
            sums,
            rows.into(),
            active.numbers(),
            [own, enemy],
        ) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(SCALE) / (i64::from(QA) * i64::from(QB));
        score.clamp(-i64::from(MAX_EVAL), i64::from(MAX_EVAL)) as Score
    }
}

/// Rooks, horses and cannons of both sides.
#[inline]
fn strong_pieces(placement: &Placement) -> usize {
    let count = |kind| placement.count(Side::Red, kind) + placement.count(Side::Black, kind);
    count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon)
}

//! A small learnt evaluation: one hidden layer over who stands where.
//!
//! Every side looks at the board from its own end, directly and in a mirror: four views. In each view a
//! man on a square adds his row of weights to a row of sums; clipped and squared, the sums of all four
//! views are weighed into one score. All views share their weights, so mirror images are worth the same
//! by construction, and so are positions with colours exchanged.
//!
//! A move changes what a view sees by two or three rows. A search therefore keeps the sums of every ply
//! of its line ([`Eyes`]) and derives the next from the last, as in Yu Nasu's "Efficiently updatable
//! neural-network based evaluation functions for computer shogi" (2018). The weights come from our own
//! games by `hanxin datagen` and `hanxin train`.

use crate::board::{Board, Ply};
use crate::types::score::MAX_EVAL;
use crate::types::{Kind, Piece, Score, Side, Square};
use crate::zobrist::Key;

/// What can be seen: seven kinds of either side on 90 squares.
pub const INPUTS: usize = 14 * 90;
/// Sums in each view.
pub const WIDTH: usize = 64;
/// Sets of output weights, by how many rooks, horses and cannons are left.
pub const STAGES: usize = 8;
/// A sum's one: sums are clipped to 0 ..= this.
pub const SUM_ONE: i16 = 255;
/// An output weight's one.
pub const OUTPUT_ONE: i16 = 64;
/// An output bias's one.
pub const OUTPUT_BIAS_ONE: i16 = 4096;
/// The score of an output of one, which multiplies the odds by e.
pub const SCORE_ONE: Score = 106;
/// Bytes of a network.
pub const BYTES: usize = 2 * ((INPUTS + 1 + 2 * STAGES) * WIDTH + STAGES);

/// Numbers of one row, where the processor's vectors like to find them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
struct Row([i16; WIDTH]);

impl Row {
    const ZERO: Self = Self([0; WIDTH]);
}

/// All weights.
pub struct Network {
    /// What a man on a square adds to the sums.
    inputs: [Row; INPUTS],
    /// The sums of an empty board.
    bias: Row,
    /// What the sums of the own and of the enemy's views count, by stage.
    outputs: [[Row; 2]; STAGES],
    /// What is added at the end, by stage.
    output_bias: [i16; STAGES],
}

/// The network that plays.
pub static NETWORK: Network = Network::read(include_bytes!("network.bin"));

impl Network {
    /// Reads weights as `hanxin train` writes them: 16-bit numbers, least byte first.
    #[expect(clippy::large_stack_arrays, reason = "the compiler's stack, not ours")]
    pub const fn read(bytes: &[u8; BYTES]) -> Self {
        let mut network = Self {
            inputs: [Row::ZERO; INPUTS],
            bias: Row::ZERO,
            outputs: [[Row::ZERO; 2]; STAGES],
            output_bias: [0; STAGES],
        };
        let (mut at, mut i) = (0, 0);
        while i < INPUTS {
            (network.inputs[i].0, at) = read_row(bytes, at);
            i += 1;
        }
        (network.bias.0, at) = read_row(bytes, at);
        let mut stage = 0;
        while stage < STAGES {
            (network.outputs[stage][0].0, at) = read_row(bytes, at);
            (network.outputs[stage][1].0, at) = read_row(bytes, at);
            stage += 1;
        }
        (network.output_bias, _) = read_row(bytes, at);
        network
    }

    /// The score from the view of the side to move, looking at the whole board.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.weigh(&self.sums_of(board), board)
    }

    /// Looks at every man.
    fn sums_of(&self, board: &Board) -> Sums {
        let mut sums = [self.bias; VIEWS.len()];
        for (_, piece, square) in board.placement().men() {
            for (row, view) in sums.iter_mut().zip(VIEWS) {
                let weights = &self.inputs[input(view, piece, square)];
                for (sum, weight) in row.0.iter_mut().zip(&weights.0) {
                    *sum += weight;
                }
            }
        }
        Sums(sums)
    }

    /// Makes the sums after a move from those before it.
    #[inline]
    fn follow(&self, before: &Sums, ply: &Ply, after: &mut Sums) {
        let (Some(mv), Some(piece)) = (ply.mv, ply.moved.piece()) else {
            *after = *before;
            return;
        };
        for ((after, before), view) in after.0.iter_mut().zip(&before.0).zip(VIEWS) {
            let (after, before) = (&mut after.0, &before.0);
            let leaves = &self.inputs[input(view, piece, mv.from())].0;
            let arrives = &self.inputs[input(view, piece, mv.to())].0;
            if let Some(victim) = ply.captured.piece() {
                let dies = &self.inputs[input(view, victim, mv.to())].0;
                for i in 0..WIDTH {
                    after[i] = before[i] + arrives[i] - leaves[i] - dies[i];
                }
            } else {
                for i in 0..WIDTH {
                    after[i] = before[i] + arrives[i] - leaves[i];
                }
            }
        }
    }

    /// The score of the sums from the view of the side to move.
    #[inline]
    fn weigh(&self, sums: &Sums, board: &Board) -> Score {
        let stage = stage_of(board);
        let [red, red_mirrored, black, black_mirrored] = &sums.0;
        let views = match board.side_to_move() {
            Side::Red => [red, red_mirrored, black, black_mirrored],
            Side::Black => [black, black_mirrored, red, red_mirrored],
        };
        let [own, enemy] = &self.outputs[stage];
        let total = weigh_row(views[0], own)
            + weigh_row(views[1], own)
            + weigh_row(views[2], enemy)
            + weigh_row(views[3], enemy);
        let one = i32::from(SUM_ONE) * i32::from(OUTPUT_ONE);
        let bias = i32::from(self.output_bias[stage]) * one / i32::from(OUTPUT_BIAS_ONE);
        let output = total / i32::from(SUM_ONE) + bias;
        (output * SCORE_ONE / one).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// Reads some weights from a place in the file; tells the next place.
const fn read_row<const N: usize>(bytes: &[u8; BYTES], at: usize) -> ([i16; N], usize) {
    let mut row = [0; N];
    let mut i = 0;
    while i < N {
        row[i] = i16::from_le_bytes([bytes[at + 2 * i], bytes[at + 2 * i + 1]]);
        i += 1;
    }
    (row, at + 2 * N)
}

/// The sums, clipped and squared, times their weights.
///
/// Written in steps that each become one vector instruction; the last multiplies and adds pairs.
#[inline]
fn weigh_row(sums: &Row, weights: &Row) -> i32 {
    let mut clipped = [0; WIDTH];
    let mut weighed = [0; WIDTH];
    for i in 0..WIDTH {
        clipped[i] = sums.0[i].clamp(0, SUM_ONE);
        weighed[i] = clipped[i] * weights.0[i];
    }
    let mut pairs = [0; WIDTH / 2];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let product = |i: usize| i32::from(clipped[i]) * i32::from(weighed[i]);
        *pair = product(2 * i) + product(2 * i + 1);
    }
    pairs.iter().sum()
}

/// Whose view, and whether it is the mirror's.
pub type View = (Side, bool);

const VIEWS: [View; 4] = [
    (Side::Red, false),
    (Side::Red, true),
    (Side::Black, false),
    (Side::Black, true),
];

/// What the four views see of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sums([Row; VIEWS.len()]);

/// The place of a man among the inputs of a view.
pub const fn input(view: View, piece: Piece, square: Square) -> usize {
    let (side, is_mirrored) = view;
    let square = square.relative_to(side);
    let square = if is_mirrored {
        square.mirrored()
    } else {
        square
    };
    let is_enemy = side.index() != piece.side.index();
    (is_enemy as usize * Kind::ALL.len() + piece.kind.index()) * 90 + square.dense()
}

/// Which output weights count in a position.
#[inline]
pub fn stage_of(board: &Board) -> usize {
    let placement = board.placement();
    let count = |kind| placement.count(Side::Red, kind) + placement.count(Side::Black, kind);
    let strong = count(Kind::Rook) + count(Kind::Horse) + count(Kind::Cannon);
    (strong.saturating_sub(1) * STAGES / 12).min(STAGES - 1)
}

/// Follows a line of play and evaluates its positions, looking only at what has changed.
pub struct Eyes {
    /// Moves played before the first position.
    first: usize,
    /// What was seen last at each ply, and of which position.
    seen: Vec<(Key, Sums)>,
}

impl Eyes {
    /// Eyes for a position and up to so many plies from it.
    pub fn new(board: &Board, plies: usize) -> Self {
        Self {
            first: board.history().len(),
            seen: vec![(board.key(), NETWORK.sums_of(board)); plies + 1],
        }
    }

    /// The network's score from the view of the side to move. The position must be the first one or
    /// come from it by moves.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let line = board.history().get(self.first..).unwrap_or_default();
        let key_at = |ply: usize| line.get(ply).map_or(board.key(), Ply::key);
        if line.len() >= self.seen.len() {
            return NETWORK.evaluate(board);
        }
        let mut known = line.len();
        while known > 0 && self.seen[known].0 != key_at(known) {
            known -= 1;
        }
        for (ply, played) in line.iter().enumerate().skip(known) {
            let (upper, lower) = self.seen.split_at_mut(ply + 1);
            if let (Some((_, before)), Some((key, after))) = (upper.last(), lower.first_mut()) {
                *key = key_at(ply + 1);
                NETWORK.follow(before, played, after);
            }
        }
        NETWORK.weigh(&self.seen[line.len()].1, board)
    }
}

#[cfg(test)]
mod tests;

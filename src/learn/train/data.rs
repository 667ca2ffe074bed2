//! Training samples: quiet positions with a score and, unless they stand off a game, a result.

use crate::learn::datagen::is_quiet;
use crate::learn::games::{Fault, LabelledGame, Winner};
use crate::learn::packed::{PackedPosition, SPARE};
use crate::learn::sigmoid;
use crate::nnue::features::{MAX_ACTIVE, Orientation, flank_weight};
use crate::nnue::{SCALE, output_bucket};
use crate::types::{Kind, Side, Square};

use arrayvec::ArrayVec;

/// A packed position whose free bytes hold the score (from the side to move's view) and the winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrainingSample(PackedPosition);

/// What the model sees of a sample, and what it should say.
pub(super) struct Example {
    /// Active inputs, the side to move's perspective first.
    pub(super) inputs: [ArrayVec<u32, MAX_ACTIVE>; 2],
    pub(super) output_bucket: usize,
    /// What the search expected, as points of the side to move.
    pub(super) expected: f32,
    /// Points of the side to move; `None` if unknown.
    pub(super) points: Option<f32>,
    /// The part of the rooks, horses and cannons that is gone, 0 to 1.
    pub(super) exchanged: f32,
}

impl TrainingSample {
    fn new(position: PackedPosition, score: i16, winner: Winner) -> Self {
        let mut bytes = position.0;
        bytes[SPARE..SPARE + 2].copy_from_slice(&score.to_le_bytes());
        bytes[SPARE + 2] = match winner.points(position.side_to_move()) {
            None => 3,
            Some(points) => (2.0 * points) as u8,
        };
        Self(PackedPosition(bytes))
    }

    fn score(&self) -> i16 {
        i16::from_le_bytes([self.0.0[SPARE], self.0.0[SPARE + 1]])
    }

    fn points(&self) -> Option<f32> {
        match self.0.0[SPARE + 2] {
            half_points @ 0..=2 => Some(f32::from(half_points) / 2.0),
            _ => None,
        }
    }

    /// Unpacks the sample.
    #[inline]
    pub(super) fn example(&self) -> Example {
        let mut men = ArrayVec::<_, 32>::new();
        let mut kings = [Square::NONE; 2];
        let mut flanks = [0; 2];
        let mut strong = 0;
        for (piece, dense) in self.0.men().take(32) {
            let square = Square::new((dense % 9) as u8, (dense / 9) as u8);
            men.push((piece, square));
            match piece.kind {
                Kind::King => kings[piece.side.index()] = square,
                Kind::Rook | Kind::Horse | Kind::Cannon => strong += 1,
                _ => {}
            }
            for side in Side::BOTH {
                flanks[side.index()] += flank_weight(side, piece, square);
            }
        }
        let own = self.0.side_to_move();
        let inputs = [own, own.opponent()].map(|side| {
            let (king, enemy) = (kings[side.index()], kings[side.opponent().index()]);
            let orientation = Orientation::new(side, king, enemy, flanks[side.index()]);
            let input = |&(piece, square)| orientation.input(side, piece, square).map(|i| i as u32);
            men.iter().filter_map(input).take(MAX_ACTIVE).collect()
        });
        Example {
            inputs,
            output_bucket: output_bucket(strong),
            expected: sigmoid(f32::from(self.score()) / SCALE as f32),
            points: self.points(),
            exchanged: 1.0 - (strong as f32 / 12.0).min(1.0),
        }
    }
}

/// The samples of some games.
#[derive(Default)]
pub struct Data(pub(super) Vec<TrainingSample>);

impl Data {
    /// Adds the quiet positions of a game.
    pub fn push(&mut self, game: &LabelledGame) -> Result<(), Fault> {
        game.replay(|board, labelled| {
            if let Some(score) = labelled.score.filter(|_| is_quiet(board, labelled)) {
                self.0.push(TrainingSample::new(
                    PackedPosition::of(board),
                    score,
                    game.winner,
                ));
            }
        })
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

    use super::*;

    #[test]
    fn samples_keep_score_and_points_of_the_side_to_move() {
        let start = PackedPosition::of(&Board::start());
        for (score, winner, points) in [
            (-300, Winner::Red, Some(1.0)),
            (0, Winner::Nobody, Some(0.5)),
            (106, Winner::Black, Some(0.0)),
            (106, Winner::Unknown, None),
        ] {
            let sample = TrainingSample::new(start, score, winner);
            assert_eq!((sample.score(), sample.points()), (score, points));
            let example = sample.example();
            assert_eq!(example.inputs.each_ref().map(ArrayVec::len), [31, 31]);
            assert_eq!((example.output_bucket, example.exchanged), (7, 0.0));
        }
        let even = TrainingSample::new(start, 106, Winner::Red).example();
        assert!((even.expected - 0.7311).abs() < 1e-4);
    }

    #[test]
    fn the_start_position_looks_the_same_from_both_sides() {
        let example =
            TrainingSample::new(PackedPosition::of(&Board::start()), 0, Winner::Red).example();
        let [mut own, mut enemy] = example.inputs;
        own.sort_unstable();
        enemy.sort_unstable();
        assert_eq!(own, enemy);
    }
}

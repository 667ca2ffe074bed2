//! Training samples: quiet positions with a score and, unless they stand off a game, a result.

use crate::board::Placement;
use crate::learn::datagen::is_quiet;
use crate::learn::games::{Fault, LabelledGame, LabelledMove, Winner};
use crate::learn::packed::{PackedPosition, SPARE};
use crate::learn::sigmoid;
use crate::nnue::features::{MAX_ACTIVE, Orientation, flank_weight};
use crate::nnue::relations::{MAX_RELATIONS, Relations};
use crate::nnue::{SCALE, output_bucket};
use crate::types::{Kind, Side, Square, score};

use arrayvec::ArrayVec;

/// A packed position whose free bytes hold the score (from the side to move's view) and the winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrainingSample(PackedPosition);

/// What the model sees of a sample, and what it should say.
pub(super) struct Example {
    /// Active inputs, the side to move's perspective first.
    pub(super) inputs: [ArrayVec<u32, { MAX_ACTIVE + MAX_RELATIONS }>; 2],
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

    /// Unpacks the sample. Where the kings leave the reflection of a perspective open, `is_reflected` takes
    /// the one that the flanks do not choose: the same position to learn from, with other inputs.
    #[inline]
    pub(super) fn example(&self, is_reflected: bool) -> Example {
        let mut men = ArrayVec::<_, 32>::new();
        let mut placement = Placement::EMPTY;
        let mut kings = [Square::NONE; 2];
        let mut flanks = [0; 2];
        let mut strong = 0;
        for (piece, dense) in self.0.men().take(32) {
            let square = Square::new((dense % 9) as u8, (dense / 9) as u8);
            men.push((piece, square));
            placement.add(piece, square);
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
        let relations = Relations::of(&placement, own);
        let inputs = [own, own.opponent()].map(|side| {
            let (king, enemy) = (kings[side.index()], kings[side.opponent().index()]);
            let flank = flanks[side.index()];
            let flank = if is_reflected { !flank } else { flank };
            let orientation = Orientation::new(side, king, enemy, flank);
            let standing = men
                .iter()
                .filter_map(|&(piece, square)| orientation.input(side, piece, square))
                .take(MAX_ACTIVE);
            let relations = relations.inputs(side == own);
            standing
                .chain(relations)
                .map(|input| input as u32)
                .collect()
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
    /// Adds the quiet positions of a game. `lambda` is the share of the later scores of the game in a label:
    /// lambda-returns (Sutton 1988).
    pub fn push(&mut self, game: &LabelledGame, lambda: f32) -> Result<(), Fault> {
        let mut labels = returns(&game.moves, lambda).into_iter();
        game.replay(|board, labelled| {
            let label = labels.next().flatten();
            if let Some(score) = label.filter(|_| is_quiet(board, labelled)) {
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

/// The labels of a game's positions: lambda-returns of its scores (Sutton 1988), in expected points.
///
/// The return of a position is its own score and, with the weight `lambda`, the return of the position after it:
/// searches a few plies later have seen further, and the mean of several errs less than one.
fn returns(moves: &[LabelledMove], lambda: f32) -> Vec<Option<i16>> {
    let mut later = None;
    let mut labels: Vec<_> = moves
        .iter()
        .rev()
        .map(|labelled| {
            let Some(score) = labelled.score else {
                later = None;
                return None;
            };
            let own = sigmoid(f32::from(score) / SCALE as f32);
            let value = later.map_or(own, |later: f32| own + lambda * (1.0 - later - own));
            later = Some(value);
            let is_own = lambda == 0.0 || score::is_decisive(score.into());
            Some(if is_own { score } else { score_of(value) })
        })
        .collect();
    labels.reverse();
    labels
}

/// The score that stands for these expected points.
fn score_of(points: f32) -> i16 {
    const ALMOST_WON: f32 = 0.9995;
    let points = points.clamp(1.0 - ALMOST_WON, ALMOST_WON);
    (SCALE as f32 * (points / (1.0 - points)).ln()).round() as i16
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::nnue::features::{INPUTS, KING_BUCKETS};

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
            let example = sample.example(false);
            // 31 men, the four horses that cannons attack, and three inputs by what is left.
            assert_eq!(example.inputs.each_ref().map(ArrayVec::len), [38, 38]);
            assert_eq!((example.output_bucket, example.exchanged), (7, 0.0));
        }
        let even = TrainingSample::new(start, 106, Winner::Red).example(false);
        assert!((even.expected - 0.7311).abs() < 1e-4);
    }

    #[test]
    fn the_start_position_looks_the_same_from_both_sides() {
        let example =
            TrainingSample::new(PackedPosition::of(&Board::start()), 0, Winner::Red).example(false);
        let standing = example.inputs.map(|inputs| {
            let men = |&input: &u32| (input as usize) < KING_BUCKETS * INPUTS;
            let mut inputs: Vec<u32> = inputs.into_iter().filter(men).collect();
            inputs.sort_unstable();
            inputs
        });
        assert_eq!(standing[0], standing[1]);
    }

    #[test]
    fn a_reflected_sample_has_other_inputs_only_where_the_kings_leave_it_open() {
        for (fen, is_open) in [
            ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", true),
            ("3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", false),
            ("3k5/9/9/9/9/9/9/9/4A4/R4K3 w - - 0 1", false),
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let sample = TrainingSample::new(PackedPosition::of(&board), 50, Winner::Red);
            let [plain, reflected] = [false, true].map(|turn| sample.example(turn).inputs);
            assert_eq!(plain != reflected, is_open, "{fen}");
        }
    }

    #[test]
    fn labels_are_drawn_towards_the_scores_to_come() {
        let mv = "h2e2".parse().expect("a move");
        let game = |scores: &[i32]| -> Vec<LabelledMove> {
            scores.iter().map(|&s| LabelledMove::new(mv, s)).collect()
        };
        let labels = |scores: &[i32], lambda| -> Vec<i16> {
            returns(&game(scores), lambda)
                .into_iter()
                .flatten()
                .collect()
        };
        assert_eq!(labels(&[50, -80, 300], 0.0), [50, -80, 300]);
        // Two sides that agree about an even and about an uneven game.
        assert_eq!(labels(&[0, 0, 0], 0.7), [0, 0, 0]);
        assert_eq!(labels(&[60, -60, 60], 0.7), [60, -60, 60]);
        // The second search sees that the first was wrong.
        let [first, second] = labels(&[0, -106], 0.5)[..] else {
            panic!("two labels");
        };
        assert!(
            (40..60).contains(&first) && second == -106,
            "{first} {second}"
        );
        // A proven mate stays one; a position without a score has no label and hides what follows.
        assert_eq!(labels(&[0, -30_990], 0.5)[1], -30_990);
        let unknown = LabelledMove { mv, score: None };
        let moves = [game(&[10]), vec![unknown], game(&[200])].concat();
        assert_eq!(returns(&moves, 0.5)[..2], [Some(10), None]);
    }
}

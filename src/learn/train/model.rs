//! The network in floating point: what it says, how it would say it better, and how it is rounded.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::eval::network::{
    BYTES, INPUTS, OUTPUT_BIAS_ONE, OUTPUT_ONE, STAGES, SUM_ONE, View, WIDTH, input, stage_of,
};
use crate::types::{Piece, Side, Square};

type Row = [f32; WIDTH];

/// How far from zero a weight may be, so that the engine's 16 bits hold every product.
const LARGEST: f32 = 127.0 / OUTPUT_ONE as f32;

/// Keeps a weight within what the engine can hold.
pub(super) const fn clip(weight: f32) -> f32 {
    weight.clamp(-LARGEST, LARGEST)
}

/// The weights of [`crate::eval::network`], or something of the same shape: a gradient, a mean.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Model {
    /// [`INPUTS`] rows, the bias, and for each stage the outputs of the own and the enemy's views.
    rows: Vec<Row>,
    output_bias: [f32; STAGES],
}

/// The row of the bias.
const BIAS: usize = INPUTS;

/// The views of a side: its own two, then the enemy's.
const fn views(side: Side) -> [View; 4] {
    let enemy = side.opponent();
    [(side, false), (side, true), (enemy, false), (enemy, true)]
}

/// A position as the network sees it: who stands where, whose move it is, and which outputs count.
pub(super) struct Scene {
    pub(super) men: ArrayVec<(Piece, Square), 32>,
    pub(super) side: Side,
    pub(super) stage: u8,
}

impl Scene {
    pub(super) fn of(board: &Board) -> Self {
        let men = board.placement().men();
        Self {
            men: men.map(|(_, piece, square)| (piece, square)).collect(),
            side: board.side_to_move(),
            stage: stage_of(board) as u8,
        }
    }

    /// The rows of weights that a view sums up, besides the bias.
    fn rows(&self, view: View) -> impl Iterator<Item = usize> + '_ {
        let row = move |&(piece, square): &(Piece, Square)| input(view, piece, square);
        self.men.iter().map(row)
    }

    /// The row of output weights of one of the four views.
    fn output_row(&self, view: View) -> usize {
        INPUTS + 1 + 2 * usize::from(self.stage) + usize::from(view.0 != self.side)
    }
}

impl Model {
    pub(super) fn zero() -> Self {
        Self {
            rows: vec![[0.0; WIDTH]; INPUTS + 1 + 2 * STAGES],
            output_bias: [0.0; STAGES],
        }
    }

    /// Small weights from a source of numbers between 0 and 1.
    pub(super) fn random(mut number: impl FnMut() -> f32) -> Self {
        let mut model = Self::zero();
        for weight in model.rows.iter_mut().flatten() {
            *weight = 0.2 * (number() - 0.5);
        }
        model.rows[BIAS] = [0.1; WIDTH];
        model
    }

    /// The weights that an engine's numbers stand for.
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let (pairs, _) = bytes.as_chunks();
        let mut numbers = pairs
            .iter()
            .map(|&pair| f32::from(i16::from_le_bytes(pair)));
        let mut next = |one: i16| numbers.next().unwrap_or_default() / f32::from(one);
        let mut model = Self::zero();
        for (i, row) in model.rows.iter_mut().enumerate() {
            let one = if i <= BIAS { SUM_ONE } else { OUTPUT_ONE };
            row.fill_with(|| next(one));
        }
        model.output_bias.fill_with(|| next(OUTPUT_BIAS_ONE));
        model
    }

    /// Changes every weight, given the same weight of other models.
    pub(super) fn zip_mut<const N: usize>(
        &mut self,
        others: [&Self; N],
        mut change: impl FnMut(&mut f32, [f32; N]),
    ) {
        for (i, row) in self.rows.iter_mut().enumerate() {
            for (j, weight) in row.iter_mut().enumerate() {
                change(weight, others.map(|other| other.rows[i][j]));
            }
        }
        for (i, weight) in self.output_bias.iter_mut().enumerate() {
            change(weight, others.map(|other| other.output_bias[i]));
        }
    }

    /// The sums of the four views.
    fn sums(&self, scene: &Scene) -> [Row; 4] {
        views(scene.side).map(|view| {
            let mut sums = self.rows[BIAS];
            for row in scene.rows(view) {
                for (sum, weight) in sums.iter_mut().zip(&self.rows[row]) {
                    *sum += weight;
                }
            }
            sums
        })
    }

    fn weigh(&self, sums: &[Row; 4], scene: &Scene) -> f32 {
        let mut parts = [0.0; WIDTH];
        for (sums, view) in sums.iter().zip(views(scene.side)) {
            let weights = &self.rows[scene.output_row(view)];
            for i in 0..WIDTH {
                let clipped = sums[i].clamp(0.0, 1.0);
                parts[i] += clipped * clipped * weights[i];
            }
        }
        parts.iter().sum::<f32>() + self.output_bias[usize::from(scene.stage)]
    }

    /// What the network says of a position.
    pub(super) fn output(&self, scene: &Scene) -> f32 {
        self.weigh(&self.sums(scene), scene)
    }

    /// Adds a position's part to a gradient. `judge` gives the error of an output and its slope.
    pub(super) fn learn(
        &self,
        scene: &Scene,
        judge: impl Fn(f32) -> (f32, f32),
        gradient: &mut Self,
    ) -> f64 {
        let sums = self.sums(scene);
        let (error, slope) = judge(self.weigh(&sums, scene));
        gradient.output_bias[usize::from(scene.stage)] += slope;
        for (sums, view) in sums.iter().zip(views(scene.side)) {
            let output = scene.output_row(view);
            let weights = &self.rows[output];
            let output = &mut gradient.rows[output];
            let mut slopes = [0.0; WIDTH];
            for i in 0..WIDTH {
                let clipped = sums[i].clamp(0.0, 1.0);
                output[i] += slope * clipped * clipped;
                let is_free = sums[i] > 0.0 && sums[i] < 1.0;
                slopes[i] = if is_free {
                    slope * weights[i] * 2.0 * clipped
                } else {
                    0.0
                };
            }
            for row in scene.rows(view).chain([BIAS]) {
                for (sum, slope) in gradient.rows[row].iter_mut().zip(&slopes) {
                    *sum += slope;
                }
            }
        }
        f64::from(error)
    }

    /// The weights rounded to the engine's 16-bit numbers, least byte first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let (sums, outputs) = self.rows.split_at(BIAS + 1);
        let rounded = |weights: &[Row], one: i16| -> Vec<i16> {
            let round = |weight: &f32| (weight * f32::from(one)).round() as i16;
            weights.iter().flatten().map(round).collect()
        };
        let bias = |weight: &f32| (weight * f32::from(OUTPUT_BIAS_ONE)).round() as i16;
        rounded(sums, SUM_ONE)
            .into_iter()
            .chain(rounded(outputs, OUTPUT_ONE))
            .chain(self.output_bias.iter().map(bias))
            .flat_map(i16::to_le_bytes)
            .collect()
    }
}

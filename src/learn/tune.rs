//! Fits the weights to results: logistic regression by Adam, drawn towards the weights we have.
//!
//! The evaluation is linear in its weights once phase and scale of a position are known, so a
//! position is kept as its feature counts, red minus black. The model is
//! `P(red's points) = 1 / (1 + exp(-score / slope))`; the loss is the cross entropy, plus a penalty
//! for leaving the starting weights.

use std::fmt::Write;
use std::str::FromStr;

use thiserror::Error;

use crate::eval::{FULL_PHASE, FULL_SCALE, Taper, Trace, count_features};
use crate::types::Tapered;
use crate::weights::{COUNT, GROUPS, GroupInfo};

use super::optimizer::AdamW;
use super::{Sample, sigmoid};

/// How to tune.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Passes over the data.
    pub epochs: usize,
    /// Step of Adam, in score units.
    pub rate: f32,
    /// Penalty for a weight's squared distance from its start, per position.
    pub anchor: f32,
    /// The score at which red's expected points are 1 / (1 + 1/e); 0 = fit it first.
    pub slope: f32,
    /// How much of a sample's target is its search score, where it has one; the rest is the result.
    pub mix: f32,
}

/// Positions updated together.
const BATCH: usize = 8192;

/// A weight's two halves while they are being tuned.
type Pair = [f32; 2];

/// A position as the tuner sees it.
struct Row {
    taper: Taper,
    /// Red's points and, if known, the search score.
    points: f32,
    score: Option<f32>,
    /// Where its features begin and end.
    features: std::ops::Range<usize>,
}

/// All positions.
#[derive(Default)]
pub struct Data {
    rows: Vec<Row>,
    features: Vec<(u16, i8)>,
}

impl Data {
    /// Adds a sample.
    pub fn push(&mut self, sample: &Sample) {
        let mut traces = [Trace::default(), Trace::default()];
        let taper = count_features(&sample.board, &mut traces);
        let start = self.features.len();
        let [red, black] = &traces;
        for (i, (&own, &enemy)) in red.counts.iter().zip(&black.counts).enumerate() {
            if own != enemy {
                self.features.push((i as u16, (own - enemy) as i8));
            }
        }
        self.rows.push(Row {
            taper,
            points: sample.red_points(),
            score: sample.score.map(|score| score as f32),
            features: start..self.features.len(),
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row's score, and by how much each half of a weight changes it.
    fn score(&self, row: &Row, weights: &[Pair]) -> (f32, Pair) {
        let mut sums = [0.0, 0.0];
        for &(i, count) in &self.features[row.features.clone()] {
            let [middlegame, endgame] = weights[usize::from(i)];
            sums[0] += middlegame * f32::from(count);
            sums[1] += endgame * f32::from(count);
        }
        let share = row.taper.phase as f32 / FULL_PHASE as f32;
        let mixed = sums[0] * share + sums[1] * (1.0 - share);
        let sign = if mixed < 0.0 { -1 } else { 1 };
        let scale = row.taper.scale(sign) as f32 / FULL_SCALE as f32;
        (mixed * scale, [share * scale, (1.0 - share) * scale])
    }

    /// The mean cross entropy.
    fn loss(&self, weights: &[Pair], slope: f32, mix: f32) -> f64 {
        let mut sum = 0.0;
        for row in &self.rows {
            let expected = sigmoid(self.score(row, weights).0 / slope).clamp(1e-6, 1.0 - 1e-6);
            let target = row.target(slope, mix);
            sum -= f64::from(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln());
        }
        sum / self.rows.len().max(1) as f64
    }

    /// The slope that fits the weights best, within a quarter of a percent.
    fn best_slope(&self, weights: &[Pair]) -> f32 {
        let (mut low, mut high) = (20.0_f32, 2000.0_f32);
        while high / low > 1.0025 {
            let third = (high / low).cbrt();
            let (a, b) = (low * third, high / third);
            if self.loss(weights, a, 0.0) < self.loss(weights, b, 0.0) {
                high = b;
            } else {
                low = a;
            }
        }
        (low * high).sqrt()
    }
}

impl Row {
    /// What the model should say.
    fn target(&self, slope: f32, mix: f32) -> f32 {
        self.score.map_or(self.points, |score| {
            mix * sigmoid(score / slope) + (1.0 - mix) * self.points
        })
    }
}

/// What tuning has come to.
pub struct Tuned {
    /// The slope used.
    pub slope: f32,
    /// Mean cross entropy before and after.
    pub loss: [f64; 2],
    start: Vec<Pair>,
    weights: Vec<Pair>,
    /// How many positions each weight had a say in.
    uses: Vec<u32>,
}

/// A full set of weights, the halves of each apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<Pair>);

/// A text that does not hold the weights.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseWeightsError {
    /// Something in parentheses is no pair of numbers.
    #[error("'pair({0})' is no weight (expected two integers)")]
    Pair(String),
    /// Too few or too many weights.
    #[error("{0} weights (expected {COUNT})")]
    Count(usize),
}

impl Weights {
    /// The weights the program was built with.
    pub fn current() -> Self {
        let pairs = GROUPS.iter().flat_map(|group| group.values);
        let halves = |pair: &Tapered| [pair.middlegame() as f32, pair.endgame() as f32];
        Self(pairs.map(halves).collect())
    }
}

impl FromStr for Weights {
    type Err = ParseWeightsError;

    /// Reads source as [`Tuned::source`] writes it.
    fn from_str(source: &str) -> Result<Self, Self::Err> {
        let mut weights = Vec::with_capacity(COUNT);
        for part in source.split("pair(").skip(1) {
            let text = part.split(')').next().unwrap_or_default();
            let pair = text.split_once(',').and_then(|(middlegame, endgame)| {
                Some([
                    middlegame.trim().parse().ok()?,
                    endgame.trim().parse().ok()?,
                ])
            });
            weights.push(pair.ok_or_else(|| ParseWeightsError::Pair(text.to_owned()))?);
        }
        if weights.len() == COUNT {
            Ok(Self(weights))
        } else {
            Err(ParseWeightsError::Count(weights.len()))
        }
    }
}

/// Tunes the weights from where they `start`; `progress` hears the loss after each epoch.
pub fn tune(
    data: &Data,
    start: Weights,
    settings: &Settings,
    mut progress: impl FnMut(usize, f64),
) -> Tuned {
    let start = start.0;
    let slope = if settings.slope > 0.0 {
        settings.slope
    } else {
        data.best_slope(&start)
    };
    let before = data.loss(&start, slope, settings.mix);
    let mut weights = start.clone();
    let mut adam = AdamW::new(2 * COUNT);
    for epoch in 1..=settings.epochs {
        // The step shrinks to a tenth over the run, so that the end is calm.
        let rate = settings.rate * (1.0 - 0.9 * (epoch - 1) as f32 / settings.epochs as f32);
        // Batches are strided through the data: each is a sample of all games.
        let batches = data.len().div_ceil(BATCH).max(1);
        for batch in 0..batches {
            let rows = data.rows.iter().skip(batch).step_by(batches);
            let mut gradient = vec![[0.0; 2]; COUNT];
            let mut count = 0.0;
            for row in rows {
                count += 1.0;
                let (score, share) = data.score(row, &weights);
                let error = sigmoid(score / slope) - row.target(slope, settings.mix);
                for &(i, times) in &data.features[row.features.clone()] {
                    for half in 0..2 {
                        gradient[usize::from(i)][half] += error * share[half] * f32::from(times);
                    }
                }
            }
            for ((gradient, weight), origin) in gradient.iter_mut().zip(&weights).zip(&start) {
                for half in 0..2 {
                    let pull = settings.anchor * (weight[half] - origin[half]);
                    gradient[half] = gradient[half] / count + pull;
                }
            }
            adam.step(
                rate,
                0.0,
                weights.as_flattened_mut(),
                gradient.as_flattened(),
            );
        }
        progress(epoch, data.loss(&weights, slope, settings.mix));
    }
    let mut uses = vec![0; COUNT];
    for &(i, _) in &data.features {
        uses[usize::from(i)] += 1;
    }
    Tuned {
        slope,
        loss: [before, data.loss(&weights, slope, settings.mix)],
        start,
        weights,
        uses,
    }
}

impl Tuned {
    /// The tuned weight at a place of the vector of all weights.
    pub fn weight(&self, place: usize) -> Tapered {
        let [middlegame, endgame] = self.weights[place];
        Tapered::new(middlegame.round() as i32, endgame.round() as i32)
    }

    /// The mean cross entropy on other data, before and after.
    pub fn check(&self, data: &Data, mix: f32) -> [f64; 2] {
        [&self.start, &self.weights].map(|weights| data.loss(weights, self.slope, mix))
    }

    /// How many positions a weight had a say in.
    pub fn uses(&self, place: usize) -> u32 {
        self.uses[place]
    }

    /// The text of `src/weights/data.rs` with the tuned weights.
    pub fn source(&self) -> String {
        let mut text = String::from(
            "//! The weights as `hanxin tune` writes them: middlegame and endgame, in the order of `groups!`.\n\n\
             use super::{Tapered, pair};\n",
        );
        for group in &GROUPS {
            self.write_group(&mut text, group);
        }
        text
    }

    fn write_group(&self, text: &mut String, group: &GroupInfo) {
        let length = group.values.len();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\npub(super) const {}: [Tapered; {length}] = [",
            group.name
        );
        for row in (0..length).step_by(group.width) {
            let pairs: Vec<String> = (row..row + group.width)
                .map(|i| self.weight(group.first + i))
                .map(|pair| format!("pair({}, {})", pair.middlegame(), pair.endgame()))
                .collect();
            let _ = writeln!(text, "    {},", pairs.join(", "));
        }
        text.push_str("];\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::{Kind, Side};
    use crate::weights::MATERIAL;

    fn data(lines: &[(&str, Option<Side>)]) -> Data {
        let mut data = Data::default();
        for &(fen, winner) in lines {
            data.push(&Sample {
                board: Board::from_fen(fen).expect("a position"),
                winner,
                score: None,
            });
        }
        data
    }

    const SETTINGS: Settings = Settings {
        epochs: 20,
        rate: 1.0,
        anchor: 0.0,
        slope: 100.0,
        mix: 0.0,
    };

    #[test]
    fn the_tuners_score_is_the_evaluations() {
        let board = Board::from_fen("3akab2/9/2n1b4/p3p3p/2r6/6P2/P3P3P/2N1C4/9/2BAKAB1R w")
            .expect("a position");
        let data = data(&[(&board.fen(), None)]);
        let (score, _) = data.score(&data.rows[0], &Weights::current().0);
        let exact = crate::eval::evaluate(&board);
        assert!((score - exact as f32).abs() < 1.0, "{score} {exact}");
    }

    #[test]
    fn a_kind_that_always_wins_becomes_dearer() {
        // Pawns alone cannot win; but if these games say so, their weight must grow.
        let lines = [
            ("3k1a3/4a4/9/9/9/9/P3P3P/9/9/4K4 w", Some(Side::Red)),
            ("3k5/9/9/p3p3p/9/9/9/9/4A4/4KA3 b", Some(Side::Black)),
        ];
        let tuned = tune(&data(&lines), Weights::current(), &SETTINGS, |_, _| {});
        assert!(tuned.loss[1] < tuned.loss[0]);
        let pawn = MATERIAL.first + Kind::Pawn.index();
        assert!(tuned.weight(pawn).endgame() > MATERIAL.values[Kind::Pawn.index()].endgame());
    }

    #[test]
    fn the_embedded_weights_can_be_read_as_text() {
        let source = include_str!("../weights/data.rs");
        assert_eq!(source.parse(), Ok(Weights::current()));
        let error = "pair(1, x)".parse::<Weights>().expect_err("no number");
        assert!(error.to_string().contains("1, x"));
        assert!("pair(1, 2)".parse::<Weights>().is_err());
    }

    #[test]
    fn unused_weights_stay_and_the_source_names_every_group() {
        let tuned = tune(
            &data(&[("3k5/9/9/9/9/9/9/9/4R4/4K4 w", None)]),
            Weights::current(),
            &SETTINGS,
            |_, _| {},
        );
        let horse = MATERIAL.first + Kind::Horse.index();
        assert_eq!(tuned.weight(horse), MATERIAL.values[Kind::Horse.index()]);
        assert_eq!(tuned.uses(horse), 0);
        let source = tuned.source();
        for group in &GROUPS {
            assert!(source.contains(&format!("const {}:", group.name)));
        }
        assert_eq!(source.matches("pair(").count(), COUNT);
    }
}

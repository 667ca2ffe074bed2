//! Trains the network of the evaluation on positions with scores and results.
//!
//! The model says what share of the point the side to move will get; the target is a mixture of what a
//! search thought and what became of the game. The squared error is brought down by Adam (Kingma and Ba
//! 2015) over shuffled batches, with a step that grows for a while and then shrinks along a cosine.
//! The same data, settings and number of threads give the same network.

mod model;

use std::f32::consts::PI;
use std::thread;

use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::eval;
use crate::eval::network::{BYTES, SCORE_ONE};
use crate::types::Side;

use super::Sample;
use model::{Model, Scene};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Passes over the data.
    pub epochs: usize,
    /// Largest step of Adam.
    pub rate: f32,
    /// How much of a sample's target is its search score; the rest is the result.
    pub mix: f32,
    /// Threads that share a batch.
    pub threads: usize,
    /// Seed of the first weights and of the order of the positions.
    pub seed: u64,
}

/// Positions that change the weights together.
const BATCH: usize = 16_384;
/// Steps until the rate is reached.
const WARM_UP: f32 = 100.0;
/// What is left of the rate at the end.
const LAST_RATE: f32 = 0.01;

/// A position with what it should be worth to the side to move.
struct Row {
    scene: Scene,
    /// Points of the side to move.
    points: f32,
    /// What a search thought, as a share of the point.
    expected: f32,
    /// What the evaluation with all its terms says, as a share of the point.
    by_terms: f32,
}

impl Row {
    fn new(sample: &Sample, score: f32) -> Self {
        let side = sample.board.side_to_move();
        let (points, score) = match side {
            Side::Red => (sample.red_points(), score),
            Side::Black => (1.0 - sample.red_points(), -score),
        };
        let by_terms = eval::evaluate(&sample.board) as f32;
        Self {
            scene: Scene::of(&sample.board),
            points,
            expected: share(score / SCORE_ONE as f32),
            by_terms: share(by_terms / SCORE_ONE as f32),
        }
    }

    /// What the model should say.
    fn target(&self, mix: f32) -> f32 {
        mix * self.expected + (1.0 - mix) * self.points
    }
}

/// The share of the point that belongs to an output.
fn share(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// All positions.
#[derive(Default)]
pub struct Data(Vec<Row>);

impl Data {
    /// Adds a sample; one without a score teaches nothing here and is left out.
    pub fn push(&mut self, sample: &Sample) {
        if let Some(score) = sample.score {
            self.0.push(Row::new(sample, score as f32));
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mean squared error of the evaluation with all its terms.
    pub fn error_of_terms(&self, mix: f32) -> f64 {
        self.error(|row| row.by_terms, mix)
    }

    fn error(&self, say: impl Fn(&Row) -> f32, mix: f32) -> f64 {
        let squared = |row: &Row| f64::from(say(row) - row.target(mix)).powi(2);
        self.0.iter().map(squared).sum::<f64>() / self.0.len().max(1) as f64
    }
}

/// A network in training.
pub struct Trainer {
    settings: Settings,
    random: SmallRng,
    model: Model,
    /// Adam's running means of the gradient and of its square.
    means: Model,
    squares: Model,
    steps: u32,
}

impl Trainer {
    /// A network that knows nothing.
    pub fn new(settings: Settings) -> Self {
        let mut random = SmallRng::seed_from_u64(settings.seed);
        Self {
            settings,
            model: Model::random(|| random.random::<f32>()),
            random,
            means: Model::zero(),
            squares: Model::zero(),
            steps: 0,
        }
    }

    /// A network that goes on learning.
    pub fn resume(settings: Settings, bytes: &[u8; BYTES]) -> Self {
        Self {
            model: Model::from_bytes(bytes),
            ..Self::new(settings)
        }
    }

    /// Passes over the data; tells the mean squared error of each pass.
    pub fn train(&mut self, data: &Data, mut tell: impl FnMut(usize, f64, &Self)) {
        let batch = BATCH.min(data.len());
        if batch == 0 {
            return;
        }
        let all_steps = (data.len() / batch * self.settings.epochs) as f32;
        let mut order: Vec<u32> = (0..data.len() as u32).collect();
        for epoch in 1..=self.settings.epochs {
            order.shuffle(&mut self.random);
            let batches = order.chunks_exact(batch);
            let count = batches.len();
            let mut error = 0.0;
            for batch in batches {
                let (gradient, batch_error) = self.gradient(data, batch);
                error += batch_error / count as f64;
                self.step(&gradient, all_steps);
            }
            tell(epoch, error, self);
        }
    }

    /// The mean squared error on data that need not be the training data.
    pub fn error(&self, data: &Data) -> f64 {
        let say = |row: &Row| share(self.model.output(&row.scene));
        data.error(say, self.settings.mix)
    }

    /// The network as the engine reads it.
    pub fn bytes(&self) -> Vec<u8> {
        self.model.bytes()
    }

    /// The mean gradient and error of a batch, shared among threads.
    fn gradient(&self, data: &Data, batch: &[u32]) -> (Model, f64) {
        let part = batch.len().div_ceil(self.settings.threads.max(1));
        let work = |part: &[u32]| {
            let mut gradient = Model::zero();
            let mut error = 0.0;
            for &i in part {
                let row = &data.0[i as usize];
                error += self.model.learn(
                    &row.scene,
                    |output| {
                        let share = share(output);
                        let miss = share - row.target(self.settings.mix);
                        (miss * miss, 2.0 * miss * share * (1.0 - share))
                    },
                    &mut gradient,
                );
            }
            (gradient, error)
        };
        let (mut sum, mut error) = (Model::zero(), 0.0);
        thread::scope(|scope| {
            let workers: Vec<_> = batch
                .chunks(part)
                .map(|part| scope.spawn(move || work(part)))
                .collect();
            for worker in workers {
                if let Ok((gradient, part_error)) = worker.join() {
                    sum.zip_mut([&gradient], |own, [other]| *own += other);
                    error += part_error;
                }
            }
        });
        let count = batch.len() as f32;
        sum.zip_mut([], |own, []| *own /= count);
        (sum, error / f64::from(count))
    }

    /// One step of Adam.
    fn step(&mut self, gradient: &Model, all_steps: f32) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let done = self.steps as f32;
        let shrink = LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + (PI * done / all_steps).cos());
        let rate = self.settings.rate * shrink * (done / WARM_UP).min(1.0);
        let fresh = KEEP.map(|keep| 1.0 - keep.powf(done));
        self.means.zip_mut([gradient], |mean, [g]| {
            *mean += (1.0 - KEEP[0]) * (g - *mean);
        });
        self.squares.zip_mut([gradient], |square, [g]| {
            *square += (1.0 - KEEP[1]) * (g * g - *square);
        });
        self.model
            .zip_mut([&self.means, &self.squares], |weight, [mean, square]| {
                let step = rate * (mean / fresh[0]) / ((square / fresh[1]).sqrt() + 1e-8);
                *weight = model::clip(*weight - step);
            });
    }
}

#[cfg(test)]
mod tests;

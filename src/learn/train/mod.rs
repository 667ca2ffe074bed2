//! Trains the network on the quiet positions of games.
//!
//! The model says how many points the side to move will get. Its target is a mixture of what a search
//! expected and what became of the game; the game's part grows during the training and with the exchange
//! of pieces. The squared error is brought down by `AdamW` over shuffled batches, with a step that grows for
//! a while and then shrinks along a cosine. The same data, settings and number of threads give the same
//! network, also when the training was interrupted between two passes.

mod checkpoint;
mod data;
mod model;

pub use checkpoint::CheckpointError;
pub use data::Data;

use std::f32::consts::PI;
use std::thread;

use fearless_simd::Level;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::nnue::Weights;

use super::optimizer::AdamW;
use data::{Example, TrainingSample};
use model::{Merged, Model, PARAMETERS, squared_error};

/// How to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Passes over the data.
    pub epochs: usize,
    /// Samples that change the weights together.
    pub batch: usize,
    /// The largest step.
    pub rate: f32,
    /// What is left of the rate at the end, as a share.
    pub last_rate: f32,
    /// Weight decay.
    pub decay: f32,
    /// The share of the game's result in the target, at the beginning and at the end.
    pub result_share: (f32, f32),
    /// What is added to that share where all rooks, horses and cannons are gone.
    pub endgame_share: f32,
    /// Threads that share a batch.
    pub threads: usize,
    /// Seed of the first weights and of the order of the samples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 40,
            batch: 16_384,
            rate: 0.001,
            last_rate: 0.01,
            decay: 0.01,
            result_share: (0.1, 0.3),
            endgame_share: 0.2,
            threads: 1,
            seed: 1,
        }
    }
}

/// Steps until the rate is reached.
const WARM_UP: f32 = 200.0;

/// How far a training has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Which pass over the data, from 1.
    pub number: usize,
    /// The mean squared error on the samples as they were learnt.
    pub error: f64,
}

/// A network in training.
pub struct Trainer {
    settings: Settings,
    level: Level,
    model: Model,
    merged: Merged,
    optimizer: AdamW,
    /// Passes done.
    epochs: usize,
    gradients: Vec<Merged>,
    gradient: Vec<f32>,
}

impl Trainer {
    /// A network that knows nothing.
    pub fn new(settings: Settings) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        Self::with(
            settings,
            Model::random(&mut random),
            AdamW::new(PARAMETERS),
            0,
        )
    }

    /// A network that goes on learning, with a fresh optimiser.
    pub fn starting_from(settings: Settings, weights: &Weights) -> Self {
        Self::with(
            settings,
            Model::of_weights(weights),
            AdamW::new(PARAMETERS),
            0,
        )
    }

    fn with(settings: Settings, mut model: Model, optimizer: AdamW, epochs: usize) -> Self {
        let mut merged = Merged::zero();
        model.clip_and_merge(&mut merged);
        Self {
            settings,
            level: Level::new(),
            model,
            merged,
            optimizer,
            epochs,
            gradients: vec![Merged::zero(); settings.threads.max(1)],
            gradient: vec![0.0; PARAMETERS],
        }
    }

    /// Passes done.
    pub const fn epochs(&self) -> usize {
        self.epochs
    }

    /// The next pass over the data; `None` when all are done. `progress` hears of every batch's samples.
    pub fn train_epoch(&mut self, data: &Data, mut progress: impl FnMut(usize)) -> Option<Epoch> {
        let batch = self.settings.batch.min(data.len());
        if self.epochs >= self.settings.epochs || batch == 0 {
            return None;
        }
        let mut order: Vec<u32> = (0..data.len() as u32).collect();
        let seed = self.settings.seed.wrapping_add(1 + self.epochs as u64);
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let batches = order.chunks_exact(batch);
        let count = batches.len();
        let all_steps = (count * self.settings.epochs) as f32;
        let mut error = 0.0;
        for batch in batches {
            error += self.step(data, batch, all_steps) / count as f64;
            progress(batch.len());
        }
        self.epochs += 1;
        Some(Epoch {
            number: self.epochs,
            error,
        })
    }

    /// The mean squared error on samples that need not be those of the training, with the last target.
    pub fn error(&self, data: &Data) -> f64 {
        let part = data.len().div_ceil(self.settings.threads.max(1)).max(1);
        let work = |part: &[TrainingSample]| -> f64 {
            let error = |sample: &TrainingSample| {
                let example = sample.example(false);
                let output = self.merged.output(self.level, &example);
                f64::from(squared_error(output, self.target(&example, 1.0)).0)
            };
            part.iter().map(error).sum()
        };
        let sum: f64 = thread::scope(|scope| {
            let spawn = |part| scope.spawn(move || work(part));
            let workers: Vec<_> = data.0.chunks(part).map(spawn).collect();
            workers
                .into_iter()
                .filter_map(|worker| worker.join().ok())
                .sum()
        });
        sum / data.len().max(1) as f64
    }

    /// The network as the engine uses it.
    pub fn weights(&self) -> Weights {
        self.merged.rounded()
    }

    /// What the model should say, in points; `progress` runs from 0 to 1.
    fn target(&self, example: &Example, progress: f32) -> f32 {
        let Some(points) = example.points else {
            return example.expected;
        };
        let (first, last) = self.settings.result_share;
        let share = first + (last - first) * progress;
        let share = (share + self.settings.endgame_share * example.exchanged).clamp(0.0, 1.0);
        share * points + (1.0 - share) * example.expected
    }

    /// One batch: gradient and step. Returns the mean error.
    fn step(&mut self, data: &Data, batch: &[u32], all_steps: f32) -> f64 {
        let done = self.optimizer.steps as f32;
        let progress = done / all_steps;
        let mut gradients = std::mem::take(&mut self.gradients);
        let part = batch.len().div_ceil(gradients.len());
        let trainer = &*self;
        let error: f64 = thread::scope(|scope| {
            let spawn = |(part, gradient)| {
                scope.spawn(move || trainer.learn(data, part, progress, gradient))
            };
            let workers: Vec<_> = batch.chunks(part).zip(&mut gradients).map(spawn).collect();
            workers
                .into_iter()
                .filter_map(|worker| worker.join().ok())
                .sum()
        });
        if let Some((first, others)) = gradients.split_first_mut() {
            for other in others.iter() {
                first.add(other);
            }
            first.write_gradient(1.0 / batch.len() as f32, &mut self.gradient);
        }
        self.gradients = gradients;
        let last = self.settings.last_rate;
        let shrink = last + (1.0 - last) * 0.5 * (1.0 + (PI * progress).cos());
        let rate = self.settings.rate * shrink * ((done + 1.0) / WARM_UP).min(1.0);
        self.optimizer
            .step(rate, self.settings.decay, &mut self.model.0, &self.gradient);
        self.model.clip_and_merge(&mut self.merged);
        error / batch.len() as f64
    }

    /// Whether this pass shows a sample reflected: half of the samples, the other half in the next pass.
    const fn is_reflected(&self, sample: u32) -> bool {
        (mix(sample) ^ self.epochs as u32) & 1 == 1
    }

    /// The gradient of some samples of a batch; returns the sum of their errors.
    fn learn(&self, data: &Data, part: &[u32], progress: f32, gradient: &mut Merged) -> f64 {
        gradient.clear();
        let judge =
            |example: &Example, output| squared_error(output, self.target(example, progress));
        let error = |&index: &u32| {
            let example = data.0[index as usize].example(self.is_reflected(index));
            f64::from(self.merged.learn(self.level, &example, judge, gradient))
        };
        part.iter().map(error).sum()
    }
}

/// A bit that looks random from sample to sample.
const fn mix(sample: u32) -> u32 {
    sample.wrapping_mul(0x9E37_79B9) >> 31
}

#[cfg(test)]
mod tests;

//! Numbers improved by games between neighbours: simultaneous perturbation stochastic approximation (Spall
//! 1992), as engine testing uses it.
//!
//! An iteration shifts all numbers at once, each up or down by chance, plays the two opposite shifts against
//! each other and moves every number towards the winner's. Shifts and moves shrink from iteration to
//! iteration. The random choices of an iteration depend on the seed and its number alone, so a tuning that
//! was interrupted goes on as if nothing had happened.

use std::ops::RangeInclusive;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// How fast moves shrink, and how fast shifts do (Spall's recommendation).
const MOVE_DECAY: f64 = 0.602;
const SHIFT_DECAY: f64 = 0.101;
/// Moves are damped for this part of the iterations.
const STABLE_PART: f64 = 0.1;

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Tunable {
    pub name: &'static str,
    pub start: i32,
    pub range: RangeInclusive<i32>,
    /// The shift of the last iteration.
    pub shift: f64,
}

impl Tunable {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(*self.range.start()), f64::from(*self.range.end()))
    }
}

/// How to tune.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub iterations: u32,
    /// The last iteration's move for one point, in shifts.
    pub rate: f64,
    pub seed: u64,
}

/// Two sets of numbers that are to play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// By tunable: +1 where the first set is shifted up.
    signs: Vec<f64>,
    /// The shifted numbers of both sets, by tunable.
    pub sets: [Vec<i32>; 2],
}

/// A tuning in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    tunables: Vec<Tunable>,
    settings: Settings,
    progress: Progress,
}

/// What has to be kept of a tuning to go on with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    pub settings: Settings,
    pub names: Vec<String>,
    pub iteration: u32,
    pub values: Vec<f64>,
}

impl Spsa {
    /// A tuning that begins.
    pub fn new(tunables: Vec<Tunable>, settings: Settings) -> Self {
        let progress = Progress {
            settings,
            names: tunables.iter().map(|t| t.name.to_owned()).collect(),
            iteration: 0,
            values: tunables.iter().map(|t| f64::from(t.start)).collect(),
        };
        Self {
            tunables,
            settings,
            progress,
        }
    }

    /// Goes on with what was kept; `false` if that was a tuning of other numbers or by other settings.
    #[must_use]
    pub fn resume(&mut self, kept: Progress) -> bool {
        let fits = kept.settings == self.settings
            && kept.names == self.progress.names
            && kept.values.len() == kept.names.len()
            && kept.iteration <= self.settings.iterations
            && kept.values.iter().all(|value| value.is_finite());
        if fits {
            self.progress = kept;
        }
        fits
    }

    /// How far it has come.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What is tuned.
    pub fn tunables(&self) -> &[Tunable] {
        &self.tunables
    }

    /// The numbers as they are now, rounded.
    pub fn values(&self) -> Vec<i32> {
        let rounded = self.progress.values.iter();
        rounded.map(|value| value.round() as i32).collect()
    }

    /// The two sets of the next iteration; `None` when all are done.
    pub fn next_trial(&self) -> Option<Trial> {
        let number = self.progress.iteration;
        if number >= self.settings.iterations {
            return None;
        }
        let seed = self.settings.seed ^ u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut trial = Trial {
            signs: Vec::with_capacity(self.tunables.len()),
            sets: [Vec::new(), Vec::new()],
        };
        for (tunable, &value) in self.tunables.iter().zip(&self.progress.values) {
            let sign = if random.random_bool(0.5) { 1.0 } else { -1.0 };
            let shift = tunable.shift * self.shift_factor();
            for (set, direction) in trial.sets.iter_mut().zip([sign, -sign]) {
                let shifted = tunable.clamp(value + direction * shift);
                // By chance up or down, so that shifts of less than one are felt.
                let rounded = (shifted + random.random_range(0.0..1.0)).floor();
                set.push(tunable.clamp(rounded) as i32);
            }
            trial.signs.push(sign);
        }
        Some(trial)
    }

    /// Ends an iteration: the points that the first set has won over the second, less those it has lost.
    pub fn enter(&mut self, trial: &Trial, points: f64) {
        let factor = self.move_factor() / self.shift_factor();
        let values = self.progress.values.iter_mut().zip(&trial.signs);
        for ((value, sign), tunable) in values.zip(&self.tunables) {
            let step = self.settings.rate * tunable.shift * factor;
            *value = tunable.clamp(*value + sign * step * points);
        }
        self.progress.iteration += 1;
    }

    /// Shifts, as a multiple of the last iteration's.
    fn shift_factor(&self) -> f64 {
        let (all, now) = self.counts();
        (all / now).powf(SHIFT_DECAY)
    }

    /// Moves, as a multiple of the last iteration's.
    fn move_factor(&self) -> f64 {
        let (all, now) = self.counts();
        let stable = STABLE_PART * all;
        ((stable + all) / (stable + now)).powf(MOVE_DECAY)
    }

    /// Iterations in all, and the present one from 1.
    fn counts(&self) -> (f64, f64) {
        let all = f64::from(self.settings.iterations);
        (all, f64::from(self.progress.iteration) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings {
        iterations: 3000,
        rate: 0.05,
        seed: 7,
    };

    fn tunables() -> Vec<Tunable> {
        let tunable = |name, start| Tunable {
            name,
            start,
            range: 0..=100,
            shift: 5.0,
        };
        vec![tunable("first", 20), tunable("second", 90)]
    }

    /// How good a set is: best at 60 and 40.
    fn strength(set: &[i32]) -> f64 {
        -f64::from((set[0] - 60).pow(2) + (set[1] - 40).pow(2))
    }

    fn iterate(spsa: &mut Spsa, iterations: u32) {
        for _ in 0..iterations {
            let Some(trial) = spsa.next_trial() else {
                return;
            };
            let difference = strength(&trial.sets[0]) - strength(&trial.sets[1]);
            let points = if difference == 0.0 {
                0.0
            } else {
                difference.signum()
            };
            spsa.enter(&trial, points);
        }
    }

    #[test]
    fn numbers_move_to_where_games_are_won() {
        let mut spsa = Spsa::new(tunables(), SETTINGS);
        iterate(&mut spsa, u32::MAX);
        let values = spsa.values();
        assert!((values[0] - 60).abs() <= 5, "{values:?}");
        assert!((values[1] - 40).abs() <= 5, "{values:?}");
        assert_eq!(spsa.next_trial(), None);
    }

    #[test]
    fn an_interrupted_tuning_goes_on_as_if_nothing_had_happened() {
        let mut whole = Spsa::new(tunables(), SETTINGS);
        iterate(&mut whole, 50);
        let mut first = Spsa::new(tunables(), SETTINGS);
        iterate(&mut first, 20);
        let text = serde_json::to_string(first.progress()).expect("JSON");
        let mut second = Spsa::new(tunables(), SETTINGS);
        assert!(second.resume(serde_json::from_str(&text).expect("progress")));
        iterate(&mut second, 30);
        assert_eq!(second, whole);
    }

    #[test]
    fn what_belongs_to_another_tuning_is_not_taken() {
        let spsa = Spsa::new(tunables(), SETTINGS);
        let mut other = Spsa::new(tunables()[..1].to_vec(), SETTINGS);
        assert!(!other.resume(spsa.progress().clone()));
        let mut broken = spsa.progress().clone();
        broken.values.pop();
        let mut same = Spsa::new(tunables(), SETTINGS);
        assert!(!same.resume(broken));
    }

    #[test]
    fn nothing_leaves_its_range() {
        let mut spsa = Spsa::new(tunables(), SETTINGS);
        for _ in 0..2000 {
            let Some(trial) = spsa.next_trial() else {
                break;
            };
            assert!(
                trial
                    .sets
                    .iter()
                    .flatten()
                    .all(|value| (0..=100).contains(value))
            );
            // Whoever has more of the first number wins.
            let points = f64::from((trial.sets[0][0] - trial.sets[1][0]).signum());
            spsa.enter(&trial, points);
        }
        assert!(spsa.values()[0] >= 95);
    }
}

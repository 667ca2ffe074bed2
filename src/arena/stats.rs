//! The statistics of a match between two engines: Elo, normalized Elo, likelihood of superiority and
//! the sequential probability ratio test.
//!
//! The unit is the pair of games from one opening with colours swapped: five outcomes, 0 to 2 points
//! (pentanomial). Games of a pair are not independent, pairs are; so the variance comes from pairs.
//! Where no pair is complete, single games (trinomial) stand in.
//!
//! The log-likelihood ratio is that of the generalised test (GSPRT; Van den Bergh, *Normalized Elo*
//! and *Comments on normalized Elo*): under each hypothesis the most likely distribution that has the
//! hypothesised strength, strength being logistic Elo (a mean) or normalized Elo (mean in standard
//! deviations per game).

use std::f64::consts::{LN_10, SQRT_2};
use std::str::FromStr;

use thiserror::Error;

/// Quantile of the normal distribution for 95 % on both sides.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Normalized Elo per standard deviation and game: makes it agree with Elo where draws are rare.
const NORMALIZED_UNIT: f64 = 800.0 / LN_10;
/// Weight given to an outcome that never occurred, so that its likelihood exists.
const NEVER: f64 = 1e-3;

/// Results from one engine's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// A figure with the half width of its 95 % interval. The width is NaN where it is unknown and infinite
/// where the interval has one end only.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// How much one engine is stronger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Logistic Elo; infinite when every point was won or lost.
    pub elo: Estimate,
    /// The interval of Elo: not symmetric about the figure, NaN where it is unknown.
    pub elo_range: (f64, f64),
    /// Normalized Elo.
    pub normalized: Estimate,
    /// How likely it is that the engine is the stronger one; NaN where it is unknown.
    pub superiority: f64,
}

/// The expected score of a player who is `elo` stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that makes `score` the expected score.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    400.0 * (score / (1.0 - score)).log10()
}

/// The normal distribution function (via the complementary error function of Numerical Recipes,
/// fractional error below 1.2e-7).
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / SQRT_2)
}

fn erfc(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let series = COEFFICIENTS.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let tail = t * (-x * x + series).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

/// Mean and variance of outcomes with these weights and values.
fn moments(weights: &[f64], values: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let mean = weights.iter().zip(values).map(|(w, v)| w * v).sum::<f64>() / total;
    let variance = weights
        .iter()
        .zip(values)
        .map(|(w, v)| w * (v - mean).powi(2))
        .sum::<f64>()
        / total;
    (mean, variance)
}

/// Wilson's 95 % interval of a share seen in `total` trials.
pub fn wilson(share: f64, total: f64) -> (f64, f64) {
    let tail = Z95 * Z95 / total;
    let center = share + tail / 2.0;
    let spread = (tail * (share * (1.0 - share) + tail / 4.0)).sqrt();
    (
        (center - spread) / (1.0 + tail),
        (center + spread) / (1.0 + tail),
    )
}

/// The 95 % interval of the mean score of `total` outcomes; NaN where they do not tell.
///
/// One outcome has no scatter, and where several are all the same their variance of zero is a lack of
/// data rather than certainty. Only if every point was won or lost there is still one end to state
/// ([`wilson`]).
fn score_range(score: f64, variance: f64, total: f64) -> (f64, f64) {
    if total < 2.0 {
        (f64::NAN, f64::NAN)
    } else if variance > 0.0 {
        let error = Z95 * (variance / total).sqrt();
        (score - error, score + error)
    } else if score >= 1.0 {
        (wilson(1.0, total).0, 1.0)
    } else if score <= 0.0 {
        (0.0, wilson(0.0, total).1)
    } else {
        (f64::NAN, f64::NAN)
    }
}

impl Tally {
    /// Enters a single game: half points 0, 1 or 2.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Enters a complete pair by its half points, 0 to 4. Its games are entered on their own.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// All complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points per game.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games().max(1) as f64
    }

    /// The same results from the opponent's view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        std::mem::swap(&mut self.wins, &mut self.losses);
        self.pairs.reverse();
        self
    }

    /// Outcome counts and points per game of each: by pairs if there are any, else by games.
    fn outcomes(&self) -> (Vec<f64>, Vec<f64>) {
        if self.pair_count() > 0 {
            let counts = self.pairs.iter().map(|&n| n as f64).collect();
            (counts, vec![0.0, 0.25, 0.5, 0.75, 1.0])
        } else {
            let counts = [self.losses, self.draws, self.wins].map(|n| n as f64);
            (counts.to_vec(), vec![0.0, 0.5, 1.0])
        }
    }

    /// Games an outcome stands for.
    fn games_per_outcome(&self) -> f64 {
        if self.pair_count() > 0 { 2.0 } else { 1.0 }
    }

    /// Elo, normalized Elo and likelihood of superiority; `None` without games.
    pub fn strength(&self) -> Option<Strength> {
        if self.games() == 0 {
            return None;
        }
        let (counts, values) = self.outcomes();
        let total: f64 = counts.iter().sum();
        let (score, variance) = moments(&counts, &values);
        let standard_error = (variance / total).sqrt();
        let (low, high) = score_range(score, variance, total);
        let (low, high) = (elo_of_score(low), elo_of_score(high));
        let per_game = (variance * self.games_per_outcome()).sqrt();
        let games = total * self.games_per_outcome();
        let superiority = if low.is_nan() {
            f64::NAN
        } else if standard_error > 0.0 {
            normal_cdf((score - 0.5) / standard_error)
        } else {
            0.5 + 0.5 * (score - 0.5).signum() * f64::from(u8::from((score - 0.5).abs() > 1e-12))
        };
        Some(Strength {
            score,
            elo: Estimate {
                value: elo_of_score(score),
                error: (high - low) / 2.0,
            },
            elo_range: (low, high),
            normalized: Estimate {
                value: (score - 0.5) / per_game * NORMALIZED_UNIT,
                error: Z95 * NORMALIZED_UNIT / games.sqrt(),
            },
            superiority,
        })
    }
}

/// Which strength the bounds of a test are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Logistic Elo.
    #[default]
    Logistic,
    /// Normalized Elo.
    Normalized,
}

/// A sequential probability ratio test of "at most `elo0` stronger" against "at least `elo1`".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower hypothesis.
    pub elo0: f64,
    /// The upper hypothesis.
    pub elo1: f64,
    /// The rate of wrongly accepting `elo1`.
    pub alpha: f64,
    /// The rate of wrongly accepting `elo0`.
    pub beta: f64,
    /// What the bounds measure.
    pub model: EloModel,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// Play on.
    Continue,
    /// The lower hypothesis: no gain.
    AcceptH0,
    /// The upper hypothesis: a gain.
    AcceptH1,
}

/// A test that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no SPRT (expected elo0,elo1,alpha,beta with elo0 < elo1, like 0,5,0.05,0.05)")]
pub struct ParseSprtError(pub String);

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseSprtError(text.to_owned());
        let numbers: Vec<f64> = text
            .split(',')
            .map(|part| part.trim().parse().map_err(|_| error()))
            .collect::<Result<_, _>>()?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(error()),
        };
        let rate = 1e-6..0.5;
        let in_order = elo0 < elo1 && elo0.is_finite() && elo1.is_finite();
        if !in_order || !rate.contains(&alpha) || !rate.contains(&beta) {
            return Err(error());
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            model: EloModel::default(),
        })
    }
}

impl Sprt {
    /// The bounds of the log-likelihood ratio at which the test ends (Wald).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of the results so far.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let (counts, values) = tally.outcomes();
        if counts.iter().sum::<f64>() < 1.0 {
            return 0.0;
        }
        let counts: Vec<f64> = counts.into_iter().map(|n| n.max(NEVER)).collect();
        let total: f64 = counts.iter().sum();
        let observed: Vec<f64> = counts.iter().map(|n| n / total).collect();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, &values, expected_score(elo)),
            EloModel::Normalized => {
                let deviations = elo / NORMALIZED_UNIT * tally.games_per_outcome().sqrt();
                with_deviations(&observed, &values, deviations)
            }
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let mean: f64 = observed
            .iter()
            .zip(h0.iter().zip(&h1))
            .map(|(p, (p0, p1))| p * (p1 / p0).ln())
            .sum();
        mean * total
    }

    /// Whether the test has ended, and how.
    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => SprtVerdict::AcceptH1,
            llr if llr <= lower => SprtVerdict::AcceptH0,
            _ => SprtVerdict::Continue,
        }
    }
}

/// The distribution likeliest to give `observed` among those whose mean of `values` is `mean`.
///
/// By Lagrange: `p = observed / (1 + θ (value - mean))`, θ being the one root of the constraint
/// between the poles.
fn with_mean(observed: &[f64], values: &[f64], mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = values.iter().map(|v| v - mean).collect();
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return observed.to_vec();
    }
    let excess = |theta: f64| -> f64 {
        observed
            .iter()
            .zip(&offsets)
            .map(|(p, d)| p * d / (1.0 + theta * d))
            .sum()
    };
    // The excess falls from +∞ to -∞ between the poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    observed
        .iter()
        .zip(&offsets)
        .map(|(p, d)| p / (1.0 + theta * d))
        .collect()
}

/// The distribution likeliest to give `observed` among those whose mean lies `deviations` standard
/// deviations above one half: the constraint is linearised about the last solution until it stands
/// still.
fn with_deviations(observed: &[f64], values: &[f64], deviations: f64) -> Vec<f64> {
    let mut solution = vec![1.0 / values.len() as f64; values.len()];
    for _ in 0..40 {
        let (mean, variance) = moments(&solution, values);
        let sigma = variance.sqrt().max(1e-12);
        let linear: Vec<f64> = values
            .iter()
            .map(|v| v - 0.5 - 0.5 * deviations * sigma * (1.0 + ((v - mean) / sigma).powi(2)))
            .collect();
        let next = with_mean(observed, &linear, 0.0);
        let change = next
            .iter()
            .zip(&solution)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        solution = next;
        if change < 1e-10 {
            break;
        }
    }
    solution
}

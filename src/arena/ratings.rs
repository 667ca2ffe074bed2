//! Ratings of several engines from all their games together (Bradley and Terry 1952), with the
//! advantage of the first move as one more unknown.
//!
//! Red's expected score is the logistic function of `rating(red) - rating(black) + advantage`; a draw
//! is half a win. One imaginary draw of each engine against the average, and one between equals
//! for the first move, keep everything finite. Errors come from the scatter of the pairs of games
//! themselves (the "sandwich" estimate), so draws and dependence inside a pair are accounted for.

use std::collections::HashSet;
use std::f64::consts::LN_10;

use super::stats::{Estimate, Z95};

/// Natural units per Elo point.
const UNIT: f64 = LN_10 / 400.0;
/// Imaginary draws behind each unknown.
const PRIOR_DRAWS: f64 = 1.0;
/// A variance, in natural units, that is nothing but rounding.
const NO_SCATTER: f64 = 1e-18;

/// A game as ratings see it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatedGame {
    /// Index of the engine with red.
    pub red: usize,
    /// Index of the engine with black.
    pub black: usize,
    /// Red's points: 0, ½ or 1.
    pub score: f64,
    /// Games with the same number depend on each other.
    pub cluster: usize,
}

/// Ratings around an average of zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each engine. The error is NaN where the games do not tell: fewer than two pairs, or no
    /// scatter among them.
    pub engines: Vec<Estimate>,
    /// What moving first is worth.
    pub first_move: Estimate,
}

/// Fits the ratings of `count` engines.
pub fn fit(count: usize, games: &[RatedGame]) -> Ratings {
    let unknowns = count + 1;
    let mut values = vec![0.0; unknowns];
    let mut information = vec![vec![0.0; unknowns]; unknowns];
    for _ in 0..50 {
        let (gradient, matrix) = derivatives(count, games, &values);
        information = matrix;
        let Some(step) = solve(information.clone(), gradient) else {
            break;
        };
        let largest = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        // Newton's step, shortened where it would overshoot.
        let factor = (3.0 / largest).min(1.0);
        for (value, step) in values.iter_mut().zip(&step) {
            *value += factor * step;
        }
        if largest < 1e-10 {
            break;
        }
    }
    let scatter = scatter(count, games, &values);
    let error = |contrast: Vec<f64>| {
        let Some(influence) = solve(information.clone(), contrast) else {
            return f64::INFINITY;
        };
        let variance: f64 = (0..unknowns)
            .flat_map(|i| (0..unknowns).map(move |j| (i, j)))
            .map(|(i, j)| influence[i] * scatter[i][j] * influence[j])
            .sum();
        if variance > NO_SCATTER {
            Z95 * variance.sqrt() / UNIT
        } else {
            f64::NAN
        }
    };
    let known = |pairs: usize, error: f64| if pairs < 2 { f64::NAN } else { error };
    let mean = values[..count].iter().sum::<f64>() / count.max(1) as f64;
    let engines = (0..count)
        .map(|engine| {
            let mut contrast = vec![-1.0 / count as f64; unknowns];
            contrast[count] = 0.0;
            contrast[engine] += 1.0;
            Estimate {
                value: (values[engine] - mean) / UNIT,
                error: known(pairs_of(games, Some(engine)), error(contrast)),
            }
        })
        .collect();
    let mut contrast = vec![0.0; unknowns];
    contrast[count] = 1.0;
    Ratings {
        engines,
        first_move: Estimate {
            value: values[count] / UNIT,
            error: known(pairs_of(games, None), error(contrast)),
        },
    }
}

/// How many pairs of games there are, of one engine or in all.
fn pairs_of(games: &[RatedGame], engine: Option<usize>) -> usize {
    let takes_part = |game: &&RatedGame| engine.is_none_or(|e| game.red == e || game.black == e);
    let pairs: HashSet<usize> = games.iter().filter(takes_part).map(|g| g.cluster).collect();
    pairs.len()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Red's surplus over the expectation, and the weight of the game.
fn residual(count: usize, game: &RatedGame, values: &[f64]) -> (f64, f64) {
    let expected = logistic(values[game.red] - values[game.black] + values[count]);
    (game.score - expected, expected * (1.0 - expected))
}

/// How the unknowns enter a game: red, black, first move.
fn signs(count: usize, game: &RatedGame) -> [(usize, f64); 3] {
    [(game.red, 1.0), (game.black, -1.0), (count, 1.0)]
}

fn derivatives(count: usize, games: &[RatedGame], values: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut gradient = vec![0.0; count + 1];
    let mut matrix = vec![vec![0.0; count + 1]; count + 1];
    for game in games {
        let (surplus, weight) = residual(count, game, values);
        for (i, sign) in signs(count, game) {
            gradient[i] += sign * surplus;
            for (j, other) in signs(count, game) {
                matrix[i][j] += sign * other * weight;
            }
        }
    }
    for (unknown, &value) in values.iter().enumerate() {
        let expected = logistic(value);
        gradient[unknown] += PRIOR_DRAWS * (0.5 - expected);
        matrix[unknown][unknown] += PRIOR_DRAWS * expected * (1.0 - expected);
    }
    (gradient, matrix)
}

/// The sum over clusters of the outer product of their gradients.
fn scatter(count: usize, games: &[RatedGame], values: &[f64]) -> Vec<Vec<f64>> {
    let mut sums = std::collections::BTreeMap::<usize, Vec<f64>>::new();
    for game in games {
        let (surplus, _) = residual(count, game, values);
        let sum = sums
            .entry(game.cluster)
            .or_insert_with(|| vec![0.0; count + 1]);
        for (i, sign) in signs(count, game) {
            sum[i] += sign * surplus;
        }
    }
    let mut matrix = vec![vec![0.0; count + 1]; count + 1];
    for sum in sums.values() {
        for (row, a) in matrix.iter_mut().zip(sum) {
            for (cell, b) in row.iter_mut().zip(sum) {
                *cell += a * b;
            }
        }
    }
    matrix
}

/// Solves a small linear system by elimination with pivoting; `None` if it is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (cell, pivot) in below[0].iter_mut().zip(&above[column]) {
                *cell -= factor * pivot;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::{Tally, expected_score};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn linear_systems_are_solved() {
        let matrix = vec![vec![0.0, 2.0], vec![1.0, 1.0]];
        assert_eq!(solve(matrix, vec![4.0, 3.0]), Some(vec![1.0, 2.0]));
        assert_eq!(
            solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![1.0, 2.0]),
            None
        );
    }

    /// Two engines, many games, both colours alike: the rating difference is the Elo of the score,
    /// and its error that of the pentanomial estimate.
    #[test]
    fn two_engines_agree_with_the_plain_elo() {
        let mut tally = Tally::default();
        let mut games = Vec::new();
        for cluster in 0..1000 {
            // Of ten pairs: one 2, three 1½, five 1, one ½.
            let (first, second) = [
                (1.0, 1.0),
                (1.0, 0.5),
                (1.0, 0.5),
                (0.5, 1.0),
                (0.5, 0.5),
                (0.5, 0.5),
                (1.0, 0.0),
                (1.0, 0.0),
                (0.0, 1.0),
                (0.5, 0.0),
            ][cluster % 10];
            // Every other block with colours exchanged, so that red has no advantage on the whole.
            let (first, second) = if cluster % 20 < 10 {
                (first, second)
            } else {
                (second, first)
            };
            games.push(RatedGame {
                red: 0,
                black: 1,
                score: first,
                cluster,
            });
            games.push(RatedGame {
                red: 1,
                black: 0,
                score: 1.0 - second,
                cluster,
            });
            tally.add_game((first * 2.0) as u8);
            tally.add_game((second * 2.0) as u8);
            tally.add_pair(((first + second) * 2.0) as u8);
        }
        let ratings = fit(2, &games);
        let strength = tally.strength().expect("games");
        let difference = ratings.engines[0].value - ratings.engines[1].value;
        assert!(
            (difference - strength.elo.value).abs() < 0.5,
            "{difference}"
        );
        // Each rating is half the difference away from the mean.
        let error = 2.0 * ratings.engines[0].error;
        assert!(
            (error - strength.elo.error).abs() < 0.3,
            "{error} {strength:?}"
        );
    }

    #[test]
    fn known_ratings_and_first_move_are_recovered() {
        let truth = [-120.0, -20.0, 40.0, 100.0];
        let advantage = 35.0;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut games = Vec::new();
        for cluster in 0..12_000 {
            let red = cluster % 4;
            let black = (red + 1 + (cluster / 4) % 3) % 4;
            let expected = expected_score(truth[red] - truth[black] + advantage);
            let score = f64::from(u8::from(rng.random::<f64>() < expected));
            games.push(RatedGame {
                red,
                black,
                score,
                cluster,
            });
        }
        let ratings = fit(4, &games);
        for (estimate, truth) in ratings.engines.iter().zip(truth) {
            assert!(
                (estimate.value - truth).abs() < 1.5 * estimate.error,
                "{ratings:?}"
            );
            assert!(estimate.error > 2.0 && estimate.error < 15.0);
        }
        assert!((ratings.first_move.value - advantage).abs() < 1.5 * ratings.first_move.error);
    }

    #[test]
    fn without_scatter_the_error_is_unknown() {
        let game = |cluster, red, score| RatedGame {
            red,
            black: 1 - red,
            score,
            cluster,
        };
        let is_unknown = |games: &[RatedGame]| {
            let ratings = fit(2, games);
            ratings.engines.iter().all(|e| e.error.is_nan()) && ratings.first_move.error.is_nan()
        };
        assert!(is_unknown(&[game(0, 0, 1.0)]));
        assert!(is_unknown(&[game(0, 0, 1.0), game(0, 1, 0.5)]));
        let drawn: Vec<RatedGame> = (0..20).map(|i| game(i / 2, i % 2, 0.5)).collect();
        assert!(is_unknown(&drawn));
        let two = [
            game(0, 0, 1.0),
            game(0, 1, 0.5),
            game(1, 0, 0.5),
            game(1, 1, 0.5),
        ];
        assert!(fit(2, &two).engines[0].error > 0.0);
    }

    #[test]
    fn a_clean_sweep_stays_finite() {
        let games: Vec<RatedGame> = (0..50)
            .map(|cluster| RatedGame {
                red: 0,
                black: 1,
                score: 1.0,
                cluster,
            })
            .collect();
        let ratings = fit(2, &games);
        assert!(
            ratings
                .engines
                .iter()
                .all(|e| e.value.is_finite() && e.value.abs() < 5000.0)
        );
        assert!(fit(3, &[]).engines.iter().all(|e| e.value == 0.0));
    }
}

//! The statistics against published results and by simulation.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::stats::*;

/// A tally with these pairs and as many games (how a pair of one point came about does not matter).
fn pairs(pairs: [u64; 5]) -> Tally {
    let [ll, ld, dd, wd, ww] = pairs;
    Tally {
        wins: 2 * ww + wd,
        draws: ld + 2 * dd + wd,
        losses: 2 * ll + ld,
        pairs,
    }
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

fn close(actual: f64, expected: f64, tolerance: f64) {
    assert!(
        (actual - expected).abs() <= tolerance,
        "{actual} is not {expected} ± {tolerance}"
    );
}

/// Published by users of fastchess: pairs, Elo, error, normalized Elo, error, superiority in %.
#[test]
fn strength_agrees_with_published_matches() {
    for (counts, elo, error, normalized, normalized_error, superiority) in [
        ([40, 67, 295, 123, 54], 25.25, 13.92, 36.44, 20.01, 99.98),
        ([73, 79, 296, 91, 118], 27.02, 15.81, 32.26, 18.79, 99.96),
        ([66, 79, 5, 0, 0], -303.61, 30.73, -622.74, 39.32, 0.0),
        (
            [578, 1352, 1985, 1283, 564],
            -2.92,
            5.02,
            -3.70,
            6.34,
            12.65,
        ),
    ] {
        let strength = pairs(counts).strength().expect("games");
        close(strength.elo.value, elo, 0.006);
        close(strength.elo.error, error, 0.006);
        close(strength.normalized.value, normalized, 0.006);
        close(strength.normalized.error, normalized_error, 0.006);
        close(strength.superiority * 100.0, superiority, 0.006);
    }
}

/// Stockfish's fishtest, 2020: pull requests 3209 and 2971, bounds in logistic Elo.
#[test]
fn logistic_llr_agrees_with_published_tests() {
    for (elo0, elo1, counts, llr) in [
        (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        (0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        (-0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
        (0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
    ] {
        let test = sprt(elo0, elo1, EloModel::Logistic);
        close(test.llr(&pairs(counts)), llr, 0.0051);
    }
}

/// Stockfish's fishtest since 2021: pull requests 4194 and 6616, bounds in normalized Elo; and two
/// matches published by users of fastchess.
#[test]
fn normalized_llr_agrees_with_published_tests() {
    for (elo0, elo1, counts, llr) in [
        (0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
        (0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
        (0.0, 2.0, [2, 1925, 6607, 2176, 2], 2.94),
        (0.0, 10.0, [40, 67, 295, 123, 54], 2.95),
        (0.0, 10.0, [73, 79, 296, 91, 118], 2.95),
    ] {
        let test = sprt(elo0, elo1, EloModel::Normalized);
        close(test.llr(&pairs(counts)), llr, 0.0051);
    }
}

/// Without pairs: the textbook formula, score's standard error from wins, draws and losses.
#[test]
fn single_games_follow_the_textbook() {
    let tally = Tally {
        wins: 300,
        draws: 500,
        losses: 200,
        pairs: [0; 5],
    };
    let strength = tally.strength().expect("games");
    let (n, s) = (1000.0, 0.55);
    let variance: f64 = (300.0 * 0.45f64.powi(2) + 500.0 * 0.05f64.powi(2) + 200.0 * s * s) / n;
    let e = 1.959_964 * (variance / n).sqrt();
    let elo = |p: f64| 400.0 * (p / (1.0 - p)).log10();
    close(strength.elo.value, 34.86, 0.01);
    close(strength.elo.error, (elo(s + e) - elo(s - e)) / 2.0, 1e-3);
    // LOS = Φ((W - L) / √(W + L)) where the mean is taken as one half; close to ours.
    close(
        strength.superiority,
        normal_cdf(100.0 / 500f64.sqrt()),
        1e-5,
    );
}

#[test]
fn the_normal_distribution_is_right() {
    for (x, p) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746),
        (1.959_963_985, 0.975),
        (-2.575_829_304, 0.005),
    ] {
        close(normal_cdf(x), p, 2e-7);
    }
}

#[test]
fn one_sided_results_do_not_break_anything() {
    let all_won = pairs([0, 0, 0, 0, 5]).strength().expect("games");
    assert!(all_won.elo.value.is_infinite());
    close(all_won.superiority, 1.0, 1e-12);
    assert_eq!(Tally::default().strength(), None);
    let test = sprt(0.0, 5.0, EloModel::Logistic);
    assert!(test.llr(&Tally::default()).abs() < 1e-12);
    for counts in [[9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9]] {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            assert!(sprt(0.0, 5.0, model).llr(&pairs(counts)).is_finite());
        }
    }
}

/// One outcome has no scatter, and equal ones have none either: that is no certainty.
#[test]
fn without_scatter_the_error_is_unknown() {
    let single = |wins, draws| Tally {
        wins,
        draws,
        ..Tally::default()
    };
    for tally in [
        pairs([0, 0, 1, 0, 0]),
        pairs([0, 0, 0, 1, 0]),
        pairs([0, 0, 0, 0, 1]),
        pairs([0, 0, 9, 0, 0]),
        pairs([0, 0, 0, 9, 0]),
        single(1, 0),
        single(0, 1),
        single(0, 9),
    ] {
        let strength = tally.strength().expect("games");
        assert!(strength.elo.error.is_nan(), "{tally:?} {strength:?}");
        assert!(strength.elo_range.0.is_nan() && strength.elo_range.1.is_nan());
        assert!(strength.superiority.is_nan());
    }
    let two = pairs([0, 0, 1, 1, 0]).strength().expect("games");
    assert!(two.elo.error > 0.0 && two.elo.error.is_finite());
}

/// Fifty pairs won: Wilson's lower end is 50 / (50 + 1.96²).
#[test]
fn a_clean_sweep_has_one_end() {
    let (low, high) = pairs([0, 0, 0, 0, 50]).strength().expect("games").elo_range;
    close(low, 445.8, 0.5);
    assert!(high.is_infinite());
    let lost = pairs([50, 0, 0, 0, 0]).strength().expect("games");
    close(lost.elo_range.1, -low, 1e-9);
    assert!(lost.elo_range.0.is_infinite() && lost.elo.error.is_infinite());
}

#[test]
fn reversing_the_view_turns_the_sign() {
    let tally = pairs([40, 67, 295, 123, 54]);
    let (there, back) = (tally.strength(), tally.reversed().strength());
    let value = |s: Option<Strength>| s.map_or(0.0, |s| s.elo.value);
    close(value(there), -value(back), 1e-9);
}

/// Plays a test with a known distribution of pairs to its end.
fn simulate(test: Sprt, chances: [f64; 5], rng: &mut Xoshiro256PlusPlus) -> SprtVerdict {
    let mut tally = Tally::default();
    loop {
        for _ in 0..4 {
            let mut draw: f64 = rng.random();
            let mut index = 0;
            while index < 4 && draw >= chances[index] {
                draw -= chances[index];
                index += 1;
            }
            tally.add_pair(index as u8);
        }
        match test.verdict(&tally) {
            SprtVerdict::Continue => {}
            verdict => return verdict,
        }
    }
}

/// A distribution of pairs with mean `score`: shifts weight from losing to winning outcomes.
fn chances(score: f64) -> [f64; 5] {
    let base = [0.06, 0.22, 0.44, 0.22, 0.06];
    let shift = (score - 0.5) * 2.0;
    let chances = [
        base[0] - shift / 3.0,
        base[1] - shift / 3.0,
        base[2],
        base[3] + shift / 3.0,
        base[4] + shift / 3.0,
    ];
    let mean: f64 = chances
        .iter()
        .enumerate()
        .map(|(index, p)| p * index as f64 / 4.0)
        .sum();
    close(mean, score, 1e-9);
    chances
}

/// At each bound the wrong verdict comes at most at about the promised rate of 5 %.
#[test]
fn sprt_keeps_its_promise_at_both_bounds() {
    const RUNS: u32 = 400;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let test = sprt(0.0, 30.0, model);
        for (elo, right) in [
            (test.elo0, SprtVerdict::AcceptH0),
            (test.elo1, SprtVerdict::AcceptH1),
        ] {
            let score = match model {
                EloModel::Logistic => expected_score(elo),
                EloModel::Normalized => {
                    // Standard deviation per game of the distribution: √2 that of a pair.
                    let spread = |score: f64| {
                        let values = chances(score).into_iter().enumerate();
                        values
                            .map(|(i, p)| p * (i as f64 / 4.0 - score).powi(2))
                            .sum::<f64>()
                            .sqrt()
                            * std::f64::consts::SQRT_2
                    };
                    let unit = 800.0 / std::f64::consts::LN_10;
                    let guess = 0.5 + elo / unit * spread(0.5);
                    0.5 + elo / unit * spread(guess)
                }
            };
            let wrong = (0..RUNS)
                .filter(|_| simulate(test, chances(score), &mut rng) != right)
                .count();
            // 5 % of 400 is 20; three standard deviations more is 33.
            assert!(wrong <= 33, "{model:?} at {elo}: {wrong} wrong of {RUNS}");
        }
    }
}

#[test]
fn sprt_is_read_and_bad_ones_are_named() {
    let test: Sprt = "0,5,0.05,0.1".parse().expect("a test");
    let (lower, upper) = test.bounds();
    close(lower, (0.1f64 / 0.95).ln(), 1e-12);
    close(upper, (0.9f64 / 0.05).ln(), 1e-12);
    assert_eq!("0,5".parse::<Sprt>().map(|t| t.alpha), Ok(0.05));
    for text in [
        "",
        "5,0,0.05,0.05",
        "0,5,0.6,0.05",
        "0,5,0.05",
        "a,b,c,d",
        "0,inf",
    ] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
}

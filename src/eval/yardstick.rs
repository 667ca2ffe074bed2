//! How far static scores are from the scores of deep searches.
//!
//! Both become expected points by a logistic curve. The reference's curve is given; the one of the scores
//! to be judged is fitted, because an evaluation may count in any unit.

use crate::types::Score;

/// The reference's scores are taken for expected points on this scale.
const REFERENCE_SCALE: f64 = 150.0;

/// The best fit of some scores to a reference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The score that multiplies the odds by e.
    pub scale: f64,
    /// Root mean square of the difference in expected points.
    pub error: f64,
}

/// Fits pairs of a static score and the reference's score, both from the side to move's view.
pub fn fit(pairs: &[(Score, Score)]) -> Fit {
    let at = |scale| Fit {
        scale,
        error: error(pairs, scale),
    };
    // The error has one minimum over the scale: search by thirds on a logarithmic axis.
    let (mut low, mut high) = (5.0_f64.ln(), 5000.0_f64.ln());
    for _ in 0..60 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(left.exp()).error < at(right.exp()).error {
            high = right;
        } else {
            low = left;
        }
    }
    at(f64::midpoint(low, high).exp())
}

fn error(pairs: &[(Score, Score)], scale: f64) -> f64 {
    let points = |score: Score, scale: f64| 1.0 / (1.0 + (-f64::from(score) / scale).exp());
    let squared = |&(score, reference): &(Score, Score)| {
        (points(score, scale) - points(reference, REFERENCE_SCALE)).powi(2)
    };
    (pairs.iter().map(squared).sum::<f64>() / pairs.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_in_another_unit_fit_exactly() {
        let pairs: Vec<_> = (-500..500)
            .step_by(10)
            .map(|score| (score / 5 * 2, score))
            .collect();
        let fit = fit(&pairs);
        assert!(
            (fit.scale - 60.0).abs() < 0.1 && fit.error < 1e-6,
            "{fit:?}"
        );
    }

    #[test]
    fn scores_that_say_nothing_have_the_spread_of_the_reference() {
        let pairs: Vec<_> = [-300, 300].into_iter().map(|score| (0, score)).collect();
        let spread = 1.0 / (1.0 + (-2.0_f64).exp()) - 0.5;
        assert!((fit(&pairs).error - spread).abs() < 1e-9);
    }
}

//! Figures with their errors as text; what is unknown is `?`.

use super::stats::Estimate;

/// Half the width of an interval: `12.3`, or `?` if it is unknown.
pub(super) fn error(error: f64) -> String {
    if error.is_nan() {
        "?".to_owned()
    } else {
        format!("{error:.1}")
    }
}

/// `+12.3 ± 4.5`; without the error where it is infinite.
pub(super) fn plus_minus(estimate: Estimate) -> String {
    if estimate.value.is_nan() {
        "?".to_owned()
    } else if estimate.value.is_infinite() || estimate.error.is_infinite() {
        format!("{:+.1}", estimate.value)
    } else {
        format!("{:+.1} ± {}", estimate.value, error(estimate.error))
    }
}

/// `+1.0 to +9.0`, or the one end there is.
pub(super) fn range((low, high): (f64, f64)) -> String {
    if low.is_nan() || high.is_nan() {
        "?".to_owned()
    } else if high.is_infinite() && low.is_finite() {
        format!("{low:+.1} or more")
    } else if low.is_infinite() && high.is_finite() {
        format!("{high:+.1} or less")
    } else {
        format!("{low:+.1} to {high:+.1}")
    }
}

/// A probability as `97.5 %`.
pub(super) fn percent(probability: f64) -> String {
    if probability.is_nan() {
        "?".to_owned()
    } else {
        format!("{:.1} %", probability * 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_a_question_mark() {
        let estimate = |value, error| plus_minus(Estimate { value, error });
        assert_eq!(estimate(0.0, f64::NAN), "+0.0 ± ?");
        assert_eq!(estimate(f64::NAN, 3.0), "?");
        assert_eq!(estimate(f64::INFINITY, f64::NAN), "+inf");
        assert_eq!(estimate(2.0, 3.0), "+2.0 ± 3.0");
        assert_eq!(range((f64::NAN, f64::NAN)), "?");
        assert_eq!(percent(f64::NAN), "?");
    }

    #[test]
    fn an_interval_with_one_end_says_so() {
        assert_eq!(range((607.0, f64::INFINITY)), "+607.0 or more");
        assert_eq!(range((f64::NEG_INFINITY, -607.0)), "-607.0 or less");
        assert_eq!(range((-1.0, 9.0)), "-1.0 to +9.0");
    }
}

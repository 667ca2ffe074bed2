//! Axes: where a value lies, which tick marks to draw and what they say.

/// How values are laid out along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors; values that are not positive are left out.
    Log,
}

/// An axis: what it shows, how, and over which range.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
    range: Option<(f64, f64)>,
    is_whole: bool,
}

impl Axis {
    /// A linear axis whose range follows from the data.
    pub fn linear(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Linear,
            range: None,
            is_whole: false,
        }
    }

    /// A linear axis of things that can be counted: ticks at whole numbers, at each of a dozen.
    pub fn whole(label: impl Into<String>) -> Self {
        Self {
            is_whole: true,
            ..Self::linear(label)
        }
    }

    /// A logarithmic axis whose range follows from the data.
    pub fn log(label: impl Into<String>) -> Self {
        Self {
            scale: Scale::Log,
            ..Self::linear(label)
        }
    }

    /// The same axis with a fixed range.
    #[must_use]
    pub fn from_to(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }

    pub(super) fn shows(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }

    /// The mapping for these values, widened to whole ticks on the vertical axis.
    pub(super) fn fit(&self, values: impl Iterator<Item = f64>, widen: bool) -> Fitted {
        let measure = |v: f64| match self.scale {
            Scale::Linear => v,
            Scale::Log => v.log10(),
        };
        let (mut low, mut high) = values
            .filter(|&v| self.shows(v))
            .map(measure)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            });
        if let Some((from, to)) = self.range.filter(|r| self.shows(r.0) && self.shows(r.1)) {
            (low, high) = (measure(from), measure(to));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let has_powers = self.scale == Scale::Log && high - low >= 0.9;
        let widen = widen && self.range.is_none();
        let ticks = if has_powers {
            powers(&mut low, &mut high, widen)
        } else {
            steps(self, &mut low, &mut high, widen)
        };
        Fitted {
            scale: self.scale,
            low,
            high,
            ticks,
            has_powers,
        }
    }
}

/// An axis with its range and tick marks settled.
pub(super) struct Fitted {
    pub(super) scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
    /// The ticks are powers of ten.
    pub(super) has_powers: bool,
}

impl Fitted {
    /// Where the value lies between the ends, 0 to 1; values outside are put at the end.
    pub(super) fn position(&self, value: f64) -> f64 {
        let value = match self.scale {
            Scale::Linear => value,
            Scale::Log => value.max(f64::MIN_POSITIVE).log10(),
        };
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// A tick's text. A logarithmic axis beyond 10,000 or below 0.001 has powers of ten throughout.
    pub(super) fn label(&self, tick: f64) -> String {
        let is_wide = self.high > 4.5 || self.low < -3.5;
        tick_label(tick, self.has_powers && is_wide)
    }
}

/// Tick marks at powers of ten; with `widen` the range grows to the next one on both ends.
fn powers(low: &mut f64, high: &mut f64, widen: bool) -> Vec<f64> {
    if widen {
        (*low, *high) = ((*low + 1e-9).floor(), (*high - 1e-9).ceil());
    }
    let every = ((*high - *low) / 8.0).ceil().max(1.0);
    let first = (*low - 1e-9).ceil() as i32;
    let last = (*high + 1e-9).floor() as i32;
    (first..=last)
        .step_by(every as usize)
        .map(|power| 10f64.powi(power))
        .collect()
}

/// Tick marks (as values) in equal steps; with `widen` the range grows to the next one on both ends,
/// except down to zero on a logarithmic axis, which has none.
fn steps(axis: &Axis, low: &mut f64, high: &mut f64, widen: bool) -> Vec<f64> {
    let scale = axis.scale;
    let (mut from, mut to) = match scale {
        Scale::Linear => (*low, *high),
        Scale::Log => (10f64.powf(*low), 10f64.powf(*high)),
    };
    let step = if axis.is_whole {
        nice_step((to - from) / 12.0).max(1.0)
    } else {
        nice_step((to - from) / 6.0)
    };
    if widen {
        let below = (from / step).floor() * step;
        if axis.shows(below) {
            from = below;
        }
        to = (to / step).ceil() * step;
        (*low, *high) = match scale {
            Scale::Linear => (from, to),
            Scale::Log => (from.log10(), to.log10()),
        };
    }
    let first = (from / step - 1e-6).ceil() as i64;
    let last = (to / step + 1e-6).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|n| n * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(power * 10.0)
}

/// A tick's text: 10ⁿ or the plain number.
fn tick_label(value: f64, as_power: bool) -> String {
    if as_power {
        let power = value.abs().log10().round();
        let exponent: String = format!("{power:.0}")
            .chars()
            .map(|c| match c.to_digit(10) {
                Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
                None => '⁻',
            })
            .collect();
        return format!("10{exponent}");
    }
    if value.abs() >= 1e15 {
        return format!("{value:e}");
    }
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text), |rest| ("\u{2212}", rest));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && whole.len() >= 5 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if grouped == "0" && fraction.is_empty() {
        return grouped;
    }
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_ticks_are_round_and_cover_the_data() {
        let axis = Axis::linear("x").fit([-37.0, 412.0].into_iter(), true);
        assert_eq!(axis.ticks, [-100.0, 0.0, 100.0, 200.0, 300.0, 400.0, 500.0]);
        assert!(axis.position(-37.0) > 0.0 && axis.position(412.0) < 1.0);
    }

    #[test]
    fn whole_ticks_have_no_fractions() {
        let ticks = |high| Axis::whole("x").fit([1.0, high].into_iter(), false).ticks;
        assert_eq!(ticks(4.0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ticks(9.0).len(), 9);
        assert_eq!(ticks(20.0)[..2], [2.0, 4.0]);
    }

    #[test]
    fn log_ticks_are_powers_of_ten() {
        let axis = Axis::log("n").fit([40.0, 1_422_290.0].into_iter(), true);
        assert_eq!(axis.ticks, [1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]);
        assert!((axis.position(1e4) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn less_than_a_decade_has_ticks_where_they_belong() {
        // The first ends would be 0 on a linear axis; the last ones are a decade once widened.
        for (low, high) in [(3.0, 17.0), (87_389.0, 103_694.0), (12_000.0, 90_000.0)] {
            for widen in [false, true] {
                let axis = Axis::log("n").fit([low, high].into_iter(), widen);
                assert!(axis.ticks.len() > 2, "{:?}", axis.ticks);
                for &tick in &axis.ticks {
                    let place = axis.low + axis.position(tick) * (axis.high - axis.low);
                    assert!(
                        (place - tick.log10()).abs() < 1e-9,
                        "{tick} in {low}..{high}"
                    );
                    assert_eq!(axis.label(tick), tick_label(tick, false));
                }
                assert!(axis.low <= low.log10() + 1e-9 && axis.high >= high.log10() - 1e-9);
            }
        }
    }

    #[test]
    fn labels_read_well() {
        let linear = [
            (0.0, "0"),
            (0.25, "0.25"),
            (-50.0, "\u{2212}50"),
            (120_000.0, "120,000"),
        ];
        for (value, label) in linear {
            assert_eq!(tick_label(value, false), label);
        }
        let labels = |low, high| {
            let axis = Axis::log("n").fit([low, high].into_iter(), true);
            let labels: Vec<String> = axis.ticks.iter().map(|t| axis.label(*t)).collect();
            labels
        };
        assert_eq!(labels(10.0, 1000.0), ["10", "100", "1000"]);
        assert_eq!(labels(1e4, 1e6), ["10⁴", "10⁵", "10⁶"]);
    }
}

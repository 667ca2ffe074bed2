//! Two searches on the same positions: paired figures, and an error bar on what one of them saves.
//!
//! Positions differ more than searches do, so the figure is the ratio of nodes position by position. Its
//! median has a percentile interval by the bootstrap (Efron 1979): positions drawn anew with
//! replacement, many times, from a fixed seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::report::{Cell, ExperimentReport, ReportTable};
use super::switches::Setting;
use super::variants::{Variant, measure_all};
use super::{ExperimentSettings, Watcher, in_words, measure};

/// How often the positions are drawn anew.
const RESAMPLES: usize = 10_000;
const SEED: u64 = 1;

/// A median with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
struct MedianRange {
    median: f64,
    low: f64,
    high: f64,
}

/// The middle of sorted values; the mean of the two in the middle where there are two.
fn median_of_sorted(values: &[f64]) -> f64 {
    let (half, count) = (values.len() / 2, values.len());
    match count {
        0 => f64::NAN,
        _ if count.is_multiple_of(2) => f64::midpoint(values[half - 1], values[half]),
        _ => values[half],
    }
}

/// The median and its bootstrap interval.
fn bootstrap_median(values: &[f64]) -> MedianRange {
    let sorted = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut draw = || {
        let drawn = (0..values.len()).map(|_| values[random.random_range(0..values.len())]);
        median_of_sorted(&sorted(drawn.collect()))
    };
    if values.is_empty() {
        let unknown = f64::NAN;
        return MedianRange {
            median: unknown,
            low: unknown,
            high: unknown,
        };
    }
    let medians = sorted((0..RESAMPLES).map(|_| draw()).collect());
    MedianRange {
        median: median_of_sorted(&sorted(values.to_vec())),
        low: medians[RESAMPLES / 40],
        high: medians[RESAMPLES - 1 - RESAMPLES / 40],
    }
}

/// Compares two settings by the nodes of their alpha-beta.
pub fn run(
    searches: &[Setting; 2],
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> ExperimentReport {
    let depth = settings.depth(5, 7);
    let [first, second] = searches.each_ref().map(|search| search.name.as_str());
    let variants = searches.each_ref().map(|search| Variant {
        name: search.name.clone(),
        value: search.techniques(settings),
    });
    let title = format!("{first} against {second}");
    let results = measure_all(
        &variants,
        &title,
        settings,
        watcher,
        |board, &techniques| measure(board, techniques, depth),
    );
    let [before, after] = [0, 1].map(|i| results.get(i).map(Vec::as_slice).unwrap_or_default());
    let columns = ["position", first, second, "ratio", "same best move"];
    let mut table = ReportTable::new("compare", columns.map(str::to_owned));
    if first == second {
        table.columns[2] = format!("{second} again");
    }
    let mut ratios = Vec::new();
    for (index, (a, b)) in before.iter().zip(after).enumerate() {
        let ratio = b.nodes as f64 / a.nodes.max(1) as f64;
        ratios.push(ratio);
        table.rows.push(vec![
            Cell::Count((index + 1) as f64),
            Cell::Count(a.nodes as f64),
            Cell::Count(b.nodes as f64),
            Cell::Decimal(ratio, 3),
            Cell::from(if a.best == b.best { "yes" } else { "no" }),
        ]);
    }
    let range = bootstrap_median(&ratios);
    let findings = vec![
        format!(
            "In the median position {second} needs {} nodes than {first}: ratio {:.3}, 95 % {:.3} to {:.3}.",
            in_words((range.median - 1.0) * 100.0),
            range.median,
            range.low,
            range.high
        ),
        if range.low <= 1.0 && range.high >= 1.0 {
            "The interval contains 1: these positions do not show which needs fewer.".to_owned()
        } else {
            "The interval does not contain 1.".to_owned()
        },
    ];
    ExperimentReport {
        id: "compare".to_owned(),
        title,
        method: format!(
            "Nodes at depth {depth} on {} positions, pair by pair. {} {} Switches decide otherwise where they say so. The interval of the median ratio \
             is a bootstrap of {RESAMPLES} draws.",
            ratios.len(),
            settings.start_sentence(),
            settings.evaluation_sentence()
        ),
        tables: vec![table],
        findings,
        charts: Vec::new(),
        pgn: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{MIDDLEGAMES, Unwatched, boards_of};

    #[test]
    fn the_median_of_equal_values_has_no_width() {
        let range = bootstrap_median(&[0.5; 20]);
        assert_eq!((range.median, range.low, range.high), (0.5, 0.5, 0.5));
        let odd = median_of_sorted(&[1.0, 2.0, 4.0]);
        let even = median_of_sorted(&[1.0, 2.0, 4.0, 8.0]);
        assert_eq!((odd, even), (2.0, 3.0));
    }

    #[test]
    fn the_interval_holds_the_median_and_grows_with_the_scatter() {
        let narrow: Vec<f64> = (0..20).map(|i| 0.9 + 0.01 * f64::from(i)).collect();
        let wide: Vec<f64> = (0..20).map(|i| 0.5 + 0.05 * f64::from(i)).collect();
        let [a, b] = [&narrow, &wide].map(|values| bootstrap_median(values));
        for range in [a, b] {
            assert!(
                range.low < range.median && range.median < range.high,
                "{range:?}"
            );
        }
        assert!(b.high - b.low > a.high - a.low);
    }

    #[test]
    fn ordering_saves_nodes_beyond_the_error_bar() {
        let settings = ExperimentSettings {
            positions: Some(boards_of(MIDDLEGAMES)[..8].to_vec()),
            depth: Some(3),
            ..ExperimentSettings::default()
        };
        let [piece_order, ordered, iid] =
            ["piece-order", "ordered", "iid"].map(|name| Setting::named(name).expect(name));
        let report = |searches| run(&searches, &settings, &Unwatched);
        let saves = report([piece_order, ordered]);
        assert!(saves.findings[0].contains("fewer nodes than piece-order"));
        assert!(
            saves.findings[1].contains("does not contain 1"),
            "{saves:?}"
        );
        assert_eq!(saves.tables[0].rows.len(), 8);
        let same = report([iid.clone(), iid]);
        assert!(same.findings[1].contains("The interval contains 1"));
        assert!(same.tables[0].has_unique_headings());
    }
}

//! One search with a switch turned this way and that: the frame of the experiments on null moves,
//! on the transposition table and on the tournament search.

use crate::board::Board;
use crate::plot::{Axis, BarChart};

use super::report::{Cell, ExperimentReport, ReportTable};
use super::{ExperimentSettings, Measured, Watcher, average, change, runner};

/// A way to search, under a name.
pub(super) struct Variant<V> {
    pub(super) name: String,
    pub(super) value: V,
}

/// Searches every position every way. Returns the results variant by variant.
pub(super) fn measure_all<V: Sync>(
    variants: &[Variant<V>],
    title: &str,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
    search: impl Fn(&Board, &V) -> Measured + Sync,
) -> Vec<Vec<Measured>> {
    let boards = settings.middlegames();
    let jobs: Vec<(&Board, &V)> = variants
        .iter()
        .flat_map(|variant| boards.iter().map(move |board| (board, &variant.value)))
        .collect();
    watcher.begin(title, jobs.len() as f64);
    let measured = runner::run(
        &jobs,
        settings.threads,
        watcher,
        |_| 1.0,
        |(board, value)| search(board, value),
    );
    let per_variant = boards.len().max(1);
    measured
        .chunks(per_variant)
        .map(<[Measured]>::to_vec)
        .collect()
}

/// Nodes of each variant against the first one, and how often the best move is the same.
pub(super) fn compare<V>(
    id: &str,
    title: &str,
    method: String,
    variants: &[Variant<V>],
    results: &[Vec<Measured>],
) -> ExperimentReport {
    let mut table = ReportTable::new(
        id,
        [
            "search",
            "mean nodes",
            "of these quiescence",
            "change",
            "same best move",
            "mean score",
        ],
    );
    let Some(reference) = results.first() else {
        return ExperimentReport {
            id: id.to_owned(),
            title: title.to_owned(),
            method,
            tables: vec![table],
            findings: Vec::new(),
            charts: Vec::new(),
            pgn: None,
        };
    };
    let nodes = |measured: &[Measured]| average(measured.iter().map(|m| m.nodes));
    for (variant, measured) in variants.iter().zip(results) {
        let same = measured
            .iter()
            .zip(reference)
            .filter(|(a, b)| a.best == b.best)
            .count();
        let score: i64 = measured.iter().map(|m| i64::from(m.score)).sum();
        table.rows.push(vec![
            Cell::Text(variant.name.clone()),
            Cell::Count(nodes(measured)),
            Cell::Count(average(measured.iter().map(|m| m.quiescence_nodes))),
            Cell::Percent(change(nodes(reference), nodes(measured))),
            Cell::Text(format!("{same} of {}", measured.len())),
            Cell::Decimal(score as f64 / measured.len().max(1) as f64, 1),
        ]);
    }
    let names = variants.iter().map(|variant| variant.name.clone());
    let chart = BarChart::new(title, Axis::linear("nodes against the first, %"), names).with(
        "",
        results
            .iter()
            .map(|measured| change(nodes(reference), nodes(measured))),
    );
    ExperimentReport {
        id: id.to_owned(),
        title: title.to_owned(),
        method,
        tables: vec![table],
        findings: Vec::new(),
        charts: vec![(format!("{id}-change"), chart.to_svg())],
        pgn: None,
    }
}

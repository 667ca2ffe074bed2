//! Who stays in a full transposition table: four schemes at several sizes.

use crate::plot::{Axis, LineChart, Series};
use crate::search::Techniques;
use crate::search::techniques::Replacement;
use crate::search::tt;

use super::report::{Cell, ExperimentReport, ReportTable};
use super::variants::{Variant, measure_all};
use super::{ExperimentSettings, Measured, Watcher, average, measure_with};

const SCHEMES: [(&str, Replacement); 6] = [
    ("always", Replacement::Always),
    ("depth-preferred", Replacement::DepthPreferred),
    ("two-layer", Replacement::TwoLayer),
    ("three-layer", Replacement::MultiLayer(3)),
    ("four-layer", Replacement::MultiLayer(4)),
    ("eight-layer", Replacement::MultiLayer(8)),
];
/// Powers of two.
const SIZES: [u32; 6] = [8, 10, 12, 14, 16, 20];

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(6, 7);
    let variants: Vec<Variant<(Replacement, u32)>> = SIZES
        .iter()
        .flat_map(|&size| {
            SCHEMES.map(|(name, scheme)| Variant {
                name: name.to_owned(),
                value: (scheme, size),
            })
        })
        .collect();
    let title = "Replacement schemes of the transposition table";
    let results = measure_all(
        &variants,
        title,
        settings,
        watcher,
        |board, &(scheme, size)| {
            let techniques = Techniques {
                evaluation: settings.evaluation,
                iterative_deepening: settings.iterative,
                ..Techniques::IIDEW
            };
            let table = tt::Table::with_slots(1 << size, scheme);
            measure_with(board, techniques, depth, table)
        },
    );
    let mean = |measured: &Vec<Measured>| average(measured.iter().map(|m| m.nodes));
    let means: Vec<f64> = results.iter().map(mean).collect();
    let columns = std::iter::once("entries").chain(SCHEMES.map(|(name, _)| name));
    let mut table = ReportTable::new("replacement", columns);
    for (size, row) in SIZES.iter().zip(means.chunks(SCHEMES.len())) {
        let entries = Cell::Count(f64::from(1 << size));
        let cells = row.iter().map(|&nodes| Cell::Count(nodes));
        table
            .rows
            .push(std::iter::once(entries).chain(cells).collect());
    }
    let mut chart = LineChart::new(title, Axis::log("entries"), Axis::linear("mean nodes"));
    for (index, (name, _)) in SCHEMES.iter().enumerate() {
        let points = SIZES.iter().zip(means.chunks(SCHEMES.len()));
        let points = points.map(|(&size, row)| (f64::from(1 << size), row[index]));
        chart = chart.with(Series::new(*name, points));
    }
    ExperimentReport {
        id: "replacement".to_owned(),
        title: title.to_owned(),
        method: format!(
            "Mean nodes of IIDEW at depth {depth} over {} middlegames, without quiescence, by the \
             number of entries in the table. {} {} Yue and Feng describe the schemes but print no \
             figures.",
            settings.middlegames().len(),
            settings.start_sentence(),
            settings.evaluation_sentence()
        ),
        tables: vec![table],
        findings: Vec::new(),
        charts: vec![("replacement-nodes".to_owned(), chart.to_svg())],
        pgn: None,
    }
}

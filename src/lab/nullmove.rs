//! Null-move pruning: what it saves, and how often it changes the move.

use crate::search::Techniques;
use crate::search::techniques::NullMove;

use super::report::ExperimentReport;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, measure};
use crate::types::Depth;

/// Deeper than this the search without null move is left out unless asked for.
const DEEPEST_WITHOUT: Depth = 8;

const WAYS: [(&str, NullMove); 5] = [
    ("none", NullMove::Off),
    ("R = 2", NullMove::Fixed(2)),
    ("R = 3", NullMove::Fixed(3)),
    ("adaptive", NullMove::Adaptive),
    ("verified", NullMove::Verified),
];

/// Runs the experiment: no null move, reduction 2 and 3, adaptive, verified. Adaptive is R = 2 up to depth 6, so
/// that it takes more depth than that to tell them apart.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(9, 9);
    let all_to = if settings.full {
        depth
    } else {
        depth.min(DEEPEST_WITHOUT)
    };
    let mut report = at_depth("nullmove", &WAYS, all_to, settings, watcher);
    if depth > all_to {
        let deeper = at_depth("nullmove-deeper", &WAYS[1..], depth, settings, watcher);
        report.tables.extend(deeper.tables);
        report.charts.extend(deeper.charts);
    }
    let with_deeper = if depth > all_to {
        format!("; second table: depth {depth} without the first row, which would take long")
    } else {
        String::new()
    };
    report.method = format!(
        "Mean nodes at depth {all_to} over {} middlegames: IIDEW with quiescence, whose moves count, \
         and each way of passing. Changes and best moves are against the first row{with_deeper}. {} {}",
        settings.middlegames().len(),
        settings.start_sentence(),
        settings.evaluation_sentence()
    );
    report
}

fn at_depth(
    id: &str,
    ways: &[(&str, NullMove)],
    depth: Depth,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> ExperimentReport {
    let variants: Vec<Variant<NullMove>> = ways
        .iter()
        .map(|&(name, value)| Variant {
            name: name.to_owned(),
            value,
        })
        .collect();
    let title = "Null move";
    let results = measure_all(&variants, title, settings, watcher, |board, &null_move| {
        let techniques = Techniques {
            evaluation: settings.evaluation,
            null_move,
            quiescence: true,
            iterative_deepening: settings.iterative,
            ..Techniques::IIDEW
        };
        measure(board, techniques, depth)
    });
    compare(id, title, String::new(), &variants, &results)
}

//! Null-move pruning: what it saves, and how often it changes the move.

use crate::search::Techniques;
use crate::search::techniques::NullMove;

use super::report::ExperimentReport;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, measure};

/// Runs the experiment: no null move, reduction 2 and 3, adaptive, verified.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(5, 8);
    let variants = [
        ("none", NullMove::Off),
        ("R = 2", NullMove::Fixed(2)),
        ("R = 3", NullMove::Fixed(3)),
        ("adaptive", NullMove::Adaptive),
        ("verified", NullMove::Verified),
    ]
    .map(|(name, value)| Variant {
        name: name.to_owned(),
        value,
    });
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
    let method = format!(
        "Mean nodes at depth {depth} over {} middlegames: IIDEW with quiescence, whose moves count, \
         and each way of passing. The best move is compared with the search without null move. {} \
         {}",
        settings.middlegames().len(),
        settings.start_sentence(),
        settings.evaluation_sentence()
    );
    compare("nullmove", title, method, &variants, &results)
}

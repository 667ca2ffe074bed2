//! Null-move pruning: what it saves, and how often it changes the move.

use crate::search::Techniques;
use crate::search::techniques::NullMove;

use super::report::ExperimentReport;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, measure};
use crate::types::Depth;

/// Deeper than this the search without null move takes hours and is left out unless asked for.
const DEEPEST_WITHOUT: Depth = 8;

/// Runs the experiment: no null move, reduction 2 and 3, adaptive, verified. Adaptive is R = 2 up to depth 6, so
/// that it takes more depth than that to tell them apart.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(if settings.brief { 7 } else { 9 }, 9);
    let has_reference = depth <= DEEPEST_WITHOUT || settings.full;
    let variants: Vec<Variant<NullMove>> = [
        ("none", NullMove::Off),
        ("R = 2", NullMove::Fixed(2)),
        ("R = 3", NullMove::Fixed(3)),
        ("adaptive", NullMove::Adaptive),
        ("verified", NullMove::Verified),
    ]
    .into_iter()
    .filter(|(_, value)| has_reference || *value != NullMove::Off)
    .map(|(name, value)| Variant {
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
    let method = format!(
        "Mean nodes at depth {depth} over {} middlegames: IIDEW with quiescence, whose moves count, \
         and each way of passing. Changes and best moves are against the first row; without null \
         move at most depth {DEEPEST_WITHOUT} is searched unless --full asks for it. {} {}",
        settings.middlegames().len(),
        settings.start_sentence(),
        settings.evaluation_sentence()
    );
    compare("nullmove", title, method, &variants, &results)
}

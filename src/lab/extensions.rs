//! The extensions of Yue and Feng's overview: what each costs, and how often it changes the move.

use crate::search::Techniques;
use crate::search::techniques::{CheckExtension, NullMove, SingleReply};

use super::report::ExperimentReport;
use super::switches::Switch;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, measure};

/// The search without and with each extension.
pub(super) const EXTENSIONS: [(&str, Switch); 8] = [
    ("none", |_| {}),
    ("giving check", |t| {
        t.check_extension = CheckExtension::Giving;
    }),
    ("in check", |t| t.check_extension = CheckExtension::Evading),
    ("recapture, 2/3 of a ply", |t| t.recapture_twelfths = 8),
    ("recapture, 3/4 of a ply", |t| t.recapture_twelfths = 9),
    ("single reply to a check", |t| {
        t.single_reply_extension = SingleReply::InCheck;
    }),
    ("single reply", |t| {
        t.single_reply_extension = SingleReply::Always;
    }),
    ("mate threat", |t| t.mate_threat_extension = true),
];

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let depth = settings.depth(7, 8);
    let variants = EXTENSIONS.map(|(name, value)| Variant {
        name: name.to_owned(),
        value,
    });
    let title = "Extensions";
    let results = measure_all(&variants, title, settings, watcher, |board, extend| {
        let mut techniques = Techniques {
            evaluation: settings.evaluation,
            null_move: NullMove::Adaptive,
            quiescence: true,
            iterative_deepening: settings.iterative,
            ..Techniques::IIDEW
        };
        extend(&mut techniques);
        measure(board, techniques, depth)
    });
    let method = format!(
        "Mean nodes at depth {depth} over {} middlegames: IIDEW with quiescence and adaptive null move, which \
         mate threats come from, and one extension at a time. {} {} Yue and Feng describe the extensions \
         but print no figures.",
        settings.middlegames().len(),
        settings.start_sentence(),
        settings.evaluation_sentence()
    );
    compare("extensions", title, method, &variants, &results)
}

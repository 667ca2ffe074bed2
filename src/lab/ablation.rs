//! The tournament search with one technique switched off at a time.

use crate::search::Techniques;
use crate::search::techniques::{Aspiration, HistoryRule, InternalDeepening, Killers, NullMove};

use super::report::Report;
use super::variants::{Variant, compare, measure_all};
use super::{Settings, Watcher, measure};

/// Turns something off.
type Switch = fn(&mut Techniques);

const SWITCHES: [(&str, Switch); 20] = [
    ("everything", |_| {}),
    ("no table", |t| t.table = false),
    ("no aspiration", |t| t.aspiration = Aspiration::Off),
    ("no internal deepening", |t| {
        t.internal_deepening = InternalDeepening::Off;
    }),
    ("no null move", |t| t.null_move = NullMove::Off),
    ("no killers", |t| t.killers = Killers::Off),
    ("no counter moves", |t| t.counter_moves = false),
    ("no history", |t| t.history = HistoryRule::Off),
    ("no check extension", |t| t.check_extension = false),
    ("no single-reply extension", |t| {
        t.single_reply_extension = false;
    }),
    ("no singular extension", |t| t.singular_extension = false),
    ("no late-move reductions", |t| {
        t.late_move_reductions = false;
    }),
    ("no late-move pruning", |t| t.late_move_pruning = false),
    ("no futility", |t| t.futility = false),
    ("no reverse futility", |t| t.reverse_futility = false),
    ("no razoring", |t| t.razoring = false),
    ("no exchange pruning", |t| t.exchange_pruning = false),
    ("no ProbCut", |t| t.prob_cut = false),
    ("no mate distance", |t| t.mate_distance = false),
    ("no correction", |t| t.correction = false),
];

/// Runs the experiment.
pub fn run(settings: &Settings, watcher: &dyn Watcher) -> Report {
    let depth = settings.depth(8, 11);
    let variants = SWITCHES.map(|(name, turn_off)| {
        let mut techniques = Techniques::TOURNAMENT;
        turn_off(&mut techniques);
        Variant {
            name: name.to_owned(),
            value: techniques,
        }
    });
    let title = "Ablation of the tournament search";
    let results = measure_all(&variants, title, settings, watcher, |board, &techniques| {
        measure(board, techniques, depth)
    });
    let method = format!(
        "Mean nodes to finish depth {depth} over {} middlegames, iterative deepening from an empty \
         table, quiescence counted. Fewer nodes are not more strength: a pruning may pay by what it \
         saves, an extension by what it sees. Strength is measured by matches.",
        settings.middlegames().len()
    );
    compare("ablation", title, method, &variants, &results)
}

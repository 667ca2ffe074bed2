//! The tournament search with one technique at a time switched off, or on where play does without it.

use std::fmt::Write as _;

use crate::algorithms::Player;
use crate::search::techniques::{
    Aspiration, CheckExtension, Evaluation, HistoryRule, InternalDeepening, Killers, NullMove,
    SingleReply,
};
use crate::search::{Limits, Techniques};

use super::contest::{self, Contestant, SearchPlayer};
use super::report::{Cell, ExperimentReport};
use super::switches::Switch;
use super::variants::{Variant, compare, measure_all};
use super::{ExperimentSettings, Watcher, measure, runner};

/// The whole search, and one technique less or more.
pub(super) const SWITCHES: [(&str, Switch); 25] = [
    ("everything", |_| {}),
    ("no network, but terms", |t| t.evaluation = Evaluation::Full),
    ("no table", |t| t.table = false),
    ("no aspiration", |t| t.aspiration = Aspiration::Off),
    ("no internal deepening", |t| {
        t.internal_deepening = InternalDeepening::Off;
    }),
    ("no null move", |t| t.null_move = NullMove::Off),
    ("no killers", |t| t.killers = Killers::Off),
    ("no counter moves", |t| t.counter_moves = false),
    ("no history", |t| t.history = HistoryRule::Off),
    ("no evaluation history", |t| t.evaluation_history = false),
    ("no flight order", |t| t.flight_order = false),
    ("no check extension", |t| {
        t.check_extension = CheckExtension::Off;
    }),
    ("no single-reply extension", |t| {
        t.single_reply_extension = SingleReply::Off;
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
    ("with recapture extension", |t| t.recapture_twelfths = 9),
    ("with mate-threat extension", |t| {
        t.mate_threat_extension = true;
    }),
];

/// Matches of each variant against the whole search.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// Games wanted of each match; 0 = count nodes only.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
}

impl Matches {
    /// The openings of a match, each played with both colours. There are no more games than these give:
    /// the players are deterministic and would repeat them.
    fn openings(self) -> Vec<String> {
        contest::openings(self.games.div_ceil(2))
    }
}

/// Runs the experiment.
pub fn run(
    matches: Matches,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> ExperimentReport {
    let depth = settings.depth(8, 11);
    let variants = SWITCHES.map(|(name, switch)| {
        let mut techniques = Techniques::TOURNAMENT;
        switch(&mut techniques);
        Variant {
            name: name.to_owned(),
            value: techniques,
        }
    });
    let title = "Ablation of the tournament search";
    let results = measure_all(&variants, title, settings, watcher, |board, &techniques| {
        measure(board, techniques, depth)
    });
    let mut method = format!(
        "Mean nodes to finish depth {depth} over {} middlegames, iterative deepening from an empty \
         table, quiescence counted. Fewer nodes are not more strength: a pruning may pay by what it \
         saves, an extension by what it sees. Strength is measured by matches.",
        settings.middlegames().len()
    );
    let fens = matches.openings();
    if !fens.is_empty() {
        let _ = write!(
            method,
            " Elo: what the switch costs or gains against the whole search in {} games at {} \
             nodes a move, pairs from balanced openings, 95 % error bars.",
            fens.len() * 2,
            matches.nodes
        );
    }
    let mut report = compare("ablation", title, method, &variants, &results);
    if !fens.is_empty() {
        let elo = play_matches(&variants, &fens, matches.nodes, settings, watcher);
        report.tables[0].add_column("Elo", elo);
    }
    report
}

/// The Elo of each variant against the first one, which needs no match.
fn play_matches(
    variants: &[Variant<Techniques>],
    fens: &[String],
    nodes: u64,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> Vec<Cell> {
    let [whole, others @ ..] = variants else {
        return Vec::new();
    };
    let jobs: Vec<(&str, Techniques)> = others
        .iter()
        .flat_map(|variant| fens.iter().map(|fen| (fen.as_str(), variant.value)))
        .collect();
    watcher.begin("Ablation: matches", jobs.len() as f64);
    let player = |techniques: Techniques| -> Box<dyn Contestant> {
        let player = Player::of_techniques("", techniques);
        Box::new(SearchPlayer::new(player, Limits::nodes(nodes)))
    };
    let play = |&(fen, techniques): &(&str, Techniques)| {
        let games = contest::play_pair(fen, || player(techniques), || player(whole.value));
        contest::pair_points(&games)
    };
    let pairs = runner::run(&jobs, settings.threads, watcher, |_| 1.0, play);
    let measured = pairs.chunks(fens.len().max(1)).map(|pairs| {
        let tally = contest::tally(pairs);
        Cell::Text(contest::elo_text(&tally))
    });
    std::iter::once(Cell::Empty).chain(measured).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::epd;

    #[test]
    fn every_switch_changes_the_tree() {
        /// Mates: some switches matter in sharp positions only.
        const SHARP: &str = include_str!("../../positions/mates.epd");
        let mut boards = ExperimentSettings::default().middlegames().split_off(2);
        boards.truncate(2);
        let sharp = epd::parse(SHARP).expect("readable positions").into_iter();
        boards.extend(sharp.step_by(40).map(|record| record.board));
        let nodes = |switch: Switch| -> Vec<u64> {
            let mut techniques = Techniques::TOURNAMENT;
            switch(&mut techniques);
            let nodes = |board| measure(board, techniques, 9).nodes;
            boards.iter().map(nodes).collect()
        };
        let [(_, whole), others @ ..] = SWITCHES;
        let whole = nodes(whole);
        for (name, switch) in others {
            assert_ne!(nodes(switch), whole, "{name}");
        }
    }

    #[test]
    fn a_match_has_whole_pairs_and_no_opening_twice() {
        let pairs = |games| Matches { games, nodes: 1 }.openings().len();
        assert_eq!([0, 1, 2, 7, 400].map(pairs), [0, 1, 1, 4, 200]);
        assert_eq!(pairs(1000), 200);
    }
}

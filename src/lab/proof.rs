//! Beyond the documents: proof-number search and the mates of `positions/mates.epd`.

use crate::algorithms::proof::{Attack, Proof, ProofSearch};
use crate::board::Board;
use crate::notation::epd;
use crate::search::techniques::Evaluation;
use crate::search::{Budget, Control, Limits, Searcher, Silent};
use crate::types::score;

use super::report::{Cell, ExperimentReport, ReportTable};
use super::{ExperimentSettings, Watcher, runner};

/// Forced mates with their length.
const MATES: &str = include_str!("../../positions/mates.epd");
/// Nodes a search may take.
const NODES: u64 = 500_000;
/// Positions of mates longer than this share a row.
const LONG: u32 = 8;

/// Who looks for the mate.
#[derive(Clone, Copy, Debug)]
enum Prover {
    ProofNumbers(Attack),
    Tournament,
}

const PROVERS: [(&str, Prover); 3] = [
    ("df-pn, checks", Prover::ProofNumbers(Attack::Checks)),
    ("df-pn, all moves", Prover::ProofNumbers(Attack::All)),
    ("tournament search", Prover::Tournament),
];

/// What one search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Attempt {
    has_mate: bool,
    nodes: u64,
}

impl Prover {
    fn attempt(self, board: &Board, moves: u32) -> Attempt {
        let control = Control::default();
        match self {
            Self::ProofNumbers(attack) => {
                let limits = Limits::nodes(NODES);
                let mut budget = Budget::new(&limits, &control);
                let mut search = ProofSearch::new(board, attack, &mut budget);
                Attempt {
                    has_mate: matches!(search.run(), Proof::Mate(_)),
                    nodes: search.nodes,
                }
            }
            Self::Tournament => {
                let limits = Limits {
                    nodes: Some(NODES),
                    mate: Some(moves),
                    ..Limits::default()
                };
                let mut searcher = Searcher::new(16, 1);
                // New networks change nothing here.
                searcher.techniques.evaluation = Evaluation::Full;
                let found = searcher.search(board, &limits, &control, &mut Silent);
                let mate = score::mate_moves(found.score());
                Attempt {
                    has_mate: mate.is_some_and(|mate| mate > 0),
                    nodes: found.nodes,
                }
            }
        }
    }
}

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let records = epd::parse(MATES).unwrap_or_default().into_iter();
    let problem = |record: epd::Record| -> Option<(Board, u32)> {
        let moves = record.get("mate")?.parse().ok()?;
        Some((record.board, moves))
    };
    // A mate in n moves is 2n - 1 plies deep.
    let is_wanted = |&(_, moves): &(Board, u32)| {
        settings
            .depth
            .is_none_or(|depth| moves * 2 <= depth as u32 + 1)
    };
    let problems: Vec<(Board, u32)> = records.filter_map(problem).filter(is_wanted).collect();
    let jobs: Vec<(&(Board, u32), Prover)> = problems
        .iter()
        .flat_map(|problem| PROVERS.map(|(_, prover)| (problem, prover)))
        .collect();
    watcher.begin("Proof numbers", jobs.len() as f64);
    let attempts = runner::run(
        &jobs,
        settings.threads,
        watcher,
        |_| 1.0,
        |((board, moves), prover)| prover.attempt(board, *moves),
    );
    let results: Vec<(u32, &[Attempt])> = problems
        .iter()
        .map(|(_, moves)| *moves)
        .zip(attempts.chunks(PROVERS.len()))
        .collect();
    ExperimentReport {
        id: "proof".to_owned(),
        title: "Proof-number search".to_owned(),
        method: format!(
            "Forced mates of positions/mates.epd, {} of them: how many each search finds within {NODES} nodes \
             (moves made), and the median of the nodes it takes where it does. df-pn gives the attacker checks \
             alone, or all moves; it does not look for the shortest mate. The tournament search looks for a mate \
             of the stated length, with the counted terms instead of the network.",
            problems.len()
        ),
        tables: vec![table(&results)],
        findings: findings(&results),
        charts: Vec::new(),
        pgn: None,
    }
}

fn table(results: &[(u32, &[Attempt])]) -> ReportTable {
    let columns = PROVERS
        .iter()
        .flat_map(|(name, _)| [format!("{name}: found"), format!("{name}: median nodes")]);
    let first = ["mate in".to_owned(), "positions".to_owned()].into_iter();
    let mut table = ReportTable::new("proof", first.chain(columns));
    for length in 1..=LONG {
        let of_length: Vec<&[Attempt]> = results
            .iter()
            .filter(|(moves, _)| (*moves).min(LONG) == length)
            .map(|(_, attempts)| *attempts)
            .collect();
        if of_length.is_empty() {
            continue;
        }
        let name = if length == LONG {
            format!("{LONG} and more")
        } else {
            length.to_string()
        };
        let mut row = vec![Cell::Text(name), Cell::Count(of_length.len() as f64)];
        for index in 0..PROVERS.len() {
            let attempts = of_length.iter().map(|attempts| attempts[index]);
            let mut nodes: Vec<u64> = attempts
                .filter(|attempt| attempt.has_mate)
                .map(|attempt| attempt.nodes)
                .collect();
            nodes.sort_unstable();
            row.push(Cell::Count(nodes.len() as f64));
            let median = nodes.get(nodes.len() / 2);
            row.push(median.map_or(Cell::Empty, |&nodes| Cell::Count(nodes as f64)));
        }
        table.rows.push(row);
    }
    table
}

fn findings(results: &[(u32, &[Attempt])]) -> Vec<String> {
    let found = |index: usize| {
        let attempts = results.iter().map(|(_, attempts)| attempts[index]);
        attempts.filter(|attempt| attempt.has_mate).count()
    };
    let count = |(index, (name, _)): (usize, &(&str, Prover))| {
        format!("{name}: {} of {} mates.", found(index), results.len())
    };
    PROVERS.iter().enumerate().map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_mates_are_found_by_all() {
        let records = epd::parse(MATES).expect("positions");
        let mates_in_two = records.iter().filter(|r| r.get("mate") == Some("2"));
        for record in mates_in_two.take(3) {
            for (name, prover) in &PROVERS[1..] {
                let attempt = prover.attempt(&record.board, 2);
                assert!(attempt.has_mate, "{name}: {}", record.fen);
            }
        }
    }
}

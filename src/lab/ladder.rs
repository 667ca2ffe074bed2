//! Tables 5 to 14 of Pei's thesis (2009): from minimax to alpha-beta with history, rung by rung.

use std::time::Duration;

use crate::algorithms::minimax::minimax;
use crate::board::Board;
use crate::plot::{Axis, LineChart, Series};
use crate::search::Techniques;
use crate::types::{Depth, Score};

use super::report::{Cell, ExperimentReport, ReportTable};
use super::{ExperimentSettings, Watcher, average, full_tree, measure, minimal_leaves, runner};

/// A common opening: central cannon against screen horses. The thesis does not print its game.
const GAME: [&str; 18] = [
    "h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "c3c4", "g6g5", "h0h6", "h7i7", "h6g6", "i7i8",
    "b0c2", "d9e8", "b2a2", "i8g8", "g6f6", "g7h5",
];

/// A rung of the ladder.
#[derive(Clone, Copy, Debug)]
struct Rung {
    name: &'static str,
    /// `None` = minimax.
    techniques: Option<Techniques>,
    published_nodes: [u64; 5],
    published_ms: [u64; 5],
}

const RUNGS: [Rung; 6] = [
    Rung {
        name: "minimax",
        techniques: None,
        published_nodes: [42, 1_590, 66_014, 2_381_804, 92_400_000],
        published_ms: [1, 80, 4_020, 150_210, 6_511_451],
    },
    Rung {
        name: "alpha-beta",
        techniques: Some(Techniques::ALPHA_BETA),
        published_nodes: [42, 544, 10_387, 146_042, 1_812_586],
        published_ms: [5, 22, 665, 6_371, 120_525],
    },
    Rung {
        name: "aspiration",
        techniques: Some(Techniques::ASPIRATION),
        published_nodes: [72, 695, 1_088, 41_305, 937_988],
        published_ms: [1, 40, 60, 2_480, 57_025],
    },
    Rung {
        name: "minimal window",
        techniques: Some(Techniques::MINIMAL_WINDOW),
        published_nodes: [47, 562, 8_455, 74_898, 785_402],
        published_ms: [10, 40, 505, 4_586, 47_795],
    },
    Rung {
        name: "iterative deepening",
        techniques: Some(Techniques::DEEPENING),
        published_nodes: [42, 465, 10_350, 144_802, 1_810_152],
        published_ms: [5, 20, 665, 6_373, 120_520],
    },
    Rung {
        name: "history",
        techniques: Some(Techniques::HISTORY),
        published_nodes: [41, 255, 2_645, 19_768, 179_845],
        published_ms: [4, 21, 163, 1_056, 11_897],
    },
];

/// The positions in which red makes its first ten moves.
pub fn positions() -> Vec<Board> {
    let mut board = Board::start();
    let mut positions = vec![board.clone()];
    for (ply, text) in GAME.iter().enumerate() {
        let Ok(mv) = text.parse() else { break };
        board.make_move(mv);
        if ply % 2 == 1 {
            positions.push(board.without_history());
        }
    }
    positions
}

struct Job<'a> {
    rung: Rung,
    board: &'a Board,
    depth: Depth,
}

/// What one rung found in one position.
#[derive(Clone, Copy)]
struct Found {
    nodes: u64,
    time: Duration,
    score: Score,
}

impl Job<'_> {
    fn work(&self, settings: &ExperimentSettings) -> Found {
        let evaluation = settings.evaluation;
        if let Some(techniques) = self.rung.techniques {
            let techniques = Techniques {
                evaluation,
                ..techniques
            };
            let measured = measure(self.board, techniques, self.depth);
            return Found {
                nodes: measured.nodes,
                time: measured.time,
                score: measured.score,
            };
        }
        let start = std::time::Instant::now();
        let searched = minimax(self.board, evaluation, self.depth);
        Found {
            nodes: searched.nodes,
            time: start.elapsed(),
            score: searched.score,
        }
    }
}

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let boards = settings.positions.clone().unwrap_or_else(positions);
    let depth = settings.depth(5, 5);
    let mut jobs = Vec::new();
    for rung in RUNGS {
        for depth in 1..=depth {
            jobs.extend(boards.iter().map(|board| Job { rung, board, depth }));
        }
    }
    let weight = |job: &Job| {
        let published = job.rung.published_nodes;
        let index = (job.depth as usize - 1).min(published.len() - 1);
        let beyond = (job.depth - published.len() as Depth).max(0);
        published[index] as f64 * 10f64.powi(beyond)
    };
    watcher.begin("Ladder", jobs.iter().map(weight).sum());
    let found = runner::run(&jobs, settings.threads, watcher, weight, |job| {
        job.work(settings)
    });
    // [rung][depth][position]
    let by_rung: Vec<Vec<&[Found]>> = found
        .chunks(boards.len() * depth as usize)
        .map(|rung| rung.chunks(boards.len()).collect())
        .collect();
    report(&by_rung, boards.len(), settings)
}

fn report(
    by_rung: &[Vec<&[Found]>],
    positions: usize,
    settings: &ExperimentSettings,
) -> ExperimentReport {
    let nodes = |found: &[Found]| average(found.iter().map(|f| f.nodes));
    let micros = |found: &[Found]| average(found.iter().map(|f| f.time.as_micros() as u64));
    let published_ms = |rung: &Rung, depth: usize| Cell::published(rung.published_ms.get(depth));
    let published_nodes =
        |rung: &Rung, depth: usize| Cell::published(rung.published_nodes.get(depth));
    let tables = vec![
        table(
            "ladder-nodes",
            by_rung,
            |f| Cell::Count(nodes(f)),
            published_nodes,
        ),
        table(
            "ladder-time-ms",
            by_rung,
            |f| Cell::Decimal(micros(f) / 1000.0, 2),
            published_ms,
        ),
        growth(by_rung),
    ];
    let mut chart = LineChart::new(
        "From minimax to history",
        Axis::whole("depth"),
        Axis::log("mean nodes"),
    );
    for (rung, depths) in RUNGS.iter().zip(by_rung) {
        let points = depths.iter().enumerate();
        chart = chart.with(Series::new(
            rung.name,
            points.map(|(index, found)| (index as f64 + 1.0, nodes(found))),
        ));
    }
    ExperimentReport {
        id: "ladder".to_owned(),
        title: "The ladder: minimax to alpha-beta with history".to_owned(),
        method: format!(
            "Mean nodes (moves made) and mean milliseconds over {positions} positions: by default \
             those of red's first ten moves in a common opening, since the thesis does not print its \
             game. Each depth is searched directly, without table or quiescence; iterative \
             deepening counts all its iterations. {} Node counts are the same on every machine, \
             times are not. Published: Pei 2009, tables 5 to 14.",
            settings.evaluation_sentence()
        ),
        tables,
        findings: vec![agreement(by_rung)],
        charts: vec![("ladder-nodes".to_owned(), chart.to_svg())],
        pgn: None,
    }
}

fn table(
    name: &str,
    by_rung: &[Vec<&[Found]>],
    ours: impl Fn(&[Found]) -> Cell,
    theirs: impl Fn(&Rung, usize) -> Cell,
) -> ReportTable {
    let depths = by_rung.first().map_or(0, Vec::len);
    let heading = |depth| {
        [
            format!("depth {depth}"),
            format!("published, depth {depth}"),
        ]
    };
    let columns = std::iter::once("algorithm".to_owned()).chain((1..=depths).flat_map(heading));
    let mut table = ReportTable::new(name, columns);
    for (rung, found) in RUNGS.iter().zip(by_rung) {
        let mut row = vec![Cell::from(rung.name)];
        for (index, found) in found.iter().enumerate() {
            row.push(ours(found));
            row.push(theirs(rung, index));
        }
        table.rows.push(row);
    }
    table
}

/// The mean tree in theory, for as many moves a position as there are at depth 1 (Yue and Feng 2009, section
/// 3.3; Knuth and Moore 1975), and how much each depth more costs in fact.
fn growth(by_rung: &[Vec<&[Found]>]) -> ReportTable {
    let columns = ["depth", "minimax by formula", "leaves of the minimal tree"];
    let branching = RUNGS
        .iter()
        .map(|rung| format!("branching of {}", rung.name));
    let columns = columns.into_iter().map(str::to_owned).chain(branching);
    let mut table = ReportTable::new("ladder-growth", columns);
    let nodes = |rung: &[&[Found]], index: usize| -> f64 {
        rung.get(index)
            .map_or(0.0, |found| average(found.iter().map(|f| f.nodes)))
    };
    let Some(minimax) = by_rung.first() else {
        return table;
    };
    let moves = nodes(minimax, 0);
    for depth in 1..=minimax.len() {
        let mut row = vec![
            Cell::Count(depth as f64),
            Cell::Count(full_tree(moves, depth as i32)),
            Cell::Count(minimal_leaves(moves, depth as i32)),
        ];
        row.extend(by_rung.iter().map(|rung| match depth {
            1 => Cell::Empty,
            _ => Cell::Decimal(nodes(rung, depth - 1) / nodes(rung, depth - 2).max(1.0), 1),
        }));
        table.rows.push(row);
    }
    table
}

/// How often each rung found minimax's value.
fn agreement(by_rung: &[Vec<&[Found]>]) -> String {
    let values = |rung: &Vec<&[Found]>| -> Vec<Score> {
        rung.iter()
            .flat_map(|found| found.iter().map(|f| f.score))
            .collect()
    };
    let all: Vec<Vec<Score>> = by_rung.iter().map(values).collect();
    let Some((minimax, others)) = all.split_first() else {
        return String::new();
    };
    let compared: usize = others.iter().map(Vec::len).sum();
    let pairs = others.iter().flat_map(|other| other.iter().zip(minimax));
    let equal = pairs.filter(|(a, b)| a == b).count();
    format!("The value equals minimax's in {equal} of {compared} searches.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::perft;
    use crate::lab::Unwatched;

    #[test]
    fn the_game_is_legal_and_gives_ten_positions() {
        let mut board = Board::start();
        for text in GAME {
            let mv = text.parse().expect("a move");
            assert!(board.is_legal_move(mv), "{text}");
            board.make_move(mv);
        }
        assert_eq!(positions().len(), 10);
    }

    #[test]
    fn every_rung_finds_the_value_of_minimax() {
        let settings = ExperimentSettings {
            depth: Some(3),
            threads: 2,
            ..ExperimentSettings::default()
        };
        let report = run(&settings, &Unwatched);
        assert_eq!(
            report.findings,
            ["The value equals minimax's in 150 of 150 searches."]
        );
        // The nodes, unlike the times, are the same again and with another number of threads.
        let again = run(
            &ExperimentSettings {
                threads: 1,
                ..settings
            },
            &Unwatched,
        );
        assert_eq!(report.tables[0], again.tables[0]);
        assert_eq!(report.tables[2], again.tables[2]);
        assert!(report.tables[2].has_unique_headings());
    }

    #[test]
    fn a_table_used_at_equal_depth_keeps_the_value() {
        let techniques = Techniques {
            table: true,
            equal_depth_only: true,
            game_rules: false,
            ..Techniques::ORDERED
        };
        for board in positions().iter().step_by(3) {
            for depth in 1..=3 {
                let searched = minimax(board, techniques.evaluation, depth);
                assert_eq!(measure(board, techniques, depth).score, searched.score);
            }
        }
    }

    /// Builds that check the board after every move leave out depth 4.
    const DEEPEST: usize = if cfg!(debug_assertions) { 3 } else { 4 };

    /// On every position of the ladder: as many nodes as the perft counts add up to, the value of
    /// alpha-beta, and a best move that alpha-beta agrees is worth that value.
    #[test]
    fn nodes_are_the_sum_of_perft_counts_and_the_value_is_alpha_betas() {
        let alpha_beta = Techniques::ALPHA_BETA;
        for board in positions() {
            let mut sum = 0;
            for depth in 1..=DEEPEST {
                sum += perft(&mut board.clone(), depth);
                let depth = depth as Depth;
                let searched = minimax(&board, alpha_beta.evaluation, depth);
                assert_eq!(searched.nodes, sum, "depth {depth}");
                assert_eq!(measure(&board, alpha_beta, depth).score, searched.score);
                let mut after = board.clone();
                after.make_move(searched.best.expect("there are moves"));
                let reply = if depth == 1 {
                    alpha_beta.evaluation.of(&after)
                } else {
                    measure(&after, alpha_beta, depth - 1).score
                };
                assert_eq!(-reply, searched.score, "depth {depth}");
            }
        }
    }
}

//! Tables 2 to 4 of Yue and Feng 2009: what move ordering and internal deepening save.

use crate::board::Board;
use crate::plot::{Axis, BarChart, LineChart, Series};
use crate::search::techniques::{Aspiration, InternalDeepening, MoveOrder};
use crate::search::{InternalDeepenings, Techniques};
use crate::types::Depth;

use super::report::{Cell, ExperimentReport, ReportTable, TIMES};
use super::{
    ExperimentSettings, Measured, Watcher, average, change, in_words, measure, minimal_leaves,
    runner,
};

/// A search and what was published about it.
#[derive(Clone, Copy, Debug)]
struct Contender {
    name: &'static str,
    techniques: Techniques,
    /// Mean nodes at depth 1, 2, 3, ...
    published: &'static [u64],
}

/// Two searches side by side.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    id: &'static str,
    title: &'static str,
    before: Contender,
    after: Contender,
    quick_depth: Depth,
    full_depth: Depth,
}

const ORDERED_NODES: &[u64] = &[40, 450, 2_766, 10_882, 65_516, 240_260, 1_257_174];

/// Table 2: moves in piece order against ordered moves.
pub const TABLE_2: Comparison = Comparison {
    id: "table2",
    title: "Table 2: move ordering",
    before: Contender {
        name: "piece order",
        techniques: Techniques::PIECE_ORDER,
        published: &[40, 670, 5_198, 31_408, 263_397, 1_422_290, 11_400_735],
    },
    after: Contender {
        name: "ordered",
        techniques: Techniques::ORDERED,
        published: ORDERED_NODES,
    },
    quick_depth: 6,
    full_depth: 7,
};

/// Table 3: killers before against after the good captures.
pub const TABLE_3: Comparison = Comparison {
    id: "table3",
    title: "Table 3: the place of the killers",
    before: Contender {
        name: "killers before captures",
        techniques: Techniques::KILLERS_FIRST,
        published: &[40, 502, 3_400, 14_115, 87_275, 332_417, 1_798_713],
    },
    after: Contender {
        name: "killers after captures",
        techniques: Techniques::ORDERED,
        published: ORDERED_NODES,
    },
    quick_depth: 7,
    full_depth: 7,
};

/// Table 4: internal iterative deepening without and with the enlarged window.
pub const TABLE_4: Comparison = Comparison {
    id: "table4",
    title: "Table 4: internal iterative deepening with enlarged window",
    before: Contender {
        name: "IID",
        techniques: Techniques::IID,
        published: &[
            40, 450, 1_734, 6_405, 43_822, 151_590, 765_856, 2_472_578, 15_662_623,
        ],
    },
    after: Contender {
        name: "IIDEW",
        techniques: Techniques::IIDEW,
        published: &[
            40, 450, 1_734, 6_534, 42_945, 144_010, 712_246, 2_250_045, 14_096_360,
        ],
    },
    quick_depth: 8,
    full_depth: 9,
};

/// One search to do.
struct Job<'a> {
    board: &'a Board,
    techniques: Techniques,
    depth: Depth,
}

impl Comparison {
    pub(super) const fn id(&self) -> &'static str {
        self.id
    }

    pub(super) const fn title(&self) -> &'static str {
        self.title
    }

    /// The search without and the search with the technique.
    pub(super) const fn names(&self) -> [&'static str; 2] {
        [self.before.name, self.after.name]
    }

    /// Mean nodes of both searches by depth, from 1: see [`Comparison::measure`].
    pub(super) fn count(
        &self,
        title: &str,
        settings: &ExperimentSettings,
        depth: Depth,
        adapt: &dyn Fn(&mut Techniques),
        watcher: &dyn Watcher,
    ) -> Vec<[f64; 2]> {
        let measured = self.measure(title, settings, depth, adapt, watcher);
        let mean = |found: &Vec<Measured>| average(found.iter().map(|m| m.nodes));
        measured
            .iter()
            .map(|pair| pair.each_ref().map(mean))
            .collect()
    }

    /// What both searches found in every position, by depth from 1. `adapt` has the last word on the techniques, and
    /// the watcher is told that this is `title`.
    fn measure(
        &self,
        title: &str,
        settings: &ExperimentSettings,
        depth: Depth,
        adapt: &dyn Fn(&mut Techniques),
        watcher: &dyn Watcher,
    ) -> Vec<[Vec<Measured>; 2]> {
        let positions = settings.middlegames();
        let mut jobs = Vec::new();
        for depth in 1..=depth {
            for contender in [self.before, self.after] {
                let mut techniques = Techniques {
                    evaluation: settings.evaluation,
                    iterative_deepening: settings.iterative,
                    ..contender.techniques
                };
                if settings.narrow_root {
                    techniques.aspiration = Aspiration::StaticValue;
                }
                adapt(&mut techniques);
                jobs.extend(positions.iter().map(|board| Job {
                    board,
                    techniques,
                    depth,
                }));
            }
        }
        let weight = |job: &Job| {
            // Piece order has more than twice the branching factor.
            let factor = match job.techniques.order {
                MoveOrder::Generated | MoveOrder::StrongFirst | MoveOrder::BestFirst => 12f64,
                _ => 6f64,
            };
            factor.powi(job.depth)
        };
        watcher.begin(title, jobs.iter().map(weight).sum());
        let measured = runner::run(&jobs, settings.threads, watcher, weight, |job| {
            measure(job.board, job.techniques, job.depth)
        });
        let per_search = positions.len().max(1);
        measured
            .chunks_exact(2 * per_search)
            .map(|pair| {
                let (before, after) = pair.split_at(per_search);
                [before.to_vec(), after.to_vec()]
            })
            .collect()
    }

    /// Runs the experiment.
    pub fn run(&self, settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
        let depth = settings.depth(self.quick_depth, self.full_depth).max(1);
        let measured = self.measure(self.title, settings, depth, &|_| {}, watcher);
        let mean = |found: &Vec<Measured>| average(found.iter().map(|m| m.nodes));
        let counts: Vec<[f64; 2]> = measured
            .iter()
            .map(|pair| pair.each_ref().map(mean))
            .collect();
        let mut tables = vec![self.table(&counts)];
        tables.push(self.growth(&counts));
        tables.push(self.times(&measured));
        tables.extend(self.deepenings(&measured));
        ExperimentReport {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            method: Self::method(settings),
            tables,
            findings: self.findings(&counts),
            charts: vec![
                (format!("{}-nodes", self.id), self.nodes_chart(&counts)),
                (format!("{}-change", self.id), self.change_chart(&counts)),
            ],
            pgn: None,
        }
    }

    fn method(settings: &ExperimentSettings) -> String {
        let root = if settings.narrow_root {
            " The root is searched with half a pawn around its static value, and again if that fails."
        } else {
            ""
        };
        format!(
            "Mean nodes over {} middlegames. A node is a move made by alpha-beta, in the reduced and \
             repeated searches of internal deepening too; no quiescence, no null move, no extensions. \
             {}{root} {} Published: Yue and Feng 2009, other positions. Minimal tree: for perfect ordering. Mean \
             milliseconds follow.",
            settings.middlegames().len(),
            settings.start_sentence(),
            settings.evaluation_sentence()
        )
    }

    /// The published figures at a depth, counted from 0.
    pub(super) fn published(&self, depth: usize) -> Option<[u64; 2]> {
        let at = |contender: &Contender| contender.published.get(depth).copied();
        Some([at(&self.before)?, at(&self.after)?])
    }

    fn table(&self, counts: &[[f64; 2]]) -> ReportTable {
        let [before, after] = [self.before.name, self.after.name];
        let mut table = ReportTable::new(
            self.id,
            [
                "depth".to_owned(),
                before.to_owned(),
                after.to_owned(),
                "change".to_owned(),
                format!("published {before}"),
                format!("published {after}"),
                "published change".to_owned(),
            ],
        );
        for (index, &[before, after]) in counts.iter().enumerate() {
            let published = self.published(index);
            let published_change =
                published.map(|[before, after]| change(before as f64, after as f64));
            table.rows.push(vec![
                Cell::Count(index as f64 + 1.0),
                Cell::Count(before),
                Cell::Count(after),
                Cell::Percent(change(before, after)),
                Cell::published(self.before.published.get(index)),
                Cell::published(self.after.published.get(index)),
                published_change.map_or(Cell::Empty, Cell::Percent),
            ]);
        }
        table
    }

    /// The leaves of the minimal tree for as many moves a position as there are at depth 1, and how much each depth
    /// more costs in fact.
    fn growth(&self, counts: &[[f64; 2]]) -> ReportTable {
        let names = self.names().map(|name| format!("branching of {name}"));
        let columns = ["depth", "leaves of the minimal tree"].map(str::to_owned);
        let mut table = ReportTable::new(
            format!("{}-growth", self.id),
            columns.into_iter().chain(names),
        );
        let moves = counts.first().map_or(0.0, |pair| pair[0]);
        for (index, pair) in counts.iter().enumerate() {
            let depth = index as i32 + 1;
            let branching = |which: usize| match index.checked_sub(1) {
                Some(before) => Cell::Decimal(pair[which] / counts[before][which].max(1.0), 1),
                None => Cell::Empty,
            };
            table.rows.push(vec![
                Cell::Count(f64::from(depth)),
                Cell::Count(minimal_leaves(moves, depth)),
                branching(0),
                branching(1),
            ]);
        }
        table
    }

    /// Mean milliseconds, by depth.
    fn times(&self, measured: &[[Vec<Measured>; 2]]) -> ReportTable {
        let columns = std::iter::once("depth").chain(self.names());
        let mut table = ReportTable::new(format!("{}{TIMES}", self.id), columns);
        for (index, pair) in measured.iter().enumerate() {
            let [before, after] = pair.each_ref().map(|found| {
                let micros = average(found.iter().map(|m| m.time.as_micros() as u64));
                Cell::Decimal(micros / 1000.0, 2)
            });
            let depth = Cell::Count(index as f64 + 1.0);
            table.rows.push(vec![depth, before, after]);
        }
        table
    }

    /// What internal deepening did in the second search, by depth, where there is any.
    fn deepenings(&self, measured: &[[Vec<Measured>; 2]]) -> Option<ReportTable> {
        if self.after.techniques.internal_deepening == InternalDeepening::Off {
            return None;
        }
        let columns = [
            "depth",
            "internal deepenings",
            "failed low and repeated",
            "with another move",
            "best at full depth",
        ];
        let mut table = ReportTable::new(format!("{}-deepenings", self.id), columns);
        for (index, [_, after]) in measured.iter().enumerate() {
            let sum = |count: fn(&InternalDeepenings) -> u64| {
                let total: u64 = after.iter().map(|m| count(&m.deepenings)).sum();
                Cell::Count(total as f64)
            };
            table.rows.push(vec![
                Cell::Count(index as f64 + 1.0),
                sum(|d| d.searches),
                sum(|d| d.repeated),
                sum(|d| d.changed),
                sum(|d| d.confirmed),
            ]);
        }
        Some(table)
    }

    fn findings(&self, counts: &[[f64; 2]]) -> Vec<String> {
        let Some(&[before, after]) = counts.last() else {
            return Vec::new();
        };
        let depth = counts.len();
        let ours = change(before, after);
        let published = self.published(depth - 1).map(|[before, after]| {
            let theirs = change(before as f64, after as f64);
            format!("; published {}", in_words(theirs))
        });
        vec![format!(
            "At depth {depth} {} needs {} nodes than {}{}.",
            self.after.name,
            in_words(ours),
            self.before.name,
            published.unwrap_or_default()
        )]
    }

    fn nodes_chart(&self, counts: &[[f64; 2]]) -> String {
        let ours = |which: usize| {
            let points = counts.iter().enumerate();
            points.map(move |(index, pair)| (index as f64 + 1.0, pair[which]))
        };
        let theirs = |contender: &Contender| {
            let points = contender.published.iter().take(counts.len()).enumerate();
            Series::new(
                format!("{} (published)", contender.name),
                points.map(|(index, &nodes)| (index as f64 + 1.0, nodes as f64)),
            )
            .dashed()
        };
        LineChart::new(self.title, Axis::whole("depth"), Axis::log("mean nodes"))
            .with(Series::new(self.before.name, ours(0)))
            .with(Series::new(self.after.name, ours(1)))
            .with(theirs(&self.before))
            .with(theirs(&self.after))
            .to_svg()
    }

    fn change_chart(&self, counts: &[[f64; 2]]) -> String {
        let depths: Vec<String> = (1..=counts.len()).map(|depth| depth.to_string()).collect();
        let ours = counts.iter().map(|&[before, after]| -change(before, after));
        let theirs = (0..counts.len()).map(|index| {
            // What is no number is not drawn.
            self.published(index).map_or(f64::NAN, |[before, after]| {
                -change(before as f64, after as f64)
            })
        });
        let title = format!("{}: nodes saved by depth", self.title);
        BarChart::new(title, Axis::linear("nodes saved, %"), depths)
            .over("depth")
            .with("measured", ours)
            .with("published", theirs)
            .to_svg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Unwatched;
    use crate::search::techniques::Evaluation;

    fn settings(threads: usize) -> ExperimentSettings {
        ExperimentSettings {
            depth: Some(3),
            threads,
            ..ExperimentSettings::default()
        }
    }

    #[test]
    fn figures_do_not_depend_on_the_number_of_threads() {
        for comparison in [TABLE_2, TABLE_3, TABLE_4] {
            let run = |threads| {
                let mut report = comparison.run(&settings(threads), &Unwatched);
                report.leave_out_times();
                report
            };
            let once = run(1);
            assert_eq!(once, run(3));
            assert_eq!(once, run(1));
        }
    }

    /// Material alone, so that new weights of the engine change nothing here. If one of these counts
    /// moves, the papers' presets no longer search as before: find out why, then rerun the tables.
    #[test]
    fn the_presets_visit_the_same_nodes_as_ever() {
        let settings = ExperimentSettings {
            evaluation: Evaluation::Material,
            ..settings(2)
        };
        let expected = [
            (TABLE_2, [[562.9, 177.25], [8_729.15, 2_151.85]]),
            (TABLE_3, [[177.25, 177.25], [2_267.2, 2_151.85]]),
            (TABLE_4, [[177.25, 177.25], [2_260.6, 2_260.6]]),
        ];
        for (comparison, nodes) in expected {
            let counts = comparison.count("", &settings, 3, &|_| {}, &Unwatched);
            assert_eq!(counts[1..], nodes, "{}", comparison.title());
        }
        let few = ExperimentSettings {
            positions: Some(settings.middlegames()[..5].to_vec()),
            ..settings
        };
        let counts = TABLE_4.count("", &few, 5, &|_| {}, &Unwatched);
        assert_eq!(counts[3..], [[10_041.8, 10_041.8], [96_450.4, 97_223.6]]);
    }

    #[test]
    fn depth_one_makes_every_root_move_once() {
        let positions = settings(1).middlegames();
        let moves = average(
            positions
                .iter()
                .map(|board| board.count_legal_moves() as u64),
        );
        for comparison in [TABLE_2, TABLE_3, TABLE_4] {
            let counts = comparison.count("", &settings(2), 1, &|_| {}, &Unwatched);
            assert_eq!(counts, [[moves, moves]]);
        }
    }

    #[test]
    fn ordering_saves_nodes() {
        let counts = TABLE_2.count("", &settings(2), 3, &|_| {}, &Unwatched);
        assert!(counts[2][1] < 0.6 * counts[2][0], "{counts:?}");
    }
}

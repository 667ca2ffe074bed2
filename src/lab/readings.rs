//! Other readings of tables 2 and 4: what Yue and Feng leave open, decided otherwise.
//!
//! Their paper prints neither evaluation nor positions nor what piece order means, and its text and
//! pseudocode differ on when to deepen internally. Each reading changes one of these choices, the last
//! ones several, and repeats the comparison.

use crate::board::Board;
use crate::plot::{Axis, LineChart, Series};
use crate::search::Techniques;
use crate::search::techniques::{
    Aspiration, Evaluation, HistoryRule, HistoryShape, Killers, MoveOrder,
};
use crate::types::Depth;

use super::report::{Cell, ExperimentReport, ReportTable};
use super::switches::Switch;
use super::tables::{Comparison, TABLE_2, TABLE_4};
use super::{ExperimentSettings, Watcher, boards_of, change};

/// Positions from later in the game that nobody chose.
const LATER: &str = include_str!("../../positions/later60.epd");
/// Shallower searches say nothing.
const LEAST_DEPTH: Depth = 3;

/// One way to decide.
struct Reading {
    name: &'static str,
    decide: Switch,
    is_later: bool,
    /// Whether the chart shows it.
    is_drawn: bool,
}

impl Reading {
    const fn new(name: &'static str, decide: Switch) -> Self {
        Self {
            name,
            decide,
            is_later: false,
            is_drawn: false,
        }
    }

    const fn later(mut self) -> Self {
        self.is_later = true;
        self
    }

    const fn drawn(mut self) -> Self {
        self.is_drawn = true;
        self
    }
}

/// Mean nodes by depth from 1: of the first search and of the second.
type Counts = Vec<[f64; 2]>;

const ORDER_READINGS: [Reading; 6] = [
    Reading::new("as table 2", |_| {}).drawn(),
    Reading::new("hash move first", |t| unordered(t, MoveOrder::BestFirst)),
    Reading::new("rooks first", |t| unordered(t, MoveOrder::StrongFirst)).drawn(),
    Reading::new("material alone", material_alone).drawn(),
    Reading::new("later positions", |_| {}).later().drawn(),
    Reading::new("all three", |t| {
        unordered(t, MoveOrder::StrongFirst);
        material_alone(t);
    })
    .later()
    .drawn(),
];

const DEEPENING_READINGS: [Reading; 19] = [
    Reading::new("as table 4", |_| {}).drawn(),
    Reading::new("no move from a fail low", |t| t.fail_low_moves = false),
    Reading::new("from depth 4", |t| t.internal_deepening_depth = 4),
    Reading::new("killers of siblings", |t| t.killers = Killers::OfSiblings),
    Reading::new("killers by number of cutoffs", |t| {
        t.killers = Killers::MostCutoffs;
    }),
    Reading::new("history 14x90", |t| t.history_shape = HistoryShape::PieceTo),
    Reading::new("history 2x90x90", |t| {
        t.history_shape = HistoryShape::SideFromTo;
    }),
    Reading::new("history by 2^d", |t| t.history = HistoryRule::Doubled),
    Reading::new("upper bounds never cut", |t| t.upper_bounds_cut = false),
    Reading::new("fail-hard", |t| t.fail_hard = true),
    Reading::new("minimal windows", |t| t.principal_variation = true),
    Reading::new("iterative deepening", |t| t.iterative_deepening = true),
    Reading::new("all terms of the evaluation", |t| {
        t.evaluation = Evaluation::Full;
    }),
    Reading::new("material alone", material_alone).drawn(),
    Reading::new("later positions", |_| {}).later().drawn(),
    Reading::new("later, material alone", material_alone)
        .later()
        .drawn(),
    Reading::new("narrow root window", narrow_root),
    Reading::new("later, narrow root window", narrow_root).later(),
    Reading::new("later, material, narrow root", |t| {
        material_alone(t);
        narrow_root(t);
    })
    .later(),
];

const ALL_READINGS: usize = ORDER_READINGS.len() + DEEPENING_READINGS.len();

/// The readings that need no other positions, as switches for any search, each name once.
pub(super) fn switches() -> impl Iterator<Item = (&'static str, Switch)> {
    let order = ORDER_READINGS.iter().skip(1);
    let deepening = DEEPENING_READINGS.iter().skip(1);
    let is_known = |name: &str| ORDER_READINGS.iter().any(|reading| reading.name == name);
    order
        .chain(deepening.filter(move |reading| !is_known(reading.name)))
        .filter(|reading| !reading.is_later)
        .map(|reading| (reading.name, reading.decide))
}

/// Gives the search without ordering another order.
fn unordered(techniques: &mut Techniques, order: MoveOrder) {
    if techniques.order == MoveOrder::Generated {
        techniques.order = order;
    }
}

fn material_alone(techniques: &mut Techniques) {
    techniques.evaluation = Evaluation::Material;
}

fn narrow_root(techniques: &mut Techniques) {
    techniques.aspiration = Aspiration::StaticValue;
}

/// Runs the experiment.
pub fn run(settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let order = Question::ask(&TABLE_2, &ORDER_READINGS, 1, settings, (4, 5), watcher);
    let next = 1 + ORDER_READINGS.len();
    let deepening = Question::ask(
        &TABLE_4,
        &DEEPENING_READINGS,
        next,
        settings,
        (6, 7),
        watcher,
    );
    ExperimentReport {
        id: "readings".to_owned(),
        title: "Other readings of tables 2 and 4".to_owned(),
        method: format!(
            "Mean nodes of the search without the technique, and the change with it, counted as in \
             tables 2 and 4. {} {} Readings decide otherwise where they say so. Later positions: 60 of \
             master games after 40 to 60 plies, not selected by content. Material alone: the values of \
             Pei's thesis. Narrow root: half a pawn around the static value, searched again when that \
             fails. All three: rooks first, material alone, later positions.",
            settings.start_sentence(),
            settings.evaluation_sentence()
        ),
        tables: vec![order.table(), deepening.table()],
        findings: Vec::new(),
        charts: vec![order.chart(), deepening.chart()],
        pgn: None,
    }
}

/// A published comparison and how it comes out under each reading.
struct Question {
    comparison: &'static Comparison,
    depth: Depth,
    answers: Vec<(&'static Reading, Counts)>,
}

impl Question {
    /// Goes through the readings, which the watcher is told are numbered from `first`.
    fn ask(
        comparison: &'static Comparison,
        readings: &'static [Reading],
        first: usize,
        settings: &ExperimentSettings,
        (quick, full): (Depth, Depth),
        watcher: &dyn Watcher,
    ) -> Self {
        let depth = settings.depth(quick, full);
        let later: Vec<Board> = boards_of(LATER);
        let answer = |(reading, number): (&'static Reading, usize)| {
            let title = format!("Readings {number} of {ALL_READINGS}: {}", reading.name);
            let mut settings = settings.clone();
            if reading.is_later {
                settings.positions = Some(later.clone());
            }
            let counts = comparison.count(&title, &settings, depth, &reading.decide, watcher);
            (reading, counts)
        };
        Self {
            comparison,
            depth,
            answers: readings.iter().zip(first..).map(answer).collect(),
        }
    }

    fn published(&self) -> Counts {
        let depths = 0..self.depth as usize;
        depths
            .map_while(|index| self.comparison.published(index))
            .map(|pair| pair.map(|nodes| nodes as f64))
            .collect()
    }

    fn table(&self) -> ReportTable {
        let depths = LEAST_DEPTH.min(self.depth)..=self.depth;
        let name = self.comparison.names()[0];
        let headings = depths.clone().flat_map(|depth| {
            [
                format!("{name}, depth {depth}"),
                format!("change, depth {depth}"),
            ]
        });
        let columns = std::iter::once("reading".to_owned()).chain(headings);
        let mut table = ReportTable::new(format!("readings-{}", self.comparison.id()), columns);
        let published = self.published();
        let answers = self.answers.iter().map(|(r, counts)| (r.name, counts));
        for (name, counts) in std::iter::once(("published", &published)).chain(answers) {
            let mut row = vec![Cell::from(name)];
            for depth in depths.clone() {
                row.extend(cells(counts.get(depth as usize - 1)));
            }
            table.rows.push(row);
        }
        table
    }

    fn chart(&self) -> (String, String) {
        let title = format!(
            "{}: {} by reading",
            self.comparison.title(),
            self.comparison.names()[0]
        );
        let points = |counts: &Counts| -> Vec<(f64, f64)> {
            let depths = (1..).map(f64::from);
            depths.zip(counts.iter().map(|pair| pair[0])).collect()
        };
        let mut chart = LineChart::new(title, Axis::whole("depth"), Axis::log("mean nodes"))
            .with(Series::new("published", points(&self.published())).dashed());
        for (reading, counts) in self.answers.iter().filter(|(r, _)| r.is_drawn) {
            chart = chart.with(Series::new(reading.name, points(counts)));
        }
        (format!("readings-{}", self.comparison.id()), chart.to_svg())
    }
}

fn cells(counts: Option<&[f64; 2]>) -> [Cell; 2] {
    counts.map_or([Cell::Empty, Cell::Empty], |&[before, after]| {
        [Cell::Count(before), Cell::Percent(change(before, after))]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::lab::Unwatched;

    /// Writes down what it is told to be under way.
    #[derive(Default)]
    struct Listener {
        titles: Mutex<Vec<String>>,
    }

    impl Watcher for Listener {
        fn begin(&self, title: &str, _: f64) {
            self.titles.lock().expect("titles").push(title.to_owned());
        }
        fn advance(&self, _: f64) {}
    }

    #[test]
    fn every_reading_has_a_row_and_the_first_is_the_table_itself() {
        let settings = ExperimentSettings {
            depth: Some(3),
            ..ExperimentSettings::default()
        };
        let listener = Listener::default();
        let report = run(&settings, &listener);
        let titles = listener.titles.into_inner().expect("titles");
        assert_eq!(titles.len(), 25);
        assert_eq!(titles[2], "Readings 3 of 25: rooks first");
        assert_eq!(titles[6], "Readings 7 of 25: as table 4");
        let [order, deepening] = report.tables.as_slice() else {
            panic!("two tables");
        };
        assert_eq!(order.rows.len(), 1 + ORDER_READINGS.len());
        assert_eq!(deepening.rows.len(), 1 + DEEPENING_READINGS.len());
        for (table, comparison) in [(order, TABLE_2), (deepening, TABLE_4)] {
            let counts = comparison.count("", &settings, 3, &|_| {}, &Unwatched);
            assert_eq!(table.rows[1][1], Cell::Count(counts[2][0]));
        }
    }

    #[test]
    fn no_heading_is_there_twice() {
        let unanswered = Question {
            comparison: &TABLE_4,
            depth: 7,
            answers: Vec::new(),
        };
        assert!(unanswered.table().has_unique_headings());
    }

    #[test]
    fn the_later_positions_are_sixty() {
        assert_eq!(boards_of(LATER).len(), 60);
    }
}

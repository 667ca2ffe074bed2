//! Tables 15 and 16 of the thesis, and matches of B* against alpha-beta of fixed depth.

use std::ops::RangeInclusive;

use crate::algorithms::bstar::bounds::Bounds;
use crate::algorithms::bstar::{BStar, Found};
use crate::arena::record::GameResult;
use crate::arena::referee::Referee;
use crate::arena::stats::Tally;
use crate::board::START_FEN;
use crate::lab::contest::{self, Contestant, SearchPlayer};
use crate::lab::report::{Cell, ExperimentReport, ReportTable};
use crate::lab::{ExperimentSettings, Watcher, runner};
use crate::plot::{Axis, BarChart};
use crate::search::techniques::Evaluation;
use crate::search::{Limits, Techniques};
use crate::types::moves::MAX_MOVES;
use crate::types::{Depth, Move, Side};

/// Moves in tables 15 and 16.
const MOVES: usize = 10;

/// What B* is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// Nodes the tree may have.
    pub memory: usize,
    /// Games of each match; 0 = only the tables.
    pub games: usize,
    /// Plies of the alpha-beta opponents, from 1.
    pub opponents: Depth,
    /// Whether the thesis's bounds play matches too.
    pub all_bounds: bool,
}

impl Trial {
    /// What the memory may be: the root and any moves it may have find room, and every worker thread has
    /// as much to give.
    pub const MEMORY: RangeInclusive<i64> = 1 + MAX_MOVES as i64..=1_000_000;
}

impl Default for Trial {
    fn default() -> Self {
        Self {
            memory: 2_000,
            games: 0,
            opponents: 3,
            all_bounds: false,
        }
    }
}

struct Setting {
    name: &'static str,
    bounds: Bounds,
    published: &'static [u64],
}

const SETTINGS: [Setting; 3] = [
    Setting {
        name: "(1, 1.1)",
        bounds: Bounds::THESIS_TIGHT,
        published: &[41, 31, 34, 1575, 31, 24, 36, 29, 28, 30],
    },
    Setting {
        name: "(0.9, 1.1)",
        bounds: Bounds::THESIS_WIDE,
        published: &[45, 1814, 1387, 1376, 36, 33, 18, 17, 23, 26],
    },
    Setting {
        name: "probing",
        bounds: Bounds::Probing,
        published: &[],
    },
];

/// The opponent: plain alpha-beta of fixed depth with the engine's evaluation, no quiescence.
fn fixed_depth(depth: Depth) -> SearchPlayer {
    let techniques = Techniques {
        evaluation: Evaluation::Full,
        ..Techniques::ORDERED
    };
    SearchPlayer::new(techniques, Limits::depth(depth))
}

/// B* as a player who remembers what it found at each of its moves.
struct BStarPlayer {
    search: BStar,
    found: Vec<Found>,
    /// Gives up after so many moves.
    most_moves: usize,
}

impl Contestant for BStarPlayer {
    fn choose(&mut self, game: &Referee) -> Option<Move> {
        if self.found.len() >= self.most_moves {
            return None;
        }
        let result = self.search.search(game.board(), &game.bans());
        self.found.push(result);
        result.best
    }
}

impl BStarPlayer {
    fn new(bounds: Bounds, memory: usize, most_moves: usize) -> Self {
        Self {
            search: BStar::new(bounds, memory),
            found: Vec::new(),
            most_moves,
        }
    }

    /// Plays one game against alpha-beta and returns its result and what was found at each move.
    /// `None` if the position cannot be set up.
    fn play(mut self, fen: &str, side: Side, depth: Depth) -> Option<(GameResult, Vec<Found>)> {
        let mut opponent = fixed_depth(depth);
        let result = match side {
            Side::Red => contest::play(fen, &mut self, &mut opponent),
            Side::Black => contest::play(fen, &mut opponent, &mut self),
        };
        Some((result?, self.found))
    }
}

/// Nodes of the first ten moves as red against two plies.
fn count_nodes(trial: Trial, settings: &ExperimentSettings, watcher: &dyn Watcher) -> ReportTable {
    watcher.begin("B*: the first ten moves", SETTINGS.len() as f64);
    let games = runner::run(
        &SETTINGS,
        settings.threads,
        watcher,
        |_| 1.0,
        |setting| {
            let player = BStarPlayer::new(setting.bounds, trial.memory, MOVES);
            player.play(START_FEN, Side::Red, 2)
        },
    );
    let columns = ["bounds".to_owned(), "source".to_owned()].into_iter();
    let mut table = ReportTable::new(
        "bstar-nodes",
        columns.chain((1..=MOVES).map(|n| format!("move {n}"))),
    );
    for (setting, game) in SETTINGS.into_iter().zip(games) {
        let found = game.map(|(_, found)| found).unwrap_or_default();
        let mut ours = vec![Cell::from(setting.name), Cell::from("measured")];
        ours.extend((0..MOVES).map(|index| {
            found
                .get(index)
                .map_or(Cell::Empty, |found| Cell::Count(found.nodes as f64))
        }));
        table.rows.push(ours);
        if !setting.published.is_empty() {
            let mut theirs = vec![Cell::from(setting.name), Cell::from("published")];
            theirs.extend((0..MOVES).map(|index| Cell::published(setting.published.get(index))));
            table.rows.push(theirs);
        }
    }
    table
}

/// One pair of games from one opening.
struct Pair<'a> {
    fen: &'a str,
    setting: usize,
    depth: Depth,
}

impl Pair<'_> {
    /// Half points of B* in both games, and how many of its moves were proven, of how many.
    fn play(&self, trial: Trial) -> ([u8; 2], usize, usize) {
        let bounds = SETTINGS[self.setting].bounds;
        let mut points = [1; 2];
        let (mut proven, mut moves) = (0, 0);
        for (side, points) in Side::BOTH.into_iter().zip(&mut points) {
            let player = BStarPlayer::new(bounds, trial.memory, usize::MAX);
            let Some((result, found)) = player.play(self.fen, side, self.depth) else {
                continue;
            };
            *points = contest::half_points(result, side);
            proven += found.iter().filter(|found| found.is_proven).count();
            moves += found.len();
        }
        (points, proven, moves)
    }
}

/// Matches of each bounds' B* against 1, 2, ... plies.
fn play_matches(trial: Trial, settings: &ExperimentSettings, watcher: &dyn Watcher) -> ReportTable {
    let fens = contest::openings(trial.games.div_ceil(2));
    let chosen = if trial.all_bounds { 0..3 } else { 2..3 };
    let pairs_per_match = fens.len();
    let mut pairs = Vec::new();
    for setting in chosen {
        for depth in 1..=trial.opponents {
            pairs.extend(fens.iter().map(|fen| Pair {
                fen,
                setting,
                depth,
            }));
        }
    }
    let title = "B* against alpha-beta";
    watcher.begin(title, pairs.len() as f64);
    let results = runner::run(
        &pairs,
        settings.threads,
        watcher,
        |_| 1.0,
        |pair| pair.play(trial),
    );
    let mut table = ReportTable::new(
        "bstar-matches",
        [
            "bounds",
            "opponent",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "Elo",
            "moves proven best",
        ],
    );
    let groups = pairs
        .chunks(pairs_per_match.max(1))
        .zip(results.chunks(pairs_per_match.max(1)));
    for (pairs, results) in groups {
        let tally = contest::tally(results.iter().map(|(points, ..)| points));
        let proven: usize = results.iter().map(|(_, proven, _)| proven).sum();
        let moves: usize = results.iter().map(|(.., moves)| moves).sum();
        table.rows.push(match_row(
            &pairs[0],
            &tally,
            proven as f64 / moves.max(1) as f64,
        ));
    }
    table
}

fn match_row(pair: &Pair, tally: &Tally, proven: f64) -> Vec<Cell> {
    vec![
        Cell::from(SETTINGS[pair.setting].name),
        Cell::Text(opponent_name(pair.depth)),
        Cell::Count(tally.games() as f64),
        Cell::Count(tally.wins as f64),
        Cell::Count(tally.draws as f64),
        Cell::Count(tally.losses as f64),
        Cell::Text(format!("{:.1} %", tally.score() * 100.0)),
        Cell::Text(contest::elo_text(tally)),
        Cell::Text(format!("{:.0} %", proven * 100.0)),
    ]
}

fn opponent_name(depth: Depth) -> String {
    let plural = if depth == 1 { "ply" } else { "plies" };
    format!("alpha-beta, {depth} {plural}")
}

/// Runs the experiment.
pub fn run(trial: Trial, settings: &ExperimentSettings, watcher: &dyn Watcher) -> ExperimentReport {
    let mut tables = vec![count_nodes(trial, settings, watcher)];
    if trial.games > 0 && trial.opponents > 0 {
        tables.push(play_matches(trial, settings, watcher));
    }
    let chart = chart(&tables[0]);
    ExperimentReport {
        id: "bstar".to_owned(),
        title: "B*".to_owned(),
        method: format!(
            "Nodes of the tree at B*'s first ten moves as red from the start position against \
             two-ply alpha-beta, at most {} nodes. Matches: pairs of games from balanced openings, \
             refereed by the Asian rules, opponents without quiescence, error bars of 95 %. \
             Published: Pei 2009, tables 15 and 16.",
            trial.memory
        ),
        tables,
        findings: Vec::new(),
        charts: vec![("bstar-nodes".to_owned(), chart)],
    }
}

fn chart(table: &ReportTable) -> String {
    let moves = (1..=MOVES).map(|n| n.to_string());
    let mut chart = BarChart::new(
        "B*: nodes at the first ten moves",
        Axis::log("nodes"),
        moves,
    )
    .over("move");
    for row in &table.rows {
        let words: Vec<&str> = row
            .iter()
            .filter_map(|cell| match cell {
                Cell::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let values = row.iter().skip(2).map(|cell| match cell {
            Cell::Count(count) => *count,
            _ => 0.0,
        });
        chart = chart.with(words.join(" "), values);
    }
    chart.to_svg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Unwatched;

    #[test]
    fn who_gives_up_after_ten_moves_has_found_what_the_whole_game_begins_with() {
        for setting in SETTINGS {
            let found_in = |moves| {
                let player = BStarPlayer::new(setting.bounds, 150, moves);
                let game = player.play(START_FEN, Side::Red, 1);
                game.map(|(_, found)| found).unwrap_or_default()
            };
            let (first, whole) = (found_in(MOVES), found_in(usize::MAX));
            assert_eq!(first.len(), MOVES);
            assert_eq!(first, whole[..MOVES]);
        }
    }

    #[test]
    fn a_match_gives_the_same_figures_with_any_number_of_threads() {
        let trial = Trial {
            memory: 100,
            games: 4,
            opponents: 1,
            all_bounds: false,
        };
        let run_with = |threads| {
            let settings = ExperimentSettings {
                threads,
                ..ExperimentSettings::default()
            };
            run(trial, &settings, &Unwatched)
        };
        let report = run_with(1);
        assert_eq!(report, run_with(3));
        assert_eq!(report.tables[1].rows[0][2], Cell::Count(4.0));
    }
}

//! Tables 15 and 16 of the thesis: nodes, times and moves of B* at the first ten moves of a game.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use crate::algorithms::Player;
use crate::algorithms::bstar::bounds::Bounds;
use crate::algorithms::bstar::{BStar, Found};
use crate::board::{Board, START_FEN};
use crate::lab::contest::{self, Contestant, SearchPlayer};
use crate::lab::report::{Cell, ExperimentReport, ReportTable};
use crate::lab::{ExperimentSettings, Watcher, runner};
use crate::notation::to_chinese;
use crate::plot::{Axis, BarChart};
use crate::rules::{Rules, losing_repetitions};
use crate::search::{Limits, Techniques};
use crate::selfplay::ScoredMove;
use crate::types::moves::MAX_MOVES;
use crate::types::{Depth, Move, Score};

/// Moves in tables 15 and 16.
const MOVES: usize = 10;
/// Plies of the opponent in tables 15 and 16.
const OPPONENT_PLIES: Depth = 2;
/// The moves that section 4.4 of the thesis prints; it does not say under which bounds.
const PUBLISHED_MOVES: [&str; 2] = ["炮二进七", "炮八平二"];
/// The same with the reply between them, 车 9 平 8.
const PUBLISHED_GAME: [&str; 3] = ["h2h9", "i9h9", "b2h2"];

/// What the memory may be: the root and any moves it may have find room, and every worker thread has
/// as much to give.
pub const MEMORY: RangeInclusive<i64> = 1 + MAX_MOVES as i64..=1_000_000;
/// Nodes of the tree unless the user says otherwise.
pub const DEFAULT_MEMORY: usize = 2_000;

/// Bounds under a name, and what was published about them.
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) bounds: Bounds,
    published_nodes: &'static [u64],
    published_ms: &'static [u64],
}

/// Tables 15 and 16, both to the letter, what section 5.2 suggests, and ours.
pub(super) const SETTINGS: [Setting; 6] = [
    Setting {
        name: "(1, 1.1)",
        bounds: Bounds::THESIS_TIGHT,
        published_nodes: &[41, 31, 34, 1575, 31, 24, 36, 29, 28, 30],
        published_ms: &[78, 78, 78, 115, 94, 94, 94, 94, 93, 78],
    },
    Setting {
        name: "(0.9, 1.1)",
        bounds: Bounds::THESIS_WIDE,
        published_nodes: &[45, 1814, 1387, 1376, 36, 33, 18, 17, 23, 26],
        published_ms: &[109, 152, 141, 123, 93, 94, 78, 78, 93, 78],
    },
    Setting {
        name: "(1, 1.1) to the letter",
        bounds: Bounds::LITERAL_TIGHT,
        published_nodes: &[],
        published_ms: &[],
    },
    Setting {
        name: "(0.9, 1.1) to the letter",
        bounds: Bounds::LITERAL_WIDE,
        published_nodes: &[],
        published_ms: &[],
    },
    Setting {
        name: "attack and threats",
        bounds: Bounds::Potential,
        published_nodes: &[],
        published_ms: &[],
    },
    Setting {
        name: "probing",
        bounds: Bounds::Probing,
        published_nodes: &[],
        published_ms: &[],
    },
];

/// The opponent: alpha-beta with iterative deepening and history.
pub(super) fn opponent(settings: &ExperimentSettings) -> Player {
    let name = "deepening-history";
    Player::of_techniques(name, Techniques::DEEPENING_AND_HISTORY)
        .with_evaluation(settings.evaluation)
}

/// What B* found at one of its moves.
#[derive(Clone, Debug)]
struct Turn {
    found: Found,
    time: Duration,
    /// The move in Chinese notation.
    text: String,
}

/// B* as a player who remembers what it found and gives up after some moves.
struct BStarPlayer {
    search: BStar,
    turns: Vec<Turn>,
    most_turns: usize,
}

impl Contestant for BStarPlayer {
    fn choose(&mut self, board: &Board) -> Option<ScoredMove> {
        if self.turns.len() >= self.most_turns {
            return None;
        }
        let start = Instant::now();
        let banned: Vec<Move> = losing_repetitions(board, &Rules::default()).to_vec();
        let found = self.search.search(board, &banned);
        let time = start.elapsed();
        let mv = found.best?;
        self.turns.push(Turn {
            found,
            time,
            text: to_chinese(board, mv),
        });
        let (pes, opt) = found.bounds;
        let score = Score::midpoint(pes, opt);
        Some(ScoredMove { mv, score })
    }
}

/// The first moves as red against two plies.
fn first_turns(
    bounds: Bounds,
    memory: usize,
    most_turns: usize,
    settings: &ExperimentSettings,
) -> Vec<Turn> {
    let mut player = BStarPlayer {
        search: BStar::new(bounds, memory),
        turns: Vec::new(),
        most_turns,
    };
    let limits = Limits::depth(OPPONENT_PLIES);
    let mut opponent = SearchPlayer::new(opponent(settings), limits);
    let _ = contest::play(START_FEN, &mut player, &mut opponent);
    player.turns
}

/// A table of one figure of every move, ours and the published ones.
fn table(
    name: &str,
    games: &[Vec<Turn>],
    ours: impl Fn(&Turn) -> Cell,
    theirs: impl Fn(&Setting) -> Vec<Cell>,
) -> ReportTable {
    let columns = ["bounds".to_owned(), "source".to_owned()].into_iter();
    let moves = (1..=MOVES).map(|number| format!("move {number}"));
    let mut table = ReportTable::new(name, columns.chain(moves));
    let row = |setting: &Setting, source: &str, mut cells: Vec<Cell>| {
        cells.resize(MOVES, Cell::Empty);
        let heading = [Cell::from(setting.name), Cell::from(source)];
        heading.into_iter().chain(cells).collect()
    };
    for (setting, turns) in SETTINGS.iter().zip(games) {
        let measured = turns.iter().map(&ours).collect();
        table.rows.push(row(setting, "measured", measured));
        let published = theirs(setting);
        if !published.is_empty() {
            table.rows.push(row(setting, "published", published));
        }
    }
    table
}

/// Bounds of the published moves and of their rivals, to the letter of table 15: at once, and when B* stops.
fn rivals(memory: usize) -> ReportTable {
    let columns = [
        "move",
        "candidate",
        "pessimistic at once",
        "optimistic at once",
        "pessimistic at the end",
        "optimistic at the end",
        "published",
        "chosen",
    ];
    let mut table = ReportTable::new("bstar-rivals", columns);
    let mut board = Board::start();
    for (ply, text) in PUBLISHED_GAME.into_iter().enumerate() {
        let Ok(published) = text.parse::<Move>() else {
            break;
        };
        if ply % 2 == 0 {
            table
                .rows
                .extend(rivals_of(&board, published, memory, ply / 2 + 1));
        }
        board.make_move(published);
    }
    table
}

/// Rows for the published move, the move chosen, and the two with the highest hope at once.
fn rivals_of(board: &Board, published: Move, memory: usize, number: usize) -> Vec<Vec<Cell>> {
    let bounds = Bounds::LITERAL_TIGHT;
    // Room for the moves alone: nothing is looked into.
    let mut glance = BStar::new(bounds, board.count_legal_moves() + 1);
    glance.search(board, &[]);
    let mut search = BStar::new(bounds, memory);
    let chosen = search.search(board, &[]).best;
    let mut at_once = glance.root_bounds();
    at_once.sort_by_key(|&(_, _, opt)| -opt);
    let at_the_end = search.root_bounds();
    let is_shown = |rank: usize, mv: Move| rank < 2 || mv == published || Some(mv) == chosen;
    let rows = at_once.into_iter().enumerate();
    let rows = rows.filter(|&(rank, (mv, ..))| is_shown(rank, mv));
    let score = |score: Score| Cell::Count(f64::from(score));
    let tick = |is_so: bool| Cell::from(if is_so { "yes" } else { "" });
    let row = |(_, (mv, pes, opt)): (usize, (Move, Score, Score))| {
        let end = at_the_end.iter().find(|(other, ..)| *other == mv);
        let end = end.map_or([Cell::Empty, Cell::Empty], |&(_, pes, opt)| {
            [score(pes), score(opt)]
        });
        let [end_pes, end_opt] = end;
        vec![
            Cell::Count(number as f64),
            Cell::Text(to_chinese(board, mv)),
            score(pes),
            score(opt),
            end_pes,
            end_opt,
            tick(mv == published),
            tick(Some(mv) == chosen),
        ]
    };
    rows.map(row).collect()
}

/// Runs the experiment.
pub fn run(
    memory: usize,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> ExperimentReport {
    watcher.begin("B*: the first ten moves", SETTINGS.len() as f64);
    let games = runner::run(
        &SETTINGS,
        settings.threads,
        watcher,
        |_| 1.0,
        |setting| first_turns(setting.bounds, memory, MOVES, settings),
    );
    let counts = |figures: &[u64]| figures.iter().map(|&n| Cell::Count(n as f64)).collect();
    let tables = vec![
        table(
            "bstar-nodes",
            &games,
            |turn| Cell::Count(turn.found.nodes as f64),
            |setting| counts(setting.published_nodes),
        ),
        table(
            "bstar-time-ms",
            &games,
            |turn| Cell::Decimal(turn.time.as_secs_f64() * 1000.0, 2),
            |setting| counts(setting.published_ms),
        ),
        table(
            "bstar-moves",
            &games,
            |turn| Cell::Text(turn.text.clone()),
            |setting| {
                let has_games = !setting.published_nodes.is_empty();
                let moves = PUBLISHED_MOVES.into_iter().filter(|_| has_games);
                moves.map(Cell::from).collect()
            },
        ),
        rivals(memory),
    ];
    let chart = chart(&tables[0]);
    ExperimentReport {
        id: "bstar".to_owned(),
        title: "B*".to_owned(),
        method: format!(
            "Nodes of the tree, milliseconds and chosen moves at B*'s first ten moves as red from the \
             start position against alpha-beta of {OPPONENT_PLIES} plies with iterative deepening and \
             history, at most {memory} nodes. Pairs of numbers: the factors of the pessimistic and the \
             optimistic bound. To the letter: negative values are multiplied as printed, men count as in the thesis's table 4, pawns and \
             good squares as in its figure 5 and section 2.4.2. Attack and threats: what section 5.2 suggests. Probing: \
             ours. Last table: to the letter of (1, 1.1), the published moves and their rivals after the published moves \
             before. Published: Pei 2009, tables 15 and 16 and section 4.4. Times differ from machine to machine."
        ),
        tables,
        findings: findings(&games),
        charts: vec![("bstar-nodes".to_owned(), chart)],
        pgn: None,
    }
}

/// Under which bounds the published first moves come out, and how often the search ended by proof.
fn findings(games: &[Vec<Turn>]) -> Vec<String> {
    let named = SETTINGS.iter().zip(games);
    named
        .map(|(setting, turns)| {
            let same = turns
                .iter()
                .zip(PUBLISHED_MOVES)
                .take_while(|(turn, published)| turn.text == *published)
                .count();
            let proven = turns.iter().filter(|turn| turn.found.is_proven).count();
            format!(
                "{}: {same} of the {} published first moves; {proven} of {} moves proven best.",
                setting.name,
                PUBLISHED_MOVES.len(),
                turns.len()
            )
        })
        .collect()
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

    /// With the men and squares of the thesis, its factors and half of what is attacked.
    #[test]
    fn the_published_first_move_comes_out_to_the_letter() {
        let board = Board::start();
        let mut search = BStar::new(Bounds::LITERAL_TIGHT, DEFAULT_MEMORY);
        let found = search.search(&board, &[]);
        let text = found.best.map(|mv| to_chinese(&board, mv));
        assert_eq!(text.as_deref(), Some(PUBLISHED_MOVES[0]));
        // Its own 44 moves and, after the published one, black's 41, the count of table 15.
        assert_eq!((found.nodes, found.is_proven), (44 + 41, true));
        let table = rivals(DEFAULT_MEMORY);
        let chosen = table.rows.iter().filter(|row| row[7] == Cell::from("yes"));
        assert_eq!(chosen.count(), 2);
        let both = [Cell::from("yes"), Cell::from("yes")];
        assert!(table.rows.iter().any(|row| row[6..] == both), "{table:?}");
    }

    #[test]
    fn who_gives_up_after_ten_moves_has_found_what_a_longer_game_begins_with() {
        let settings = ExperimentSettings::default();
        for setting in SETTINGS {
            let found = |turns| -> Vec<Found> {
                let turns = first_turns(setting.bounds, 150, turns, &settings);
                turns.into_iter().map(|turn| turn.found).collect()
            };
            let (first, longer) = (found(MOVES), found(MOVES + 2));
            assert_eq!(first, longer[..first.len()]);
            assert!(!first.is_empty());
        }
    }
}

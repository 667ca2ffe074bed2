//! The documents' matches, and matches between any two players: both colours from every opening, the published
//! result beside ours, the games as PGN.
//!
//! The thesis gave each move five seconds. At its speed (10,387 nodes in 665 ms, tables 5 and 6) that is
//! 78,000 nodes, which is what a move has here unless the user gives nodes or a time.

use std::time::Duration;

use crate::algorithms::{Algorithm, Player, PlayerSearch};
use crate::arena::pgn;
use crate::arena::stats::Tally;
use crate::search::{Limits, Techniques};
use crate::selfplay::PlayedGame;
use crate::types::Depth;

use super::bstar::{self, SETTINGS};
use super::contest::{self, Contestant, SearchPlayer};
use super::report::{Cell, ExperimentReport, ReportTable};
use super::{ExperimentSettings, Watcher, runner};

/// Nodes of five seconds at the thesis's speed.
pub const FIVE_SECONDS: u64 = 78_000;
/// The depth of the thesis's fixed-depth player.
const FIXED_DEPTH: Depth = 3;
/// Plies of B*'s opponents.
const BSTAR_OPPONENTS: [Depth; 2] = [1, 2];

/// The matches of the documents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// Iterative deepening against fixed depth 3, five seconds a move.
    Deepening,
    /// Alpha-beta against minimax at equal time.
    Minimax,
    /// B* against 1 and 2 plies.
    BStar,
}

impl Published {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Deepening, Self::Minimax, Self::BStar];

    /// What commands call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deepening => "deepening",
            Self::Minimax => "minimax",
            Self::BStar => "bstar",
        }
    }
}

/// Who plays whom.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    /// Matches of the documents.
    Published(Vec<Published>),
    /// Any two players.
    Players(Box<[Player; 2]>),
}

/// What is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    pub wanted: Wanted,
    /// Games of each match, rounded up to pairs.
    pub games: usize,
    /// What a move may take.
    pub budget: MoveBudget,
    /// Nodes of B*'s tree.
    pub memory: usize,
}

/// What a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveBudget {
    Nodes(u64),
    Time(Duration),
    Depth(Depth),
}

impl MoveBudget {
    fn limits(self) -> Limits {
        match self {
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::Time(time) => Limits::move_time(time),
            Self::Depth(depth) => Limits::depth(depth),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("nodes={nodes}"),
            Self::Time(time) => format!("ms={}", time.as_millis()),
            Self::Depth(depth) => format!("depth={depth}"),
        }
    }
}

/// One side of a match.
#[derive(Clone, Debug)]
struct Entrant {
    name: String,
    player: Player,
    budget: MoveBudget,
}

impl Entrant {
    fn new(player: Player, budget: MoveBudget) -> Self {
        Self {
            name: player.name.to_owned(),
            player,
            budget,
        }
    }

    fn contestant(&self) -> Box<dyn Contestant> {
        Box::new(SearchPlayer::new(self.player, self.budget.limits()))
    }
}

/// A match to play.
#[derive(Clone, Debug)]
struct Pairing {
    sides: [Entrant; 2],
    published: &'static str,
}

impl Request {
    fn pairings(&self, settings: &ExperimentSettings) -> Vec<Pairing> {
        match &self.wanted {
            Wanted::Published(matches) => matches
                .iter()
                .flat_map(|one| self.published(*one, settings))
                .collect(),
            Wanted::Players(players) => {
                let sides = players.map(|player| Entrant::new(player, self.budget));
                vec![Pairing {
                    sides,
                    published: "",
                }]
            }
        }
    }

    fn published(&self, which: Published, settings: &ExperimentSettings) -> Vec<Pairing> {
        let alpha_beta = |name, techniques| {
            Player::of_techniques(name, techniques).with_evaluation(settings.evaluation)
        };
        match which {
            Published::Deepening => {
                let deepening = alpha_beta("deepening", Techniques::DEEPENING);
                let fixed = alpha_beta("alpha-beta", Techniques::ALPHA_BETA);
                vec![Pairing {
                    sides: [
                        Entrant::new(deepening, self.budget),
                        Entrant::new(fixed, MoveBudget::Depth(FIXED_DEPTH)),
                    ],
                    published: "+7 =3 -0",
                }]
            }
            Published::Minimax => {
                let minimax = Player {
                    name: "minimax",
                    search: PlayerSearch::Other(Algorithm::Minimax(settings.evaluation)),
                };
                let players = [alpha_beta("alpha-beta", Techniques::ALPHA_BETA), minimax];
                vec![Pairing {
                    sides: players.map(|player| Entrant::new(player, self.budget)),
                    published: "10 games, none lost",
                }]
            }
            Published::BStar => {
                let opponent = bstar::opponent(settings);
                let mut pairings = Vec::new();
                for setting in &SETTINGS {
                    for plies in BSTAR_OPPONENTS {
                        let player = Player {
                            name: "bstar",
                            search: PlayerSearch::Other(Algorithm::BStar(setting.bounds)),
                        };
                        let budget = MoveBudget::Nodes(self.memory as u64);
                        let mut own = Entrant::new(player, budget);
                        own.name = format!("B* {}", setting.name);
                        pairings.push(Pairing {
                            sides: [own, Entrant::new(opponent, MoveBudget::Depth(plies))],
                            published: match plies {
                                1 => "wins",
                                _ => "loses",
                            },
                        });
                    }
                }
                pairings
            }
        }
    }
}

/// Plays the matches.
pub fn run(
    request: &Request,
    settings: &ExperimentSettings,
    watcher: &dyn Watcher,
) -> ExperimentReport {
    let pairings = request.pairings(settings);
    let fens = contest::openings(request.games.div_ceil(2));
    let jobs: Vec<(&Pairing, &String)> = pairings
        .iter()
        .flat_map(|pairing| fens.iter().map(move |fen| (pairing, fen)))
        .collect();
    watcher.begin("Matches", jobs.len() as f64);
    let played = runner::run(
        &jobs,
        settings.threads,
        watcher,
        |_| 1.0,
        |(pairing, fen)| {
            let [first, second] = &pairing.sides;
            contest::play_pair(fen, || first.contestant(), || second.contestant())
        },
    );
    let mut table = ReportTable::new(
        "match",
        [
            "first",
            "limits",
            "second",
            "its limits",
            "games",
            "won",
            "drawn",
            "lost",
            "score",
            "Elo",
            "mean plies",
            "published",
        ],
    );
    let per_match = played.chunks(fens.len().max(1));
    for (pairing, pairs) in pairings.iter().zip(per_match) {
        table.rows.push(row(pairing, pairs));
    }
    ExperimentReport {
        id: "match".to_owned(),
        title: "Matches".to_owned(),
        method: format!(
            "Pairs of games from balanced openings, both colours, Asian rules, error bars of 95 %. {} \
             The thesis gave a move five seconds, which at its speed (tables 5 and 6) are {FIVE_SECONDS} \
             nodes. Published: Pei 2009, sections 3.5, 4.4 and 5.1.",
            settings.evaluation_sentence()
        ),
        tables: vec![table],
        findings: Vec::new(),
        charts: Vec::new(),
        pgn: Some(games_text(&jobs, &played)),
    }
}

fn row(pairing: &Pairing, pairs: &[[Option<PlayedGame>; 2]]) -> Vec<Cell> {
    let points: Vec<[u8; 2]> = pairs.iter().map(contest::pair_points).collect();
    let tally: Tally = contest::tally(&points);
    let games = pairs.iter().flatten().flatten();
    let plies: usize = games.map(|game| game.moves.len()).sum();
    let [first, second] = &pairing.sides;
    vec![
        Cell::Text(first.name.clone()),
        Cell::Text(first.budget.text()),
        Cell::Text(second.name.clone()),
        Cell::Text(second.budget.text()),
        Cell::Count(tally.games() as f64),
        Cell::Count(tally.wins as f64),
        Cell::Count(tally.draws as f64),
        Cell::Count(tally.losses as f64),
        Cell::Text(format!("{:.1} %", tally.score() * 100.0)),
        Cell::Text(contest::elo_text(&tally)),
        Cell::Count(plies as f64 / tally.games().max(1) as f64),
        Cell::from(pairing.published),
    ]
}

/// All games, in the order of the openings.
fn games_text(jobs: &[(&Pairing, &String)], played: &[[Option<PlayedGame>; 2]]) -> String {
    let mut text = String::new();
    let mut number = 0;
    for ((pairing, fen), games) in jobs.iter().zip(played) {
        let [first, second] = &pairing.sides;
        let orders = [[first, second], [second, first]];
        for (game, sides) in games.iter().zip(orders) {
            let Some(game) = game else { continue };
            let names = sides.map(|side| side.name.as_str());
            let limits = sides.map(|side| side.budget.text());
            let limits = limits.each_ref().map(String::as_str);
            let record = contest::record(game, fen, number, names, limits);
            text += &pgn::write(&record, "hanxin lab match");
            number += 1;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Unwatched;
    use crate::notation::pgn as reader;

    fn request(wanted: Wanted) -> Request {
        Request {
            wanted,
            games: 2,
            budget: MoveBudget::Nodes(200),
            memory: 150,
        }
    }

    #[test]
    fn every_published_match_is_played_and_its_games_can_be_read() {
        let request = request(Wanted::Published(Published::ALL.to_vec()));
        let report = run(&request, &ExperimentSettings::default(), &Unwatched);
        let matches = 2 + SETTINGS.len() * BSTAR_OPPONENTS.len();
        assert_eq!(report.tables[0].rows.len(), matches);
        let games = reader::parse(&report.pgn.expect("games")).expect("readable games");
        assert_eq!(games.len(), 2 * matches);
        assert!(games.iter().all(|game| game.result.is_some()));
    }

    #[test]
    fn a_match_gives_the_same_figures_with_any_number_of_threads() {
        let [first, second] = ["mtd-f", "minimax"].map(|name| Player::named(name).expect(name));
        let request = request(Wanted::Players(Box::new([first, second])));
        let run_with = |threads| {
            let settings = ExperimentSettings {
                threads,
                ..ExperimentSettings::default()
            };
            run(&request, &settings, &Unwatched)
        };
        let report = run_with(1);
        assert_eq!(report, run_with(3));
        assert_eq!(report.tables[0].rows[0][4], Cell::Count(2.0));
    }
}

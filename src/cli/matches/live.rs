//! `hanxin match --serve`: the running match on a page.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::Context as _;

use crate::arena::live::{LiveGame, LiveGames};
use crate::arena::record::GameRecord;
use crate::arena::report::Standings;
use crate::arena::runner::MatchConfig;
use crate::arena::stats::{Estimate, Sprt};
use crate::board::Board;
use crate::notation::{to_chinese, to_wxf};
use crate::play::web::{BoardScene, DuelScene, EngineScene, Scene, Watch};
use crate::text;

/// Points of the course of Elo that are shown.
const MAX_COURSE: usize = 300;

/// Whether and where the match is shown.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Show the match while it runs, on a web page of this machine.
    #[arg(long)]
    serve: bool,
    /// The port of --serve; 0 takes any free one.
    #[arg(long, value_name = "N", default_value_t = 7891, requires = "serve")]
    port: u16,
}

impl Args {
    /// Files that the page may need.
    pub(super) const fn files(&self) -> u64 {
        if self.serve { Watch::FILES } else { 0 }
    }

    /// The page, if it is wanted. It shows the games of `live` and the results that are added.
    pub(super) fn start(
        &self,
        config: &MatchConfig,
        sprt: Option<Sprt>,
        live: &Arc<LiveGames>,
    ) -> anyhow::Result<Page> {
        let start = || Shown::start(self.port, config, sprt, live);
        Ok(Page(self.serve.then(start).transpose()?))
    }
}

/// The page, if there is one.
pub(super) struct Page(Option<Shown>);

impl Page {
    /// The address to open.
    pub(super) fn url(&self) -> Option<&str> {
        self.0.as_ref().map(|shown| shown.watch.url())
    }

    /// A game is over.
    pub(super) fn add(&self, record: &GameRecord) {
        if let Some(shown) = &self.0 {
            lock(&shown.standings).add(0, record);
        }
    }

    /// Shows how it ended to whoever is still looking.
    pub(super) fn finish(self) {
        if let Some(shown) = self.0 {
            shown.watch.finish();
        }
    }
}

/// The page and the results it shows.
struct Shown {
    watch: Watch,
    standings: Arc<Mutex<Standings>>,
}

impl Shown {
    /// Takes the port.
    fn start(
        port: u16,
        config: &MatchConfig,
        sprt: Option<Sprt>,
        live: &Arc<LiveGames>,
    ) -> anyhow::Result<Self> {
        let names: Vec<String> = config.engines.iter().map(|e| e.name.clone()).collect();
        let standings = Arc::new(Mutex::new(Standings::new(&names)));
        let view = View {
            live: Arc::clone(live),
            standings: Arc::clone(&standings),
            total: config.schedule.games(),
            sprt,
            names: names.iter().map(|name| text::shown(name)).collect(),
        };
        let watch = Watch::start(port, move |start| view.scene(start)).with_context(|| {
            format!("cannot listen on port {port} (expected a free port, see --port)")
        })?;
        Ok(Self { watch, standings })
    }
}

/// Standings are never left half changed.
fn lock(standings: &Mutex<Standings>) -> MutexGuard<'_, Standings> {
    standings.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the page looks at.
struct View {
    live: Arc<LiveGames>,
    standings: Arc<Mutex<Standings>>,
    total: usize,
    sprt: Option<Sprt>,
    names: Vec<String>,
}

impl View {
    fn scene(&self, start: Instant) -> Scene {
        let games = self.live.games();
        // A copy: ratings take their time, and the match wants to add games meanwhile.
        let standings = lock(&self.standings).clone();
        Scene {
            over: false,
            played: standings.games(),
            total: self.total,
            boards: games
                .iter()
                .filter_map(|game| board_scene(game, &self.names, start))
                .collect(),
            engines: self.engines(&standings),
            duel: self.duel(&standings),
        }
    }

    fn engines(&self, standings: &Standings) -> Vec<EngineScene> {
        let ratings = standings.ratings();
        let count = self.names.len();
        let results = |engine| {
            (0..count).map(move |other| {
                let tally = standings.tally(engine, other);
                [tally.wins, tally.draws, tally.losses]
            })
        };
        self.names
            .iter()
            .enumerate()
            .map(|(engine, name)| EngineScene {
                name: name.clone(),
                rating: ratings
                    .engines
                    .get(engine)
                    .map_or([f64::NAN; 2], |rating| pair(*rating)),
                results: results(engine).collect(),
            })
            .collect()
    }

    fn duel(&self, standings: &Standings) -> Option<DuelScene> {
        if self.names.len() != 2 {
            return None;
        }
        let tally = standings.tally(0, 1);
        let strength = tally.strength()?;
        let course: Vec<[f64; 4]> = standings
            .course()
            .iter()
            .map(|(games, s)| [*games, s.elo.value, s.elo_range.0, s.elo_range.1])
            .collect();
        Some(DuelScene {
            elo: pair(strength.elo),
            superiority: strength.superiority,
            llr: self.sprt.map(|sprt| {
                let (lower, upper) = sprt.bounds();
                [sprt.llr(&tally), lower, upper]
            }),
            course: thinned(&course),
        })
    }
}

const fn pair(estimate: Estimate) -> [f64; 2] {
    [estimate.value, estimate.error]
}

/// Evenly chosen points, the last one among them.
fn thinned(course: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let step = course.len().div_ceil(MAX_COURSE).max(1);
    let mut points: Vec<[f64; 4]> = course.iter().rev().step_by(step).copied().collect();
    points.reverse();
    points
}

/// `None` for an opening that is no position; its game is not played either.
fn board_scene(game: &LiveGame, names: &[String], start: Instant) -> Option<BoardScene> {
    let mut board = Board::from_fen(&game.fen).ok()?;
    let mut last = None;
    for (index, &mv) in game.moves.iter().enumerate() {
        if index + 1 == game.moves.len() {
            last = Some([mv.to_string(), to_wxf(&board, mv), to_chinese(&board, mv)]);
        }
        board.make_move(mv);
    }
    let name = |engine: usize| names.get(engine).cloned().unwrap_or_default();
    let millis = |duration: std::time::Duration| duration.as_millis() as u64;
    Some(BoardScene {
        game: game.pairing.game,
        players: [name(game.pairing.red), name(game.pairing.black)],
        fen: board.fen(),
        plies: game.moves.len(),
        last,
        check: board.is_in_check(),
        opinions: game.opinions,
        clocks: game
            .clocks
            .map(|clock| clock.limits().tc.map(|_| millis(clock.remaining()))),
        since: millis(game.turn_started.saturating_duration_since(start)),
        end: game
            .end
            .as_ref()
            .map(|end| [end.result.to_string(), end.reason.to_string()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_is_thinned_but_keeps_its_end() {
        let course: Vec<[f64; 4]> = (1..=1000).map(|n| [f64::from(n); 4]).collect();
        let points = thinned(&course);
        assert!(points.len() <= MAX_COURSE && points.len() > MAX_COURSE / 2);
        assert_eq!(points.last(), Some(&[1000.0; 4]));
        assert!(thinned(&[]).is_empty());
        assert_eq!(thinned(&course[..3]).len(), 3);
    }
}

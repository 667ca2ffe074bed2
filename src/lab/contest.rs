//! Matches inside the laboratory: two ways to choose moves, every opening played with both colours.

use crate::arena::record::GameResult;
use crate::arena::referee::{Referee, Regulations};
use crate::arena::stats::{Tally, elo_of_score, wilson};
use crate::notation::epd;
use crate::rules::Rules;
use crate::search::{Control, Limits, Searcher, Silent, Techniques};
use crate::types::{Move, Side};

/// Balanced openings.
const OPENINGS: &str = include_str!("../../positions/openings200.epd");
/// A game still open after so many plies is a draw.
const MAX_PLIES: usize = 300;
/// The table of a playing search, in megabytes.
const TABLE_MEGABYTES: usize = 4;

/// Chooses moves.
pub(super) trait Contestant {
    /// The move to play, `None` to give up.
    fn choose(&mut self, game: &Referee) -> Option<Move>;
}

/// A player who is our search under some techniques and limits.
pub(super) struct SearchPlayer {
    searcher: Searcher,
    limits: Limits,
}

impl SearchPlayer {
    pub(super) fn new(techniques: Techniques, limits: Limits) -> Self {
        let mut searcher = Searcher::new(TABLE_MEGABYTES, 1);
        searcher.techniques = techniques;
        Self { searcher, limits }
    }
}

impl Contestant for SearchPlayer {
    fn choose(&mut self, game: &Referee) -> Option<Move> {
        let control = Control::default();
        let outcome = self
            .searcher
            .search(game.board(), &self.limits, &control, &mut Silent);
        outcome.best_move()
    }
}

/// The first `pairs` openings.
pub(super) fn openings(pairs: usize) -> Vec<String> {
    let records = epd::parse(OPENINGS).unwrap_or_default();
    records.into_iter().map(|r| r.fen).take(pairs).collect()
}

/// Plays one game. `None` if the position cannot be set up.
pub(super) fn play(
    fen: &str,
    red: &mut dyn Contestant,
    black: &mut dyn Contestant,
) -> Option<GameResult> {
    let regulations = Regulations {
        rules: Rules::default(),
        max_plies: MAX_PLIES,
        draw: None,
        resign: None,
    };
    let mut game = Referee::new(fen, regulations).ok()?;
    loop {
        let side = game.side_to_move();
        let player: &mut dyn Contestant = match side {
            Side::Red => red,
            Side::Black => black,
        };
        let Some(mv) = player.choose(&game) else {
            return Some(GameResult::win_of(side.opponent()));
        };
        if let Some(outcome) = game.enter(mv, None) {
            return Some(outcome.result);
        }
    }
}

/// Half points of `side` in a game.
pub(super) fn half_points(result: GameResult, side: Side) -> u8 {
    if result == GameResult::win_of(side) {
        2
    } else {
        u8::from(result == GameResult::Draw)
    }
}

/// Half points of the first player's two games from an opening, with red and with black.
pub(super) fn play_pair(
    fen: &str,
    mut first: impl FnMut() -> Box<dyn Contestant>,
    mut second: impl FnMut() -> Box<dyn Contestant>,
) -> [u8; 2] {
    Side::BOTH.map(|side| {
        let (mut own, mut other) = (first(), second());
        let result = match side {
            Side::Red => play(fen, own.as_mut(), other.as_mut()),
            Side::Black => play(fen, other.as_mut(), own.as_mut()),
        };
        result.map_or(1, |result| half_points(result, side))
    })
}

/// Adds up pairs of games.
pub(super) fn tally<'a>(pairs: impl IntoIterator<Item = &'a [u8; 2]>) -> Tally {
    let mut tally = Tally::default();
    for pair in pairs {
        for &points in pair {
            tally.add_game(points);
        }
        tally.add_pair(pair.iter().sum());
    }
    tally
}

/// The Elo difference with its error bar (95 %), which is `?` where the games do not tell.
pub(super) fn elo_text(tally: &Tally) -> String {
    match tally.strength() {
        Some(strength) if strength.elo.error.is_finite() => {
            format!("{:+.0} ± {:.0}", strength.elo.value, strength.elo.error)
        }
        Some(strength) if strength.elo.error.is_nan() && strength.elo.value.is_finite() => {
            format!("{:+.0} ± ?", strength.elo.value)
        }
        _ => one_sided(tally),
    }
}

/// Where nearly all games were won or lost, Elo has one finite end only (Wilson's interval of 95 %).
fn one_sided(tally: &Tally) -> String {
    let score = tally.score();
    let (low, high) = wilson(score, tally.games().max(1) as f64);
    if score > 0.5 {
        format!("above {:+.0}", elo_of_score(low))
    } else {
        format!("below {:+.0}", elo_of_score(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deeper_search_wins_and_the_same_search_splits_the_points() {
        let player = |depth| {
            move || -> Box<dyn Contestant> {
                Box::new(SearchPlayer::new(
                    Techniques::TOURNAMENT,
                    Limits::depth(depth),
                ))
            }
        };
        let fens = openings(3);
        let pairs: Vec<_> = fens
            .iter()
            .map(|fen| play_pair(fen, player(8), player(1)))
            .collect();
        assert!(tally(&pairs).score() > 0.7, "{pairs:?}");
        // A deterministic player against itself: what red gets, black does not.
        for fen in &fens {
            let [as_red, as_black] = play_pair(fen, player(2), player(2));
            assert_eq!(as_red + as_black, 2);
        }
    }

    #[test]
    fn error_bars_are_shown_and_one_sided_results_bounded() {
        let even = tally([&[2, 0], &[1, 1], &[0, 1], &[2, 1]]);
        assert!(elo_text(&even).contains('±'), "{}", elo_text(&even));
        assert_eq!(elo_text(&tally([&[1, 1]; 10])), "+0 ± ?");
        let whitewash = tally([&[2, 2]; 10]);
        assert!(
            elo_text(&whitewash).starts_with("above +"),
            "{}",
            elo_text(&whitewash)
        );
    }
}

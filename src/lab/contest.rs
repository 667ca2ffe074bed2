//! Matches inside the laboratory: two players, every opening played with both colours, by the game loop of
//! [`selfplay`].

use crate::algorithms::Player;
use crate::arena::record::{GameRecord, GameResult, Reason};
use crate::arena::referee::{Referee, Regulations};
use crate::arena::stats::{Tally, elo_of_score, wilson};
use crate::board::Board;
use crate::notation::epd;
use crate::rules::Rules;
use crate::search::{Control, Limits, Searcher, Silent};
use crate::selfplay::{self, Adjudication, PlayedGame, ScoredMove};
use crate::types::Side;

/// Balanced openings.
const OPENINGS: &str = include_str!("../../positions/openings200.epd");
/// A game still open after so many plies is a draw.
const MAX_PLIES: usize = 300;
/// The table of a playing search, in megabytes.
const TABLE_MEGABYTES: usize = 4;

/// Chooses moves.
pub(super) trait Contestant {
    /// The move to play, `None` to give up.
    fn choose(&mut self, board: &Board) -> Option<ScoredMove>;
}

/// A published algorithm under some limits, with what it remembers during a game.
pub(super) struct SearchPlayer {
    player: Player,
    searcher: Searcher,
    limits: Limits,
}

impl SearchPlayer {
    pub(super) fn new(player: Player, limits: Limits) -> Self {
        Self {
            player,
            searcher: Searcher::new(TABLE_MEGABYTES, 1),
            limits,
        }
    }
}

impl Contestant for SearchPlayer {
    fn choose(&mut self, board: &Board) -> Option<ScoredMove> {
        let control = Control::default();
        let searcher = &mut self.searcher;
        let found = self
            .player
            .search(searcher, board, &self.limits, &control, &mut Silent);
        Some(ScoredMove {
            mv: found.best_move()?,
            score: found.score(),
        })
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
) -> Option<PlayedGame> {
    let board = Board::from_fen(fen).ok()?;
    let adjudication = Adjudication::plies(MAX_PLIES);
    let game = selfplay::play(board, &Rules::default(), &adjudication, |board| match board
        .side_to_move()
    {
        Side::Red => red.choose(board),
        Side::Black => black.choose(board),
    });
    Some(game)
}

/// Half points of `side` in a game.
pub(super) fn half_points(game: &PlayedGame, side: Side) -> u8 {
    match game.winner {
        Some(winner) => 2 * u8::from(winner == side),
        None => 1,
    }
}

/// The first player's two games from an opening, with red and with black.
pub(super) fn play_pair(
    fen: &str,
    mut first: impl FnMut() -> Box<dyn Contestant>,
    mut second: impl FnMut() -> Box<dyn Contestant>,
) -> [Option<PlayedGame>; 2] {
    Side::BOTH.map(|side| {
        let (mut own, mut other) = (first(), second());
        match side {
            Side::Red => play(fen, own.as_mut(), other.as_mut()),
            Side::Black => play(fen, other.as_mut(), own.as_mut()),
        }
    })
}

/// Half points of the first player in a pair; a game that could not be set up is drawn.
pub(super) fn pair_points(games: &[Option<PlayedGame>; 2]) -> [u8; 2] {
    let [red, black] = games;
    [(red, Side::Red), (black, Side::Black)]
        .map(|(game, side)| game.as_ref().map_or(1, |game| half_points(game, side)))
}

/// A game as the arena keeps it, to be written as PGN. `number` counts from 0.
pub(super) fn record(
    game: &PlayedGame,
    fen: &str,
    number: usize,
    [red, black]: [&str; 2],
    [red_limits, black_limits]: [&str; 2],
) -> GameRecord {
    let rules = Rules::default();
    let regulations = Regulations {
        rules,
        max_plies: MAX_PLIES,
        draw: None,
        resign: None,
        egtb: false,
    };
    let referee = Referee::new(fen, regulations);
    let end = referee.ok().and_then(|mut referee| {
        let mut moves = game.moves.iter();
        moves.find_map(|played| referee.enter(played.mv, Some(played.score)))
    });
    let moves: Vec<String> = game.moves.iter().map(|m| m.mv.to_string()).collect();
    GameRecord {
        game: number + 1,
        round: number / 2 + 1,
        pair: number / 2 + 1,
        red: red.to_owned(),
        black: black.to_owned(),
        fen: fen.to_owned(),
        rule: rules.rule.name().to_owned(),
        drawmoves: rules.limit_plies / 2,
        conditions: String::new(),
        red_engine: String::new(),
        black_engine: String::new(),
        red_limits: red_limits.to_owned(),
        black_limits: black_limits.to_owned(),
        // Two runs write the same file.
        date: "????.??.??".to_owned(),
        result: game.winner.map_or(GameResult::Draw, GameResult::win_of),
        reason: end.map_or(Reason::Resignation, |end| end.reason),
        detail: String::new(),
        scores: game.moves.iter().map(|m| Some(m.score)).collect(),
        depths: vec![0; moves.len()],
        times: vec![0; moves.len()],
        moves: moves.join(" "),
    }
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
                Box::new(SearchPlayer::new(Player::TOURNAMENT, Limits::depth(depth)))
            }
        };
        let fens = openings(3);
        let pairs: Vec<_> = fens
            .iter()
            .map(|fen| pair_points(&play_pair(fen, player(8), player(1))))
            .collect();
        assert!(tally(&pairs).score() > 0.7, "{pairs:?}");
        // A deterministic player against itself: what red gets, black does not.
        for fen in &fens {
            let games = play_pair(fen, player(2), player(2));
            let [as_red, as_black] = pair_points(&games);
            assert_eq!(as_red + as_black, 2);
            let game = games[0].as_ref().expect("a game");
            let record = record(game, fen, 0, ["a", "b"], ["depth=2"; 2]);
            assert_eq!(
                record.replay().map(|board| board.history().len()),
                Ok(game.moves.len())
            );
            assert_ne!(record.reason, Reason::Resignation);
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

//! The referee: our own rules decide, never an engine's word.
//!
//! Holds the game's position and says after each move whether and how the game is over, by rule or
//! by adjudication. Pure: no processes, no clocks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, FenError};
use crate::egtb::{Class, Tables};
use crate::rules::{Ending, Rules, Verdict, losing_repetitions};
use crate::types::{Move, MoveList, Side};

use super::record::{GameEnd, GameResult, Reason};

/// When a level game is called a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// For so many moves of both sides in a row …
    pub moves: u32,
    /// … no score is further from zero than this.
    pub score: i32,
}

/// When a lost game is called lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many of its moves in a row …
    pub moves: u32,
    /// … an engine's own score is this bad (given as a positive number).
    pub score: i32,
    /// The opponent must agree.
    pub both: bool,
}

/// An adjudication rule that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{found}' is no {rule} adjudication (expected {expected})")]
pub struct AdjudicationError {
    rule: &'static str,
    found: String,
    expected: &'static str,
}

impl FromStr for DrawRule {
    type Err = AdjudicationError;

    /// Reads `movenumber=40,movecount=8,score=10`, in any order, the first part optional.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || AdjudicationError {
            rule: "draw",
            found: text.to_owned(),
            expected: "movecount=N,score=N[,movenumber=N]",
        };
        let values = settings(text, &["movenumber", "movecount", "score"]).ok_or_else(error)?;
        Ok(Self {
            from_move: values[0].unwrap_or(0),
            moves: values[1].filter(|n| *n > 0).ok_or_else(error)?,
            score: values[2].ok_or_else(error)? as i32,
        })
    }
}

impl FromStr for ResignRule {
    type Err = AdjudicationError;

    /// Reads `movecount=4,score=900[,both=1]`, in any order.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || AdjudicationError {
            rule: "resign",
            found: text.to_owned(),
            expected: "movecount=N,score=N[,both=1]",
        };
        let values = settings(text, &["movecount", "score", "both"]).ok_or_else(error)?;
        Ok(Self {
            moves: values[0].filter(|n| *n > 0).ok_or_else(error)?,
            score: values[1].ok_or_else(error)? as i32,
            both: values[2].unwrap_or(0) != 0,
        })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            from_move,
            moves,
            score,
        } = self;
        write!(f, "movenumber={from_move},movecount={moves},score={score}")
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = u8::from(self.both);
        write!(
            f,
            "movecount={},score={},both={both}",
            self.moves, self.score
        )
    }
}

/// The values of `key=value` parts; `None` if a part is none of the keys or no number.
fn settings(text: &str, keys: &[&str]) -> Option<Vec<Option<u32>>> {
    let mut values = vec![None; keys.len()];
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=')?;
        let index = keys.iter().position(|k| *k == key)?;
        values[index] = Some(
            value
                .parse()
                .ok()
                .filter(|n: &u32| i32::try_from(*n).is_ok())?,
        );
    }
    Some(values)
}

/// What the referee goes by.
#[derive(Clone, Copy, Debug)]
pub struct Regulations {
    /// The rules of the game.
    pub rules: Rules,
    /// A game still open after so many plies is a draw.
    pub max_plies: usize,
    /// Draw adjudication, if wanted.
    pub draw: Option<DrawRule>,
    /// Resign adjudication, if wanted.
    pub resign: Option<ResignRule>,
    /// Whether the endgame tables inside the program end games.
    pub egtb: bool,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Referee {
    regulations: Regulations,
    board: Board,
    /// The position after the last capture and how many plies led to it.
    base: (String, usize),
    moves: Vec<Move>,
    scores: Vec<Option<i32>>,
}

impl Referee {
    /// A game about to start from `fen`.
    pub fn new(fen: &str, regulations: Regulations) -> Result<Self, FenError> {
        let board = Board::from_fen(fen)?;
        Ok(Self {
            regulations,
            base: (board.fen(), 0),
            board,
            moves: Vec::new(),
            scores: Vec::new(),
        })
    }

    /// The position.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// All moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The mover's score of each move so far.
    pub fn scores(&self) -> &[Option<i32>] {
        &self.scores
    }

    /// The position after the last capture.
    pub fn base_fen(&self) -> &str {
        &self.base.0
    }

    /// The moves since the last capture.
    pub fn moves_since_base(&self) -> &[Move] {
        &self.moves[self.base.1..]
    }

    /// Moves to forbid: they lose by repetition and there are others.
    pub fn bans(&self) -> MoveList {
        // The third occurrence needs eight reversible plies: two cycles of at least four.
        if self.board.reversible_plies() < 7 {
            return MoveList::new();
        }
        let losing = losing_repetitions(&self.board, &self.regulations.rules);
        if losing.is_empty() || losing.len() == self.board.count_legal_moves() {
            return MoveList::new();
        }
        losing
    }

    /// Whether the position ends the game by rule.
    pub fn ending(&self) -> Option<GameEnd> {
        let ending = self.regulations.rules.ending(&self.board)?;
        let verdict = ending.verdict();
        let reason = match ending {
            Ending::Checkmate => Reason::Checkmate,
            Ending::Stalemate => Reason::Stalemate,
            Ending::Repetition(Verdict::Draw) => Reason::Repetition,
            Ending::Repetition(_) => Reason::ForbiddenRepetition,
            Ending::NaturalLimit => Reason::NaturalLimit,
            Ending::DeadMaterial => Reason::DeadMaterial,
        };
        Some(GameEnd {
            result: verdict
                .winner(self.side_to_move())
                .map_or(GameResult::Draw, GameResult::win_of),
            reason,
            detail: String::new(),
        })
    }

    /// Plays a legal move and says whether the game is over. An illegal move changes nothing and
    /// loses.
    pub fn enter(&mut self, mv: Move, score: Option<i32>) -> Option<GameEnd> {
        let is_capture = self.board.is_capture(mv);
        if let Err(error) = self.board.try_play(mv) {
            return Some(GameEnd {
                result: GameResult::win_of(error.side.opponent()),
                reason: Reason::IllegalMove,
                detail: mv.to_string(),
            });
        }
        self.moves.push(mv);
        self.scores.push(score);
        if is_capture {
            self.base = (self.board.fen(), self.moves.len());
        }
        self.ending().or_else(|| self.adjudicate())
    }

    /// The result by the endgame tables inside the program, with the class of material.
    pub(super) fn table_ending(&self) -> Option<GameEnd> {
        let value = Tables::builtin().decided(&self.board, &self.regulations.rules)?;
        let winner = value.verdict()?.winner(self.side_to_move());
        let (class, _) = Class::of(self.board.placement());
        Some(GameEnd {
            result: winner.map_or(GameResult::Draw, GameResult::win_of),
            reason: Reason::EndgameTable,
            detail: class.to_string(),
        })
    }

    fn adjudicate(&self) -> Option<GameEnd> {
        if self.regulations.egtb
            && let Some(end) = self.table_ending()
        {
            return Some(end);
        }
        let plies = self.moves.len();
        let mover = self.side_to_move().opponent();
        let decide = |result, reason| {
            Some(GameEnd {
                result,
                reason,
                detail: String::new(),
            })
        };
        if let Some(rule) = self.regulations.resign
            && self.calls_itself_lost(rule)
        {
            let result = GameResult::win_of(mover.opponent());
            return decide(result, Reason::ResignAdjudication);
        }
        if let Some(rule) = self.regulations.draw
            && self.is_level(rule)
        {
            return decide(GameResult::Draw, Reason::DrawAdjudication);
        }
        if plies >= self.regulations.max_plies {
            return decide(GameResult::Draw, Reason::MaxPlies);
        }
        None
    }

    /// Whether the side that just moved gave itself up, by its scores.
    fn calls_itself_lost(&self, rule: ResignRule) -> bool {
        let holds = |skip: usize, lost: &dyn Fn(i32) -> bool| {
            let mut own = self.scores.iter().rev().skip(skip).step_by(2);
            (0..rule.moves).all(|_| own.next().copied().flatten().is_some_and(lost))
        };
        holds(0, &|score| score <= -rule.score) && (!rule.both || holds(1, &|s| s >= rule.score))
    }

    /// Whether both sides have called the game level for long enough.
    fn is_level(&self, rule: DrawRule) -> bool {
        let needed = rule.moves as usize * 2;
        self.moves.len() >= needed.max(rule.from_move as usize * 2)
            && self
                .scores
                .iter()
                .rev()
                .take(needed)
                .all(|score| score.is_some_and(|s| s.abs() <= rule.score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    fn referee(fen: &str, draw: Option<&str>, resign: Option<&str>, max_plies: usize) -> Referee {
        let regulations = Regulations {
            rules: Rules::default(),
            max_plies,
            draw: draw.map(|text| text.parse().expect("a draw rule")),
            resign: resign.map(|text| text.parse().expect("a resign rule")),
            egtb: false,
        };
        Referee::new(fen, regulations).expect("a position")
    }

    fn play(referee: &mut Referee, moves: &str) -> Option<GameEnd> {
        let mut outcome = None;
        for mv in moves.split_whitespace() {
            assert_eq!(outcome, None, "before {mv}");
            outcome = referee.enter(mv.parse().expect("a move"), Some(0));
        }
        outcome
    }

    fn is(outcome: Option<GameEnd>, result: GameResult, reason: Reason) {
        let outcome = outcome.expect("an outcome");
        assert_eq!((outcome.result, outcome.reason), (result, reason));
    }

    #[test]
    fn mate_and_stalemate_both_lose() {
        let mut mate = referee("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1", None, None, 99);
        is(
            play(&mut mate, "b1b9"),
            GameResult::RedWins,
            Reason::Checkmate,
        );
        let mut stalemate = referee("3k5/9/9/9/9/9/9/R8/1R7/4K4 w - - 0 1", None, None, 99);
        is(
            play(&mut stalemate, "a2a8"),
            GameResult::RedWins,
            Reason::Stalemate,
        );
    }

    #[test]
    fn perpetual_check_loses_and_is_banned_beforehand() {
        // The rook checks on e and d in turn; black's king has no other way.
        let fen = "4k4/9/9/9/9/9/9/4R4/9/5K3 b - - 0 1";
        let mut game = referee(fen, None, None, 99);
        assert_eq!(play(&mut game, "e9d9 e2d2 d9e9 d2e2 e9d9 e2d2 d9e9"), None);
        let last: Move = "d2e2".parse().expect("a move");
        assert_eq!(game.bans()[..], [last]);
        is(
            play(&mut game, "d2e2"),
            GameResult::BlackWins,
            Reason::ForbiddenRepetition,
        );
    }

    #[test]
    fn the_base_moves_on_with_each_capture() {
        let mut game = referee(START_FEN, None, None, 99);
        assert_eq!(play(&mut game, "h2e2 h9g7 e2e6"), None);
        assert_eq!(game.moves_since_base(), []);
        assert!(
            game.base_fen().ends_with(" b - - 0 2"),
            "{}",
            game.base_fen()
        );
        assert_eq!(play(&mut game, "i9h9"), None);
        assert_eq!(game.moves_since_base().len(), 1);
    }

    #[test]
    fn an_illegal_move_loses_and_is_named() {
        let mut game = referee(START_FEN, None, None, 99);
        let outcome = play(&mut game, "h2h8");
        assert_eq!(outcome.as_ref().map(|o| o.detail.as_str()), Some("h2h8"));
        is(outcome, GameResult::BlackWins, Reason::IllegalMove);
        assert!(game.moves().is_empty());
    }

    #[test]
    fn long_games_are_drawn() {
        let mut game = referee(START_FEN, None, None, 2);
        is(
            play(&mut game, "h2e2 h9g7"),
            GameResult::Draw,
            Reason::MaxPlies,
        );
    }

    #[test]
    fn tables_end_games_when_they_are_asked() {
        // The horse against an advisor is won; after the exchange nobody can cross the river.
        for (fen, mv, result, class) in [
            (
                "3k1a2N/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
                "e0e1",
                GameResult::RedWins,
                "KN-KA",
            ),
            (
                "3ak1b2/4a4/4b4/6R2/9/9/9/9/9/5K3 w - - 0 1",
                "g6f6",
                GameResult::Draw,
                "KR-KAABB",
            ),
        ] {
            let mut game = referee(fen, None, None, 99);
            assert_eq!(play(&mut game.clone(), mv), None);
            game.regulations.egtb = true;
            let end = play(&mut game, mv);
            assert_eq!(end.as_ref().map(|end| end.detail.as_str()), Some(class));
            is(end, result, Reason::EndgameTable);
        }
        // Five moves before the natural limit nobody wins in ten.
        let late = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w - - 110 80";
        let mut game = referee(late, None, None, 99);
        game.regulations.egtb = true;
        assert_eq!(play(&mut game, "e0e1"), None);
    }

    #[test]
    fn level_games_are_drawn_after_the_move_number() {
        let mut game = referee(
            START_FEN,
            Some("movenumber=2,movecount=1,score=0"),
            None,
            99,
        );
        is(
            play(&mut game, "h2e2 h9g7 h0g2 i9h9"),
            GameResult::Draw,
            Reason::DrawAdjudication,
        );
    }

    #[test]
    fn lost_games_are_resigned_by_the_losers_own_scores() {
        let enter = |game: &mut Referee, mv: &str, score| {
            game.enter(mv.parse().expect("a move"), Some(score))
        };
        for (both, black) in [("", 0), (",both=1", 600)] {
            let rule = format!("movecount=2,score=500{both}");
            let mut game = referee(START_FEN, None, Some(&rule), 99);
            assert_eq!(enter(&mut game, "h2e2", -600), None);
            assert_eq!(enter(&mut game, "h9g7", 600), None);
            assert_eq!(enter(&mut game, "h0g2", -400), None);
            assert_eq!(enter(&mut game, "i9h9", 600), None);
            assert_eq!(enter(&mut game, "i0h0", -500), None);
            assert_eq!(enter(&mut game, "b9c7", black), None);
            is(
                enter(&mut game, "b0c2", -700).or_else(|| enter(&mut game, "c6c5", black)),
                GameResult::BlackWins,
                Reason::ResignAdjudication,
            );
        }
    }

    #[test]
    fn adjudication_rules_name_what_is_wrong() {
        let error = "movecount=0,score=5".parse::<DrawRule>().expect_err("zero");
        assert_eq!(
            error.to_string(),
            "'movecount=0,score=5' is no draw adjudication (expected movecount=N,score=N[,movenumber=N])"
        );
        assert!("score=5".parse::<ResignRule>().is_err());
        assert!("movecount=3,score=x".parse::<ResignRule>().is_err());
    }
}

//! The game between two players: position, moves, clocks and result. Pure: no time is read, nothing is
//! printed, and who the players are does not matter here.

mod clock;
mod end;
mod illegal;
mod pgn;
mod table;
mod text;

pub use clock::{Clocks, Pace, ParsePaceError};
pub use end::{Cause, GameEnd};
pub use illegal::{Illegal, level_text, why_illegal};
pub use pgn::Players;
pub use table::TableVerdict;
pub use text::{MoveTextError, ReadError, read_game, read_move};

use std::time::Duration;

use crate::board::Board;
use crate::rules::{Explanation, Level, Rules, losing_repetitions};
use crate::types::{Depth, Move, MoveList, Score, Side};

/// What is known about a played move besides the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// What the mover thought of it, from his view.
    pub score: Option<Score>,
    /// How deep he looked; 0 for people.
    pub depth: Depth,
    /// How long he took.
    pub time: Duration,
}

/// A game from its first position to now.
///
/// ```
/// use hanxin::play::game::{Game, Illegal};
/// let mut game = Game::default();
/// game.play("h2e2".parse().unwrap()).unwrap();
/// assert!(matches!(game.play("h9i8".parse().unwrap()), Err(Illegal::Shape(_))));
/// ```
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    start: Board,
    board: Board,
    notes: Vec<Note>,
    end: Option<GameEnd>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Board::start(), Rules::default())
    }
}

impl Game {
    /// A game from a position.
    pub fn new(board: Board, rules: Rules) -> Self {
        let mut game = Self {
            rules,
            start: board.without_history(),
            board,
            notes: Vec::new(),
            end: None,
        };
        game.notes = vec![Note::default(); game.board.history().len()];
        if !game.notes.is_empty() {
            let moves: Vec<Move> = game.moves().collect();
            for _ in &moves {
                game.board.unmake_move();
            }
            game.start = game.board.without_history();
            game.board = game.start.clone();
            for &mv in &moves {
                game.board.make_move(mv);
            }
        }
        game.end = GameEnd::by_rule(&game.board, &game.rules);
        game
    }

    /// The same game with what is known about its first moves.
    #[must_use]
    pub fn with_notes(mut self, notes: impl IntoIterator<Item = Note>) -> Self {
        for (known, note) in self.notes.iter_mut().zip(notes) {
            *known = note;
        }
        self
    }

    /// The position now, with the moves that led to it.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The first position.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The rules in force.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who is to move.
    pub const fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// The moves played.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.board.history().iter().filter_map(|ply| ply.mv)
    }

    /// What is known about each move played.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How the game ended, if it has.
    pub const fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// The moves that may be played: legal, and no forbidden third occurrence unless nothing else is
    /// left.
    pub fn allowed_moves(&self) -> MoveList {
        if self.end.is_some() {
            return MoveList::new();
        }
        let mut legal = self.board.legal_moves();
        let forbidden = losing_repetitions(&self.board, &self.rules);
        if forbidden.len() < legal.len() {
            legal.retain(|mv| !forbidden.contains(mv));
        }
        legal
    }

    /// Why the move may not be played; `None` if it may.
    pub fn why_not(&self, mv: Move) -> Option<Illegal> {
        if self.end.is_some() {
            return Some(Illegal::GameOver);
        }
        why_illegal(&self.board, mv).or_else(|| {
            let is_allowed = self.allowed_moves().contains(&mv);
            (!is_allowed).then(|| Illegal::ForbiddenRepetition(self.offence_of(mv)))
        })
    }

    /// What a move that completes a third occurrence makes of the mover.
    fn offence_of(&self, mv: Move) -> Level {
        let mut after = self.board.clone();
        after.make_move(mv);
        offence(&after, self.rules, self.side_to_move())
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.play_noted(mv, Note::default())
    }

    /// Plays a move and keeps what is known about it.
    pub fn play_noted(&mut self, mv: Move, note: Note) -> Result<(), Illegal> {
        if let Some(reason) = self.why_not(mv) {
            return Err(reason);
        }
        self.board.make_move(mv);
        self.notes.push(note);
        self.end = GameEnd::by_rule(&self.board, &self.rules);
        Ok(())
    }

    /// Takes the last move back; `false` at the start. A game that had ended goes on.
    pub fn undo(&mut self) -> bool {
        if self.notes.pop().is_none() {
            return false;
        }
        self.board.unmake_move();
        self.end = GameEnd::by_rule(&self.board, &self.rules);
        true
    }

    /// Ends the game from outside the board: resignation, agreement, time. The first end counts.
    pub fn finish(&mut self, end: GameEnd) {
        self.end.get_or_insert(end);
    }
}

/// What the repetition that has just been completed makes of a side.
fn offence(board: &Board, rules: Rules, side: Side) -> Level {
    Explanation::new(board, &rules)
        .span
        .map_or(Level::Idle, |span| span.sides[side.index()].level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    fn game(fen: &str) -> Game {
        Game::new(Board::from_fen(fen).expect("a position"), Rules::default())
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            game.play(mv(text))
                .unwrap_or_else(|reason| panic!("{text}: {reason:?}"));
        }
    }

    #[test]
    fn mate_ends_the_game_and_undo_resumes_it() {
        let mut game = game("3k5/R8/9/9/9/9/9/9/9/1R2K4 w");
        play(&mut game, "b0b9");
        let end = game.end().expect("an end");
        assert_eq!((end.winner, end.cause), (Some(Side::Red), Cause::Checkmate));
        assert!(game.allowed_moves().is_empty());
        assert_eq!(game.why_not(mv("d9d8")), Some(Illegal::GameOver));
        assert!(game.undo() && game.end().is_none());
        assert!(!game.undo());
    }

    #[test]
    fn a_perpetual_checker_has_to_do_something_else() {
        let mut game = game("3k5/9/9/9/9/9/9/9/9/R3K4 w");
        play(&mut game, "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9");
        assert_eq!(
            game.why_not(mv("a8a9")),
            Some(Illegal::ForbiddenRepetition(Level::PerpetualCheck))
        );
        assert!(!game.allowed_moves().contains(&mv("a8a9")));
        play(&mut game, "a8a7");
        assert_eq!(game.end(), None);
    }

    #[test]
    fn a_board_with_history_keeps_its_moves() {
        let mut board = Board::start();
        board.make_move(mv("h2e2"));
        let game = Game::new(board, Rules::default());
        assert_eq!(game.start().fen(), crate::board::START_FEN);
        assert_eq!(game.moves().collect::<Vec<_>>(), [mv("h2e2")]);
        assert_eq!(game.notes().len(), 1);
    }

    #[test]
    fn the_first_end_counts() {
        let mut game = Game::default();
        game.finish(GameEnd::resignation(Side::Red));
        game.finish(GameEnd::agreement());
        assert_eq!(game.end(), Some(GameEnd::resignation(Side::Red)));
        assert_eq!(game.play(mv("h2e2")), Err(Illegal::GameOver));
    }
}

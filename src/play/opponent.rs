//! The engine as an opponent and adviser. The only file here that talks to the engine.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::board::Board;
use crate::engine::{self, Engine, News, Strength};
use crate::rules::Rules;
use crate::search::{Limits, SearchResult, TimeControl};
use crate::types::{Depth, Move, Score};

pub use crate::search::{Bound, SearchInfo};

use super::game::{Clocks, Game, Pace};

/// How often somebody who watches a search is asked whether it shall go on.
const PULSE: Duration = Duration::from_millis(40);

/// What to think about a position for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// Strength 0-20; analysis is always at full strength.
    pub level: u8,
    /// How long.
    pub time: TimeControl,
    /// How many best lines to show.
    pub lines: usize,
    /// Until stopped, at full strength.
    pub is_analysis: bool,
}

impl Task {
    /// A move of the game, at a level, in the time the pace and the clocks give.
    pub fn game_move(level: u8, pace: Pace, clocks: Option<Clocks>, game: &Game) -> Self {
        let time = match (pace, clocks) {
            (Pace::PerMove(time), _) => TimeControl::PerMove(time),
            (Pace::Clock { base, increment }, None) => TimeControl::Clock {
                remaining: base,
                increment,
                moves_to_go: None,
            },
            (_, Some(clocks)) => TimeControl::Clock {
                remaining: clocks.left(game.side_to_move()),
                increment: clocks.increment(),
                moves_to_go: None,
            },
        };
        Self {
            level,
            time,
            lines: 1,
            is_analysis: false,
        }
    }

    /// The best move at full strength within a time.
    pub const fn advice(time: Duration) -> Self {
        Self {
            level: Strength::FULL,
            time: TimeControl::PerMove(time),
            lines: 1,
            is_analysis: false,
        }
    }
}

/// What thinking came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play.
    pub best: Move,
    /// What it is worth to the mover.
    pub score: Score,
    /// How deep the search was.
    pub depth: Depth,
    /// How long it took.
    pub time: Duration,
    /// The line that starts with the move.
    pub line: Vec<Move>,
}

/// An engine that thinks when asked to.
#[derive(Default)]
pub struct Opponent {
    engine: Engine,
}

impl Opponent {
    /// An opponent with a table of so many megabytes and so many threads.
    pub fn new(megabytes: usize, threads: usize) -> Self {
        let mut engine = Engine::new();
        let settings = engine.settings_mut();
        settings.hash_megabytes = megabytes;
        settings.threads = threads;
        Self { engine }
    }

    /// Thinks about the position. `watch` gets every finished line, and nothing now and then; the
    /// search ends early when it returns `false`. `None` if there is no move.
    pub fn think(
        &mut self,
        board: &Board,
        rules: Rules,
        task: &Task,
        mut watch: impl FnMut(Option<&SearchInfo>) -> bool,
    ) -> Option<Answer> {
        let settings = self.engine.settings_mut();
        settings.rules = rules;
        settings.multi_pv = task.lines.max(1);
        settings.strength = Strength {
            level: task.level,
            ..Strength::default()
        };
        self.engine.set_board(board.clone());
        let limits = Limits {
            time: task.time,
            infinite: task.is_analysis,
            ..Limits::default()
        };
        let (tell, news) = mpsc::channel();
        self.engine.start(limits, move |news| {
            // Whoever started the search waits for its end.
            let _ = tell.send(news);
        });
        let outcome = loop {
            let goes_on = match news.recv_timeout(PULSE) {
                Ok(News::Done(outcome)) => break outcome,
                Ok(News::Info(info)) => watch(Some(&info)),
                Ok(_) => true,
                Err(RecvTimeoutError::Timeout) => watch(None),
                // The search thread has died; `conclude` reports it.
                Err(RecvTimeoutError::Disconnected) => break SearchResult::default(),
            };
            if !goes_on {
                self.engine.stop();
            }
        };
        let decision = self.engine.conclude(&outcome, false, false)?;
        let line = outcome
            .lines
            .iter()
            .find(|line| line.pv.first() == Some(&decision.best))?;
        Some(Answer {
            best: decision.best,
            score: line.score,
            depth: outcome.depth,
            time: outcome.time,
            line: line.pv.clone(),
        })
    }

    /// What a glance at the position says, for the side to move.
    pub fn glance(&mut self, board: &Board) -> Score {
        self.engine.set_board(board.clone());
        self.engine.static_score()
    }
}

/// Whether the engine takes a draw in this game, given what the endgame tables say or, where they do not
/// know, what it thought of its own moves.
pub fn accepts_draw(game: &Game) -> bool {
    // The engine is the side that is not to move: the person offers on his turn.
    let engine = game.side_to_move().opponent();
    if let Some(verdict) = game.table_verdict() {
        return verdict.winner() != Some(engine);
    }
    let first = game.start().side_to_move();
    let offset = usize::from(first != engine);
    let scores = game
        .notes()
        .iter()
        .skip(offset)
        .step_by(2)
        // Moves from the book were not searched: they say nothing about the position.
        .filter(|note| note.depth > 0)
        .filter_map(|note| note.score);
    engine::accepts_draw(game.board(), *game.rules(), scores)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::Note;

    fn quick(level: u8) -> Task {
        Task {
            level,
            time: TimeControl::PerMove(Duration::from_millis(20)),
            lines: 1,
            is_analysis: false,
        }
    }

    #[test]
    fn an_answer_is_legal_at_every_level() {
        let mut opponent = Opponent::new(1, 1);
        let board = Board::start();
        for level in [0, 7, 20] {
            let answer = opponent.think(&board, Rules::default(), &quick(level), |_| true);
            let answer = answer.expect("a move");
            assert!(board.is_legal_move(answer.best));
            assert_eq!(answer.line.first(), Some(&answer.best));
        }
    }

    #[test]
    fn analysis_goes_on_until_it_is_stopped() {
        let mut opponent = Opponent::new(1, 1);
        let task = Task {
            lines: 2,
            is_analysis: true,
            time: TimeControl::None,
            ..quick(0)
        };
        let mut seen = 0;
        let answer = opponent.think(&Board::start(), Rules::default(), &task, |info| {
            seen += usize::from(info.is_some_and(|info| info.multi_pv == 2));
            seen < 3
        });
        assert!(seen >= 3 && answer.is_some());
    }

    #[test]
    fn there_is_no_answer_without_a_move() {
        let mated = Board::from_fen("1R1k5/R8/9/9/9/9/9/9/9/4K4 b").expect("a position");
        let answer = Opponent::new(1, 1).think(&mated, Rules::default(), &quick(3), |_| true);
        assert_eq!(answer, None);
    }

    #[test]
    fn a_draw_is_taken_where_the_tables_see_no_win_for_the_engine() {
        for (fen, expected) in [
            ("9/3ka4/3ab4/9/2b1R4/9/9/9/9/4K4 w", true),
            ("9/3ka4/3ab4/9/2b1R4/9/9/9/9/4K4 b", true),
            ("3k1a2N/9/9/9/9/9/9/9/9/4K4 w", true),
            ("4k4/9/9/9/9/9/9/9/3nAK3/9 w", false),
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let game = Game::new(board, Rules::default());
            assert_eq!(accepts_draw(&game), expected, "{fen}");
        }
    }

    #[test]
    fn a_draw_is_taken_after_long_equality_only() {
        let level = |score| Note {
            score: Some(score),
            depth: 8,
            ..Note::default()
        };
        let mut game = Game::default();
        let moves =
            "a3a4 a6a5 c3c4 c6c5 g3g4 g6g5 i3i4 i6i5 h2h1 h7h8 h1h2 h8h7 b2b1 b7b8 b1b2 b8b7";
        for text in moves.split_whitespace() {
            game.play_noted(text.parse().expect("a move"), level(0))
                .expect("legal");
            let count = game.notes().len();
            assert_eq!(accepts_draw(&game), count >= 15, "{count}");
        }
    }
}

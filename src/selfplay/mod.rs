//! Games inside one process: whoever chooses the moves plays them, the rules end the game.
//!
//! [`play`] is the game loop, [`Adjudication`] says when a game is stopped early, and [`start`] makes
//! random starts. No processes, no clocks: training data, tuning and the lab's matches use it.

pub mod start;

use crate::board::Board;
use crate::rules::Rules;
use crate::types::{Move, Score, Side};

/// When a game that the rules have not ended is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Won when the score stays at or beyond this ...
    pub win_score: Score,
    /// ... for so many plies in a row.
    pub win_plies: usize,
    /// Drawn when the score stays at or within this ...
    pub draw_score: Score,
    /// ... for so many plies in a row ...
    pub draw_plies: usize,
    /// ... not counting those before this ply.
    pub draw_from: usize,
    /// Drawn after so many plies.
    pub max_plies: usize,
}

impl Adjudication {
    /// Only the number of plies ends a game early.
    pub const fn plies(max_plies: usize) -> Self {
        Self {
            win_score: Score::MAX,
            win_plies: usize::MAX,
            draw_score: -1,
            draw_plies: usize::MAX,
            draw_from: usize::MAX,
            max_plies,
        }
    }
}

/// A move and what its side expected of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    /// From the view of the side that moves.
    pub score: Score,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    pub moves: Vec<ScoredMove>,
    /// `None` for a draw.
    pub winner: Option<Side>,
}

/// Plays a game from `board`. `choose` is asked for the move of the side to move; a side without an
/// answer loses.
pub fn play(
    mut board: Board,
    rules: &Rules,
    adjudication: &Adjudication,
    mut choose: impl FnMut(&Board) -> Option<ScoredMove>,
) -> PlayedGame {
    let mut moves = Vec::new();
    let mut streaks = Streaks::default();
    let winner = loop {
        let side = board.side_to_move();
        if let Some(ending) = rules.ending(&board) {
            break ending.verdict().winner(side);
        }
        if moves.len() >= adjudication.max_plies {
            break None;
        }
        let Some(choice) = choose(&board) else {
            break Some(side.opponent());
        };
        moves.push(choice);
        if let Some(verdict) = streaks.enter(choice.score, moves.len(), adjudication) {
            break match verdict {
                Adjudged::Draw => None,
                Adjudged::Decided if choice.score > 0 => Some(side),
                Adjudged::Decided => Some(side.opponent()),
            };
        }
        board.make_move(choice.mv);
    };
    PlayedGame { moves, winner }
}

enum Adjudged {
    Draw,
    Decided,
}

/// For how many plies the scores have been decided or level.
#[derive(Clone, Copy, Default)]
struct Streaks {
    /// Positive while red is winning, negative while black is.
    decided: isize,
    level: usize,
}

impl Streaks {
    /// Enters the score of a ply (from 1), from the mover's view.
    fn enter(&mut self, score: Score, ply: usize, rules: &Adjudication) -> Option<Adjudged> {
        // The winner's view alternates; the streak is kept from the view of the odd plies' side.
        let sign = if (score > 0) == (ply % 2 == 1) { 1 } else { -1 };
        self.decided = if score.abs() < rules.win_score {
            0
        } else if self.decided.signum() == -sign {
            sign
        } else {
            self.decided + sign
        };
        self.level = if score.abs() <= rules.draw_score && ply > rules.draw_from {
            self.level + 1
        } else {
            0
        };
        if self.decided.unsigned_abs() >= rules.win_plies {
            Some(Adjudged::Decided)
        } else if self.level >= rules.draw_plies {
            Some(Adjudged::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EARLY: Adjudication = Adjudication {
        win_score: 900,
        win_plies: 4,
        draw_score: 8,
        draw_plies: 3,
        draw_from: 2,
        max_plies: 50,
    };

    /// Plays the first legal move with scores from a list.
    fn scripted(scores: &[Score], adjudication: &Adjudication) -> PlayedGame {
        let mut scores = scores.iter().copied();
        play(Board::start(), &Rules::default(), adjudication, |board| {
            let mv = *board.legal_moves().first()?;
            scores.next().map(|score| ScoredMove { mv, score })
        })
    }

    #[test]
    fn a_mate_ends_the_game() {
        let board = Board::from_fen("4k4/1R7/9/9/9/9/9/9/8R/3K5 w").expect("a position");
        let game = play(board, &Rules::default(), &Adjudication::plies(9), |_| {
            let mv = "i1i9".parse().ok()?;
            Some(ScoredMove { mv, score: 0 })
        });
        assert_eq!((game.moves.len(), game.winner), (1, Some(Side::Red)));
    }

    #[test]
    fn scores_that_both_sides_agree_on_decide_the_game() {
        let lost_for_black = scripted(&[900, -950, 1000, -900, 0], &EARLY);
        assert_eq!(lost_for_black.winner, Some(Side::Red));
        assert_eq!(lost_for_black.moves.len(), 4);
        // Both sides claim to win: nothing is decided until one of them is out of moves.
        let disputed = scripted(&[900, 950, 1000, 900, 0], &EARLY);
        assert_eq!(disputed.moves.len(), 5);
    }

    #[test]
    fn level_scores_draw_after_the_first_plies() {
        let game = scripted(&[0, 0, 0, 8, -8, 0], &EARLY);
        assert_eq!((game.moves.len(), game.winner), (5, None));
        let lively = scripted(&[0, 0, 0, 9, -8, 0], &EARLY);
        assert_eq!(lively.moves.len(), 6);
    }

    #[test]
    fn long_games_are_drawn() {
        let scores = [100; 60];
        let game = scripted(&scores, &Adjudication::plies(10));
        assert_eq!((game.moves.len(), game.winner), (10, None));
    }
}

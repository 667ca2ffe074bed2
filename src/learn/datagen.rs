//! Quiet positions with results: from games of the engine against itself, or from given games.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::board::{Board, LineError};
use crate::rules::Rules;
use crate::search::{Control, Limits, Searcher, Silent};
use crate::types::{Move, MoveList, Score, Side, score};

use super::Sample;

/// How the engine plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// Nodes a move.
    pub nodes: u64,
    /// Random moves before the game begins.
    pub random_plies: usize,
    /// Seed of the random moves.
    pub seed: u64,
}

/// A start worse than this for either side is thrown away.
const MAX_START_SCORE: Score = 250;
/// A game is given up when the score stays beyond this ...
const RESIGN_SCORE: Score = 1500;
/// ... for so many plies.
const RESIGN_PLIES: usize = 6;
/// A game longer than this is a draw.
const MAX_PLIES: usize = 300;
/// The moves before a master resigns are often beyond what a static score can see.
const LAST_PLIES: usize = 8;
/// Openings are too much alike.
const FIRST_PLIES: usize = 12;
/// One position in so many is taken from a given game. Odd, so that both sides are to move equally
/// often: who moved last in a game is mostly the winner, and must not be told by the side to move.
const GAME_STRIDE: usize = 3;

/// Plays games against itself.
pub struct Player {
    settings: SelfPlay,
    searcher: Searcher,
    random: SmallRng,
}

impl Player {
    /// A player with these settings.
    pub fn new(settings: SelfPlay) -> Self {
        Self {
            settings,
            searcher: Searcher::new(4, 1),
            random: SmallRng::seed_from_u64(settings.seed),
        }
    }

    /// Plays one game and returns its quiet positions.
    pub fn play(&mut self) -> Vec<Sample> {
        self.searcher.new_game();
        let mut board = self.random_start();
        let rules = Rules::default();
        let mut quiet = Vec::new();
        let mut decided = 0;
        let winner = loop {
            if let Some(ending) = rules.ending(&board) {
                break ending.verdict().winner(board.side_to_move());
            }
            if board.history().len() >= MAX_PLIES {
                break None;
            }
            let (best, red_score) = self.think(&board);
            let Some(best) = best else { break None };
            if !score::is_decisive(red_score) && !board.is_in_check() && !board.is_capture(best) {
                quiet.push((board.without_history(), red_score));
            }
            decided = if red_score.abs() >= RESIGN_SCORE {
                decided + 1
            } else {
                0
            };
            if decided >= RESIGN_PLIES {
                break Some(if red_score > 0 {
                    Side::Red
                } else {
                    Side::Black
                });
            }
            board.make_move(best);
        };
        let sample = |(board, score)| Sample {
            board,
            winner,
            score: Some(score),
        };
        quiet.into_iter().map(sample).collect()
    }

    /// Adds what a search thinks of a given position.
    pub fn label(&mut self, sample: &mut Sample) {
        self.searcher.new_game();
        let (_, score) = self.think(&sample.board);
        sample.score = Some(score).filter(|&score| !score::is_decisive(score));
    }

    /// The best move and its score from red's view.
    fn think(&mut self, board: &Board) -> (Option<Move>, Score) {
        let limits = Limits::nodes(self.settings.nodes);
        let control = Control::default();
        let outcome = self.searcher.search(board, &limits, &control, &mut Silent);
        let score = match board.side_to_move() {
            Side::Red => outcome.score(),
            Side::Black => -outcome.score(),
        };
        (outcome.best_move(), score)
    }

    /// The start position after random moves that leave neither side much worse.
    fn random_start(&mut self) -> Board {
        loop {
            let mut board = Board::start();
            let plies = self.settings.random_plies + self.random.random_range(0..2);
            for _ in 0..plies {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.make_move(moves[self.random.random_range(0..moves.len())]);
            }
            let board = board.without_history();
            if board.has_legal_move() && self.think(&board).1.abs() <= MAX_START_SCORE {
                return board;
            }
        }
    }
}

/// The quiet positions of a given game.
pub fn quiet_positions(moves: &[Move], winner: Option<Side>) -> Result<Vec<Sample>, LineError> {
    let mut board = Board::start();
    let mut samples = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if ply >= FIRST_PLIES
            && ply + LAST_PLIES < moves.len()
            && ply.is_multiple_of(GAME_STRIDE)
            && is_quiet(&board)
        {
            samples.push(Sample {
                board: board.without_history(),
                winner,
                score: None,
            });
        }
        board.try_play(mv).map_err(|error| LineError {
            number: ply + 1,
            error: error.into(),
        })?;
    }
    Ok(samples)
}

/// Whether the side to move is not in check and wins nothing by a capture.
fn is_quiet(board: &Board) -> bool {
    if board.is_in_check() {
        return false;
    }
    let safety = board.king_safety();
    let mut captures = MoveList::new();
    board.generate_captures(&mut captures);
    !captures
        .iter()
        .any(|&mv| board.is_legal(mv, &safety) && board.see_at_least(mv, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_with_a_free_capture_is_not_quiet() {
        let quiet = |fen: &str| is_quiet(&Board::from_fen(fen).expect("a position"));
        assert!(!quiet("3k5/9/9/9/r8/9/9/9/R8/4K4 w"));
        assert!(quiet("3k5/9/9/9/r8/9/9/9/1R7/4K4 w"));
    }

    #[test]
    fn an_illegal_move_of_a_given_game_is_named() {
        let moves: Vec<Move> = ["h2e2", "h9g7", "h2e2"]
            .into_iter()
            .filter_map(|text| text.parse().ok())
            .collect();
        assert_eq!(quiet_positions(&moves[..2], None), Ok(Vec::new()));
        let error = quiet_positions(&moves, None).expect_err("no cannon there");
        assert!(error.to_string().starts_with("move 3 'h2e2' is illegal"));
    }

    #[test]
    fn self_play_is_reproducible_and_gives_quiet_positions() {
        let settings = SelfPlay {
            nodes: 200,
            random_plies: 8,
            seed: 1,
        };
        let game = || -> Vec<String> {
            let samples = Player::new(settings).play();
            samples.iter().map(ToString::to_string).collect()
        };
        let first = game();
        assert!(!first.is_empty());
        assert_eq!(first, game());
    }
}

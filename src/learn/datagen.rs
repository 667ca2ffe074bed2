//! Games of the engine against itself, with the score of every position.
//!
//! A game is a function of the recipe, the seed and its number alone, so any number of threads writes the
//! same file, and an interrupted run goes on where it stopped.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::board::Board;
use crate::egtb::Tables;
use crate::rules::Rules;
use crate::search::{Control, Limits, Searcher, Silent};
use crate::selfplay::{self, Adjudication, ScoredMove, start};
use crate::types::{Move, Score, score};

use super::games::{Fault, LabelledGame, LabelledMove, Winner};
use super::packed::PackedPosition;

/// How games are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// Nodes after which no further iteration begins.
    pub nodes: u64,
    /// Fewest and most random moves before a game begins.
    pub random_plies: (usize, usize),
    /// The share of games that begin with few men on random squares.
    pub endgames: f64,
    /// Positions off each game that are searched too ...
    pub off_game: usize,
    /// ... and the nodes after which no further iteration of theirs begins.
    pub off_game_nodes: u64,
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            nodes: 400,
            random_plies: (6, 10),
            endgames: 0.15,
            off_game: 64,
            off_game_nodes: 150,
            seed: 1,
        }
    }
}

/// An opening worse than this for either side is drawn anew.
const MAX_OPENING_SCORE: Score = 300;
/// An endgame worse than this for either side is drawn anew.
const MAX_ENDGAME_SCORE: Score = 700;
/// Games with few men are searched with more nodes: their truth lies deeper, and nodes are cheap there.
const ENDGAME_NODES_FACTOR: u64 = 5;
/// When games from openings end early.
pub const OPENING_ADJUDICATION: Adjudication = Adjudication {
    win_score: 1000,
    win_plies: 6,
    draw_score: 8,
    draw_plies: 12,
    draw_from: 80,
    max_plies: 300,
};
/// Endgames are played out further: whether they are won is what is to be learnt.
pub const ENDGAME_ADJUDICATION: Adjudication = Adjudication {
    win_score: 1500,
    win_plies: 8,
    draw_score: 4,
    draw_plies: 30,
    draw_from: 40,
    max_plies: 240,
};
/// Most positions of one way off a game.
const WALK: usize = 4;
/// How often a move of such a way, after the first, is the best reply and not a random move.
const REPLY_SHARE: f64 = 0.5;
/// Such a way ends where a side is ahead by more.
const DECIDED: Score = 1500;
/// Megabytes of a player's transposition table.
const TABLE_MEGABYTES: usize = 4;

/// Plays games against itself.
pub struct SelfPlayer {
    recipe: Recipe,
    searcher: Searcher,
}

impl SelfPlayer {
    /// A player by this recipe.
    pub fn new(recipe: Recipe) -> Self {
        let mut searcher = Searcher::new(TABLE_MEGABYTES, 1);
        // What the endgame tables know goes into the scores of the positions before them.
        searcher.endgames = Some(Tables::builtin());
        Self { recipe, searcher }
    }

    /// Plays the game with this number; behind it come its positions off the game.
    pub fn play(&mut self, number: u64) -> Vec<LabelledGame> {
        let mut random = random_of(self.recipe.seed, number);
        self.searcher.new_game();
        let is_endgame = random.random_bool(self.recipe.endgames.clamp(0.0, 1.0));
        let (nodes, adjudication) = if is_endgame {
            (
                self.recipe.nodes * ENDGAME_NODES_FACTOR,
                ENDGAME_ADJUDICATION,
            )
        } else {
            (self.recipe.nodes, OPENING_ADJUDICATION)
        };
        let start = self.start(is_endgame, &mut random);
        let rules = Rules::default();
        let played = selfplay::play(start.clone(), &rules, &adjudication, |board| {
            search(&mut self.searcher, board, nodes)
        });
        let labelled = |played: &ScoredMove| LabelledMove::new(played.mv, played.score);
        let game = LabelledGame {
            start: PackedPosition::of(&start),
            winner: played.winner.into(),
            moves: played.moves.iter().map(labelled).collect(),
        };
        let moves: Vec<Move> = played.moves.iter().map(|played| played.mv).collect();
        let off_game = self.off_game(&start, &moves, &mut random);
        [game]
            .into_iter()
            .chain(off_game)
            .filter(|game| !game.moves.is_empty())
            .collect()
    }

    /// A start that neither side has won already.
    fn start(&mut self, is_endgame: bool, random: &mut Xoshiro256PlusPlus) -> Board {
        loop {
            let (board, limit) = if is_endgame {
                (start::random_endgame(random), MAX_ENDGAME_SCORE)
            } else {
                let (least, most) = self.recipe.random_plies;
                let plies = random.random_range(least..=most.max(least));
                match start::random_opening(plies, random) {
                    Some(board) => (board, MAX_OPENING_SCORE),
                    None => continue,
                }
            };
            let found = search(&mut self.searcher, &board, self.recipe.nodes);
            if found.is_some_and(|found| found.score.abs() <= limit) {
                return board;
            }
        }
    }

    /// Positions off a game that has been played: the recipe's number, drawn by its seed and the game's number.
    /// What stands off a game already is not left again.
    pub fn leave(&mut self, number: u64, game: &LabelledGame) -> Result<Vec<LabelledGame>, Fault> {
        if game.winner == Winner::Unknown {
            return Ok(Vec::new());
        }
        let start = game.start.board()?;
        game.replay(|_, _| {})?;
        self.searcher.new_game();
        let moves: Vec<Move> = game.moves.iter().map(|labelled| labelled.mv).collect();
        let mut random = random_of(self.recipe.seed, number);
        Ok(self.off_game(&start, &moves, &mut random))
    }

    /// Positions off a game as a search meets them, each with the move and the score of a search: a random move
    /// leaves the game, and each of the next few moves is random again or the best reply.
    fn off_game(
        &mut self,
        start: &Board,
        moves: &[Move],
        random: &mut Xoshiro256PlusPlus,
    ) -> Vec<LabelledGame> {
        let walks = self.recipe.off_game.div_ceil(WALK);
        let mut plies: Vec<usize> = (0..walks)
            .map(|_| random.random_range(0..moves.len().max(1)))
            .collect();
        plies.sort_unstable();
        let mut board = start.clone();
        let mut found = Vec::with_capacity(walks * WALK);
        for ply in plies {
            for &mv in moves.iter().take(ply).skip(board.history().len()) {
                board.make_move(mv);
            }
            self.walk(board.without_history(), random, &mut found);
        }
        found.truncate(self.recipe.off_game);
        found
    }

    /// One way off a game.
    fn walk(
        &mut self,
        mut board: Board,
        random: &mut Xoshiro256PlusPlus,
        found: &mut Vec<LabelledGame>,
    ) {
        let mut best = None;
        for _ in 0..WALK {
            match best.filter(|_| random.random_bool(REPLY_SHARE)) {
                Some(reply) => board.make_move(reply),
                None if start::random_moves(&mut board, 1, random).is_none() => return,
                None => {}
            }
            board = board.without_history();
            let Some(choice) = search(&mut self.searcher, &board, self.recipe.off_game_nodes)
            else {
                return;
            };
            found.push(LabelledGame {
                start: PackedPosition::of(&board),
                winner: Winner::Unknown,
                moves: vec![LabelledMove::new(choice.mv, choice.score)],
            });
            if choice.score.abs() > DECIDED {
                return;
            }
            best = Some(choice.mv);
        }
    }

    /// Gives every position of a game that may be learnt from the score of a new search; moves and result stay.
    pub fn relabel(&mut self, game: &mut LabelledGame) -> Result<(), Fault> {
        self.searcher.new_game();
        let mut scores = Vec::with_capacity(game.moves.len());
        game.replay(|board, labelled| {
            let found = if is_quiet(board, labelled) {
                search(&mut self.searcher, board, self.recipe.nodes).map(|found| found.score)
            } else {
                labelled.score.map(Score::from)
            };
            scores.push(found);
        })?;
        for (labelled, score) in game.moves.iter_mut().zip(scores) {
            labelled.score = score.and_then(|score| LabelledMove::new(labelled.mv, score).score);
        }
        Ok(())
    }
}

/// The best move and its score; only finished iterations count.
fn search(searcher: &mut Searcher, board: &Board, nodes: u64) -> Option<ScoredMove> {
    let limits = Limits::soft_nodes(nodes);
    let found = searcher.search(board, &limits, &Control::default(), &mut Silent);
    let mv = found.best_move()?;
    Some(ScoredMove {
        mv,
        score: found.score(),
    })
}

/// The random numbers of a game.
fn random_of(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    // Games with neighbouring numbers must not have neighbouring states; the seeding mixes.
    Xoshiro256PlusPlus::seed_from_u64(
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(number),
    )
}

/// Makes the games with numbers `from..to` on some threads and hands them out in the order of their
/// numbers, until `is_stopped`. `make` is built once for each thread.
pub fn make_in_order<T: Send, M: FnMut(u64) -> T>(
    from: u64,
    to: u64,
    threads: usize,
    is_stopped: &AtomicBool,
    maker: impl Fn() -> M + Sync,
    mut take: impl FnMut(u64, T) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let next = AtomicU64::new(from);
    let failed = AtomicBool::new(false);
    let is_over = || is_stopped.load(Relaxed) || failed.load(Relaxed);
    let (sender, receiver) = mpsc::sync_channel::<(u64, T)>(4 * threads.max(1));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, maker, is_over) = (sender.clone(), &next, &maker, &is_over);
            scope.spawn(move || {
                let mut make = maker();
                while !is_over() {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= to || sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = from;
        for (number, made) in receiver {
            waiting.insert(number, made);
            while let Some(made) = waiting.remove(&due) {
                if let Err(error) = take(due, made) {
                    failed.store(true, Relaxed);
                    return Err(error);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

/// Whether a position may be learnt from by its score: not in check, the best move no capture, nothing
/// decided.
pub fn is_quiet(board: &Board, labelled: LabelledMove) -> bool {
    !board.is_in_check()
        && !board.is_capture(labelled.mv)
        && labelled
            .score
            .is_some_and(|score| !score::is_decisive(score.into()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const RECIPE: Recipe = Recipe {
        nodes: 50,
        random_plies: (6, 8),
        endgames: 0.5,
        off_game: 2,
        off_game_nodes: 30,
        seed: 1,
    };

    /// The bytes of some games, made by so many threads.
    fn bytes(threads: usize) -> Vec<Vec<u8>> {
        let mut bytes = Vec::new();
        let maker = || {
            let mut player = SelfPlayer::new(RECIPE);
            move |number| player.play(number)
        };
        let take = |_, games: Vec<LabelledGame>| {
            bytes.push(games.iter().flat_map(LabelledGame::to_bytes).collect());
            Ok(())
        };
        make_in_order(0, 6, threads, &AtomicBool::new(false), maker, take)
            .expect("no output fails");
        bytes
    }

    #[test]
    fn any_number_of_threads_makes_the_same_games() {
        let games = bytes(1);
        assert_eq!(games.len(), 6);
        assert_eq!(games, bytes(3));
    }

    #[test]
    fn games_are_legal_and_positions_off_them_come_behind() {
        let mut player = SelfPlayer::new(RECIPE);
        for number in 0..4 {
            let games = player.play(number);
            let (game, off_game) = games.split_first().expect("a game");
            assert_ne!(game.winner, Winner::Unknown);
            assert!(off_game.len() <= RECIPE.off_game);
            for game in &games {
                game.replay(|_, labelled| assert!(labelled.score.is_some()))
                    .expect("legal moves");
            }
            for position in off_game {
                assert_eq!(
                    (position.winner, position.moves.len()),
                    (Winner::Unknown, 1)
                );
            }
        }
    }

    #[test]
    fn a_game_is_left_by_short_ways_of_random_moves_and_best_replies() {
        let recipe = Recipe {
            endgames: 0.0,
            off_game: 400,
            ..RECIPE
        };
        let game = SelfPlayer::new(recipe).play(3).swap_remove(0);
        let mut on_game = HashSet::new();
        game.replay(|board, _| {
            on_game.insert(board.key());
        })
        .expect("legal moves");
        let leave = |number| {
            let found = SelfPlayer::new(recipe).leave(number, &game);
            found.expect("a legal game")
        };
        let found = leave(1);
        assert_eq!(found, leave(1));
        assert_ne!(found, leave(2));
        assert!((300..=400).contains(&found.len()), "{}", found.len());
        let boards: Vec<_> = found
            .iter()
            .map(|position| position.start.board().expect("a position"))
            .collect();
        let left = boards
            .iter()
            .filter(|board| !on_game.contains(&board.key()));
        assert!(left.count() > 350);
        // A random move is the best reply once in forty times, a chosen one always.
        let is_reply = |pair: &&[LabelledGame]| {
            let mut board = pair[0].start.board().expect("a position");
            board.make_move(pair[0].moves[0].mv);
            PackedPosition::of(&board).men().eq(pair[1].start.men())
        };
        let replies = found.windows(2).filter(is_reply).count();
        assert!((100..200).contains(&replies), "{replies}");
    }

    #[test]
    fn a_stopped_run_hands_out_whole_games_in_order() {
        let stop = AtomicBool::new(false);
        let mut numbers = Vec::new();
        make_in_order(
            5,
            1000,
            2,
            &stop,
            || |number| number,
            |number, made| {
                assert_eq!(number, made);
                numbers.push(number);
                stop.store(number >= 9, Relaxed);
                Ok(())
            },
        )
        .expect("no output fails");
        assert!(numbers.len() < 995 && numbers.iter().copied().eq(5..5 + numbers.len() as u64));
    }

    #[test]
    fn relabelling_changes_scores_only() {
        let mut player = SelfPlayer::new(RECIPE);
        let game = player.play(3).swap_remove(0);
        let mut again = game.clone();
        SelfPlayer::new(Recipe {
            nodes: 400,
            ..RECIPE
        })
        .relabel(&mut again)
        .expect("legal moves");
        let moves = |game: &LabelledGame| game.moves.iter().map(|m| m.mv).collect::<Vec<_>>();
        assert_eq!((moves(&again), again.winner), (moves(&game), game.winner));
        assert_ne!(again, game);
    }
}

//! hanxin (韩信), a xiangqi (Chinese chess) engine: rules, search, evaluation and the tools around them.
//!
//! ```
//! use hanxin::board::Board;
//! use hanxin::search::{Control, Limits, Searcher, Silent};
//!
//! let mut board = Board::start();
//! board.try_play_line("h2e2 h9g7").expect("legal moves");
//! let mut searcher = Searcher::new(1, 1); // a table of 1 MB, one thread
//! let outcome = searcher.search(&board, &Limits::depth(3), &Control::default(), &mut Silent);
//! assert!(outcome.best_move().is_some_and(|mv| board.is_legal_move(mv)));
//! ```
//!
//! The rules alone: a FEN in, its legal moves, and the end of a game with its reason in words.
//!
//! ```
//! use hanxin::board::Board;
//! use hanxin::rules::{Explanation, Rules, Verdict};
//!
//! let mut board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w").expect("a position");
//! let moves: Vec<String> = board.legal_moves().iter().map(ToString::to_string).collect();
//! assert_eq!(moves.len(), 14);
//! assert!(moves.contains(&"a0a9".to_owned()));
//!
//! // Red gives check with every move; the third occurrence of the position ends the game.
//! board.try_play_line("a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9").expect("legal moves");
//! let explanation = Explanation::new(&board, &Rules::default());
//! assert_eq!(explanation.verdict, Some(Verdict::Win));
//! assert_eq!(
//!     explanation.ending.as_deref(),
//!     Some("forbidden repetition: red is the worse offender")
//! );
//! println!("{}", explanation.span.expect("a repetition, ply by ply"));
//! ```
//!
//! Where to begin: [`board`] has the position and its legal moves, [`rules`] the verdict on
//! repetitions, [`search`] the best move, [`notation`] the texts, [`arena`] matches between engines.
//! `ARCHITECTURE.md` names the layers.

pub mod algorithms;
pub mod arena;
pub mod board;
pub mod book;
pub mod calendar;
pub mod cli;
pub mod doctor;
pub mod egtb;
pub mod engine;
pub mod eval;
pub mod lab;
pub mod learn;
pub mod nnue;
pub mod notation;
pub mod play;
pub mod plot;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod selfplay;
pub mod shard;
pub mod storage;
pub mod templates;
pub mod text;
pub mod types;
pub mod weights;
pub mod zobrist;

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

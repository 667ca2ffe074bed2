//! The opening book: which moves were played in a position, how often and how well.
//!
//! | room | owns |
//! |---|---|
//! | [`fold`] | a position and its mirror image under one key |
//! | [`format`](mod@format) | the file: header, entries, checksum; looking a position up in it |
//! | [`eleeye`] | `ElephantEye`'s `BOOK.DAT`, read only |
//! | [`library`] | book files in order, told apart by their content, and the book built in |
//! | [`choose`] | which of the known moves to play |
//! | [`games`] | game files: lists and PGN, plain or gzip |
//! | [`build`] | a book from games |
//! | [`check`] | which moves lose, by search |
//! | [`ecco`] | codes and names of openings |
//! | [`walk`] | every position a book leads to, and games played from it |
//! | [`tree`] | the opening tree for a picture |
//!
//! A book knows positions, not lines: transpositions meet in one entry, and so do mirror images. It
//! is written and read here; when to play from it is `engine`'s decision.

pub mod build;
pub mod check;
pub mod choose;
pub mod ecco;
pub mod eleeye;
pub mod fold;
pub mod format;
pub mod games;
pub mod library;
pub mod tree;
pub mod walk;

pub use format::{Book, BookError, Entry};
pub use library::{Library, OpenError};

use crate::types::{Move, Score};
use ecco::Ecco;

/// A move that a book knows in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position.
    pub mv: Move,
    /// How often it is to be chosen, against the weights of the other moves.
    pub weight: u32,
    /// Games in which it was played; 0 if the book does not say.
    pub games: u32,
    /// Half points of the mover in these games.
    pub points: u32,
    /// What a search thought of it, from the mover's view.
    pub score: Option<Score>,
    /// The opening that most of its games are.
    pub ecco: Option<Ecco>,
}

impl BookMove {
    /// The mover's share of the points, 0 to 1.
    pub fn success(&self) -> Option<f64> {
        (self.games > 0).then(|| f64::from(self.points) / 2.0 / f64::from(self.games))
    }
}

//! The vocabulary every other layer speaks: squares, pieces, moves, scores, results.
//!
//! Nothing here knows a rule of the game beyond geometry and names.

pub mod moves;
pub mod piece;
pub mod result;
pub mod score;
pub mod square;

pub use moves::{Move, MoveList, ParseMoveError};
pub use piece::{Kind, Man, Piece, Side};
pub use result::GameResult;
pub use score::{Depth, Score, Tapered};
pub use square::Square;

//! Reading and writing positions as FEN text.
//!
//! Reading is lenient about everything after the board (see the UCCI notes in `protocol/`): missing
//! or odd fields fall back to defaults. It is strict about the position itself: what could never stand
//! on a board is refused with the square and the reason.

use std::fmt::Write as _;
use std::str::FromStr;

use thiserror::Error;

use crate::templates::can_stand;
use crate::types::{Kind, Piece, Side, Square};

use super::{Board, Placement};

/// The start position.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Why a FEN was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// No text at all.
    #[error("the FEN is empty (expected ten ranks separated by '/')")]
    Empty,
    /// A character that is neither a piece nor a digit.
    #[error("'{found}' at {square} is no piece (expected one of KABNRCP, kabnrcp or a digit 1-9)")]
    BadPiece {
        found: char,
        /// Where it would stand.
        square: String,
    },
    /// A rank does not have nine files.
    #[error("rank {rank} ('{text}') has {files} files (expected 9)")]
    BadRank {
        /// Rank number 0-9.
        rank: usize,
        /// The rank as given.
        text: String,
        /// Files counted.
        files: usize,
    },
    /// The board does not have ten ranks.
    #[error("the board has {0} ranks (expected 10, separated by '/')")]
    BadRankCount(usize),
    /// The side to move is unreadable.
    #[error("'{0}' is no side to move (expected w or r for red, b for black)")]
    BadSide(String),
    /// A piece on a point it cannot reach.
    #[error("a {side} {} cannot stand on {square}", .kind.name())]
    Misplaced {
        side: Side,
        kind: Kind,
        square: Square,
    },
    /// More of a kind than a set holds.
    #[error("the {} on {square} is one {side} {} too many (at most {})", .kind.name(), .kind.name(), .kind.max_count())]
    TooMany {
        side: Side,
        kind: Kind,
        /// The point of the surplus man.
        square: Square,
    },
    /// A side without a king.
    #[error("{0} has no king (expected one in its palace)")]
    NoKing(Side),
    /// The side that just moved left its king attacked.
    #[error("{side} is not to move, but its king on {king} is attacked")]
    OpponentInCheck {
        /// The side not to move.
        side: Side,
        king: Square,
    },
}

impl Board {
    /// Reads a position. Only the board is required; side, counters and unknown fields are optional.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let placement = read_placement(fields.next().ok_or(FenError::Empty)?)?;
        let side = match fields.next() {
            None | Some("w" | "W" | "r" | "R" | "-") => Side::Red,
            Some("b" | "B") => Side::Black,
            Some(other) => return Err(FenError::BadSide(other.to_owned())),
        };
        let mut numbers = fields.filter_map(|field| field.parse::<u16>().ok());
        let limit_plies = numbers.next().unwrap_or(0);
        let move_number = numbers.next().unwrap_or(1).max(1);
        let waiting = side.opponent();
        if placement.is_king_attacked(waiting) {
            let king = placement.king_square(waiting);
            return Err(FenError::OpponentInCheck {
                side: waiting,
                king,
            });
        }
        Ok(Self::from_parts(&placement, side, limit_plies, move_number))
    }

    /// Writes the position in canonical form.
    pub fn fen(&self) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..Square::RANKS).rev() {
            let mut empty = 0;
            for file in 0..Square::FILES {
                if let Some(piece) = self.placement().piece_on(Square::new(file, rank)) {
                    if empty > 0 {
                        let _ = write!(fen, "{empty}");
                        empty = 0;
                    }
                    fen.push(piece.letter());
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                let _ = write!(fen, "{empty}");
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = if self.side_to_move() == Side::Red {
            'w'
        } else {
            'b'
        };
        let _ = write!(
            fen,
            " {side} - - {} {}",
            self.natural_limit().plies(),
            self.move_number()
        );
        fen
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({})", self.fen())
    }
}

fn read_placement(text: &str) -> Result<Placement, FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        return Err(FenError::BadRankCount(ranks.len()));
    }
    let mut placement = Placement::EMPTY;
    for (row, text) in ranks.iter().enumerate() {
        let rank = 9 - row;
        let bad_rank = |files| FenError::BadRank {
            rank,
            text: (*text).to_owned(),
            files,
        };
        let mut file = 0;
        for letter in text.chars() {
            if let Some(run @ 1..) = letter.to_digit(10) {
                file += run as usize;
                continue;
            }
            let square = Square::try_new(file.min(255) as u8, rank as u8);
            let piece = Piece::from_letter(letter).ok_or_else(|| FenError::BadPiece {
                found: letter,
                square: square.map_or_else(|| format!("rank {rank}"), |s| s.to_string()),
            })?;
            let square = square.ok_or_else(|| bad_rank(file + 1))?;
            put(&mut placement, piece, square)?;
            file += 1;
        }
        if file != usize::from(Square::FILES) {
            return Err(bad_rank(file));
        }
    }
    for side in Side::BOTH {
        if placement.king_square(side) == Square::NONE {
            return Err(FenError::NoKing(side));
        }
    }
    Ok(placement)
}

/// Puts the piece on the square as the next free identity of its kind.
fn put(placement: &mut Placement, piece: Piece, square: Square) -> Result<(), FenError> {
    let Piece { side, kind } = piece;
    if !can_stand(piece, square) {
        return Err(FenError::Misplaced { side, kind, square });
    }
    match placement.add(piece, square) {
        Some(_) => Ok(()),
        None => Err(FenError::TooMany { side, kind, square }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(fen: &str) -> String {
        Board::from_fen(fen).expect_err("an error").to_string()
    }

    #[test]
    fn the_start_position_round_trips() {
        assert_eq!(Board::start().fen(), START_FEN);
        assert_eq!(Board::start().natural_limit().plies(), 0);
    }

    #[test]
    fn clients_may_leave_out_or_garble_the_tail() {
        let board = START_FEN.split(' ').next().expect("a board");
        for tail in [
            "",
            " w",
            " r",
            " w -- 0 1",
            " w - - x y",
            "  w   - -  0  1 ",
            " -",
        ] {
            let read = Board::from_fen(&format!("{board}{tail}"));
            assert_eq!(read.map(|b| b.fen()), Ok(START_FEN.to_owned()), "{tail:?}");
        }
        let black = Board::from_fen(&format!("{board} b - - 17 9")).expect("a position");
        assert_eq!(black.side_to_move(), Side::Black);
        assert_eq!(
            (black.natural_limit().plies(), black.move_number()),
            (17, 9)
        );
    }

    #[test]
    fn federation_letters_are_read() {
        let fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w";
        assert_eq!(
            Board::from_fen(fen).map(|b| b.fen()),
            Ok(START_FEN.to_owned())
        );
    }

    #[test]
    fn errors_name_the_square_and_the_reason() {
        assert_eq!(
            error(""),
            "the FEN is empty (expected ten ranks separated by '/')"
        );
        assert_eq!(
            error("9/9 w"),
            "the board has 2 ranks (expected 10, separated by '/')"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/4x4/3K5 w"),
            "'x' at e1 is no piece (expected one of KABNRCP, kabnrcp or a digit 1-9)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/8/3K5 w"),
            "rank 1 ('8') has 8 files (expected 9)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9R/3K5 w"),
            "rank 1 ('9R') has 10 files (expected 9)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/3K5 x"),
            "'x' is no side to move (expected w or r for red, b for black)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/9 w"),
            "red has no king (expected one in its palace)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/4K4/3K5 w"),
            "the king on d0 is one red king too many (at most 1)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/K8 w"),
            "a red king cannot stand on a0"
        );
        assert_eq!(
            error("4k4/9/1b7/9/9/9/9/9/9/3K5 w"),
            "a black elephant cannot stand on b7"
        );
        assert_eq!(
            error("3k5/9/9/9/9/9/9/9/9/RRR1K4 w"),
            "the rook on c0 is one red rook too many (at most 2)"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/3KR4 w"),
            "black is not to move, but its king on e9 is attacked"
        );
        assert_eq!(
            error("4k4/9/9/9/9/9/9/9/9/4K4 w"),
            "black is not to move, but its king on e9 is attacked"
        );
    }
}

//! A position in 32 bytes.
//!
//! ```text
//!  bytes  0-11  bit s = somebody stands on square s (dense index, rank by rank from a0); bit 95 = black to move
//!  bytes 12-27  who: four bits a man in the order of the squares, red's kinds 0-6, black's 7-13, low half first
//!  byte  28     plies towards the natural limit, at most 255
//!  bytes 29-31  free for the owner: a training sample keeps its score and result there
//! ```

use crate::board::{Board, FenError};
use crate::types::{Kind, Piece, Side, Square};

/// A position in 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition(pub(super) [u8; 32]);

const MEN: usize = 12;
const LIMIT: usize = 28;
/// The first of the bytes that are free for the owner.
pub(super) const SPARE: usize = 29;
/// Set in the last byte of the occupancy when black is to move.
const BLACK: u8 = 0x80;

impl PackedPosition {
    /// Packs a position; its history is left out.
    pub fn of(board: &Board) -> Self {
        let mut bytes = [0; 32];
        let placement = board.placement();
        let mut count = 0;
        for (index, square) in Square::all().enumerate() {
            if let Some(piece) = placement.piece_on(square) {
                bytes[index / 8] |= 1 << (index % 8);
                bytes[MEN + count / 2] |= (piece.index() as u8) << (4 * (count % 2));
                count += 1;
            }
        }
        if board.side_to_move() == Side::Black {
            bytes[MEN - 1] |= BLACK;
        }
        bytes[LIMIT] = board.natural_limit().plies().min(255) as u8;
        Self(bytes)
    }

    /// Who is to move.
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        if self.0[MEN - 1] & BLACK == 0 {
            Side::Red
        } else {
            Side::Black
        }
    }

    /// The men with their dense squares, in the order of the squares. Numbers that name no piece end it.
    #[inline]
    pub fn men(&self) -> impl Iterator<Item = (Piece, usize)> + '_ {
        let mut low = u64::from_le_bytes(self.0[..8].try_into().unwrap_or_default());
        let high = u32::from_le_bytes(self.0[8..12].try_into().unwrap_or_default());
        let mut high = high & !(u32::from(BLACK) << 24);
        let mut count = 0;
        std::iter::from_fn(move || {
            let square = if low != 0 {
                let square = low.trailing_zeros() as usize;
                low &= low - 1;
                square
            } else if high != 0 {
                let square = 64 + high.trailing_zeros() as usize;
                high &= high - 1;
                square
            } else {
                return None;
            };
            let number = self.0[(MEN + count / 2).min(LIMIT - 1)] >> (4 * (count % 2)) & 15;
            count += 1;
            Some((piece(number)?, square))
        })
    }

    /// The position; an error where the bytes describe none.
    pub fn board(&self) -> Result<Board, FenError> {
        let mut cells = ['1'; 90];
        for (piece, square) in self.men() {
            if let Some(cell) = cells.get_mut(square) {
                *cell = piece.letter();
            }
        }
        let ranks: Vec<String> = cells
            .chunks(9)
            .rev()
            .map(|rank| rank.iter().collect())
            .collect();
        let side = match self.side_to_move() {
            Side::Red => 'w',
            Side::Black => 'b',
        };
        Board::from_fen(&format!(
            "{} {side} - - {} 1",
            ranks.join("/"),
            self.0[LIMIT]
        ))
    }
}

/// The piece with this number.
const fn piece(number: u8) -> Option<Piece> {
    match number {
        0..7 => Some(Piece::new(Side::Red, Kind::ALL[number as usize])),
        7..14 => Some(Piece::new(Side::Black, Kind::ALL[number as usize - 7])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use crate::selfplay::start;

    use super::*;

    #[test]
    fn positions_round_trip() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut boards = vec![Board::start()];
        boards.extend((0..200).map(|_| start::random_endgame(&mut random)));
        boards.extend((0..200).filter_map(|_| start::random_opening(40, &mut random)));
        for board in boards {
            let packed = PackedPosition::of(&board);
            let unpacked = packed.board().expect("a legal position");
            assert_eq!(
                unpacked.placement().men().count(),
                board.placement().men().count()
            );
            assert_eq!(
                (unpacked.key(), PackedPosition::of(&unpacked)),
                (board.key(), packed)
            );
            assert_eq!(
                unpacked.natural_limit().plies(),
                board.natural_limit().plies()
            );
        }
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        for byte in 0..=255 {
            let packed = PackedPosition([byte; 32]);
            assert!(packed.men().count() <= 96);
            assert!(packed.board().is_err());
        }
    }
}

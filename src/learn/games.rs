//! Files of games with scores: what `hanxin datagen` writes and `hanxin train` reads.
//!
//! ```text
//!  file    "HXGAMES" 01, then games until the end
//!  game    u16  number of moves n, at least 1
//!          u8   result: 0 draw, 1 red won, 2 black won, 3 unknown
//!          u8   0
//!          32   the first position (PackedPosition, free bytes 0)
//!          n x  u16 move (as in memory: from + 256 to), i16 score from the mover's view
//!          u32  CRC-32 of the game's bytes before it
//! ```
//!
//! All numbers least byte first. A game is appended by one write; a file that was cut off in the middle
//! of one is read up to the last whole game, and appended to from there. A game of one move with an
//! unknown result is a position off a game with its score.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::board::{Board, FenError, IllegalMoveError};
use crate::types::{Move, Score, Side};

use super::packed::PackedPosition;

const MAGIC: [u8; 8] = *b"HXGAMES\x01";
/// Bytes of a game besides its moves.
const FRAME: usize = 4 + 32 + 4;
const BYTES_PER_MOVE: usize = 4;
/// No legal score, so it says that there is none.
const NO_SCORE: i16 = i16::MIN;

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    Nobody,
    Red,
    Black,
    /// The game has not been played to an end.
    Unknown,
}

impl Winner {
    const ALL: [Self; 4] = [Self::Nobody, Self::Red, Self::Black, Self::Unknown];

    /// The points of a side: 1, 0.5 or 0; `None` if unknown.
    pub const fn points(self, side: Side) -> Option<f32> {
        match (self, side) {
            (Self::Unknown, _) => None,
            (Self::Nobody, _) => Some(0.5),
            (Self::Red, Side::Red) | (Self::Black, Side::Black) => Some(1.0),
            (Self::Red, Side::Black) | (Self::Black, Side::Red) => Some(0.0),
        }
    }
}

impl From<Option<Side>> for Winner {
    fn from(winner: Option<Side>) -> Self {
        match winner {
            None => Self::Nobody,
            Some(Side::Red) => Self::Red,
            Some(Side::Black) => Self::Black,
        }
    }
}

/// A move of a game with the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelledMove {
    pub mv: Move,
    /// From the view of the side that moves; `None` if nobody has searched the position.
    pub score: Option<i16>,
}

impl LabelledMove {
    /// A move with its score.
    pub fn new(mv: Move, score: Score) -> Self {
        let limit = Score::from(i16::MAX);
        let score = score.clamp(-limit, limit) as i16;
        Self {
            mv,
            score: Some(score),
        }
    }
}

/// A game for learning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelledGame {
    pub start: PackedPosition,
    pub winner: Winner,
    /// At least one.
    pub moves: Vec<LabelledMove>,
}

/// Why a file of games cannot be read on.
#[derive(Debug, Error)]
pub enum GamesError {
    /// It does not begin as such a file does.
    #[error("not a file of games (expected it to begin with HXGAMES and version 1)")]
    Foreign,
    /// A whole game is there, but not as it was written.
    #[error("game {number}: {fault}")]
    Corrupt {
        /// Which game, from 1.
        number: u64,
        fault: Fault,
    },
    /// The system cannot read it.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum Fault {
    #[error("its checksum is wrong")]
    Checksum,
    #[error("{0} is no result (expected 0 to 3)")]
    Winner(u8),
    #[error("it has no moves")]
    Empty,
    #[error("its first position: {0}")]
    Start(#[from] FenError),
    #[error("move {number}: {bits:#06x} is no move")]
    NoMove { number: usize, bits: u16 },
    #[error("move {number} {error}")]
    IllegalMove {
        /// Which move, from 1.
        number: usize,
        error: IllegalMoveError,
    },
}

impl LabelledGame {
    /// The bytes of the game in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = self.moves.len().min(usize::from(u16::MAX));
        let mut bytes = Vec::with_capacity(FRAME + BYTES_PER_MOVE * count);
        bytes.extend((count as u16).to_le_bytes());
        bytes.extend([self.winner as u8, 0]);
        bytes.extend(self.start.0);
        for labelled in &self.moves[..count] {
            bytes.extend(labelled.mv.bits().to_le_bytes());
            bytes.extend(labelled.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Fault> {
        let (body, checksum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(Fault::Checksum);
        }
        let winner = *Winner::ALL
            .get(usize::from(body[2]))
            .ok_or(Fault::Winner(body[2]))?;
        let start = PackedPosition(body[4..36].try_into().unwrap_or([0; 32]));
        let labelled = |(index, bytes): (usize, &[u8])| {
            let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
            let score = i16::from_le_bytes([bytes[2], bytes[3]]);
            let number = index + 1;
            let mv = Move::from_bits(bits).ok_or(Fault::NoMove { number, bits })?;
            let score = Some(score).filter(|&score| score != NO_SCORE);
            Ok(LabelledMove { mv, score })
        };
        let moves = body[36..]
            .chunks_exact(BYTES_PER_MOVE)
            .enumerate()
            .map(labelled);
        let moves = moves.collect::<Result<Vec<_>, Fault>>()?;
        if moves.is_empty() {
            return Err(Fault::Empty);
        }
        Ok(Self {
            start,
            winner,
            moves,
        })
    }

    /// Walks through the positions of the game, each with the move played there.
    pub fn replay(&self, mut visit: impl FnMut(&Board, LabelledMove)) -> Result<(), Fault> {
        let mut board = self.start.board()?;
        for (index, &labelled) in self.moves.iter().enumerate() {
            // Illegal moves are not shown: whoever visits may rely on them.
            if board.is_legal_move(labelled.mv) {
                visit(&board, labelled);
            }
            let number = index + 1;
            board
                .try_play(labelled.mv)
                .map_err(|error| Fault::IllegalMove { number, error })?;
        }
        Ok(())
    }
}

/// Writes the head of a new file.
pub fn write_head(out: &mut impl Write) -> io::Result<()> {
    out.write_all(&MAGIC)
}

/// Reads games one by one.
pub struct Games<R> {
    input: R,
    /// Games read so far.
    count: u64,
    /// Bytes of the head and the whole games read so far.
    length: u64,
    /// Something after the last whole game: the file was cut off there.
    is_torn: bool,
}

impl<R: Read> Games<R> {
    /// Begins to read; an empty file is foreign.
    pub fn new(mut input: R) -> Result<Self, GamesError> {
        let mut head = Vec::new();
        input
            .by_ref()
            .take(MAGIC.len() as u64)
            .read_to_end(&mut head)?;
        if head != MAGIC {
            return Err(GamesError::Foreign);
        }
        Ok(Self {
            input,
            count: 0,
            length: MAGIC.len() as u64,
            is_torn: false,
        })
    }

    /// Games read so far.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Where the last whole game ends.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Whether the file ended in the middle of a game.
    pub const fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// The next whole game; `None` at the end.
    fn read_game(&mut self) -> Result<Option<LabelledGame>, GamesError> {
        let mut bytes = Vec::with_capacity(1024);
        self.input.by_ref().take(2).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let size = match bytes[..] {
            [low, high] => FRAME + BYTES_PER_MOVE * usize::from(u16::from_le_bytes([low, high])),
            _ => FRAME,
        };
        let rest = (size - bytes.len()) as u64;
        self.input.by_ref().take(rest).read_to_end(&mut bytes)?;
        if bytes.len() < size {
            self.is_torn = true;
            return Ok(None);
        }
        self.count += 1;
        let number = self.count;
        let game = LabelledGame::from_bytes(&bytes);
        let game = game.map_err(|fault| GamesError::Corrupt { number, fault })?;
        self.length += size as u64;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<LabelledGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &[(&str, Option<i16>)], winner: Winner) -> LabelledGame {
        let labelled = |&(mv, score): &(&str, Option<i16>)| LabelledMove {
            mv: mv.parse().expect("a move"),
            score,
        };
        LabelledGame {
            start: PackedPosition::of(&Board::start()),
            winner,
            moves: moves.iter().map(labelled).collect(),
        }
    }

    fn file() -> (Vec<LabelledGame>, Vec<u8>) {
        let games = vec![
            game(&[("h2e2", Some(30)), ("h9g7", Some(-25))], Winner::Red),
            game(&[("b2e2", None)], Winner::Unknown),
            game(
                &[("c3c4", Some(-31_000)), ("h7e7", Some(i16::MAX))],
                Winner::Nobody,
            ),
        ];
        let mut bytes = Vec::new();
        write_head(&mut bytes).expect("room");
        bytes.extend(games.iter().flat_map(LabelledGame::to_bytes));
        (games, bytes)
    }

    fn read(bytes: &[u8]) -> Result<Vec<LabelledGame>, GamesError> {
        Games::new(bytes)?.collect()
    }

    #[test]
    fn games_round_trip() {
        let (games, bytes) = file();
        assert_eq!(read(&bytes).expect("games"), games);
        assert_eq!(bytes.len(), 8 + 3 * FRAME + 5 * BYTES_PER_MOVE);
    }

    #[test]
    fn a_torn_tail_is_skipped_wherever_it_is_torn() {
        let (games, bytes) = file();
        let ends = [0, 1, 2, 3].map(|n| {
            let whole: usize = games[..n].iter().map(|game| game.to_bytes().len()).sum();
            8 + whole
        });
        for length in 0..bytes.len() {
            let Ok(mut reader) = Games::new(&bytes[..length]) else {
                assert!(length < 8);
                continue;
            };
            let whole: Vec<_> = reader.by_ref().collect::<Result<_, _>>().expect("no fault");
            let expected = ends.iter().rposition(|&end| end <= length).expect("a head");
            assert_eq!(whole, games[..expected]);
            assert_eq!(reader.length(), ends[expected] as u64);
            assert_eq!(reader.is_torn(), length != ends[expected]);
        }
    }

    #[test]
    fn changed_bytes_are_found() {
        let (_, bytes) = file();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            // A changed length may make the last games look torn; nothing else goes unnoticed.
            let length_changed = [8, 9, 56, 57, 100, 101].contains(&at);
            assert!(read(&changed).is_err() || length_changed, "byte {at}");
        }
        assert!(matches!(
            read(b"PK\x03\x04 a zip file"),
            Err(GamesError::Foreign)
        ));
    }

    #[test]
    fn illegal_moves_are_named_when_replayed() {
        let game = game(&[("h2e2", None), ("h2e2", None)], Winner::Red);
        let error = game.replay(|_, _| {}).expect_err("no cannon there");
        assert!(
            error.to_string().starts_with("move 2 'h2e2' is illegal"),
            "{error}"
        );
    }
}

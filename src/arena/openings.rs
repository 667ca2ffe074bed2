//! Opening positions: read from EPD, FEN lists or PGN, put in order.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use thiserror::Error;

use crate::board::Board;
use crate::notation::epd::{self, EpdError};
use crate::notation::pgn::{self, PgnError, PgnGame};

/// Why openings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// A line of a list of positions is wrong.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A PGN file is wrong.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// There are none.
    #[error("no openings (expected one position a line, or games in PGN)")]
    Empty,
}

/// Reads openings from text: PGN if it has tags, else one position a line (EPD or FEN). Of a PGN
/// game the position after `plies` moves counts, or the last one.
pub fn parse(text: &str, plies: usize) -> Result<Vec<String>, OpeningsError> {
    let is_pgn = text.lines().any(|line| line.starts_with('['));
    let fens: Vec<String> = if is_pgn {
        let games = pgn::parse(text)?;
        let fens = games.iter().map(|game| position_after(game, plies));
        fens.collect::<Result<_, PgnError>>()?
    } else {
        let records = epd::parse(text)?;
        records.iter().map(|record| record.board.fen()).collect()
    };
    if fens.is_empty() {
        return Err(OpeningsError::Empty);
    }
    Ok(fens)
}

fn position_after(game: &PgnGame, plies: usize) -> Result<String, PgnError> {
    let mut board: Board = game.start()?;
    for &mv in game.moves.iter().take(plies) {
        board.make_move(mv);
    }
    Ok(board.without_history().fen())
}

/// Puts the openings in an order that depends on the seed only.
pub fn shuffle(fens: &mut [String], seed: u64) {
    fens.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
}

/// One of a position and its mirror image, the same for both: openings that differ only by a
/// reflection are the same opening.
pub fn canonical(board: &Board) -> String {
    let board = board.without_history();
    let placement = |board: &Board| {
        let fen = board.fen();
        fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
    };
    placement(&board).min(placement(&board.mirrored()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    #[test]
    fn positions_are_read_with_or_without_operations() {
        let text = format!("# list\n{START_FEN} ;id x\n3k5/9/9/9/9/9/9/9/9/4K4 b\n");
        let fens = parse(&text, 8).expect("readable");
        assert_eq!(fens, [START_FEN, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"]);
        assert_eq!(parse("# nothing\n", 8), Err(OpeningsError::Empty));
        assert!(parse("nonsense\n", 8).is_err());
    }

    #[test]
    fn a_game_gives_the_position_after_some_plies() {
        let text = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *\n";
        let after = |plies| parse(text, plies).expect("readable").remove(0);
        assert_eq!(after(0), START_FEN);
        assert!(after(2).contains(" w "), "{}", after(2));
        assert_eq!(after(3), after(100));
    }

    #[test]
    fn the_order_depends_on_the_seed_only() {
        let fens: Vec<String> = (0..50).map(|n| n.to_string()).collect();
        let order = |seed| {
            let mut fens = fens.clone();
            shuffle(&mut fens, seed);
            fens
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        assert_ne!(order(1), fens);
    }

    #[test]
    fn mirror_images_are_the_same_opening() {
        let after = |mv: &str| {
            let mut board = Board::start();
            board.make_move(mv.parse().expect("a move"));
            canonical(&board)
        };
        assert_eq!(after("h2e2"), after("b2e2"));
        assert_ne!(after("h2e2"), after("h2d2"));
    }
}

//! Random starts of games: random moves from the start position, or a few men on random squares.

use rand::{Rng, RngExt};

use crate::board::{Board, EXCHANGE};
use crate::types::{Kind, Move, Side, Square};

/// The start position after random legal moves; without history. `None` where the game is over.
pub fn random_opening(plies: usize, random: &mut impl Rng) -> Option<Board> {
    let mut board = Board::start();
    random_moves(&mut board, plies, random)?;
    board.has_legal_move().then(|| board.without_history())
}

/// Plays random legal moves. `None` if there is none to play.
pub fn random_moves(board: &mut Board, plies: usize, random: &mut impl Rng) -> Option<()> {
    for _ in 0..plies {
        let mv = random_move(board, random)?;
        board.make_move(mv);
    }
    Some(())
}

fn random_move(board: &Board, random: &mut impl Rng) -> Option<Move> {
    let moves = board.legal_moves();
    (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())])
}

/// Most attackers (rooks, horses, cannons, pawns) that [`random_endgame`] gives one side.
const MAX_ATTACKERS: usize = 4;

/// A legal position with few attackers and any guards on random squares, either side to move. Somebody
/// can cross the river.
pub fn random_endgame(random: &mut impl Rng) -> Board {
    loop {
        let men = random_material(random);
        if let Some(board) = random_placement(&men, random) {
            return board;
        }
    }
}

/// The men of both sides, kings apart.
fn random_material(random: &mut impl Rng) -> Vec<(Side, Kind)> {
    let mut men = Vec::new();
    for side in Side::BOTH {
        for guard in [Kind::Advisor, Kind::Elephant] {
            let count = random.random_range(0..=guard.max_count());
            men.extend((0..count).map(|_| (side, guard)));
        }
    }
    // One side may be a rook ahead: whether that wins is often a question of the guards. More is decided, not instructive.
    loop {
        let [red, black] = Side::BOTH.map(|side| {
            let count = random.random_range(0..=MAX_ATTACKERS);
            random_attackers(side, count, random)
        });
        let strength = |attackers: &[(Side, Kind)]| -> i32 {
            attackers
                .iter()
                .map(|&(_, kind)| EXCHANGE[kind.index()])
                .sum()
        };
        let lead = (strength(&red) - strength(&black)).abs();
        if red.len() + black.len() > 0 && lead <= EXCHANGE[Kind::Rook.index()] {
            men.extend(red.into_iter().chain(black));
            return men;
        }
    }
}

/// So many attackers of one side, or fewer where a kind has not so many men.
fn random_attackers(side: Side, count: usize, random: &mut impl Rng) -> Vec<(Side, Kind)> {
    const KINDS: [Kind; 5] = [
        Kind::Rook,
        Kind::Horse,
        Kind::Cannon,
        Kind::Pawn,
        Kind::Pawn,
    ];
    let mut attackers = Vec::new();
    for _ in 0..count {
        let kind = KINDS[random.random_range(0..KINDS.len())];
        let owned = attackers
            .iter()
            .filter(|&&(_, other)| other == kind)
            .count();
        if owned < kind.max_count() {
            attackers.push((side, kind));
        }
    }
    attackers
}

/// The men on random squares; `None` if the squares drawn make no legal position.
fn random_placement(men: &[(Side, Kind)], random: &mut impl Rng) -> Option<Board> {
    let mut cells = [None; 90];
    let kings = Side::BOTH.map(|side| (side, Kind::King));
    for &(side, kind) in kings.iter().chain(men) {
        // A few tries suffice: where no free point is drawn, the position is drawn anew.
        let mut tries = (0..20).map(|_| random_square(side, kind, random));
        let square = tries.find(|square| cells[square.dense()].is_none())?;
        cells[square.dense()] = Some(crate::types::Piece::new(side, kind));
    }
    let rows = (0..usize::from(Square::RANKS)).rev().map(|rank| {
        let row = &cells[rank * 9..rank * 9 + 9];
        row.iter()
            .map(|cell| cell.map_or('1', crate::types::Piece::letter))
            .collect::<String>()
    });
    let side = ["w", "b"][random.random_range(0..2)];
    let fen = format!("{} {side}", rows.collect::<Vec<_>>().join("/"));
    let board = Board::from_fen(&fen).ok()?;
    board.has_legal_move().then_some(board)
}

/// A random point where a man of this kind can stand.
fn random_square(side: Side, kind: Kind, random: &mut impl Rng) -> Square {
    /// File and rank of the guards' points, from red's view.
    const ADVISOR: [(u8, u8); 5] = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)];
    const ELEPHANT: [(u8, u8); 7] = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
    let (file, rank) = match kind {
        Kind::King => (random.random_range(3..6), random.random_range(0..3)),
        Kind::Advisor => ADVISOR[random.random_range(0..ADVISOR.len())],
        Kind::Elephant => ELEPHANT[random.random_range(0..ELEPHANT.len())],
        // Before the river a pawn stands on its own file.
        Kind::Pawn => match random.random_range(3..10u8) {
            rank @ 3..=4 => (2 * random.random_range(0..5), rank),
            rank => (random.random_range(0..9), rank),
        },
        Kind::Rook | Kind::Horse | Kind::Cannon => {
            (random.random_range(0..9), random.random_range(0..10))
        }
    };
    Square::new(file, rank).relative_to(side)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn openings_are_random_and_reproducible() {
        let opening = |seed| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            random_opening(8, &mut random).map(|board| board.fen())
        };
        assert_eq!(opening(1), opening(1));
        assert_ne!(opening(1), opening(2));
    }

    #[test]
    fn endgames_are_legal_and_have_an_attacker() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut kinds = [0; Kind::COUNT];
        for _ in 0..500 {
            let board = random_endgame(&mut random);
            assert!(board.has_legal_move());
            assert!(
                !crate::rules::is_dead_material(board.placement()),
                "{}",
                board.fen()
            );
            for (_, piece, _) in board.placement().men() {
                kinds[piece.kind.index()] += 1;
            }
        }
        assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
    }
}

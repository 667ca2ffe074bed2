//! How good and how bad a position may be: the thesis's bounds, and better ones.

use crate::board::{Board, EXCHANGE};
use crate::eval::evaluate;
use crate::eval::published::{Published, thesis};
use crate::search::techniques::Evaluation;
use crate::types::score::{self, MATE};
use crate::types::{Kind, MoveList, Score, Side, Square};

/// The value of a repetition that the rules forbid to one side.
pub(super) const FORBIDDEN: Score = score::BAN;
/// What a quiet move of the opponent may take away beyond what it captures.
const SLACK: Score = 40;
/// Captures in a row that quiescence looks at.
const QUIESCENCE_PLIES: usize = 8;

/// Where the bounds of a position come from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bounds {
    /// A static value, scaled down and up, plus half the value of what is attacked (section 4.4 of the thesis).
    Scaled {
        /// The factor of the pessimistic bound.
        pes: f64,
        /// The factor of the optimistic bound.
        opt: f64,
        /// Whose numbers, and what factors do to a negative value.
        reading: Reading,
    },
    /// Men, squares and cooperation of the thesis, plus half of what the mover attacks, minus half of what the
    /// opponent attacks: what its section 5.2 suggests.
    Potential,
    /// Pessimistic: the opponent captures what it can. Optimistic: so may the mover, who moves again.
    Probing,
}

/// What the thesis leaves open about its bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Our values of men and squares; the interval of a negative value grows as that of a positive one does.
    Ours,
    /// The men and squares of the thesis; factors multiply negative values as printed, so that the two
    /// bounds change places.
    Literal,
}

impl Bounds {
    /// All that are used.
    pub const ALL: [Self; 6] = [
        Self::THESIS_TIGHT,
        Self::THESIS_WIDE,
        Self::LITERAL_TIGHT,
        Self::LITERAL_WIDE,
        Self::Potential,
        Self::Probing,
    ];

    /// Table 15 of the thesis.
    pub const THESIS_TIGHT: Self = Self::scaled(1.0, 1.1, Reading::Ours);
    /// Table 16 of the thesis.
    pub const THESIS_WIDE: Self = Self::scaled(0.9, 1.1, Reading::Ours);
    /// Table 15 to the letter.
    pub const LITERAL_TIGHT: Self = Self::scaled(1.0, 1.1, Reading::Literal);
    /// Table 16 to the letter.
    pub const LITERAL_WIDE: Self = Self::scaled(0.9, 1.1, Reading::Literal);

    const fn scaled(pes: f64, opt: f64, reading: Reading) -> Self {
        Self::Scaled { pes, opt, reading }
    }

    /// The pessimistic and the optimistic value for the player who has just moved.
    pub(super) fn of(self, board: &mut Board) -> (Score, Score) {
        let mover = board.side_to_move().opponent();
        match self {
            Self::Scaled { pes, opt, reading } => {
                let (value, threat) = match reading {
                    Reading::Ours => (
                        -Evaluation::MaterialAndSquares.of(board),
                        attacked(board, mover, exchange_value),
                    ),
                    Reading::Literal => (
                        -thesis::men_and_squares(board),
                        attacked(board, mover, printed_value),
                    ),
                };
                let width = match reading {
                    Reading::Ours => f64::from(value.abs()),
                    Reading::Literal => f64::from(value),
                };
                let low = value + (width * (pes - 1.0)) as Score;
                let high = value + (width * (opt - 1.0)) as Score + threat / 2;
                (low.min(high), low.max(high))
            }
            Self::Potential => {
                let value = -thesis::men_squares_and_cooperation(board);
                let hope = attacked(board, mover, printed_value) / 2;
                let fear = attacked(board, mover.opponent(), printed_value) / 2;
                (value - fear, value + hope)
            }
            Self::Probing => probe(board),
        }
    }
}

/// The value of a man in table 4 of the thesis.
const fn printed_value(kind: Kind) -> Score {
    Published::Thesis.value(kind)
}

/// The value of a man in our exchanges.
const fn exchange_value(kind: Kind) -> Score {
    EXCHANGE[kind.index()]
}

/// The value of the men that a side attacks, the king apart.
fn attacked(board: &Board, side: Side, value: fn(Kind) -> Score) -> Score {
    let placement = board.placement();
    let mut targets: Vec<Square> = Vec::new();
    let mut sum = 0;
    for mv in placement.pseudo_legal_moves(side) {
        if let Some(kind) = placement.man_on(mv.to()).kind()
            && kind != Kind::King
            && !targets.contains(&mv.to())
        {
            targets.push(mv.to());
            sum += value(kind);
        }
    }
    sum
}

fn probe(board: &mut Board) -> (Score, Score) {
    let real = -quiescence(board, -MATE, MATE, QUIESCENCE_PLIES);
    if board.is_in_check() || score::is_decisive(real) {
        return (real, real);
    }
    board.make_null_move();
    let free = quiescence(board, -MATE, MATE, QUIESCENCE_PLIES);
    board.unmake_null_move();
    (real - SLACK, free.max(real))
}

/// The value for the side to move once nothing hangs any more. All replies to a check count.
fn quiescence(board: &mut Board, mut alpha: Score, beta: Score, plies: usize) -> Score {
    let in_check = board.is_in_check();
    let mut best = -MATE;
    if !in_check || plies == 0 {
        best = evaluate(board);
        if best >= beta || plies == 0 {
            return best;
        }
        alpha = alpha.max(best);
    }
    let mut moves = MoveList::new();
    if in_check {
        board.generate_evasions(&mut moves);
    } else {
        board.generate_captures(&mut moves);
        let safety = board.king_safety();
        moves.retain(|mv| board.is_legal(*mv, &safety) && board.see_at_least(*mv, 0));
    }
    let victim = |board: &Board, mv| {
        let kind = board.captured_by(mv).kind();
        kind.map_or(0, |kind| EXCHANGE[kind.index()])
    };
    moves.sort_by_key(|&mv| -victim(board, mv));
    for mv in moves {
        board.make_move(mv);
        let value = -quiescence(board, -beta, -alpha, plies - 1);
        board.unmake_move();
        if value > best {
            best = value;
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fear_never_exceeds_hope() {
        let text = include_str!("../../../positions/middlegame20.epd");
        for record in crate::notation::epd::parse(text).expect("positions") {
            let mut board = record.board;
            for bounds in Bounds::ALL {
                let (pes, opt) = bounds.of(&mut board);
                assert!(pes <= opt, "{bounds:?}: {pes} {opt}");
            }
        }
    }

    #[test]
    fn a_hanging_rook_is_feared_for_and_an_attacked_one_hoped_for() {
        // Two rooks attack each other, nobody protects them, and black is to move.
        let text = "3k5/9/9/9/8r/9/9/9/9/4K3R b";
        let mut board = Board::from_fen(text).expect("a position");
        let (pes, opt) = Bounds::Probing.of(&mut board);
        assert!(opt - pes > EXCHANGE[Kind::Rook.index()]);
    }
}

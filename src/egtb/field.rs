//! The positions of one class as a graph: legal moves forward, quiet moves backward, captures into the
//! smaller classes.

use std::ops::ControlFlow;

use crate::board::Placement;
use crate::templates::{HORSE_LEGS, PAWN_STEPS, can_stand, horse_leg};
use crate::types::{Kind, Man, Move, MoveList, Piece, Side, Square};

use super::index::{Index, Pair};
use super::material::Class;
use super::value::{self, Value};

/// A finished table in memory; the stronger side is red.
pub struct Table {
    /// The numbering.
    pub(super) index: Index,
    /// Codes by side to move and number.
    pub(super) codes: [Vec<u8>; 2],
}

impl Table {
    /// The class.
    pub const fn class(&self) -> Class {
        self.index.class()
    }

    /// The value of a legal position of this class in which `strong` has the stronger army.
    pub fn value(&self, placement: &Placement, strong: Side, to_move: Side) -> Option<Value> {
        Value::from_code(self.code(placement, strong, to_move))
    }

    #[inline]
    fn code(&self, placement: &Placement, strong: Side, to_move: Side) -> u8 {
        let number = self.index.number(placement, strong);
        let mover = if strong == Side::Red {
            to_move
        } else {
            to_move.opponent()
        };
        self.codes[mover.index()][number]
    }
}

/// Where finished tables of smaller classes are found.
pub trait Library {
    /// The table of the class, which is not dead.
    fn table(&self, class: Class) -> Option<&Table>;
}

/// What a capture leads to.
#[derive(Clone, Copy)]
enum Smaller<'a> {
    /// A draw by rule.
    Dead,
    /// A table, and who is the stronger side in it.
    Table(&'a Table, Side),
}

/// One legal move.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// To another position of the class.
    Quiet {
        number: usize,
        /// A pawn has gone forward: the position before cannot come back.
        is_final: bool,
    },
    /// Into a smaller class, with the code for the opponent.
    Capture { code: u8 },
}

/// The graph of a class.
pub(super) struct Field<'a> {
    pub(super) index: &'a Index,
    smaller: [[Smaller<'a>; Kind::COUNT]; 2],
}

impl<'a> Field<'a> {
    /// The graph; `Err` names a smaller class that is missing.
    pub(super) fn new(index: &'a Index, library: &'a impl Library) -> Result<Self, Class> {
        let mut smaller = [[Smaller::Dead; Kind::COUNT]; 2];
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let Some((class, strong)) = index.class().after_loss(side, kind) else {
                    continue;
                };
                if !class.is_dead() {
                    let table = library.table(class).ok_or(class)?;
                    smaller[side.index()][kind.index()] = Smaller::Table(table, strong);
                }
            }
        }
        Ok(Self { index, smaller })
    }

    /// Whether a smaller class has draws that depend on repetition rules.
    pub(super) fn has_marks(&self) -> bool {
        self.smaller.iter().flatten().any(|smaller| match smaller {
            Smaller::Dead => false,
            Smaller::Table(table, _) => table
                .codes
                .iter()
                .flatten()
                .any(|&code| value::is_mark(code)),
        })
    }

    /// The code of a position after the capture of `victim`, for `to_move`.
    fn code_after(&self, placement: &Placement, victim: Man, to_move: Side) -> u8 {
        let Some(piece) = victim.piece() else {
            return value::BROKEN;
        };
        match self.smaller[piece.side.index()][piece.kind.index()] {
            Smaller::Dead => value::DRAW,
            Smaller::Table(table, strong) => table.code(placement, strong, to_move),
        }
    }

    /// The number after a man of `kind` has moved in a position with this pair of camps.
    #[inline]
    fn number_after(&self, pair: Pair, kind: Option<Kind>, placement: &Placement) -> usize {
        match kind {
            Some(Kind::Rook | Kind::Cannon | Kind::Horse | Kind::Pawn) => {
                self.index.number_in(pair, placement, Side::Red)
            }
            _ => self.index.number(placement, Side::Red),
        }
    }

    /// Calls `visit` with the legal moves of `side` and the placement after each, captures first.
    pub(super) fn visit_steps(
        &self,
        placement: &mut Placement,
        side: Side,
        mut visit: impl FnMut(Step, &Placement) -> ControlFlow<()>,
    ) {
        let pair = self.index.pair(placement, Side::Red);
        for mv in placement.pseudo_legal_moves(side) {
            if placement.is_king_attacked_after(side, mv) {
                continue;
            }
            let (from, to) = (mv.from(), mv.to());
            let victim = placement.relocate(side, from, to);
            let step = if victim.is_some() {
                let code = self.code_after(placement, victim, side.opponent());
                Step::Capture { code }
            } else {
                let kind = placement.man_on(to).kind();
                Step::Quiet {
                    number: self.number_after(pair, kind, placement),
                    is_final: kind == Some(Kind::Pawn) && from.column() == to.column(),
                }
            };
            let flow = visit(step, placement);
            placement.take_back(side, from, to, victim);
            if flow.is_break() {
                return;
            }
        }
    }

    /// Calls `visit` with the numbers of the positions from which a quiet move of `side` leads here,
    /// legal positions or not.
    pub(super) fn visit_predecessors(
        &self,
        placement: &mut Placement,
        side: Side,
        mut visit: impl FnMut(usize),
    ) {
        let pair = self.index.pair(placement, Side::Red);
        for mv in retreats(placement, side) {
            placement.relocate(side, mv.from(), mv.to());
            let kind = placement.man_on(mv.to()).kind();
            visit(self.number_after(pair, kind, placement));
            placement.take_back(side, mv.from(), mv.to(), Man::NONE);
        }
    }
}

/// `side`'s quiet moves taken back: from where a man stands to where he may have come from.
fn retreats(placement: &Placement, side: Side) -> MoveList {
    let moves = placement.pseudo_legal_moves(side);
    let mut retreats = MoveList::new();
    // Kings, guards, rooks and cannons go back as they go forward.
    retreats.extend(moves.into_iter().filter(|mv| {
        let kind = placement.man_on(mv.from()).kind();
        placement.is_empty(mv.to()) && !matches!(kind, Some(Kind::Horse | Kind::Pawn))
    }));
    // A horse's leg stands next to where it came from.
    for from in placement.squares_of(side, Kind::Horse) {
        let origins = HORSE_LEGS[from.index()].iter().flat_map(|leg| leg.targets);
        let could_come = |origin: &Square| {
            *origin != Square::NONE
                && placement.is_empty(*origin)
                && horse_leg(*origin, from).is_some_and(|leg| placement.is_empty(leg))
        };
        retreats.extend(
            origins
                .filter(could_come)
                .map(|origin| Move::new(from, origin)),
        );
    }
    for from in placement.squares_of(side, Kind::Pawn) {
        let origins = [-side.forward(), Square::EAST, -Square::EAST].map(|step| from.offset(step));
        let could_come = |origin: &Square| {
            origin.is_on_board()
                && placement.is_empty(*origin)
                && PAWN_STEPS[side.index()][origin.index()].contains(&from)
                && can_stand(Piece::new(side, Kind::Pawn), *origin)
        };
        let origins = origins.into_iter().filter(could_come);
        retreats.extend(origins.map(|origin| Move::new(from, origin)));
    }
    retreats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn whoever_goes_back_could_have_come() {
        for fen in [
            "3k5/9/4b4/9/9/3N5/4P4/9/9/4K4 w",
            "4k4/4a4/4b4/4P4/2N1n4/9/4p4/3C5/4A4/4K2R1 w",
            "2bak4/4a4/9/PNn6/9/9/9/9/4p4/3K1R3 b",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            let placement = *board.placement();
            for side in Side::BOTH {
                let mut back = retreats(&placement, side).to_vec();
                back.sort();
                // Brute force: every man from every empty square.
                let mut expected = Vec::new();
                for (_, piece, to) in placement.men().filter(|(_, piece, _)| piece.side == side) {
                    for from in Square::all().filter(|&square| placement.is_empty(square)) {
                        let mut before = placement;
                        before.relocate(side, to, from);
                        if can_stand(piece, from)
                            && before
                                .pseudo_legal_moves(side)
                                .contains(&Move::new(from, to))
                        {
                            expected.push(Move::new(to, from));
                        }
                    }
                }
                expected.sort();
                assert_eq!(back, expected, "{fen} {side}");
            }
        }
    }
}

//! Checks a finished table: every value against its successors one ply on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::board::Placement;
use crate::types::Side;

use super::field::{Field, Library, Step, Table};
use super::material::Class;
use super::parallel::for_each_chunk;
use super::value::{
    BROKEN, DRAW, DRAW_OR_LOSS, DRAW_OR_WIN, UNCLEAR, code_of, is_loss, is_win, plies_of,
};

/// A value that its successors contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The position's number.
    pub number: usize,
    /// Who is to move, the stronger side being red.
    pub to_move: Side,
    /// The code in the table.
    pub found: u8,
    /// The code that follows from the successors.
    pub expected: u8,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Legal positions looked at, either side to move.
    pub positions: u64,
    /// How many were wrong.
    pub mistakes: u64,
    /// One of them.
    pub first: Option<Mistake>,
}

/// Checks every position of the table. The smaller classes come from the library; `Err` names one that
/// is missing.
pub fn verify(table: &Table, library: &impl Library, threads: usize) -> Result<Report, Class> {
    let field = Field::new(&table.index, library)?;
    let (positions, mistakes) = (AtomicU64::new(0), AtomicU64::new(0));
    let first: Mutex<Option<Mistake>> = Mutex::new(None);
    for_each_chunk(table.index.size(), threads, |_, numbers| {
        let mut cursor = table.index.cursor();
        let mut seen = 0;
        for number in numbers {
            let Some(mut placement) = cursor.placement(number) else {
                continue;
            };
            for to_move in Side::BOTH {
                if placement.is_king_attacked(to_move.opponent()) {
                    continue;
                }
                seen += 1;
                let found = table.codes[to_move.index()][number];
                let expected = expected(&field, table, &mut placement, to_move, found);
                if found != expected {
                    mistakes.fetch_add(1, Ordering::Relaxed);
                    let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(Mistake {
                        number,
                        to_move,
                        found,
                        expected,
                    });
                }
            }
        }
        positions.fetch_add(seen, Ordering::Relaxed);
    });
    Ok(Report {
        positions: positions.into_inner(),
        mistakes: mistakes.into_inner(),
        first: first.into_inner().unwrap_or_else(PoisonError::into_inner),
    })
}

/// What one ply says: the shortest win, else a draw, else the longest defence. Of a draw, one ply
/// cannot say that a mark is needed, only that it is not: an unmarked draw must have a successor
/// that is unmarked (for the side to move) or have only such (for its opponent).
fn expected(
    field: &Field,
    table: &Table,
    placement: &mut Placement,
    to_move: Side,
    found: u8,
) -> u8 {
    let mut win: Option<u8> = None;
    let mut loss = Some(0);
    let (mut can_hold, mut is_held) = (false, true);
    field.visit_steps(placement, to_move, |step, _| {
        let code = match step {
            Step::Capture { code } => code,
            Step::Quiet { number, .. } => table.codes[to_move.opponent().index()][number],
        };
        match plies_of(code) {
            Some(plies) if is_loss(code) => {
                win = Some(win.map_or(plies + 1, |best| best.min(plies + 1)));
            }
            Some(plies) => loss = loss.map(|worst: u8| worst.max(plies + 1)),
            None => loss = None,
        }
        can_hold |= matches!(code, DRAW | DRAW_OR_LOSS) || is_loss(code);
        is_held &= matches!(code, DRAW | DRAW_OR_WIN) || is_win(code);
        ControlFlow::Continue(())
    });
    match win.or(loss) {
        Some(plies) => code_of(plies),
        None => match found {
            DRAW if can_hold && is_held => DRAW,
            DRAW_OR_WIN if can_hold => found,
            DRAW_OR_LOSS if is_held => found,
            UNCLEAR => found,
            DRAW | DRAW_OR_WIN | DRAW_OR_LOSS => UNCLEAR,
            _ => BROKEN,
        },
    }
}

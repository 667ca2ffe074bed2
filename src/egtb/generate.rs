//! Retrograde analysis: the value of every position of a class, from mates backward.
//!
//! 1. Every position is looked at once: broken ones are marked, mates and stalemates are losses in 0,
//!    and captures into smaller classes give a win or, when there is nothing else, a loss.
//! 2. Level by level: from the losses in n, quiet moves taken back give wins in n + 1; from the wins
//!    in n + 1, positions whose every move is known to lose are losses in n + 2.
//! 3. What is left is a draw; `repetition` says which draws a rule may take away.
//!
//! A capture may give a value beyond the level that is being worked on. Such a value waits in the table
//! until its level comes; a shorter win replaces it. Within a level all threads write the same value
//! into the same cell, so the result does not depend on their order.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use thiserror::Error;

use crate::board::Placement;
use crate::types::Side;

use super::field::{Field, Library, Step, Table};
use super::index::Index;
use super::material::Class;
use super::parallel::{CHUNK, chunks, for_each_chunk};
use super::repetition;
use super::value::{BROKEN, DRAW, MAX_PLIES, UNCLEAR, code_of, is_loss, is_win, plies_of};

/// Why a table could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// A smaller class is needed first.
    #[error("{0} must be generated first")]
    Missing(Class),
    /// A win takes longer than a byte can say.
    #[error("{0} has wins of more than {MAX_PLIES} plies")]
    TooLong(Class),
}

/// How far a generation has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Looked at so many positions of all.
    Looking {
        /// Positions done.
        done: usize,
        /// Positions in all.
        of: usize,
    },
    /// Works on results in so many plies.
    Level(u8),
    /// Asks which draws depend on repetition rules.
    Repetition,
}

/// Bytes of memory that generating a class takes at its peak, smaller tables included.
pub fn memory_needed(class: Class) -> usize {
    let smaller: usize = class.next_smaller().into_iter().map(Index::count).sum();
    4 * Index::count(class) + 2 * smaller
}

/// In a table being made: one of the moves is known to lose, and the others have to be looked at.
const CANDIDATE: u8 = UNCLEAR;

/// The table being made.
struct Work<'a> {
    field: Field<'a>,
    codes: [Vec<AtomicU8>; 2],
    /// Which codes each chunk holds, so that a level visits no chunk in vain.
    levels: [Vec<[AtomicU64; 4]>; 2],
    highest: AtomicU8,
    is_too_long: AtomicBool,
}

impl Work<'_> {
    #[inline]
    fn code(&self, side: Side, number: usize) -> u8 {
        self.codes[side.index()][number].load(Ordering::Relaxed)
    }

    /// Writes a distance to mate.
    #[inline]
    fn decide(&self, side: Side, number: usize, plies: u8) {
        if plies > MAX_PLIES {
            self.is_too_long.store(true, Ordering::Relaxed);
            return;
        }
        let code = code_of(plies);
        self.codes[side.index()][number].store(code, Ordering::Relaxed);
        self.note(side, number, code);
        self.highest.fetch_max(code, Ordering::Relaxed);
    }

    /// Step 1 for one position.
    fn look(&self, placement: &mut Placement, side: Side, number: usize) {
        if placement.is_king_attacked(side.opponent()) {
            self.codes[side.index()][number].store(BROKEN, Ordering::Relaxed);
            return;
        }
        let mut win: Option<u8> = None;
        let mut loss = Some(0);
        self.field
            .visit_steps(placement, side, |step, _| match step {
                Step::Capture { code } => {
                    match plies_of(code) {
                        Some(plies) if is_loss(code) => {
                            win = Some(win.map_or(plies + 1, |best| best.min(plies + 1)));
                        }
                        Some(plies) => loss = loss.map(|worst: u8| worst.max(plies + 1)),
                        None => loss = None,
                    }
                    ControlFlow::Continue(())
                }
                // Captures come first: nothing more to learn at the first quiet move.
                Step::Quiet { .. } => {
                    loss = None;
                    ControlFlow::Break(())
                }
            });
        if let Some(plies) = win.or(loss) {
            self.decide(side, number, plies);
        }
    }

    /// Notes the code among those that the chunk of `number` holds.
    #[inline]
    fn note(&self, side: Side, number: usize, code: u8) {
        let word = &self.levels[side.index()][number / CHUNK][usize::from(code / 64)];
        word.fetch_or(1 << (code % 64), Ordering::Relaxed);
    }

    /// Whether the chunk may hold the code.
    fn may_hold(&self, side: Side, chunk: usize, code: u8) -> bool {
        let word = &self.levels[side.index()][chunk][usize::from(code / 64)];
        word.load(Ordering::Relaxed) >> (code % 64) & 1 != 0
    }

    /// Whether every move of `side` is known to lose by now, and in how many plies.
    fn lost_in(&self, placement: &mut Placement, side: Side, level: u8) -> Option<u8> {
        let mut worst = Some(0);
        self.field.visit_steps(placement, side, |step, _| {
            let plies = match step {
                Step::Capture { code } => plies_of(code).filter(|_| is_win(code)),
                Step::Quiet { number, .. } => {
                    let code = self.code(side.opponent(), number);
                    let is_final = is_win(code) && code <= code_of(level);
                    plies_of(code).filter(|_| is_final)
                }
            };
            worst = worst
                .zip(plies)
                .map(|(worst, plies): (u8, u8)| worst.max(plies + 1));
            match worst {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            }
        });
        worst
    }

    /// Step 2, first half, for the positions of `side` to move that are decided in `level` plies: the
    /// positions before a loss are wins, those before a win are candidates for a loss.
    fn spread(&self, side: Side, level: u8, chunk: usize, numbers: Range<usize>) {
        let code = code_of(level);
        if !self.may_hold(side, chunk, code) {
            return;
        }
        let mover = side.opponent();
        let mut cursor = self.field.index.cursor();
        for number in numbers {
            if self.code(side, number) != code {
                continue;
            }
            let Some(mut placement) = cursor.placement(number) else {
                continue;
            };
            self.field
                .visit_predecessors(&mut placement, mover, |before| {
                    let known = self.code(mover, before);
                    if is_win(code) {
                        if known == DRAW {
                            self.codes[mover.index()][before].store(CANDIDATE, Ordering::Relaxed);
                            self.note(mover, before, CANDIDATE);
                        }
                    } else if known == DRAW || (is_win(known) && known > code_of(level + 1)) {
                        self.decide(mover, before, level + 1);
                    }
                });
        }
    }

    /// Step 2, second half: candidates whose every move loses are losses.
    fn settle(&self, side: Side, level: u8, chunk: usize, numbers: Range<usize>) {
        if !self.may_hold(side, chunk, CANDIDATE) {
            return;
        }
        let mut cursor = self.field.index.cursor();
        for number in numbers {
            if self.code(side, number) != CANDIDATE {
                continue;
            }
            self.codes[side.index()][number].store(DRAW, Ordering::Relaxed);
            if let Some(mut placement) = cursor.placement(number)
                && let Some(plies) = self.lost_in(&mut placement, side, level)
            {
                self.decide(side, number, plies);
            }
        }
        let word = &self.levels[side.index()][chunk][usize::from(CANDIDATE / 64)];
        word.fetch_and(!(1 << (CANDIDATE % 64)), Ordering::Relaxed);
    }
}

/// Makes the table of a class whose smaller classes are in the library.
pub fn generate(
    class: Class,
    library: &impl Library,
    threads: usize,
    progress: &(dyn Fn(Stage) + Sync),
) -> Result<Table, GenerateError> {
    let index = Index::new(class);
    let size = index.size();
    let zeroed = || (0..size).map(|_| AtomicU8::new(DRAW)).collect::<Vec<_>>();
    let no_levels = || {
        (0..chunks(size))
            .map(|_| [0; 4].map(AtomicU64::new))
            .collect::<Vec<_>>()
    };
    let work = Work {
        field: Field::new(&index, library).map_err(GenerateError::Missing)?,
        codes: [zeroed(), zeroed()],
        levels: [no_levels(), no_levels()],
        highest: AtomicU8::new(0),
        is_too_long: AtomicBool::new(false),
    };

    let done = AtomicUsize::new(0);
    for_each_chunk(size, threads, |_, numbers| {
        let mut cursor = work.field.index.cursor();
        let looked_at = numbers.len();
        for number in numbers {
            match cursor.placement(number) {
                Some(mut placement) => {
                    for side in Side::BOTH {
                        work.look(&mut placement, side, number);
                    }
                }
                None => {
                    for side in Side::BOTH {
                        work.codes[side.index()][number].store(BROKEN, Ordering::Relaxed);
                    }
                }
            }
        }
        let done = done.fetch_add(looked_at, Ordering::Relaxed) + looked_at;
        progress(Stage::Looking { done, of: size });
    });

    let mut level = 0;
    while code_of(level) <= work.highest.load(Ordering::Relaxed) {
        progress(Stage::Level(level));
        for side in Side::BOTH {
            for_each_chunk(size, threads, |chunk, numbers| {
                work.spread(side, level, chunk, numbers);
            });
            let mover = side.opponent();
            for_each_chunk(size, threads, |chunk, numbers| {
                work.settle(mover, level, chunk, numbers);
            });
        }
        if work.is_too_long.load(Ordering::Relaxed) {
            return Err(GenerateError::TooLong(class));
        }
        level += 1;
    }

    progress(Stage::Repetition);
    repetition::mark(&work.field, &work.codes, threads);
    let codes = work
        .codes
        .map(|codes| codes.into_iter().map(AtomicU8::into_inner).collect());
    Ok(Table { index, codes })
}

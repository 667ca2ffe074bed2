//! Which draws of a table depend on the repetition rules.
//!
//! A win in the table is a mate in so many plies: the winner never needs a repetition. A draw may rest
//! on one, and if every move that one side makes in it is a check, or creates a real threat on the
//! same man, the rules take the draw away. So a draw is *secure* for a side that can go on for ever
//! with innocent moves among its moves: no check, no new threat. Captures and pawn moves forward
//! are innocent too, since they cannot be part of a repetition.
//!
//! That is a game with a condition for ever (a Büchi game) on the drawn positions, solved by two nested
//! loops: the inner finds from where the side can force an innocent move next, the outer takes away the
//! positions from where it cannot and asks again, until nothing changes. Only positions near one without
//! an innocent move are looked at more than once. Following one such strategy
//! puts an innocent move into every cycle, so no rule but `chineserule`, which knows more offences, can
//! punish it. What was taken away is marked: a draw, or a loss for that side.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::board::Placement;
use crate::rules::real_threats;
use crate::types::Side;

use super::field::{Field, Step};
use super::parallel::for_each_chunk;
use super::value::{DRAW, DRAW_OR_LOSS, DRAW_OR_WIN, UNCLEAR, is_loss, is_win};

/// Not drawn: none of our business.
const OTHER: u8 = 0;
/// Drawn, and nothing speaks against it: the holder, to move, has an innocent move, or his opponent
/// cannot avoid such positions.
const GOOD: u8 = 1;
/// The holder, to move, has no innocent move here, or his opponent can go where he has none.
const OPEN: u8 = 2;
/// Was open, but an innocent move can be forced from here.
const SETTLED: u8 = 3;
/// With the opponent to move: taken away just now. With the holder to move: has lost a move and must
/// be looked at again.
const FRESH: u8 = 4;
/// Taken away: no innocent move can be forced for ever.
const LOST: u8 = 5;

/// Marks the draws that are not secure for one side or the other.
pub(super) fn mark(field: &Field, codes: &[Vec<AtomicU8>; 2], threads: usize) {
    let states = Side::BOTH.map(|holder| {
        let game = Game::new(field, codes, holder, threads);
        game.solve();
        game.states
    });
    let size = field.index.size();
    for to_move in Side::BOTH {
        let is_lost = |holder: Side, number: usize| {
            let states = &states[holder.index()][to_move.index()];
            states[number].load(Ordering::Relaxed) == LOST
        };
        for_each_chunk(size, threads, |_, numbers| {
            for number in numbers {
                let mark = match (
                    is_lost(to_move, number),
                    is_lost(to_move.opponent(), number),
                ) {
                    (false, false) => continue,
                    (true, false) => DRAW_OR_LOSS,
                    (false, true) => DRAW_OR_WIN,
                    (true, true) => UNCLEAR,
                };
                codes[to_move.index()][number].store(mark, Ordering::Relaxed);
            }
        });
    }
}

/// Whether a position reached by a capture, with the code for `to_move`, is no loss for `holder`.
const fn is_held(code: u8, holder_is_to_move: bool) -> bool {
    match code {
        DRAW => true,
        DRAW_OR_WIN => holder_is_to_move,
        DRAW_OR_LOSS => !holder_is_to_move,
        UNCLEAR => false,
        _ => (holder_is_to_move && is_win(code)) || (!holder_is_to_move && is_loss(code)),
    }
}

/// The game in which `holder` must hold the draw with innocent moves.
struct Game<'a> {
    field: &'a Field<'a>,
    codes: &'a [Vec<AtomicU8>; 2],
    holder: Side,
    states: [Vec<AtomicU8>; 2],
    threads: usize,
}

impl<'a> Game<'a> {
    fn new(
        field: &'a Field<'a>,
        codes: &'a [Vec<AtomicU8>; 2],
        holder: Side,
        threads: usize,
    ) -> Self {
        let state = |code: &AtomicU8| {
            let is_draw = code.load(Ordering::Relaxed) == DRAW;
            AtomicU8::new(if is_draw { GOOD } else { OTHER })
        };
        let states = [0, 1].map(|side: usize| codes[side].iter().map(state).collect());
        Self {
            field,
            codes,
            holder,
            states,
            threads,
        }
    }

    fn solve(&self) {
        let opponent = self.holder.opponent();
        // Where the holder has no innocent move. Mostly nowhere, and that is the end of it.
        let mut is_open = self.visit(self.holder, GOOD, |number, placement| {
            let has_innocent = self.has_innocent_move(placement);
            if !has_innocent {
                self.set(self.holder, number, OPEN);
            }
            !has_innocent
        });
        // Where the opponent can capture into a smaller class that is not secure.
        if self.field.has_marks() {
            is_open |= self.visit(opponent, GOOD, |number, placement| {
                let can_escape = self.can_capture_to_marks(placement);
                if can_escape {
                    self.set(opponent, number, OPEN);
                }
                can_escape
            });
        }
        while is_open {
            // Everything that hangs on open positions is open.
            for side in Side::BOTH {
                self.replace(side, SETTLED, OPEN);
            }
            self.visit(self.holder, OPEN, |_, placement| {
                self.field
                    .visit_predecessors(placement, opponent, |before| {
                        if self.state(opponent, before) == GOOD {
                            self.set(opponent, before, OPEN);
                        }
                    });
                true
            });
            while self.sweep() {}
            // What is still open is taken away, and with it the innocent moves that lead there.
            self.replace(self.holder, OPEN, LOST);
            self.replace(opponent, OPEN, FRESH);
            is_open = self.visit(opponent, FRESH, |number, placement| {
                self.set(opponent, number, LOST);
                self.field
                    .visit_predecessors(placement, self.holder, |before| {
                        if self.state(self.holder, before) == GOOD {
                            self.set(self.holder, before, FRESH);
                        }
                    });
                true
            });
            self.review();
        }
    }

    /// Looks again at the holder's positions that lost a move: those without an innocent one are open.
    fn review(&self) {
        self.visit(self.holder, FRESH, |number, placement| {
            let state = if self.has_innocent_move(placement) {
                GOOD
            } else {
                OPEN
            };
            self.set(self.holder, number, state);
            true
        });
    }

    #[inline]
    fn state(&self, to_move: Side, number: usize) -> u8 {
        self.states[to_move.index()][number].load(Ordering::Relaxed)
    }

    fn set(&self, to_move: Side, number: usize, state: u8) {
        self.states[to_move.index()][number].store(state, Ordering::Relaxed);
    }

    /// Calls `look` with every position in `state`; tells whether any call said so.
    fn visit(
        &self,
        to_move: Side,
        state: u8,
        look: impl Fn(usize, &mut Placement) -> bool + Sync,
    ) -> bool {
        let any = AtomicBool::new(false);
        for_each_chunk(self.field.index.size(), self.threads, |_, numbers| {
            let mut cursor = self.field.index.cursor();
            for number in numbers {
                if self.state(to_move, number) == state
                    && let Some(mut placement) = cursor.placement(number)
                    && look(number, &mut placement)
                {
                    any.store(true, Ordering::Relaxed);
                }
            }
        });
        any.into_inner()
    }

    /// Gives every position in one state another.
    fn replace(&self, to_move: Side, old: u8, new: u8) {
        let states = &self.states[to_move.index()];
        for_each_chunk(states.len(), self.threads, |_, numbers| {
            for state in &states[numbers] {
                if state.load(Ordering::Relaxed) == old {
                    state.store(new, Ordering::Relaxed);
                }
            }
        });
    }

    /// Looks at all open positions once; tells whether any could be settled.
    fn sweep(&self) -> bool {
        let [holders, others] = [self.holder, self.holder.opponent()].map(|to_move| {
            self.visit(to_move, OPEN, |number, placement| {
                let is_settled = if to_move == self.holder {
                    self.reaches_settled(placement)
                } else {
                    self.is_driven(placement)
                };
                if is_settled {
                    self.set(to_move, number, SETTLED);
                }
                is_settled
            })
        });
        holders || others
    }

    /// Whether the holder, to move, has an innocent move that keeps the draw.
    fn has_innocent_move(&self, placement: &mut Placement) -> bool {
        let here = *placement;
        let mut before = None;
        let mut has_one = false;
        self.field
            .visit_steps(placement, self.holder, |step, after| {
                has_one = match step {
                    Step::Capture { code } => is_held(code, false),
                    Step::Quiet { number, is_final } => {
                        let state = self.state(self.holder.opponent(), number);
                        let is_kept = !matches!(state, OTHER | FRESH | LOST);
                        is_kept && (is_final || self.is_innocent(&here, &mut before, after))
                    }
                };
                stop_if(has_one)
            });
        has_one
    }

    /// Whether the opponent, to move, has a capture that leaves the holder insecure.
    fn can_capture_to_marks(&self, placement: &mut Placement) -> bool {
        let mut can = false;
        self.field
            .visit_steps(placement, self.holder.opponent(), |step, _| match step {
                Step::Capture { code } => {
                    can = !is_held(code, true);
                    stop_if(can)
                }
                // Captures come first.
                Step::Quiet { .. } => ControlFlow::Break(()),
            });
        can
    }

    /// Whether the holder, to move, can go to a position from where an innocent move can be forced.
    fn reaches_settled(&self, placement: &mut Placement) -> bool {
        let mut is_reached = false;
        self.field.visit_steps(placement, self.holder, |step, _| {
            if let Step::Quiet { number, .. } = step {
                let state = self.state(self.holder.opponent(), number);
                is_reached = matches!(state, GOOD | SETTLED);
            }
            stop_if(is_reached)
        });
        is_reached
    }

    /// Whether the holder's move from `here` to `after` neither checks nor threatens anybody new.
    fn is_innocent(&self, here: &Placement, before: &mut Option<u16>, after: &Placement) -> bool {
        if after.is_king_attacked(self.holder.opponent()) {
            return false;
        }
        let threats = real_threats(after, self.holder);
        threats == 0 || {
            let before = before.get_or_insert_with(|| real_threats(here, self.holder));
            threats & !*before == 0
        }
    }

    /// Whether every move of the opponent leads to a position from where the holder can force an
    /// innocent move, or wins.
    fn is_driven(&self, placement: &mut Placement) -> bool {
        let mut is_driven = true;
        self.field
            .visit_steps(placement, self.holder.opponent(), |step, _| {
                is_driven = match step {
                    Step::Capture { code } => is_held(code, true),
                    Step::Quiet { number, .. } => {
                        let code = self.codes[self.holder.index()][number].load(Ordering::Relaxed);
                        let state = self.state(self.holder, number);
                        is_win(code) || matches!(state, GOOD | SETTLED)
                    }
                };
                stop_if(!is_driven)
            });
        is_driven
    }
}

fn stop_if(stop: bool) -> ControlFlow<()> {
    if stop {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

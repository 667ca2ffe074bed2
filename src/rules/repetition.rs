//! Finding a repetition, and giving each side its level over the span.
//!
//! The *span* is all plies from the earliest counted occurrence to now. A side's positions in it are
//! of two sorts: *made*, right after one of its moves, and *ready*, when it is to move. A side that
//! checks in every made position is a perpetual checker; one that really threatens the same man in
//! every made position and in no ready position is a perpetual chaser. The higher level loses.

use crate::board::{Board, Placement};
use crate::types::Side;

use super::chase::{ALL_VICTIMS, horse_pinned_rooks, threatens_mate, threats};
use super::{Rule, Verdict};

/// What a side has done throughout a span; the higher level loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Nothing that is forbidden.
    Idle,
    /// Chased one man all the time (asianrule), or attacked with every move (chineserule).
    Chase,
    /// Chased a rook that one of its horses pins to the king.
    ChaseOfPinnedRook,
    /// Gave check with every move.
    PerpetualCheck,
}

/// Judges the position if it has occurred `occurrences` times without a capture, pawn advance or
/// null move between; `None` if it has not.
pub fn repetition(board: &Board, rule: Rule, occurrences: usize) -> Option<Verdict> {
    let span = span(board, occurrences)?;
    Some(judge(board, rule, span))
}

/// Judges a node of the search, `ply` plies from the root: the second occurrence when the earlier
/// one lies strictly after the root, otherwise the third.
///
/// Costs one look at a counter when nothing repeats, and never allocates.
#[inline]
pub fn repetition_in_search(board: &Board, rule: Rule, ply: usize) -> Option<Verdict> {
    if !board.may_repeat() {
        return None;
    }
    let mut earlier = equal_positions(board);
    let mut span = earlier.next()?;
    if span >= ply {
        span = earlier.next()?;
    }
    Some(judge(board, rule, span))
}

/// Plies back to the occurrence that makes it `occurrences` in all.
pub(super) fn span(board: &Board, occurrences: usize) -> Option<usize> {
    if !board.may_repeat() {
        return None;
    }
    equal_positions(board).nth(occurrences.checked_sub(2)?)
}

/// How many plies ago the position was on the board before, latest first.
pub(super) fn equal_positions(board: &Board) -> impl Iterator<Item = usize> + '_ {
    let (history, key) = (board.history(), board.key());
    (4..=board.reversible_plies().min(history.len()))
        .step_by(2)
        .filter(move |&distance| history[history.len() - distance].key() == key)
}

fn judge(board: &Board, rule: Rule, span: usize) -> Verdict {
    if rule == Rule::AlwaysDraw {
        return Verdict::Draw;
    }
    let checks = Checks::count(board, span);
    let by_checks = Side::BOTH.map(|side| checks.level(side));
    if rule == Rule::CheckBan || by_checks.contains(&Level::PerpetualCheck) {
        verdict(by_checks, board.side_to_move())
    } else {
        verdict(
            levels(board, rule, span).map(|(level, _)| level),
            board.side_to_move(),
        )
    }
}

fn verdict(levels: [Level; 2], to_move: Side) -> Verdict {
    let (own, other) = (levels[to_move.index()], levels[to_move.opponent().index()]);
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => Verdict::Loss,
        std::cmp::Ordering::Less => Verdict::Win,
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}

/// The level of each side over the last `span` plies, and the men it chases all the time.
pub(super) fn levels(board: &Board, rule: Rule, span: usize) -> [(Level, u16); 2] {
    let checks = Checks::count(board, span);
    let mut levels = Side::BOTH.map(|side| (checks.level(side), 0));
    match rule {
        Rule::AlwaysDraw => levels = [(Level::Idle, 0); 2],
        Rule::CheckBan => {}
        Rule::AsianRule => {
            let chases = chases(board, span, &checks);
            for side in Side::BOTH {
                let Chase { victims, pinned } = chases[side.index()];
                let level = &mut levels[side.index()];
                if victims & pinned != 0 {
                    *level = (Level::ChaseOfPinnedRook, victims);
                } else if victims != 0 {
                    *level = (Level::Chase, victims);
                }
            }
        }
        Rule::ChineseRule => {
            let attacks = perpetual_attacks(board, span);
            for side in Side::BOTH {
                let (level, _) = &mut levels[side.index()];
                if attacks[side.index()] && *level == Level::Idle {
                    *level = Level::Chase;
                }
            }
        }
    }
    levels
}

/// How many of each side's moves in the span gave check.
struct Checks {
    given: [usize; 2],
    moves: usize,
}

impl Checks {
    fn count(board: &Board, span: usize) -> Self {
        let mut given = [0; 2];
        let mut mover = board.side_to_move().opponent();
        for distance in 0..span {
            given[mover.index()] += usize::from(was_in_check(board, distance));
            mover = mover.opponent();
        }
        Self {
            given,
            moves: span / 2,
        }
    }

    fn level(&self, side: Side) -> Level {
        if self.given[side.index()] == self.moves {
            Level::PerpetualCheck
        } else {
            Level::Idle
        }
    }
}

/// Whether the side to move was in check `distance` plies ago.
pub(super) fn was_in_check(board: &Board, distance: usize) -> bool {
    let history = board.history();
    match distance {
        0 => board.is_in_check(),
        _ => history[history.len() - distance].was_in_check(),
    }
}

/// Calls `visit` with every position of the span and the side that has just moved there, latest
/// first, then with the span's first position; stops when `visit` says so.
pub(super) fn walk_back(
    board: &Board,
    span: usize,
    mut visit: impl FnMut(usize, &Placement, Side) -> bool,
) {
    let mut scratch = *board.placement();
    let mut mover = board.side_to_move().opponent();
    for (distance, ply) in board.history().iter().rev().take(span).enumerate() {
        if !visit(distance, &scratch, mover) {
            return;
        }
        if let Some(mv) = ply.mv {
            scratch.take_back(mover, mv.from(), mv.to(), ply.captured);
        }
        mover = mover.opponent();
    }
    visit(span, &scratch, mover);
}

/// The enemy men a side chases throughout, and the enemy rooks its horses pin throughout.
#[derive(Clone, Copy)]
struct Chase {
    victims: u16,
    pinned: u16,
}

/// Intersects the real threats of all made positions and removes those of the ready positions.
fn chases(board: &Board, span: usize, checks: &Checks) -> [Chase; 2] {
    // A side's own checks excuse it from chasing.
    let mut chases = checks.given.map(|given| Chase {
        victims: if given == 0 { ALL_VICTIMS } else { 0 },
        pinned: ALL_VICTIMS,
    });
    walk_back(board, span, |distance, placement, mover| {
        if distance == span {
            return false;
        }
        let made = &mut chases[mover.index()];
        if made.victims != 0 {
            made.victims &= threats(placement, mover, made.victims);
            made.pinned &= horse_pinned_rooks(placement, mover);
        }
        let waiter = mover.opponent();
        let ready = &mut chases[waiter.index()];
        if ready.victims != 0 {
            ready.victims &= !threats(placement, waiter, ready.victims);
        }
        chases.iter().any(|chase| chase.victims != 0)
    });
    chases
}

/// Whether each side's every move was a check, the chase of some man, or a mate threat.
fn perpetual_attacks(board: &Board, span: usize) -> [bool; 2] {
    let mut attacks = [true; 2];
    // What the opponent of the position's mover threatened after his own, later move.
    let mut threatened = None;
    walk_back(board, span, |distance, placement, mover| {
        let waiter = mover.opponent();
        if let Some(after) = threatened.take() {
            // `waiter`'s move led from here to the position seen before.
            let standing = threats(placement, waiter, after);
            attacks[waiter.index()] &= after & !standing != 0;
        }
        if distance < span && attacks[mover.index()] && !was_in_check(board, distance) {
            let after = threats(placement, mover, ALL_VICTIMS);
            if !threatens_mate(placement, mover) {
                threatened = Some(after);
            }
        }
        attacks.contains(&true)
    });
    attacks
}

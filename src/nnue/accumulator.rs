//! Sums kept up to date along a line of play.
//!
//! A search evaluates positions that differ by a move or two. [`Accumulator`] keeps the sums of every
//! ply of the line, each with the key of its position, and derives those of the next ply from the last
//! one known: nothing has to be told about moves made and taken back. When a king's move or the balance
//! of the flanks turns a perspective, its sums start from the last position seen in the new orientation
//! (a cache as Koivisto's, known as Finny tables) and only the men that have moved since are exchanged.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::board::{Board, Placement, Ply};
use crate::types::{Man, Piece, Score, Side, Square};
use crate::zobrist::Key;

use super::features::{Orientation, flank_weight};
use super::layers::{self, InputRow, Sums};
use super::network::Network;

/// Evaluates the positions of a search.
pub struct Accumulator {
    network: Arc<Network>,
    /// Moves played before the first position.
    first: usize,
    /// The positions of the line, by ply from the first one.
    entries: Vec<Entry>,
    /// The last position seen by each perspective in each orientation.
    cache: Vec<Cached>,
}

/// One position of the line.
#[derive(Clone)]
struct Entry {
    /// By perspective.
    views: [View; 2],
}

/// What one perspective knows of a position.
#[derive(Clone)]
struct View {
    /// The position that the rest belongs to.
    key: Option<Key>,
    orientation: Orientation,
    flank: i32,
    sums: Sums,
}

/// Sums with the men they were made of.
#[derive(Clone)]
struct Cached {
    squares: [Square; Man::SLOTS],
    sums: Sums,
}

impl Accumulator {
    /// For a position and up to so many plies from it.
    pub fn new(network: Arc<Network>, board: &Board, plies: usize) -> Self {
        let empty = View {
            key: None,
            orientation: Orientation {
                is_mirrored: false,
                bucket: 0,
            },
            flank: 0,
            sums: network.bias,
        };
        let cached = Cached {
            squares: [Square::NONE; Man::SLOTS],
            sums: network.bias,
        };
        Self {
            network,
            first: board.history().len(),
            entries: vec![
                Entry {
                    views: [empty.clone(), empty],
                };
                plies + 1
            ],
            cache: vec![cached; 2 * Orientation::COUNT],
        }
    }

    /// The score from the view of the side to move. The position must be the first one or come from it
    /// by moves.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let line = board.history().get(self.first..).unwrap_or_default();
        if line.len() >= self.entries.len() {
            return self.network.evaluate(board);
        }
        self.bring_up_to_date(Side::Red, line, board);
        self.bring_up_to_date(Side::Black, line, board);
        let [red, black] = &self.entries[line.len()].views;
        self.network.score([&red.sums, &black.sums], board)
    }

    /// Computes what a perspective does not know yet of the line's last position.
    #[inline]
    fn bring_up_to_date(&mut self, side: Side, line: &[Ply], board: &Board) {
        let key_at = |ply: usize| line.get(ply).map_or(board.key(), Ply::key);
        let last = line.len();
        let mut known = last;
        while self.entries[known].views[side.index()].key != Some(key_at(known)) {
            if known == 0 {
                self.refresh(side, last, board, flank_of(board.placement(), side));
                return;
            }
            known -= 1;
        }
        let unknown = &line[known..];
        let flank = self.entries[known].views[side.index()].flank;
        let flank_behind = |plies: &[Ply]| -> i32 {
            let changes = plies.iter().map(|ply| flank_change(side, ply));
            changes.sum()
        };
        if unknown.iter().any(is_king_move) {
            self.refresh(side, last, board, flank + flank_behind(unknown));
            return;
        }
        for index in known..last {
            let (upper, lower) = self.entries.split_at_mut(index + 1);
            let (Some(before), Some(after)) = (upper.last(), lower.first_mut()) else {
                return;
            };
            let (before, after) = (&before.views[side.index()], &mut after.views[side.index()]);
            after.key = Some(key_at(index + 1));
            if !advance(
                &self.network,
                side,
                board.placement(),
                &line[index],
                before,
                after,
            ) {
                after.key = None;
                let flank = before.flank + flank_behind(&line[index..]);
                self.refresh(side, last, board, flank);
                return;
            }
        }
    }

    /// Computes the sums of a position from the last one seen in the same orientation.
    #[inline(never)]
    fn refresh(&mut self, side: Side, ply: usize, board: &Board, flank: i32) {
        let placement = board.placement();
        let orientation = orientation_of(placement, side, flank);
        let cached = &mut self.cache[side.index() * Orientation::COUNT + orientation.index()];
        let mut added = ArrayVec::<&InputRow, 32>::new();
        let mut removed = ArrayVec::<&InputRow, 32>::new();
        for_each_moved(&cached.squares, placement.squares(), |man| {
            let Some(piece) = man.piece() else { return };
            let row = |square| row(&self.network, orientation, side, piece, square);
            removed.extend(row(cached.squares[man.index()]));
            added.extend(row(placement.square_of(man)));
        });
        cached.squares = *placement.squares();
        let before = cached.sums;
        layers::update(
            self.network.level,
            &before,
            &added,
            &removed,
            &mut cached.sums,
        );
        let view = &mut self.entries[ply].views[side.index()];
        view.key = Some(board.key());
        view.orientation = orientation;
        view.flank = flank;
        view.sums = cached.sums;
    }
}

/// The weights of a man on a square; `None` for the perspective's own king.
#[inline]
fn row(
    network: &Network,
    orientation: Orientation,
    side: Side,
    piece: Piece,
    square: Square,
) -> Option<&InputRow> {
    let input = orientation.input(side, piece, square)?;
    network.inputs.get(input)
}

/// Makes what a perspective knows after a move of anybody but a king from what it knew before; `false` if the move
/// turns it, which it does where the flanks decide and their balance tips.
// Not part of the loop over moves, which mostly runs once: what the compiler would prepare for it costs more than a call.
#[inline(never)]
fn advance(
    network: &Network,
    side: Side,
    placement: &Placement,
    ply: &Ply,
    before: &View,
    after: &mut View,
) -> bool {
    let orientation = before.orientation;
    after.orientation = orientation;
    after.flank = before.flank + flank_change(side, ply);
    if orientation_of(placement, side, after.flank) != orientation {
        return false;
    }
    let row = |piece, square| row(network, orientation, side, piece, square);
    let (sums, level) = (&before.sums, network.level);
    let (Some(mv), Some(piece)) = (ply.mv, ply.moved.piece()) else {
        after.sums = *sums;
        return true;
    };
    let (Some(arrives), Some(leaves)) = (row(piece, mv.to()), row(piece, mv.from())) else {
        debug_assert!(false, "a king moved");
        return false;
    };
    let captured = ply.captured.piece();
    match captured.and_then(|captured| row(captured, mv.to())) {
        None => layers::update(level, sums, &[arrives], &[leaves], &mut after.sums),
        Some(captured) => {
            layers::update(
                level,
                sums,
                &[arrives],
                &[leaves, captured],
                &mut after.sums,
            );
        }
    }
    true
}

/// Calls `visit` for every man who stands on another square now than before.
#[inline]
fn for_each_moved(
    before: &[Square; Man::SLOTS],
    now: &[Square; Man::SLOTS],
    mut visit: impl FnMut(Man),
) {
    const WORD: usize = size_of::<u64>();
    // Eight men at once: most have not moved.
    let word = |squares: &[Square; Man::SLOTS], first: usize| {
        u64::from_le_bytes(std::array::from_fn(|i| squares[first + i].raw()))
    };
    for side in Side::BOTH {
        for first in (0..16).step_by(WORD) {
            let slot = usize::from(side.first_man()) + first;
            let mut differing = word(before, slot) ^ word(now, slot);
            while differing != 0 {
                let byte = differing.trailing_zeros() / 8;
                visit(Man::of_bit(side, first as u32 + byte));
                differing &= !(0xff << (8 * byte));
            }
        }
    }
}

/// Whether a king moved: it may turn a perspective.
fn is_king_move(ply: &Ply) -> bool {
    ply.moved == Side::Red.king() || ply.moved == Side::Black.king()
}

/// What a move changes in the balance of the flanks.
#[inline]
fn flank_change(side: Side, ply: &Ply) -> i32 {
    let (Some(mv), Some(piece)) = (ply.mv, ply.moved.piece()) else {
        return 0;
    };
    let captured = ply.captured.piece();
    let captured = captured.map_or(0, |piece| flank_weight(side, piece, mv.to()));
    flank_weight(side, piece, mv.to()) - flank_weight(side, piece, mv.from()) - captured
}

/// How a perspective looks at a placement with this balance of the flanks.
#[inline]
pub(super) fn orientation_of(placement: &Placement, side: Side, flank: i32) -> Orientation {
    let (own, enemy) = (
        placement.king_square(side),
        placement.king_square(side.opponent()),
    );
    Orientation::new(side, own, enemy, flank)
}

/// The balance of the flanks as a perspective sees it.
pub(super) fn flank_of(placement: &Placement, side: Side) -> i32 {
    let men = placement.men();
    men.map(|(_, piece, square)| flank_weight(side, piece, square))
        .sum()
}

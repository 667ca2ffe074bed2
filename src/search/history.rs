//! What earlier cutoffs teach about moves: butterfly, piece-to, continuation and capture tables,
//! counter moves, and the correction of the static evaluation.
//!
//! Values decay towards a limit: a bonus pulls a cell towards `+LIMIT`, a malus towards `-LIMIT`, the
//! harder the further away it is. The papers' rules (`d*d`, `2^d`) have a table of their own without
//! decay.

use crate::board::Board;
use crate::types::{Depth, Kind, Move, Piece, Score, Side};

use super::params::{CORRECTION_GRAIN, CORRECTION_LIMIT, HISTORY_LIMIT};
use super::techniques::HistoryRule;

const SQUARES: usize = 90;
/// Pairs of a piece and the square it goes to.
const PIECE_TO: usize = Piece::COUNT * SQUARES;
const CORRECTION_SLOTS: usize = 16_384;

/// A piece arriving on a square, as an index: what a move looks like afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// The move about to be played on the board; `None` if nobody stands on its origin.
    #[inline]
    pub(super) fn of(board: &Board, mv: Move) -> Option<Self> {
        let piece = board.placement().piece_on(mv.from())?;
        Some(Self((piece.index() * SQUARES + mv.to().dense()) as u16))
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Pulls a cell towards the limit by the bonus.
#[inline]
fn apply(cell: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-HISTORY_LIMIT, HISTORY_LIMIT);
    let value = i32::from(*cell);
    *cell = (value + bonus - value * bonus.abs() / HISTORY_LIMIT) as i16;
}

/// One thread's memory of cutoffs. Kept from move to move of a game.
pub(super) struct Histories {
    /// `[side][from * 90 + to]`
    butterfly: Vec<i16>,
    /// `[piece * 90 + to]`
    piece_to: Vec<i16>,
    /// `[earlier piece-to][piece-to]`
    continuation: Vec<[i16; PIECE_TO]>,
    /// `[piece-to][victim kind]`
    captures: Vec<i16>,
    /// `[opponent's last piece-to]`
    counters: Vec<Option<Move>>,
    /// `[from * 90 + to]`, the papers' additive table.
    additive: Vec<u32>,
    /// `[side][placement hash]`
    correction: Vec<i16>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![0; 2 * SQUARES * SQUARES],
            piece_to: vec![0; PIECE_TO],
            continuation: vec![[0; PIECE_TO]; PIECE_TO],
            captures: vec![0; PIECE_TO * Kind::COUNT],
            counters: vec![None; PIECE_TO],
            additive: vec![0; SQUARES * SQUARES],
            correction: vec![0; 2 * CORRECTION_SLOTS],
        }
    }

    #[inline]
    fn from_to(mv: Move) -> usize {
        mv.from().dense() * SQUARES + mv.to().dense()
    }

    #[inline]
    fn butterfly_index(side: Side, mv: Move) -> usize {
        side.index() * SQUARES * SQUARES + Self::from_to(mv)
    }

    /// How promising quiet moves are here. `earlier` are the last moves on the path, nearest first.
    pub(super) fn quiet_scorer<'a>(
        &'a self,
        rule: HistoryRule,
        board: &'a Board,
        earlier: &[Option<PieceTo>; 3],
    ) -> impl Fn(Move) -> i32 + use<'a> {
        let side = board.side_to_move();
        let rows = earlier.map(|before| before.map(|before| &self.continuation[before.index()]));
        move |mv| match rule {
            HistoryRule::Off => 0,
            HistoryRule::Squared | HistoryRule::Doubled => {
                self.additive[Self::from_to(mv)].min(i32::MAX as u32) as i32
            }
            HistoryRule::Family => {
                let Some(now) = PieceTo::of(board, mv) else {
                    return 0;
                };
                let plain = i32::from(self.butterfly[Self::butterfly_index(side, mv)])
                    + i32::from(self.piece_to[now.index()]);
                let continued = |row: &Option<&[i16; PIECE_TO]>| {
                    row.map_or(0, |row| i32::from(row[now.index()]))
                };
                plain + rows.iter().map(continued).sum::<i32>()
            }
        }
    }

    /// How promising a capture has been.
    #[inline]
    pub(super) fn capture_score(&self, board: &Board, mv: Move) -> i32 {
        match (PieceTo::of(board, mv), board.captured_by(mv).kind()) {
            (Some(now), Some(victim)) => {
                i32::from(self.captures[now.index() * Kind::COUNT + victim.index()])
            }
            _ => 0,
        }
    }

    /// Rewards or punishes a quiet move.
    pub(super) fn update_quiet(
        &mut self,
        board: &Board,
        mv: Move,
        earlier: &[Option<PieceTo>; 3],
        bonus: i32,
    ) {
        let Some(now) = PieceTo::of(board, mv) else {
            return;
        };
        let side = board.side_to_move();
        apply(&mut self.butterfly[Self::butterfly_index(side, mv)], bonus);
        apply(&mut self.piece_to[now.index()], bonus);
        for before in earlier.iter().flatten() {
            apply(&mut self.continuation[before.index()][now.index()], bonus);
        }
    }

    /// Rewards or punishes a capture.
    pub(super) fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(now), Some(victim)) = (PieceTo::of(board, mv), board.captured_by(mv).kind()) {
            apply(
                &mut self.captures[now.index() * Kind::COUNT + victim.index()],
                bonus,
            );
        }
    }

    /// The papers' rule: adds to the cell, never takes away.
    pub(super) fn update_additive(&mut self, rule: HistoryRule, mv: Move, depth: Depth) {
        let amount = match rule {
            HistoryRule::Squared => (depth * depth) as u32,
            HistoryRule::Doubled => 1 << depth.clamp(0, 24),
            HistoryRule::Off | HistoryRule::Family => return,
        };
        let cell = &mut self.additive[Self::from_to(mv)];
        *cell = cell.saturating_add(amount);
    }

    /// The move that last refuted the opponent's last move.
    pub(super) fn counter_move(&self, last: Option<PieceTo>) -> Option<Move> {
        self.counters[last?.index()]
    }

    /// Remembers a refutation.
    pub(super) fn set_counter_move(&mut self, last: Option<PieceTo>, mv: Move) {
        if let Some(last) = last {
            self.counters[last.index()] = Some(mv);
        }
    }

    fn correction_slot(board: &Board) -> usize {
        board.side_to_move().index() * CORRECTION_SLOTS
            + board.structure() as usize % CORRECTION_SLOTS
    }

    /// What to add to the static evaluation.
    pub(super) fn correction(&self, board: &Board) -> Score {
        Score::from(self.correction[Self::correction_slot(board)]) / CORRECTION_GRAIN
    }

    /// Learns from the difference between a search result and the static evaluation.
    pub(super) fn update_correction(&mut self, board: &Board, difference: Score, depth: Depth) {
        let cell = &mut self.correction[Self::correction_slot(board)];
        let weight = (depth + 1).min(16);
        let target = (difference * CORRECTION_GRAIN).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        let value = (i32::from(*cell) * (256 - weight) + target * weight) / 256;
        *cell = value.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_within_the_limit() {
        let mut cell = 0;
        for _ in 0..1000 {
            apply(&mut cell, 1500);
            assert!(i32::from(cell) <= HISTORY_LIMIT);
        }
        assert!(cell > 15_000);
        for _ in 0..1000 {
            apply(&mut cell, -1500);
            assert!(i32::from(cell) >= -HISTORY_LIMIT);
        }
    }

    #[test]
    fn a_rewarded_move_scores_higher_in_its_context_only() {
        let board = Board::start();
        let mut histories = Histories::new();
        let [good, other]: [Move; 2] = ["h2e2", "h0g2"].map(|m| m.parse().expect("a move"));
        let context = [PieceTo::of(&board, other), None, None];
        histories.update_quiet(&board, good, &context, 500);
        let score =
            |mv, earlier: &[_; 3]| histories.quiet_scorer(HistoryRule::Family, &board, earlier)(mv);
        assert!(score(good, &context) > score(good, &[None; 3]));
        assert!(score(good, &[None; 3]) > 0);
        assert_eq!(score(other, &context), 0);
    }

    #[test]
    fn the_papers_tables_only_add() {
        let board = Board::start();
        let mut histories = Histories::new();
        let mv = "h2e2".parse().expect("a move");
        histories.update_additive(HistoryRule::Squared, mv, 3);
        histories.update_additive(HistoryRule::Doubled, mv, 4);
        assert_eq!(
            histories.quiet_scorer(HistoryRule::Squared, &board, &[None; 3])(mv),
            25
        );
        assert_eq!(
            histories.quiet_scorer(HistoryRule::Off, &board, &[None; 3])(mv),
            0
        );
    }
}

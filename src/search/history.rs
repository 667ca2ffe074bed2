//! What earlier cutoffs teach about moves: butterfly, piece-to, continuation and capture tables,
//! counter moves, and the correction of the static evaluation.
//!
//! Values have gravity: a bonus pulls a cell towards `+history_limit`, a malus towards the opposite, the
//! harder the further away it is. The papers' rules (`d*d`, `2^d`) have a table of their own without
//! decay.

use crate::board::Board;
use crate::types::{Depth, Kind, Man, Move, Piece, Score, Side, Square};

use super::config::Config;
use super::params::fixed::{
    CONTINUATION_PLIES, CORRECTION_GRAIN, CORRECTION_PARTS, CORRECTION_SLOTS, DOUBLING_MAX_DEPTH,
    HISTORY_STRUCTURES, NEAR_ROOT_PLIES,
};
use super::techniques::{HistoryRule, HistoryShape, Techniques};

const SQUARES: usize = 90;
/// Tables of corrections.
const CORRECTIONS: usize = 3;
/// Pairs of a piece and the square it goes to.
const PIECE_TO: usize = Piece::COUNT * SQUARES;

/// A cell for every square a man may go to.
type Row = [i16; SQUARES];
/// A row for every piece: `[piece][to]`.
type Plane = [Row; Piece::COUNT];

const EMPTY_ROW: Row = [0; SQUARES];
/// What follows a null move or the root.
static EMPTY_PLANE: Plane = [EMPTY_ROW; Piece::COUNT];

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

    #[inline]
    const fn piece(self) -> usize {
        self.index() / SQUARES
    }

    #[inline]
    const fn to(self) -> usize {
        self.index() % SQUARES
    }
}

/// Where a node stands: what its moves are judged by besides the board.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Context {
    /// Its distance from the root.
    pub(super) ply: usize,
    /// The last moves on the path, nearest first, as continuation history wants them.
    pub(super) earlier: [Option<PieceTo>; CONTINUATION_PLIES.len()],
}

/// Pulls a cell towards the limit by the bonus.
#[inline]
fn apply(config: &impl Config, cell: &mut i16, bonus: i32) {
    let limit = config.params().history_limit;
    let bonus = bonus.clamp(-limit, limit);
    let value = i32::from(*cell);
    *cell = (value + bonus - value * bonus.abs() / limit) as i16;
}

/// One thread's memory of cutoffs. Kept from move to move of a game.
pub(super) struct Histories {
    /// `[side * 90 + from][to]`
    butterfly: Vec<Row>,
    /// `[piece][to]`
    piece_to: Box<Plane>,
    /// `[hash of pawns, advisors and elephants][piece][to]`
    structure: Vec<Plane>,
    /// `[ply * 90 + from][to]`, near the root of one search
    near_root: Vec<Row>,
    /// `[earlier piece-to][piece][to]`
    continuation: Vec<Plane>,
    /// `[piece-to][victim kind]`
    captures: Vec<i16>,
    /// `[opponent's last piece-to]`
    counters: Vec<Option<Move>>,
    /// The papers' additive table in its [`HistoryShape`].
    additive: Vec<u32>,
    /// `[by what][side][hash]`
    correction: Vec<i16>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![EMPTY_ROW; 2 * SQUARES],
            piece_to: Box::new(EMPTY_PLANE),
            structure: vec![EMPTY_PLANE; HISTORY_STRUCTURES],
            near_root: vec![EMPTY_ROW; NEAR_ROOT_PLIES * SQUARES],
            continuation: vec![EMPTY_PLANE; PIECE_TO],
            captures: vec![0; PIECE_TO * Kind::COUNT],
            counters: vec![None; PIECE_TO],
            additive: vec![0; 2 * SQUARES * SQUARES],
            correction: vec![0; CORRECTIONS * 2 * CORRECTION_SLOTS],
        }
    }

    /// Forgets what was learnt near the root of the last search.
    pub(super) fn begin_search(&mut self) {
        self.near_root.fill(EMPTY_ROW);
    }

    /// The row of a man near the root.
    #[inline]
    fn near_root_index(context: &Context, from: Square) -> Option<usize> {
        (context.ply < NEAR_ROOT_PLIES).then(|| context.ply * SQUARES + from.dense())
    }

    /// The cell of a move about to be played.
    #[inline]
    fn additive_index(shape: HistoryShape, board: &Board, mv: Move) -> usize {
        let from_to = mv.from().dense() * SQUARES + mv.to().dense();
        match shape {
            HistoryShape::FromTo => from_to,
            HistoryShape::PieceTo => PieceTo::of(board, mv).map_or(0, PieceTo::index),
            HistoryShape::SideFromTo => board.side_to_move().index() * SQUARES * SQUARES + from_to,
        }
    }

    #[inline]
    fn butterfly_index(side: Side, from: Square) -> usize {
        side.index() * SQUARES + from.dense()
    }

    #[inline]
    fn structure_index(board: &Board) -> usize {
        board.structure() as usize % HISTORY_STRUCTURES
    }

    /// Calls `take` with each of the quiet moves and how promising it is here, `bonus` of the man who makes it
    /// included. Moves of one man should stand together.
    #[inline]
    pub(super) fn score_quiets(
        &self,
        config: &impl Config,
        board: &Board,
        context: &Context,
        moves: &[Move],
        bonus: impl Fn(Man) -> i32,
        mut take: impl FnMut(Move, i32),
    ) {
        let bonus_of = |mv: Move| bonus(board.placement().man_on(mv.from()));
        match config.techniques().history {
            HistoryRule::Off => moves.iter().for_each(|&mv| take(mv, bonus_of(mv))),
            HistoryRule::Squared | HistoryRule::Doubled => {
                let shape = config.techniques().history_shape;
                for &mv in moves {
                    let sum = self.additive[Self::additive_index(shape, board, mv)];
                    take(mv, sum.min(i32::MAX as u32) as i32 + bonus_of(mv));
                }
            }
            HistoryRule::Family => {
                let planes = context.earlier.map(|before| {
                    before.map_or(&EMPTY_PLANE, |before| &self.continuation[before.index()])
                });
                let structure = &self.structure[Self::structure_index(board)];
                let [
                    by_squares,
                    by_piece,
                    by_structure,
                    by_last,
                    by_second,
                    by_fourth,
                    near_root,
                ] = config.params().history_percents();
                for of_one_man in moves.chunk_by(|a, b| a.from() == b.from()) {
                    let from = of_one_man[0].from();
                    let Some(piece) = board.placement().piece_on(from) else {
                        continue;
                    };
                    let bonus = bonus_of(of_one_man[0]);
                    let butterfly = &self.butterfly[Self::butterfly_index(piece.side, from)];
                    let piece_to = &self.piece_to[piece.index()];
                    let structure = &structure[piece.index()];
                    let near = Self::near_root_index(context, from);
                    let near = near.map_or(&EMPTY_ROW, |row| &self.near_root[row]);
                    let [last, second, fourth] = planes.map(|plane| &plane[piece.index()]);
                    for &mv in of_one_man {
                        let to = mv.to().dense();
                        if to >= SQUARES {
                            continue; // Never: one test instead of five.
                        }
                        let weighed = |row: &Row, percent| i32::from(row[to]) * percent;
                        let sum = weighed(butterfly, by_squares)
                            + weighed(piece_to, by_piece)
                            + weighed(structure, by_structure)
                            + weighed(last, by_last)
                            + weighed(second, by_second)
                            + weighed(fourth, by_fourth)
                            + weighed(near, near_root);
                        take(mv, sum / 100 + bonus);
                    }
                }
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
        config: &impl Config,
        board: &Board,
        mv: Move,
        context: &Context,
        bonus: i32,
    ) {
        let Some(now) = PieceTo::of(board, mv) else {
            return;
        };
        let (piece, to) = (now.piece(), now.to());
        let origin = Self::butterfly_index(board.side_to_move(), mv.from());
        apply(config, &mut self.butterfly[origin][to], bonus);
        apply(config, &mut self.piece_to[piece][to], bonus);
        if config.params().history_structure_percent > 0 {
            let structure = Self::structure_index(board);
            apply(config, &mut self.structure[structure][piece][to], bonus);
        }
        if let Some(row) = Self::near_root_index(context, mv.from()) {
            apply(config, &mut self.near_root[row][to], bonus);
        }
        for before in context.earlier.iter().flatten() {
            let cell = &mut self.continuation[before.index()][piece][to];
            apply(config, cell, bonus);
        }
    }

    /// Rewards or punishes a quiet move that has been played, wherever it came from.
    pub(super) fn update_piece_to(&mut self, config: &impl Config, moved: PieceTo, bonus: i32) {
        apply(config, &mut self.piece_to[moved.piece()][moved.to()], bonus);
    }

    /// Rewards or punishes a capture.
    pub(super) fn update_capture(
        &mut self,
        config: &impl Config,
        board: &Board,
        mv: Move,
        bonus: i32,
    ) {
        if let (Some(now), Some(victim)) = (PieceTo::of(board, mv), board.captured_by(mv).kind()) {
            let cell = &mut self.captures[now.index() * Kind::COUNT + victim.index()];
            apply(config, cell, bonus);
        }
    }

    /// The papers' rule: adds to the cell, never takes away.
    pub(super) fn update_additive(
        &mut self,
        techniques: &Techniques,
        board: &Board,
        mv: Move,
        depth: Depth,
    ) {
        let amount = match techniques.history {
            HistoryRule::Squared => (depth * depth) as u32,
            HistoryRule::Doubled => 1 << depth.clamp(0, DOUBLING_MAX_DEPTH),
            HistoryRule::Off | HistoryRule::Family => return,
        };
        let cell = &mut self.additive[Self::additive_index(techniques.history_shape, board, mv)];
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

    /// The cells that correct the evaluation of a position: by its pawns, advisors and elephants, by its other
    /// pieces, and by the last two moves.
    #[inline]
    fn correction_cells(board: &Board, context: &Context) -> [usize; CORRECTIONS] {
        let structure = board.structure();
        let pieces = board.key().index ^ structure;
        let [last, second, _] = context
            .earlier
            .map(|moved| moved.map_or(PIECE_TO, PieceTo::index) as u32);
        let moves = (last * (PIECE_TO as u32 + 1) + second).wrapping_mul(0x9e37_79b1) >> 8;
        let side = board.side_to_move().index();
        let mut table = 0;
        [structure, pieces, moves].map(|name| {
            table += 1;
            ((table - 1) * 2 + side) * CORRECTION_SLOTS + name as usize % CORRECTION_SLOTS
        })
    }

    /// What to add to the static evaluation.
    #[inline]
    pub(super) fn correction(
        &self,
        config: &impl Config,
        board: &Board,
        context: &Context,
    ) -> Score {
        let params = config.params();
        let cells = Self::correction_cells(board, context);
        let sum: Score = cells
            .iter()
            .zip(params.correction_percents())
            .filter(|&(_, percent)| percent > 0)
            .map(|(&cell, percent)| Score::from(self.correction[cell]) * percent / 100)
            .sum();
        sum / CORRECTION_GRAIN
    }

    /// Learns from the difference between a search result and the static evaluation.
    pub(super) fn update_correction(
        &mut self,
        config: &impl Config,
        board: &Board,
        context: &Context,
        difference: Score,
        depth: Depth,
    ) {
        let params = config.params();
        let limit = params.correction_limit * CORRECTION_GRAIN;
        let weight = params.correction_weight(depth);
        let target = (difference * CORRECTION_GRAIN).clamp(-limit, limit);
        let kept = CORRECTION_PARTS - weight;
        let cells = Self::correction_cells(board, context);
        for (cell, percent) in cells.into_iter().zip(params.correction_percents()) {
            if percent > 0 {
                let cell = &mut self.correction[cell];
                let value = (i32::from(*cell) * kept + target * weight) / CORRECTION_PARTS;
                *cell = value.clamp(-limit, limit) as i16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::{Custom, Tournament};
    use crate::search::params::Params;

    /// The score of one move of the start position.
    fn score_of(histories: &Histories, rule: HistoryRule, mv: Move, context: &Context) -> i32 {
        let mut found = None;
        let take = |_, score| found = Some(score);
        let config = Custom {
            techniques: Techniques {
                history: rule,
                history_shape: HistoryShape::FromTo,
                ..Techniques::TOURNAMENT
            },
            params: Params::DEFAULT,
            replacement: Tournament.replacement(),
        };
        histories.score_quiets(&config, &Board::start(), context, &[mv], |_| 0, take);
        found.expect("every move gets a score")
    }

    #[test]
    fn cells_stay_within_the_limit() {
        let mut cell = 0;
        for _ in 0..1000 {
            apply(&Tournament, &mut cell, 1500);
            assert!(i32::from(cell) <= Params::DEFAULT.history_limit);
        }
        assert!(cell > 15_000);
        for _ in 0..1000 {
            apply(&Tournament, &mut cell, -1500);
            assert!(i32::from(cell) >= -Params::DEFAULT.history_limit);
        }
    }

    #[test]
    fn a_rewarded_move_scores_higher_in_its_context_only() {
        let board = Board::start();
        let mut histories = Histories::new();
        let [good, other]: [Move; 2] = ["h2e2", "h0g2"].map(|m| m.parse().expect("a move"));
        let context = Context {
            ply: NEAR_ROOT_PLIES,
            earlier: [PieceTo::of(&board, other), None, None],
        };
        let elsewhere = Context {
            ply: NEAR_ROOT_PLIES,
            ..Context::default()
        };
        histories.update_quiet(&Tournament, &board, good, &context, 500);
        let score = |mv, context| score_of(&histories, HistoryRule::Family, mv, context);
        assert!(score(good, &context) > score(good, &elsewhere));
        assert!(score(good, &elsewhere) > 0);
        assert_eq!(score(other, &context), 0);
    }

    #[test]
    fn what_is_learnt_near_the_root_is_forgotten_with_the_search() {
        let board = Board::start();
        let mut histories = Histories::new();
        let mv = "h2e2".parse().expect("a move");
        let at = |ply| Context {
            ply,
            ..Context::default()
        };
        let score =
            |histories: &Histories, ply| score_of(histories, HistoryRule::Family, mv, &at(ply));
        histories.update_quiet(&Tournament, &board, mv, &at(1), 500);
        assert!(score(&histories, 1) > score(&histories, 0));
        assert_eq!(score(&histories, 0), score(&histories, NEAR_ROOT_PLIES));
        histories.begin_search();
        assert_eq!(score(&histories, 1), score(&histories, 0));
        assert!(score(&histories, 1) > 0);
    }

    #[test]
    fn the_papers_tables_only_add() {
        let mut histories = Histories::new();
        let mv = "h2e2".parse().expect("a move");
        let board = Board::start();
        for (history, depth) in [(HistoryRule::Squared, 3), (HistoryRule::Doubled, 4)] {
            let techniques = Techniques {
                history,
                ..Techniques::ORDERED
            };
            histories.update_additive(&techniques, &board, mv, depth);
        }
        let score = |rule| score_of(&histories, rule, mv, &Context::default());
        assert_eq!(score(HistoryRule::Squared), 25);
        assert_eq!(score(HistoryRule::Off), 0);
    }
}

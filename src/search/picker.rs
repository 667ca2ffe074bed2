//! Hands out the moves of a node one by one, the most promising first, generating as late as possible.
//!
//! Moves come in stages; which ones and in what order is the [`MoveOrder`]:
//!
//! ```text
//! Tournament     hash | good captures | killers, counter | quiets      | bad captures
//! Paper          hash | good captures | killers          | quiets and bad captures by history
//! KillersFirst   hash | killers | good captures          | quiets and bad captures by history
//! Generated      everything as generated
//! StrongFirst    everything as generated, the strong pieces first
//! BestFirst      hash | everything as generated
//! History        hash | everything by history
//! ```

use arrayvec::ArrayVec;

use crate::board::{Board, EXCHANGE};
use crate::types::moves::MAX_MOVES;
use crate::types::{Kind, Man, Move, MoveList, Score};

use super::config::Config;
use super::history::{Context, Histories};
use super::params::fixed::paper_value;
use super::techniques::{CaptureValue, MoveOrder};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hash,
    GoodCaptures,
    Refutations,
    Quiets,
    BadCaptures,
    Everything,
}

const fn stages(order: MoveOrder) -> &'static [Stage] {
    use Stage::{BadCaptures, Everything, GoodCaptures, Hash, Quiets, Refutations};
    match order {
        MoveOrder::Generated | MoveOrder::StrongFirst => &[Everything],
        MoveOrder::BestFirst | MoveOrder::History => &[Hash, Everything],
        MoveOrder::Paper => &[Hash, GoodCaptures, Refutations, Quiets],
        MoveOrder::KillersFirst => &[Hash, Refutations, GoodCaptures, Quiets],
        MoveOrder::Tournament => &[Hash, GoodCaptures, Refutations, Quiets, BadCaptures],
    }
}

/// Moves with their scores, made for finding the best one fast.
///
/// Score and place share an integer, so that the best move of the rest is a plain maximum, which the
/// processor takes four at a time: `score << 7 | (127 - place)`, the earlier of equals winning.
#[derive(Default)]
struct Scored {
    moves: MoveList,
    keys: ArrayVec<i32, MAX_MOVES>,
}

const PLACE_BITS: u32 = 7;
const PLACE_MASK: i32 = (1 << PLACE_BITS) - 1;
const _: () = assert!(MAX_MOVES == 1 << PLACE_BITS);
const SCORE_LIMIT: i32 = 1 << 23;

impl Scored {
    fn len(&self) -> usize {
        self.moves.len()
    }

    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.keys.truncate(len);
    }

    fn push(&mut self, mv: Move, score: i32) {
        let key = Self::key(score, self.moves.len());
        self.moves.push(mv);
        self.keys.push(key);
    }

    const fn key(score: i32, place: usize) -> i32 {
        let score = if score > SCORE_LIMIT {
            SCORE_LIMIT
        } else {
            score
        };
        (score << PLACE_BITS) | (PLACE_MASK - place as i32)
    }

    fn set(&mut self, place: usize, mv: Move, score: i32) {
        self.moves[place] = mv;
        self.keys[place] = Self::key(score, place);
    }

    fn get(&self, place: usize) -> (Move, i32) {
        (self.moves[place], self.keys[place] >> PLACE_BITS)
    }

    /// Brings the best of the places from `first` on to `first`.
    fn bring_best_to(&mut self, first: usize) {
        if first + 1 == self.len() {
            return;
        }
        // A fold rather than `max()`: this is the form the compiler vectorises.
        let key = self.keys[first..].iter().copied().fold(i32::MIN, i32::max);
        let best = (PLACE_MASK - (key & PLACE_MASK)) as usize;
        let at_place = |key: i32, place: usize| key & !PLACE_MASK | (PLACE_MASK - place as i32);
        self.moves.swap(first, best);
        self.keys[best] = at_place(self.keys[first], best);
        self.keys[first] = at_place(key, first);
    }
}

/// Killers and counter move.
pub(super) type Refutations = ArrayVec<Move, 3>;

/// The paper's static value of a capture: victim minus attacker if protected, victim if not.
pub(super) fn static_capture_value(board: &Board, mv: Move) -> i32 {
    let placement = board.placement();
    let kinds = (
        placement.man_on(mv.from()).kind(),
        placement.man_on(mv.to()).kind(),
    );
    let (Some(attacker), Some(victim)) = kinds else {
        return 0;
    };
    let defender = board.side_to_move().opponent();
    if placement.attackers(mv.to(), defender).next().is_some() {
        paper_value(victim) - paper_value(attacker)
    } else {
        paper_value(victim)
    }
}

/// The moves of one node.
///
/// One list serves all stages. Captures that turn out to lose material are moved to its front, where
/// they wait while the quiet moves are appended behind them:
///
/// ```text
/// | bad captures | already tried | still to come |
/// 0          bad_end            next           len
/// ```
pub(super) struct Picker<'a, C> {
    config: &'a C,
    stage: usize,
    is_stage_ready: bool,
    skip_quiets: bool,
    captures_only: bool,
    hash_move: Option<Move>,
    refutations: Refutations,
    bad_end: usize,
    next: usize,
    list: Scored,
}

impl<'a, C: Config> Picker<'a, C> {
    /// All pseudo-legal moves. The hash move may come from anywhere; it is checked.
    pub(super) fn new(
        board: &Board,
        config: &'a C,
        hash_move: Option<Move>,
        refutations: Refutations,
    ) -> Self {
        Self {
            config,
            stage: 0,
            is_stage_ready: false,
            skip_quiets: false,
            captures_only: false,
            hash_move: hash_move.filter(|&mv| board.is_pseudo_legal(mv)),
            refutations,
            bad_end: 0,
            next: 0,
            list: Scored::default(),
        }
    }

    /// Only captures, for quiescence and `ProbCut`.
    pub(super) fn captures(board: &Board, config: &'a C, hash_move: Option<Move>) -> Self {
        let hash_move = hash_move.filter(|&mv| board.is_capture(mv));
        let mut picker = Self::new(board, config, hash_move, Refutations::new());
        picker.captures_only = true;
        picker
    }

    /// From now on hand out no quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move and, for quiet moves, its history score; `None` when there are no more.
    pub(super) fn next_move(
        &mut self,
        board: &Board,
        histories: &Histories,
        context: &Context,
    ) -> Option<(Move, i32)> {
        loop {
            let stage = *self.stages().get(self.stage)?;
            if !self.is_stage_ready {
                self.is_stage_ready = true;
                self.prepare(stage, board, histories, context);
            }
            let is_quiet_stage = matches!(stage, Stage::Refutations | Stage::Quiets);
            let is_skipped = is_quiet_stage && self.skip_quiets && self.sets_bad_captures_aside();
            if is_skipped || self.next >= self.list.len() {
                self.stage += 1;
                self.is_stage_ready = false;
                continue;
            }
            let (mv, score) = self.take_best(stage);
            if stage == Stage::GoodCaptures && self.is_bad_capture(board, mv, score) {
                self.list.set(self.bad_end, mv, score);
                self.bad_end += 1;
                continue;
            }
            return Some((mv, if stage == Stage::Quiets { score } else { 0 }));
        }
    }

    /// The moves that came before the stage of quiet moves, as hash move or refutations.
    fn handed_out(&self) -> [Option<Move>; 4] {
        let mut moves = [self.hash_move, None, None, None];
        for (place, &mv) in moves[1..].iter_mut().zip(&self.refutations) {
            *place = Some(mv);
        }
        moves
    }

    fn stages(&self) -> &'static [Stage] {
        stages(self.config.techniques().order)
    }

    /// Whether captures that lose material come last, after the quiet moves.
    fn sets_bad_captures_aside(&self) -> bool {
        self.stages().last() == Some(&Stage::BadCaptures)
    }

    fn is_bad_capture(&self, board: &Board, mv: Move, score: i32) -> bool {
        match self.config.techniques().captures {
            CaptureValue::StaticU => score < 0,
            // Quiescence and ProbCut make this test themselves, with their own thresholds.
            CaptureValue::Exchange => {
                !self.captures_only
                    && !board.see_at_least(mv, self.config.params().good_capture_margin)
            }
        }
    }

    /// Fills the list for a stage.
    fn prepare(&mut self, stage: Stage, board: &Board, histories: &Histories, context: &Context) {
        self.list.truncate(self.bad_end);
        self.next = self.bad_end;
        match stage {
            Stage::Hash => {
                if let Some(mv) = self.hash_move {
                    self.list.push(mv, 0);
                }
            }
            Stage::GoodCaptures => self.prepare_captures(board, histories),
            Stage::Refutations if self.captures_only => {}
            Stage::Refutations => self.prepare_refutations(board),
            Stage::Quiets if self.captures_only || self.skip_quiets => {}
            Stage::Quiets => self.prepare_quiets(board, histories, context),
            Stage::BadCaptures => {
                self.list.truncate(self.bad_end);
                self.next = 0;
            }
            Stage::Everything => self.prepare_everything(board, histories, context),
        }
    }

    // The stages with loops are functions of their own, that their preparations cost nothing where they are not
    // reached.

    #[inline(never)]
    fn prepare_captures(&mut self, board: &Board, histories: &Histories) {
        let (techniques, params) = (self.config.techniques(), self.config.params());
        let mut moves = MoveList::new();
        board.generate_captures(&mut moves);
        for &mv in moves.iter().filter(|&&mv| Some(mv) != self.hash_move) {
            let score = match techniques.captures {
                CaptureValue::StaticU => static_capture_value(board, mv),
                CaptureValue::Exchange => {
                    victim_value(board, mv) * params.victim_factor
                        + histories.capture_score(board, mv) / params.capture_history_divisor
                }
            };
            self.list.push(mv, score);
        }
    }

    #[inline(never)]
    fn prepare_quiets(&mut self, board: &Board, histories: &Histories, context: &Context) {
        let (techniques, params) = (self.config.techniques(), self.config.params());
        let mut moves = MoveList::new();
        board.generate_quiets(&mut moves);
        if !self.sets_bad_captures_aside() {
            // The papers let history judge bad captures too, in front of the quiet moves.
            let bad = self.list.moves.as_slice();
            moves = bad.iter().chain(&moves).copied().collect();
            self.list.truncate(0);
            self.next = 0;
        }
        let done = self.handed_out();
        let in_danger = if techniques.flight_order {
            board.placement().men_in_danger(board.side_to_move())
        } else {
            0
        };
        let bonus = |man: Man| {
            let flees = in_danger & man.bit() != 0;
            if flees { params.flight_bonus } else { 0 }
        };
        histories.score_quiets(self.config, board, context, &moves, bonus, |mv, score| {
            if !done.contains(&Some(mv)) {
                self.list.push(mv, score);
            }
        });
    }

    #[inline(never)]
    fn prepare_everything(&mut self, board: &Board, histories: &Histories, context: &Context) {
        let techniques = self.config.techniques();
        let mut moves = MoveList::new();
        board.generate_in_piece_order(&mut moves);
        if self.captures_only {
            moves.retain(|mv| board.is_capture(*mv));
        }
        if self.stages().contains(&Stage::Hash) {
            moves.retain(|mv| Some(*mv) != self.hash_move);
        }
        if techniques.order == MoveOrder::History {
            let push = |mv, score| self.list.push(mv, score);
            histories.score_quiets(self.config, board, context, &moves, |_| 0, push);
            return;
        }
        for mv in moves {
            let score = match techniques.order {
                MoveOrder::StrongFirst => strength(board, mv),
                _ => 0,
            };
            self.list.push(mv, score);
        }
    }

    /// Killers and counter move that can be played here, each once.
    fn prepare_refutations(&mut self, board: &Board) {
        let wanted = std::mem::take(&mut self.refutations);
        for mv in wanted {
            if Some(mv) != self.hash_move
                && !self.refutations.contains(&mv)
                && !board.is_capture(mv)
                && board.is_pseudo_legal(mv)
            {
                let score = -(self.refutations.len() as i32);
                self.refutations.push(mv);
                self.list.push(mv, score);
            }
        }
    }

    /// Takes the best of what is still to come; in list order where there are no scores.
    fn take_best(&mut self, stage: Stage) -> (Move, i32) {
        if stage != Stage::BadCaptures {
            self.list.bring_best_to(self.next);
        }
        self.next += 1;
        self.list.get(self.next - 1)
    }
}

/// The paper's exchange value of the moving man; the king moves last.
fn strength(board: &Board, mv: Move) -> i32 {
    match board.placement().man_on(mv.from()).kind() {
        None | Some(Kind::King) => 0,
        Some(kind) => paper_value(kind),
    }
}

/// What a move captures.
pub(super) fn victim_value(board: &Board, mv: Move) -> Score {
    board
        .captured_by(mv)
        .kind()
        .map_or(0, |kind| EXCHANGE[kind.index()])
}

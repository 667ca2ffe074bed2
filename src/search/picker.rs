//! Hands out the moves of a node one by one, the most promising first, generating as late as possible.
//!
//! Moves come in stages; which ones and in what order is the [`MoveOrder`]:
//!
//! ```text
//! Tournament     hash | good captures | killers, counter | quiets      | bad captures
//! Paper          hash | good captures | killers          | quiets and bad captures by history
//! KillersFirst   hash | killers | good captures          | quiets and bad captures by history
//! Generated      everything as generated
//! ```

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::types::moves::MAX_MOVES;
use crate::types::{Kind, Move, MoveList, Score};
use crate::weights::EXCHANGE;

use super::history::{Histories, PieceTo};
use super::techniques::{CaptureValue, MoveOrder, Techniques};

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
        MoveOrder::Generated => &[Everything],
        MoveOrder::Paper => &[Hash, GoodCaptures, Refutations, Quiets],
        MoveOrder::KillersFirst => &[Hash, Refutations, GoodCaptures, Quiets],
        MoveOrder::Tournament => &[Hash, GoodCaptures, Refutations, Quiets, BadCaptures],
    }
}

#[derive(Clone, Copy)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Killers and counter move.
pub(super) type Refutations = ArrayVec<Move, 3>;

/// Exchange values of the paper: king 5, rook 4, horse and cannon 3, pawn 2, advisor and elephant 1.
const fn paper_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 5,
        Kind::Rook => 4,
        Kind::Knight | Kind::Cannon => 3,
        Kind::Pawn => 2,
        Kind::Advisor | Kind::Bishop => 1,
    }
}

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
/// 0          bad_end            next           end
/// ```
pub(super) struct Picker {
    stages: &'static [Stage],
    stage: usize,
    is_stage_ready: bool,
    skip_quiets: bool,
    captures_only: bool,
    hash_move: Option<Move>,
    refutations: Refutations,
    bad_end: usize,
    next: usize,
    end: usize,
    list: ArrayVec<Scored, MAX_MOVES>,
}

impl Picker {
    /// All pseudo-legal moves. The hash move may come from anywhere; it is checked.
    pub(super) fn new(
        board: &Board,
        techniques: &Techniques,
        hash_move: Option<Move>,
        refutations: Refutations,
    ) -> Self {
        Self {
            stages: stages(techniques.order),
            stage: 0,
            is_stage_ready: false,
            skip_quiets: false,
            captures_only: false,
            hash_move: hash_move.filter(|&mv| board.is_pseudo_legal(mv)),
            refutations,
            bad_end: 0,
            next: 0,
            end: 0,
            list: ArrayVec::new(),
        }
    }

    /// Only captures, for quiescence and ProbCut.
    pub(super) fn captures(
        board: &Board,
        techniques: &Techniques,
        hash_move: Option<Move>,
    ) -> Self {
        let hash_move = hash_move.filter(|&mv| board.is_capture(mv));
        let mut picker = Self::new(board, techniques, hash_move, Refutations::new());
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
        techniques: &Techniques,
        histories: &Histories,
        earlier: &[Option<PieceTo>],
    ) -> Option<(Move, i32)> {
        loop {
            let stage = *self.stages.get(self.stage)?;
            if !self.is_stage_ready {
                self.is_stage_ready = true;
                self.prepare(stage, board, techniques, histories, earlier);
            }
            let is_quiet_stage = matches!(stage, Stage::Refutations | Stage::Quiets);
            let is_skipped = is_quiet_stage && self.skip_quiets && self.sets_bad_captures_aside();
            if is_skipped || self.next >= self.end {
                self.stage += 1;
                self.is_stage_ready = false;
                continue;
            }
            let Scored { mv, score } = self.take_best(stage);
            if stage == Stage::GoodCaptures && self.is_bad_capture(board, techniques, mv, score) {
                self.list[self.bad_end] = Scored { mv, score };
                self.bad_end += 1;
                continue;
            }
            return Some((mv, if stage == Stage::Quiets { score } else { 0 }));
        }
    }

    /// Whether captures that lose material come last, after the quiet moves.
    fn sets_bad_captures_aside(&self) -> bool {
        self.stages.last() == Some(&Stage::BadCaptures)
    }

    fn is_bad_capture(&self, board: &Board, techniques: &Techniques, mv: Move, score: i32) -> bool {
        match techniques.captures {
            CaptureValue::StaticU => score < 0,
            // Quiescence and ProbCut make this test themselves, with their own thresholds.
            CaptureValue::Exchange => !self.captures_only && !board.see_at_least(mv, 0),
        }
    }

    fn prepare(
        &mut self,
        stage: Stage,
        board: &Board,
        techniques: &Techniques,
        histories: &Histories,
        earlier: &[Option<PieceTo>],
    ) {
        self.list.truncate(self.bad_end);
        self.next = self.bad_end;
        match stage {
            Stage::Hash => {
                self.list
                    .extend(self.hash_move.map(|mv| Scored { mv, score: 0 }));
            }
            Stage::GoodCaptures => {
                let mut moves = MoveList::new();
                board.generate_captures(&mut moves);
                for &mv in moves.iter().filter(|&&mv| Some(mv) != self.hash_move) {
                    let score = match techniques.captures {
                        CaptureValue::StaticU => static_capture_value(board, mv),
                        CaptureValue::Exchange => {
                            victim_value(board, mv) * 16 + histories.capture_score(board, mv) / 4
                        }
                    };
                    self.list.push(Scored { mv, score });
                }
            }
            Stage::Refutations if self.captures_only => {}
            Stage::Refutations => self.prepare_refutations(board),
            Stage::Quiets if self.captures_only || self.skip_quiets => {}
            Stage::Quiets => {
                let score = |mv| histories.quiet_score(techniques.history, board, mv, earlier);
                let mut moves = MoveList::new();
                board.generate_quiets(&mut moves);
                for &mv in &moves {
                    if Some(mv) != self.hash_move && !self.refutations.contains(&mv) {
                        self.list.push(Scored {
                            mv,
                            score: score(mv),
                        });
                    }
                }
                if !self.sets_bad_captures_aside() {
                    self.list[..self.bad_end]
                        .iter_mut()
                        .for_each(|bad| bad.score = score(bad.mv));
                    self.next = 0;
                }
            }
            Stage::BadCaptures => self.next = 0,
            Stage::Everything => {
                let mut moves = MoveList::new();
                board.generate_in_piece_order(&mut moves);
                self.list
                    .extend(moves.into_iter().map(|mv| Scored { mv, score: 0 }));
            }
        }
        self.end = self.list.len();
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
                self.list.push(Scored { mv, score });
            }
        }
    }

    /// Takes the best of what is still to come; in list order where there are no scores.
    fn take_best(&mut self, stage: Stage) -> Scored {
        let rest = &mut self.list[self.next..self.end];
        if !matches!(stage, Stage::Everything | Stage::BadCaptures) {
            let mut best = 0;
            for candidate in 1..rest.len() {
                if rest[candidate].score > rest[best].score {
                    best = candidate;
                }
            }
            rest.swap(0, best);
        }
        self.next += 1;
        rest[0]
    }
}

fn victim_value(board: &Board, mv: Move) -> Score {
    board
        .captured_by(mv)
        .kind()
        .map_or(0, |kind| EXCHANGE[kind.index()])
}

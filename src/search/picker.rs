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
pub(super) struct Picker {
    stages: &'static [Stage],
    stage: usize,
    is_stage_ready: bool,
    hash_move: Option<Move>,
    refutations: Refutations,
    queue: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad_captures: ArrayVec<Scored, MAX_MOVES>,
    skip_quiets: bool,
    captures_only: bool,
}

impl Picker {
    /// All pseudo-legal moves. The hash move may come from anywhere; it is checked.
    pub(super) fn new(
        board: &Board,
        techniques: &Techniques,
        hash_move: Option<Move>,
        mut refutations: Refutations,
    ) -> Self {
        let hash_move = hash_move.filter(|&mv| board.is_pseudo_legal(mv));
        let mut seen = Refutations::new();
        refutations.retain(|mv| {
            let wanted = Some(*mv) != hash_move
                && !seen.contains(mv)
                && !board.is_capture(*mv)
                && board.is_pseudo_legal(*mv);
            if wanted {
                seen.push(*mv);
            }
            wanted
        });
        Self {
            stages: stages(techniques.order),
            stage: 0,
            is_stage_ready: false,
            hash_move,
            refutations,
            queue: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            skip_quiets: false,
            captures_only: false,
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
                self.queue.clear();
                self.next = 0;
                self.prepare(stage, board, techniques, histories, earlier);
            }
            let is_quiet_stage = matches!(stage, Stage::Refutations | Stage::Quiets);
            let is_skipped = is_quiet_stage
                && (self.captures_only
                    || (self.skip_quiets && techniques.order == MoveOrder::Tournament));
            match self.take_best(stage) {
                Some(Scored { mv, score }) if !is_skipped => {
                    return Some((mv, if stage == Stage::Quiets { score } else { 0 }));
                }
                _ => {
                    self.stage += 1;
                    self.is_stage_ready = false;
                }
            }
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
        match stage {
            Stage::Hash => {
                self.queue
                    .extend(self.hash_move.map(|mv| Scored { mv, score: 0 }));
            }
            Stage::GoodCaptures => self.prepare_captures(board, techniques, histories),
            Stage::Refutations => {
                let refutations = self.refutations.iter().enumerate();
                self.queue.extend(refutations.map(|(i, &mv)| Scored {
                    mv,
                    score: -(i as i32),
                }));
            }
            Stage::Quiets => {
                if self.captures_only || self.skip_quiets {
                    return;
                }
                let mut moves = MoveList::new();
                board.generate_quiets(&mut moves);
                if techniques.order != MoveOrder::Tournament {
                    moves.extend(self.bad_captures.drain(..).map(|bad| bad.mv));
                }
                for mv in moves {
                    if Some(mv) != self.hash_move && !self.refutations.contains(&mv) {
                        let score = histories.quiet_score(techniques.history, board, mv, earlier);
                        self.queue.push(Scored { mv, score });
                    }
                }
            }
            Stage::BadCaptures => self.queue = std::mem::take(&mut self.bad_captures),
            Stage::Everything => {
                let mut moves = MoveList::new();
                board.generate_in_piece_order(&mut moves);
                self.queue
                    .extend(moves.into_iter().map(|mv| Scored { mv, score: 0 }));
            }
        }
    }

    fn prepare_captures(&mut self, board: &Board, techniques: &Techniques, histories: &Histories) {
        let mut moves = MoveList::new();
        board.generate_captures(&mut moves);
        for mv in moves.into_iter().filter(|&mv| Some(mv) != self.hash_move) {
            let (score, is_good) = match techniques.captures {
                CaptureValue::StaticU => {
                    let value = static_capture_value(board, mv);
                    (value, value >= 0)
                }
                CaptureValue::Exchange => {
                    let score =
                        victim_value(board, mv) * 16 + histories.capture_score(board, mv) / 4;
                    // Whether it loses material is found out when its turn comes.
                    (score, true)
                }
            };
            let list = if is_good {
                &mut self.queue
            } else {
                &mut self.bad_captures
            };
            list.push(Scored { mv, score });
        }
        if techniques.captures == CaptureValue::Exchange && !self.captures_only {
            let bad = &mut self.bad_captures;
            self.queue.retain(|capture| {
                let is_good = board.see_at_least(capture.mv, 0);
                if !is_good {
                    bad.push(*capture);
                }
                is_good
            });
        }
    }

    /// Takes the best of the rest of the queue; in generation order where there are no scores.
    fn take_best(&mut self, stage: Stage) -> Option<Scored> {
        let rest = self.queue.get_mut(self.next..)?;
        if stage != Stage::Everything {
            let (best, _) = rest
                .iter()
                .enumerate()
                .rev()
                .max_by_key(|(_, candidate)| candidate.score)?;
            rest.swap(0, best);
        }
        let best = *rest.first()?;
        self.next += 1;
        Some(best)
    }
}

fn victim_value(board: &Board, mv: Move) -> Score {
    board
        .captured_by(mv)
        .kind()
        .map_or(0, |kind| EXCHANGE[kind.index()])
}

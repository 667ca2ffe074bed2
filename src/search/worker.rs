//! One search thread: its board, its stack of plies, its counters, and the small steps of a search.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::egtb::{Tables, Value};
use crate::nnue::{Accumulator, Network};
use crate::rules::{self, Rule, Rules, Verdict};
use crate::types::score::{self, BAN, INFINITE, MAX_PLY, known_win_in};
use crate::types::{Depth, Kind, Move, Score, Side};
use crate::zobrist::Key;

use super::config::Config;
use super::formulas::Reductions;
use super::history::{Context, Histories, PieceTo};
use super::info::{InternalDeepenings, Line};
use super::limits::{Control, Limits};
use super::params::Params;
use super::params::fixed::{
    CLOCK_INTERVAL, CONTINUATION_PLIES, LIMIT_KEY_SPAN, LIMIT_KEY_STEP, WORK_BETWEEN_SLEEPS,
};
use super::path::{Frame, RootMove};
use super::picker::Refutations;
use super::techniques::{Evaluation, Killers, Techniques};
use super::time::TimeManager;
use super::tt::{Entry, Table, TableRef};

/// Entries before the root's, so that "four plies ago" always exists.
const PAST: usize = CONTINUATION_PLIES[CONTINUATION_PLIES.len() - 1];

/// A line of play.
pub(super) type Pv = ArrayVec<Move, MAX_PLY>;

/// The last finished depth of a thread and its lines.
pub(super) type Found = (Depth, Vec<Line>);

/// What all threads of a search share.
pub(super) struct Shared<'a, C> {
    pub(super) table: &'a Table,
    pub(super) entries: TableRef<'a>,
    pub(super) control: &'a Control,
    pub(super) limits: &'a Limits,
    pub(super) config: &'a C,
    pub(super) rules: Rules,
    pub(super) network: &'a Arc<Network>,
    /// The endgame tables, if they are used.
    pub(super) endgames: Option<&'a Tables>,
    /// How often they knew a position.
    pub(super) endgame_hits: &'a AtomicU64,
    /// Nodes of each thread, published now and then.
    pub(super) counters: &'a [AtomicU64],
    /// What each helper has found, as of its last finished iteration.
    pub(super) found: &'a [Mutex<Found>],
    pub(super) reductions: &'a Reductions,
    /// Hears of the main thread's root moves.
    pub(super) root_watcher: Option<&'a (dyn Fn(Move, usize) + Send + Sync)>,
}

/// One search thread.
pub(super) struct Worker<'a, C> {
    pub(super) shared: Shared<'a, C>,
    pub(super) number: usize,
    pub(super) board: Board,
    accumulator: Accumulator,
    pub(super) histories: &'a mut Histories,
    pub(super) time: TimeManager,
    slept_at: Instant,
    frames: Box<[Frame; PAST + MAX_PLY + 2]>,
    pub(super) pvs: Box<[Pv]>,
    pub(super) root_moves: Vec<RootMove>,
    /// Root moves before this index belong to better lines already found.
    pub(super) pv_index: usize,
    pub(super) root_depth: Depth,
    /// Some legal moves are left out at the root.
    pub(super) is_root_restricted: bool,
    /// The first move of the best line that was reported last with its exact score.
    pub(super) last_reported: Option<Move>,
    pub(super) nodes: u64,
    pub(super) quiescence_nodes: u64,
    pub(super) deepenings: InternalDeepenings,
    /// How often each move has cut at each ply, where killers are chosen by that.
    cutoffs: HashMap<(usize, Move), u32>,
    /// Nodes looked at, whether or not a move was made to get there.
    visits: u64,
    pub(super) seldepth: usize,
    pub(super) is_aborted: bool,
    /// Below this ply no null move is tried (while one is being verified).
    pub(super) null_move_from_ply: usize,
}

impl<C> Clone for Shared<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Shared<'_, C> {}

impl<'a, C: Config> Worker<'a, C> {
    pub(super) fn new(
        shared: Shared<'a, C>,
        number: usize,
        board: &Board,
        histories: &'a mut Histories,
        time: TimeManager,
        root_moves: &[Move],
    ) -> Self {
        let mut board = board.clone();
        board.reserve(MAX_PLY + 2);
        let is_root_restricted = root_moves.len() < board.legal_moves().len();
        let root_moves = root_moves
            .iter()
            .map(|&mv| RootMove {
                mv,
                score: -INFINITE,
                previous_score: -INFINITE,
                nodes: 0,
                pv: vec![mv],
            })
            .collect();
        Self {
            shared,
            number,
            accumulator: Accumulator::new(Arc::clone(shared.network), &board, MAX_PLY + 1),
            board,
            histories,
            time,
            slept_at: Instant::now(),
            frames: Box::new([Frame::default(); PAST + MAX_PLY + 2]),
            pvs: vec![Pv::new(); MAX_PLY + 2].into_boxed_slice(),
            root_moves,
            pv_index: 0,
            root_depth: 0,
            is_root_restricted,
            last_reported: None,
            nodes: 0,
            quiescence_nodes: 0,
            deepenings: InternalDeepenings::default(),
            cutoffs: HashMap::new(),
            visits: 0,
            seldepth: 0,
            is_aborted: false,
            null_move_from_ply: 0,
        }
    }

    #[inline]
    pub(super) fn techniques(&self) -> &'a Techniques {
        self.shared.config.techniques()
    }

    #[inline]
    pub(super) fn params(&self) -> &'a Params {
        self.shared.config.params()
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[PAST + ply]
    }

    /// The frame `back` plies before `ply`, which may lie before the root.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[PAST + ply - back]
    }

    /// Where a node stands, as the histories want it.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        Context {
            ply,
            earlier: CONTINUATION_PLIES.map(|back| self.frame_before(ply, back).moved),
        }
    }

    /// Whether the search has to end; looks at the clock now and then.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        // The first iteration takes no time worth saving and is what a move can rest on.
        if self.root_depth <= 1 {
            return false;
        }
        if self.is_aborted || self.shared.control.is_stopped() {
            self.is_aborted = true;
        } else if self.number == 0 {
            if let Some(limit) = self.shared.limits.nodes
                && self.nodes + self.other_nodes() >= limit
            {
                self.is_aborted = true;
            }
            self.visits += 1;
            if self.visits.is_multiple_of(CLOCK_INTERVAL) {
                self.check_clock();
            }
            if self.is_aborted {
                self.shared.control.stop();
            }
        }
        self.is_aborted
    }

    fn check_clock(&mut self) {
        self.time.note_look();
        if !self.shared.control.is_pondering() {
            self.time.start_running(self.params());
            self.is_aborted |= self.time.is_hard_bound_reached();
        }
    }

    /// Leaves the processor to others for the part of the time that the limits say.
    fn sleep(&mut self) {
        let percent = self.shared.limits.idle_percent.min(99);
        if percent == 0 {
            return;
        }
        // What is longer was not all work: the system had taken the processor away.
        let worked = self.slept_at.elapsed().min(2 * WORK_BETWEEN_SLEEPS);
        if worked >= WORK_BETWEEN_SLEEPS {
            let rest = worked * percent / (100 - percent);
            let left = |end: Instant| end.saturating_duration_since(Instant::now());
            let left = self.time.deadline().map_or(rest, left);
            self.shared.control.rest(rest.min(left));
            self.slept_at = Instant::now();
            self.time.note_rest();
        }
    }

    /// Lets the other threads know how many nodes this one has searched.
    pub(super) fn publish_nodes(&self) {
        self.shared.counters[self.number].store(self.nodes, Relaxed);
    }

    /// Leaves what this helper has found where the main thread looks for it.
    pub(super) fn publish_lines(&self, depth: Depth) {
        let mut found = self.shared.found[self.number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *found = (depth, self.lines());
    }

    /// Nodes of the other threads, as far as published.
    pub(super) fn other_nodes(&self) -> u64 {
        let others = self
            .shared
            .counters
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != self.number);
        others.map(|(_, counter)| counter.load(Relaxed)).sum()
    }

    /// Plays a legal move and enters it into the ply's frame.
    pub(super) fn make(&mut self, mv: Move, ply: usize, gives_check: bool) {
        let moved = PieceTo::of(&self.board, mv);
        let captured_on = self.board.is_capture(mv).then_some(mv.to());
        let frame = self.frame(ply);
        frame.moved = moved;
        frame.captured_on = captured_on;
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.publish_nodes();
            self.sleep();
        }
        self.board.make_move_knowing_check(mv, gives_check);
    }

    /// Has the table's entry for the position after a move fetched from memory while other things are done. The
    /// earlier, the better: that takes longer than to make the move, and is cheap if the move is not made.
    #[inline]
    pub(super) fn prefetch_after(&self, mv: Move) {
        if self.techniques().table {
            let config = self.shared.config;
            let key = self.board.key_after(mv);
            self.shared.entries.prefetch(config, key);
        }
    }

    /// The key to look the position up by.
    #[inline]
    pub(super) fn table_key(&self) -> Key {
        table_key(&self.board, self.techniques(), self.shared.rules)
    }

    /// What the table knows about a position, if there is a table.
    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        self.techniques()
            .table
            .then(|| self.shared.entries.probe(self.shared.config, key))
            .flatten()
    }

    /// Enters what was found out into the table, if there is one.
    #[inline]
    pub(super) fn store(&self, key: Key, entry: Entry) {
        if self.techniques().table {
            self.shared.entries.store(self.shared.config, key, entry);
        }
    }

    /// The score of a position in which the rules end the game, mate and stalemate apart.
    #[inline]
    pub(super) fn rule_score(&self, ply: usize) -> Option<Score> {
        if !self.techniques().game_rules {
            return None;
        }
        let rules = self.shared.rules;
        if self.board.may_repeat()
            && let Some(verdict) = rules::repetition_in_search(&self.board, rules.rule, ply)
        {
            return Some(match verdict {
                Verdict::Win => BAN - ply as Score,
                Verdict::Loss => ply as Score - BAN,
                Verdict::Draw => self.draw_score(ply),
            });
        }
        let is_over =
            rules.is_limit_reached(&self.board) || rules::is_dead_material(self.board.placement());
        // A mate or stalemate on the limit's last ply still wins.
        (is_over && self.board.has_legal_move()).then(|| self.draw_score(ply))
    }

    /// What the endgame tables say of the position, if the natural limit leaves time for it.
    #[inline]
    fn endgame_value(&self) -> Option<Value> {
        let tables = self.shared.endgames?;
        if self.board.placement().crossing_men() > tables.most_attackers() {
            return None;
        }
        let value = tables.probe(self.board.placement(), self.board.side_to_move())?;
        let is_in_time = value
            .most_plies()
            .is_none_or(|plies| self.has_time_for(plies));
        is_in_time.then_some(value)
    }

    /// The score by the endgame tables: a draw, or a win or loss in a band of its own. Wins without a distance
    /// are bounds: they cut where that is enough and are searched on otherwise, for the way to the mate. What
    /// the natural limit may cut short is left to the search.
    #[inline]
    pub(super) fn endgame_score(&self, ply: usize, alpha: Score, beta: Score) -> Option<Score> {
        let score = match self.endgame_value()? {
            Value::Draw if self.shared.rules.rule != Rule::ChineseRule => self.draw_score(ply),
            Value::Win(plies) => known_win_in(ply + usize::from(plies)),
            Value::Loss(plies) => -known_win_in(ply + usize::from(plies)),
            Value::WinWithin(_) if beta <= score::WON => score::WON,
            Value::LossWithin(_) if alpha >= -score::WON => -score::WON,
            _ => return None,
        };
        self.shared.endgame_hits.fetch_add(1, Relaxed);
        Some(score)
    }

    /// Whether a mate in so many plies comes before the natural limit, captures or not.
    fn has_time_for(&self, plies: u8) -> bool {
        let limit = self.shared.rules.limit_plies;
        limit == 0 || self.board.natural_limit().plies() + u16::from(plies) <= limit
    }

    /// What a draw is worth to the side to move at this ply.
    fn draw_score(&self, ply: usize) -> Score {
        let draw = self.shared.limits.draw_score;
        if ply.is_multiple_of(2) { draw } else { -draw }
    }

    /// The static evaluation from the table, or computed.
    #[inline]
    pub(super) fn static_eval(&mut self, entry: Option<Entry>) -> Score {
        let stored = entry.and_then(|entry| entry.eval);
        stored.unwrap_or_else(|| self.raw_eval())
    }

    /// The static evaluation as it is stored.
    #[inline]
    pub(super) fn raw_eval(&mut self) -> Score {
        match self.techniques().evaluation {
            Evaluation::Network => self.accumulator.evaluate(&self.board),
            other => other.of(&self.board),
        }
    }

    /// The static evaluation as the search uses it.
    pub(super) fn corrected_eval(&self, raw: Score, ply: usize) -> Score {
        let mut eval = raw;
        if self.techniques().correction {
            let context = self.context(ply);
            eval += self
                .histories
                .correction(self.shared.config, &self.board, &context);
        }
        let limit = self.shared.rules.limit_plies;
        if self.techniques().game_rules && limit != 0 {
            // The nearer the natural limit, the less a lead is worth.
            let plies = self.board.natural_limit().plies().min(limit);
            let divisor = self.params().limit_damping_divisor;
            eval -= eval * Score::from(plies) / (divisor * Score::from(limit));
        }
        let eval = eval.clamp(-score::MAX_EVAL, score::MAX_EVAL);
        match self.endgame_value() {
            Some(Value::WinWithin(_)) => score::within_won(eval),
            Some(Value::LossWithin(_)) => -score::within_won(-eval),
            _ => eval,
        }
    }

    /// Rooks, horses and cannons of a side.
    pub(super) fn strong_pieces(&self, side: Side) -> usize {
        [Kind::Rook, Kind::Horse, Kind::Cannon]
            .into_iter()
            .map(|kind| self.board.placement().count(side, kind))
            .sum()
    }

    /// Killers of the ply and the answer to the opponent's last move.
    pub(super) fn refutations(&self, ply: usize) -> Refutations {
        let techniques = self.techniques();
        let frame = self.frame_before(ply, 0);
        let mut moves = Refutations::new();
        if techniques.killers != Killers::Off {
            moves.extend(frame.killers.into_iter().flatten());
        }
        if techniques.counter_moves {
            moves.extend(self.histories.counter_move(self.frame_before(ply, 1).moved));
        }
        moves
    }

    /// Enters a quiet move that cut among the killers of its ply.
    pub(super) fn remember_killer(&mut self, mv: Move, ply: usize) {
        if self.techniques().killers != Killers::MostCutoffs {
            let killers = &mut self.frame(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            return;
        }
        *self.cutoffs.entry((ply, mv)).or_default() += 1;
        let [first, second] = self.frame(ply).killers;
        let others = [first, second]
            .into_iter()
            .flatten()
            .filter(|&old| old != mv);
        let mut ranked: ArrayVec<Move, 3> = std::iter::once(mv).chain(others).collect();
        ranked.sort_by_key(|&mv| Reverse(self.cutoffs.get(&(ply, mv)).copied()));
        self.frame(ply).killers = [ranked.first().copied(), ranked.get(1).copied()];
    }

    /// Hands the path's account of extensions on to this node and the next.
    pub(super) fn inherit_extensions(&mut self, ply: usize) {
        let doubles = self.frame_before(ply, 1).double_extensions;
        let saved_parts = self.frame_before(ply, 0).saved_parts;
        self.frame(ply).double_extensions = doubles;
        self.frame(ply + 1).saved_parts = saved_parts;
    }

    /// Puts `mv` in front of the line found behind it.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        if let (Some(line), Some(tail)) = (upper.last_mut(), lower.first()) {
            line.clear();
            line.push(mv);
            line.extend(tail.iter().copied().take(MAX_PLY - 1));
        }
    }
}

/// The key that a position has in the table. Near the natural limit the same placement is worth less and
/// less, so the count takes part.
#[inline]
pub(super) fn table_key(board: &Board, techniques: &Techniques, rules: Rules) -> Key {
    let key = board.key();
    let limit = rules.limit_plies;
    let from = limit.saturating_sub(LIMIT_KEY_SPAN);
    let plies = board.natural_limit().plies();
    if !techniques.game_rules || limit == 0 || plies < from {
        return key;
    }
    let step = u64::from((plies - from) / LIMIT_KEY_STEP + 1);
    Key {
        check: key.check ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        ..key
    }
}

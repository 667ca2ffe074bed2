//! A bounded number of engines for any number of games.
//!
//! Every worker is a thread with an engine of its own and takes orders from one queue. Whoever placed
//! an order listens on a channel; when he goes away, the search ends within the engine's pulse and the
//! worker is free again. An analysis makes room when others wait.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::mpsc;

use crate::notation::{to_chinese, to_wxf};
use crate::play::opponent::{Answer, Bound, Opponent, SearchInfo};
use crate::play::words::Language;
use crate::types::{Depth, Move, Score, Side, score};

use super::api::Order;

/// Orders that may wait.
const MAX_WAITING: usize = 64;
/// News that may wait for a slow listener; older lines are worth nothing and are dropped.
const MAX_NEWS: usize = 64;
/// How long an analysis may go on while others wait.
const TURN: Duration = Duration::from_secs(1);
/// Moves of a line that are told.
const LINE_LENGTH: usize = 16;

/// What a worker tells about its order.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Message {
    /// A finished line.
    Line(LineView),
    /// The move to play.
    Move(MoveView),
    /// The end without a move.
    End {
        /// Others wait: ask again.
        busy: bool,
    },
}

/// A line of a search. Scores in words and chances are red's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineView {
    number: usize,
    depth: Depth,
    seldepth: usize,
    nodes: u64,
    nps: u64,
    ms: u64,
    /// From the side to move's view, as the draw policy and PGN want it.
    score: Score,
    bound: &'static str,
    text: String,
    chances: [i32; 3],
    #[serde(flatten)]
    line: LineText,
}

/// The answer to an order for a move.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MoveView {
    #[serde(rename = "move")]
    mv: String,
    score: Score,
    depth: Depth,
    ms: u64,
    text: String,
    chances: [i32; 3],
    #[serde(flatten)]
    line: LineText,
}

/// Moves in all notations.
#[derive(Clone, Debug, Serialize)]
struct LineText {
    iccs: Vec<String>,
    wxf: Vec<String>,
    zh: Vec<String>,
}

impl LineText {
    fn new(order: &Order, moves: &[Move]) -> Self {
        let mut board = order.board.clone();
        let mut text = Self {
            iccs: Vec::new(),
            wxf: Vec::new(),
            zh: Vec::new(),
        };
        for &mv in moves.iter().take(LINE_LENGTH) {
            if !board.is_legal_move(mv) {
                break;
            }
            text.iccs.push(mv.to_string());
            text.wxf.push(to_wxf(&board, mv));
            text.zh.push(to_chinese(&board, mv));
            board.make_move(mv);
        }
        text
    }
}

/// A score as red sees it.
fn for_red(order: &Order, score: Score) -> Score {
    match order.board.side_to_move() {
        Side::Red => score,
        Side::Black => -score,
    }
}

impl LineView {
    fn new(order: &Order, info: &SearchInfo, language: Language) -> Self {
        let red = for_red(order, info.score);
        Self {
            number: info.multi_pv,
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: info.nps(),
            ms: info.time.as_millis() as u64,
            score: info.score,
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            text: language.score(red),
            chances: score::chances(red),
            line: LineText::new(order, &info.pv),
        }
    }
}

impl MoveView {
    fn new(order: &Order, answer: &Answer, language: Language) -> Self {
        let red = for_red(order, answer.score);
        Self {
            mv: answer.best.to_string(),
            score: answer.score,
            depth: answer.depth,
            ms: answer.time.as_millis() as u64,
            text: language.score(red),
            chances: score::chances(red),
            line: LineText::new(order, &answer.line),
        }
    }
}

/// An order and who listens.
struct Job {
    order: Order,
    language: Language,
    tell: mpsc::Sender<Message>,
}

/// No room for another order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Busy;

#[derive(Default)]
struct Queue {
    jobs: Mutex<VecDeque<Job>>,
    arrived: Condvar,
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Job>> {
        // The queue is never left half changed.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// The next order that somebody still waits for.
    fn next(&self) -> Job {
        let mut jobs = self.lock();
        loop {
            match jobs.pop_front() {
                Some(job) if job.tell.is_closed() => {}
                Some(job) => return job,
                None => {
                    jobs = self
                        .arrived
                        .wait(jobs)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

/// The workers' common entrance.
#[derive(Clone)]
pub(super) struct Pool {
    queue: Arc<Queue>,
}

impl Pool {
    /// Starts so many engines with tables of so many megabytes.
    pub(super) fn new(engines: usize, megabytes: usize) -> Self {
        let queue = Arc::new(Queue::default());
        for _ in 0..engines.max(1) {
            let queue = Arc::clone(&queue);
            thread::spawn(move || {
                let mut opponent = Opponent::new(megabytes, 1);
                loop {
                    work(&mut opponent, &queue.next(), &queue);
                }
            });
        }
        Self { queue }
    }

    /// Places an order; the news come on the channel. Dropping it takes the order back.
    pub(super) fn place(
        &self,
        order: Order,
        language: Language,
    ) -> Result<mpsc::Receiver<Message>, Busy> {
        let (tell, news) = mpsc::channel(MAX_NEWS);
        let mut jobs = self.queue.lock();
        jobs.retain(|job| !job.tell.is_closed());
        if jobs.len() >= MAX_WAITING {
            return Err(Busy);
        }
        jobs.push_back(Job {
            order,
            language,
            tell,
        });
        drop(jobs);
        self.queue.arrived.notify_one();
        Ok(news)
    }
}

/// Carries out one order.
fn work(opponent: &mut Opponent, job: &Job, queue: &Queue) {
    let Job {
        order,
        language,
        tell,
    } = job;
    let started = Instant::now();
    let mut made_room = false;
    let answer = opponent.think(&order.board, order.rules, &order.task, |info| {
        if let Some(info) = info {
            // A listener who is behind misses this line and gets a later one.
            let _ = tell.try_send(Message::Line(LineView::new(order, info, *language)));
        }
        let elapsed = started.elapsed();
        made_room = order.task.is_analysis && elapsed >= TURN && !queue.is_empty();
        !tell.is_closed() && !made_room && elapsed < order.limit
    });
    let last = match answer {
        Some(answer) if !order.task.is_analysis => {
            Message::Move(MoveView::new(order, &answer, *language))
        }
        _ => Message::End { busy: made_room },
    };
    // Nobody may be listening any more.
    let _ = tell.blocking_send(last);
}

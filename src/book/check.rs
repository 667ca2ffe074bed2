//! Which moves lose, by search.
//!
//! Every position of a draft and every position after one of its moves is searched with the same
//! number of nodes, one thread and an empty table each, so that the scores do not depend on order or
//! on the number of threads. A move's score is that of the position after it. A move is dropped if it
//! is so much worse than the best known one, or leaves its side so far behind.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::build::{Draft, Place};
use super::fold::Folded;
use crate::board::Board;
use crate::notation::epd;
use crate::search::{Bound, Control, Limits, Reporter, SearchInfo, Searcher};
use crate::types::{Move, ParseMoveError, Score};

/// What a move must stand up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// Nodes of a search.
    pub nodes: u64,
    /// How much worse than the best a move may be.
    pub max_loss: Score,
    /// How far behind a move may leave its side.
    pub max_deficit: Score,
}

/// A move that does not stand up to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The position.
    pub fen: String,
    /// The move.
    pub mv: Move,
    /// Its score, from the mover's view.
    pub score: Score,
    /// The score of the best move.
    pub best: Score,
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            fen,
            mv,
            score,
            best,
        } = self;
        write!(f, "{fen} ;am {mv} ;score {score} ;best {best}")
    }
}

impl Standard {
    /// Searches everything, notes the scores in the draft and drops what loses. `step` is called
    /// for every position done.
    pub fn apply(
        self,
        draft: &mut Draft,
        threads: usize,
        step: &(dyn Fn() + Sync),
    ) -> Vec<Dropped> {
        let scores = self.search_all(&positions(draft), threads, step);
        let mut dropped = Vec::new();
        let mut unwanted = HashSet::new();
        for (&key, position) in &mut draft.0 {
            let Ok(board) = Board::from_fen(&position.fen) else {
                continue;
            };
            let folded = Folded::of(&board);
            for (&mv, known) in &mut position.moves {
                let after = key_after(&board, folded.unfold(mv));
                known.score = scores.get(&after).map(|score| -score);
            }
            let of_moves = position.moves.values().filter_map(|known| known.score);
            let best = of_moves.chain(scores.get(&key).copied()).max();
            for (&mv, known) in &position.moves {
                let (Some(best), Some(score)) = (best, known.score) else {
                    continue;
                };
                if best - score > self.max_loss || score < -self.max_deficit {
                    unwanted.insert((key, mv));
                    dropped.push(Dropped {
                        fen: position.fen.clone(),
                        mv: folded.unfold(mv),
                        score,
                        best,
                    });
                }
            }
        }
        draft.leave_out(&unwanted);
        dropped
    }

    /// The scores of positions, from the side to move's view.
    fn search_all(
        self,
        positions: &BTreeMap<u64, String>,
        threads: usize,
        step: &(dyn Fn() + Sync),
    ) -> BTreeMap<u64, Score> {
        let positions: Vec<(&u64, &String)> = positions.iter().collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut searcher = Searcher::new(1, 1);
            let mut scores = Vec::new();
            while let Some(&(key, fen)) = positions.get(next.fetch_add(1, Relaxed)) {
                if let Ok(board) = Board::from_fen(fen) {
                    scores.push((*key, score(&mut searcher, &board, self.nodes)));
                }
                step();
            }
            scores
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().filter_map(|worker| worker.join().ok());
            done.flatten().collect()
        })
    }
}

/// How many positions a check of the draft searches.
pub fn count(draft: &Draft) -> usize {
    positions(draft).len()
}

/// Searches one position afresh: the score of the last finished iteration. What an iteration says that the limit
/// cut short may be a bound only.
pub fn score(searcher: &mut Searcher, board: &Board, nodes: u64) -> Score {
    searcher.new_game();
    let mut last = LastExact(crate::types::score::mated_in(0));
    searcher.search(board, &Limits::nodes(nodes), &Control::default(), &mut last);
    last.0
}

/// Remembers the score that was reported last and is no bound.
struct LastExact(Score);

impl Reporter for LastExact {
    fn report(&mut self, info: SearchInfo) {
        if info.bound == Bound::Exact {
            self.0 = info.score;
        }
    }
}

/// Every position of a draft and after its moves, as FEN.
fn positions(draft: &Draft) -> BTreeMap<u64, String> {
    let mut found = BTreeMap::new();
    for (&key, position) in &draft.0 {
        let Ok(mut board) = Board::from_fen(&position.fen) else {
            continue;
        };
        let folded = Folded::of(&board);
        found.entry(key).or_insert_with(|| position.fen.clone());
        for &mv in position.moves.keys() {
            board.make_move(folded.unfold(mv));
            let after = Folded::of(&board).key;
            let fen = || board.without_history().fen();
            found.entry(after).or_insert_with(fen);
            board.unmake_move();
        }
    }
    found
}

fn key_after(board: &Board, mv: Move) -> u64 {
    let mut board = board.clone();
    board.make_move(mv);
    Folded::of(&board).key
}

/// Why a list of dropped moves cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// A position is wrong.
    #[error(transparent)]
    Epd(#[from] epd::EpdError),
    /// A move is wrong.
    #[error("line {line}: {error}")]
    Move {
        /// Which line.
        line: usize,
        /// What is wrong.
        error: ParseMoveError,
    },
    /// There is no move.
    #[error("line {0} has no move to avoid (expected one like ';am h2e2')")]
    Missing(usize),
}

/// Reads a list of dropped moves, as [`Dropped`] writes it: EPD with the move to avoid as `;am`.
pub fn read_dropped(text: &str) -> Result<HashSet<Place>, ListError> {
    let records = epd::parse(text)?;
    let places = records.iter().map(|record| {
        let line = record.line;
        let mv = record.get("am").ok_or(ListError::Missing(line))?;
        let mv: Move = mv
            .parse()
            .map_err(|error| ListError::Move { line, error })?;
        let folded = Folded::of(&record.board);
        Ok((folded.key, folded.fold(mv)))
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::build::Recipe;
    use crate::book::games::{Table, read};

    /// The second game gives a cannon for a horse at once.
    const GAMES: &str = "1-0 h2e2 h9g7 h0g2\n1-0 h2h9 i9h9\n1-0 h2e2 h9g7 b0c2\n";

    fn draft() -> Draft {
        let games = read(GAMES.into(), &Table::default())
            .expect("readable")
            .games;
        let recipe = Recipe {
            min_games: 1,
            result_weights: [2, 1, 1],
            ..Recipe::default()
        };
        recipe.build(&games)
    }

    const STANDARD: Standard = Standard {
        nodes: 2000,
        max_loss: 30,
        max_deficit: 60,
    };

    #[test]
    fn a_move_that_loses_is_dropped_and_listed() {
        let mut checked = draft();
        let dropped = STANDARD.apply(&mut checked, 1, &|| {});
        let start = Board::start();
        let bad: Vec<String> = dropped.iter().map(|d| d.mv.to_string()).collect();
        assert!(bad.contains(&"h2h9".to_owned()), "{bad:?}");
        let kept = checked.to_book("").probe(&start);
        assert_eq!(kept.len(), 1);
        assert!(kept[0].score.is_some_and(|score| score > -60));
        let list: Vec<String> = dropped.iter().map(ToString::to_string).collect();
        let mut again = draft();
        again.leave_out(&read_dropped(&list.join("\n")).expect("readable"));
        for position in checked.0.values_mut() {
            for known in position.moves.values_mut() {
                known.score = None;
            }
        }
        assert_eq!(again, checked);
    }

    #[test]
    fn scores_do_not_depend_on_threads() {
        let (mut one, mut two) = (draft(), draft());
        let dropped = STANDARD.apply(&mut one, 1, &|| {});
        assert_eq!(STANDARD.apply(&mut two, 3, &|| {}), dropped);
        assert_eq!(one, two);
    }

    #[test]
    fn lists_that_make_no_sense_are_refused() {
        let fen = crate::board::START_FEN;
        let error = |text: String| read_dropped(&text).expect_err("refused").to_string();
        assert_eq!(
            error(fen.to_owned()),
            "line 1 has no move to avoid (expected one like ';am h2e2')"
        );
        assert!(error(format!("# x\n{fen} ;am x")).starts_with("line 2: 'x' is not a move"));
        assert!(error("x w".to_owned()).starts_with("line 1: the board"));
    }
}

//! What a search tells while it runs and what it leaves in the table.

use std::fs;

use hanxin::board::Board;
use hanxin::notation::epd;
use hanxin::search::{
    Bound, Control, Limits, Reporter, SearchInfo, SearchResult, Searcher, Silent,
};
use hanxin::types::{Depth, Move, Score};

/// Writes down every exact report: depth, place, score, first move.
#[derive(Default)]
struct Listener(Vec<(Depth, usize, Score, Option<Move>)>);

impl Reporter for Listener {
    fn report(&mut self, info: SearchInfo) {
        if info.bound == Bound::Exact {
            let first = info.pv.first().copied();
            self.0.push((info.depth, info.multi_pv, info.score, first));
        }
    }
}

fn listen(board: &Board, limits: &Limits) -> (Listener, SearchResult) {
    let mut listener = Listener::default();
    let mut searcher = Searcher::new(4, 1);
    let outcome = searcher.search(board, limits, &Control::default(), &mut listener);
    (listener, outcome)
}

fn openings() -> Vec<Board> {
    let text = fs::read_to_string("positions/openings200.epd").expect("the openings");
    let records = epd::parse(&text).expect("readable");
    records.into_iter().map(|record| record.board).collect()
}

#[test]
fn lines_are_told_the_best_first() {
    let limits = Limits {
        multi_pv: 4,
        ..Limits::depth(6)
    };
    for board in openings().iter().take(12) {
        let (Listener(told), outcome) = listen(board, &limits);
        for (iteration, lines) in told.chunks(4).enumerate() {
            let places: Vec<_> = lines.iter().map(|line| (line.0, line.1)).collect();
            let depth = iteration as Depth + 1;
            assert_eq!(places, [1, 2, 3, 4].map(|place| (depth, place)));
            assert!(lines.is_sorted_by(|a, b| a.2 >= b.2), "{lines:?}");
        }
        let last: Vec<_> = told.iter().rev().take(4).rev().map(|line| line.3).collect();
        let lines = outcome.lines.iter();
        assert_eq!(
            last,
            lines
                .map(|line| line.pv.first().copied())
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn the_move_that_is_played_was_told_last() {
    for board in openings().iter().take(20) {
        for nodes in (400..8000).step_by(950) {
            for multi_pv in [1, 3] {
                let limits = Limits {
                    multi_pv,
                    ..Limits::nodes(nodes)
                };
                let (Listener(told), outcome) = listen(board, &limits);
                let best = told.iter().rev().find(|line| line.1 == 1);
                let best = best.and_then(|line| line.3);
                assert_eq!(best, outcome.best_move(), "{} {nodes}", board.fen());
            }
        }
    }
}

#[test]
fn the_value_of_some_moves_is_not_stored_as_that_of_the_position() {
    let board = Board::start();
    let limits = Limits {
        search_moves: vec!["i0i2".parse().expect("a move")],
        ..Limits::depth(5)
    };
    let bound_after = |limits: &Limits| {
        let mut searcher = Searcher::new(4, 1);
        searcher.search(&board, limits, &Control::default(), &mut Silent);
        searcher.probe(&board).expect("an entry").bound
    };
    assert_eq!(bound_after(&limits), None);
    assert_eq!(bound_after(&Limits::depth(5)), Some(Bound::Exact));
}

#[test]
fn the_table_can_be_asked_near_the_natural_limit() {
    for plies in [0, 60, 100, 118] {
        let fen = format!("3akab2/9/4b4/9/9/2R6/9/4B4/4A4/2BAK2r1 w - - {plies} 60");
        let board = Board::from_fen(&fen).expect("a position");
        let mut searcher = Searcher::new(4, 1);
        let limits = Limits::depth(4);
        let outcome = searcher.search(&board, &limits, &Control::default(), &mut Silent);
        let known = searcher.probe(&board).and_then(|entry| entry.mv);
        assert_eq!(known, outcome.best_move(), "{fen}");
    }
}

//! A mate that is reported comes with its whole line.

use std::fs;

use hanxin::board::Board;
use hanxin::notation::epd;
use hanxin::search::{Bound, Control, Limits, Line, Reporter, SearchInfo, Searcher};
use hanxin::types::score::{MATE, is_mate};

/// Keeps every line with an exact mate score.
#[derive(Default)]
struct Mates(Vec<Line>);

impl Reporter for Mates {
    fn report(&mut self, info: SearchInfo) {
        if info.bound == Bound::Exact && is_mate(info.score) {
            let SearchInfo { score, pv, .. } = info;
            self.0.push(Line { score, pv });
        }
    }
}

/// Whether the line has as many moves as the score says plies, all legal, and ends in mate or stalemate.
fn is_played_out(board: &Board, line: &Line) -> bool {
    let mut board = board.clone();
    line.pv.len() == (MATE - line.score.abs()) as usize
        && line.pv.iter().all(|&mv| board.try_play(mv).is_ok())
        && !board.has_legal_move()
}

/// Searches positions and plays out every line of a mate; returns how many there were and those that fail.
fn attack(boards: &[Board], limits: &Limits, threads: usize) -> (usize, Vec<String>) {
    let (mut count, mut failures) = (0, Vec::new());
    let mut searcher = Searcher::new(8, threads);
    for board in boards {
        searcher.new_game();
        let mut mates = Mates::default();
        let outcome = searcher.search(board, limits, &Control::default(), &mut mates);
        let last = outcome.lines.into_iter();
        mates.0.extend(last.filter(|line| is_mate(line.score)));
        count += mates.0.len();
        let failed = mates.0.iter().filter(|line| !is_played_out(board, line));
        failures.extend(failed.map(|line| {
            let pv: Vec<_> = line.pv.iter().map(ToString::to_string).collect();
            let plies = (MATE - line.score.abs()) * line.score.signum();
            format!("{}: {plies} plies: {}", board.fen(), pv.join(" "))
        }));
    }
    (count, failures)
}

/// Every so many positions of the file, or all of them in long mode.
fn mates(step: usize) -> Vec<Board> {
    let text = fs::read_to_string("positions/mates.epd").expect("the mates");
    let records = epd::parse(&text).expect("readable");
    let is_long = std::env::var_os("HANXIN_LONG").is_some();
    let step = if is_long { 1 } else { step };
    let boards = records.into_iter().map(|record| record.board);
    boards.step_by(step).collect()
}

/// The positions after the first move of the solutions: those of the side that is mated.
fn on_the_way(step: usize) -> Vec<Board> {
    let text = fs::read_to_string("positions/mates.epd").expect("the mates");
    let records = epd::parse(&text).expect("readable");
    let is_long = std::env::var_os("HANXIN_LONG").is_some();
    let step = if is_long { 1 } else { step };
    let first_move = |record: epd::Record| {
        let mut board = record.board;
        let first = record.operations.iter().find(|(name, _)| name == "pv")?;
        let mv = first.1.split_whitespace().next()?.parse().ok()?;
        board.try_play(mv).ok()?;
        board.has_legal_move().then_some(board)
    };
    let boards = records.into_iter().filter_map(first_move);
    boards.step_by(step).collect()
}

fn check(boards: &[Board], multi_pv: usize, threads: usize) {
    let nodes = if std::env::var_os("HANXIN_LONG").is_some() {
        300_000
    } else {
        30_000
    };
    let limits = Limits {
        multi_pv,
        ..Limits::nodes(nodes)
    };
    let (count, failures) = attack(boards, &limits, threads);
    assert!(count >= boards.len(), "{count}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_mate_comes_with_its_whole_line() {
    check(&mates(4), 1, 1);
}

#[test]
fn each_of_several_mates_comes_with_its_whole_line() {
    check(&mates(12), 4, 1);
}

#[test]
fn being_mated_comes_with_its_whole_line() {
    check(&on_the_way(4), 1, 1);
    check(&on_the_way(12), 4, 1);
}

#[test]
fn a_mate_found_by_several_threads_comes_with_its_whole_line() {
    check(&mates(12), 1, 2);
}

/// Wherever the search is interrupted: just after a mate has failed high, its line has one move.
#[test]
fn a_mate_found_last_comes_with_its_whole_line() {
    let fen = "1c2kar2/3Pa4/N3b4/4C2R1/2b1CR3/9/9/9/5p3/2rnK4 w";
    let board = [Board::from_fen(fen).expect("a mate in eight")];
    for nodes in (3_000..3_300).step_by(2) {
        let (_, failures) = attack(&board, &Limits::nodes(nodes), 1);
        assert!(failures.is_empty(), "{nodes}: {}", failures.join("\n"));
    }
}

/// Who says 'stop' waits for the answer, so little is done to complete a line then: what has none is no mate yet,
/// but a won game.
#[test]
fn a_mate_is_claimed_with_its_whole_line_or_not_at_all() {
    let fen = "1c2kar2/3Pa4/N3b4/4C2R1/2b1CR3/9/9/9/5p3/2rnK4 w";
    let board = [Board::from_fen(fen).expect("a mate in eight")];
    for nodes in (1_000..8_000).step_by(20) {
        let limits = Limits {
            infinite: true,
            ..Limits::nodes(nodes)
        };
        let (_, failures) = attack(&board, &limits, 1);
        assert!(failures.is_empty(), "{nodes}: {}", failures.join("\n"));
    }
}

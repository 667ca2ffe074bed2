//! The search against slow truths: minimax, exhaustive defence, and itself.

use crate::common;

use std::fs;
use std::time::Duration;

use hanxin::algorithms::minimax as exhaustive;
use hanxin::board::Board;
use hanxin::eval::evaluate;
use hanxin::notation::epd;
use hanxin::search::techniques::{
    CaptureValue, Evaluation, HistoryRule, InternalDeepening, Killers, MoveOrder, Techniques,
};
use hanxin::search::{Control, Limits, SearchResult, Searcher, Silent};
use hanxin::types::score::{mate_in, mate_moves, mated_in};
use hanxin::types::{Move, Score};

fn search(techniques: Techniques, board: &Board, limits: &Limits) -> SearchResult {
    let mut searcher = Searcher::new(4, 1);
    searcher.techniques = techniques;
    searcher.search(board, limits, &Control::default(), &mut Silent)
}

/// The definition: the best of all lines, evaluated at the end.
fn minimax(board: &mut Board, depth: i32, ply: usize) -> Score {
    if depth == 0 {
        return evaluate(board);
    }
    let mut best = mated_in(ply);
    for mv in board.legal_moves() {
        board.make_move(mv);
        best = best.max(-minimax(board, depth - 1, ply + 1));
        board.unmake_move();
    }
    best
}

fn middlegames() -> Vec<Board> {
    let text = fs::read_to_string("positions/middlegame20.epd").expect("the bench positions");
    epd::parse(&text)
        .expect("readable")
        .into_iter()
        .map(|record| record.board)
        .collect()
}

/// Everything that changes the value of a search is off; what is left only changes its order.
fn exact_presets() -> Vec<(&'static str, Techniques)> {
    let exact = |preset: Techniques| Techniques {
        equal_depth_only: true,
        game_rules: false,
        evaluation: Evaluation::Full,
        ..preset
    };
    let tournament_order = Techniques {
        order: MoveOrder::Tournament,
        captures: CaptureValue::Exchange,
        history: HistoryRule::Family,
        killers: Killers::OfSiblings,
        counter_moves: true,
        ..Techniques::PIECE_ORDER
    };
    let minimal_window = Techniques {
        principal_variation: true,
        iterative_deepening: true,
        aspiration: Techniques::TOURNAMENT.aspiration,
        ..tournament_order
    };
    let doubled = Techniques {
        history: HistoryRule::Doubled,
        ..Techniques::ORDERED
    };
    let deepened = Techniques {
        internal_deepening: InternalDeepening::EnlargedWindow,
        ..minimal_window
    };
    [
        ("piece order", Techniques::PIECE_ORDER),
        ("ordered", Techniques::ORDERED),
        ("killers first", Techniques::KILLERS_FIRST),
        ("IID", Techniques::IID),
        ("IIDEW", Techniques::IIDEW),
        ("doubled history", doubled),
        ("tournament order", tournament_order),
        ("minimal windows", minimal_window),
        ("minimal windows and IIDEW", deepened),
    ]
    .into_iter()
    .map(|(name, preset)| (name, exact(preset)))
    .collect()
}

#[test]
fn without_pruning_alpha_beta_is_minimax() {
    let mut positions = 0;
    let mut seed = 0;
    while positions < 200 {
        seed += 1;
        let mut board = common::sparse_position(seed);
        let moves = board.legal_moves().len();
        if !(1..=24).contains(&moves) {
            continue;
        }
        positions += 1;
        for depth in 1..=4 {
            let truth = minimax(&mut board, depth, 0);
            for (name, preset) in exact_presets() {
                for table in [true, false] {
                    let techniques = Techniques { table, ..preset };
                    let outcome = search(techniques, &board, &Limits::depth(depth));
                    assert_eq!(
                        outcome.score(),
                        truth,
                        "{name}, table {table}, depth {depth}, {}",
                        board.fen()
                    );
                }
            }
        }
    }
}

#[test]
fn two_runs_count_the_same_nodes() {
    for board in middlegames().iter().take(5) {
        let run = || search(Techniques::TOURNAMENT, board, &Limits::depth(7));
        let (first, second) = (run(), run());
        assert_eq!((first.nodes, first.lines), (second.nodes, second.lines));
    }
}

/// A search that visits squares in a fixed order treats mirror images differently once it prunes. What it
/// rests on does not: the moves, the evaluation, and the value and size of the whole tree.
#[test]
fn mirror_images_have_the_same_moves_values_and_trees() {
    let whole_tree = Techniques {
        evaluation: Evaluation::Network,
        game_rules: false,
        equal_depth_only: true,
        ..Techniques::PIECE_ORDER
    };
    for board in &middlegames() {
        let image = board.mirrored();
        let sorted = |moves: Vec<Move>| {
            let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
            bits.sort_unstable();
            bits
        };
        let moves = board.legal_moves().into_iter().map(Move::mirrored);
        assert_eq!(
            sorted(moves.collect()),
            sorted(image.legal_moves().to_vec()),
            "{}",
            board.fen()
        );
        for evaluation in [Evaluation::Network, Evaluation::Full] {
            assert_eq!(
                evaluation.of(board),
                evaluation.of(&image),
                "{}",
                board.fen()
            );
        }
        let tree = exhaustive::minimax(board, Evaluation::Network, 2);
        let image_tree = exhaustive::minimax(&image, Evaluation::Network, 2);
        assert_eq!(
            (tree.score, tree.nodes),
            (image_tree.score, image_tree.nodes),
            "{}",
            board.fen()
        );
        let value = |board| search(whole_tree, board, &Limits::depth(3)).score();
        assert_eq!(value(board), value(&image), "{}", board.fen());
    }
}

#[test]
fn node_limits_hold_within_a_percent() {
    for limit in [1_000, 10_000, 50_000] {
        for board in middlegames().iter().take(4) {
            let outcome = search(Techniques::TOURNAMENT, board, &Limits::nodes(limit));
            let excess = outcome.nodes.abs_diff(limit);
            assert!(excess * 100 <= limit, "{} nodes of {limit}", outcome.nodes);
            assert!(outcome.best_move().is_some());
        }
    }
}

#[test]
fn a_search_always_answers_with_a_legal_move() {
    for seed in 0..300 {
        let board = common::sparse_position(seed);
        for limits in [
            Limits::nodes(1),
            Limits::depth(1),
            Limits::move_time(Duration::ZERO),
        ] {
            let best = search(Techniques::TOURNAMENT, &board, &limits).best_move();
            assert_eq!(best.is_some(), board.has_legal_move(), "{}", board.fen());
            assert!(best.is_none_or(|mv| board.is_legal_move(mv)));
        }
    }
}

#[test]
fn root_moves_can_be_chosen_and_banned() {
    let board = Board::start();
    let [cannon, horse] = ["h2e2", "h0g2"].map(|text| text.parse().expect("a move"));
    let only = Limits {
        search_moves: vec![horse],
        ..Limits::depth(3)
    };
    assert_eq!(
        search(Techniques::TOURNAMENT, &board, &only).best_move(),
        Some(horse)
    );
    let banned = Limits {
        search_moves: vec![horse, cannon],
        ban_moves: vec![horse],
        ..only
    };
    assert_eq!(
        search(Techniques::TOURNAMENT, &board, &banned).best_move(),
        Some(cannon)
    );
    let all = Limits {
        ban_moves: board.legal_moves().to_vec(),
        ..Limits::depth(3)
    };
    assert_eq!(
        search(Techniques::TOURNAMENT, &board, &all).best_move(),
        None
    );
}

#[test]
fn several_lines_are_different_and_in_order() {
    for board in middlegames().iter().take(3) {
        // Cut off anywhere, too.
        let ends = (500..5000).step_by(300).map(Limits::nodes);
        for limits in ends.chain([Limits::depth(6)]) {
            let limits = Limits {
                multi_pv: 4,
                ..limits
            };
            let lines = search(Techniques::TOURNAMENT, board, &limits).lines;
            assert_eq!(lines.len(), 4);
            for pair in lines.windows(2) {
                assert!(pair[0].score >= pair[1].score && pair[0].pv[0] != pair[1].pv[0]);
            }
        }
    }
}

/// Internal deepening of a node without moves began two more of itself, and so on down to the horizon.
#[test]
fn a_mated_node_costs_nothing_however_deep() {
    let board = Board::from_fen("3k5/8R/9/9/9/9/9/9/4R4/4K4 w").expect("a position");
    let limits = Limits {
        search_moves: vec!["e1e9".parse().expect("a move")],
        // One line alone would end the search at the mate.
        multi_pv: 2,
        ..Limits::depth(100)
    };
    let outcome = search(Techniques::TOURNAMENT, &board, &limits);
    assert_eq!((outcome.depth, outcome.score()), (100, mate_in(1)));
}

/// Whether the side to move mates within `moves`, the search attacking, every defence tried.
fn mates_within(board: &mut Board, moves: i32) -> bool {
    let limits = Limits {
        mate: Some(moves as u32),
        ..Limits::nodes(400_000)
    };
    let outcome = search(Techniques::TOURNAMENT, board, &limits);
    let announced = mate_moves(outcome.score());
    let Some(mv) = outcome.best_move() else {
        return false;
    };
    if !announced.is_some_and(|n| (1..=moves).contains(&n)) {
        return false;
    }
    board.make_move(mv);
    let defences = board.legal_moves();
    let holds = defences.iter().all(|&defence| {
        board.make_move(defence);
        let is_mate = moves > 1 && mates_within(board, moves - 1);
        board.unmake_move();
        is_mate
    });
    board.unmake_move();
    holds
}

#[test]
fn announced_mates_hold_against_every_defence() {
    let text = fs::read_to_string("positions/mates.epd").expect("the mates");
    let mut announced = 0;
    for record in epd::parse(&text).expect("readable").iter().step_by(4) {
        let limits = Limits::nodes(20_000);
        let outcome = search(Techniques::TOURNAMENT, &record.board, &limits);
        if let Some(moves @ 1..=5) = mate_moves(outcome.score()) {
            announced += 1;
            let mut board = record.board.clone();
            assert!(
                mates_within(&mut board, moves),
                "{}: {}",
                record.name(),
                record.fen
            );
        }
    }
    assert!(announced >= 20, "only {announced} mates announced");
}

#[test]
fn helpers_do_not_change_what_is_legal() {
    let mut searcher = Searcher::new(4, 3);
    for board in middlegames().iter().take(3) {
        let outcome = searcher.search(
            board,
            &Limits::nodes(30_000),
            &Control::default(),
            &mut Silent,
        );
        assert!(
            outcome
                .best_move()
                .is_some_and(|mv| board.is_legal_move(mv))
        );
    }
}

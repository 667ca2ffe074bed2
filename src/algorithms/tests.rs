//! The players play, and those that must agree do.

use super::*;
use crate::eval::published::Published;
use crate::notation::epd;
use crate::search::techniques::Replacement;
use crate::search::{Searcher, Silent, Techniques, TimeControl, tt};
use crate::selfplay::{self, Adjudication, ScoredMove};

const MIDDLEGAMES: &str = include_str!("../../positions/middlegame20.epd");

fn middlegames() -> impl Iterator<Item = Board> {
    let records = epd::parse(MIDDLEGAMES).expect("positions");
    records.into_iter().map(|record| record.board)
}

/// A searcher with a small table.
fn searcher() -> Searcher {
    let mut searcher = Searcher::new(1, 1);
    searcher.set_table(tt::Table::with_slots(1 << 12, Replacement::TwoLayer));
    searcher
}

#[test]
fn every_player_plays_legal_moves_to_the_end_of_a_short_game() {
    let limits = [Limits::nodes(300), Limits::depth(2)];
    let start = middlegames().next().expect("a position");
    for (player, limits) in PLAYERS
        .iter()
        .flat_map(|p| limits.each_ref().map(|l| (p, l)))
    {
        let mut searcher = searcher();
        let rules = Rules::default();
        let game = selfplay::play(start.clone(), &rules, &Adjudication::plies(30), |board| {
            let control = Control::default();
            let found = player.search(&mut searcher, board, limits, &control, &mut Silent);
            let mv = found.best_move().expect(player.name);
            assert!(board.is_legal_move(mv), "{}: {mv}", player.name);
            let score = found.score();
            Some(ScoredMove { mv, score })
        });
        assert!(game.moves.len() > 5, "{}: {game:?}", player.name);
    }
}

#[test]
fn every_player_ends_by_nodes_by_time_and_by_the_stop() {
    let board = Board::start();
    let timed = Limits::move_time(std::time::Duration::from_millis(1));
    let endless = Limits {
        infinite: true,
        ..Limits::default()
    };
    for player in PLAYERS {
        let stopped = Control::default();
        stopped.stop();
        for (limits, control) in [
            (&Limits::nodes(500), &Control::default()),
            (&timed, &Control::default()),
            (&endless, &stopped),
        ] {
            let found = player.search(&mut searcher(), &board, limits, control, &mut Silent);
            let is_legal = found.best_move().is_some_and(|mv| board.is_legal_move(mv));
            assert!(is_legal, "{}", player.name);
        }
    }
    assert!(timed.time != TimeControl::None);
}

/// Without the best move first, an unfinished iteration says nothing.
#[test]
fn an_unfinished_iteration_does_not_spoil_the_move() {
    for name in ["alpha-beta", "piece-order", "minimal-window"] {
        let player = Player::named(name).expect(name);
        let search = |board: &Board, limits: &Limits| {
            let control = Control::default();
            player.search(&mut searcher(), board, limits, &control, &mut Silent)
        };
        for board in middlegames().step_by(4) {
            // A few nodes of depth 3, which has begun with whatever was generated first.
            let deepening = |depth| Limits {
                depth: Some(depth),
                ..Limits::nodes(1_000_000)
            };
            let finished = search(&board, &deepening(2));
            let cut = search(&board, &Limits::nodes(finished.nodes + 60));
            assert_eq!(
                cut.best_move(),
                finished.best_move(),
                "{name}: {}",
                board.fen()
            );
        }
    }
}

#[test]
fn a_banned_move_is_not_played() {
    let board = Board::start();
    for player in PLAYERS {
        let mut limits = Limits::depth(1);
        let best = |limits: &Limits| {
            let control = Control::default();
            let found = player.search(&mut searcher(), &board, limits, &control, &mut Silent);
            found.best_move().expect("a move")
        };
        let first = best(&limits);
        limits.ban_moves.push(first);
        assert_ne!(best(&limits), first, "{}", player.name);
    }
}

/// All that search every line to the depth, by whatever windows and in whatever order.
#[test]
fn exact_algorithms_agree_on_the_value() {
    let exact = |name: &str| {
        let mut player = Player::named(name).expect(name);
        if let PlayerSearch::AlphaBeta(techniques) | PlayerSearch::DepthByMen(techniques) =
            &mut player.search
        {
            techniques.equal_depth_only = true;
            techniques.game_rules = false;
        }
        player
    };
    let players = [
        "alpha-beta",
        "aspiration",
        "minimal-window",
        "deepening",
        "history",
        "deepening-history",
        "piece-order",
        "ordered",
        "killers-first",
        "iid",
        "iidew",
        "pvs",
        "mtd-f",
        "sss-star",
        "dual-star",
        "depth-by-men",
    ]
    .map(exact);
    let evaluations = [
        Evaluation::Material,
        Evaluation::MaterialAndSquares,
        Evaluation::Published(Published::Thesis),
        Evaluation::Published(Published::Relations),
        Evaluation::Published(Published::Web),
    ];
    let boards: Vec<Board> = middlegames().step_by(7).collect();
    let pairs = boards
        .iter()
        .flat_map(|board| evaluations.map(|evaluation| (board, evaluation)));
    for (board, evaluation) in pairs {
        for depth in 1..=3 {
            let minimax = minimax::minimax(board, evaluation, depth);
            for player in players {
                let player = player.with_evaluation(evaluation);
                let limits = Limits::depth(depth);
                let control = Control::default();
                let found = player.search(&mut searcher(), board, &limits, &control, &mut Silent);
                let name = player.name;
                assert_eq!(found.score(), minimax.score, "{name}, depth {depth}");
                // The move is worth the value, too.
                let mut after = board.clone();
                after.make_move(found.best_move().expect("a move"));
                let reply = minimax::minimax(&after, evaluation, depth - 1).score;
                assert_eq!(-reply, minimax.score, "the move of {name}, depth {depth}");
            }
        }
    }
}

#[test]
fn the_tournament_player_is_the_engines_search() {
    let techniques = Player::TOURNAMENT.techniques();
    assert_eq!(techniques, Some(Techniques::TOURNAMENT));
    let names = Player::NAMES;
    let is_new = |(i, name): (usize, &&str)| !names[..i].contains(name);
    assert!(names.iter().enumerate().all(is_new));
}

#[test]
fn depth_grows_when_men_leave_the_board() {
    let player = Player::named("depth-by-men").expect("a player");
    let depth = |fen: &str| {
        let board = Board::from_fen(fen).expect("a position");
        let control = Control::default();
        let limits = Limits {
            nodes: Some(100_000_000),
            ..Limits::default()
        };
        let found = player.search(&mut searcher(), &board, &limits, &control, &mut Silent);
        found.depth
    };
    assert_eq!(depth("3k5/4a4/9/9/9/2P6/9/9/4A4/4K4 w"), 6);
    assert_eq!(depth("2bak4/4a4/4b4/9/2p6/2P6/9/4B4/4A4/2BAK4 w"), 5);
}

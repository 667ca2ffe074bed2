//! The search with endgame tables: their verdicts reach the score, at the root and in the tree.

use std::sync::Arc;

use hanxin::board::Board;
use hanxin::egtb::{Tables, Value};
use hanxin::rules::{Ending, Rule, Rules, Verdict};
use hanxin::search::{Control, Limits, SearchResult, Searcher, Silent};
use hanxin::types::score::{DRAW, KNOWN_WIN, is_known};

fn search(fen: &str, limits: &Limits, rules: Rules, endgames: Option<Arc<Tables>>) -> SearchResult {
    let mut searcher = Searcher::new(4, 1);
    searcher.rules = rules;
    searcher.endgames = endgames;
    let board = Board::from_fen(fen).expect("a position");
    searcher.search(&board, limits, &Control::default(), &mut Silent)
}

fn with_tables(fen: &str, nodes: u64) -> SearchResult {
    search(
        fen,
        &Limits::nodes(nodes),
        Rules::default(),
        Some(Tables::builtin()),
    )
}

/// A rook against full guards in good order.
const DRAWN: &str = "3ak1b2/4a4/4b4/6R2/9/9/9/9/9/5K3 w";
/// A lone horse against a lone advisor.
const WON: &str = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w";

#[test]
fn a_drawn_rook_endgame_is_called_a_draw() {
    let result = with_tables(DRAWN, 2_000);
    assert_eq!(result.score(), DRAW);
    assert!(result.endgame_hits > 0);
    // Without tables the rook looks like an advantage.
    let blind = search(DRAWN, &Limits::nodes(2_000), Rules::default(), None);
    assert!(
        blind.score() > 50 && blind.endgame_hits == 0,
        "{}",
        blind.score()
    );
}

#[test]
fn a_won_endgame_is_won_in_the_shortest_way() {
    let tables = Tables::builtin();
    let mut board = Board::from_fen(WON).expect("a position");
    loop {
        let value = tables.probe(board.placement(), board.side_to_move());
        let Some(Value::Win(plies)) = value else {
            panic!("{value:?} in {}", board.fen());
        };
        let result = with_tables(&board.fen(), 1_000);
        assert!(is_known(result.score()) || plies < 9, "{}", result.score());
        if is_known(result.score()) {
            assert_eq!(KNOWN_WIN - result.score(), i32::from(plies));
        }
        board.make_move(result.best_move().expect("a move"));
        if !board.has_legal_move() {
            return;
        }
        // The defender fights as long as he can.
        let result = with_tables(&board.fen(), 1_000);
        board.make_move(result.best_move().expect("a move"));
        let after = tables.probe(board.placement(), board.side_to_move());
        assert_eq!(after, Some(Value::Win(plies - 2)));
    }
}

#[test]
fn captures_into_the_tables_are_judged_by_them() {
    // Black takes the pawn and is left with full guards against a rook: a draw, though a pawn is offered.
    let result = with_tables("3ak1b2/4a4/4b4/4P1R2/9/9/9/9/9/5K3 w", 20_000);
    assert!(result.endgame_hits > 0);
}

#[test]
fn a_win_beyond_the_natural_limit_is_not_promised() {
    let rules = Rules::default();
    // One hundred and ten of one hundred and twenty plies are gone: too late for a long win.
    let late = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w - - 110 80";
    let result = search(late, &Limits::nodes(3_000), rules, Some(Tables::builtin()));
    assert!(!is_known(result.score()), "{}", result.score());
    let no_limit = Rules {
        limit_plies: 0,
        ..rules
    };
    let result = search(
        late,
        &Limits::nodes(3_000),
        no_limit,
        Some(Tables::builtin()),
    );
    assert!(is_known(result.score()) && result.score() > 0);
}

/// Plays the position out, both sides by search, and says how the game ends.
fn play_out(fen: &str, nodes: u64, rules: Rules) -> Option<Ending> {
    let mut searcher = Searcher::new(4, 1);
    searcher.rules = rules;
    searcher.endgames = Some(Tables::builtin());
    let mut board = Board::from_fen(fen).expect("a position");
    for _ in 0..200 {
        let ending = rules.ending(&board);
        if ending.is_some() {
            return ending;
        }
        let limits = Limits::nodes(nodes);
        let result = searcher.search(&board, &limits, &Control::default(), &mut Silent);
        board.make_move(result.best_move()?);
    }
    None
}

#[test]
fn what_verdicts_call_won_is_won_over_the_board() {
    for fen in [
        "9/5k1P1/4b4/5P3/2b6/9/9/9/9/4K4 w",
        "6P2/N2ka4/5a3/9/9/9/9/9/9/4K4 w",
        "3k5/4a4/3a5/2P3P2/9/9/9/9/9/4K4 w",
    ] {
        let board = Board::from_fen(fen).expect("a position");
        let value = Tables::builtin().probe(board.placement(), board.side_to_move());
        assert!(
            matches!(value, Some(Value::WinWithin(_))),
            "{fen} {value:?}"
        );
        let ending = play_out(fen, 5_000, Rules::default());
        assert!(
            matches!(ending, Some(Ending::Checkmate | Ending::Stalemate)),
            "{fen} {ending:?}"
        );
    }
}

#[test]
fn a_marked_draw_is_held_only_where_perpetual_check_is_allowed() {
    // The horse can check for ever, and has nothing else.
    for fen in [
        "4k4/9/9/9/9/9/2n6/9/9/R2K5 b",
        "4k4/9/9/9/9/3R5/n8/3K5/9/9 b",
        "8R/9/4k4/9/9/9/2n6/9/3K5/9 w",
    ] {
        let board = Board::from_fen(fen).expect("a position");
        let value = Tables::builtin().probe(board.placement(), board.side_to_move());
        let is_marked = matches!(value, Some(Value::DrawOrLoss | Value::DrawOrWin));
        assert!(is_marked, "{fen} {value:?}");
        let forbidden = play_out(fen, 3_000, Rules::default());
        assert!(
            matches!(forbidden, Some(Ending::Checkmate | Ending::Stalemate)),
            "{fen} {forbidden:?}"
        );
        let allowed = Rules {
            rule: Rule::AlwaysDraw,
            ..Rules::default()
        };
        let allowed = play_out(fen, 3_000, allowed);
        assert_eq!(allowed, Some(Ending::Repetition(Verdict::Draw)), "{fen}");
    }
}

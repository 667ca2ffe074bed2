//! The search under the rules of repetition: legal perpetuals are found, forbidden ones are neither
//! played nor believed in, and what one game's history forbids does not leak into another.

use crate::dialogue;

use dialogue::Client;
use hanxin::board::Board;
use hanxin::notation::epd;
use hanxin::rules::{Rule, Verdict, losing_repetitions, repetition};
use hanxin::search::techniques::Evaluation;
use hanxin::search::{Control, Limits, Reporter, SearchInfo, SearchResult, Searcher, Silent};
use hanxin::types::score::{BAN, DRAW, is_ban, is_mate, mate_in, mate_moves};
use hanxin::types::{Depth, Move, Score};

const CASES: &str = include_str!("../positions/repetition.epd");

/// A side that is this far behind is losing.
const CLEARLY: Score = 200;

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

fn played(fen: &str, moves: &str) -> Board {
    let mut board = Board::from_fen(fen).expect("a position");
    board.try_play_line(moves).expect("legal moves");
    board
}

/// A searcher that judges quiet positions by counted terms: these tests are about rules, and should not
/// have to change with every newly trained network.
fn searcher(rule: Rule) -> Searcher {
    let mut searcher = Searcher::new(4, 1);
    searcher.techniques.evaluation = Evaluation::Full;
    searcher.rules.rule = rule;
    searcher
}

fn run(searcher: &mut Searcher, board: &Board, limits: &Limits) -> SearchResult {
    searcher.search(board, limits, &Control::default(), &mut Silent)
}

fn search(rule: Rule, board: &Board, depth: Depth) -> SearchResult {
    run(&mut searcher(rule), board, &Limits::depth(depth))
}

/// What the search would think if nothing were ever repeated.
fn search_without_rules(board: &Board, limits: &Limits) -> SearchResult {
    let mut searcher = searcher(Rule::AlwaysDraw);
    searcher.techniques.game_rules = false;
    run(&mut searcher, &board.without_history(), limits)
}

/// The verdict on the end of the line, where the position has occurred before.
fn verdict_at_end(board: &Board, outcome: &SearchResult, rule: Rule) -> Option<Verdict> {
    let mut board = board.clone();
    for &mv in &outcome.lines[0].pv {
        board.make_move(mv);
    }
    repetition(&board, rule, 2)
}

// Legal perpetuals.

#[test]
fn a_legal_perpetual_is_found_when_nothing_else_holds() {
    // Check and quiet move in turn; rook follows rook; soldier shuttle against mate threats.
    for (name, fen) in [
        (
            "check and return",
            "3k1a3/4a1P2/8r/9/2R6/9/2P6/1p7/4An2n/3CKA3 w",
        ),
        (
            "exchange offers",
            "3r1k3/4P4/9/c1p2r3/9/2R6/9/4B4/4A4/4K1B2 w",
        ),
        ("sacrifices", "1r1ak4/4aP3/b1P1b4/4C4/9/3R5/9/9/4p4/3K5 w"),
    ] {
        let board = played(fen, "");
        let outcome = search(Rule::AsianRule, &board, 10);
        assert_eq!(outcome.score(), DRAW, "{name}: {:?}", outcome.lines);
        assert_eq!(
            verdict_at_end(&board, &outcome, Rule::AsianRule),
            Some(Verdict::Draw),
            "{name}: {:?}",
            outcome.lines
        );
    }
}

#[test]
fn a_lost_side_completes_the_repetition_that_saves_it() {
    let mut saved = 0;
    for record in cases("draw") {
        let (board, last) = before_last(&record, 1);
        if search_without_rules(&board, &Limits::depth(7)).score() > -CLEARLY {
            continue;
        }
        let outcome = search(rule_of(&record), &board, 7);
        assert!(outcome.score() >= DRAW, "{}: {last}", record.fen);
        if outcome.score() == DRAW {
            saved += usize::from(outcome.best_move() == Some(last));
        }
    }
    assert!(saved >= 10, "only {saved} cases saved");
}

// Forbidden perpetuals: the winner keeps away from them.

/// A check that wins, ending a perpetual: the position, and the cycle check, evasion, check, evasion
/// that begins and ends in it. Which of several winning moves a careless search plays depends on the network.
const TEMPTATIONS: [(&str, &str); 5] = [
    ("5a3/3k5/7R1/9/9/9/9/5K3/3C5/9 w", "h7h8 d8d7 h8h7 d7d8"),
    ("1C7/4a4/4k4/9/9/9/9/9/3R5/5K3 w", "d1e1 e7d7 e1d1 d7e7"),
    ("5a3/3ka4/1c7/9/4R4/9/9/9/5K3/3C5 w", "e5d5 e8d7 d5e5 d7e8"),
    ("6b2/4k4/2R6/9/9/8c/9/2C6/3K5/9 w", "c7c8 e8e7 c8c7 e7e8"),
    ("5a3/4a4/3k5/9/9/9/9/4RK3/9/9 w", "e2d2 d7e7 d2e2 e7d7"),
];

/// The temptation with a history in which its check would be the third occurrence.
fn tempted(fen: &str, cycle: &str) -> (Board, Move) {
    let (check, rest) = cycle.split_once(' ').expect("a cycle");
    let start = played(fen, check).without_history().fen();
    let board = played(&start, &format!("{rest} {check} {rest}"));
    (board, mv(check))
}

#[test]
fn a_winner_does_not_walk_into_a_forbidden_repetition() {
    let mut first_choices = 0;
    for (fen, cycle) in TEMPTATIONS {
        let (board, check) = tempted(fen, cycle);
        // But for the rule the check wins, often faster than anything else.
        let only = Limits {
            search_moves: vec![check],
            ..Limits::depth(8)
        };
        let allowed = search_without_rules(&board, &only);
        assert!(allowed.score() > CLEARLY, "no temptation: {fen}");
        let careless = search_without_rules(&board, &Limits::depth(8));
        first_choices += usize::from(careless.best_move() == Some(check));

        for rule in [Rule::CheckBan, Rule::AsianRule] {
            let outcome = search(rule, &board, 8);
            assert_ne!(outcome.best_move(), Some(check), "{rule}: {fen}");
            assert!(outcome.score() > CLEARLY, "{rule}: {fen}");
            assert!(!is_ban(outcome.score()), "{rule}: {fen}");
        }
    }
    assert!(
        first_choices >= 3,
        "the first choice in only {first_choices}"
    );
}

#[test]
fn a_winner_breaks_off_a_chase_before_the_third_occurrence() {
    let fen = "4kn3/9/4b4/9/9/6R2/9/4B4/9/5K3 w";
    let board = played(fen, "g4f4 f9g7 f4g4 g7f9 g4f4 f9g7");
    let outcome = search(Rule::AsianRule, &board, 8);
    let chase = mv("f4g4");
    assert_ne!(outcome.best_move(), Some(chase));
    assert!(outcome.score() > CLEARLY);
    // Going on would hand over the game, and the search knows.
    let only = Limits {
        search_moves: vec![chase],
        ..Limits::depth(8)
    };
    let forced = run(&mut searcher(Rule::AsianRule), &board, &only);
    assert_eq!(forced.score(), 2 - BAN);
}

// Forbidden perpetuals: no way out for the loser, but a weapon of the defender.

#[test]
fn a_forbidden_perpetual_is_no_way_out() {
    for (fen, banned_by) in [
        // Perpetual check.
        (
            "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w",
            &[Rule::CheckBan, Rule::AsianRule][..],
        ),
        (
            "4R4/3k5/5R3/9/9/2B6/n8/3pB4/4p4/3K5 w",
            &[Rule::CheckBan, Rule::AsianRule][..],
        ),
        // Perpetual chase of a rook.
        (
            "C4k3/3P5/9/5c3/1P7/2B6/2P2r3/3p1R3/5K3/9 w",
            &[Rule::AsianRule][..],
        ),
    ] {
        let board = played(fen, "");
        for rule in [Rule::AlwaysDraw, Rule::CheckBan, Rule::AsianRule] {
            let score = search(rule, &board, 10).score();
            if banned_by.contains(&rule) {
                assert!(
                    score < -CLEARLY && !is_mate(score),
                    "{rule}, {score}: {fen}"
                );
            } else {
                assert_eq!(score, DRAW, "{rule}: {fen}");
            }
        }
    }
}

#[test]
fn with_the_cycle_behind_it_the_loser_looks_for_another_defence() {
    let fen = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w";
    let board = played(fen, "h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9");
    let outcome = search(Rule::AsianRule, &board, 9);
    assert_ne!(outcome.best_move(), Some(mv("h8h9")));
    assert!(outcome.score() < -CLEARLY);
    let drawn = search(Rule::AlwaysDraw, &board, 9);
    assert_eq!((drawn.best_move(), drawn.score()), (Some(mv("h8h9")), DRAW));
}

#[test]
fn a_losing_defender_lets_the_checker_run_into_the_ban() {
    for (fen, cycle) in TEMPTATIONS {
        let (three, last) = cycle.rsplit_once(' ').expect("a cycle");
        let board = played(fen, &format!("{cycle} {three}"));
        let evasion = mv(last);
        assert!(
            search_without_rules(&board, &Limits::depth(8)).score() < -CLEARLY,
            "{fen}"
        );
        for (rule, score) in [
            (Rule::AlwaysDraw, DRAW),
            (Rule::CheckBan, BAN - 1),
            (Rule::AsianRule, BAN - 1),
        ] {
            let outcome = search(rule, &board, 8);
            assert_eq!(outcome.score(), score, "{rule}: {fen}");
            assert_eq!(outcome.best_move(), Some(evasion), "{rule}: {fen}");
        }
    }
}

#[test]
fn a_losing_defender_makes_the_attacker_give_up_his_mate() {
    // The mate begins with the check that the defender has made him repeat.
    for (fen, cycle) in [
        ("1C7/4a4/4k4/9/9/9/9/9/3R5/5K3 w", "d1e1 e7d7 e1d1 d7e7"),
        ("9/4N4/4k4/9/9/9/9/3R1K3/2r6/1n7 w", "d2e2 e7d7 e2d2 d7e7"),
    ] {
        let (board, check) = tempted(fen, cycle);
        let free = search(Rule::AsianRule, &board.without_history(), 8);
        assert_eq!(free.best_move(), Some(check), "{fen}");
        assert!(is_mate(free.score()) && free.score() > 0, "{fen}");
        let bound = search(Rule::AsianRule, &board, 8);
        assert_ne!(bound.best_move(), Some(check), "{fen}");
        // There may be another mate, but not such a short one.
        assert!(bound.score() < free.score(), "{fen}");
    }
}

// One position, several histories.

#[test]
fn the_score_depends_on_what_led_to_the_position() {
    let fen = "4kn3/9/4b4/9/9/6R2/9/4B4/9/5K3 w";
    // Each time the horse's return to f9 is possible, but it means something else.
    let chased = played(fen, "g4f4 f9g7 f4g4 g7f9 g4f4 f9g7 f4g4");
    let idle = played(fen, "e2c4 e7c5 c4e2 c5e7 g4g5 f9g7 g5g4");
    let fresh = chased.without_history();
    assert_eq!(chased.key(), idle.key());
    assert_eq!(chased.key(), fresh.key());

    let scores = |rule| [&chased, &idle, &fresh].map(|board| search(rule, board, 8).score());
    let [chased, idle, fresh] = scores(Rule::AsianRule);
    assert_eq!((chased, idle), (BAN - 1, DRAW));
    assert!(fresh < -CLEARLY, "{fresh}");
    for rule in [Rule::AlwaysDraw, Rule::CheckBan] {
        let [chased, idle, fresh] = scores(rule);
        assert_eq!((chased, idle), (DRAW, DRAW), "{rule}");
        assert!(fresh < -CLEARLY, "{rule}: {fresh}");
    }
}

#[test]
fn every_case_is_scored_by_its_verdict_one_ply_before_the_end() {
    for record in cases("") {
        let rule = rule_of(&record);
        let (board, last) = before_last(&record, 1);
        if board.history().len() < 7 {
            continue;
        }
        let only = Limits {
            search_moves: vec![last],
            ..Limits::depth(4)
        };
        let expected = match record.get("result") {
            Some("win") => 1 - BAN,
            Some("loss") => BAN - 1,
            _ => DRAW,
        };
        let outcome = run(&mut searcher(rule), &board, &only);
        assert_eq!(outcome.score(), expected, "{rule}: {}", record.fen);
    }
}

// The table.

/// The cases of the file with this result (all if empty), without those that need no repetition.
fn cases(result: &str) -> Vec<epd::Record> {
    let mut records = epd::parse(CASES).expect("readable cases");
    records.retain(|record| {
        let is_wanted = result.is_empty() || record.get("result") == Some(result);
        is_wanted && record.get("moves").is_some_and(|moves| moves.len() > 5 * 7)
    });
    records
}

fn rule_of(record: &epd::Record) -> Rule {
    record.get("rule").expect("a rule").parse().expect("known")
}

/// The case's position some plies before its end, and the move that was played there.
fn before_last(record: &epd::Record, plies: usize) -> (Board, Move) {
    let moves: Vec<Move> = record
        .get("moves")
        .expect("moves")
        .split_whitespace()
        .map(mv)
        .collect();
    let split = moves.len() - plies;
    let mut board = record.board.clone();
    for &mv in &moves[..split] {
        board.make_move(mv);
    }
    (board, moves[split])
}

/// Whether no move leads the side to move out of a mate in so many moves; tries everything.
fn is_lost_within(board: &mut Board, moves: i32) -> bool {
    board.legal_moves().into_iter().all(|mv| {
        board.make_move(mv);
        let is_lost = moves > 0 && can_mate_within(board, moves);
        board.unmake_move();
        is_lost
    })
}

fn can_mate_within(board: &mut Board, moves: i32) -> bool {
    board.legal_moves().into_iter().any(|mv| {
        board.make_move(mv);
        let is_lost = is_lost_within(board, moves - 1);
        board.unmake_move();
        is_lost
    })
}

#[test]
fn a_ban_of_one_history_does_not_leak_into_another() {
    let (mut bans, mut mates) = (0, 0);
    for record in cases("") {
        for plies in 1..=2 {
            let (board, _) = before_last(&record, plies);
            let mut kept = searcher(Rule::AsianRule);
            let with_history = run(&mut kept, &board, &Limits::depth(6));
            bans += usize::from(is_ban(with_history.score()));
            let entry = kept.probe(&board);
            assert!(
                entry.is_none_or(|entry| entry.bound.is_none() || !is_ban(entry.score)),
                "{}",
                record.fen
            );

            let mut fresh = board.without_history();
            let outcome = run(&mut kept, &fresh, &Limits::depth(6));
            let score = outcome.score();
            if is_ban(score) {
                // Without history the first ban is a cycle behind the first move, for everybody.
                assert!(score.abs() <= BAN - 5, "{score}: {}", fresh.fen());
                let anew = search(Rule::AsianRule, &fresh, 8).score();
                assert!(is_ban(anew), "{score}, anew {anew}: {}", fresh.fen());
                assert_eq!(score.signum(), anew.signum(), "{}", fresh.fen());
            }
            if let Some(moves @ -2..=2) = mate_moves(score) {
                mates += 1;
                let is_real = if moves > 0 {
                    can_mate_within(&mut fresh, moves)
                } else {
                    is_lost_within(&mut fresh, -moves)
                };
                assert!(is_real, "mate in {moves}: {}", fresh.fen());
            }
        }
    }
    assert!(bans >= 50, "only {bans} searches ended in a ban");
    assert!(mates >= 5, "only {mates} mates announced");
}

#[test]
fn the_table_of_a_free_search_does_not_hide_a_ban() {
    for (fen, cycle) in TEMPTATIONS {
        let (board, check) = tempted(fen, cycle);
        let mut kept = searcher(Rule::AsianRule);
        let free = run(&mut kept, &board.without_history(), &Limits::depth(8));
        let bound = run(&mut kept, &board, &Limits::depth(8));
        assert_ne!(bound.best_move(), Some(check), "{fen}");
        // And back: what the history forbade is allowed again.
        let again = run(&mut kept, &board.without_history(), &Limits::depth(8));
        assert!(!is_ban(again.score()), "{fen}");
        if is_mate(free.score()) {
            // Perhaps by another way than at first, for the table is full of the search between.
            assert!(again.score() > CLEARLY, "{fen}");
        }
    }
}

// The root.

/// A rook that may not go on chasing a cannon and is mated if it stops.
fn mated_or_banned() -> (Board, Move) {
    let fen = "4k4/4a4/4b4/6c2/9/3R5/4c4/4C4/4N4/3AKA3 w";
    let history = "d4g4 g6c6 g4c4 c6g6 c4g4 g6c6 g4c4 c6g6 c4g4 g6c6";
    (played(fen, history), mv("g4c4"))
}

/// A side whose only legal move loses by rule.
fn only_move_banned() -> Board {
    let fen = "3ak4/4a4/4b4/p8/2p3n2/9/P1P3r2/3AB4/c3N3N/1RB1KA3 w";
    played(fen, "b0b1 a1a0 b1b0 a0a1 b0b1 a1a0 b1b0 a0a1 b0b1 a1a0")
}

#[test]
fn a_move_that_loses_by_rule_is_avoided_while_another_is_legal() {
    let (board, banned) = mated_or_banned();
    let mut searcher = searcher(Rule::AsianRule);
    assert_eq!(losing_repetitions(&board, &searcher.rules)[..], [banned]);
    let all = Limits {
        multi_pv: board.legal_moves().len(),
        ..Limits::depth(4)
    };
    let lines = run(&mut searcher, &board, &all).lines;
    assert_eq!(lines.len(), board.legal_moves().len() - 1);
    assert!(lines.iter().all(|line| line.pv[0] != banned));
    // Not even mate on the next move is a reason to break the rules.
    let outcome = run(&mut searcher, &board, &Limits::depth(8));
    assert_ne!(outcome.best_move(), Some(banned));
    assert_eq!(mate_moves(outcome.score()), Some(-1));
}

#[test]
fn a_move_that_loses_by_rule_is_played_when_nothing_else_is_left() {
    let board = only_move_banned();
    let mut searcher = searcher(Rule::AsianRule);
    let legal = board.legal_moves();
    assert_eq!(losing_repetitions(&board, &searcher.rules), legal);
    let outcome = run(&mut searcher, &board, &Limits::depth(6));
    assert!(outcome.best_move().is_some_and(|mv| legal.contains(&mv)));
    assert_eq!(outcome.score(), 1 - BAN);

    // The client may leave nothing else, too.
    let (board, banned) = mated_or_banned();
    let others = board.legal_moves().into_iter().filter(|&mv| mv != banned);
    let limits = Limits {
        ban_moves: others.collect(),
        ..Limits::depth(6)
    };
    let outcome = run(&mut searcher, &board, &limits);
    assert_eq!(
        (outcome.best_move(), outcome.score()),
        (Some(banned), 1 - BAN)
    );
}

/// Keeps every score reported.
struct Scores(Vec<Score>);

impl Reporter for Scores {
    fn report(&mut self, info: SearchInfo) {
        self.0.push(info.score);
    }
}

#[test]
fn a_ban_is_never_announced_as_mate() {
    let mut scores = Scores(Vec::new());
    let board = only_move_banned();
    searcher(Rule::AsianRule).search(&board, &Limits::depth(6), &Control::default(), &mut scores);
    assert!(!scores.0.is_empty());
    for score in scores.0 {
        assert!(is_ban(score) && mate_moves(score).is_none(), "{score}");
    }

    let mut client = Client::start();
    client.send("uci");
    client.lines_until("uciok");
    let (three, last) = TEMPTATIONS[0].1.rsplit_once(' ').expect("a cycle");
    let (fen, cycle) = TEMPTATIONS[0];
    client.send(&format!("position fen {fen} moves {cycle} {three}"));
    client.send("go depth 6");
    let lines = client.lines_until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains(" score cp ")),
        "{lines:?}"
    );
    assert!(
        !lines.iter().any(|line| line.contains(" mate ")),
        "{lines:?}"
    );
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with(&format!("bestmove {last}")))
    );
}

// The end of the natural limit.

#[test]
fn mate_and_stalemate_on_the_last_ply_of_the_limit_win() {
    for (name, fen) in [
        ("mate", "3k5/1R7/R8/9/9/9/9/9/9/4K4 w - - 119 99"),
        ("stalemate", "3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 119 99"),
    ] {
        let outcome = search(Rule::AsianRule, &played(fen, ""), 4);
        assert_eq!(outcome.score(), mate_in(1), "{name}");
    }
}

#[test]
fn a_lead_melts_away_towards_the_limit_in_force() {
    // Nothing can be captured soon, which would start the count anew.
    let fen = "3akab2/9/4b4/9/9/9/9/4B4/4A4/2BAK1NR1 w - - 30 40";
    let board = played(fen, "");
    let score_under = |limit_plies| {
        let mut searcher = searcher(Rule::AsianRule);
        searcher.rules.limit_plies = limit_plies;
        run(&mut searcher, &board, &Limits::depth(4)).score()
    };
    let [near, far, none] = [50, 400, 0].map(score_under);
    assert!(0 < near && near < far && far < none, "{near} {far} {none}");
}

//! Verdicts on repetitions: the case file with its reflections, and random cycles against a slow
//! referee that shares no code with the library.

use crate::slow_referee;

use hanxin::board::Board;
use hanxin::notation::epd;
use hanxin::rules::{Explanation, Rule, Rules, Verdict, repetition, repetition_in_search};
use hanxin::types::Move;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use slow_referee::Position;

const CASES: &str = include_str!("../positions/repetition.epd");

fn replay(mut board: Board, moves: &[Move]) -> Board {
    for &mv in moves {
        board.try_play(mv).expect("legal");
    }
    board
}

fn moves_of(record: &epd::Record) -> Vec<Move> {
    let texts = record.get("moves").expect("moves");
    texts
        .split_whitespace()
        .map(|text| text.parse().expect("a move"))
        .collect()
}

fn verdict(board: &Board, rule: Rule) -> String {
    let rules = Rules {
        rule,
        ..Rules::default()
    };
    rules
        .ending(board)
        .map_or("none".into(), |ending| ending.verdict().to_string())
}

#[test]
fn every_case_holds_as_it_stands_mirrored_and_with_colours_exchanged() {
    let records = epd::parse(CASES).expect("readable cases");
    assert!(records.len() > 100);
    for record in &records {
        let rule: Rule = record.get("rule").expect("a rule").parse().expect("known");
        let result = record.get("result").expect("a result");
        let moves = moves_of(record);
        let reflect = |to: fn(Move) -> Move| moves.iter().copied().map(to).collect::<Vec<_>>();
        let variants = [
            (record.board.clone(), moves.clone()),
            (record.board.mirrored(), reflect(Move::mirrored)),
            (record.board.color_flipped(), reflect(Move::rotated)),
            (
                record.board.color_flipped().mirrored(),
                reflect(|mv| mv.rotated().mirrored()),
            ),
        ];
        for (board, moves) in variants {
            let board = replay(board, &moves);
            assert_eq!(
                verdict(&board, rule),
                result,
                "{}: {}",
                record.name(),
                record.fen
            );
        }
    }
}

#[test]
fn the_slow_referee_agrees_with_the_case_file() {
    for record in epd::parse(CASES).expect("readable cases") {
        if record.get("rule") != Some("asianrule") {
            continue;
        }
        let positions = positions(&record.fen, &moves_of(&record));
        if let Some((_, verdict)) = slow_referee::judge(&positions) {
            assert_eq!(Some(verdict), record.get("result"), "{}", record.fen);
        }
    }
}

/// The positions of a game as the slow referee sees them.
fn positions(fen: &str, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![Position::from_fen(fen)];
    for mv in moves {
        let next = positions[positions.len() - 1].after(slow_referee::points(&mv.to_string()));
        positions.push(next);
    }
    positions
}

/// A random position of a few men, with the kings near each other's lines.
fn random_position(rng: &mut SmallRng) -> Option<Board> {
    let mut cells = [[None; 9]; 10];
    let mut place = |rng: &mut SmallRng, letter: char| {
        let file = rng.random_range(0..9);
        let rank = rng.random_range(0..10);
        let (file, rank) = match letter {
            'K' | 'A' => (3 + file % 3, rank % 3),
            'k' | 'a' => (3 + file % 3, 9 - rank % 3),
            'B' => (file / 2 * 2, rank % 3 * 2),
            'b' => (file / 2 * 2, 9 - rank % 3 * 2),
            _ => (file, rank),
        };
        if cells[rank][file].is_none() {
            cells[rank][file] = Some(letter);
        }
    };
    place(rng, 'K');
    place(rng, 'k');
    for letters in ["ABRRNNCCPP", "abrrnnccpp"] {
        for _ in 0..rng.random_range(2..7) {
            let pick = rng.random_range(0..letters.len());
            place(rng, letters.chars().nth(pick).expect("a letter"));
        }
    }
    let rows: Vec<String> = cells
        .iter()
        .rev()
        .map(|row| {
            row.iter()
                .map(|cell| cell.unwrap_or('1'))
                .collect::<String>()
        })
        .collect();
    let side = if rng.random_bool(0.5) { "w" } else { "b" };
    let board = Board::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).ok()?;
    board.has_legal_move().then_some(board)
}

fn random_quiet(board: &Board, rng: &mut SmallRng) -> Option<Move> {
    let quiets: Vec<Move> = board
        .legal_moves()
        .into_iter()
        .filter(|&mv| !board.is_capture(mv))
        .collect();
    (!quiets.is_empty()).then(|| quiets[rng.random_range(0..quiets.len())])
}

fn back(mv: Move) -> Move {
    Move::new(mv.to(), mv.from())
}

/// Random moves out and the same moves back: two plies each way, or four.
fn random_cycle(board: &Board, half: usize, rng: &mut SmallRng) -> Option<Vec<Move>> {
    let mut scratch = board.clone();
    let mut cycle = Vec::new();
    for _ in 0..half {
        let mv = random_quiet(&scratch, rng)?;
        scratch.make_move(mv);
        cycle.push(mv);
    }
    // A side's second move out is taken back first.
    let order: &[usize] = if half == 2 { &[0, 1] } else { &[2, 3, 0, 1] };
    for &index in order {
        let mv = back(cycle[index]);
        scratch.try_play(mv).ok()?;
        cycle.push(mv);
    }
    (scratch.key() == board.key() && scratch.reversible_plies() == cycle.len()).then_some(cycle)
}

/// Levels of red and black at a third occurrence.
fn levels(game: &Board) -> [u8; 2] {
    let span = Explanation::new(game, &Rules::default()).span;
    let span = span.expect("a third occurrence");
    span.sides.map(|side| side.level as u8)
}

/// The cycle of one position that is most worth testing: a decided one if chance finds any.
fn interesting_cycle(board: &Board, half: usize, rng: &mut SmallRng) -> Option<Vec<Move>> {
    let mut found = None;
    for _ in 0..40 {
        let Some(cycle) = random_cycle(board, half, rng) else {
            continue;
        };
        let once = replay(board.clone(), &cycle);
        let is_decided = repetition(&once, Rule::AsianRule, 2) != Some(Verdict::Draw);
        found = Some(cycle);
        if is_decided {
            break;
        }
    }
    found
}

#[test]
fn random_cycles_agree_with_the_slow_referee() {
    let mut rng = SmallRng::seed_from_u64(3);
    let mut judged = 0;
    // How often each pair of levels came up.
    let mut seen = [[0; 4]; 4];
    while judged < 3000 {
        let half = if judged % 4 == 0 { 4 } else { 2 };
        let Some(board) = random_position(&mut rng) else {
            continue;
        };
        let Some(cycle) = interesting_cycle(&board, half, &mut rng) else {
            continue;
        };
        judged += 1;
        let twice = [cycle.clone(), cycle.clone()].concat();
        let expected = slow_referee::judge(&positions(&board.fen(), &twice));
        let (expected_levels, expected) = expected.expect("a third occurrence");
        seen[usize::from(expected_levels[0])][usize::from(expected_levels[1])] += 1;
        let game = replay(board.clone(), &twice);
        let verdict = repetition(&game, Rule::AsianRule, 3).expect("a third occurrence");
        assert_eq!(verdict.to_string(), expected, "{} {cycle:?}", board.fen());
        assert_eq!(levels(&game), expected_levels, "{} {cycle:?}", board.fen());
        check_consistency(&game, &cycle, verdict);
    }
    // The sample means something only if the levels met each other.
    for (own, other, least) in [(0, 0, 200), (0, 1, 50), (0, 3, 50), (1, 3, 10)] {
        assert!(seen[own][other] >= least, "{own}-{other} {seen:?}");
        assert!(seen[other][own] >= least, "{other}-{own} {seen:?}");
    }
}

/// Going on round the cycle, the verdict stays the same from the view of whoever is to move; and a
/// search that comes by gives the same verdict as the replayed game.
fn check_consistency(game: &Board, cycle: &[Move], verdict: Verdict) {
    let mut board = game.clone();
    let mut expected = verdict;
    for &mv in cycle {
        let in_search = repetition_in_search(&board, Rule::AsianRule, 1);
        assert_eq!(in_search, Some(expected), "{}", board.fen());
        let second = repetition(&board, Rule::AsianRule, 2);
        let inside = repetition_in_search(&board, Rule::AsianRule, cycle.len() + 1);
        assert_eq!(inside, second, "{}", board.fen());
        for other in board.legal_moves() {
            board.make_move(other);
            board.unmake_move();
        }
        assert_eq!(repetition(&board, Rule::AsianRule, 3), Some(expected));
        board.make_move(mv);
        expected = expected.opponent();
    }
}

#[test]
fn moves_before_the_span_do_not_matter() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mut tried = 0;
    while tried < 300 {
        let Some(start) = random_position(&mut rng) else {
            continue;
        };
        let mut board = start.clone();
        for _ in 0..rng.random_range(1..6) {
            if let Some(mv) = random_quiet(&board, &mut rng) {
                board.make_move(mv);
            }
        }
        let Some(cycle) = interesting_cycle(&board.without_history(), 2, &mut rng) else {
            continue;
        };
        tried += 1;
        let twice = [cycle.clone(), cycle].concat();
        let alone = replay(board.without_history(), &twice);
        let game = replay(board, &twice);
        let verdict = repetition(&game, Rule::AsianRule, 3);
        assert!(verdict.is_some());
        assert_eq!(
            verdict,
            repetition(&alone, Rule::AsianRule, 3),
            "{}",
            game.fen()
        );
    }
}

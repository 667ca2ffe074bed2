//! What must hold in every position, over thousands of positions of random games and random set-ups.

use crate::common;

use std::collections::BTreeSet;

use common::reference::{self, Position};
use hanxin::board::{Board, EXCHANGE};
use hanxin::notation::{parse_move, to_chinese, to_wxf};
use hanxin::types::{Kind, Move, MoveList, Piece, Side, Square};
use proptest::prelude::*;

const CASES: u32 = if cfg!(debug_assertions) { 12 } else { 64 };

/// Plies of a random game.
const PLIES: usize = 80;

/// A random game: where it starts and a number that chooses each move.
fn games() -> impl Strategy<Value = (Board, Vec<usize>)> {
    (
        prop::sample::select(common::seed_positions()),
        prop::collection::vec(any::<usize>(), PLIES),
    )
}

/// A random set-up with any number of men of each kind, mostly far advanced pawns and open lines.
fn set_ups() -> impl Strategy<Value = Board> {
    // Half of the men are pawns and half stand on two files, so that crowded files are common.
    let kind = prop_oneof![Just(Kind::Pawn), prop::sample::select(&Kind::ALL[1..6])];
    let file = prop_oneof![0..9u8, 2..4u8];
    let man = (prop::sample::select(&Side::BOTH[..]), kind, file, 0..10u8);
    (
        prop::collection::vec(man, 2..28),
        3..6u8,
        3..6u8,
        any::<bool>(),
    )
        .prop_filter_map("impossible position", |(men, red, black, red_moves)| {
            let mut cells = [[None; 9]; 10];
            cells[0][usize::from(red)] = Some('K');
            cells[9][usize::from(black)] = Some('k');
            for (side, kind, file, rank) in men {
                let piece = Piece::new(side, kind);
                let cell = &mut cells[usize::from(rank)][usize::from(file)];
                let with = cell.or(Some(piece.letter()));
                let before = std::mem::replace(cell, with);
                // Men that cannot stand there, or are too many, stay out.
                if is_impossible(&cells) {
                    cells[usize::from(rank)][usize::from(file)] = before;
                }
            }
            let side = if red_moves { 'w' } else { 'b' };
            Board::from_fen(&format!("{} {side}", fen_of(&cells))).ok()
        })
}

type Cells = [[Option<char>; 9]; 10];

fn fen_of(cells: &Cells) -> String {
    let row = |row: &[Option<char>; 9]| row.map(|cell| cell.unwrap_or('1')).iter().collect();
    let rows: Vec<String> = cells.iter().rev().map(row).collect();
    rows.join("/")
}

/// Whether the men, not counting checks, cannot stand like this.
fn is_impossible(cells: &Cells) -> bool {
    use hanxin::board::FenError::{Misplaced, TooMany};
    matches!(
        Board::from_fen(&fen_of(cells)),
        Err(Misplaced { .. } | TooMany { .. })
    )
}

/// Plays the game and shows every position of it to `check`.
fn play(
    (start, choices): (Board, Vec<usize>),
    mut check: impl FnMut(&mut Board) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut board = start;
    check(&mut board)?;
    for choice in choices {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        board.make_move(moves[choice % moves.len()]);
        check(&mut board)?;
    }
    Ok(())
}

fn names(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(Move::to_string).collect()
}

fn all_pairs() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| {
        let targets = Square::all().filter(move |&to| to != from);
        targets.map(move |to| Move::new(from, to))
    })
}

fn generators_agree_with_the_rule_book(board: &Board) -> Result<(), TestCaseError> {
    let position = Position::new(&board.fen());
    let legal = board.legal_moves();
    prop_assert_eq!(names(&legal), position.legal_moves(), "{}", board.fen());
    prop_assert_eq!(board.count_legal_moves(), legal.len());
    prop_assert_eq!(board.has_legal_move(), !legal.is_empty());

    let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    board.generate_captures(&mut captures);
    board.generate_quiets(&mut quiets);
    prop_assert!(captures.iter().all(|&mv| board.is_capture(mv)));
    prop_assert!(!quiets.iter().any(|&mv| board.is_capture(mv)));
    let both: Vec<Move> = captures.into_iter().chain(quiets).collect();
    prop_assert_eq!(names(&both), position.pseudo_legal_moves());
    prop_assert_eq!(names(&both).len(), both.len(), "a move generated twice");

    for mv in all_pairs() {
        prop_assert_eq!(board.is_pseudo_legal(mv), both.contains(&mv), "{}", mv);
        prop_assert_eq!(board.is_legal_move(mv), legal.contains(&mv), "{}", mv);
    }
    if board.is_in_check() {
        let mut evasions = MoveList::new();
        board.generate_evasions(&mut evasions);
        prop_assert_eq!(names(&evasions), names(&legal));
    }
    let red = board.side_to_move() == Side::Red;
    prop_assert_eq!(board.is_in_check(), position.is_king_attacked(red));
    prop_assert_eq!(board.is_in_check(), board.checkers().next().is_some());
    Ok(())
}

/// The pawns, advisors and elephants of a position and where they stand.
fn structure_of(board: &Board) -> BTreeSet<String> {
    let placement = board.placement();
    let counts = [Kind::Pawn, Kind::Advisor, Kind::Elephant];
    let men = placement.men().map(|(_, piece, square)| (piece, square));
    men.filter(|(piece, _)| counts.contains(&piece.kind))
        .map(|man| format!("{man:?}"))
        .collect()
}

fn making_and_unmaking_is_consistent(board: &mut Board) -> Result<(), TestCaseError> {
    prop_assert_eq!(board.inconsistency(), None);
    let before = board.clone();
    for mv in board.legal_moves() {
        let gives_check = board.gives_check(mv);
        let captured = board.captured_by(mv);
        board.make_move(mv);
        prop_assert_eq!(board.inconsistency(), None);
        prop_assert_eq!(board.is_in_check(), gives_check, "{} {}", mv, before.fen());
        prop_assert_eq!(
            board.history().last().map(|ply| ply.captured),
            Some(captured)
        );
        prop_assert_ne!(board.key(), before.key());
        // The structure is that of the men who make it up, wherever the others stand.
        let is_same_structure = structure_of(board) == structure_of(&before);
        prop_assert_eq!(board.structure() == before.structure(), is_same_structure);
        board.unmake_move();
        prop_assert!(*board == before, "{} not undone in {}", mv, before.fen());
    }
    if !board.is_in_check() {
        board.make_null_move();
        prop_assert_eq!(board.side_to_move(), before.side_to_move().opponent());
        prop_assert_eq!(board.key(), board.without_history().key());
        board.unmake_null_move();
        prop_assert!(*board == before, "null move not undone in {}", before.fen());
    }
    Ok(())
}

fn texts_round_trip(board: &Board) -> Result<(), TestCaseError> {
    let fen = board.fen();
    prop_assert_eq!(
        Board::from_fen(&fen).map(|read| read.fen()),
        Ok(fen.clone())
    );
    for mv in board.legal_moves() {
        for text in [mv.to_string(), to_wxf(board, mv), to_chinese(board, mv)] {
            prop_assert_eq!(parse_move(board, &text), Ok(mv), "{} in {}", text, fen);
        }
    }
    Ok(())
}

fn exchanges_agree_with_the_rule_book(board: &Board) -> Result<(), TestCaseError> {
    let position = Position::new(&board.fen());
    let value = |letter: char| {
        let piece = Piece::from_letter(letter).expect("a piece");
        EXCHANGE[piece.kind.index()]
    };
    for mv in board.legal_moves() {
        let [from, to] = [mv.from(), mv.to()].map(|s| (s.file().into(), s.rank().into()));
        let gain = position.at(to).map_or(0, value);
        let answers = position.after(from, to).exchange_results(to, &value);
        let see = board.see(mv);
        prop_assert!(
            answers.contains(&(gain - see)),
            "{mv} is {see} in {}, expected {gain} - {answers:?}",
            board.fen()
        );
        for threshold in [see - 1, see, see + 1, -45, 0, 45] {
            let expected = see >= threshold;
            prop_assert_eq!(
                board.see_at_least(mv, threshold),
                expected,
                "{} {}",
                mv,
                threshold
            );
        }
    }
    Ok(())
}

fn men_in_danger_are_attacked_by_cheaper_men_or_unprotected(
    board: &Board,
) -> Result<(), TestCaseError> {
    let placement = board.placement();
    let value = |kind: Kind| EXCHANGE[kind.index()];
    for (man, piece, square) in placement.men() {
        if !matches!(piece.kind, Kind::Rook | Kind::Horse | Kind::Cannon) {
            continue;
        }
        let side = piece.side;
        let attackers = placement.attackers(square, side.opponent());
        let cheapest = attackers.map(|(_, attacker)| value(attacker.kind)).min();
        let is_protected = placement.attackers(square, side).next().is_some();
        let expected =
            cheapest.is_some_and(|cheapest| cheapest < value(piece.kind) || !is_protected);
        let found = placement.men_in_danger(side) & man.bit() != 0;
        prop_assert_eq!(found, expected, "{} {}", board.fen(), square);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn moves_of_games_are_those_of_the_rule_book(game in games()) {
        play(game, |board| generators_agree_with_the_rule_book(board))?;
    }

    #[test]
    fn unmake_restores_every_field(game in games()) {
        play(game, making_and_unmaking_is_consistent)?;
    }

    #[test]
    fn positions_and_moves_of_games_round_trip_as_text(game in games()) {
        play(game, |board| texts_round_trip(board))?;
    }

    #[test]
    fn exchange_values_are_those_of_an_exchange_played_out(game in games()) {
        play(game, |board| exchanges_agree_with_the_rule_book(board))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES * 20) })]

    #[test]
    fn every_property_holds_in_random_set_ups(board in set_ups()) {
        let mut board = board;
        generators_agree_with_the_rule_book(&board)?;
        making_and_unmaking_is_consistent(&mut board)?;
        texts_round_trip(&board)?;
        exchanges_agree_with_the_rule_book(&board)?;
        men_in_danger_are_attacked_by_cheaper_men_or_unprotected(&board)?;
    }

    #[test]
    fn reflection_and_exchange_of_colours_keep_the_number_of_moves(board in set_ups()) {
        let count = board.count_legal_moves();
        prop_assert_eq!(board.mirrored().count_legal_moves(), count);
        prop_assert_eq!(board.color_flipped().count_legal_moves(), count);
        prop_assert_eq!(board.mirrored().mirrored().key(), board.key());
        prop_assert_eq!(board.color_flipped().color_flipped().key(), board.key());
    }

    #[test]
    fn readers_never_panic(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        let lossy = String::from_utf8_lossy(&bytes);
        let board = Board::start();
        for text in [text.as_str(), &lossy] {
            let _ = Board::from_fen(text);
            let _ = parse_move(&board, text);
            let _ = hanxin::notation::epd::parse(text);
        }
    }

    #[test]
    fn almost_right_fens_are_read_or_refused_with_a_reason(
        text in "([1-9kabnrcpKABNRCPehx]{0,10}/){9}[1-9kabnrcpKABNRCP]{1,9} [wbr-] - - [0-9]{1,6} [0-9]{1,6}",
    ) {
        match Board::from_fen(&text) {
            Ok(board) => texts_round_trip(&board)?,
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn the_rule_book_knows_the_start_position() {
    let position = Position::new(hanxin::board::START_FEN);
    assert_eq!(position.legal_moves().len(), 44);
    assert_eq!(reference::points().count(), 90);
}

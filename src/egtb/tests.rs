//! Tables against theory, against an independent solver, and files against damage.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt as _, SeedableRng as _};

use super::*;
use crate::board::{Board, Placement};
use crate::templates::can_stand;
use crate::types::{Kind, Move, Piece, Side, Square};

/// Tables in memory only.
#[derive(Default)]
struct Memory(HashMap<Class, Table>);

impl Library for Memory {
    fn table(&self, class: Class) -> Option<&Table> {
        self.0.get(&class)
    }
}

impl Memory {
    fn with(patterns: &[&str]) -> Self {
        let mut classes = Vec::new();
        for pattern in patterns {
            classes.extend(Class::matching(pattern).expect("classes"));
        }
        let mut memory = Self::default();
        for class in Class::closure(&classes) {
            let table = generate(class, &memory, 2, &|_| {}).expect("a table");
            memory.0.insert(class, table);
        }
        memory
    }

    /// The value of a position for the side to move.
    fn value(&self, fen: &str) -> Value {
        let board = Board::from_fen(fen).expect("a position");
        self.value_of(&board)
    }

    fn value_of(&self, board: &Board) -> Value {
        let (class, strong) = Class::of(board.placement());
        let table = &self.0[&class];
        table
            .value(board.placement(), strong, board.side_to_move())
            .expect("a legal position")
    }
}

/// The tables that the tests share.
fn tables() -> &'static Memory {
    static TABLES: OnceLock<Memory> = OnceLock::new();
    TABLES.get_or_init(|| Memory::with(&["KP-KA", "KN-KAA", "KN-KB", "KR-KAB", "KC-KA", "KCA-KA"]))
}

/// Board and side to move of a FEN.
fn name(board: &Board) -> String {
    let fen = board.fen();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// All legal positions of some armies with their plies to mate, found by going over them again and again
/// with the ordinary board. No index, no mirror, no moves taken back. A position that is not among them
/// counts as a draw.
fn solve_slowly(armies: &[Vec<Piece>]) -> HashMap<String, Option<u8>> {
    let mut boards = Vec::new();
    for pieces in armies {
        place_all(pieces, &mut Vec::new(), &mut boards);
    }
    let numbers: HashMap<String, usize> = boards
        .iter()
        .enumerate()
        .map(|(number, board)| (name(board), number))
        .collect();
    let successors: Vec<Vec<Option<usize>>> = boards
        .iter_mut()
        .map(|board| {
            let moves = board.legal_moves();
            let follow = |mv: Move| {
                board.make_move(mv);
                let number = numbers.get(&name(board)).copied();
                board.unmake_move();
                number
            };
            moves.into_iter().map(follow).collect()
        })
        .collect();
    let mut values: Vec<Option<u8>> = vec![None; boards.len()];
    let mut quiet_levels = 0;
    for level in 0.. {
        let value = |number: &Option<usize>| number.and_then(|number| values[number]);
        let is_decided = |replies: &Vec<Option<usize>>| {
            if level % 2 == 0 {
                replies
                    .iter()
                    .all(|reply| value(reply).is_some_and(|plies| plies % 2 == 1))
            } else {
                replies.iter().any(|reply| value(reply) == Some(level - 1))
            }
        };
        let found: Vec<usize> = (0..boards.len())
            .filter(|&number| values[number].is_none() && is_decided(&successors[number]))
            .collect();
        quiet_levels = if found.is_empty() {
            quiet_levels + 1
        } else {
            0
        };
        if quiet_levels == 2 {
            break;
        }
        for number in found {
            values[number] = Some(level);
        }
    }
    boards.iter().map(name).zip(values).collect()
}

fn place_all(pieces: &[Piece], squares: &mut Vec<Square>, boards: &mut Vec<Board>) {
    let Some(&piece) = pieces.get(squares.len()) else {
        for side in ["w", "b"] {
            let cell = |square: Square| {
                let place = squares.iter().position(|&other| other == square);
                place.map_or('1', |place| pieces[place].letter())
            };
            let rank = |rank: u8| {
                (0..9)
                    .map(|file| cell(Square::new(file, rank)))
                    .collect::<String>()
            };
            let ranks: Vec<String> = (0..10).rev().map(rank).collect();
            boards.extend(Board::from_fen(&format!("{} {side}", ranks.join("/"))));
        }
        return;
    };
    for square in Square::all().filter(|&square| can_stand(piece, square)) {
        if !squares.contains(&square) {
            squares.push(square);
            place_all(pieces, squares, boards);
            squares.pop();
        }
    }
}

#[test]
fn every_distance_agrees_with_an_independent_slow_solver() {
    let [red_king, black_king] = Side::BOTH.map(|side| Piece::new(side, Kind::King));
    let advisor = Piece::new(Side::Black, Kind::Advisor);
    for kind in [Kind::Pawn, Kind::Horse, Kind::Rook] {
        let attacker = Piece::new(Side::Red, kind);
        let mut armies = vec![vec![red_king, attacker, black_king]];
        if kind == Kind::Pawn {
            armies.push(vec![red_king, attacker, black_king, advisor]);
        }
        let slow = solve_slowly(&armies);
        assert!(slow.len() > 5_000, "{kind:?}");
        for (fen, expected) in slow {
            let value = tables().value(&fen);
            assert_eq!(value.plies(), expected, "{fen}");
            assert_eq!(value == Value::Draw, expected.is_none(), "{fen}");
        }
    }
}

/// Plies to a mate by `board`'s side to move or against it within `depth` plies, by plain search.
fn mate_within(board: &mut Board, depth: u8) -> Option<u8> {
    let (mut win, mut loss) = (None, Some(0));
    for mv in board.legal_moves() {
        let reply = if depth == 0 {
            None
        } else {
            board.make_move(mv);
            let reply = mate_within(board, depth - 1);
            board.unmake_move();
            reply
        };
        match reply {
            Some(plies) if plies % 2 == 0 => {
                win = Some(win.map_or(plies + 1, |best: u8| best.min(plies + 1)));
            }
            Some(plies) => loss = loss.map(|worst: u8| worst.max(plies + 1)),
            None => loss = None,
        }
    }
    win.or(loss)
}

#[test]
fn short_mates_on_random_positions_agree_with_plain_search() {
    const DEPTH: u8 = 3;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let (mut mates, mut others) = (0, 0);
    for class in ["KN-KAA", "KR-KAB", "KCA-KA"] {
        let class: Class = class.parse().expect("a class");
        let table = &tables().0[&class];
        let mut cursor = table.index.cursor();
        for _ in 0..1_500 {
            let number = random.random_range(0..table.index.size());
            let Some(placement) = cursor.placement(number) else {
                continue;
            };
            for side in ["w", "b"] {
                let Ok(mut board) = Board::from_fen(&board_of(&placement, side)) else {
                    continue;
                };
                let plies = tables()
                    .value_of(&board)
                    .plies()
                    .filter(|&plies| plies <= DEPTH);
                assert_eq!(mate_within(&mut board, DEPTH), plies, "{}", board.fen());
                mates += u32::from(plies.is_some());
                others += u32::from(plies.is_none());
            }
        }
    }
    assert!(mates > 100 && others > 1_000, "{mates} {others}");
}

/// The FEN of a placement.
fn board_of(placement: &Placement, side: &str) -> String {
    let cell = |square| placement.piece_on(square).map_or('1', Piece::letter);
    let rank = |rank: u8| {
        (0..9)
            .map(|file| cell(Square::new(file, rank)))
            .collect::<String>()
    };
    let ranks: Vec<String> = (0..10).rev().map(rank).collect();
    format!("{} {side}", ranks.join("/"))
}

#[test]
fn every_value_follows_from_its_successors() {
    for table in tables().0.values() {
        let report = verify(table, tables(), 2).expect("smaller tables");
        assert_eq!(
            (report.mistakes, report.first),
            (0, None),
            "{}",
            table.class()
        );
        assert!(report.positions > 2_000);
    }
}

#[test]
fn a_wrong_value_is_found() {
    let mut memory = Memory::with(&["KN-K"]);
    let class: Class = "KN-K".parse().expect("a class");
    let table = memory.0.get_mut(&class).expect("a table");
    let place = table.codes[0]
        .iter()
        .position(|&code| code == 10)
        .expect("a win in 9");
    table.codes[0][place] = 12;
    let report = verify(&memory.0[&class], &memory, 1).expect("no smaller tables");
    assert!(report.mistakes > 0 && report.first.is_some());
}

#[test]
fn theory_of_single_attackers() {
    let tables = tables();
    // A lone horse beats a lone advisor, from anywhere with the move but where the horse is lost.
    let counts = |class: &str, wanted: fn(Value) -> bool| {
        let table = &tables.0[&class.parse().expect("a class")];
        let values = table.codes[0]
            .iter()
            .filter_map(|&code| Value::from_code(code));
        let (yes, no): (Vec<_>, Vec<_>) = values.partition(|&value| wanted(value));
        (yes.len(), no.len())
    };
    let (won, not_won) = counts("KN-KA", |value| matches!(value, Value::Win(_)));
    assert!(won > 50 * not_won, "{won} {not_won}");
    // A lone horse against a lone elephant: drawn three times out of four, won as the kings stand.
    let (won, not_won) = counts("KN-KB", |value| matches!(value, Value::Win(_)));
    assert!(not_won > 2 * won && not_won < 5 * won, "{won} {not_won}");
    // A horse does not beat two advisors in general.
    let (won, not_won) = counts("KN-KAA", |value| matches!(value, Value::Win(_)));
    assert!(not_won > 10 * won, "{won} {not_won}");
    // A rook beats two guards from everywhere.
    let (won, not_won) = counts("KR-KAB", |value| matches!(value, Value::Win(_)));
    assert!(won > 100 * not_won, "{won} {not_won}");
    // A cannon without screens of its own never mates a bare king; with an advisor it beats one.
    assert_eq!(counts("KC-K", |value| matches!(value, Value::Win(_))).0, 0);
    let (won, not_won) = counts("KCA-KA", |value| matches!(value, Value::Win(_)));
    assert!(won > 100 * not_won, "{won} {not_won}");
    // A pawn wins against the bare king while it is high, not on the last rank.
    assert!(matches!(
        tables.value("9/4k1P2/9/9/9/9/9/9/9/3K5 w"),
        Value::Win(_)
    ));
    assert_eq!(tables.value("P8/9/3k5/9/9/9/9/9/9/4K4 w"), Value::Draw);
}

#[test]
fn verdicts_say_what_the_table_says() {
    // Without losses and marks, with marks, and with losses of the stronger side.
    for (class, least_known) in [("KPP-KA", 100), ("KR-KN", 98), ("KN-KP", 98)] {
        let memory = Memory::with(&[class]);
        let class: Class = class.parse().expect("a class");
        let table = &memory.0[&class];
        let bytes = pack(table).expect("verdicts");
        let tables = Tables::with_verdicts(bytes.leak());
        let (known, different) = tables.compare_verdicts(table).expect("its class");
        let legal = table.codes.iter().flatten().filter(|&&code| code != 255);
        let legal = legal.count() as u64;
        assert_eq!(different, 0, "{class}");
        assert!(
            known * 100 >= legal * least_known,
            "{class} {known} {legal}"
        );
    }
}

#[test]
fn damaged_verdicts_are_refused() {
    let table = &tables().0[&"KN-KA".parse().expect("a class")];
    let bytes = pack(table).expect("verdicts");
    for place in (0..bytes.len()).step_by(31) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x40;
        let Ok(read) = verdicts::Verdicts::read_all(damaged.leak()) else {
            continue;
        };
        // A changed header that still makes sense: another class or count.
        let board = Board::from_fen("3k1a2N/9/9/9/9/9/9/9/9/4K4 w").expect("a position");
        for verdicts in read.iter().filter(|read| read.class() == table.class()) {
            let _ = verdicts.word(board.placement(), Side::Red);
        }
    }
    let cut_off = bytes[..bytes.len() - 1].to_vec();
    assert!(verdicts::Verdicts::read_all(cut_off.leak()).is_err());
}

#[test]
fn files_are_read_as_written_and_damage_is_refused() {
    let folder = std::env::temp_dir().join(format!("hanxin-egtb-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let class: Class = "KN-KA".parse().expect("a class");
    let table = &tables().0[&class];
    let path = write(&folder, table).expect("written");
    let file = TableFile::open(&path).expect("a table");
    let read = file.load().expect("a table");
    assert_eq!(read.class(), class);
    for (read, written) in read.codes.iter().zip(&table.codes) {
        let differs = |(read, written): (&u8, &u8)| *written != 255 && read != written;
        assert!(!read.iter().zip(written).any(differs));
    }
    let counts = file.counts(Side::Red);
    assert_eq!(
        counts.total(),
        table.codes[0].iter().filter(|&&code| code != 255).count() as u64
    );

    let whole = fs::read(&path).expect("bytes");
    let refused = |bytes: &[u8]| -> String {
        let other: PathBuf = folder.join("other.hxt");
        fs::write(&other, bytes).expect("written");
        let error = TableFile::open(&other).and_then(|file| file.load()).err();
        error.expect("an error").to_string()
    };
    assert!(refused(b"").contains("is no endgame table"));
    assert!(refused(b"rnbakabnr/9 w and so on").contains("is no endgame table"));
    assert!(refused(&whole[..whole.len() - 1]).contains("its length is not what its header says"));
    assert!(refused(&whole[..40]).contains("it ends inside its header"));
    for place in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x20;
        refused(&bytes);
    }
    fs::remove_dir_all(&folder).expect("removed");
}

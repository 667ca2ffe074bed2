//! Moves as people say them: who moves, in which direction, and how far or where to.
//!
//! WXF and Chinese notation say the same in two scripts, so both share one form of four tokens:
//!
//! ```text
//!  C 2 . 5     炮二平五    man, his file        action, target file or number of ranks
//!  C + - 1     前炮退一    man, front one       files count from the mover's right
//! ```
//!
//! Of several men of a kind on one file the front one is `+` (前) and the rear one `-` (后). Advisors
//! and elephants never need that: of two on one file, one can only advance and the other only retreat.
//! Pawns need more:
//!
//! | pawns | WXF (rules of 1997) | Chinese |
//! |---|---|---|
//! | two on one file | `P+` `P-` | 前兵 后兵 |
//! | three on one file, the third here | `P+` `P3` `P-` | 前兵 中兵 后兵 |
//! | four on one file | `++` `P+` `P-` `--` | 一兵 to 四兵 from the front |
//! | five on the third file | `++` `P+` `P3` `P-` `--` | 一兵 to 五兵 from the front |
//! | several on two files | `3+` `33` `3-` and `7+` `7-` | 一兵 to 五兵, from the right file to the left, front to rear |
//!
//! Reading also accepts what other programs write: `+C.5`, `Pa+1` to `Pe+1` for 一兵 to 五兵, `=` for
//! `.`, `N` and `B` for `H` and `E`, 前三平四 and `+3.4` for the front pawn of the third file, and a
//! plain file wherever only one legal move fits.

use thiserror::Error;

use super::script;
use crate::board::Board;
use crate::types::{Kind, Move, Side, Square};

/// The two tokens that say who moves.
type Who = [char; 2];

/// Why a text was not understood as a move of the position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseMoveTextError {
    /// Not the form of a move in any notation.
    #[error("'{0}' is not a move (expected one like h2e2, C2.5 or 炮二平五)")]
    NotAMove(String),
    /// A move, but not a legal one here.
    #[error("'{text}' is not a legal move for {side} here")]
    Illegal { text: String, side: Side },
    /// Several legal moves fit.
    #[error("'{text}' may be {first} or {second} (expected one move)")]
    Ambiguous {
        text: String,
        first: Move,
        second: Move,
    },
}

/// The move in the notation of the World Xiangqi Federation, like `C2.5`.
///
/// Meant for legal moves; one that moves nobody is written in coordinates.
pub fn to_wxf(board: &Board, mv: Move) -> String {
    Names::new(board, mv).map_or_else(
        || mv.to_string(),
        |names| names.wxf.into_iter().chain(names.action).collect(),
    )
}

/// The move in Chinese notation, like `炮二平五`: simplified characters, red's numbers in Chinese
/// numerals, black's as full-width digits (`炮８平５`), as programs commonly write them.
///
/// Meant for legal moves; one that moves nobody is written in coordinates.
pub fn to_chinese(board: &Board, mv: Move) -> String {
    let side = board.side_to_move();
    Names::new(board, mv).map_or_else(
        || mv.to_string(),
        |names| script::write_chinese(side, names.chinese, names.action),
    )
}

/// Reads a move in coordinates, WXF or Chinese notation. Only a legal move is accepted.
///
/// ```
/// use hanxin::{board::Board, notation::parse_move};
/// let board = Board::start();
/// for text in ["h2e2", "H2-E2", "C2.5", "炮二平五", "砲2平5"] {
///     assert_eq!(parse_move(&board, text), Ok("h2e2".parse().unwrap()));
/// }
/// ```
pub fn parse_move(board: &Board, text: &str) -> Result<Move, ParseMoveTextError> {
    let text = text.trim();
    let illegal = || ParseMoveTextError::Illegal {
        text: text.to_owned(),
        side: board.side_to_move(),
    };
    if let Ok(mv) = text.parse::<Move>() {
        return board.is_legal_move(mv).then_some(mv).ok_or_else(illegal);
    }
    let [a, b, action @ ..] =
        script::read(text).ok_or_else(|| ParseMoveTextError::NotAMove(text.to_owned()))?;
    let who = [a, b];
    let candidates: Vec<(Move, Names)> = board
        .legal_moves()
        .into_iter()
        .filter_map(|mv| Some((mv, Names::new(board, mv)?)))
        .filter(|(_, names)| names.action == action)
        .collect();
    let fitting = |fits: fn(&Names, Who) -> bool| -> Vec<Move> {
        let fitting = candidates.iter().filter(|(_, names)| fits(names, who));
        fitting.map(|&(mv, _)| mv).collect()
    };
    let mut moves = fitting(|names, who| names.wxf == who || names.chinese == who);
    if moves.is_empty() {
        moves = fitting(|names, who| names.others.contains(&who));
    }
    match moves[..] {
        [] => Err(illegal()),
        [mv] => Ok(mv),
        [first, second, ..] => Err(ParseMoveTextError::Ambiguous {
            text: text.to_owned(),
            first,
            second,
        }),
    }
}

/// What a move may be called.
struct Names {
    /// `+`, `-` or `.`, then the target file or the number of ranks.
    action: [char; 2],
    wxf: Who,
    chinese: Who,
    /// Names that are understood but not written.
    others: Vec<Who>,
}

impl Names {
    /// `None` if nobody stands on the origin.
    fn new(board: &Board, mv: Move) -> Option<Self> {
        let piece = board.placement().piece_on(mv.from())?;
        let (from, to) = (
            mv.from().relative_to(piece.side),
            mv.to().relative_to(piece.side),
        );
        let line = Line::new(board, piece.side, piece.kind, from);
        let letter = script::letter(piece.kind);
        let file = [letter, line.file];
        let (wxf, chinese) = match piece.kind {
            Kind::Pawn => (line.pawn_in_wxf(), line.pawn_in_chinese()),
            Kind::Horse | Kind::Rook | Kind::Cannon if line.is_front() => {
                ([letter, '+'], ['+', letter])
            }
            Kind::Horse | Kind::Rook | Kind::Cannon if line.is_rear() => {
                ([letter, '-'], ['-', letter])
            }
            _ => (file, file),
        };
        let mut others = vec![file];
        for (applies, place) in [
            (line.is_front(), '+'),
            (line.is_rear(), '-'),
            (line.is_middle(), '.'),
        ] {
            if applies {
                others.extend([[letter, place], [place, letter]]);
                if piece.kind == Kind::Pawn {
                    others.extend([[place, line.file], [line.file, place]]);
                }
            }
        }
        if piece.kind == Kind::Pawn && line.count > 1 {
            others.push([line.ordinal, letter]);
        }
        Some(Self {
            action: action(piece.kind, from, to),
            wxf,
            chinese,
            others,
        })
    }
}

/// The direction and how far or where to; both squares as the mover sees them.
fn action(kind: Kind, from: Square, to: Square) -> [char; 2] {
    let direction = match to.rank().cmp(&from.rank()) {
        std::cmp::Ordering::Greater => '+',
        std::cmp::Ordering::Less => '-',
        std::cmp::Ordering::Equal => '.',
    };
    let goes_straight = matches!(kind, Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn);
    let number = if goes_straight && direction != '.' {
        script::digit(to.rank().abs_diff(from.rank()))
    } else {
        script::digit(file_number(to))
    };
    [direction, number]
}

/// The file's number 1-9 from the mover's right; the square as the mover sees it.
fn file_number(square: Square) -> u8 {
    Square::FILES - square.file()
}

/// A man's place among the men of his kind on his file.
struct Line {
    file: char,
    /// How many stand on the file.
    count: usize,
    /// 0 for the front man.
    place: usize,
    /// On how many files several of the kind stand.
    crowded_files: usize,
    /// The man's number among all on crowded files: from the right, front to rear.
    ordinal: char,
}

impl Line {
    fn new(board: &Board, side: Side, kind: Kind, from: Square) -> Self {
        let mut files = [const { Vec::new() }; Square::FILES as usize + 1];
        for square in board.placement().squares_of(side, kind) {
            let square = square.relative_to(side);
            files[usize::from(file_number(square))].push(square);
        }
        for squares in &mut files {
            squares.sort_by_key(|square| std::cmp::Reverse(square.rank()));
        }
        let own = &files[usize::from(file_number(from))];
        let crowded = files.iter().filter(|squares| squares.len() > 1);
        let position = |square: &Square| *square == from;
        let ordinal = crowded.clone().flatten().position(position).unwrap_or(0) + 1;
        Self {
            file: script::digit(file_number(from)),
            count: own.len(),
            place: own.iter().position(position).unwrap_or(0),
            crowded_files: crowded.count(),
            ordinal: script::digit(ordinal as u8),
        }
    }

    fn is_front(&self) -> bool {
        self.count > 1 && self.place == 0
    }

    fn is_rear(&self) -> bool {
        self.count > 1 && self.place + 1 == self.count
    }

    fn is_middle(&self) -> bool {
        self.count > 1 && self.place * 2 + 1 == self.count
    }

    fn pawn_in_wxf(&self) -> Who {
        let first = if self.crowded_files > 1 {
            self.file
        } else {
            'P'
        };
        match (self.count, self.place) {
            (0 | 1, _) => ['P', self.file],
            (2 | 3, 0) | (4 | 5, 1) => [first, '+'],
            (2, _) | (3 | 4, 2) | (5, 3) => [first, '-'],
            (_, 0) => ['+', '+'],
            (4, _) | (_, 4) => ['-', '-'],
            _ => [first, self.file],
        }
    }

    fn pawn_in_chinese(&self) -> Who {
        match (self.count, self.place) {
            (0 | 1, _) => ['P', self.file],
            _ if self.crowded_files > 1 => [self.ordinal, 'P'],
            (2 | 3, 0) => ['+', 'P'],
            (3, 1) => ['.', 'P'],
            (2 | 3, _) => ['-', 'P'],
            _ => [self.ordinal, 'P'],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move in coordinates, WXF and Chinese; also read back from both.
    fn check(fen: &str, iccs: &str, wxf: &str, chinese: &str) {
        let board = Board::from_fen(fen).expect("a position");
        let mv: Move = iccs.parse().expect("a move");
        assert_eq!(to_wxf(&board, mv), wxf);
        assert_eq!(to_chinese(&board, mv), chinese);
        assert_eq!(parse_move(&board, wxf), Ok(mv), "{wxf}");
        assert_eq!(parse_move(&board, chinese), Ok(mv), "{chinese}");
    }

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let board = Board::from_fen(fen).expect("a position");
        parse_move(&board, text)
            .map(|mv| mv.to_string())
            .map_err(|error| error.to_string())
    }

    const START: &str = crate::board::START_FEN;
    const BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";

    #[test]
    fn the_first_moves_of_a_game() {
        check(START, "h2e2", "C2.5", "炮二平五");
        check(START, "h0g2", "H2+3", "马二进三");
        check(START, "c0e2", "E7+5", "相七进五");
        check(START, "d0e1", "A6+5", "仕六进五");
        check(START, "e0e1", "K5+1", "帅五进一");
        check(START, "a0a2", "R9+2", "车九进二");
        check(BLACK, "h9g7", "H8+7", "马８进７");
        check(BLACK, "h7h1", "C8+6", "炮８进６");
        check(BLACK, "g6g5", "P7+1", "卒７进１");
        check(BLACK, "f9e8", "A6+5", "士６进５");
    }

    #[test]
    fn front_and_rear_of_two_on_a_file() {
        let rooks = "3k5/9/4R4/9/9/9/4R4/9/9/4K4 w";
        check(rooks, "e7g7", "R+.3", "前车平三");
        check(rooks, "e3e1", "R--2", "后车退二");
        for text in ["+R.3", "R+=3", "前車平三", "前俥平3", " 前车平三 "] {
            assert_eq!(read(rooks, text), Ok("e7g7".to_owned()), "{text}");
        }
        let black = "4k4/9/4c4/9/4c4/9/9/9/9/3K5 b";
        check(black, "e5e2", "C++3", "前炮进３");
        check(black, "e7a7", "C-.1", "后炮平１");
    }

    #[test]
    fn advisors_and_elephants_are_named_by_their_file() {
        let fen = "4k4/9/9/9/9/2B6/9/3A5/9/2BA1K3 w";
        check(fen, "d0e1", "A6+5", "仕六进五");
        check(fen, "d2e1", "A6-5", "仕六退五");
        check(fen, "c4e2", "E7-5", "相七退五");
        assert_eq!(read(fen, "后仕进五"), Ok("d0e1".to_owned()));
        assert_eq!(read(fen, "前相退九"), Ok("c4a2".to_owned()));
    }

    #[test]
    fn three_to_five_pawns_on_a_file() {
        let three = "3k5/6P2/6P2/6P2/9/9/9/9/9/4K4 w";
        check(three, "g8f8", "P+.4", "前兵平四");
        check(three, "g7f7", "P3.4", "中兵平四");
        check(three, "g6f6", "P-.4", "后兵平四");
        let four = "3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
        check(four, "g8f8", "++.4", "一兵平四");
        check(four, "g7f7", "P+.4", "二兵平四");
        check(four, "g6f6", "P-.4", "三兵平四");
        check(four, "g5f5", "--.4", "四兵平四");
        assert_eq!(read(four, "前兵平四"), Ok("g8f8".to_owned()));
        let five = "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
        check(five, "g9f9", "++.4", "一兵平四");
        check(five, "g7f7", "P3.4", "三兵平四");
        check(five, "g5f5", "--.4", "五兵平四");
        assert_eq!(read(five, "Pb.4"), Ok("g8f8".to_owned()));
        assert_eq!(read(five, "pE=4"), Ok("g5f5".to_owned()));
    }

    #[test]
    fn tandem_pawns_on_two_files() {
        let fen = "3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/4K4 w";
        check(fen, "g8f8", "3+.4", "一兵平四");
        check(fen, "g7f7", "33.4", "二兵平四");
        check(fen, "g6f6", "3-.4", "三兵平四");
        check(fen, "c8b8", "7+.8", "四兵平八");
        check(fen, "c7b7", "7-.8", "五兵平八");
        assert_eq!(read(fen, "前三平四"), Ok("g8f8".to_owned()));
        assert_eq!(read(fen, "+3.4"), Ok("g8f8".to_owned()));
        let black = "4k4/9/9/9/9/9/9/2p3p2/2p3p2/3K5 b";
        check(black, "g1h1", "7+.8", "三卒平８");
        check(black, "c2b2", "3-.2", "二卒平２");
        assert_eq!(read(black, "３卒平8"), Ok("g1h1".to_owned()));
    }

    #[test]
    fn errors_name_the_text() {
        for text in ["", "C2", "C2.50", "X2.5", "C2!5", "炮二五平", "C0.5", "ééé"] {
            assert_eq!(
                read(START, text),
                Err(format!(
                    "'{text}' is not a move (expected one like h2e2, C2.5 or 炮二平五)"
                ))
            );
        }
        for text in ["h2h8", "C2.2", "炮三平五"] {
            assert_eq!(
                read(START, text),
                Err(format!("'{text}' is not a legal move for red here"))
            );
        }
        let rooks = "3k5/9/4R4/9/9/9/4R4/9/9/5K3 w";
        assert_eq!(
            read(rooks, "R5.3"),
            Err("'R5.3' may be e7g7 or e3g3 (expected one move)".to_owned())
        );
    }
}

//! Why a move cannot be played, in words.

use crate::board::{Board, Placement};
use crate::rules::Level;
use crate::templates::is_palace;
use crate::types::{Kind, Move, Piece, Side, Square};

use crate::play::words::{Language, Say};

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over.
    GameOver,
    /// Nobody stands on the origin.
    NobodyThere(Square),
    /// The other side's piece.
    NotYours(Piece, Square),
    /// A piece of the own side stands on the target.
    OwnPiece(Piece, Square),
    /// This kind does not move like that.
    Shape(Kind),
    /// Kings and advisors stay in the palace.
    LeavesPalace(Piece),
    /// Elephants stay on their half.
    CrossesRiver,
    /// The point beside the horse is occupied.
    HorseLeg(Square),
    /// The point in the middle of the elephant's jump is occupied.
    ElephantEye(Square),
    /// Somebody stands in the way of a rook, or of a cannon that does not capture.
    Blocked(Kind, Square),
    /// A cannon captures over exactly one screen; here are this many.
    Screens(u32),
    /// Pawns never go back.
    PawnBackward,
    /// Pawns go sideways only beyond the river.
    PawnSideways,
    /// The two kings would face each other on an open file.
    FacingKings,
    /// The king is in check and would still be.
    StillInCheck(Piece, Square),
    /// The king would be exposed to this piece.
    ExposesKing(Piece, Square),
    /// The third occurrence of the position would lose by the rules.
    ForbiddenRepetition(Level),
}

impl Illegal {
    /// Whether the piece could move there on an empty board, captures aside: the move is of the right
    /// form, but something forbids it.
    pub(super) const fn has_form(self) -> bool {
        !matches!(
            self,
            Self::NobodyThere(_)
                | Self::NotYours(..)
                | Self::Shape(_)
                | Self::PawnBackward
                | Self::PawnSideways
        )
    }
}

/// Why the move is against the rules of movement; `None` exactly for legal moves.
pub fn why_illegal(board: &Board, mv: Move) -> Option<Illegal> {
    let side = board.side_to_move();
    let placement = board.placement();
    let Some(piece) = placement.piece_on(mv.from()) else {
        return Some(Illegal::NobodyThere(mv.from()));
    };
    if piece.side != side {
        return Some(Illegal::NotYours(piece, mv.from()));
    }
    if let Some(own) = placement
        .piece_on(mv.to())
        .filter(|other| other.side == side)
    {
        return Some(Illegal::OwnPiece(own, mv.to()));
    }
    movement_fault(placement, piece, mv).or_else(|| king_fault(board, mv))
}

/// Steps along files and ranks, as the mover sees them: to the right and forward.
fn steps(side: Side, mv: Move) -> (i16, i16) {
    let (from, to) = (mv.from().relative_to(side), mv.to().relative_to(side));
    let files = i16::from(to.file()) - i16::from(from.file());
    let ranks = i16::from(to.rank()) - i16::from(from.rank());
    (files, ranks)
}

/// What the piece itself cannot do.
fn movement_fault(placement: &Placement, piece: Piece, mv: Move) -> Option<Illegal> {
    let (files, ranks) = steps(piece.side, mv);
    let size = (files.abs(), ranks.abs());
    let is_line = files == 0 || ranks == 0;
    let shape = Some(Illegal::Shape(piece.kind));
    match piece.kind {
        Kind::King if size.0 + size.1 != 1 => shape,
        Kind::Advisor if size != (1, 1) => shape,
        Kind::King | Kind::Advisor => (!is_palace(mv.to())).then_some(Illegal::LeavesPalace(piece)),
        Kind::Elephant if size != (2, 2) => shape,
        Kind::Elephant if !mv.to().is_home(piece.side) => Some(Illegal::CrossesRiver),
        Kind::Elephant => {
            let eye = middle(mv.from(), mv.to());
            (!placement.is_empty(eye)).then_some(Illegal::ElephantEye(eye))
        }
        Kind::Horse if size != (1, 2) && size != (2, 1) => shape,
        Kind::Horse => {
            let leg = horse_leg(mv);
            (!placement.is_empty(leg)).then_some(Illegal::HorseLeg(leg))
        }
        Kind::Rook | Kind::Cannon if !is_line => shape,
        Kind::Rook | Kind::Cannon => line_fault(placement, piece.kind, mv),
        Kind::Pawn if ranks < 0 && files == 0 => Some(Illegal::PawnBackward),
        Kind::Pawn if size.0 + size.1 != 1 => shape,
        Kind::Pawn => {
            (ranks == 0 && mv.from().is_home(piece.side)).then_some(Illegal::PawnSideways)
        }
    }
}

/// The square half-way; its coordinates are rounded towards the origin's.
fn middle(from: Square, to: Square) -> Square {
    let between = |a: u8, b: u8| (i16::from(a) + (i16::from(b) - i16::from(a)) / 2) as u8;
    Square::new(
        between(from.file(), to.file()),
        between(from.rank(), to.rank()),
    )
}

/// The point beside the horse in the long direction of its jump.
fn horse_leg(mv: Move) -> Square {
    middle(mv.from(), mv.to())
}

fn line_fault(placement: &Placement, kind: Kind, mv: Move) -> Option<Illegal> {
    let count = placement.blockers_between(mv.from(), mv.to())?;
    let is_capture = !placement.is_empty(mv.to());
    if kind == Kind::Cannon && is_capture {
        return (count != 1).then_some(Illegal::Screens(count));
    }
    let (files, ranks) = steps(Side::Red, mv);
    let delta = files.signum() * Square::EAST + ranks.signum() * Square::NORTH;
    let first = std::iter::successors(Some(mv.from().offset(delta)), |at| Some(at.offset(delta)))
        .take_while(|&at| at != mv.to())
        .find(|&at| !placement.is_empty(at))?;
    Some(Illegal::Blocked(kind, first))
}

/// What happens to the mover's king.
fn king_fault(board: &Board, mv: Move) -> Option<Illegal> {
    if board.is_legal_move(mv) {
        return None;
    }
    let side = board.side_to_move();
    let mut after = *board.placement();
    after.relocate(side, mv.from(), mv.to());
    let (own, other) = (after.king_square(side), after.king_square(side.opponent()));
    let attacker = after
        .attackers(own, side.opponent())
        .find(|(_, piece)| piece.kind != Kind::King)
        .map(|(man, piece)| (piece, after.square_of(man)));
    match attacker {
        Some((piece, square)) if board.is_in_check() => Some(Illegal::StillInCheck(piece, square)),
        Some((piece, square)) => Some(Illegal::ExposesKing(piece, square)),
        None => {
            debug_assert_eq!(after.blockers_between(own, other), Some(0));
            Some(Illegal::FacingKings)
        }
    }
}

impl Say for Illegal {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.in_english(),
            Language::Chinese => self.in_chinese(),
        }
    }
}

impl Illegal {
    fn in_english(self) -> String {
        let on = |piece: Piece, square: Square| {
            Language::English.piece_on(piece.side, piece.kind, square)
        };
        match self {
            Self::GameOver => "the game is over".to_owned(),
            Self::NobodyThere(square) => format!("there is no piece on {square}"),
            Self::NotYours(piece, square) => format!(
                "{} is {}'s, and {} is to move",
                on(piece, square),
                piece.side,
                piece.side.opponent()
            ),
            Self::OwnPiece(piece, square) => {
                format!("{} is your own", on(piece, square))
            }
            Self::Shape(kind) => match kind {
                Kind::King => "the king moves one point along a line",
                Kind::Advisor => "an advisor moves one point diagonally",
                Kind::Elephant => "an elephant moves exactly two points diagonally",
                Kind::Horse => "a horse moves one point straight, then one diagonally outward",
                Kind::Rook => "a rook moves along a line",
                Kind::Cannon => "a cannon moves along a line",
                Kind::Pawn => "a pawn moves one point forward, beyond the river also sideways",
            }
            .to_owned(),
            Self::LeavesPalace(piece) => {
                format!("the {} may not leave the palace", piece.kind.name())
            }
            Self::CrossesRiver => "an elephant may not cross the river".to_owned(),
            Self::HorseLeg(square) => format!("the horse's leg on {square} is blocked"),
            Self::ElephantEye(square) => format!("the elephant's eye on {square} is blocked"),
            Self::Blocked(kind, square) => {
                format!("the {}'s way is blocked on {square}", kind.name())
            }
            Self::Screens(0) => {
                "a cannon captures over exactly one piece; here it has nothing to jump over"
                    .to_owned()
            }
            Self::Screens(count) => {
                format!("a cannon captures over exactly one piece; here are {count} between")
            }
            Self::PawnBackward => "a pawn never moves back".to_owned(),
            Self::PawnSideways => {
                "a pawn moves sideways only after it has crossed the river".to_owned()
            }
            Self::FacingKings => {
                "your king would face the enemy king with nothing between them".to_owned()
            }
            Self::StillInCheck(piece, square) => {
                format!(
                    "your king would still be in check from {}",
                    on(piece, square)
                )
            }
            Self::ExposesKing(piece, square) => {
                format!("your king would be in check from {}", on(piece, square))
            }
            Self::ForbiddenRepetition(level) => format!("third repetition: {level} is forbidden"),
        }
    }

    fn in_chinese(self) -> String {
        let on = |piece: Piece, square: Square| {
            Language::Chinese.piece_on(piece.side, piece.kind, square)
        };
        match self {
            Self::GameOver => "对局已经结束".to_owned(),
            Self::NobodyThere(square) => format!("{square} 没有棋子"),
            Self::NotYours(piece, square) => format!(
                "{}是{}的棋子，现在轮到{}走",
                on(piece, square),
                Language::Chinese.side(piece.side),
                Language::Chinese.side(piece.side.opponent())
            ),
            Self::OwnPiece(piece, square) => format!("{}是自己的棋子", on(piece, square)),
            Self::Shape(kind) => match kind {
                Kind::King => "将帅每步沿直线走一格",
                Kind::Advisor => "士每步斜走一格",
                Kind::Elephant => "象走田字",
                Kind::Horse => "马走日字",
                Kind::Rook => "车走直线",
                Kind::Cannon => "炮走直线",
                Kind::Pawn => "兵卒每步向前一格，过河后可以横走一格",
            }
            .to_owned(),
            Self::LeavesPalace(piece) => format!("{}不能离开九宫", piece.hanzi()),
            Self::CrossesRiver => "象不能过河".to_owned(),
            Self::HorseLeg(square) => format!("蹩马腿：{square} 有子"),
            Self::ElephantEye(square) => format!("塞象眼：{square} 有子"),
            Self::Blocked(kind, square) => {
                let piece = Piece::new(Side::Red, kind).hanzi();
                format!("{piece}的路线在 {square} 被挡住")
            }
            Self::Screens(0) => "炮吃子必须隔一个子，现在没有炮架".to_owned(),
            Self::Screens(count) => format!("炮吃子必须正好隔一个子，现在隔了 {count} 个"),
            Self::PawnBackward => "兵卒不能后退".to_owned(),
            Self::PawnSideways => "兵卒过河后才能横走".to_owned(),
            Self::FacingKings => "将帅不能照面".to_owned(),
            Self::StillInCheck(piece, square) => format!("仍被{}将军", on(piece, square)),
            Self::ExposesKing(piece, square) => {
                format!("走后会被{}将军", on(piece, square))
            }
            Self::ForbiddenRepetition(level) => {
                format!(
                    "第三次重复局面：不允许{}",
                    level_text(level, Language::Chinese)
                )
            }
        }
    }
}

/// What an offender does.
pub fn level_text(level: Level, language: Language) -> String {
    match (language, level) {
        (Language::English, level) => level.to_string(),
        (Language::Chinese, Level::Idle) => "闲着".to_owned(),
        (Language::Chinese, Level::Chase) => "长捉".to_owned(),
        (Language::Chinese, Level::ChaseOfPinnedRook) => "长捉被牵制的车".to_owned(),
        (Language::Chinese, Level::PerpetualCheck) => "长将".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(fen: &str, mv: &str) -> String {
        let board = Board::from_fen(fen).expect("a position");
        let mv = mv.parse().expect("a move");
        why_illegal(&board, mv).map_or_else(String::new, |reason| {
            format!(
                "{} / {}",
                reason.say(Language::English),
                reason.say(Language::Chinese)
            )
        })
    }

    const START: &str = crate::board::START_FEN;

    #[test]
    fn each_piece_has_its_reasons() {
        for (fen, mv, expected) in [
            (START, "h2e2", ""),
            (START, "e4e5", "there is no piece on e4 / e4 没有棋子"),
            (
                START,
                "h9g7",
                "the horse on h9 is black's, and red is to move / h9 的马是黑方的棋子，现在轮到红方走",
            ),
            (
                START,
                "h2h0",
                "the horse on h0 is your own / h0 的马是自己的棋子",
            ),
            (
                START,
                "h0f1",
                "the horse's leg on g0 is blocked / 蹩马腿：g0 有子",
            ),
            (
                START,
                "c0c2",
                "an elephant moves exactly two points diagonally / 象走田字",
            ),
            (START, "h2h9", ""),
            (
                START,
                "h2h8",
                "the cannon's way is blocked on h7 / 炮的路线在 h7 被挡住",
            ),
            (
                START,
                "h2h7",
                "a cannon captures over exactly one piece; here it has nothing to jump over / 炮吃子必须隔一个子，现在没有炮架",
            ),
            (
                START,
                "a0a4",
                "the rook's way is blocked on a3 / 车的路线在 a3 被挡住",
            ),
            (
                START,
                "a3b3",
                "a pawn moves sideways only after it has crossed the river / 兵卒过河后才能横走",
            ),
            (START, "a3a2", "a pawn never moves back / 兵卒不能后退"),
            (
                START,
                "e0d1",
                "the king moves one point along a line / 将帅每步沿直线走一格",
            ),
            (
                START,
                "d0c1",
                "the advisor may not leave the palace / 仕不能离开九宫",
            ),
        ] {
            assert_eq!(why(fen, mv), expected, "{mv}");
        }
        assert_eq!(
            why("4k4/9/9/9/9/2B6/9/9/9/3K5 w", "c4e6"),
            "an elephant may not cross the river / 象不能过河"
        );
        assert_eq!(
            why("4k4/9/9/9/9/2B6/3p5/9/9/3K5 w", "c4e2"),
            "the elephant's eye on d3 is blocked / 塞象眼：d3 有子"
        );
        assert_eq!(
            why("4k4/9/4r4/9/4P4/4r4/4C4/9/9/3K5 w", "e3e7"),
            "a cannon captures over exactly one piece; here are 2 between / 炮吃子必须正好隔一个子，现在隔了 2 个"
        );
    }

    #[test]
    fn the_king_has_his() {
        assert_eq!(
            why("4k4/9/9/9/9/9/9/9/4N4/4K4 w", "e1g2"),
            "your king would face the enemy king with nothing between them / 将帅不能照面"
        );
        assert_eq!(
            why("3k5/9/9/9/9/9/9/4r4/9/4K4 w", "e0e1"),
            "your king would still be in check from the rook on e2 / 仍被e2 的车将军"
        );
        assert_eq!(
            why("3k5/9/9/9/4r4/9/9/9/4N4/4K4 w", "e1g2"),
            "your king would be in check from the rook on e5 / 走后会被e5 的车将军"
        );
        assert_eq!(
            why("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0c0"),
            "the king may not leave the palace / 帅不能离开九宫"
        );
    }

    #[test]
    fn a_reason_is_given_exactly_for_illegal_moves() {
        for fen in [
            START,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            "5k3/4a4/4ca3/9/9/9/9/4R4/4A4/3AK4 b",
            "3k5/4P4/9/9/9/9/9/3r5/4n4/3K5 w",
        ] {
            let board = Board::from_fen(fen).expect("a position");
            for from in Square::all() {
                for to in Square::all().filter(|&to| to != from) {
                    let mv = Move::new(from, to);
                    let reason = why_illegal(&board, mv);
                    assert_eq!(
                        reason.is_none(),
                        board.is_legal_move(mv),
                        "{fen} {mv} {reason:?}"
                    );
                }
            }
        }
    }
}

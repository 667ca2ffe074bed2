//! The board drawn for people, in text.
//!
//! ```text
//!    1   2   3   4   5   6   7   8   9
//! 9  車--馬--象--士--將--士--象--馬--車
//! ```
//!
//! The characters tell the sides apart without colour, as on a wooden set: red 帥仕相傌俥炮兵, black
//! 將士象馬車砲卒. They are two columns wide in a terminal, and so is every point of the grid. Black's
//! file numbers stand above, red's below, coordinates below and at the left.

use std::fmt;

use crate::board::Board;
use crate::types::{Kind, Piece, Side, Square};

/// A drawing of a position; `Display` makes the text.
///
/// ```
/// use hanxin::{board::Board, notation::diagram::Diagram};
/// let text = Diagram::new(&Board::start()).to_string();
/// assert!(text.contains("9  車--馬--象--士--將--士--象--馬--車"));
/// ```
#[derive(Clone, Copy)]
pub struct Diagram<'a> {
    board: &'a Board,
    viewer: Side,
    has_color: bool,
    is_ascii: bool,
}

impl<'a> Diagram<'a> {
    /// Seen from red's side, without colour.
    pub const fn new(board: &'a Board) -> Self {
        Self {
            board,
            viewer: Side::Red,
            has_color: false,
            is_ascii: false,
        }
    }

    /// Seen from this side: it sits at the bottom.
    #[must_use]
    pub const fn seen_by(self, viewer: Side) -> Self {
        Self { viewer, ..self }
    }

    /// With or without colours for a terminal.
    #[must_use]
    pub const fn colored(self, has_color: bool) -> Self {
        Self { has_color, ..self }
    }

    /// With letters for the men (red's in upper case) and nothing beyond ASCII.
    #[must_use]
    pub const fn in_letters(self, is_ascii: bool) -> Self {
        Self { is_ascii, ..self }
    }

    /// The man as he is drawn, two columns wide if another point follows him.
    fn write_man(&self, f: &mut fmt::Formatter<'_>, piece: Piece, is_last: bool) -> fmt::Result {
        match (self.is_ascii, is_last) {
            (false, _) => write!(f, "{}", glyph(piece)),
            (true, true) => write!(f, "{}", piece.letter()),
            (true, false) => write!(f, "{}-", piece.letter()),
        }
    }

    fn write_point(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let is_last = square.relative_to(self.viewer).file() == Square::FILES - 1;
        match self.board.placement().piece_on(square) {
            Some(piece) if self.has_color => {
                let color = match piece.side {
                    Side::Red => "1;31",
                    Side::Black => "1;36",
                };
                write!(f, "\x1b[{color}m")?;
                self.write_man(f, piece, is_last)?;
                f.write_str("\x1b[0m")?;
            }
            Some(piece) => self.write_man(f, piece, is_last)?,
            None => f.write_str(if is_last { "+" } else { "+-" })?,
        }
        f.write_str(if is_last { "" } else { "--" })
    }

    fn write_numbers(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let numbers = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
        f.write_str("  ")?;
        for column in 0..Square::FILES {
            let from_right = if side == self.viewer {
                8 - column
            } else {
                column
            };
            match side {
                Side::Red if !self.is_ascii => write!(f, " {}", numbers[usize::from(from_right)])?,
                _ => write!(f, " {}", from_right + 1)?,
            }
            if column + 1 < Square::FILES {
                let is_wide = side == Side::Red && !self.is_ascii;
                f.write_str(if is_wide { " " } else { "  " })?;
            }
        }
        writeln!(f)
    }
}

/// The character on the piece, different for the two sides.
const fn glyph(piece: Piece) -> char {
    match (piece.side, piece.kind) {
        (Side::Red, Kind::King) => '帥',
        (Side::Red, Kind::Horse) => '傌',
        (Side::Red, Kind::Rook) => '俥',
        (Side::Black, Kind::King) => '將',
        (Side::Black, Kind::Horse) => '馬',
        (Side::Black, Kind::Rook) => '車',
        (Side::Black, Kind::Cannon) => '砲',
        _ => piece.hanzi(),
    }
}

/// What lies between a row and the next one below it, counted from the bottom row 0.
const fn gap_below(row: u8) -> &'static str {
    match row {
        9 | 2 => "|   |   |   | \\ | / |   |   |   |",
        8 | 1 => "|   |   |   | / | \\ |   |   |   |",
        5 => "|      楚 河         漢 界      |",
        _ => "|   |   |   |   |   |   |   |   |",
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_numbers(f, self.viewer.opponent())?;
        for row in (0..Square::RANKS).rev() {
            let rank = Square::new(0, row).relative_to(self.viewer).rank();
            write!(f, "{rank}  ")?;
            for column in 0..Square::FILES {
                self.write_point(f, Square::new(column, row).relative_to(self.viewer))?;
            }
            writeln!(f)?;
            if row > 0 {
                let gap = match row {
                    5 if self.is_ascii => "|          ~ ~ river ~ ~        |",
                    _ => gap_below(row),
                };
                writeln!(f, "   {gap}")?;
            }
        }
        self.write_numbers(f, self.viewer)?;
        let files: Vec<String> = (0..Square::FILES)
            .map(|column| Square::new(column, 0).relative_to(self.viewer).file())
            .map(|file| char::from(b'a' + file).to_string())
            .collect();
        writeln!(f, "   {}", files.join("   "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn the_start_position_is_drawn_with_river_palaces_and_coordinates() {
        expect![[r"
               1   2   3   4   5   6   7   8   9
            9  車--馬--象--士--將--士--象--馬--車
               |   |   |   | \ | / |   |   |   |
            8  +---+---+---+---+---+---+---+---+
               |   |   |   | / | \ |   |   |   |
            7  +---砲--+---+---+---+---+---砲--+
               |   |   |   |   |   |   |   |   |
            6  卒--+---卒--+---卒--+---卒--+---卒
               |   |   |   |   |   |   |   |   |
            5  +---+---+---+---+---+---+---+---+
               |      楚 河         漢 界      |
            4  +---+---+---+---+---+---+---+---+
               |   |   |   |   |   |   |   |   |
            3  兵--+---兵--+---兵--+---兵--+---兵
               |   |   |   |   |   |   |   |   |
            2  +---炮--+---+---+---+---+---炮--+
               |   |   |   | \ | / |   |   |   |
            1  +---+---+---+---+---+---+---+---+
               |   |   |   | / | \ |   |   |   |
            0  俥--傌--相--仕--帥--仕--相--傌--俥
               九  八  七  六  五  四  三  二  一
               a   b   c   d   e   f   g   h   i
        "]]
        .assert_eq(&Diagram::new(&Board::start()).to_string());
    }

    #[test]
    fn black_sees_its_own_men_at_the_bottom() {
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/4KR3 w").expect("a position");
        let text = Diagram::new(&board).seen_by(Side::Black).to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1], "0  +---+---+---俥--帥--+---+---+---+");
        assert_eq!(rows[19], "9  +---+---+---+---+---將--+---+---+");
        assert_eq!(rows[21], "   i   h   g   f   e   d   c   b   a");
    }

    #[test]
    fn letters_need_nothing_beyond_ascii() {
        let board = Board::start();
        let text = Diagram::new(&board).in_letters(true).to_string();
        assert!(text.is_ascii());
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1], "9  r---n---b---a---k---a---b---n---r");
        assert_eq!(rows[15], "2  +---C---+---+---+---+---+---C---+");
        assert_eq!(rows[20], "   9   8   7   6   5   4   3   2   1");
    }

    #[test]
    fn colour_appears_only_when_asked_for() {
        let board = Board::start();
        assert!(!Diagram::new(&board).to_string().contains('\x1b'));
        let colored = Diagram::new(&board).colored(true).to_string();
        assert_eq!(colored.matches("\x1b[0m").count(), 32);
    }
}

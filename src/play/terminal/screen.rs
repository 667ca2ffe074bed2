//! What a person sees: the board, the moves, and what the engine says.

use std::io::{self, Write};
use std::time::Duration;

use crate::board::Board;
use crate::notation::diagram::Diagram;
use crate::notation::{to_chinese, to_wxf};
use crate::play::game::{Clocks, Game, Pace};
use crate::play::levels::measured_elo;
use crate::play::opponent::Answer;
use crate::play::words::Language;
use crate::types::{Move, Side, score};

/// Moves of a line that are shown.
const LINE_LENGTH: usize = 8;

/// How things are shown.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The language.
    pub language: Language,
    /// Who sits at the bottom of the board.
    pub viewer: Side,
    /// Pieces in colour.
    pub has_color: bool,
    /// Letters instead of Chinese characters.
    pub is_ascii: bool,
    /// Ask for input; not in a pipe.
    pub has_prompt: bool,
}

impl Screen {
    pub(super) fn flip(&mut self) {
        self.viewer = self.viewer.opponent();
    }

    pub(super) fn draw(&self, out: &mut impl Write, game: &Game) -> io::Result<()> {
        let diagram = Diagram::new(game.board())
            .seen_by(self.viewer)
            .colored(self.has_color)
            .in_letters(self.is_ascii);
        writeln!(out, "\n{diagram}")
    }

    pub(super) fn write_prompt(
        &self,
        out: &mut impl Write,
        game: &Game,
        clocks: Option<Clocks>,
    ) -> io::Result<()> {
        if !self.has_prompt {
            return out.flush();
        }
        let side = game.side_to_move();
        let clock = clocks.map_or_else(String::new, |clocks| {
            format!(" {}", clock_text(clocks.left(side)))
        });
        write!(out, "{}{clock}> ", self.language.side(side))?;
        out.flush()
    }

    fn write(&self, board: &Board, mv: Move) -> String {
        if self.is_ascii {
            to_wxf(board, mv)
        } else {
            to_chinese(board, mv)
        }
    }

    /// A move as a person reads it, with the coordinates that are on the board's edge.
    fn name(&self, game: &Game, mv: Move) -> String {
        format!("{} ({mv})", self.write(game.board(), mv))
    }

    fn line(&self, game: &Game, moves: &[Move]) -> String {
        let mut board = game.board().clone();
        let mut names = Vec::new();
        for &mv in moves.iter().take(LINE_LENGTH) {
            if !board.is_legal_move(mv) {
                break;
            }
            names.push(self.write(&board, mv));
            board.make_move(mv);
        }
        names.join(" ")
    }

    pub(super) fn write_answer(
        &self,
        out: &mut impl Write,
        game: &Game,
        answer: &Answer,
    ) -> io::Result<()> {
        let name = self.name(game, answer.best);
        match self.language {
            Language::English => writeln!(out, "hanxin plays {name}"),
            Language::Chinese => writeln!(out, "韩信走 {name}"),
        }
    }

    pub(super) fn write_hint(
        &self,
        out: &mut impl Write,
        game: &Game,
        answer: &Answer,
    ) -> io::Result<()> {
        let name = self.name(game, answer.best);
        match self.language {
            Language::English => writeln!(out, "hint: {name}"),
            Language::Chinese => writeln!(out, "提示：{name}"),
        }
    }

    pub(super) fn write_eval(
        &self,
        out: &mut impl Write,
        game: &Game,
        answer: &Answer,
    ) -> io::Result<()> {
        let side = self.language.side(game.side_to_move());
        let score = self.language.score(answer.score);
        let [win, draw, loss] = score::chances(answer.score).map(|permille| (permille + 5) / 10);
        let line = self.line(game, &answer.line);
        let depth = answer.depth;
        match self.language {
            Language::English => writeln!(
                out,
                "{side}: {score}, wins {win} %, draws {draw} %, loses {loss} % (depth {depth}): {line}"
            ),
            Language::Chinese => writeln!(
                out,
                "{side}：{score}，胜 {win} %，和 {draw} %，负 {loss} %（深度 {depth}）：{line}"
            ),
        }
    }

    pub(super) fn write_moves(&self, out: &mut impl Write, game: &Game) -> io::Result<()> {
        let mut moves = game.allowed_moves();
        moves.sort_by_key(|mv| (mv.from().dense(), mv.to().dense()));
        for row in moves.chunks(6) {
            let names: Vec<String> = row.iter().map(|&mv| self.name(game, mv)).collect();
            writeln!(out, "  {}", names.join("  "))?;
        }
        Ok(())
    }

    pub(super) fn write_level(&self, out: &mut impl Write, level: u8) -> io::Result<()> {
        match (self.language, measured_elo(level)) {
            (Language::English, Some(elo)) => {
                writeln!(out, "level {level}: about {elo} Elo above level 0")
            }
            (Language::English, None) => writeln!(out, "level {level}: full strength"),
            (Language::Chinese, Some(elo)) => {
                writeln!(out, "级别 {level}：比 0 级约高 {elo} 等级分")
            }
            (Language::Chinese, None) => writeln!(out, "级别 {level}：全力"),
        }
    }

    pub(super) fn write_pace(
        &self,
        out: &mut impl Write,
        pace: Pace,
        clocks: Option<Clocks>,
    ) -> io::Result<()> {
        match (clocks, self.language) {
            (None, Language::English) => writeln!(out, "the engine takes {pace} s a move"),
            (None, Language::Chinese) => writeln!(out, "引擎每步 {pace} 秒"),
            (Some(clocks), language) => {
                for side in Side::BOTH {
                    let left = clock_text(clocks.left(side));
                    writeln!(out, "{} {left}", language.side(side))?;
                }
                Ok(())
            }
        }
    }
}

/// Minutes and seconds.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_minutes_and_seconds() {
        assert_eq!(clock_text(Duration::from_millis(65_999)), "1:05");
        assert_eq!(clock_text(Duration::from_hours(1)), "60:00");
    }
}

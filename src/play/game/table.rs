//! What the endgame tables inside the program say of a game.

use crate::board::Board;
use crate::egtb::{Tables, Value};
use crate::play::words::{Language, Say};
use crate::rules::{Rules, Verdict};
use crate::types::Side;

use super::{Cause, Game, GameEnd};

/// Who wins with best play, for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableVerdict {
    value: Value,
    to_move: Side,
}

impl TableVerdict {
    /// The verdict on a position; `None` if no table knows it, if it depends on a repetition, or if the
    /// natural limit may come before the mate.
    pub fn of(board: &Board, rules: &Rules) -> Option<Self> {
        let to_move = board.side_to_move();
        let value = Tables::builtin().decided(board, rules)?;
        // A game is won by a mate that can be named only.
        let is_named = value.verdict() == Some(Verdict::Draw) || value.plies().is_some();
        is_named.then_some(Self { value, to_move })
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Side> {
        self.value
            .verdict()
            .and_then(|verdict| verdict.winner(self.to_move))
    }

    /// The game's end by this verdict.
    pub fn end(self) -> GameEnd {
        GameEnd {
            winner: self.winner(),
            cause: Cause::Table(self.value.plies().unwrap_or(0).div_ceil(2)),
        }
    }
}

impl Say for TableVerdict {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => {
                format!("endgame table: {}", self.value.in_english(self.to_move))
            }
            Language::Chinese => format!("残局库：{}", self.value.in_chinese(self.to_move)),
        }
    }
}

impl Game {
    /// What the tables say of the game as it stands; `None` if they do not know or it is over.
    pub fn table_verdict(&self) -> Option<TableVerdict> {
        match self.end() {
            None => TableVerdict::of(self.board(), self.rules()),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(fen: &str) -> Option<TableVerdict> {
        let board = Board::from_fen(fen).expect("a position");
        Game::new(board, Rules::default()).table_verdict()
    }

    #[test]
    fn a_decided_endgame_is_said_and_can_end_the_game() {
        let won = verdict("3k1a2N/9/9/9/9/9/9/9/9/4K4 w").expect("a verdict");
        assert_eq!(won.winner(), Some(Side::Red));
        let said = won.say(Language::English);
        assert!(said.starts_with("endgame table: red wins in "), "{said}");
        assert_eq!(won.end().winner, Some(Side::Red));
        let drawn = verdict("9/3ka4/3ab4/9/2b1R4/9/9/9/9/4K4 w").expect("a verdict");
        assert_eq!(drawn.say(Language::Chinese), "残局库：和棋");
        assert_eq!(
            drawn.end().say(Language::English),
            "draw: endgame table: neither side can win"
        );
    }

    #[test]
    fn nothing_is_said_where_nothing_is_certain() {
        assert_eq!(verdict(crate::board::START_FEN), None);
        // Over already.
        assert_eq!(verdict("3ak4/9/9/9/9/9/9/9/9/3K5 w"), None);
        // The natural limit would come first.
        let late = "3k1a2N/9/9/9/9/9/9/9/9/4K4 w - - 119 90";
        assert_eq!(verdict(late), None);
    }
}

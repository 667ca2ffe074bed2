//! How a game ended, and why, in words.

use crate::board::Board;
use crate::rules::{Ending, Level, Rules, Verdict};
use crate::types::Side;

use crate::play::words::{Language, Say};

use super::illegal::level_text;
use super::offence;

/// Who won and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// No legal move, in check.
    Checkmate,
    /// No legal move, not in check: lost as well.
    Stalemate,
    /// The loser completed a third occurrence that is forbidden to him.
    Offence(Level),
    /// Third occurrence, nobody at fault.
    Repetition,
    /// Too long without a capture.
    NaturalLimit,
    /// Nobody can attack any more.
    DeadMaterial,
    /// The loser gave up.
    Resignation,
    /// Both agreed.
    Agreement,
    /// The loser's time was over.
    Time,
    /// The endgame tables decide, and somebody asked them to: a draw, or mate in so many moves.
    Table(u8),
}

impl GameEnd {
    /// How the rules end the game here, if they do.
    pub fn by_rule(board: &Board, rules: &Rules) -> Option<Self> {
        let ending = rules.ending(board)?;
        let winner = ending.verdict().winner(board.side_to_move());
        let cause = match ending {
            Ending::Checkmate => Cause::Checkmate,
            Ending::Stalemate => Cause::Stalemate,
            Ending::Repetition(Verdict::Draw) => Cause::Repetition,
            Ending::Repetition(_) => {
                let loser = winner.map_or(board.side_to_move(), Side::opponent);
                Cause::Offence(offence(board, *rules, loser))
            }
            Ending::NaturalLimit => Cause::NaturalLimit,
            Ending::DeadMaterial => Cause::DeadMaterial,
        };
        Some(Self { winner, cause })
    }

    /// A side gives up.
    pub const fn resignation(loser: Side) -> Self {
        Self {
            winner: Some(loser.opponent()),
            cause: Cause::Resignation,
        }
    }

    /// A side's time is over.
    pub const fn time(loser: Side) -> Self {
        Self {
            winner: Some(loser.opponent()),
            cause: Cause::Time,
        }
    }

    /// Both sides agree on a draw.
    pub const fn agreement() -> Self {
        Self {
            winner: None,
            cause: Cause::Agreement,
        }
    }

    /// As written in PGN.
    pub const fn pgn(&self) -> &'static str {
        match self.winner {
            Some(Side::Red) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Say for GameEnd {
    fn say(&self, language: Language) -> String {
        let result = match (language, self.winner) {
            (Language::English, Some(winner)) => format!("{winner} wins"),
            (Language::Chinese, Some(winner)) => format!("{}胜", language.side(winner)),
            (_, None) => language.choose("draw", "和棋").to_owned(),
        };
        let loser = self
            .winner
            .map_or("", |winner| language.side(winner.opponent()));
        let cause = match language {
            Language::English => match self.cause {
                Cause::Checkmate => "checkmate".to_owned(),
                Cause::Stalemate => format!("stalemate: {loser} has no legal move, which loses"),
                Cause::Offence(level) => format!("forbidden repetition: {level} by {loser}"),
                Cause::Repetition => "third repetition, neither side at fault".to_owned(),
                Cause::NaturalLimit => "natural limit: too many moves without a capture".to_owned(),
                Cause::DeadMaterial => "neither side has an attacking piece left".to_owned(),
                Cause::Resignation => format!("{loser} resigns"),
                Cause::Agreement => "by agreement".to_owned(),
                Cause::Time => format!("{loser} is out of time"),
                Cause::Table(_) if self.winner.is_none() => {
                    "endgame table: neither side can win".to_owned()
                }
                Cause::Table(1) => "endgame table: mate in 1 move".to_owned(),
                Cause::Table(moves) => format!("endgame table: mate in {moves} moves"),
            },
            Language::Chinese => match self.cause {
                Cause::Checkmate => "将死".to_owned(),
                Cause::Stalemate => format!("困毙：{loser}无子可动"),
                Cause::Offence(level) => format!("{loser}{}犯规", level_text(level, language)),
                Cause::Repetition => "三次重复局面，双方均未犯规".to_owned(),
                Cause::NaturalLimit => "自然限着：长时间没有吃子".to_owned(),
                Cause::DeadMaterial => "双方都没有进攻子力".to_owned(),
                Cause::Resignation => format!("{loser}认输"),
                Cause::Agreement => "双方议和".to_owned(),
                Cause::Time => format!("{loser}超时"),
                Cause::Table(_) if self.winner.is_none() => "残局库：双方都不能取胜".to_owned(),
                Cause::Table(moves) => format!("残局库：{moves} 步杀"),
            },
        };
        match language {
            Language::English => format!("{result}: {cause}"),
            Language::Chinese => format!("{result}：{cause}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(fen: &str, moves: &str) -> Option<[String; 2]> {
        let mut board = Board::from_fen(fen).expect("a position");
        for text in moves.split_whitespace() {
            board.make_move(text.parse().expect("a move"));
        }
        GameEnd::by_rule(&board, &Rules::default())
            .map(|end| [end.say(Language::English), end.say(Language::Chinese)])
    }

    #[test]
    fn every_end_is_said_in_both_languages() {
        let said = |fen, moves| said(fen, moves).unwrap_or_default();
        assert_eq!(
            said("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "b0b9"),
            ["red wins: checkmate", "红方胜：将死"]
        );
        assert_eq!(
            said("3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""),
            [
                "red wins: stalemate: black has no legal move, which loses",
                "红方胜：困毙：黑方无子可动"
            ]
        );
        assert_eq!(
            said(
                "3k5/9/9/9/9/9/9/9/9/R3K4 w",
                "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9"
            ),
            [
                "black wins: forbidden repetition: perpetual check by red",
                "黑方胜：红方长将犯规"
            ]
        );
        assert_eq!(
            said("3ak4/9/9/9/9/9/9/9/9/3K5 w", "")[1],
            "和棋：双方都没有进攻子力"
        );
        assert_eq!(
            GameEnd::time(Side::Red).say(Language::English),
            "black wins: red is out of time"
        );
    }

    #[test]
    fn a_game_that_goes_on_has_no_end() {
        assert_eq!(said(crate::board::START_FEN, "h2e2"), None);
    }
}

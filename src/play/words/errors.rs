//! Errors of lower layers, said in Chinese too.

use crate::board::FenError;
use crate::notation::ParseMoveTextError;
use crate::notation::pgn::PgnError;

use super::{Language, Say};

impl Say for FenError {
    fn say(&self, language: Language) -> String {
        if language == Language::English {
            return self.to_string();
        }
        let side = |side| language.side(side);
        let piece = |side, kind| language.piece(side, kind);
        match self {
            Self::Empty => "没有局面（应为用“/”分隔的十行）".to_owned(),
            Self::BadPiece { found, square } => {
                format!("{square} 处的“{found}”不是棋子（应为 KABNRCP、kabnrcp 或 1-9）")
            }
            Self::BadRank { rank, text, files } => {
                format!("第 {rank} 行“{text}”有 {files} 格（应为 9 格）")
            }
            Self::BadRankCount(count) => format!("棋盘有 {count} 行（应为 10 行，用“/”分隔）"),
            Self::BadSide(text) => format!("“{text}”不表示走子方（红方为 w 或 r，黑方为 b）"),
            Self::Misplaced {
                side: owner,
                kind,
                square,
            } => format!("{}的{}不能在 {square}", side(*owner), piece(*owner, *kind)),
            Self::TooMany {
                side: owner,
                kind,
                square,
            } => format!(
                "{square}：{}的{}太多（最多 {} 个）",
                side(*owner),
                piece(*owner, *kind),
                kind.max_count()
            ),
            Self::NoKing(owner) => format!("{}没有将帅（九宫内应有一个）", side(*owner)),
            Self::OpponentInCheck { side: owner, king } => {
                format!("没有轮到{}走，但它在 {king} 的将帅正被攻击", side(*owner))
            }
        }
    }
}

impl Say for PgnError {
    fn say(&self, language: Language) -> String {
        if language == Language::English {
            return self.to_string();
        }
        match self {
            Self::Fen { game, error } => format!("第 {game} 局：{}", error.say(language)),
            Self::Move { game, ply, error } => {
                let reason = match error {
                    ParseMoveTextError::NotAMove(text) => format!("“{text}”不是着法"),
                    ParseMoveTextError::Illegal { text, .. } => format!("“{text}”不能走"),
                    ParseMoveTextError::Ambiguous { text, .. } => format!("“{text}”不明确"),
                };
                format!("第 {game} 局第 {ply} 步：{reason}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_wrong_position_is_explained_in_chinese() {
        for (fen, expected) in [
            ("", "没有局面（应为用“/”分隔的十行）"),
            ("4k4/9/9/9/9/9/9/9/9/K8 w", "红方的帅不能在 a0"),
            (
                "3k5/9/9/9/9/9/9/9/9/RRR1K4 w",
                "c0：红方的车太多（最多 2 个）",
            ),
            ("4k4/9/9/9/9/9/9/9/9/9 w", "红方没有将帅（九宫内应有一个）"),
            (
                "4k4/9/9/9/9/9/9/9/9/3KR4 w",
                "没有轮到黑方走，但它在 e9 的将帅正被攻击",
            ),
            ("9/9 w", "棋盘有 2 行（应为 10 行，用“/”分隔）"),
        ] {
            let error = Board::from_fen(fen).expect_err("an error");
            assert_eq!(error.say(Language::Chinese), expected);
            assert_eq!(error.say(Language::English), error.to_string());
        }
    }
}

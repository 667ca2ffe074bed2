//! What a person can type.

use crate::play::words::Language;

/// One line of input, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Anything that is no other command.
    Move(String),
    Undo,
    Hint,
    Flip,
    Eval,
    Moves,
    Board,
    Fen,
    Save(String),
    Load(String),
    Resign,
    Draw,
    Table,
    Claim,
    Level(String),
    Time(String),
    Side(String),
    Language(String),
    New,
    Help,
    Quit,
}

/// Where `save` writes and `load` reads when no file is named.
const DEFAULT_FILE: &str = "game.pgn";

impl Command {
    /// Reads a line; `None` if it is empty.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        let file = || {
            if rest.is_empty() {
                DEFAULT_FILE.to_owned()
            } else {
                rest.clone()
            }
        };
        Some(match word.to_ascii_lowercase().as_str() {
            "" => return None,
            "undo" | "u" | "悔棋" => Self::Undo,
            "hint" | "提示" => Self::Hint,
            "flip" | "翻转" => Self::Flip,
            "eval" | "评估" => Self::Eval,
            "moves" | "着法" => Self::Moves,
            "board" | "d" | "棋盘" => Self::Board,
            "fen" => Self::Fen,
            "save" | "保存" => Self::Save(file()),
            "load" | "打开" => Self::Load(file()),
            "resign" | "认输" => Self::Resign,
            "draw" | "求和" => Self::Draw,
            "table" | "残局库" => Self::Table,
            "claim" | "判定" => Self::Claim,
            "level" | "级别" => Self::Level(rest),
            "time" | "时间" => Self::Time(rest),
            "side" | "执" => Self::Side(rest),
            "lang" | "language" | "语言" => Self::Language(rest),
            "new" | "新局" => Self::New,
            "help" | "?" | "帮助" => Self::Help,
            "quit" | "exit" | "q" | "退出" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        })
    }
}

/// The list of commands.
pub(super) const fn help(language: Language) -> &'static str {
    language.choose(
        "h2e2, C2.5, 炮二平五   play a move
undo                    take back your last move
hint                    what the engine would play
eval                    what the engine thinks of the position
moves                   all legal moves
board, flip, fen        the board, the other way round, as text
level [0-20]            the engine's strength
time [2 | 10+5]         seconds a move, or a clock of minutes+seconds
side [red | black]      change sides
draw, resign            offer a draw, give up
table                   what the endgame tables say of the position
claim                   end the game as they say
new                     a new game
save [FILE], load [FILE]  the game as PGN (game.pgn); load also reads a FEN or a list of moves
lang en|zh              English or Chinese
quit                    leave",
        "炮二平五、C2.5、h2e2    走棋
悔棋 undo               退回你的上一步
提示 hint               引擎会怎么走
评估 eval               引擎对局面的看法
着法 moves              所有合法着法
棋盘 翻转 fen           显示棋盘、换个方向、局面文本
级别 level [0-20]       引擎的棋力
时间 time [2 | 10+5]    每步秒数，或 分钟+秒 的棋钟
执 side [红 | 黑]       换边
求和 draw，认输 resign
残局库 table            残局库对局面的结论
判定 claim              按残局库的结论结束对局
新局 new
保存 save [文件]，打开 load [文件]   PGN 棋谱（默认 game.pgn），也可读取 FEN 或着法
语言 lang en|zh
退出 quit",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_understood_in_both_languages_and_the_rest_is_a_move() {
        for (line, expected) in [
            (" undo ", Some(Command::Undo)),
            ("悔棋", Some(Command::Undo)),
            ("LEVEL 5", Some(Command::Level("5".to_owned()))),
            ("save", Some(Command::Save("game.pgn".to_owned()))),
            ("load a b.pgn", Some(Command::Load("a b.pgn".to_owned()))),
            ("炮二平五", Some(Command::Move("炮二平五".to_owned()))),
            ("C2.5", Some(Command::Move("C2.5".to_owned()))),
            ("", None),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn every_command_of_the_help_exists() {
        for language in [Language::English, Language::Chinese] {
            for line in help(language).lines().skip(1) {
                let start: String = line.chars().take_while(|c| !"[|".contains(*c)).collect();
                for word in start
                    .split([' ', ',', '，'])
                    .filter(|word| !word.is_empty())
                    .take(1)
                {
                    assert!(
                        !matches!(Command::parse(word), Some(Command::Move(_))),
                        "{word}"
                    );
                }
            }
        }
    }
}

//! Moves and games as people type and paste them.

use thiserror::Error;

use crate::board::{Board, FenError};
use crate::notation::pgn::{self, PgnError};
use crate::notation::{ParseMoveTextError, parse_move, to_chinese, to_wxf};
use crate::rules::Rules;
use crate::types::{Move, Square};

use crate::play::words::{Language, Say};

use super::{Game, Illegal, why_illegal};

/// Why a typed move was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveTextError {
    /// No move in any notation, or one that fits several.
    Unclear(ParseMoveTextError),
    /// A move that may not be played.
    Illegal(Illegal),
}

impl Say for MoveTextError {
    fn say(&self, language: Language) -> String {
        match (self, language) {
            (Self::Illegal(reason), _) => reason.say(language),
            (Self::Unclear(error), Language::English) => error.to_string(),
            (Self::Unclear(error), Language::Chinese) => match error {
                ParseMoveTextError::NotAMove(text) => {
                    format!("“{text}”不是着法（例如 h2e2、C2.5 或 炮二平五）")
                }
                ParseMoveTextError::Illegal { text, .. } => format!("“{text}”现在不能走"),
                ParseMoveTextError::Ambiguous {
                    text,
                    first,
                    second,
                } => format!("“{text}”可能是 {first} 或 {second}"),
            },
        }
    }
}

/// Reads a move in coordinates, WXF or Chinese notation; it may be played in the game.
pub fn read_move(game: &Game, text: &str) -> Result<Move, MoveTextError> {
    let found = match parse_move(game.board(), text) {
        Err(ParseMoveTextError::Illegal { text, side }) => text
            .parse()
            .ok()
            .or_else(|| intended(game.board(), &text))
            .ok_or(ParseMoveTextError::Illegal { text, side }),
        found => found,
    };
    let mv = found.map_err(MoveTextError::Unclear)?;
    match game.why_not(mv) {
        None => Ok(mv),
        Some(reason) => Err(MoveTextError::Illegal(reason)),
    }
}

/// The illegal move that a text in WXF or Chinese notation describes, if only one fits.
fn intended(board: &Board, text: &str) -> Option<Move> {
    let plain: String = text.chars().map(simplified).collect();
    let side = board.side_to_move();
    let mut fitting = board
        .placement()
        .men()
        .filter(|(_, piece, _)| piece.side == side)
        .flat_map(|(_, _, from)| Square::all().map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Move::new(from, to))
        .filter(|&mv| why_illegal(board, mv).is_none_or(Illegal::has_form))
        .filter(|&mv| to_wxf(board, mv) == plain || to_chinese(board, mv) == plain);
    let mv = fitting.next()?;
    fitting.next().is_none().then_some(mv)
}

/// The character that moves are written with here, for one that others write.
fn simplified(c: char) -> char {
    match c {
        '帥' => '帅',
        '將' => '将',
        '馬' | '傌' => '马',
        '車' | '俥' => '车',
        '砲' | '包' => '炮',
        '進' => '进',
        '後' => '后',
        '=' => '.',
        c => c.to_ascii_uppercase(),
    }
}

/// Why a pasted text is no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Nothing there.
    #[error("there is no text (expected a FEN, moves, or a game in PGN)")]
    Empty,
    /// A position that cannot be.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A game that cannot be replayed.
    #[error(transparent)]
    Replay(#[from] PgnError),
}

/// Reads a FEN, a FEN with `moves`, a list of moves in any notation, or the first game of a PGN.
pub fn read_game(text: &str, rules: Rules) -> Result<Game, ReadError> {
    let text = text.trim().trim_start_matches('\u{feff}');
    let text = text.strip_prefix("position").unwrap_or(text).trim_start();
    let text = text.strip_prefix("fen ").unwrap_or(text).trim_start();
    let text = text.strip_prefix("startpos").unwrap_or(text).trim_start();
    if text.is_empty() {
        return Err(ReadError::Empty);
    }
    let is_fen = text
        .split_whitespace()
        .next()
        .is_some_and(|word| word.matches('/').count() > 2);
    if !is_fen {
        return replay(text.strip_prefix("moves").unwrap_or(text), rules);
    }
    let (fen, moves) = text.split_once("moves").unwrap_or((text, ""));
    Board::from_fen(fen)?;
    let fen = fen.split_whitespace().collect::<Vec<_>>().join(" ");
    replay(&format!("[FEN \"{fen}\"]\n\n{moves}"), rules)
}

/// The first game of a PGN text.
fn replay(text: &str, rules: Rules) -> Result<Game, ReadError> {
    let games = pgn::parse(text)?;
    let game = games.first().ok_or(ReadError::Empty)?;
    let mut board = game.start()?;
    game.moves.iter().for_each(|&mv| board.make_move(mv));
    Ok(Game::new(board, rules))
}

impl Say for ReadError {
    fn say(&self, language: Language) -> String {
        match (self, language) {
            (_, Language::English) => self.to_string(),
            (Self::Empty, Language::Chinese) => "没有内容（应为 FEN、着法或 PGN 棋谱）".to_owned(),
            (Self::Fen(error), Language::Chinese) => error.say(language),
            (Self::Replay(error), Language::Chinese) => error.say(language),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &Game) -> (usize, String) {
        (game.moves().count(), game.board().fen())
    }

    fn read(text: &str) -> Result<(usize, String), String> {
        read_game(text, Rules::default())
            .map(|game| after(&game))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn everything_people_paste_is_read() {
        let expected = read("h2e2 h9g7 h0g2").expect("moves");
        assert_eq!(expected.0, 3);
        let start = crate::board::START_FEN;
        for text in [
            "moves h2e2 h9g7 h0g2",
            "position startpos moves h2e2 h9g7 h0g2",
            "1. 炮二平五 马8进7 2. 马二进三",
            "1.C2.5 h8+7 2.H2+3",
            "[Game \"Chinese Chess\"]\n\n1. H2-E2 {x} H9-G7\n2. H0-G2 1-0\n",
            &format!("{start} moves h2e2 h9g7 h0g2"),
            &format!("position fen {start} moves\nh2e2 h9g7\th0g2"),
        ] {
            assert_eq!(read(text).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(read(start), Ok((0, start.to_owned())));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text| read(text).expect_err(text);
        assert!(error(" \n").starts_with("there is no text"));
        assert!(error("9/9/9/9 w").starts_with("the board has 4 ranks"));
        assert!(
            error("h2e2 h2e2").contains("ply 2: 'h2e2'"),
            "{}",
            error("h2e2 h2e2")
        );
        assert!(error("hello").contains("'hello' is not a move"));
        let chinese = read_game("h2e2 h2e2", Rules::default())
            .map(|_| ())
            .expect_err("illegal");
        assert_eq!(
            chinese.say(Language::Chinese),
            "第 1 局第 2 步：“h2e2”不能走"
        );
    }

    #[test]
    fn an_illegal_move_in_any_notation_is_refused_with_its_reason() {
        let game = Game::default();
        for text in ["h0f1", "H2+4", "马二进四", "馬二進四"] {
            let error = read_move(&game, text).expect_err(text);
            assert_eq!(
                error.say(Language::English),
                "the horse's leg on g0 is blocked",
                "{text}"
            );
        }
        let error = read_move(&game, "炮二平九").expect_err("blocked");
        assert_eq!(error.say(Language::Chinese), "炮的路线在 b2 被挡住");
        let error = read_move(&game, "xyzzy").expect_err("no move");
        assert!(
            error
                .say(Language::English)
                .starts_with("'xyzzy' is not a move")
        );
        assert_eq!(
            read_move(&game, "炮二平五"),
            Ok("h2e2".parse().expect("a move"))
        );
    }
}

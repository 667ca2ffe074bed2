//! Games in PGN: tags, the moves in any notation, the result.
//!
//! ```text
//! [Red "…"]
//! [FEN "…"]                     the start position, if it is another
//! 1. H2-E2 H9-G7                coordinates,
//! 1. C2.5 H8+7                  WXF
//! 1. 炮二平五 马８进７           or Chinese; even mixed
//! 1/2-1/2
//! ```
//!
//! Comments, variations, annotations and move numbers are skipped. Every move must be legal.

use thiserror::Error;

use super::{ParseMoveTextError, parse_move};
use crate::board::{Board, FenError};
use crate::types::{GameResult, Move};

/// A game as a PGN file states it.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Tags in order: name and value.
    pub tags: Vec<(String, String)>,
    /// The moves, all legal.
    pub moves: Vec<Move>,
    /// The result after the moves; `None` for `*`.
    pub result: Option<GameResult>,
    /// Number of the game in the file, from 1.
    pub number: usize,
}

/// Why a game of a PGN file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PgnError {
    /// The start position is wrong.
    #[error("game {game}: {error}")]
    Fen {
        /// Which game of the file.
        game: usize,
        /// What is wrong.
        error: FenError,
    },
    /// A move cannot be read or is not legal.
    #[error("game {game}, ply {ply}: {error}")]
    Move {
        /// Which game of the file.
        game: usize,
        /// Which ply, from 1.
        ply: usize,
        /// What is wrong.
        error: ParseMoveTextError,
    },
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The position the game starts from.
    pub fn start(&self) -> Result<Board, PgnError> {
        match self.tag("FEN") {
            None | Some("") => Ok(Board::start()),
            Some(fen) => Board::from_fen(fen).map_err(|error| PgnError::Fen {
                game: self.number,
                error,
            }),
        }
    }

    /// The result after the moves or, where that is missing, of the tag.
    pub fn stated_result(&self) -> Option<GameResult> {
        let tag = || self.tag("Result").and_then(GameResult::from_text);
        self.result.or_else(tag)
    }

    /// Reads the moves and the result.
    fn read_body(&mut self, body: &str) -> Result<(), PgnError> {
        let mut board = self.start()?;
        for word in without_comments(body).split_whitespace() {
            if word == "*" || word == "1/2" {
                break;
            }
            if let Some(result) = GameResult::from_text(word) {
                self.result = Some(result);
                break;
            }
            let word = without_number(word).trim_end_matches(['!', '?', '+', '#']);
            let is_filler = word.chars().all(|c| matches!(c, '.' | '…'));
            if is_filler || word.starts_with('$') {
                continue;
            }
            let mv = parse_move(&board, word).map_err(|error| PgnError::Move {
                game: self.number,
                ply: self.moves.len() + 1,
                error,
            })?;
            board.make_move(mv);
            self.moves.push(mv);
        }
        Ok(())
    }
}

/// Reads all games of a text.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    parse_each(text).collect()
}

/// Reads games one by one, so that a bad one does not spoil the others.
pub fn parse_each(text: &str) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    split(text)
        .into_iter()
        .enumerate()
        .map(|(index, (tags, body))| {
            let mut game = PgnGame {
                tags,
                moves: Vec::new(),
                result: None,
                number: index + 1,
            };
            game.read_body(&body)?;
            Ok(game)
        })
}

type Tags = Vec<(String, String)>;

/// Cuts a text into games: a tag after moves begins the next one.
fn split(text: &str) -> Vec<(Tags, String)> {
    let mut games: Vec<(Tags, String)> = Vec::new();
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        match parse_tag(line).filter(|_| !in_comment) {
            Some(tag) => match games.last_mut() {
                Some((tags, body)) if body.trim().is_empty() => tags.push(tag),
                _ => games.push((vec![tag], String::new())),
            },
            None if line.is_empty() && games.is_empty() => {}
            None => {
                if games.is_empty() {
                    games.push(Default::default());
                }
                let last = games.len() - 1;
                games[last].1.push_str(line);
                games[last].1.push('\n');
                in_comment = match (line.rfind('{'), line.rfind('}')) {
                    (None, None) => in_comment,
                    (open, close) => open > close,
                };
            }
        }
    }
    games
}

fn parse_tag(line: &str) -> Option<(String, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().trim_matches('"');
    Some((name.to_owned(), value.to_owned()))
}

/// The text without `{…}`, `(…)` and `;…`.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut braces, mut parentheses, mut line_comment) = (false, 0, false);
    for c in text.chars() {
        match c {
            '\n' => line_comment = false,
            _ if line_comment => continue,
            '{' => braces = true,
            '}' if braces => braces = false,
            _ if braces => continue,
            '(' => parentheses += 1,
            ')' => parentheses -= 1,
            ';' => line_comment = true,
            _ if parentheses > 0 => continue,
            _ => {
                plain.push(c);
                continue;
            }
        }
        plain.push(' ');
    }
    plain
}

/// The word without a move number before it. `33.4` is a move in WXF, so what is left must be long
/// enough for one.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match rest.strip_prefix(['.', '．', '、']) {
        Some(rest) if rest.len() < word.len() => rest.trim_start_matches(['.', '．']),
        _ => return word,
    };
    if rest.is_empty() || rest.chars().count() >= 4 {
        rest
    } else {
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{to_chinese, to_wxf};

    fn moves(text: &str) -> Vec<String> {
        let games = parse(text).expect(text);
        assert_eq!(games.len(), 1, "{text}");
        games[0].moves.iter().map(Move::to_string).collect()
    }

    const LINE: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];

    #[test]
    fn one_game_in_three_notations() {
        for text in [
            "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7\n2. H0-G2 I9-H9\n1-0",
            "1. C2.5 H8+7 2. H2+3 R9.8 1-0",
            "1.C2=5 h8+7 2.h2+3 r9=8 1-0",
            "  1. 炮二平五　　马8进7\n  2. 马二进三　　车9平8\n  1-0",
            "1、炮二平五 馬８進７ 2、傌二進三 車９平８ 1-0",
            "1. h2e2 H8+7 2. 马二进三 I9-H9 1-0",
        ] {
            assert_eq!(moves(text), LINE, "{text}");
            let games = parse(text).expect(text);
            assert_eq!(games[0].result, Some(GameResult::RedWins), "{text}");
        }
    }

    #[test]
    fn what_people_write_is_skipped() {
        let text = "1.h2e2! {a (comment)\n[not a tag]\n} h9g7 (1... b9c7) 2. H0-G2 ; rest\n $1 \
                    2... I9-H9?! *";
        assert_eq!(moves(text), LINE);
        assert_eq!(moves("1. h2e2 …… 1. ... h9g7 2. h0g2 i9h9"), LINE);
        assert_eq!(parse(text).expect("readable")[0].result, None);
    }

    #[test]
    fn pawn_moves_that_look_like_numbers() {
        let fen = "3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/4K4 w";
        assert_eq!(moves(&format!("[FEN \"{fen}\"]\n33.4")), ["g7f7"]);
        assert_eq!(moves(&format!("[FEN \"{fen}\"]\n12.33.4")), ["g7f7"]);
        assert_eq!(moves(&format!("[FEN \"{fen}\"]\n1. 3+.4")), ["g8f8"]);
    }

    #[test]
    fn games_follow_each_other() {
        let text = "[Event \"1\"]\n[Result \"0-1\"]\n\n1. h2e2\n\n[Event \"2\"]\n\n1. C2.5 1/2-1/2\n\
                    [Event \"3\"]\n[FEN \"\"]\n";
        let games = parse(text).expect("readable");
        let events: Vec<_> = games.iter().map(|game| game.tag("event")).collect();
        assert_eq!(events, [Some("1"), Some("2"), Some("3")]);
        assert_eq!(games[0].result, None);
        assert_eq!(games[0].stated_result(), Some(GameResult::BlackWins));
        assert_eq!(games[1].stated_result(), Some(GameResult::Draw));
        assert_eq!(games[2].start(), Ok(Board::start()));
        assert_eq!(parse("\n \n"), Ok(Vec::new()));
    }

    #[test]
    fn errors_name_the_game_and_the_word() {
        let error = |text: &str| parse(text).expect_err(text).to_string();
        assert_eq!(
            error("1. h2e2 h2e2"),
            "game 1, ply 2: 'h2e2' is not a legal move for black here"
        );
        assert_eq!(
            error("1. X2.5"),
            "game 1, ply 1: 'X2.5' is not a move (expected one like h2e2, C2.5 or 炮二平五)"
        );
        assert!(error("[FEN \"x\"]\n\n*").starts_with("game 1: the board has 1 ranks"));
        let mixed = "[Event \"1\"]\n1. a0a9\n[Event \"2\"]\n1. h2e2";
        let read: Vec<_> = parse_each(mixed).map(|game| game.is_ok()).collect();
        assert_eq!(read, [false, true]);
    }

    #[test]
    fn every_move_of_a_game_is_read_back_in_every_notation() {
        let mut board = Board::start();
        let (mut wxf, mut chinese) = (Vec::new(), Vec::new());
        let mut played = Vec::new();
        for ply in 0..60 {
            let legal = board.legal_moves();
            let mv = legal[ply * 7 % legal.len()];
            if ply % 2 == 0 {
                wxf.push(format!("{}.", ply / 2 + 1));
                chinese.push(format!("{}.", ply / 2 + 1));
            }
            wxf.push(to_wxf(&board, mv));
            chinese.push(to_chinese(&board, mv));
            played.push(mv.to_string());
            board.make_move(mv);
            if !board.has_legal_move() {
                break;
            }
        }
        assert_eq!(moves(&wxf.join(" ")), played);
        assert_eq!(moves(&chinese.join(" ")), played);
    }
}

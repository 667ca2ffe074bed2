//! Games as PGN with the tags of xiangqi, moves in ICCS coordinates.
//!
//! ```text
//! 1. H2-E2 {+0.12/8,0.103s}1... H9-G7 {-0.08/8,0.099s}2. H0-G2 ... 1-0
//! ```
//!
//! A comment carries score and depth from the mover's view and the time; it has no blank in it and
//! runs into the next move number. That is plain PGN, and it also gets past readers that split at
//! blanks and skip what ends in a dot, such as the Python package `cchess`.

use std::fmt::Write as _;

use crate::board::Board;
use crate::notation::parse_move;
use crate::types::{Move, ParseMoveError, Side};

use super::dialect::MATE_SCORE;
use super::record::{GameRecord, GameResult, Reason, ReplayError};

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

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The position the game starts from.
    pub fn start(&self) -> Result<Board, ReplayError> {
        self.tag("FEN").map_or_else(
            || Ok(Board::start()),
            |fen| {
                Board::from_fen(fen).map_err(|error| ReplayError::Fen {
                    game: self.number,
                    error,
                })
            },
        )
    }

    /// The game as a record, as far as PGN tells.
    pub fn to_record(&self) -> Option<GameRecord> {
        let tag = |name| self.tag(name).unwrap_or_default().to_owned();
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        let round = tag("Round");
        let (round, game) = round.split_once('.').unwrap_or((&round, ""));
        let round = round.parse().unwrap_or(self.number.div_ceil(2));
        let reason = tag("Termination");
        let (reason, detail) = reason.split_once(": ").unwrap_or((&reason, ""));
        Some(GameRecord {
            game: game.parse().unwrap_or(self.number),
            round,
            pair: self.number.div_ceil(2),
            red: tag("Red"),
            black: tag("Black"),
            fen: self.start().ok()?.fen(),
            rule: tag("Rule"),
            drawmoves: tag("DrawMoves").parse().unwrap_or(60),
            conditions: String::new(),
            red_engine: String::new(),
            black_engine: String::new(),
            red_limits: tag("RedLimits"),
            black_limits: tag("BlackLimits"),
            date: tag("Date"),
            result: self.result?,
            reason: Reason::from_name(reason)?,
            detail: detail.to_owned(),
            scores: vec![None; moves.len()],
            depths: vec![0; moves.len()],
            times: vec![0; moves.len()],
            moves: moves.join(" "),
        })
    }
}

/// Writes a game, with a blank line after it.
pub fn write(record: &GameRecord, event: &str) -> String {
    let mut out = String::new();
    let termination = if record.detail.is_empty() {
        record.reason.to_string()
    } else {
        format!("{}: {}", record.reason, record.detail)
    };
    let round = format!("{}.{}", record.round, record.game);
    for (tag, value) in [
        ("Game", "Chinese Chess"),
        ("Event", event),
        ("Site", "?"),
        ("Date", &record.date),
        ("Round", &round),
        ("Red", &record.red),
        ("Black", &record.black),
        ("Result", record.result.text()),
        ("FEN", &record.fen),
        ("Format", "ICCS"),
        ("Rule", &record.rule),
        ("DrawMoves", &record.drawmoves.to_string()),
        ("RedLimits", &record.red_limits),
        ("BlackLimits", &record.black_limits),
        ("PlyCount", &record.plies().to_string()),
        ("Termination", &termination),
    ] {
        let _ = writeln!(out, "[{tag} \"{}\"]", escape(value));
    }
    out.push('\n');
    write_moves(&mut out, record);
    let _ = writeln!(out, "{}\n", record.result);
    out
}

/// Keeps a tag's value inside its quotation marks and brackets, and on its line.
fn escape(value: &str) -> String {
    let value = value.replace(char::is_control, " ");
    value
        .replace(['"', '\\'], "'")
        .replace('[', "(")
        .replace(']', ")")
}

fn write_moves(out: &mut String, record: &GameRecord) {
    let Ok(moves) = record.move_list() else {
        return;
    };
    let start = Board::from_fen(&record.fen).ok();
    let mut number = start.as_ref().map_or(1, Board::move_number);
    let mut side = start.map_or(Side::Red, |board| board.side_to_move());
    let mut column = 0;
    let mut put = |out: &mut String, word: &str| {
        out.push_str(word);
        column += word.len() + 1;
        let end = column > 90;
        out.push(if end { '\n' } else { ' ' });
        if end {
            column = 0;
        }
    };
    let indication = |number: usize, side| match side {
        Side::Red => format!("{number}."),
        Side::Black => format!("{number}..."),
    };
    let mut before = indication(number, side);
    for (index, mv) in moves.iter().enumerate() {
        if !before.is_empty() {
            put(out, &before);
        }
        let text = mv.to_string().to_ascii_uppercase();
        put(out, &format!("{}-{}", &text[..2], &text[2..]));
        number += usize::from(side == Side::Black);
        side = side.opponent();
        let comment = comment(record, index);
        before = match (comment.is_empty(), side) {
            (true, Side::Black) => String::new(),
            _ => format!("{comment}{}", indication(number, side)),
        };
    }
    if before.starts_with('{') {
        put(out, &before);
    }
}

/// `{+0.12/8,0.103s}`; empty if nothing is known about the move.
fn comment(record: &GameRecord, index: usize) -> String {
    let score = record.scores.get(index).copied().flatten();
    let depth = record.depths.get(index).copied().unwrap_or(0);
    let time = record.times.get(index).copied().unwrap_or(0);
    if score.is_none() && depth == 0 && time == 0 {
        return String::new();
    }
    let score = score.map_or_else(|| "?".to_owned(), score_text);
    format!("{{{score}/{depth},{:.3}s}}", time as f64 / 1000.0)
}

/// A score in pawns' hundredths as `+0.12`, mates as `+M3`.
fn score_text(score: i32) -> String {
    let distance = MATE_SCORE - score.abs();
    if (0..=1000).contains(&distance) {
        let sign = if score > 0 { '+' } else { '-' };
        return format!("{sign}M{distance}");
    }
    format!("{:+.2}", f64::from(score) / 100.0)
}

/// Reads all games of a text. Comments, variations and move numbers are skipped; every move must be
/// legal. Moves may be in coordinates, WXF or Chinese notation.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, ReplayError> {
    let mut games = Vec::new();
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut body = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(tag) = parse_tag(line) {
            if !body.trim().is_empty() {
                games.push(finish(std::mem::take(&mut tags), &body, games.len() + 1)?);
                body.clear();
            }
            tags.push(tag);
        } else {
            body.push_str(line);
            body.push('\n');
        }
    }
    if !tags.is_empty() || !body.trim().is_empty() {
        games.push(finish(tags, &body, games.len() + 1)?);
    }
    Ok(games)
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

/// A move in coordinates, legal or not, or a legal one in WXF or Chinese notation.
fn read_move(board: &Board, word: &str) -> Result<Move, ParseMoveError> {
    word.parse()
        .or_else(|error| parse_move(board, word).map_err(|_| error))
}

fn finish(tags: Vec<(String, String)>, body: &str, number: usize) -> Result<PgnGame, ReplayError> {
    let mut game = PgnGame {
        tags,
        moves: Vec::new(),
        result: None,
        number,
    };
    let mut board = game.start()?;
    for word in without_comments(body).split_whitespace() {
        if word == "*" || word == "1/2" {
            break;
        }
        if let Some(result) = GameResult::from_text(word) {
            game.result = Some(result);
            break;
        }
        // A move number, perhaps with the move right behind it.
        let word = match word.trim_start_matches(|c: char| c.is_ascii_digit()) {
            rest if rest.len() < word.len() && rest.starts_with('.') => {
                rest.trim_start_matches('.')
            }
            _ => word,
        };
        if word.is_empty() || word.starts_with('$') {
            continue;
        }
        let mv = read_move(&board, word).map_err(|error| ReplayError::Move {
            game: number,
            error,
        })?;
        board.try_play(mv).map_err(|error| ReplayError::Illegal {
            game: number,
            ply: game.moves.len() + 1,
            error,
        })?;
        game.moves.push(mv);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::sample;

    #[test]
    fn a_record_reads_back_with_moves_result_and_reason() {
        let mut record = sample();
        record.reason = Reason::IllegalMove;
        record.result = GameResult::BlackWins;
        record.detail = "a0a9 [\"odd\"]".to_owned();
        let text = write(&record, "test") + &write(&sample(), "test");
        let games = parse(&text).expect("readable");
        assert_eq!(games.len(), 2);
        let back = games[0].to_record().expect("a record");
        assert_eq!(back.moves, record.moves);
        assert_eq!((back.result, back.reason), (record.result, record.reason));
        assert_eq!(back.detail, "a0a9 ('odd')");
        assert_eq!((back.game, back.round), (1, 1));
        assert_eq!(games[1].result, Some(GameResult::Draw));
    }

    #[test]
    fn comments_run_into_the_next_number() {
        let text = write(&sample(), "test");
        let moves = text.split("\n\n").nth(1).expect("moves");
        assert_eq!(
            moves,
            "1. H2-E2 {+0.12/5,0.010s}1... H9-G7 2. H0-G2 {-0.03/6,0.012s}2... 1/2-1/2"
        );
    }

    #[test]
    fn what_people_write_is_read() {
        let text = "1.h2e2 {a (comment)} h9g7 (1... b9c7) 2. H0-G2 ; rest\n $1 2... I9-H9 *";
        let game = &parse(text).expect("readable")[0];
        let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "i9h9"]);
        assert_eq!(game.result, None);
        let text = "1.C2.5 h8+7 2. 马二进三 I9-H9";
        assert_eq!(parse(text).expect("readable")[0].moves, game.moves);
    }

    #[test]
    fn errors_name_the_game_and_the_word() {
        let error = |text: &str| parse(text).expect_err(text).to_string();
        let illegal = error("1. h2e2 h2e2");
        assert!(
            illegal.starts_with("game 1, ply 2: 'h2e2' is illegal (expected"),
            "{illegal}"
        );
        assert_eq!(
            error("1. X2.5"),
            "game 1: 'X2.5' is not a move (expected origin and target, like h2e2)"
        );
        assert!(error("[FEN \"x\"]\n\n*").starts_with("game 1: the board has 1 ranks"));
    }

    #[test]
    fn mates_are_written_with_their_distance() {
        assert_eq!(score_text(MATE_SCORE - 3), "+M3");
        assert_eq!(score_text(2 - MATE_SCORE), "-M2");
        assert_eq!(score_text(-150), "-1.50");
    }
}

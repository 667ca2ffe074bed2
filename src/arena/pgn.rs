//! Writes games as PGN with the tags of xiangqi, moves in ICCS coordinates; `notation::pgn` reads them.
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
use crate::notation::pgn::PgnGame;
use crate::types::{Move, Side};

use super::dialect::MATE_SCORE;
use super::record::{GameRecord, Reason};

/// A game of a PGN file as a record, as far as PGN tells.
pub fn to_record(game: &PgnGame) -> Option<GameRecord> {
    let tag = |name| game.tag(name).unwrap_or_default().to_owned();
    let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
    let round = tag("Round");
    let (round, number) = round.split_once('.').unwrap_or((&round, ""));
    let round = round.parse().unwrap_or(game.number.div_ceil(2));
    let reason = tag("Termination");
    let (reason, detail) = reason.split_once(": ").unwrap_or((&reason, ""));
    Some(GameRecord {
        game: number.parse().unwrap_or(game.number),
        round,
        pair: game.number.div_ceil(2),
        red: tag("Red"),
        black: tag("Black"),
        fen: game.start().ok()?.fen(),
        rule: tag("Rule"),
        drawmoves: tag("DrawMoves").parse().unwrap_or(60),
        conditions: String::new(),
        red_engine: String::new(),
        black_engine: String::new(),
        red_limits: tag("RedLimits"),
        black_limits: tag("BlackLimits"),
        date: tag("Date"),
        result: game.result?,
        reason: Reason::from_name(reason)?,
        detail: detail.to_owned(),
        scores: vec![None; moves.len()],
        depths: vec![0; moves.len()],
        times: vec![0; moves.len()],
        moves: moves.join(" "),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::GameResult;
    use crate::arena::record::tests::sample;
    use crate::notation::pgn::parse;

    #[test]
    fn a_record_reads_back_with_moves_result_and_reason() {
        let mut record = sample();
        record.reason = Reason::IllegalMove;
        record.result = GameResult::BlackWins;
        record.detail = "a0a9 [\"odd\"]".to_owned();
        let text = write(&record, "test") + &write(&sample(), "test");
        let games = parse(&text).expect("readable");
        assert_eq!(games.len(), 2);
        let back = to_record(&games[0]).expect("a record");
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
    fn mates_are_written_with_their_distance() {
        assert_eq!(score_text(MATE_SCORE - 3), "+M3");
        assert_eq!(score_text(2 - MATE_SCORE), "-M2");
        assert_eq!(score_text(-150), "-1.50");
    }
}

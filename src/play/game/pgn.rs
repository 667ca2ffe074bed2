//! A game as PGN, moves in ICCS coordinates.

use std::fmt::Write as _;

use crate::board::START_FEN;
use crate::play::words::{Language, Say};
use crate::types::{Score, Side, score};

use super::{Game, Note};

/// The players' names, red first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Players(pub [String; 2]);

impl Default for Players {
    fn default() -> Self {
        Self(["?".to_owned(), "?".to_owned()])
    }
}

impl Game {
    /// The game as PGN. `date` is `2026.11.18`, or empty if unknown.
    pub fn pgn(&self, players: &Players, date: &str) -> String {
        let mut out = String::new();
        let result = self.end().map_or("*", |end| end.pgn());
        let [red, black] = &players.0;
        let mut tag = |name: &str, value: &str| {
            let value: String = value.chars().map(tag_char).collect();
            let _ = writeln!(out, "[{name} \"{value}\"]");
        };
        tag("Game", "Chinese Chess");
        tag("Event", "hanxin");
        tag("Date", if date.is_empty() { "????.??.??" } else { date });
        tag("Red", red);
        tag("Black", black);
        tag("Result", result);
        if self.start().fen() != START_FEN {
            tag("FEN", &self.start().fen());
        }
        tag("Format", "ICCS");
        if let Some(end) = self.end() {
            tag("Termination", &end.say(Language::English));
        }
        out.push('\n');
        self.write_moves(&mut out);
        let _ = writeln!(out, "{result}");
        out
    }

    fn write_moves(&self, out: &mut String) {
        let mut number = self.start().move_number();
        let mut side = self.start().side_to_move();
        for (index, (mv, note)) in self.moves().zip(self.notes()).enumerate() {
            match side {
                Side::Red => {
                    let _ = write!(out, "{number}. ");
                }
                Side::Black if index == 0 => {
                    let _ = write!(out, "{number}... ");
                }
                Side::Black => {}
            }
            let text = mv.to_string().to_ascii_uppercase();
            let _ = write!(out, "{}-{}{}", &text[..2], &text[2..], comment(note));
            out.push(if side == Side::Black { '\n' } else { ' ' });
            number += usize::from(side == Side::Black);
            side = side.opponent();
        }
    }
}

/// Score, depth and time as match records write them; nothing if nothing is known.
fn comment(note: &Note) -> String {
    match note.score {
        None => String::new(),
        Some(score) => format!(
            " {{{}/{},{:.3}s}}",
            score_text(score),
            note.depth,
            note.time.as_secs_f64()
        ),
    }
}

/// Pawns as `+0.12`, mates as `+M3` with the plies.
fn score_text(score: Score) -> String {
    if score::is_mate(score) {
        let sign = if score > 0 { '+' } else { '-' };
        return format!("{sign}M{}", score::MATE - score.abs());
    }
    format!("{:+.2}", f64::from(score::shown(score)) / 100.0)
}

/// Keeps a tag's value inside its quotation marks, brackets and line.
fn tag_char(c: char) -> char {
    match c {
        '"' | '\\' => '\'',
        '[' => '(',
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::read_game;
    use std::time::Duration;

    #[test]
    fn a_game_reads_back() {
        let mut game = Game::default();
        game.play("h2e2".parse().expect("a move")).expect("legal");
        let note = Note {
            score: Some(-25),
            depth: 9,
            time: Duration::from_millis(1234),
        };
        game.play_noted("h9g7".parse().expect("a move"), note)
            .expect("legal");
        game.play("h0g2".parse().expect("a move")).expect("legal");
        game.finish(crate::play::game::GameEnd::resignation(Side::Black));
        let players = Players(["A \"x\" [y]".to_owned(), "引擎".to_owned()]);
        let text = game.pgn(&players, "2026.11.18");
        assert!(text.contains("[Red \"A 'x' (y)\"]\n"), "{text}");
        assert!(text.contains("[Result \"1-0\"]\n[Format"), "{text}");
        assert!(
            text.contains("[Termination \"red wins: black resigns\"]"),
            "{text}"
        );
        assert!(
            text.ends_with("\n\n1. H2-E2 H9-G7 {-0.20/9,1.234s}\n2. H0-G2 1-0\n"),
            "{text}"
        );
        let back = read_game(&text, crate::rules::Rules::default()).expect("readable");
        assert!(back.moves().eq(game.moves()));
    }

    #[test]
    fn a_game_from_a_position_names_it() {
        let board = crate::board::Board::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 3 7");
        let mut game = Game::new(board.expect("a position"), crate::rules::Rules::default());
        game.play("d9d8".parse().expect("a move")).expect("legal");
        let text = game.pgn(&Players::default(), "");
        assert!(
            text.contains("[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 b - - 3 7\"]"),
            "{text}"
        );
        assert!(text.ends_with("\n7... D9-D8\n*\n"), "{text}");
    }
}

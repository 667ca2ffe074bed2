//! The words of each protocol: pure text, both ways.
//!
//! Everything the runner sends or reads that differs between UCCI, UCI and UCI-Cyclone is here.

use std::fmt::Write as _;
use std::time::Duration;

use crate::notation::ranks::Ranks;
use crate::types::{Move, Side};

use super::clock::GameClock;
use super::spec::Protocol;

/// The letters an engine uses for horse and elephant in FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// N and B, as UCCI has it.
    #[default]
    KnightBishop,
    /// H and E, as the world federation has it.
    HorseElephant,
}

/// How to talk to one engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The protocol.
    pub protocol: Protocol,
    /// How ranks are numbered.
    pub ranks: Ranks,
    /// Whether clocks of UCCI are in milliseconds.
    pub milliseconds: bool,
    /// The letters of FEN.
    pub letters: Letters,
}

/// What goes with a `go`.
#[derive(Clone, Copy, Debug)]
pub struct GoContext<'a> {
    /// The clock of the side to move.
    pub own: &'a GameClock,
    /// The other clock.
    pub other: &'a GameClock,
    /// Who is to move.
    pub side: Side,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
}

/// An engine's last words on a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move as written; `None` if it says there is none.
    pub text: Option<String>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// It offers or accepts a draw.
    pub draw: bool,
    /// It gives up.
    pub resign: bool,
}

/// What an engine said about its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineInfo {
    /// From the side to move's view; mates are near [`MATE_SCORE`].
    pub score: Option<i32>,
    /// Depth reached.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// A mate in n moves is recorded as this minus n.
pub const MATE_SCORE: i32 = 30_000;

impl Dialect {
    /// The dialect of a protocol before the engine has said anything.
    pub const fn new(protocol: Protocol) -> Self {
        let ranks = match protocol {
            Protocol::Uci10 => Ranks::FromOne,
            _ => Ranks::FromZero,
        };
        Self {
            protocol,
            ranks,
            milliseconds: true,
            letters: Letters::KnightBishop,
        }
    }

    /// Whether this is UCCI rather than a form of UCI.
    pub const fn is_ucci(&self) -> bool {
        matches!(self.protocol, Protocol::Ucci)
    }

    /// The first word of a session, and the word that ends the engine's answer.
    pub const fn hello(&self) -> (&'static str, &'static str) {
        if self.is_ucci() {
            ("ucci", "ucciok")
        } else {
            ("uci", "uciok")
        }
    }

    /// Sets an option; an empty value presses a button.
    pub fn set_option(&self, name: &str, value: &str) -> String {
        match (self.is_ucci(), value) {
            (true, "") => format!("setoption {name}"),
            (true, _) => format!("setoption {name} {value}"),
            (false, "") => format!("setoption name {name}"),
            (false, _) => format!("setoption name {name} value {value}"),
        }
    }

    /// Announces a new game.
    pub const fn new_game(&self) -> &'static str {
        if self.is_ucci() {
            "setoption newgame"
        } else {
            "ucinewgame"
        }
    }

    /// Appends the position: a FEN and the moves since.
    pub fn write_position(&self, out: &mut String, fen: &str, moves: impl Iterator<Item = Move>) {
        if self.protocol != Protocol::Cyclone {
            out.push_str("position ");
        }
        out.push_str("fen ");
        match self.letters {
            Letters::KnightBishop => out.push_str(fen),
            Letters::HorseElephant => push_with_horses(out, fen),
        }
        for (index, mv) in moves.enumerate() {
            out.push_str(if index == 0 { " moves " } else { " " });
            self.write_move(out, mv);
        }
        out.push('\n');
    }

    /// Appends the list of forbidden moves; only UCCI knows it.
    pub fn write_bans(&self, out: &mut String, moves: &[Move]) {
        if !self.is_ucci() || moves.is_empty() {
            return;
        }
        out.push_str("banmoves");
        for mv in moves {
            let _ = write!(out, " {mv}");
        }
        out.push('\n');
    }

    /// Appends the `go` line.
    pub fn write_go(&self, out: &mut String, context: &GoContext<'_>) {
        out.push_str("go");
        if context.ponder {
            out.push_str(" ponder");
        } else if context.draw_offered && self.is_ucci() {
            out.push_str(" draw");
        }
        let limits = context.own.limits();
        if let Some(depth) = limits.depth {
            let _ = write!(out, " depth {depth}");
        }
        if let Some(nodes) = limits.nodes {
            let _ = write!(out, " nodes {nodes}");
        }
        match (self.is_ucci(), limits.movetime, limits.tc.is_some()) {
            (true, Some(time), _) => {
                let _ = write!(out, " time {} movestogo 1", self.units(time));
            }
            (false, Some(time), _) => {
                let _ = write!(out, " movetime {}", time.as_millis().max(1));
            }
            (true, None, true) => self.write_ucci_clocks(out, context),
            (false, None, true) => write_uci_clocks(out, context),
            (_, None, false) => {}
        }
        out.push('\n');
    }

    fn write_ucci_clocks(self, out: &mut String, context: &GoContext<'_>) {
        for (prefix, clock) in [("", context.own), ("opp", context.other)] {
            let Some(tc) = clock.limits().tc else {
                continue;
            };
            let _ = write!(out, " {prefix}time {}", self.units(clock.remaining()));
            if let Some(moves) = clock.moves_to_go() {
                let _ = write!(out, " {prefix}movestogo {moves}");
            } else {
                let _ = write!(out, " {prefix}increment {}", self.units(tc.increment));
            }
        }
    }

    /// A duration in the unit of the engine's clock.
    fn units(self, time: Duration) -> u128 {
        if self.milliseconds {
            time.as_millis()
        } else {
            u128::from(time.as_secs())
        }
    }

    /// The `ponderhit` line.
    pub const fn ponder_hit(&self, draw_offered: bool) -> &'static str {
        if draw_offered && self.is_ucci() {
            "ponderhit draw"
        } else {
            "ponderhit"
        }
    }

    /// Appends a move in the engine's coordinates.
    pub fn write_move(&self, out: &mut String, mv: Move) {
        let _ = write!(out, "{}", self.ranks.display(mv));
    }

    /// Reads a move in the engine's coordinates.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        self.ranks.read(text)
    }

    /// Reads `bestmove …` or `nobestmove`; `None` for any other line.
    pub fn read_best_move(&self, line: &str) -> Option<BestMove> {
        let mut words = line.split_ascii_whitespace();
        let mut best = BestMove::default();
        match words.next()? {
            "nobestmove" => return Some(best),
            "bestmove" => {}
            _ => return None,
        }
        let none = ["(none)", "none", "null", "0000", "a0a0", "a1a1"];
        best.text = words
            .next()
            .filter(|word| !none.contains(word))
            .map(str::to_owned);
        while let Some(word) = words.next() {
            match word {
                "ponder" => best.ponder = words.next().and_then(|m| self.read_move(m)),
                "draw" => best.draw = true,
                "resign" => best.resign = true,
                _ => {}
            }
        }
        best.resign |= best.text.as_deref() == Some("resign");
        Some(best)
    }
}

/// Appends a FEN with H and E for horse and elephant.
fn push_with_horses(out: &mut String, fen: &str) {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    out.extend(board.chars().map(|c| match c {
        'N' => 'H',
        'n' => 'h',
        'B' => 'E',
        'b' => 'e',
        _ => c,
    }));
    out.push(' ');
    out.push_str(rest);
}

fn write_uci_clocks(out: &mut String, context: &GoContext<'_>) {
    let (red, black) = match context.side {
        Side::Red => (context.own, context.other),
        Side::Black => (context.other, context.own),
    };
    for (letter, clock) in [('w', red), ('b', black)] {
        let Some(tc) = clock.limits().tc else {
            continue;
        };
        let _ = write!(out, " {letter}time {}", clock.remaining().as_millis());
        if !tc.increment.is_zero() {
            let _ = write!(out, " {letter}inc {}", tc.increment.as_millis());
        }
    }
    if let Some(moves) = context.own.moves_to_go() {
        let _ = write!(out, " movestogo {moves}");
    }
}

/// Reads the parts of an `info` line the records keep: the last value of each wins.
pub fn read_info(line: &str, info: &mut EngineInfo) {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => {
                if let Some(Ok(depth)) = words.peek().map(|w| w.parse()) {
                    info.depth = depth;
                }
            }
            "nodes" => {
                if let Some(Ok(nodes)) = words.peek().map(|w| w.parse()) {
                    info.nodes = nodes;
                }
            }
            "score" => {
                if let Some(score) = read_score(words.next(), words.peek().copied()) {
                    info.score = Some(score);
                }
            }
            "pv" | "message" | "string" => break,
            _ => {}
        }
    }
}

fn read_score(kind: Option<&str>, value: Option<&str>) -> Option<i32> {
    match kind? {
        "cp" => value?.parse().ok(),
        "mate" => {
            let moves: i32 = value?.parse().ok()?;
            let distance = moves.saturating_abs().min(1000);
            Some(if moves > 0 {
                MATE_SCORE - distance
            } else {
                distance - MATE_SCORE
            })
        }
        bare => bare.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::clock::EngineLimits;

    fn clock(settings: &[(&str, &str)]) -> GameClock {
        let mut limits = EngineLimits::default();
        for (key, value) in settings {
            assert_eq!(limits.set(key, value), Ok(true));
        }
        GameClock::new(limits)
    }

    fn go(protocol: Protocol, settings: &[(&str, &str)], side: Side) -> String {
        let (own, other) = (clock(settings), clock(settings));
        let mut out = String::new();
        Dialect::new(protocol).write_go(
            &mut out,
            &GoContext {
                own: &own,
                other: &other,
                side,
                ponder: false,
                draw_offered: true,
            },
        );
        out.trim_end().to_owned()
    }

    #[test]
    fn go_lines_follow_each_protocol() {
        use Protocol::{Ucci, Uci};
        let tc = [("tc", "10+0.1")];
        assert_eq!(
            go(Ucci, &tc, Side::Red),
            "go draw time 10000 increment 100 opptime 10000 oppincrement 100"
        );
        assert_eq!(
            go(Uci, &tc, Side::Black),
            "go wtime 10000 winc 100 btime 10000 binc 100"
        );
        let session = [("tc", "40/60")];
        assert_eq!(
            go(Ucci, &session, Side::Red),
            "go draw time 60000 movestogo 40 opptime 60000 oppmovestogo 40"
        );
        assert_eq!(
            go(Uci, &session, Side::Red),
            "go wtime 60000 btime 60000 movestogo 40"
        );
        let fixed = [("movetime", "200")];
        assert_eq!(go(Ucci, &fixed, Side::Red), "go draw time 200 movestogo 1");
        assert_eq!(go(Uci, &fixed, Side::Red), "go movetime 200");
        assert_eq!(go(Uci, &[("nodes", "7")], Side::Red), "go nodes 7");
        assert_eq!(go(Uci, &[("depth", "3")], Side::Red), "go depth 3");
    }

    #[test]
    fn positions_follow_each_protocol() {
        let mv: Move = "a9a8".parse().expect("a move");
        for (protocol, expected) in [
            (Protocol::Ucci, "position fen F moves a9a8\n"),
            (Protocol::Uci10, "position fen F moves a10a9\n"),
            (Protocol::Cyclone, "fen F moves a9a8\n"),
        ] {
            let mut out = String::new();
            Dialect::new(protocol).write_position(&mut out, "F", [mv].into_iter());
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn letters_of_the_federation_are_written_in_the_board_only() {
        let dialect = Dialect {
            letters: Letters::HorseElephant,
            ..Dialect::new(Protocol::Uci10)
        };
        let mut out = String::new();
        dialect.write_position(&mut out, "rnbak4 b - - 0 1", std::iter::empty());
        assert_eq!(out, "position fen rheak4 b - - 0 1\n");
    }

    #[test]
    fn best_moves_are_read() {
        let dialect = Dialect::new(Protocol::Ucci);
        let best = dialect.read_best_move("bestmove h2e2 ponder h9g7 draw");
        let best = best.expect("a best move");
        assert_eq!(best.text.as_deref(), Some("h2e2"));
        assert_eq!(best.ponder, "h9g7".parse().ok());
        assert!(best.draw && !best.resign);
        assert!(
            dialect
                .read_best_move("bestmove h2e2 resign")
                .is_some_and(|b| b.resign)
        );
        for text in ["nobestmove", "bestmove (none)", "bestmove"] {
            let best = dialect.read_best_move(text).expect(text);
            assert_eq!(best.text, None);
        }
        assert_eq!(dialect.read_best_move("info bestmove h2e2"), None);
        assert_eq!(dialect.read_best_move(""), None);
    }

    #[test]
    fn scores_are_read_in_every_form() {
        for (line, score) in [
            ("info depth 8 score 23 time 310 pv h2e2", Some(23)),
            ("info depth 8 score cp -41 nodes 5", Some(-41)),
            ("info depth 8 score mate 3", Some(MATE_SCORE - 3)),
            ("info depth 8 score mate -2", Some(2 - MATE_SCORE)),
            ("info string score 5", None),
            ("info score", None),
        ] {
            let mut info = EngineInfo::default();
            read_info(line, &mut info);
            assert_eq!(info.score, score, "{line}");
        }
    }
}

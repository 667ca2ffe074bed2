//! What a client says: one line of text becomes one [`Command`].
//!
//! Pure. UCCI and UCI share almost every word, and real clients mix the two (UCI-style `setoption`,
//! `go movetime` and `go wtime` arrive in UCCI sessions), so one parser reads the union of both.

use std::str::FromStr;

use thiserror::Error;

use crate::types::Move;

use super::Dialect;

/// One command of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `ucci` or `uci`: the first word of a session.
    Handshake(Dialect),
    /// `isready`: are you alive?
    IsReady,
    /// `setoption …`, in either form.
    SetOption {
        /// The name as the client wrote it.
        name: String,
        /// The rest of the line; empty for buttons.
        value: String,
    },
    /// `ucinewgame` or `newgame`.
    NewGame,
    /// `position …`
    Position(PositionText),
    /// `fen …` or `startpos …` without the word `position`, as UCI-Cyclone has it.
    BarePosition(PositionText),
    /// `banmoves …`: root moves not to be played.
    BanMoves(Vec<Move>),
    /// `go …`
    Go(Box<Go>),
    /// `ponderhit [draw]`
    PonderHit {
        /// The opponent offers a draw with the expected move.
        draw: bool,
    },
    Stop,
    /// `probe …`: look a position up in the hash table.
    Probe(PositionText),
    Quit,
    /// A verb for people, not for clients.
    Debug(Debug),
    /// A word that is no command; clients may send them, so this is not an error.
    Unknown(String),
    /// Nothing but blanks.
    Empty,
}

/// Verbs for people who talk to the engine by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Debug {
    /// `d`: the board as a picture.
    Diagram,
    /// `eval`: the static score, term by term.
    Eval,
    /// `perft N`: count the leaves of the move tree.
    Perft(usize),
    /// `bench [depth]`: the speed test.
    Bench(Option<i32>),
}

/// A position as the client gives it: a set-up and moves from there. Not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionText {
    /// The set-up; `None` = the start position.
    pub fen: Option<String>,
    /// The moves, as written.
    pub moves: Vec<String>,
}

/// The arguments of `go`: any mix, every limit given holds. Times are in the client's unit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// Think on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Until `stop`.
    pub infinite: bool,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    /// A mate in at most so many moves.
    pub mate: Option<i64>,
    /// This move's time, always in milliseconds.
    pub movetime: Option<i64>,
    /// The clock of the side to move, in the session's unit.
    pub time: Option<i64>,
    /// Its increment, in the session's unit.
    pub increment: Option<i64>,
    /// Moves to the next time control.
    pub movestogo: Option<i64>,
    /// The opponent's clock, in the session's unit.
    pub opptime: Option<i64>,
    /// The opponent's increment, in the session's unit.
    pub oppincrement: Option<i64>,
    /// The opponent's moves to the next time control.
    pub oppmovestogo: Option<i64>,
    /// Clocks of red and black as UCI has them, always in milliseconds.
    pub clocks: [Option<i64>; 2],
    /// Increments of red and black as UCI has them, always in milliseconds.
    pub increments: [Option<i64>; 2],
    /// Only these root moves; `None` = all.
    pub searchmoves: Option<Vec<Move>>,
}

/// Why a line was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A word is missing after another.
    #[error("'{0}' needs {1} after it")]
    Missing(String, &'static str),
    /// A number is unreadable.
    #[error("'{found}' after '{word}' is not a number")]
    BadNumber {
        /// The word before it.
        word: String,
        found: String,
    },
    /// `position` or `probe` with neither `fen` nor `startpos`.
    #[error("'{0}' is no position (expected 'startpos' or 'fen …')")]
    BadPosition(String),
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return Ok(Self::Empty);
        };
        Ok(match first.to_ascii_lowercase().as_str() {
            "ucci" => Self::Handshake(Dialect::Ucci),
            "uci" => Self::Handshake(Dialect::Uci),
            "isready" => Self::IsReady,
            "setoption" => set_option(rest)?,
            // UCI has a command for it, UCCI an option.
            "debug" => set_option(&words)?,
            "ucinewgame" | "newgame" => Self::NewGame,
            "position" => Self::Position(position(first, rest)?),
            "fen" | "startpos" => Self::BarePosition(position(first, &words)?),
            "banmoves" => Self::BanMoves(known_moves(rest.iter().copied())),
            "go" => Self::Go(Box::new(go(rest)?)),
            "ponderhit" => Self::PonderHit {
                draw: rest.contains(&"draw"),
            },
            "stop" => Self::Stop,
            "probe" => Self::Probe(position(first, rest)?),
            "quit" => Self::Quit,
            "d" => Self::Debug(Debug::Diagram),
            "eval" => Self::Debug(Debug::Eval),
            "perft" => {
                let depth = number(first, rest.first().copied())?;
                Self::Debug(Debug::Perft(depth.clamp(0, 255) as usize))
            }
            "bench" => {
                let depth = match rest.first() {
                    Some(&word) => Some(number(first, Some(word))?.clamp(1, 255) as i32),
                    None => None,
                };
                Self::Debug(Debug::Bench(depth))
            }
            _ => Self::Unknown(first.chars().take(40).collect()),
        })
    }
}

/// Reads `<name> [<value>]` (UCCI) or `name <words> [value <words>]` (UCI).
fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let missing = || CommandError::Missing("setoption".to_owned(), "the name of an option");
    let (name, value) = match words {
        [] => return Err(missing()),
        ["name", named @ ..] if !named.is_empty() => {
            let end = named.iter().position(|&word| word == "value");
            let (name, value) = named.split_at(end.unwrap_or(named.len()));
            (name.join(" "), value.get(1..).unwrap_or_default())
        }
        [name, "value", value @ ..] if !value.is_empty() => ((*name).to_owned(), value),
        [name, value @ ..] => ((*name).to_owned(), value),
    };
    if name.is_empty() {
        return Err(missing());
    }
    let value = value.join(" ");
    Ok(Command::SetOption { name, value })
}

/// Reads `{fen <fen> | startpos} [moves …]`.
fn position(command: &str, words: &[&str]) -> Result<PositionText, CommandError> {
    let end = words.iter().position(|&word| word == "moves");
    let (setup, moves) = words.split_at(end.unwrap_or(words.len()));
    let moves = moves.iter().skip(1).map(|&word| word.to_owned()).collect();
    let fen = match setup {
        ["startpos", ..] => None,
        ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
        ["fen"] => return Err(CommandError::Missing("fen".to_owned(), "a position")),
        [other, ..] => return Err(CommandError::BadPosition((*other).to_owned())),
        [] => {
            let command = command.to_owned();
            return Err(CommandError::Missing(command, "'startpos' or 'fen …'"));
        }
    };
    Ok(PositionText { fen, moves })
}

/// The words that are moves; the others cannot be played anyway.
fn known_moves<'a>(words: impl Iterator<Item = &'a str>) -> Vec<Move> {
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Reads the number after `word`; fractions are cut off, giants saturate.
fn number(word: &str, text: Option<&str>) -> Result<i64, CommandError> {
    let text = text.ok_or_else(|| CommandError::Missing(word.to_owned(), "a number"))?;
    let whole = text.parse::<i64>().ok();
    let fraction = || text.parse::<f64>().ok().filter(|value| !value.is_nan());
    whole
        .or_else(|| fraction().map(|value| value as i64))
        .ok_or_else(|| CommandError::BadNumber {
            word: word.to_owned(),
            found: text.chars().take(40).collect(),
        })
}

/// Reads the words after `go` in any order; unknown ones are skipped.
fn go(words: &[&str]) -> Result<Go, CommandError> {
    let mut go = Go::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let target = match word {
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "draw" => {
                go.draw = true;
                continue;
            }
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "searchmoves" => {
                let moves = std::iter::from_fn(|| words.next_if(|w| w.parse::<Move>().is_ok()));
                go.searchmoves = Some(known_moves(moves));
                continue;
            }
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.movetime,
            "time" => &mut go.time,
            "increment" => &mut go.increment,
            "movestogo" => &mut go.movestogo,
            "opptime" => &mut go.opptime,
            "oppincrement" => &mut go.oppincrement,
            "oppmovestogo" => &mut go.oppmovestogo,
            "wtime" => &mut go.clocks[0],
            "btime" => &mut go.clocks[1],
            "winc" => &mut go.increments[0],
            "binc" => &mut go.increments[1],
            _ => continue,
        };
        *target = Some(number(word, words.next())?);
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        line.parse().expect(line)
    }

    fn error(line: &str) -> String {
        line.parse::<Command>().expect_err(line).to_string()
    }

    fn option(name: &str, value: &str) -> Command {
        Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn bare_commands_survive_blanks_and_line_ends() {
        assert_eq!(read("ucci\r\n"), Command::Handshake(Dialect::Ucci));
        assert_eq!(read("\t uci  "), Command::Handshake(Dialect::Uci));
        assert_eq!(read("isready"), Command::IsReady);
        assert_eq!(read("stop "), Command::Stop);
        assert_eq!(read("quit"), Command::Quit);
        assert_eq!(read(" \r\n"), Command::Empty);
        assert_eq!(read("ponderhit"), Command::PonderHit { draw: false });
        assert_eq!(read("ponderhit  draw"), Command::PonderHit { draw: true });
    }

    #[test]
    fn words_are_not_matched_by_prefix() {
        assert_eq!(read("stopped"), Command::Unknown("stopped".to_owned()));
        assert_eq!(read("go2"), Command::Unknown("go2".to_owned()));
    }

    #[test]
    fn both_forms_of_setoption_are_read() {
        assert_eq!(read("setoption hashsize 68"), option("hashsize", "68"));
        assert_eq!(read("setoption newgame"), option("newgame", ""));
        assert_eq!(read("debug on"), option("debug", "on"));
        assert_eq!(
            read("setoption bookfiles /a b/c.dat;d.dat"),
            option("bookfiles", "/a b/c.dat;d.dat")
        );
        assert_eq!(
            read("setoption name Skill Level value 12"),
            option("Skill Level", "12")
        );
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(
            read("setoption hashsize value 16"),
            option("hashsize", "16")
        );
        assert_eq!(
            error("setoption"),
            "'setoption' needs the name of an option after it"
        );
        assert_eq!(
            error("setoption name value 3"),
            "'setoption' needs the name of an option after it"
        );
    }

    #[test]
    fn positions_keep_odd_tails_and_bare_moves() {
        let text = |fen: Option<&str>, moves: &[&str]| {
            Command::Position(PositionText {
                fen: fen.map(str::to_owned),
                moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            })
        };
        assert_eq!(read("position startpos"), text(None, &[]));
        assert_eq!(
            read("position fen X w - - 0 1 moves"),
            text(Some("X w - - 0 1"), &[])
        );
        assert_eq!(
            read("position fen X w -- 0 1  moves h2e2  junk"),
            text(Some("X w -- 0 1"), &["h2e2", "junk"])
        );
        assert_eq!(
            read("fen X w moves h2e2"),
            Command::BarePosition(PositionText {
                fen: Some("X w".to_owned()),
                moves: vec!["h2e2".to_owned()],
            })
        );
        assert_eq!(
            read("startpos"),
            Command::BarePosition(PositionText::default())
        );
        assert_eq!(
            error("position"),
            "'position' needs 'startpos' or 'fen …' after it"
        );
        assert_eq!(error("position fen"), "'fen' needs a position after it");
        assert_eq!(
            error("probe here"),
            "'here' is no position (expected 'startpos' or 'fen …')"
        );
    }

    #[test]
    fn go_takes_any_mix_in_any_order() {
        let Command::Go(go) = read("go time 60000 opptime 59000 oppincrement 1 increment 2 draw")
        else {
            panic!("not a go");
        };
        let expected = Go {
            draw: true,
            time: Some(60000),
            opptime: Some(59000),
            increment: Some(2),
            oppincrement: Some(1),
            ..Go::default()
        };
        assert_eq!(*go, expected);
        let Command::Go(go) = read("go infinite searchmoves h2e2 b2e2 depth 5 nonsense nodes 9")
        else {
            panic!("not a go");
        };
        assert!(go.infinite);
        assert_eq!((go.depth, go.nodes), (Some(5), Some(9)));
        assert_eq!(go.searchmoves.map(|moves| moves.len()), Some(2));
        let Command::Go(go) = read("go wtime -20 btime 1e3 winc 0.5 movestogo 40") else {
            panic!("not a go");
        };
        assert_eq!(go.clocks, [Some(-20), Some(1000)]);
        assert_eq!((go.increments, go.movestogo), ([Some(0), None], Some(40)));
        assert_eq!(read("go"), Command::Go(Box::default()));
    }

    #[test]
    fn errors_name_the_token() {
        assert_eq!(error("go depth x"), "'x' after 'depth' is not a number");
        assert_eq!(error("go time"), "'time' needs a number after it");
        assert_eq!(error("perft"), "'perft' needs a number after it");
        assert_eq!(error("go nodes nan"), "'nan' after 'nodes' is not a number");
    }

    #[test]
    fn debug_verbs_are_clamped_to_sense() {
        assert_eq!(read("perft 4"), Command::Debug(Debug::Perft(4)));
        assert_eq!(read("perft -4"), Command::Debug(Debug::Perft(0)));
        assert_eq!(read("bench"), Command::Debug(Debug::Bench(None)));
        assert_eq!(read("bench 0"), Command::Debug(Debug::Bench(Some(1))));
        assert_eq!(read("d"), Command::Debug(Debug::Diagram));
        assert_eq!(read("eval"), Command::Debug(Debug::Eval));
    }
}

//! Games to build a book from: lists and PGN, plain or gzip, in UTF-8 or GB18030.
//!
//! A list has one game a line: result and moves in coordinates, `1-0 h2e2 h9g7 …`; lines that start
//! with `#` are comments. A table beside it may tell the class and the opening of each game: columns
//! separated by tabs, named in the first line (`class`, `ecco`), one line a game in the same order.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use super::ecco::Ecco;
use crate::board::Board;
use crate::notation::{encoding, pgn};
use crate::types::{GameResult, Move};

/// A game, its moves legal.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The start position if it is another than usual.
    pub fen: Option<String>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who won; `None` if that is unknown.
    pub result: Option<GameResult>,
    /// What kind of game it is, as the table beside the list says; empty if it says nothing.
    pub class: String,
    /// Its opening.
    pub ecco: Option<Ecco>,
}

/// What a file of games gave.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Games {
    /// The games that could be read.
    pub games: Vec<Game>,
    /// Why others could not.
    pub skipped: Vec<String>,
}

/// Class and opening of the games of a list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table(Vec<(String, Option<Ecco>)>);

impl Game {
    /// The position before the first move.
    pub fn start(&self) -> Board {
        let fen = self.fen.as_deref();
        fen.and_then(|fen| Board::from_fen(fen).ok())
            .unwrap_or_else(Board::start)
    }
}

/// The bytes of a file, unpacked if they are gzip.
pub fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(&bytes[..]).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

impl Table {
    /// Reads a table; columns it does not have are empty.
    pub fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
        let column = |name: &str| {
            let is_named = |own: &&str| own.trim_start_matches('#').trim() == name;
            names.iter().position(is_named)
        };
        let (class, ecco) = (column("class"), column("ecco"));
        let rows = lines.map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell = |index: Option<usize>| {
                let cell = index.and_then(|index| cells.get(index));
                cell.map_or("", |cell| cell.trim())
            };
            (cell(class).to_owned(), cell(ecco).parse().ok())
        });
        Self(rows.collect())
    }
}

/// Reads the bytes of a file: PGN if a line begins with a tag, else a list.
pub fn read(bytes: Vec<u8>, table: &Table) -> io::Result<Games> {
    let bytes = unpack(bytes)?;
    let text = encoding::decode(&bytes);
    let is_pgn = text.lines().any(|line| line.trim_start().starts_with('['));
    Ok(if is_pgn {
        read_pgn(&text)
    } else {
        read_list(&text, table)
    })
}

fn read_pgn(text: &str) -> Games {
    let mut read = Games::default();
    for game in pgn::parse_each(text) {
        match game {
            Ok(game) => read.games.push(Game {
                fen: game
                    .tag("FEN")
                    .filter(|fen| !fen.is_empty())
                    .map(str::to_owned),
                result: game.stated_result(),
                class: game.tag("Class").unwrap_or_default().to_owned(),
                ecco: game.tag("ECCO").and_then(|code| code.parse().ok()),
                moves: game.moves,
            }),
            Err(error) => read.skipped.push(error.to_string()),
        }
    }
    read
}

fn read_list(text: &str, table: &Table) -> Games {
    let mut read = Games::default();
    let lines = text.lines().enumerate();
    let games = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    for (number, (index, line)) in games.enumerate() {
        match read_line(line) {
            Ok((result, moves)) => {
                let (class, ecco) = table.0.get(number).cloned().unwrap_or_default();
                read.games.push(Game {
                    fen: None,
                    moves,
                    result,
                    class,
                    ecco,
                });
            }
            Err(error) => read.skipped.push(format!("line {}: {error}", index + 1)),
        }
    }
    read
}

fn read_line(line: &str) -> Result<(Option<GameResult>, Vec<Move>), String> {
    let mut words = line.split_whitespace();
    let result = match words.next().unwrap_or_default() {
        "*" => None,
        word => Some(GameResult::from_text(word).ok_or_else(|| {
            format!("'{word}' is not a result (expected 1-0, 0-1, 1/2-1/2 or *)")
        })?),
    };
    let mut board = Board::start();
    let mut moves = Vec::new();
    for word in words {
        let mv: Move = word.parse().map_err(|error| format!("{error}"))?;
        if !board.is_legal_move(mv) {
            return Err(format!(
                "ply {}: '{word}' is not a legal move",
                moves.len() + 1
            ));
        }
        board.make_move(mv);
        moves.push(mv);
    }
    Ok((result, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::GB18030;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    const LIST: &str = "# header\n1-0 h2e2 h9g7\n\n1/2-1/2 h2e2\n* g3g4\n";

    #[test]
    fn lists_are_read_plain_and_packed_with_their_table() {
        let table = Table::parse("#n\tclass\tecco\n1\tmaster\tC06\n2\tengine\t?\n");
        let plain = read(LIST.into(), &table).expect("readable");
        assert_eq!(plain.skipped, Vec::<String>::new());
        assert_eq!(plain.games.len(), 3);
        assert_eq!(plain.games[0].class, "master");
        assert_eq!(plain.games[0].ecco, "C06".parse().ok());
        assert_eq!(
            (plain.games[1].class.as_str(), plain.games[1].ecco),
            ("engine", None)
        );
        assert_eq!(plain.games[2].result, None);
        let packed = gzip(LIST.as_bytes());
        assert_eq!(read(packed.clone(), &table).expect("readable"), plain);
        assert!(read(packed[..packed.len() - 9].to_vec(), &table).is_err());
    }

    #[test]
    fn bad_lines_are_skipped_with_the_reason() {
        let text = "1-0 h2e2 h2e2\nwin h2e2\n1-0 x\n0-1 h2e2\n";
        let read = read(text.into(), &Table::default()).expect("readable");
        assert_eq!(read.games.len(), 1);
        assert_eq!(
            read.skipped,
            [
                "line 1: ply 2: 'h2e2' is not a legal move",
                "line 2: 'win' is not a result (expected 1-0, 0-1, 1/2-1/2 or *)",
                "line 3: 'x' is not a move (expected origin and target, like h2e2)",
            ]
        );
    }

    #[test]
    fn pgn_in_chinese_characters_of_old_files() {
        let text = "[Red \"胡荣华\"]\n[Result \"1-0\"]\n[ECCO \"C06\"]\n\n1. 炮二平五 马８进７\n2. 马二进三 1-0\n\
                    [Red \"x\"]\n\n1. 炮二平二\n";
        let (bytes, _, _) = GB18030.encode(text);
        let read = read(gzip(&bytes), &Table::default()).expect("readable");
        let moves: Vec<String> = read.games[0].moves.iter().map(Move::to_string).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(read.games[0].result, Some(GameResult::RedWins));
        assert_eq!(read.games[0].ecco, "C06".parse().ok());
        assert_eq!(
            read.skipped,
            ["game 2, ply 1: '炮二平二' is not a legal move for red here"]
        );
    }
}

//! EPD files: one position a line, then `;name value` operations.
//!
//! ```text
//! rnbakabnr/9/... w - - 0 1 ;D1 44 ;D2 1920 ;c start position
//! ```
//!
//! Blank lines and lines that start with `#` are skipped, and so is a byte-order mark.

use thiserror::Error;

use crate::board::{Board, FenError};

/// One line of an EPD file.
#[derive(Clone, Debug)]
pub struct Record {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The position as written.
    pub fen: String,
    pub board: Board,
    /// The operations in order: name and the rest of the text.
    pub operations: Vec<(String, String)>,
}

/// An EPD line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct EpdError {
    /// Line number in the file, from 1.
    pub line: usize,
    /// What is wrong with the position.
    pub error: FenError,
}

impl Record {
    /// The value of the first operation of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.operations
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }

    /// A short name for messages: the `id` operation, or the line number.
    pub fn name(&self) -> String {
        self.get("id")
            .map_or_else(|| format!("line {}", self.line), str::to_owned)
    }
}

/// Reads a whole file's text.
pub fn parse(text: &str) -> Result<Vec<Record>, EpdError> {
    parse_each(text).collect()
}

/// Reads a file's text line by line, so that one bad line does not spoil the others.
pub fn parse_each(text: &str) -> impl Iterator<Item = Result<Record, EpdError>> + '_ {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(index, line)| parse_line(index + 1, line))
}

fn parse_line(line: usize, text: &str) -> Result<Record, EpdError> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or_default().trim().to_owned();
    let board = Board::from_fen(&fen).map_err(|error| EpdError { line, error })?;
    let operations = parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(|part| {
            let (name, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            (name.to_owned(), value.trim().to_owned())
        })
        .collect();
    Ok(Record {
        line,
        fen,
        board,
        operations,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_split_from_the_position() {
        let text = "# comment\n\n3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ;D1 3 ;c two kings; flag\n";
        let records = parse(text).expect("readable");
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].line, 3);
        assert_eq!(records[0].get("D1"), Some("3"));
        assert_eq!(records[0].get("c"), Some("two kings"));
        assert_eq!(records[0].get("flag"), Some(""));
        assert_eq!(records[0].get("id"), None);
        assert_eq!(records[0].name(), "line 3");
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        for text in [
            "\u{feff}3k5/9/9/9/9/9/9/9/9/4K4 w\n",
            "\u{feff}# comment\n3k5/9/9/9/9/9/9/9/9/4K4 w\n",
        ] {
            assert_eq!(parse(text).expect("readable").len(), 1);
        }
    }

    #[test]
    fn errors_name_the_line() {
        let error = parse("# x\nnonsense w\n")
            .expect_err("an error")
            .to_string();
        assert_eq!(
            error,
            "line 2: the board has 1 ranks (expected 10, separated by '/')"
        );
    }
}

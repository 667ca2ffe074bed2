//! Text of unknown origin, made fit to be shown: to a terminal, in a log, in a table.
//!
//! Control characters and characters that change the direction of writing are escaped, and what is too
//! long is shortened. Everything that shows a name, a token or a message from outside goes through here.

use std::fmt::Write as _;

/// The longest name or token that is shown whole.
const MAX_TOKEN: usize = 80;
/// The longest line of an exchange that is shown whole: a position with two thousand moves.
const MAX_LINE: usize = 10_000;
/// The longest message that is shown whole.
const MAX_MESSAGE: usize = 2_000;

/// Whether a character could disturb what stands around it.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn push(out: &mut String, c: char) {
    if is_unprintable(c) {
        let _ = write!(out, "{}", c.escape_default());
    } else {
        out.push(c);
    }
}

/// Escaped and cut to `limit` characters, with a mark where it was cut.
fn cut(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    chars.by_ref().take(limit).for_each(|c| push(&mut out, c));
    if chars.next().is_some() {
        let _ = write!(out, "… ({} bytes)", text.len());
    }
    out
}

/// A name or token as it is shown: on one line and not too long.
///
/// ```
/// use hanxin::text::shown;
/// assert_eq!(shown("new\u{1b}[2J"), "new\\u{1b}[2J");
/// assert!(shown(&"x".repeat(100_000)).ends_with("x… (100000 bytes)"));
/// ```
pub fn shown(text: &str) -> String {
    cut(text, MAX_TOKEN)
}

/// A message that may quote foreign text: line breaks stay, long words and the whole are shortened.
pub fn message(text: &str) -> String {
    let mut out = String::new();
    for piece in text.split_inclusive([' ', '\n']) {
        if out.len() > MAX_MESSAGE {
            let _ = write!(out, "… ({} bytes)", text.len());
            break;
        }
        let word = piece.trim_end_matches([' ', '\n']);
        out.push_str(&cut(word, 2 * MAX_TOKEN));
        out.push_str(&piece[word.len()..]);
    }
    out
}

/// A line of an exchange, for its record.
pub fn line(text: &str) -> String {
    cut(text, MAX_LINE)
}

/// A cell of a Markdown table.
pub fn table_cell(text: &str) -> String {
    shown(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in ["", "fairy-stockfish", "韩信 0.2", "a|b", "é"] {
            assert_eq!(shown(text), text);
        }
        let text = "two lines,\n  the second one indented";
        assert_eq!(message(text), text);
        assert_eq!(table_cell("a|b"), "a\\|b");
    }

    #[test]
    fn what_disturbs_is_escaped() {
        assert_eq!(shown("a\r\n\tb\0\u{7f}"), "a\\r\\n\\tb\\u{0}\\u{7f}");
        assert_eq!(shown("\u{202e}abc\u{feff}"), "\\u{202e}abc\\u{feff}");
        assert_eq!(message("\u{1b}[31mred\r\nline"), "\\u{1b}[31mred\\r\nline");
    }

    #[test]
    fn what_is_long_is_shortened() {
        let long = "é".repeat(1_000);
        assert_eq!(shown(&long).chars().take_while(|&c| c == 'é').count(), 80);
        assert!(shown(&long).ends_with("… (2000 bytes)"));
        let text = format!("'{long}' is no move (expected one)");
        assert!(message(&text).ends_with("is no move (expected one)"));
        assert!(message(&text).len() < 500);
        assert!(message(&"word ".repeat(10_000)).len() < 2_100);
    }
}

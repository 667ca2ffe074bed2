//! Lines of a bounded length, from a source that may send anything.

use std::io::{self, BufRead};

/// The longest line of a record file: a game of a hundred thousand moves is shorter.
pub const MAX_RECORD: usize = 16 << 20;

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line, without its newline.
    Whole,
    /// A last line that has no newline.
    Unfinished,
    /// A line beyond the limit: its beginning was kept, the rest read and dropped.
    TooLong {
        /// Bytes that were dropped.
        dropped: u64,
    },
    /// Nothing is left.
    End,
}

/// Reads the next line into `buffer`, which never grows beyond `limit` bytes.
pub fn read_line(
    source: &mut impl BufRead,
    buffer: &mut Vec<u8>,
    limit: usize,
) -> io::Result<LineRead> {
    buffer.clear();
    let mut dropped = 0;
    let mut is_empty = true;
    loop {
        let available = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() {
            return Ok(match (is_empty, dropped) {
                (true, _) => LineRead::End,
                (false, 0) => LineRead::Unfinished,
                (false, dropped) => LineRead::TooLong { dropped },
            });
        }
        is_empty = false;
        let newline = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..newline.unwrap_or(available.len())];
        let kept = part.len().min(limit - buffer.len());
        buffer.extend_from_slice(&part[..kept]);
        dropped += (part.len() - kept) as u64;
        let used = part.len() + usize::from(newline.is_some());
        source.consume(used);
        if newline.is_some() {
            return Ok(match dropped {
                0 => LineRead::Whole,
                dropped => LineRead::TooLong { dropped },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        // A reader with a buffer of three bytes: lines come in pieces.
        let text = b"ab\n\nlonger than six\nend\nrest";
        let mut source = io::BufReader::with_capacity(3, &text[..]);
        let mut buffer = Vec::new();
        let mut read = || {
            let read = read_line(&mut source, &mut buffer, 6).expect("memory");
            (read, String::from_utf8_lossy(&buffer).into_owned())
        };
        assert_eq!(read(), (LineRead::Whole, "ab".to_owned()));
        assert_eq!(read(), (LineRead::Whole, String::new()));
        let long = LineRead::TooLong { dropped: 9 };
        assert_eq!(read(), (long, "longer".to_owned()));
        assert_eq!(read(), (LineRead::Whole, "end".to_owned()));
        assert_eq!(read(), (LineRead::Unfinished, "rest".to_owned()));
        assert_eq!(read(), (LineRead::End, String::new()));
    }
}

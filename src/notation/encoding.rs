//! The characters of a file: UTF-8, or GB18030 as old Chinese collections have it.

use std::borrow::Cow;

use encoding_rs::{GB18030, UTF_8};

/// The text of a file without its byte-order mark. What is not valid UTF-8 is read as GB18030, which
/// includes GBK and GB2312; UTF-16 is recognised by its mark. Bytes that fit nowhere are replaced.
///
/// ```
/// use hanxin::notation::encoding::decode;
/// assert_eq!(decode("炮二平五".as_bytes()), "炮二平五");
/// assert_eq!(decode(&[0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5]), "炮二平五");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = match std::str::from_utf8(bytes) {
        Ok(_) => UTF_8,
        Err(_) => GB18030,
    };
    encoding.decode(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "[Red \"胡荣华\"]\n1. 炮二平五 马８进７";
        let (gb, _, _) = GB18030.encode(text);
        assert_ne!(&*gb, text.as_bytes());
        let marked = format!("\u{feff}{text}");
        let wide = marked.encode_utf16().flat_map(u16::to_le_bytes);
        let wide: Vec<u8> = wide.collect();
        for bytes in [text.as_bytes(), &gb, marked.as_bytes(), &wide] {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn any_bytes_give_some_text() {
        assert_eq!(decode(b""), "");
        assert_eq!(decode(&[0xff, b'a']), "\u{fffd}a");
    }
}

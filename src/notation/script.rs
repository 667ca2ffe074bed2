//! The letters and characters of WXF and Chinese notation, and their common tokens.
//!
//! Tokens: a piece letter `KAEHRCP`; a digit `1`-`9`; `+` for 前 and 进, `-` for 后 and 退, `.` for 中
//! and 平.

use crate::types::{Kind, Piece, Side};

/// The token of a kind.
pub(super) const fn letter(kind: Kind) -> char {
    match kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    }
}

/// The token of a number 1-9.
pub(super) fn digit(number: u8) -> char {
    char::from(b'0' + number.min(9))
}

const CHINESE_NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes tokens in Chinese.
pub(super) fn write_chinese(side: Side, who: [char; 2], action: [char; 2]) -> String {
    let numeral = |token: char, numerals: [char; 9]| {
        let value = token.to_digit(10).unwrap_or(0) as usize;
        numerals
            .get(value.wrapping_sub(1))
            .copied()
            .unwrap_or(token)
    };
    let own = match side {
        Side::Red => CHINESE_NUMERALS,
        Side::Black => FULL_WIDTH_DIGITS,
    };
    let piece = |token: char| {
        Kind::ALL
            .into_iter()
            .find(|&kind| letter(kind) == token)
            .map(|kind| Piece::new(side, kind).hanzi())
    };
    let first = match who[0] {
        '+' => '前',
        '.' => '中',
        '-' => '后',
        // The number before a pawn is an ordinal, Chinese for both sides.
        token => piece(token).unwrap_or_else(|| numeral(token, CHINESE_NUMERALS)),
    };
    let second = piece(who[1]).unwrap_or_else(|| numeral(who[1], own));
    let direction = match action[0] {
        '+' => '进',
        '-' => '退',
        _ => '平',
    };
    [first, second, direction, numeral(action[1], own)]
        .into_iter()
        .collect()
}

/// Reads four tokens from either script; `None` if the text cannot be a move.
pub(super) fn read(text: &str) -> Option<[char; 4]> {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    let mut next = || characters.next();
    let [a, b, c, d] = [next()?, next()?, next()?, next()?];
    if next().is_some() {
        return None;
    }
    let who = match (token(a)?, b) {
        // Pawns counted with letters: Pa is 一兵.
        ('P', 'a'..='e' | 'A'..='E') => [digit(b.to_ascii_lowercase() as u8 - b'a' + 1), 'P'],
        (first, _) => [first, token(b)?],
    };
    let (direction, number) = (token(c)?, token(d)?);
    let is_action = matches!(direction, '+' | '-' | '.') && number.is_ascii_digit();
    is_action.then_some([who[0], who[1], direction, number])
}

fn token(character: char) -> Option<char> {
    // Full-width forms of ASCII.
    let character = match character {
        '！'..='～' => char::from_u32(character as u32 - '！' as u32 + '!' as u32)?,
        _ => character.to_ascii_uppercase(),
    };
    if let Some(index) = CHINESE_NUMERALS.iter().position(|&c| c == character) {
        return Some(digit(index as u8 + 1));
    }
    Some(match character {
        '1'..='9' => character,
        'K' | '帅' | '帥' | '将' | '將' => 'K',
        'A' | '仕' | '士' => 'A',
        'E' | 'B' | '相' | '象' => 'E',
        'H' | 'N' | '马' | '馬' | '傌' => 'H',
        'R' | '车' | '車' | '俥' => 'R',
        'C' | '炮' | '砲' | '包' => 'C',
        'P' | '兵' | '卒' => 'P',
        '+' | '前' | '进' | '進' => '+',
        '-' | '–' | '−' | '后' | '後' | '退' => '-',
        '.' | '=' | '中' | '平' => '.',
        _ => return None,
    })
}

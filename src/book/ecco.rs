//! ECCO, the Encyclopedia of Chinese Chess Openings: a letter and two digits, like `C06`.
//!
//! Early in a game only a part of the code is settled, so a code may be a letter alone or a letter
//! and a digit. Names are those of the letters and of the groups of ten (ECCO 2004, published at
//! xqbase.com; the English ones are ours).

use std::fmt;
use std::str::FromStr;

/// A code or its beginning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ecco {
    letter: u8,
    group: Option<u8>,
    member: Option<u8>,
}

/// Names in English and Chinese.
pub type Names = (&'static str, &'static str);

const LETTERS: [Names; 5] = [
    ("no central cannon", "非中炮类"),
    ("central cannon, various defences", "中炮对反宫马及其他"),
    ("central cannon against screen horses", "中炮对屏风马"),
    ("cannon against cannon", "顺炮局和列炮局"),
    ("pawn opening", "仙人指路局"),
];

const A: [Names; 7] = [
    ("uncommon openings", "非常见开局"),
    ("elephant opening", "飞相局"),
    ("elephant opening", "飞相局"),
    ("elephant opening", "飞相局"),
    ("horse opening", "起马局"),
    ("palace-corner cannon", "仕角炮局"),
    ("cross-palace cannon", "过宫炮局"),
];

const B: [Names; 6] = [
    ("central cannon, uncommon defences", "中炮对非常见开局"),
    ("central cannon against single horse", "中炮对单提马"),
    ("central cannon against three-step tiger", "中炮对左三步虎"),
    ("central cannon against sandwiched horses", "中炮对反宫马"),
    ("5-6 cannons against sandwiched horses", "五六炮对反宫马"),
    ("5-7 cannons against sandwiched horses", "五七炮对反宫马"),
];

const C: [Names; 10] = [
    ("central cannon against screen horses", "中炮对屏风马"),
    ("central cannon against screen horses", "中炮对屏风马"),
    (
        "river rook against two-headed snake",
        "中炮过河车七路马对屏风马两头蛇",
    ),
    (
        "river rook and pawn against screen horses",
        "中炮过河车互进七兵对屏风马",
    ),
    (
        "river rook against rook exchange",
        "中炮过河车互进七兵对屏风马平炮兑车",
    ),
    ("5-6 cannons against screen horses", "五六炮对屏风马"),
    ("5-7 cannons against screen horses", "五七炮对屏风马"),
    ("5-7 cannons against screen horses", "五七炮对屏风马"),
    ("river cannon against screen horses", "中炮巡河炮对屏风马"),
    (
        "5-8 and 5-9 cannons against screen horses",
        "五八炮和五九炮对屏风马",
    ),
];

const D: [Names; 6] = [
    ("same-side cannons", "顺炮局"),
    ("same-side cannons, rook delayed", "顺炮直车对缓开车"),
    ("same-side cannons, ranked rook", "顺炮直车对横车"),
    (
        "blockade turned to opposite cannons",
        "中炮对左炮封车转列炮",
    ),
    (
        "three-step tiger turned to opposite cannons",
        "中炮对左三步虎转列炮",
    ),
    ("opposite-side cannons", "中炮对列炮"),
];

const E: [Names; 5] = [
    ("pawn opening", "仙人指路局"),
    (
        "pawn opening against cannon behind pawn",
        "仙人指路对卒底炮",
    ),
    (
        "pawn opening, central cannon and elephant",
        "仙人指路转左中炮对卒底炮飞左象",
    ),
    (
        "pawn opening, central cannon and elephant",
        "仙人指路转左中炮对卒底炮飞左象",
    ),
    ("pawn against pawn", "对兵局"),
];

const GROUPS: [&[Names]; 5] = [&A, &B, &C, &D, &E];

impl Ecco {
    /// A number for files: never zero.
    pub const fn bits(self) -> u16 {
        const fn digit(digit: Option<u8>) -> u16 {
            match digit {
                Some(digit) => digit as u16 + 1,
                None => 0,
            }
        }
        (self.letter as u16 + 1) * 256 + digit(self.group) * 16 + digit(self.member)
    }

    /// Reads what [`Ecco::bits`] gives; `None` for anything else.
    pub fn from_bits(bits: u16) -> Option<Self> {
        let digit = |bits: u16| (bits & 15).checked_sub(1).map(|digit| digit as u8);
        let ecco = Self {
            letter: (bits >> 8).checked_sub(1)?.try_into().ok()?,
            group: digit(bits >> 4),
            member: digit(bits),
        };
        ecco.is_code().then_some(ecco)
    }

    fn is_code(self) -> bool {
        let is_digit = |digit: Option<u8>| digit.is_none_or(|digit| digit < 10);
        usize::from(self.letter) < LETTERS.len()
            && is_digit(self.group)
            && is_digit(self.member)
            && (self.group.is_some() || self.member.is_none())
    }

    /// The opening's name, of its group if that is settled.
    pub fn names(self) -> Names {
        let group = || GROUPS[usize::from(self.letter)].get(usize::from(self.group?));
        group()
            .copied()
            .unwrap_or(LETTERS[usize::from(self.letter)])
    }

    /// The longest beginning of a code that more than half of these have in common; each is given
    /// with how often it occurs.
    pub fn common(codes: &[(Self, u32)]) -> Option<Self> {
        let total: u32 = codes.iter().map(|&(_, count)| count).sum();
        let beginnings = |code: Self| {
            let group = Self {
                member: None,
                ..code
            };
            [
                code,
                group,
                Self {
                    group: None,
                    ..group
                },
            ]
        };
        // From the most to the least exact.
        (0..3).find_map(|exactness| {
            codes
                .iter()
                .map(|&(code, _)| beginnings(code)[exactness])
                .find(|&wanted| {
                    let having = codes
                        .iter()
                        .filter(|&&(code, _)| beginnings(code).contains(&wanted));
                    having.map(|&(_, count)| count).sum::<u32>() * 2 > total
                })
        })
    }
}

impl FromStr for Ecco {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut characters = text.trim().bytes();
        let letter = characters.next().ok_or(())?.to_ascii_uppercase();
        let mut digit = || characters.next().map(|c| c.wrapping_sub(b'0'));
        let ecco = Self {
            letter: letter.wrapping_sub(b'A'),
            group: digit(),
            member: digit(),
        };
        if ecco.is_code() && characters.next().is_none() {
            Ok(ecco)
        } else {
            Err(())
        }
    }
}

impl fmt::Display for Ecco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.letter))?;
        for digit in [self.group, self.member].into_iter().flatten() {
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Ecco {
        text.parse().expect(text)
    }

    #[test]
    fn codes_and_their_beginnings_round_trip() {
        for text in ["A", "E9", "C06", "B00", "D59"] {
            assert_eq!(code(text).to_string(), text);
            assert_eq!(Ecco::from_bits(code(text).bits()), Some(code(text)));
        }
        for text in ["", "F00", "C0x", "C006", "06", "?"] {
            assert!(text.parse::<Ecco>().is_err(), "{text}");
        }
        assert_eq!(Ecco::from_bits(0), None);
        assert_eq!(Ecco::from_bits(u16::MAX), None);
    }

    #[test]
    fn the_common_beginning_is_what_most_share() {
        let common = |codes: &[(&str, u32)]| {
            let codes: Vec<_> = codes.iter().map(|&(text, n)| (code(text), n)).collect();
            Ecco::common(&codes).map(|ecco| ecco.to_string())
        };
        assert_eq!(common(&[]), None);
        assert_eq!(common(&[("C06", 1)]).as_deref(), Some("C06"));
        assert_eq!(common(&[("C06", 2), ("C07", 2)]).as_deref(), Some("C0"));
        assert_eq!(common(&[("C06", 2), ("C17", 2)]).as_deref(), Some("C"));
        assert_eq!(common(&[("C06", 3), ("D07", 2)]).as_deref(), Some("C06"));
        assert_eq!(common(&[("C06", 1), ("D07", 1)]), None);
    }

    #[test]
    fn every_code_has_names() {
        assert_eq!(code("C20").names().1, "中炮过河车七路马对屏风马两头蛇");
        assert_eq!(code("E").names(), ("pawn opening", "仙人指路局"));
        assert_eq!(code("E99").names(), ("pawn opening", "仙人指路局"));
    }
}

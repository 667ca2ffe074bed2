//! A part of numbered work: which of the numbers one machine of several takes.
//!
//! Parts are disjoint, together they are everything, and which number belongs to which part never changes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Part `index` of `count`, dealt like cards: number 0 to the first, 1 to the second, and so on.
///
/// ```
/// use hanxin::shard::Shard;
/// let second: Shard = "2/3".parse().expect("a part");
/// assert!(second.has(1) && second.has(4) && !second.has(2));
/// assert_eq!(second.number(1), Some(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// From 0, below `count`.
    index: u64,
    count: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { index: 0, count: 1 };
    /// More parts than anybody has machines.
    const MOST: u64 = 1_000_000;

    /// Whether a number belongs to this part.
    pub const fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// The number at a place of this part; `None` beyond the greatest number.
    pub fn number(self, place: u64) -> Option<u64> {
        place.checked_mul(self.count)?.checked_add(self.index)
    }

    /// How many of the numbers below `total` belong to this part.
    pub const fn size(self, total: u64) -> u64 {
        total.saturating_sub(self.index).div_ceil(self.count)
    }

    /// Those of some things that belong to this part, by their places.
    pub fn of<T>(self, things: Vec<T>) -> Vec<T> {
        let numbered = (0_u64..).zip(things);
        let ours = numbered.filter(|(number, _)| self.has(*number));
        ours.map(|(_, thing)| thing).collect()
    }

    /// Whether this is everything.
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// A text that names no part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no part of the work (expected I/N, the I-th of N parts, from 1/N to N/N)")]
pub struct ParseShardError(pub String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (part, count) = text.split_once('/')?;
            let (part, count): (u64, u64) = (part.parse().ok()?, count.parse().ok()?);
            let index = part.checked_sub(1)?;
            (index < count && count <= Self::MOST).then_some(Self { index, count })
        };
        read().ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_everything() {
        for count in 1..=7 {
            let parts: Vec<Shard> = (1..=count)
                .map(|part| format!("{part}/{count}").parse().expect("a part"))
                .collect();
            for number in 0..40 {
                let owners = parts.iter().filter(|part| part.has(number)).count();
                assert_eq!(owners, 1, "number {number} of {count} parts");
            }
            for total in 0..40 {
                let sizes: u64 = parts.iter().map(|part| part.size(total)).sum();
                assert_eq!(sizes, total);
                for part in &parts {
                    let numbers: Vec<u64> = (0..total).filter(|n| part.has(*n)).collect();
                    let places: Vec<u64> = (0..part.size(total))
                        .filter_map(|place| part.number(place))
                        .collect();
                    assert_eq!(places, numbers);
                }
            }
        }
        assert_eq!(Shard::WHOLE.number(u64::MAX), Some(u64::MAX));
        let second: Shard = "2/3".parse().expect("a part");
        assert_eq!(second.of(vec!["a", "b", "c", "d", "e"]), ["b", "e"]);
    }

    #[test]
    fn what_is_no_part_is_named() {
        for text in [
            "",
            "1",
            "0/3",
            "4/3",
            "a/3",
            "1/0",
            "-1/3",
            "1/2/3",
            "1/2000000",
        ] {
            let error = text.parse::<Shard>().expect_err(text).to_string();
            assert!(
                error.starts_with(&format!("'{text}' is no part")),
                "{error}"
            );
        }
        assert_eq!("3/8".parse::<Shard>().expect("a part").to_string(), "3/8");
    }
}

//! The transposition table: what earlier searches found out about a position.
//!
//! A slot is two 64-bit words, `check ^ data` and `data`, written without locks. If two threads write
//! a slot at once, the words do not belong together, the check fails, and the slot reads as empty.
//!
//! ```text
//! data:  | age 6 | bound 2 | depth 8 | eval 16 | score 16 | move 16 |
//!         63   58 57     56 55     48 47     32 31      16 15      0
//! ```
//!
//! The 32-bit half of the [`Key`] chooses a bucket, the 64-bit half is the check. In the two-layer
//! scheme a bucket is two slots: the deeper entry above, the latest below (Yue and Feng 2009).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::types::score::{self, MAX_PLY};
use crate::types::{Depth, Move, Score};
use crate::zobrist::Key;

use super::info::Bound;
use super::params::fixed::{CLEAR_SAMPLE, HASHFULL_SAMPLE};
use super::task::Task;
use super::techniques::Replacement;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub mv: Option<Move>,
    /// The score as stored; see [`score_from_table`].
    pub score: Score,
    /// The static evaluation, if it was computed.
    pub eval: Option<Score>,
    /// How deep the search was.
    pub depth: Depth,
    /// How the score is to be read; `None` when only the move counts.
    pub bound: Option<Bound>,
}

const AGES: u8 = 64;
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Exact) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Upper) => 3,
        };
        let eval = self.eval.map_or(NO_EVAL, |eval| eval as i16);
        u64::from(self.mv.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(age) << 58
    }

    /// The score, if it decides the node.
    #[inline]
    pub(super) fn cutoff_score(&self, task: Task) -> Option<Score> {
        let score = score_from_table(self.score, task.ply);
        let decides = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => score >= task.beta,
            Bound::Upper => score <= task.alpha,
        };
        (decides && self.depth >= task.depth && !score::is_ban(score)).then_some(score)
    }

    fn unpack(data: u64) -> Self {
        let eval = (data >> 32) as u16 as i16;
        Self {
            mv: Move::from_bits(data as u16),
            score: Score::from((data >> 16) as u16 as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: Depth::from((data >> 48) as u8),
            bound: match data >> 56 & 3 {
                0 => None,
                1 => Some(Bound::Exact),
                2 => Some(Bound::Lower),
                _ => Some(Bound::Upper),
            },
        }
    }
}

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// The table, shared by all search threads.
pub struct Table {
    words: Vec<AtomicU64>,
    buckets: u64,
    scheme: Replacement,
    age: AtomicU8,
}

/// Bytes of one slot.
const SLOT_BYTES: usize = 16;

const fn slots_per_bucket(scheme: Replacement) -> usize {
    match scheme {
        Replacement::Always | Replacement::DepthPreferred => 1,
        Replacement::TwoLayer => 2,
        Replacement::MultiLayer => 4,
    }
}

impl Table {
    /// A two-layer table of so many megabytes. Memory is handed out zeroed by the system on first use.
    pub fn new(megabytes: usize) -> Self {
        let bytes = megabytes.saturating_mul(1 << 20);
        Self::with_slots(bytes / SLOT_BYTES, Replacement::TwoLayer)
    }

    /// Like [`Table::new`], but `None` when the system has not so much memory to give.
    pub fn try_new(megabytes: usize) -> Option<Self> {
        let slots = megabytes.max(1).checked_mul(1 << 20)? / SLOT_BYTES;
        let words = bytemuck::allocation::try_zeroed_vec(slots * 2).ok()?;
        Some(Self {
            words,
            buckets: (slots / slots_per_bucket(Replacement::TwoLayer)) as u64,
            scheme: Replacement::TwoLayer,
            age: AtomicU8::new(0),
        })
    }

    /// A table of about so many slots under a replacement scheme.
    pub fn with_slots(slots: usize, scheme: Replacement) -> Self {
        let per_bucket = slots_per_bucket(scheme);
        let buckets = (slots / per_bucket).max(1);
        Self {
            words: bytemuck::zeroed_vec(buckets * per_bucket * 2),
            buckets: buckets as u64,
            scheme,
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    ///
    /// A table in use is overwritten where it lies: fresh memory would cost the next search a fault
    /// on each page, which is several times dearer. One that is hardly used is exchanged for a fresh
    /// one, at no cost.
    pub fn clear(&mut self) {
        let is_in_use = self
            .words
            .iter_mut()
            .take(CLEAR_SAMPLE)
            .any(|word| *word.get_mut() != 0);
        if is_in_use {
            for word in &mut self.words {
                *word.get_mut() = 0;
            }
        } else {
            // Dropped first, so that two tables never exist side by side.
            let words = std::mem::take(&mut self.words).len();
            self.words = bytemuck::zeroed_vec(words);
        }
        self.age = AtomicU8::new(0);
    }

    /// An empty table of the same size and scheme.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self {
            words: bytemuck::zeroed_vec(self.words.len()),
            buckets: self.buckets,
            scheme: self.scheme,
            age: AtomicU8::new(0),
        }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Starts a new search: what earlier ones stored may be overwritten first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let words = slots_per_bucket(self.scheme) * 2;
        let bucket = (u64::from(key.index) * self.buckets) >> 32;
        let start = bucket as usize * words;
        self.words.get(start..start + words).unwrap_or_default()
    }

    /// What is known about the position.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ data == key.check && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores what was found out. An entry without a move keeps the move already known, and one of the
    /// same position that is deeper by more than `replace_slack` plies stays.
    pub fn store(&self, key: Key, mut entry: Entry, replace_slack: Depth) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let read = |slot: usize| {
            let data = bucket[slot * 2 + 1].load(Relaxed);
            (bucket[slot * 2].load(Relaxed) ^ data, data)
        };
        let write = |slot: usize, check: u64, data: u64| {
            bucket[slot * 2].store(check ^ data, Relaxed);
            bucket[slot * 2 + 1].store(data, Relaxed);
        };
        // How much an entry deserves its place: stale ones nothing.
        let worth = |data: u64| {
            if data == 0 || age_of(data) != age {
                0
            } else {
                u32::from(depth_of(data)) + 1
            }
        };
        let newcomer = entry.depth.clamp(0, 255) as u32 + 1;
        let slots = bucket.len() / 2;
        let own = (0..slots).find(|&slot| read(slot).0 == key.check && read(slot).1 != 0);
        if let Some(slot) = own
            && entry.mv.is_none()
        {
            entry.mv = Move::from_bits(read(slot).1 as u16);
        }
        let data = entry.pack(age);
        match (self.scheme, own) {
            (Replacement::Always, _) => write(0, key.check, data),
            (Replacement::DepthPreferred, _) => {
                if newcomer >= worth(read(0).1) {
                    write(0, key.check, data);
                }
            }
            (Replacement::TwoLayer, own) => {
                let (upper_check, upper) = read(0);
                if own == Some(0) {
                    // The same position stays in its layer unless a much deeper result would be lost.
                    if newcomer + replace_slack as u32 >= worth(upper)
                        || entry.bound == Some(Bound::Exact)
                    {
                        write(0, key.check, data);
                    }
                } else if newcomer >= worth(upper) {
                    if upper != 0 {
                        write(1, upper_check, upper);
                    }
                    write(0, key.check, data);
                } else {
                    write(1, key.check, data);
                }
            }
            (Replacement::MultiLayer, own) => {
                let shallowest = (0..slots).min_by_key(|&slot| worth(read(slot).1));
                if let Some(slot) = own.or(shallowest) {
                    write(slot, key.check, data);
                }
            }
        }
    }

    /// How full the table is with entries of the current search, in permille (from a sample).
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.words.chunks_exact(2).take(HASHFULL_SAMPLE);
        let count = sample.len().max(1) as u32;
        let used = sample
            .filter(|slot| {
                let data = slot[1].load(Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        used as u32 * 1000 / count
    }
}

/// A score as the table keeps it: mates count from the position, not from the root.
pub const fn score_to_table(score: Score, ply: usize) -> Score {
    if score::is_mate(score) {
        if score > 0 {
            score + ply as Score
        } else {
            score - ply as Score
        }
    } else {
        score
    }
}

/// The inverse of [`score_to_table`].
pub const fn score_from_table(score: Score, ply: usize) -> Score {
    if score::is_mate(score) {
        if score > 0 {
            score - ply as Score
        } else {
            score + ply as Score
        }
    } else {
        score
    }
}

const _: () = assert!(score::INFINITE < i16::MAX as Score && MAX_PLY < 256);

#[cfg(test)]
mod tests {
    use super::*;

    const SLACK: Depth = 3;

    fn key(n: u64) -> Key {
        Key { index: 7, check: n }
    }

    fn entry(depth: Depth) -> Entry {
        Entry {
            mv: "h2e2".parse().ok(),
            score: -321,
            eval: Some(17),
            depth,
            bound: Some(Bound::Upper),
        }
    }

    #[test]
    fn entries_survive_packing() {
        for eval in [None, Some(-2000), Some(0)] {
            for bound in [
                None,
                Some(Bound::Exact),
                Some(Bound::Lower),
                Some(Bound::Upper),
            ] {
                let packed = Entry {
                    eval,
                    bound,
                    ..entry(63)
                };
                assert_eq!(Entry::unpack(packed.pack(63)), packed);
            }
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        for scheme in [
            Replacement::Always,
            Replacement::DepthPreferred,
            Replacement::TwoLayer,
            Replacement::MultiLayer,
        ] {
            let table = Table::with_slots(1024, scheme);
            assert_eq!(table.probe(key(1)), None);
            table.store(key(1), entry(5), SLACK);
            assert_eq!(table.probe(key(1)), Some(entry(5)));
            assert_eq!(table.probe(key(2)), None);
            table.store(
                key(1),
                Entry {
                    mv: None,
                    ..entry(6)
                },
                SLACK,
            );
            assert_eq!(
                table.probe(key(1)),
                Some(entry(6)),
                "the known move is kept"
            );
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_and_keeps_its_size() {
        // The first place is in what `clear` looks at, the last one is not.
        for index in [0, u32::MAX] {
            let mut table = Table::new(1);
            let key = Key { index, check: 1 };
            table.store(key, entry(5), SLACK);
            assert!(table.probe(key).is_some());
            table.clear();
            assert_eq!(table.probe(key), None);
            assert_eq!(table.bytes(), 1 << 20);
        }
    }

    #[test]
    fn two_layers_keep_the_deeper_and_the_latest() {
        let table = Table::with_slots(2, Replacement::TwoLayer);
        table.store(key(1), entry(9), SLACK);
        table.store(key(2), entry(3), SLACK);
        table.store(key(3), entry(4), SLACK);
        assert!(table.probe(key(1)).is_some() && table.probe(key(3)).is_some());
        assert!(table.probe(key(2)).is_none());
        table.store(key(4), entry(10), SLACK);
        assert!(table.probe(key(4)).is_some() && table.probe(key(1)).is_some());
        assert!(
            table.probe(key(3)).is_none(),
            "the displaced upper entry went below"
        );
        // Also when the newcomer rises from there.
        table.store(key(1), entry(11), SLACK);
        assert!(table.probe(key(1)).is_some() && table.probe(key(4)).is_some());
    }

    #[test]
    fn depth_preferred_lets_a_new_search_overwrite() {
        let table = Table::with_slots(1, Replacement::DepthPreferred);
        table.store(key(1), entry(9), SLACK);
        table.store(key(2), entry(3), SLACK);
        assert!(table.probe(key(2)).is_none());
        table.new_search();
        table.store(key(2), entry(3), SLACK);
        assert!(table.probe(key(2)).is_some());
    }

    #[test]
    fn size_is_honoured_and_clearing_forgets() {
        let mut table = Table::new(3);
        assert_eq!(table.bytes(), 3 << 20);
        table.store(key(1), entry(1), SLACK);
        table.clear();
        assert_eq!((table.bytes(), table.probe(key(1))), (3 << 20, None));
    }

    #[test]
    fn mates_are_kept_relative_to_the_position() {
        for score in [score::mate_in(9), score::mated_in(8), 55, score::BAN - 4] {
            assert_eq!(score_from_table(score_to_table(score, 5), 5), score);
        }
        assert_eq!(score_to_table(score::mate_in(9), 5), score::mate_in(4));
    }
}

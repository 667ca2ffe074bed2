//! The transposition table: what earlier searches found out about a position.
//!
//! A slot is two 64-bit words, `check ^ data` and `data`, written without locks. If two threads write
//! a slot at once, the words do not belong together, the check fails, and the slot reads as empty.
//!
//! The 32-bit half of the [`Key`] chooses a bucket, the 64-bit half is the check. In the two-layer
//! scheme a bucket is two slots: the deeper entry above, the latest below (Yue and Feng 2009); no bucket of
//! up to four slots crosses a cache line.

mod entry;
mod memory;

pub use entry::{Entry, score_from_table, score_to_table};

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use prefetch_index::prefetch_index;

use crate::types::Move;
use crate::zobrist::Key;

use super::config::Config;
use super::info::Bound;
use super::params::fixed::{CLEAR_SAMPLE, HASHFULL_SAMPLE};
use super::techniques::Replacement;

use entry::{AGES, age_of, depth_of};
use memory::TableMemory;

/// Words of one slot.
const SLOT_WORDS: usize = 2;
/// Bytes of one slot.
const SLOT_BYTES: usize = SLOT_WORDS * size_of::<AtomicU64>();
/// The most slots a bucket has.
const MAX_SLOTS: usize = 16;

const fn slots_per_bucket(scheme: Replacement) -> usize {
    match scheme {
        Replacement::Always | Replacement::DepthPreferred | Replacement::MultiLayer(0) => 1,
        Replacement::TwoLayer => 2,
        Replacement::MultiLayer(layers) if layers as usize > MAX_SLOTS => MAX_SLOTS,
        Replacement::MultiLayer(layers) => layers as usize,
    }
}

/// The table, shared by all search threads.
pub struct Table {
    memory: TableMemory,
    scheme: Replacement,
    age: AtomicU8,
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
        Self::try_with_slots(slots, Replacement::TwoLayer)
    }

    /// A table of so many megabytes, or half of that as often as the system refuses.
    pub fn new_or_smaller(megabytes: usize) -> Self {
        let sizes = std::iter::successors(Some(megabytes), |size| (*size > 1).then_some(size / 2));
        let mut tables = sizes.map(|size| {
            let table = Self::try_new(size);
            if table.is_none() {
                log::warn!("no memory for a hash table of {size} MB");
            }
            table
        });
        tables
            .find_map(|table| table)
            .unwrap_or_else(|| Self::new(1))
    }

    /// A table of about so many slots under a replacement scheme.
    pub fn with_slots(slots: usize, scheme: Replacement) -> Self {
        Self::try_with_slots(slots, scheme).expect("memory for the transposition table")
    }

    fn try_with_slots(slots: usize, scheme: Replacement) -> Option<Self> {
        let per_bucket = slots_per_bucket(scheme);
        let buckets = (slots / per_bucket).max(1);
        Some(Self {
            memory: TableMemory::try_new(buckets * per_bucket * SLOT_WORDS)?,
            scheme,
            age: AtomicU8::new(0),
        })
    }

    /// Who stays when two positions want one slot.
    pub const fn scheme(&self) -> Replacement {
        self.scheme
    }

    /// Whether the system was asked for huge pages and did not refuse.
    pub const fn has_huge_pages(&self) -> bool {
        self.memory.is_huge
    }

    fn words(&self) -> &[AtomicU64] {
        self.memory.words()
    }

    /// Forgets everything.
    ///
    /// A table in use is overwritten where it lies: fresh memory would cost the next search a fault
    /// on each page, which is several times dearer. One that is hardly used is exchanged for a fresh
    /// one, at no cost, unless its pages have been touched before.
    pub fn clear(&mut self) {
        let is_zero = |word: &AtomicU64| word.load(Relaxed) == 0;
        let is_in_use = !self.words().iter().take(CLEAR_SAMPLE).all(is_zero);
        let fresh = if is_in_use || self.memory.is_touched {
            None
        } else {
            TableMemory::try_new(self.words().len())
        };
        match fresh {
            Some(memory) => self.memory = memory,
            None => self.memory.clear(1),
        }
        self.age = AtomicU8::new(0);
    }

    /// Gets every page of a fresh table from the system now, so many threads together: the first search
    /// would pay for it otherwise.
    pub fn touch(&mut self, threads: usize) {
        let is_fresh = *self.age.get_mut() == 0;
        if is_fresh && !self.memory.is_touched {
            self.memory.clear(threads);
        }
    }

    /// An empty table of the same size and scheme.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self::with_slots(self.words().len() / SLOT_WORDS, self.scheme)
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.words())
    }

    /// Starts a new search: what earlier ones stored may be overwritten first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// What is known about the position.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.in_search().probe_under(self.scheme, key)
    }

    /// The table as the present search sees it.
    pub(super) fn in_search(&self) -> TableRef<'_> {
        TableRef {
            words: self.words(),
            age: self.age.load(Relaxed),
        }
    }

    /// How full the table is with entries of the current search, in permille (from a sample).
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.words().chunks_exact(SLOT_WORDS).take(HASHFULL_SAMPLE);
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

/// The table during one search.
#[derive(Clone, Copy)]
pub(super) struct TableRef<'a> {
    words: &'a [AtomicU64],
    age: u8,
}

impl TableRef<'_> {
    #[inline]
    fn bucket_start(self, scheme: Replacement, key: Key) -> usize {
        let words = slots_per_bucket(scheme) * SLOT_WORDS;
        let buckets = (self.words.len() / words) as u64;
        ((u64::from(key.index) * buckets) >> 32) as usize * words
    }

    #[inline]
    fn bucket(&self, scheme: Replacement, key: Key) -> &[AtomicU64] {
        let start = self.bucket_start(scheme, key);
        let end = start + slots_per_bucket(scheme) * SLOT_WORDS;
        self.words.get(start..end).unwrap_or_default()
    }

    /// Fetches the bucket of a position that will be looked up soon into the processor's cache.
    #[inline]
    pub(super) fn prefetch(self, config: &impl Config, key: Key) {
        prefetch_index(self.words, self.bucket_start(config.replacement(), key));
    }

    /// What is known about the position.
    #[inline]
    pub(super) fn probe(self, config: &impl Config, key: Key) -> Option<Entry> {
        self.probe_under(config.replacement(), key)
    }

    #[inline]
    fn probe_under(self, scheme: Replacement, key: Key) -> Option<Entry> {
        let mut slots = self.bucket(scheme, key).chunks_exact(SLOT_WORDS);
        slots.find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ data == key.check && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Stores what was found out. An entry without a move keeps the move already known.
    pub(super) fn store<C: Config>(self, config: &C, key: Key, mut entry: Entry) {
        let scheme = config.replacement();
        let bucket = self.bucket(scheme, key);
        let mut slots: ArrayVec<(u64, u64), MAX_SLOTS> = ArrayVec::new();
        for words in bucket.chunks_exact(SLOT_WORDS) {
            let data = words[1].load(Relaxed);
            slots.push((words[0].load(Relaxed) ^ data, data));
        }
        let write = |slot: usize, (check, data): (u64, u64)| {
            if let Some([first, second]) = bucket.get(slot * SLOT_WORDS..(slot + 1) * SLOT_WORDS) {
                first.store(check ^ data, Relaxed);
                second.store(data, Relaxed);
            }
        };
        // How much an entry deserves its place: stale ones nothing.
        let worth = |data: u64| {
            if data == 0 || age_of(data) != self.age {
                0
            } else {
                u32::from(depth_of(data)) + 1
            }
        };
        let newcomer = entry.depth.clamp(0, 255) as u32 + 1;
        let own = slots
            .iter()
            .position(|&(check, data)| check == key.check && data != 0);
        if let Some(slot) = own
            && entry.mv.is_none()
        {
            entry.mv = Move::from_bits(slots[slot].1 as u16);
        }
        let new = (key.check, entry.pack(self.age));
        match scheme {
            Replacement::Always => write(0, new),
            Replacement::DepthPreferred => {
                if newcomer >= worth(slots[0].1) {
                    write(0, new);
                }
            }
            Replacement::TwoLayer => {
                let upper = slots[0];
                if own == Some(0) {
                    // The same position stays in its layer unless a much deeper result would be lost.
                    let slack = config.params().table_replace_slack as u32;
                    if newcomer + slack >= worth(upper.1) || entry.bound == Some(Bound::Exact) {
                        write(0, new);
                    }
                } else if newcomer >= worth(upper.1) {
                    if upper.1 != 0 {
                        write(1, upper);
                    }
                    write(0, new);
                } else {
                    write(1, new);
                }
            }
            Replacement::MultiLayer(_) => {
                let shallowest = (0..slots.len()).min_by_key(|&slot| worth(slots[slot].1));
                if let Some(slot) = own.or(shallowest) {
                    write(slot, new);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::config::Custom;
    use crate::search::params::Params;
    use crate::search::techniques::Techniques;
    use crate::types::Depth;

    fn store(table: &Table, key: Key, entry: Entry) {
        let config = Custom {
            techniques: Techniques::TOURNAMENT,
            params: Params::DEFAULT,
            replacement: table.scheme,
        };
        table.in_search().store(&config, key, entry);
    }

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
            was_pv: false,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        for scheme in [
            Replacement::Always,
            Replacement::DepthPreferred,
            Replacement::TwoLayer,
            Replacement::MultiLayer(4),
        ] {
            let table = Table::with_slots(1024, scheme);
            assert_eq!(table.probe(key(1)), None);
            store(&table, key(1), entry(5));
            assert_eq!(table.probe(key(1)), Some(entry(5)));
            assert_eq!(table.probe(key(2)), None);
            let without_move = Entry {
                mv: None,
                ..entry(6)
            };
            store(&table, key(1), without_move);
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
            store(&table, key, entry(5));
            assert!(table.probe(key).is_some());
            table.clear();
            assert_eq!(table.probe(key), None);
            assert_eq!(table.bytes(), 1 << 20);
        }
    }

    #[test]
    fn touching_keeps_what_a_search_has_stored() {
        let mut table = Table::new(1);
        table.touch(3);
        assert!(table.memory.is_touched);
        table.new_search();
        store(&table, key(1), entry(5));
        table.touch(3);
        assert_eq!(table.probe(key(1)), Some(entry(5)));
        // Neither does it empty a table that a search has begun to use before.
        let mut table = Table::new(1);
        table.new_search();
        store(&table, key(1), entry(5));
        table.touch(3);
        assert_eq!(table.probe(key(1)), Some(entry(5)));
        table.clear();
        assert_eq!(table.probe(key(1)), None);
    }

    #[test]
    fn two_layers_keep_the_deeper_and_the_latest() {
        let table = Table::with_slots(2, Replacement::TwoLayer);
        store(&table, key(1), entry(9));
        store(&table, key(2), entry(3));
        store(&table, key(3), entry(4));
        assert!(table.probe(key(1)).is_some() && table.probe(key(3)).is_some());
        assert!(table.probe(key(2)).is_none());
        store(&table, key(4), entry(10));
        assert!(table.probe(key(4)).is_some() && table.probe(key(1)).is_some());
        assert!(
            table.probe(key(3)).is_none(),
            "the displaced upper entry went below"
        );
        // Also when the newcomer rises from there.
        store(&table, key(1), entry(11));
        assert!(table.probe(key(1)).is_some() && table.probe(key(4)).is_some());
    }

    #[test]
    fn depth_preferred_lets_a_new_search_overwrite() {
        let table = Table::with_slots(1, Replacement::DepthPreferred);
        store(&table, key(1), entry(9));
        store(&table, key(2), entry(3));
        assert!(table.probe(key(2)).is_none());
        table.new_search();
        store(&table, key(2), entry(3));
        assert!(table.probe(key(2)).is_some());
    }

    #[test]
    fn size_is_honoured_and_clearing_forgets() {
        let mut table = Table::new(3);
        assert_eq!(table.bytes(), 3 << 20);
        store(&table, key(1), entry(1));
        table.clear();
        assert_eq!((table.bytes(), table.probe(key(1))), (3 << 20, None));
    }
}

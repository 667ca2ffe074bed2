//! The memory of the transposition table: zeroed, aligned to pages and therefore to cache lines, and in
//! huge pages where the system gives them.

use std::sync::atomic::AtomicU64;
use std::thread;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, IntoBytes};

type Words<'a> = &'a mut [AtomicU64];

self_cell!(
    /// A mapping without a file, seen as words.
    struct Mapping {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

pub(super) struct TableMemory {
    mapping: Mapping,
    /// The system was asked for huge pages and did not refuse.
    pub(super) is_huge: bool,
    /// Every page has been written to, so that no search pays for getting one.
    pub(super) is_touched: bool,
}

impl TableMemory {
    /// Zeroed words; `None` when the system has not so much memory to give. Pages are handed out on first
    /// use.
    pub(super) fn try_new(words: usize) -> Option<Self> {
        let bytes = words.checked_mul(size_of::<AtomicU64>())?;
        let map = MmapMut::map_anon(bytes).ok()?;
        let is_huge = ask_for_huge_pages(&map);
        let mapping = Mapping::try_new(MutBorrow::new(map), |map| {
            let words = <[AtomicU64]>::mut_from_bytes(map.borrow_mut());
            words.map_err(|_| ())
        });
        Some(Self {
            mapping: mapping.ok()?,
            is_huge,
            is_touched: false,
        })
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        self.mapping.borrow_dependent()
    }

    /// Overwrites everything with zeros, so many threads together.
    pub(super) fn clear(&mut self, threads: usize) {
        self.mapping.with_dependent_mut(|_, words| {
            let share = words.len().div_ceil(threads.max(1)).max(1);
            thread::scope(|scope| {
                let mut shares = words.chunks_mut(share);
                let own = shares.next();
                for share in shares {
                    scope.spawn(|| share.as_mut_bytes().fill(0));
                }
                if let Some(share) = own {
                    share.as_mut_bytes().fill(0);
                }
            });
        });
        self.is_touched = true;
    }
}

/// Fewer entries of the processor's page cache serve the whole table then. Systems without huge pages go
/// on with ordinary ones.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(map: &MmapMut) -> bool {
    map.advise(memmap2::Advice::HugePage).is_ok()
}

#[cfg(not(target_os = "linux"))]
const fn ask_for_huge_pages(_: &MmapMut) -> bool {
    false
}

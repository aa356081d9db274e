//! The transposition table: what the search knows about positions it has seen.
//!
//! Buckets of four entries of 16 bytes fill a cache line. An entry is two atomic words, the first of
//! them the key combined with the second: an entry torn by two threads does not match any key.

use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(target_os = "linux")]
use std::{mem::MaybeUninit, ptr::NonNull};

#[cfg(target_os = "linux")]
use nix::sys::mman::{MmapAdvise, madvise};

use super::Bound;

/// The memory for a table is not to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError {
    /// The size that was asked for, in megabytes.
    pub megabytes: usize,
}

impl std::fmt::Display for HashError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "no memory for {} MB of hash", self.megabytes)
    }
}

impl std::error::Error for HashError {}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The code of the best turn, 0 when there is none; 21 bits.
    pub turn: u32,
    /// The score, proven results counted from the position.
    pub score: i32,
    /// What the score says.
    pub bound: Bound,
    /// How deep the position was searched, in plies.
    pub depth: i32,
    /// What a proof depends on besides the key; 12 bits.
    pub past: u64,
}

#[derive(Debug, Default)]
struct Entry {
    /// The key, exclusive or the data.
    check: AtomicU64,
    /// 0 = empty. From the lowest bit: turn (21), bound (2, never 0), age (5), depth (8), score (16),
    /// past (12).
    data: AtomicU64,
}

const BUCKET: usize = 4;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u64,
}

const TURN_BITS: u32 = 21;
const AGE_SHIFT: u32 = 23;
const AGES: u64 = 32;
const DEPTH_SHIFT: u32 = 28;
const SCORE_SHIFT: u32 = 36;
const PAST_SHIFT: u32 = 52;

/// Asks for pages of 2 MB where the memory has room for such: every probe goes to another page, and of
/// small ones the processor knows the place of too few at a time.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(memory: &mut [MaybeUninit<Bucket>]) {
    const LARGE: usize = 2 << 20;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(LARGE);
    let length = size_of_val(memory).saturating_sub(skipped) / LARGE * LARGE;
    let Some(start) = NonNull::new(start.wrapping_add(skipped)).filter(|_| length > 0) else {
        return;
    };
    #[expect(unsafe_code, reason = "the system call has no safe form")]
    // SAFETY: these are whole pages inside of the memory that is handed over, and the advice changes
    // nothing of what they hold.
    let advised = unsafe { madvise(start.cast(), length, MmapAdvise::MADV_HUGEPAGE) };
    if let Err(error) = advised {
        log::debug!("no large pages for the hash table: {error}");
    }
}

impl Table {
    pub fn new(megabytes: usize) -> Result<Self, HashError> {
        let error = HashError { megabytes };
        let bytes = megabytes.checked_mul(1 << 20).ok_or(error)?;
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        #[cfg(target_os = "linux")]
        ask_for_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, age: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
    }

    /// Another search begins: what is there may be replaced first.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[Entry; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Asks the processor to bring what is known about the position of a key near, for it will be
    /// needed soon.
    #[inline]
    pub fn fetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the instruction has no safe form")]
        // SAFETY: the instruction is a hint. It is in every x86-64 processor, reads nothing into the
        // program, and could not fault even if the address were none.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self.bucket(key)).cast(), _MM_HINT_T0);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.bucket(key).iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (data != 0 && entry.check.load(Ordering::Relaxed) == key ^ data).then(|| unpack(data))
        })
    }

    /// Remembers the position of a key, in place of what was known about it, or of what is worth
    /// least: shallow, and from older searches.
    #[inline]
    pub fn store(&self, key: u64, known: Known) {
        let mut slot = &self.bucket(key)[0];
        let mut least = i32::MAX;
        let mut turn = known.turn;
        for entry in self.bucket(key) {
            let data = entry.data.load(Ordering::Relaxed);
            if data != 0 && entry.check.load(Ordering::Relaxed) == key ^ data {
                slot = entry;
                if turn == 0 {
                    turn = unpack(data).turn;
                }
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                least = worth;
                slot = entry;
            }
        }
        let data = pack(Known { turn, ..known }, self.age);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }

    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let searches_ago = (self.age + AGES - (data >> AGE_SHIFT & (AGES - 1))) % AGES;
        unpack(data).depth - 8 * searches_ago as i32
    }

    /// How many of a thousand entries this search has written.
    pub fn fullness(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries.filter(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            data != 0 && data >> AGE_SHIFT & (AGES - 1) == self.age
        });
        (used.count() * 1000 / (sample.len() * BUCKET)) as u32
    }
}

fn pack(known: Known, age: u64) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(known.turn)
        | bound << TURN_BITS
        | age << AGE_SHIFT
        | (known.depth.clamp(0, 255) as u64) << DEPTH_SHIFT
        | u64::from(known.score as i16 as u16) << SCORE_SHIFT
        | known.past << PAST_SHIFT
}

fn unpack(data: u64) -> Known {
    Known {
        turn: data as u32 & ((1 << TURN_BITS) - 1),
        score: i32::from((data >> SCORE_SHIFT) as u16 as i16),
        bound: match data >> TURN_BITS & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> DEPTH_SHIFT & 255) as i32,
        past: data >> PAST_SHIFT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        turn: 0x1F_FFFF,
        score: -31_999,
        bound: Bound::Upper,
        depth: 255,
        past: 0xFFF,
    };

    /// A key that falls into the first bucket.
    fn key(number: u64) -> u64 {
        number
    }

    #[test]
    fn what_is_stored_comes_back() {
        // Without room for a large page, with some, and with room before and behind them.
        for megabytes in [1, 2, 4, 7] {
            let table = Table::new(megabytes).expect("some megabytes");
            assert_eq!(table.probe(key(1)), None);
            table.store(key(1), KNOWN);
            assert_eq!(table.probe(key(1)), Some(KNOWN));
            assert_eq!(table.probe(key(2)), None);
            let keys = || (1..1000).map(|number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            keys().for_each(|key| table.store(key, KNOWN));
            assert!(keys().all(|key| table.probe(key) == Some(KNOWN)));
        }
    }

    #[test]
    fn a_store_without_a_turn_keeps_the_turn() {
        let table = Table::new(1).expect("a megabyte");
        table.store(key(1), KNOWN);
        table.store(key(1), Known { turn: 0, ..KNOWN });
        assert_eq!(table.probe(key(1)), Some(KNOWN));
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = Table::new(1).expect("a megabyte");
        for number in 1..=4 {
            let depth = 10 + number as i32;
            table.store(key(number), Known { depth, ..KNOWN });
        }
        table.store(key(5), KNOWN);
        assert_eq!(table.probe(key(1)), None);
        table.grow_older();
        table.store(key(2), KNOWN);
        table.store(key(6), Known { depth: 1, ..KNOWN });
        assert_eq!(table.probe(key(3)), None);
        assert!(table.probe(key(6)).is_some());
        assert!(table.fullness() > 0);
        table.clear();
        assert_eq!(table.probe(key(6)), None);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        let error = Table::new(usize::MAX / 2).expect_err("no machine has this much");
        assert_eq!(error.megabytes, usize::MAX / 2);
    }
}

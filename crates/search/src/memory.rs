//! The transposition table: what earlier looks at a position found.
//!
//! A place is two words, written and read without locks by all threads. The
//! first word is the key mixed with the second, so that halves of different
//! entries do not pass for one. Four places fill a line of the processor's cache:
//! most of what a look costs is waiting for that line, so there is never more
//! than one to wait for.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a remembered value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub value: i32,
    pub depth: i32,
    pub bound: Bound,
    /// The slot of the best action; `NO_SLOT` if there is none.
    pub slot: usize,
}

pub(crate) const NO_SLOT: usize = 0x3fff;

const CLUSTER: usize = 4;

type Place = [AtomicU64; 2];

/// The places of one line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Place; CLUSTER]);

/// Bounded by the megabytes it was made with.
pub(crate) struct Memory {
    clusters: Vec<Cluster>,
    age: u8,
}

impl Memory {
    pub fn new(megabytes: usize) -> Memory {
        let clusters = (megabytes << 20) / size_of::<Cluster>();
        let clusters = (clusters + 1).next_power_of_two() >> 1;
        Memory { clusters: (0..clusters.max(1)).map(|_| Cluster::default()).collect(), age: 0 }
    }

    /// What it holds, full or not.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.clusters[..])
    }

    /// A new search begins; what is older is overwritten first.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1) & 0x3f;
    }

    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &[Place; CLUSTER] {
        &self.clusters[key as usize & (self.clusters.len() - 1)].0
    }

    pub fn recall(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|[mixed, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && mixed.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    pub fn store(&self, key: u64, entry: Entry) {
        let data = pack(entry, self.age);
        let mut worst = None;
        for place in self.cluster(key) {
            let old = place[1].load(Ordering::Relaxed);
            let same = old != 0 && place[0].load(Ordering::Relaxed) ^ old == key;
            let old_age = (old >> 32 & 0x3f) as u8;
            let rank = match (old, same) {
                (0, _) => i32::MIN,
                (_, true) => i32::MIN + 1,
                _ => unpack(old).depth - 8 * i32::from(self.age.wrapping_sub(old_age) & 0x3f),
            };
            if worst.is_none_or(|(_, least)| rank < least) {
                worst = Some((place, rank));
            }
        }
        if let Some((place, _)) = worst {
            place[0].store(key ^ data, Ordering::Relaxed);
            place[1].store(data, Ordering::Relaxed);
        }
    }

    /// How full it is with what this search found, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let is_new = |place: &&Place| {
            let data = place[1].load(Ordering::Relaxed);
            data != 0 && (data >> 32 & 0x3f) as u8 == self.age
        };
        let new = sample.iter().flat_map(|cluster| &cluster.0).filter(is_new).count();
        (new * 1000 / (sample.len() * CLUSTER)) as u32
    }
}

fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    (entry.value as u16 as u64)
        | (entry.depth.clamp(-128, 127) as u8 as u64) << 16
        | bound << 24
        | u64::from(age) << 32
        | (entry.slot as u64) << 48
}

fn unpack(data: u64) -> Entry {
    Entry {
        value: i32::from(data as u16 as i16),
        depth: i32::from((data >> 16) as u8 as i8),
        bound: match data >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
        slot: (data >> 48) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was() {
        let memory = Memory::new(1);
        for (i, bound) in [Bound::Exact, Bound::AtLeast, Bound::AtMost].into_iter().enumerate() {
            let entry = Entry { value: -31_000 + i as i32, depth: 7, bound, slot: 8191 };
            memory.store(0x1234_5678_9abc_def0 + i as u64, entry);
            assert_eq!(memory.recall(0x1234_5678_9abc_def0 + i as u64), Some(entry));
        }
        assert_eq!(memory.recall(99), None);
    }

    #[test]
    fn it_stays_within_its_megabytes() {
        for megabytes in [1, 3, 16] {
            assert!(Memory::new(megabytes).clusters.len() * 64 <= megabytes << 20);
        }
    }
}

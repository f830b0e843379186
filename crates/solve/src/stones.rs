//! Numbering placements of stones on the board of 37 fields.
//!
//! A placement is a few sets of equal stones. Placements that turn or mirror into
//! each other have one number: the smallest sets with at least two stones between
//! them (the *leaders*) are looked up in a table that knows how to turn them into
//! the first of their kind; the rest is turned likewise and counted among the
//! fields that are left, without gaps. Only where the leaders lie so that they
//! look the same from several sides are there several numbers to choose from; the
//! smallest is the placement's, the others are not used.

use crate::symmetry::{WAYS, Way, back};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use wabe_games::board37::BOARD;

/// The most sets a placement has.
pub(crate) const MOST: usize = 6;

/// The sets of equal stones.
pub(crate) type Sets = [u64; MOST];

/// Binomial coefficients: so many sets of so many among so many.
static CHOOSE: [[u64; 9]; 38] = {
    let mut table = [[0; 9]; 38];
    let mut n = 0;
    while n < 38 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 9 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of a set among all of its size on the free fields.
#[inline(always)]
fn rank(mut set: u64, free: u64) -> u64 {
    let (mut rank, mut size) = (0, 1);
    while set != 0 {
        let below = (set & set.wrapping_neg()) - 1;
        rank += CHOOSE[(free & below).count_ones() as usize][size];
        size += 1;
        set &= set - 1;
    }
    rank
}

/// The set of this number.
#[inline(always)]
fn unrank(mut rank: u64, size: u8, free: u64) -> u64 {
    let mut set = 0;
    let mut place = free.count_ones() as usize;
    let mut left = free;
    for size in (1..=usize::from(size)).rev() {
        // Places are taken from above: the largest with no more sets below it.
        loop {
            place -= 1;
            let top = 1 << (63 - left.leading_zeros());
            left ^= top;
            if CHOOSE[place][size] <= rank {
                rank -= CHOOSE[place][size];
                set |= top;
                break;
            }
        }
    }
    set
}

/// How leaders of some sizes are turned into the first of their kind.
struct Leaders {
    /// By rank of the leaders: their kind, and the way to turn them.
    kind: Vec<(u32, u8)>,
    /// By kind: the first of them, and the ways that leave it as it is.
    first: Vec<(Sets, u16)>,
}

/// The numbers of placements with sets of these sizes.
pub(crate) struct Numbering {
    /// How many sets there are, and their sizes in the order of counting.
    sizes: Vec<u8>,
    /// The places of the sets in the order of counting.
    order: Vec<usize>,
    /// How many of them lead.
    leading: usize,
    leaders: Arc<Leaders>,
    /// Placements of the rest for each kind of leaders.
    rest: u64,
}

/// The number of a placement, and how many ways leave it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub number: u64,
    pub ways: u8,
}

/// Counts sets, one after the other, among what the earlier ones leave.
#[inline(always)]
fn rank_all(sets: &[u64], sizes: &[u8], mut free: u64) -> u64 {
    let mut number = 0;
    for at in 0..sizes.len() {
        let count = CHOOSE[free.count_ones() as usize][usize::from(sizes[at])];
        number = number * count + rank(sets[at], free);
        free ^= sets[at];
    }
    number
}

#[inline(always)]
fn unrank_all(mut number: u64, sizes: &[u8], mut free: u64, out: &mut [u64]) {
    let mut left = free.count_ones() as usize;
    let mut counts = [0; MOST];
    for (at, &size) in sizes.iter().enumerate() {
        counts[at] = CHOOSE[left][usize::from(size)];
        left -= usize::from(size);
    }
    let mut ranks = [0; MOST];
    for at in (0..sizes.len()).rev() {
        ranks[at] = number % counts[at];
        number /= counts[at];
    }
    for (at, &size) in sizes.iter().enumerate() {
        out[at] = unrank(ranks[at], size, free);
        free ^= out[at];
    }
}

fn count_all(sizes: &[u8], mut free: usize) -> u64 {
    sizes.iter().fold(1, |count, &size| {
        let more = CHOOSE[free][usize::from(size)];
        free -= usize::from(size);
        count * more
    })
}

impl Leaders {
    /// Leaders of the same sizes are shared.
    fn of(sizes: &[u8]) -> Arc<Leaders> {
        type Known = HashMap<Vec<u8>, Arc<Leaders>>;
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let made = known.entry(sizes.to_vec()).or_insert_with(|| Arc::new(Leaders::new(sizes)));
        Arc::clone(made)
    }

    fn new(sizes: &[u8]) -> Leaders {
        let count = count_all(sizes, 37) as usize;
        let mut kind = vec![(u32::MAX, 0); count];
        let mut first = Vec::new();
        let rank = |sets: &Sets| rank_all(&sets[..sizes.len()], sizes, BOARD) as usize;
        for number in 0..count {
            if kind[number].0 != u32::MAX {
                continue;
            }
            let mut sets = [0; MOST];
            unrank_all(number as u64, sizes, BOARD, &mut sets);
            let mut stays = 0;
            for way in 0..WAYS {
                let image = sets.map(|set| Way::number(way).set(set));
                stays |= u16::from(image == sets) << way;
                // The way back, from the image to the first.
                let known = &mut kind[rank(&image)];
                if known.0 == u32::MAX {
                    *known = (first.len() as u32, back(way) as u8);
                }
            }
            first.push((sets, stays));
        }
        Leaders { kind, first }
    }
}

impl Numbering {
    /// The numbers of placements of sets of these sizes (all above 0).
    pub fn new(sizes: &[u8]) -> Numbering {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|&set| sizes[set]);
        let sorted: Vec<u8> = order.iter().map(|&set| sizes[set]).collect();
        let sum = |leading: usize| sorted[..leading].iter().sum::<u8>();
        let leading = (1..sorted.len()).find(|&leading| sum(leading) >= 2).unwrap_or(sorted.len());
        let leaders = Leaders::of(&sorted[..leading]);
        let rest = count_all(&sorted[leading..], 37 - usize::from(sum(leading)));
        Numbering { sizes: sorted, order, leading, leaders, rest }
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.leaders.first.len() as u64 * self.rest
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn number(&self, sets: &Sets) -> Numbered {
        let count = self.order.len();
        let mut sorted = [0; MOST];
        for at in 0..count {
            sorted[at] = sets[self.order[at]];
        }
        let (sizes, rest_sizes) = self.sizes.split_at(self.leading);
        let rank = rank_all(&sorted[..self.leading], sizes, BOARD);
        let (kind, way) = self.leaders.kind[rank as usize];
        let (first, stays) = &self.leaders.first[kind as usize];
        let free = BOARD & !first[..self.leading].iter().fold(0, |all, set| all | set);
        let rest = &mut sorted[self.leading..count];
        let way = Way::number(way.into());
        for set in rest.iter_mut() {
            *set = way.set(*set);
        }
        let number = rank_all(rest, rest_sizes, free);
        let base = u64::from(kind) * self.rest;
        // The first way is to leave everything where it is.
        if *stays == 1 {
            return Numbered { number: base + number, ways: 1 };
        }
        let (mut least, mut ways) = (number, 1);
        let mut others = stays & !1;
        let rest = &*rest;
        while others != 0 {
            let way = Way::number(others.trailing_zeros() as usize);
            others &= others - 1;
            let mut image = [0; MOST];
            for (&set, image) in rest.iter().zip(&mut image) {
                *image = way.set(set);
            }
            let other = rank_all(&image[..rest.len()], rest_sizes, free);
            ways += u8::from(other == number);
            least = least.min(other);
        }
        Numbered { number: base + least, ways }
    }

    /// The number of a placement of two sets.
    #[inline(always)]
    pub fn number_of_two(&self, first: u64, second: u64) -> u64 {
        debug_assert!(self.order.len() == 2 && self.leading == 1);
        let (lead, rest) = if self.order[0] == 0 { (first, second) } else { (second, first) };
        let (kind, way) = self.leaders.kind[rank(lead, BOARD) as usize];
        let (first, stays) = &self.leaders.first[kind as usize];
        let free = BOARD & !first[0];
        let rest = Way::number(way.into()).set(rest);
        let mut least = rank(rest, free);
        let mut others = stays & !1;
        while others != 0 {
            let way = Way::number(others.trailing_zeros() as usize);
            others &= others - 1;
            least = least.min(rank(way.set(rest), free));
        }
        u64::from(kind) * self.rest + least
    }

    /// The placement of a number, which need not be in use.
    #[inline(always)]
    pub fn sets(&self, number: u64) -> Sets {
        let (kind, rest) = ((number / self.rest) as usize, number % self.rest);
        let (mut sorted, _) = self.leaders.first[kind];
        let free = BOARD & !sorted[..self.leading].iter().fold(0, |all, set| all | set);
        unrank_all(rest, &self.sizes[self.leading..], free, &mut sorted[self.leading..]);
        let mut sets = [0; MOST];
        for (at, &set) in self.order.iter().enumerate() {
            sets[set] = sorted[at];
        }
        sets
    }

    /// Whether the number is that of its placement, and how many ways leave
    /// that as it is.
    #[inline(always)]
    pub fn ways(&self, number: u64, sets: &Sets) -> Option<u8> {
        let (_, stays) = self.leaders.first[(number / self.rest) as usize];
        if stays == 1 {
            return Some(1);
        }
        let numbered = self.number(sets);
        (numbered.number == number).then_some(numbered.ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_used(sizes: &[u8]) -> (u64, u64) {
        let numbering = Numbering::new(sizes);
        let (mut used, mut placements) = (0, 0);
        for number in 0..numbering.len() {
            let sets = numbering.sets(number);
            let Some(ways) = numbering.ways(number, &sets) else {
                continue;
            };
            assert_eq!(numbering.number(&sets), Numbered { number, ways });
            used += 1;
            placements += WAYS as u64 / u64::from(ways);
            if sizes.len() == 2 && numbering.leading == 1 {
                assert_eq!(numbering.number_of_two(sets[0], sets[1]), number);
            }
            for way in Way::all().skip(1).step_by(4) {
                let image = sets.map(|set| way.set(set));
                assert_eq!(numbering.number(&image).number, number);
            }
        }
        (used, placements)
    }

    /// Every placement has a number, and one only.
    #[test]
    fn numbers_are_exact() {
        for sizes in
            [&[1u8][..], &[2], &[1, 1], &[3], &[1, 2], &[2, 1, 1], &[1, 1, 2], &[2, 2], &[3, 2]]
        {
            let (used, placements) = count_used(sizes);
            assert_eq!(placements, count_all(sizes, 37), "{sizes:?}");
            let cells = Numbering::new(sizes).len();
            assert!(used <= cells && cells * 3 <= used * 4, "{sizes:?}: {used} of {cells}");
        }
    }

    #[test]
    fn sets_are_counted_without_gaps() {
        let free = BOARD & !0x0810_2000;
        let count = CHOOSE[free.count_ones() as usize][3];
        assert!((0..count).all(|number| rank(unrank(number, 3, free), free) == number));
    }
}

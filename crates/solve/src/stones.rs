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
use wabe_rules::Cpu;

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

/// The sets of up to four places in the order of their numbers, by size: the
/// number of a set does not depend on how many places there are above it.
static IN_ORDER: LazyLock<[Vec<u64>; LISTED + 1]> = LazyLock::new(|| {
    std::array::from_fn(|size| {
        let mut set = (1u64 << size) - 1;
        let sets = std::iter::repeat_with(|| {
            let this = set;
            if set != 0 {
                // The next larger number with as many bits.
                let low = set & set.wrapping_neg();
                let carried = set + low;
                set = carried | ((set ^ carried) / low) >> 2;
            }
            this
        });
        sets.take(CHOOSE[37][size] as usize).collect()
    })
});

/// Larger sets are not listed.
const LISTED: usize = 4;

/// The number of a set among all of its size on the free fields.
#[inline(always)]
fn rank(cpu: Cpu, set: u64, free: u64) -> u64 {
    let mut places = cpu.gather(set, free);
    let (mut rank, mut size) = (0, 1);
    while places != 0 {
        rank += CHOOSE[places.trailing_zeros() as usize][size];
        size += 1;
        places &= places - 1;
    }
    rank
}

/// The set of this number.
#[inline(always)]
fn unrank(cpu: Cpu, mut rank: u64, size: u8, free: u64) -> u64 {
    let (mut places, mut top) = (0, free.count_ones() as usize);
    let mut size = usize::from(size);
    while size > LISTED {
        // The highest place is the largest with no more sets below it.
        top -= 1;
        if CHOOSE[top][size] <= rank {
            rank -= CHOOSE[top][size];
            places |= 1 << top;
            size -= 1;
        }
    }
    cpu.scatter(places | IN_ORDER[size][rank as usize], free)
}

/// Something to divide by, prepared: a multiplication does it.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    by: u32,
    /// 2 to the 64th over it, rounded up; 0 where it is 1.
    inverse: u64,
}

impl Divisor {
    const ONE: Divisor = Divisor { by: 1, inverse: 0 };

    fn new(by: u64) -> Divisor {
        assert!((1..=u64::from(u32::MAX)).contains(&by), "so many stones have no tables");
        let inverse = if by == 1 { 0 } else { u64::MAX / by + 1 };
        Divisor { by: by as u32, inverse }
    }

    /// The quotient and the rest.
    #[inline(always)]
    fn divide(self, number: u32) -> (u32, u32) {
        if self.by == 1 {
            return (number, 0);
        }
        let quotient = ((u128::from(self.inverse) * u128::from(number)) >> 64) as u32;
        (quotient, number - quotient * self.by)
    }
}

/// How leaders of some sizes are turned into the first of their kind.
struct Leaders {
    /// By rank of the leaders: their kind, and the way to turn them.
    kind: Vec<(u32, u8)>,
    /// By kind.
    first: Vec<First>,
}

/// The first of a kind of leaders.
struct First {
    /// The sets, in the order of counting.
    sets: Sets,
    /// The fields they leave.
    free: u64,
    /// The ways that leave them as they are.
    stays: u16,
}

/// The numbers of placements with sets of these sizes.
pub(crate) struct Numbering {
    cpu: Cpu,
    /// How many sets there are.
    count: usize,
    /// The places of the sets in the order of counting.
    order: [usize; MOST],
    /// By set, its place in that order; past the end for sets that are empty.
    place: [usize; MOST],
    /// Their sizes, in that order.
    sizes: [u8; MOST],
    /// In how many ways each can lie among what the earlier ones leave.
    choices: [Divisor; MOST],
    /// How many of them lead.
    leading: usize,
    leaders: Arc<Leaders>,
    /// Placements of the rest for each kind of leaders.
    rest: Divisor,
}

/// The number of a placement, and how many ways leave it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub number: u64,
    pub ways: u8,
}

/// A placement without one stone, which may then be put down in many places: what
/// does not change is turned and looked up once.
pub(crate) struct Without<'a> {
    numbering: &'a Numbering,
    sets: &'a [u64],
    /// The set that lacks a stone, and what is left of it.
    set: usize,
    others: u64,
    /// Its place in the order of counting. Unless it leads:
    at: usize,
    /// the kind of the leaders and how they are turned,
    kind: u32,
    way: Way,
    /// and the rest turned likewise, in the order of counting.
    rest: Sets,
}

impl Without<'_> {
    /// The number once the stone is down.
    #[inline(always)]
    pub fn number(&self, stone: u64) -> u64 {
        let all = self.numbering;
        if self.at < all.leading {
            let set = self.others | stone;
            return all.number_of(|of| if of == self.set { set } else { self.sets[of] });
        }
        let first = &all.leaders.first[self.kind as usize];
        let stone = 1 << self.way.bit(stone.trailing_zeros());
        let (mut number, mut free) = (0, first.free);
        for at in all.leading..all.count {
            let set = self.rest[at] | if at == self.at { stone } else { 0 };
            number = number * u64::from(all.choices[at].by) + rank(all.cpu, set, free);
            free ^= set;
        }
        if first.stays != 1 {
            let mut rest = [0; MOST];
            for at in all.leading..all.count {
                rest[at - all.leading] = self.rest[at] | if at == self.at { stone } else { 0 };
            }
            number = all.least(number, &rest, first).0;
        }
        all.start_of(self.kind) + number
    }
}

/// A placement whose leaders have been turned into the first of their kind: the
/// number of the rest, the kind, and the way they were turned.
struct Counted {
    number: u64,
    kind: u32,
    way: Way,
}

/// Counts sets, one after the other, among what the earlier ones leave.
#[inline(always)]
fn rank_all(cpu: Cpu, sets: &[u64], choices: &[Divisor], mut free: u64) -> u64 {
    let mut number = 0;
    for at in 0..sets.len() {
        number = number * u64::from(choices[at].by) + rank(cpu, sets[at], free);
        free ^= sets[at];
    }
    number
}

#[inline(always)]
fn unrank_all(
    cpu: Cpu,
    mut number: u32,
    sizes: &[u8],
    choices: &[Divisor],
    mut free: u64,
    out: &mut [u64],
) {
    let mut ranks = [0; MOST];
    for at in (1..sizes.len()).rev() {
        (number, ranks[at]) = choices[at].divide(number);
    }
    ranks[0] = number;
    for at in 0..sizes.len() {
        out[at] = unrank(cpu, ranks[at].into(), sizes[at], free);
        free ^= out[at];
    }
}

/// In how many ways each set can lie among so many fields less the earlier sets.
fn choices(sizes: &[u8], mut free: usize) -> impl Iterator<Item = u64> {
    sizes.iter().map(move |&size| {
        let choices = CHOOSE[free][usize::from(size)];
        free -= usize::from(size);
        choices
    })
}

fn count_all(sizes: &[u8], free: usize) -> u64 {
    choices(sizes, free).product()
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
        let cpu = Cpu::here();
        let choices: Vec<Divisor> = choices(sizes, 37).map(Divisor::new).collect();
        let count = count_all(sizes, 37) as usize;
        let mut kind = vec![(u32::MAX, 0); count];
        let mut first = Vec::new();
        let rank = |sets: &Sets| rank_all(cpu, &sets[..sizes.len()], &choices, BOARD) as usize;
        for number in 0..count {
            if kind[number].0 != u32::MAX {
                continue;
            }
            let mut sets = [0; MOST];
            unrank_all(cpu, number as u32, sizes, &choices, BOARD, &mut sets);
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
            let free = BOARD & !sets.iter().fold(0, |all, set| all | set);
            first.push(First { sets, free, stays });
        }
        Leaders { kind, first }
    }
}

impl Numbering {
    /// The numbers of placements of sets of these sizes (some of which may be 0).
    pub fn new(sizes: &[u8]) -> Numbering {
        let mut by_size: Vec<usize> = (0..sizes.len()).filter(|&set| sizes[set] > 0).collect();
        by_size.sort_by_key(|&set| sizes[set]);
        let count = by_size.len();
        let mut order = [0; MOST];
        order[..count].copy_from_slice(&by_size);
        let mut place = [MOST; MOST];
        (0..count).for_each(|at| place[order[at]] = at);
        let mut sorted = [0; MOST];
        (0..count).for_each(|at| sorted[at] = sizes[order[at]]);
        let sum = |leading: usize| sorted[..leading].iter().sum::<u8>();
        let leading = (1..count).find(|&leading| sum(leading) >= 2).unwrap_or(count);
        let leaders = Leaders::of(&sorted[..leading]);
        let rest = count_all(&sorted[leading..count], 37 - usize::from(sum(leading)));
        let mut all = [Divisor::ONE; MOST];
        choices(&sorted[..count], 37).zip(&mut all).for_each(|(few, at)| *at = Divisor::new(few));
        assert!(leaders.first.len() as u64 * rest <= u32::MAX.into(), "too many stones");
        let (cpu, rest) = (Cpu::here(), Divisor::new(rest));
        Numbering { cpu, count, order, place, sizes: sorted, choices: all, leading, leaders, rest }
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.leaders.first.len() as u64 * u64::from(self.rest.by)
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn number(&self, sets: &Sets) -> u64 {
        self.number_of(|set| sets[set])
    }

    #[inline(always)]
    fn number_of(&self, sets: impl Fn(usize) -> u64) -> u64 {
        let Counted { number, kind, way } = self.counted(&sets);
        let base = self.start_of(kind);
        let first = &self.leaders.first[kind as usize];
        match first.stays {
            // The first way is to leave everything where it is.
            1 => base + number,
            _ => base + self.least(number, &self.turned(sets, way), first).0,
        }
    }

    /// The number of a placement, and how many ways leave it as it is.
    pub fn numbered(&self, sets: &Sets) -> Numbered {
        let Counted { number, kind, way } = self.counted(|set| sets[set]);
        let rest = self.turned(|set| sets[set], way);
        let (least, ways) = self.least(number, &rest, &self.leaders.first[kind as usize]);
        Numbered { number: self.start_of(kind) + least, ways }
    }

    /// Where the numbers of a kind of leaders begin.
    #[inline(always)]
    fn start_of(&self, kind: u32) -> u64 {
        u64::from(kind) * u64::from(self.rest.by)
    }

    /// A placement without one stone of a set.
    #[inline(always)]
    pub fn without<'a>(&'a self, sets: &'a [u64], set: usize, stone: u64) -> Without<'a> {
        let (count, leading) = (self.count, self.leading);
        let mut left = Without {
            numbering: self,
            sets,
            set,
            others: sets[set] ^ stone,
            kind: u32::MAX,
            way: Way::number(0),
            at: self.place[set],
            rest: [0; MOST],
        };
        if left.at >= leading {
            let (mut rank_of_leaders, mut free) = (0, BOARD);
            for at in 0..leading {
                let set = sets[self.order[at]];
                let choices = u64::from(self.choices[at].by);
                rank_of_leaders = rank_of_leaders * choices + rank(self.cpu, set, free);
                free ^= set;
            }
            let (kind, way) = self.leaders.kind[rank_of_leaders as usize];
            (left.kind, left.way) = (kind, Way::number(way.into()));
            for at in leading..count {
                let set = if at == left.at { left.others } else { sets[self.order[at]] };
                left.rest[at] = left.way.set(set);
            }
        }
        left
    }

    #[inline(always)]
    fn counted(&self, sets: impl Fn(usize) -> u64) -> Counted {
        let (cpu, leading) = (self.cpu, self.leading);
        let (mut rank_of_leaders, mut free) = (0, BOARD);
        for at in 0..leading {
            let set = sets(self.order[at]);
            let choices = u64::from(self.choices[at].by);
            rank_of_leaders = rank_of_leaders * choices + rank(cpu, set, free);
            free ^= set;
        }
        let (kind, way) = self.leaders.kind[rank_of_leaders as usize];
        let way = Way::number(way.into());
        let (mut number, mut free) = (0, self.leaders.first[kind as usize].free);
        for at in leading..self.count {
            let set = way.set(sets(self.order[at]));
            number = number * u64::from(self.choices[at].by) + rank(cpu, set, free);
            free ^= set;
        }
        Counted { number, kind, way }
    }

    /// The sets that do not lead, in the order of counting, turned in a way.
    #[inline(always)]
    fn turned(&self, sets: impl Fn(usize) -> u64, way: Way) -> Sets {
        let mut rest = [0; MOST];
        for at in self.leading..self.count {
            rest[at - self.leading] = way.set(sets(self.order[at]));
        }
        rest
    }

    /// The least number among those of all ways that leave the leaders as they
    /// are, and how many of them leave the rest so too.
    #[inline(never)]
    fn least(&self, number: u64, rest: &Sets, first: &First) -> (u64, u8) {
        let count = self.count - self.leading;
        let choices = &self.choices[self.leading..self.count];
        let (mut least, mut ways) = (number, 1);
        let mut others = first.stays & !1;
        while others != 0 {
            let way = Way::number(others.trailing_zeros() as usize);
            others &= others - 1;
            let mut image = [0; MOST];
            for at in 0..count {
                image[at] = way.set(rest[at]);
            }
            let other = rank_all(self.cpu, &image[..count], choices, first.free);
            ways += u8::from(other == number);
            least = least.min(other);
        }
        (least, ways)
    }

    /// The number of a placement of two sets.
    #[inline(always)]
    pub fn number_of_two(&self, first: u64, second: u64) -> u64 {
        debug_assert!(self.count == 2 && self.leading == 1);
        let cpu = self.cpu;
        let (lead, rest) = if self.order[0] == 0 { (first, second) } else { (second, first) };
        let (kind, way) = self.leaders.kind[rank(cpu, lead, BOARD) as usize];
        let First { free, stays, .. } = self.leaders.first[kind as usize];
        let rest = Way::number(way.into()).set(rest);
        let mut least = rank(cpu, rest, free);
        let mut others = stays & !1;
        while others != 0 {
            let way = Way::number(others.trailing_zeros() as usize);
            others &= others - 1;
            least = least.min(rank(cpu, way.set(rest), free));
        }
        self.start_of(kind) + least
    }

    /// The placement of a number, which need not be in use.
    #[inline(always)]
    pub fn sets(&self, number: u64) -> Sets {
        let (leading, count) = (self.leading, self.count);
        let (kind, rest) = self.rest.divide(number as u32);
        let first = &self.leaders.first[kind as usize];
        let mut sorted = [0; MOST + 1];
        sorted[..leading].copy_from_slice(&first.sets[..leading]);
        if leading < count {
            let (sizes, choices) = (&self.sizes[leading..count], &self.choices[leading..count]);
            unrank_all(self.cpu, rest, sizes, choices, first.free, &mut sorted[leading..count]);
        }
        let [a, b, c, d, e, f] = self.place;
        [sorted[a], sorted[b], sorted[c], sorted[d], sorted[e], sorted[f]]
    }

    /// Whether the number is that of its placement, and how many ways leave
    /// that as it is.
    #[inline(always)]
    pub fn ways(&self, number: u64, sets: Sets) -> Option<u8> {
        let (kind, _) = self.rest.divide(number as u32);
        match self.leaders.first[kind as usize].stays {
            1 => Some(1),
            _ => self.ways_of_mirrored(number, sets),
        }
    }

    /// The same where the leaders look the same from several sides. (Taking a copy
    /// keeps the caller's sets in registers.)
    #[inline(never)]
    fn ways_of_mirrored(&self, number: u64, sets: Sets) -> Option<u8> {
        let numbered = self.numbered(&sets);
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
            let Some(ways) = numbering.ways(number, sets) else {
                continue;
            };
            assert_eq!(numbering.numbered(&sets), Numbered { number, ways });
            used += 1;
            placements += WAYS as u64 / u64::from(ways);
            if sizes.len() == 2 && numbering.leading == 1 {
                assert_eq!(numbering.number_of_two(sets[0], sets[1]), number);
            }
            for way in Way::all().skip(1).step_by(4) {
                let image = sets.map(|set| way.set(set));
                assert_eq!(numbering.number(&image), number);
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
        let cpu = Cpu::here();
        assert!((0..count).all(|number| rank(cpu, unrank(cpu, number, 3, free), free) == number));
        for number in (0..CHOOSE[37][6]).step_by(997) {
            let set = unrank(cpu, number, 6, BOARD);
            assert_eq!((set.count_ones(), rank(cpu, set, BOARD)), (6, number));
        }
    }
}

//! Seeds and how they are sown.
//!
//! All seeds are two words: a row of pits and the store behind it, a byte each.
//! What a sowing adds to every byte (and takes from the first) depends on
//! nothing but where it begins and with how many seeds, so a table has it ready
//! as two words to add.

/// The holes of a row are eight apart from those of the other: six pits, the
/// store, and a number that is not used.
const ROW: usize = 8;
/// A set of all pits, a bit each hole.
pub const ALL_PITS: u16 = 0x3f3f;
/// A set of both stores.
pub const STORES: u16 = 0x4040;
const PITS: usize = 12;
/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
const PITS_OF_A_ROW: u64 = 0x0000_ffff_ffff_ffff;

/// The hole of a pit, counted from 0 to 11.
pub const fn hole_of(pit: usize) -> usize {
    pit / 6 * ROW + pit % 6
}

/// The pit of a hole.
pub const fn pit_of(hole: usize) -> usize {
    hole / ROW * 6 + hole % ROW
}

/// The hole that is a seat's store.
pub const fn store_of(seat: usize) -> usize {
    seat * ROW + 6
}

/// The seeds in all holes, a word a row, a byte a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seeds([u64; 2]);

impl Seeds {
    pub const NONE: Seeds = Seeds([0; 2]);
    /// Four in every pit.
    pub const LAID_OUT: Seeds = Seeds([(4 * ONES) & PITS_OF_A_ROW; 2]);

    #[inline(always)]
    pub fn get(&self, hole: usize) -> u8 {
        let row = if hole < ROW { self.0[0] } else { self.0[1] };
        (row >> (8 * (hole % ROW))) as u8
    }

    #[inline(always)]
    pub fn add(&mut self, hole: usize, seeds: u8) {
        self.0[hole / ROW % 2] += u64::from(seeds) << (8 * (hole % ROW));
    }

    #[inline(always)]
    pub fn take(&mut self, hole: usize, seeds: u8) {
        self.0[hole / ROW % 2] -= u64::from(seeds) << (8 * (hole % ROW));
    }

    /// The pits that are not empty.
    #[inline(always)]
    pub fn filled(&self) -> u16 {
        // No hole has more than 48 seeds, so that 127 more fill the highest bit
        // exactly if there are any; a product gathers those bits in one byte.
        let filled = |row: u64| {
            let high = ((row & PITS_OF_A_ROW) + 0x7f * ONES) & (0x80 * ONES);
            ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
        };
        filled(self.0[0]) | filled(self.0[1]) << ROW
    }

    /// How many lie in a set of holes.
    pub fn count_in(&self, set: u16) -> u8 {
        holes(set).map(|hole| self.get(hole)).sum()
    }
}

/// The holes of a set.
pub fn holes(set: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |hole| set >> hole & 1 == 1)
}

/// What every sowing does, for one mover.
#[derive(Debug)]
pub struct Sowings {
    /// What it adds to both rows, by hole and seeds.
    adds: [[u64; 2]; 1 << 10],
    /// The hole of the last seed.
    last: [u8; 1 << 10],
}

impl Sowings {
    /// For a mover whose store is sown into, or for anybody if none is (F1).
    pub fn new(sown_store: Option<usize>) -> Sowings {
        let mut sowings = Sowings { adds: [[0; 2]; 1 << 10], last: [0; 1 << 10] };
        for pit in 0..PITS {
            for seeds in 1..=48 {
                let start = hole_of(pit);
                let (mut rows, mut hole) = ([0u64; 2], start);
                let mut add = |hole: usize, seeds: u64| {
                    let row = &mut rows[hole / ROW];
                    *row = row.wrapping_add(seeds << (8 * (hole % ROW)));
                };
                add(start, (seeds as u64).wrapping_neg());
                for _ in 0..seeds {
                    hole = next(hole, sown_store);
                    add(hole, 1);
                }
                let at = Sowings::index(start, seeds);
                sowings.adds[at] = rows;
                sowings.last[at] = hole as u8;
            }
        }
        sowings
    }

    #[inline(always)]
    fn index(hole: usize, seeds: u8) -> usize {
        (hole % 16) << 6 | usize::from(seeds % 64)
    }

    /// Sows all seeds of a pit out; the hole of the last one.
    #[inline(always)]
    pub fn sow(&self, seeds: &mut Seeds, from: usize, number: u8) -> usize {
        let at = Sowings::index(from, number);
        let [first, second] = self.adds[at];
        seeds.0 = [seeds.0[0].wrapping_add(first), seeds.0[1].wrapping_add(second)];
        self.last[at].into()
    }
}

/// The hole after another, counter-clockwise.
fn next(hole: usize, sown_store: Option<usize>) -> usize {
    let next = if hole % ROW == 6 { (hole / ROW + 1) % 2 * ROW } else { hole + 1 };
    let passed_over = next % ROW == 6 && sown_store != Some(next);
    if passed_over { self::next(next, sown_store) } else { next }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Dice;

    /// Seed by seed.
    fn sow_plainly(pits: &mut [u8; PITS], stores: &mut [u8; 2], pit: usize, seat: Option<usize>) {
        let mut at = pit;
        for _ in 0..std::mem::take(&mut pits[pit]) {
            // Past the end of the own row the store comes first.
            match seat {
                Some(seat) if at == 6 * seat + 5 => {
                    stores[seat] += 1;
                    at += 100;
                }
                _ => {
                    at = (at % 100 + 1) % PITS;
                    pits[at] += 1;
                }
            }
        }
    }

    fn packed(pits: [u8; PITS], stores: [u8; 2]) -> Seeds {
        let mut seeds = Seeds::NONE;
        (0..PITS).for_each(|pit| seeds.add(hole_of(pit), pits[pit]));
        (0..2).for_each(|seat| seeds.add(store_of(seat), stores[seat]));
        seeds
    }

    #[test]
    fn sowing_at_once_is_sowing_seed_by_seed() {
        let mut dice = Dice::new(1);
        for seat in [None, Some(0), Some(1)] {
            let sowings = Sowings::new(seat.map(store_of));
            for _ in 0..2000 {
                // Heaps of any size up to all seeds.
                let (mut pits, mut stores, mut left) = ([0; PITS], [0; 2], 48);
                while left > 0 {
                    let heap = dice.below(left) + 1;
                    pits[dice.below(12) as usize] += heap as u8;
                    left -= heap;
                }
                let seeds = packed(pits, stores);
                let filled = (0..PITS).filter(|&pit| pits[pit] > 0);
                assert_eq!(
                    seeds.filled(),
                    filled.clone().fold(0, |set, pit| set | 1 << hole_of(pit))
                );
                for pit in filled {
                    let (mut sown, mut plain_pits) = (seeds, pits);
                    sowings.sow(&mut sown, hole_of(pit), pits[pit]);
                    sow_plainly(&mut plain_pits, &mut stores, pit, seat);
                    assert_eq!(sown, packed(plain_pits, stores));
                    stores = [0; 2];
                }
            }
        }
    }

    #[test]
    fn the_last_seed_is_where_sowing_one_less_did_not_reach() {
        for seat in [None, Some(0), Some(1)] {
            let sowings = Sowings::new(seat.map(store_of));
            for hole in holes(ALL_PITS) {
                for number in 2..=48 {
                    let heap = |number: u8| {
                        let mut seeds = Seeds::NONE;
                        seeds.add(hole, number);
                        let last = sowings.sow(&mut seeds, hole, number);
                        (seeds, last)
                    };
                    let ((mut fewer, _), (more, last)) = (heap(number - 1), heap(number));
                    fewer.add(last, 1);
                    assert_eq!(fewer, more);
                }
            }
        }
    }
}

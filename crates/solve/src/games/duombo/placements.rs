//! Every way to place the stones, numbered.
//!
//! The seat to act is "own", so positions with exchanged colours are one; so are
//! positions that turn or mirror into each other. Six connected fields are one of
//! a few hundred shapes, the stones on it one of 720 orders. A placement has an
//! *entry* for each pair that may be taken up. It serves two purposes: the value
//! of the position in which just this pair is banned, and the best that moving
//! this pair can bring. (Without a ban the value is the better of any two
//! entries, because what one forbids the other allows.)

use crate::symmetry::Way;
use std::collections::BTreeSet;
use wabe_games::board37::{BOARD, Field, around};

/// The orders of six stones.
const ORDERS: usize = 720;
/// The bit of a stone that is still in hand.
pub(super) const HAND: u32 = 63;

/// The bits of the fields of the own 1, 2, 3 and of the other's.
pub(super) type Stones = [u32; 6];

/// The pair of an own stone and one of the other's, from 0 to 8.
pub(super) type Pair = usize;

/// A placement of all six stones, as its shape and the order on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(u32);

pub(super) struct Placements {
    /// By set of fields: its shape, and the way that turns it there.
    shape_of: ShapeOf,
    shapes: Vec<u64>,
    /// By slot: its first entry, and its pairs.
    first: Vec<u32>,
    pairs: Vec<u16>,
    /// By placement: its slot. Slots that mirror into others are left out.
    slots: Vec<Slot>,
    /// The orders: the place of each stone on the shape.
    orders: Vec<[usize; 6]>,
    /// By order, written as a number of five digits below 6.
    order_of: Vec<u16>,
    entries: u32,
    /// Placements of fewer stones, as keys, in order.
    partial: Vec<u64>,
}

/// Shapes by their fields: a table with room for few collisions. Sets are put
/// where their product with an odd number says, or at the next free place.
struct ShapeOf {
    sets: Vec<u64>,
    shapes: Vec<(u16, u8)>,
}

impl ShapeOf {
    /// More than three times the number of connected sets.
    const BITS: u32 = 15;

    fn new() -> ShapeOf {
        ShapeOf { sets: vec![0; 1 << ShapeOf::BITS], shapes: vec![(0, 0); 1 << ShapeOf::BITS] }
    }

    /// Where a set is, or would be.
    #[inline(always)]
    fn place(&self, set: u64) -> usize {
        let mut at = (set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ShapeOf::BITS)) as usize;
        while self.sets[at] != set && self.sets[at] != 0 {
            at = (at + 1) % self.sets.len();
        }
        at
    }

    #[inline(always)]
    fn get(&self, set: u64) -> Option<(u16, u8)> {
        let at = self.place(set);
        (self.sets[at] != 0).then(|| self.shapes[at])
    }

    fn insert(&mut self, set: u64, shape: (u16, u8)) {
        let at = self.place(set);
        self.sets[at] = set;
        self.shapes[at] = shape;
    }
}

pub(super) fn set_of(stones: &Stones) -> u64 {
    stones.iter().fold(0, |set, &bit| set | 1 << bit) & BOARD
}

/// The position seen by the other side.
#[inline(always)]
pub(super) fn swapped([a, b, c, d, e, f]: Stones) -> Stones {
    [d, e, f, a, b, c]
}

#[inline(always)]
pub(super) fn swapped_pair(pair: Pair) -> Pair {
    pair % 3 * 3 + pair / 3
}

/// Whether the mill of the first three of these stones stands.
#[inline(always)]
pub(super) fn has_mill([one, two, three, ..]: Stones) -> bool {
    [one, two, three].iter().all(|&bit| bit != HAND)
        && Field::from_bit(two).is_between(Field::from_bit(one), Field::from_bit(three))
}

pub(super) fn is_connected(set: u64) -> bool {
    let first = set & set.wrapping_neg();
    (0..5).fold(first, |reached, _| (reached | around(reached)) & set) == set
}

/// All connected sets of six fields.
pub(super) fn connected_sets() -> BTreeSet<u64> {
    let mut sets: BTreeSet<u64> = Field::all().map(Field::bit).collect();
    for _ in 1..6 {
        let mut larger = BTreeSet::new();
        for &set in &sets {
            let mut open = around(set) & !set;
            while open != 0 {
                larger.insert(set | open & open.wrapping_neg());
                open &= open - 1;
            }
        }
        sets = larger;
    }
    sets
}

/// All orders of six, each as the places of the six stones.
fn orders() -> Vec<[usize; 6]> {
    let mut all = Vec::new();
    let mut order = [0; 6];
    fn fill(at: usize, left: u8, order: &mut [usize; 6], all: &mut Vec<[usize; 6]>) {
        if at == 6 {
            return all.push(*order);
        }
        for place in (0..6).filter(|place| left >> place & 1 == 1) {
            order[at] = place;
            fill(at + 1, left & !(1 << place), order, all);
        }
    }
    fill(0, 0b11_1111, &mut order, &mut all);
    all
}

fn digits(places: [usize; 6]) -> usize {
    places[..5].iter().fold(0, |number, place| 6 * number + place)
}

/// The pairs of own and other stones that touch, a bit each.
fn pairs_of(stones: &Stones) -> u16 {
    let touch = |pair: Pair| {
        Field::from_bit(stones[pair / 3]).touches(Field::from_bit(stones[3 + pair % 3]))
    };
    (0..9).fold(0, |set, pair| set | u16::from(touch(pair)) << pair)
}

impl Placements {
    pub fn new() -> Placements {
        let sets = connected_sets();
        let mut shapes = Vec::new();
        let mut shape_of = ShapeOf::new();
        for &set in &sets {
            if shape_of.get(set).is_some() {
                continue;
            }
            // From the images of the shape back to it.
            for way in 0..crate::symmetry::WAYS {
                let image = Way::number(way).set(set);
                if shape_of.get(image).is_none() {
                    let back = crate::symmetry::back(way);
                    shape_of.insert(image, (shapes.len() as u16, back as u8));
                }
            }
            shapes.push(set);
        }
        let orders = orders();
        let mut order_of = vec![0; 6usize.pow(5)];
        for (number, &order) in orders.iter().enumerate() {
            order_of[digits(order)] = number as u16;
        }
        let mut placements = Placements {
            first: vec![u32::MAX; shapes.len() * ORDERS],
            pairs: vec![0; shapes.len() * ORDERS],
            slots: Vec::new(),
            shape_of,
            shapes,
            orders: Vec::new(),
            order_of,
            entries: 0,
            partial: Vec::new(),
        };
        placements.number_entries(&orders);
        placements.orders = orders;
        placements.partial = partial_keys();
        placements
    }

    fn number_entries(&mut self, orders: &[[usize; 6]]) {
        for shape in 0..self.shapes.len() {
            let set = self.shapes[shape];
            let fields: Vec<u32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
            let stays: Vec<Way> = Way::all().filter(|way| way.set(set) == set).collect();
            for (number, order) in orders.iter().enumerate() {
                let slot = shape * ORDERS + number;
                let stones: Stones = order.map(|place| fields[place]);
                self.pairs[slot] = pairs_of(&stones);
                if self.first[slot] != u32::MAX {
                    continue;
                }
                for way in &stays {
                    let order = self.order_on(shape, stones.map(|bit| way.bit(bit)));
                    self.first[shape * ORDERS + order] = self.entries;
                }
                self.slots.push(Slot(slot as u32));
                self.entries += self.pairs[slot].count_ones();
            }
        }
    }

    fn order_on(&self, shape: usize, stones: Stones) -> usize {
        let set = self.shapes[shape];
        let place = |bit: u32| (set & ((1 << bit) - 1)).count_ones() as usize;
        self.order_of[digits(stones.map(place))].into()
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// How many placements of fewer than six stones there are.
    pub fn partials(&self) -> usize {
        self.partial.len()
    }

    /// The slot of six connected stones.
    #[inline]
    pub fn slot(&self, stones: Stones) -> Option<Slot> {
        let (shape, way) = self.shape_of.get(set_of(&stones))?;
        let way = Way::number(way.into());
        let order = self.order_on(shape.into(), stones.map(|bit| way.bit(bit)));
        Some(Slot((usize::from(shape) * ORDERS + order) as u32))
    }

    /// The placements, each once.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The entries of a slot.
    #[inline(always)]
    pub fn entries_of(&self, slot: Slot) -> std::ops::Range<usize> {
        let first = self.first[slot.0 as usize] as usize;
        first..first + self.pairs[slot.0 as usize].count_ones() as usize
    }

    /// The pairs of a slot, a bit each.
    #[inline(always)]
    pub fn pairs(&self, slot: Slot) -> u16 {
        self.pairs[slot.0 as usize]
    }

    /// The entry of a slot and one of its pairs.
    #[inline(always)]
    pub fn entry(&self, slot: Slot, pair: Pair) -> usize {
        let before = self.pairs(slot) & ((1 << pair) - 1);
        self.first[slot.0 as usize] as usize + before.count_ones() as usize
    }

    /// The stones of a slot.
    pub fn stones(&self, Slot(slot): Slot) -> Stones {
        let (shape, order) = (slot as usize / ORDERS, slot as usize % ORDERS);
        let set = self.shapes[shape];
        let fields: Vec<u32> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
        self.orders[order].map(|place| fields[place])
    }

    /// The slot and pair of an entry.
    pub fn at_entry(&self, entry: usize) -> (Slot, Pair) {
        let first = |slot: Slot| self.first[slot.0 as usize] as usize;
        let at = self.slots.partition_point(|&slot| first(slot) <= entry) - 1;
        let slot = self.slots[at];
        let pair = (0..9).filter(|pair| self.pairs(slot) >> pair & 1 == 1);
        (slot, pair.clone().nth(entry - first(slot)).expect("the entry is of this slot"))
    }

    /// The number of a placement of fewer stones.
    pub fn partial(&self, stones: Stones) -> Option<usize> {
        self.partial.binary_search(&canonical_key(stones)).ok()
    }

    /// The placement of fewer stones with this number.
    pub fn partial_stones(&self, number: usize) -> Stones {
        stones_of(self.partial[number])
    }

    /// The numbers of the placements of so many stones.
    pub fn partials_of(&self, count: u32) -> std::ops::Range<usize> {
        let start = |count: u32| self.partial.partition_point(|key| (key >> 36) < count.into());
        start(count)..start(count + 1)
    }
}

/// The stones as a number: how many there are, then the fields.
fn key(stones: Stones) -> u64 {
    let count = stones.iter().filter(|&&bit| bit != HAND).count() as u64;
    stones.iter().fold(count, |key, &bit| key << 6 | u64::from(bit))
}

fn stones_of(key: u64) -> Stones {
    std::array::from_fn(|i| (key >> (30 - 6 * i) & 63) as u32)
}

fn canonical_key(stones: Stones) -> u64 {
    let images = Way::all().map(|way| key(stones.map(|bit| way.bit(bit))));
    images.min().expect("there are twelve")
}

/// The placements that one more own stone leads to, seen by the other side.
/// Whether the own mill stands then, too.
pub(super) fn after_placing(stones: Stones) -> impl Iterator<Item = (Stones, bool)> {
    let set = set_of(&stones);
    let open = if set == 0 { BOARD } else { around(set) & !set };
    let numbers = (0..3).filter(move |&number| stones[number] == HAND);
    numbers.flat_map(move |number| {
        (0..64).filter(move |bit| open >> bit & 1 == 1).map(move |bit| {
            let mut placed = stones;
            placed[number] = bit;
            (swapped(placed), has_mill(placed))
        })
    })
}

/// All placements of fewer than six stones.
fn partial_keys() -> Vec<u64> {
    let mut all = vec![key([HAND; 6])];
    let mut last = all.clone();
    for _ in 1..6 {
        let next: BTreeSet<u64> = last
            .iter()
            .flat_map(|&key| after_placing(stones_of(key)).map(|(stones, _)| canonical_key(stones)))
            .collect();
        last = next.into_iter().collect();
        all.extend(&last);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers known from elsewhere.
    #[test]
    fn placements_are_counted() {
        let sets = connected_sets();
        assert_eq!(sets.len(), 9871);
        assert_eq!(sets.len() * ORDERS, 7_107_120);
        // Of the placements with all stones on a mirror line (three lines of
        // seven fields, two sixes each), the mirror image is no other one.
        let placements = Placements::new();
        assert_eq!(placements.slots.len(), (7_107_120 + 3 * 2 * ORDERS) / 12);
    }

    #[test]
    fn slots_and_entries_lead_back() {
        let placements = Placements::new();
        for &slot in placements.slots.iter().step_by(997) {
            let stones = placements.stones(slot);
            assert!(placements.slot(stones) == Some(slot));
            assert_eq!(placements.pairs(slot), pairs_of(&stones));
            for way in Way::all() {
                let image = placements.slot(stones.map(|bit| way.bit(bit))).expect("a slot");
                assert_eq!(placements.entries_of(image), placements.entries_of(slot));
            }
            for pair in (0..9).filter(|pair| placements.pairs(slot) >> pair & 1 == 1) {
                let (found, again) = placements.at_entry(placements.entry(slot, pair));
                assert!(found == slot && again == pair);
            }
        }
        let all = 0..placements.partials();
        assert!(all.clone().all(|number| {
            placements.partial(placements.partial_stones(number)) == Some(number)
        }));
        assert_eq!(
            (0..6).map(|count| placements.partials_of(count).len()).sum::<usize>(),
            all.len()
        );
    }
}

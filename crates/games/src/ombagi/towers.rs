//! Stones on stones: what stands where, and where the top stones can go
//! (R2 to R4).
//!
//! The towers are kept as sets of fields by level, so that a question about all
//! fields at once is a few operations: a stone at level l stands on every field
//! of its way on a tower of height l - 1.

use crate::board37::{BOARD, Field, around, shift, spread};

/// Colours D, H, R, from 0.
pub type Colour = usize;

/// All stones on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Towers {
    /// By level and colour.
    colours: [[u64; 3]; 3],
    /// Fields with a 1; it lies at level A (R2).
    ones: u64,
    /// Fields with a 2 at level A and at level B. All other stones are 3s.
    twos: [u64; 2],
}

/// A stone: its colour, and its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    pub colour: Colour,
    pub number: usize,
}

impl Towers {
    /// Fields that carry more than `level` stones.
    #[inline(always)]
    fn above(&self, level: usize) -> u64 {
        let [dark, light, red] = self.colours[level];
        dark | light | red
    }

    #[inline(always)]
    pub fn empty(&self) -> u64 {
        BOARD & !self.above(0)
    }

    /// Fields with three stones.
    #[inline(always)]
    pub fn full(&self) -> u64 {
        self.above(2)
    }

    #[inline(always)]
    pub fn height(&self, field: Field) -> usize {
        let higher = |level| usize::from(self.above(level) & field.bit() != 0);
        higher(0) + higher(1) + higher(2)
    }

    /// The stone at a level, from 0.
    pub fn at(&self, field: Field, level: usize) -> Option<Stone> {
        let colour = self.colours[level].iter().position(|set| set & field.bit() != 0)?;
        Some(Stone { colour, number: self.number_at(field, level) })
    }

    /// The number of the stone that is at a level.
    #[inline(always)]
    fn number_at(&self, field: Field, level: usize) -> usize {
        let has = |set: u64| set & field.bit() != 0;
        let is_one = (level == 0) & has(self.ones);
        let is_two = (level < 2) & has(self.twos[level.min(1)]);
        3 - usize::from(is_two) - 2 * usize::from(is_one)
    }

    pub fn top(&self, field: Field) -> Option<Stone> {
        self.at(field, self.height(field).checked_sub(1)?)
    }

    /// Puts a stone on top of a field; it may lie there.
    pub fn push(&mut self, field: Field, stone: Stone) {
        let level = self.height(field);
        self.flip(field, level, stone);
    }

    /// Moves the top stone of a colour from one field to another, where it may
    /// lie.
    #[inline(always)]
    pub fn carry(&mut self, colour: Colour, from: Field, to: Field) {
        if from != to {
            let (level, to_level) = (self.height(from) - 1, self.height(to));
            let stone = Stone { colour, number: self.number_at(from, level) };
            self.flip(from, level, stone);
            self.flip(to, to_level, stone);
        }
    }

    /// Puts a stone to a place or takes it away.
    #[inline(always)]
    fn flip(&mut self, field: Field, level: usize, stone: Stone) {
        let flip = |number| if stone.number == number { field.bit() } else { 0 };
        self.colours[level][stone.colour] ^= field.bit();
        self.ones ^= flip(1);
        // A stone at level C is no 2 and flips nothing.
        self.twos[level.min(1)] ^= flip(2);
    }

    /// Fields that hold a stone of a colour at any level.
    #[inline(always)]
    pub fn held_by(&self, colour: Colour) -> u64 {
        self.colours.iter().fold(0, |all, level| all | level[colour])
    }

    /// How many stones of a colour stand on these fields.
    pub fn count(&self, colour: Colour, on: u64) -> u32 {
        self.colours.iter().map(|level| (level[colour] & on).count_ones()).sum()
    }

    /// By level, the free stones of a colour: nothing lies on them.
    #[inline(always)]
    fn tops(&self, colour: Colour) -> [u64; 3] {
        let [low, middle, high] = [0, 1, 2].map(|level| self.colours[level][colour]);
        [low & !self.above(1), middle & !self.above(2), high]
    }

    /// Fields whose top stone has a colour.
    #[inline(always)]
    pub fn topped_by(&self, colour: Colour) -> u64 {
        let [low, middle, high] = self.tops(colour);
        low | middle | high
    }

    /// By level, the fields with a stone of a colour and number.
    #[inline(always)]
    pub fn stones(&self, colour: Colour, number: usize) -> [u64; 3] {
        let [low, middle, high] = [0, 1, 2].map(|level| self.colours[level][colour]);
        match number {
            1 => [low & self.ones, 0, 0],
            2 => [low & self.twos[0], middle & self.twos[1], 0],
            _ => [low & !(self.ones | self.twos[0]), middle & !self.twos[1], high],
        }
    }

    /// Fields that carry a stone above a level.
    #[inline(always)]
    pub fn higher(&self, level: usize) -> u64 {
        self.above(level + 1)
    }

    /// Gives a stone that is there another number, which may lie there.
    pub fn renumber(&mut self, colour: Colour, field: u64, level: usize, number: usize) {
        debug_assert!(self.colours[level][colour] & field != 0);
        if level == 0 {
            self.ones &= !field;
        }
        if level < 2 {
            self.twos[level] &= !field;
        }
        match number {
            1 => self.ones |= field,
            2 => self.twos[level.min(1)] |= field,
            _ => {}
        }
    }

    /// Fields with a colour's 1 at the bottom.
    #[inline(always)]
    pub fn ones_of(&self, colour: Colour) -> u64 {
        self.colours[0][colour] & self.ones
    }

    /// Fields with a tower 1, 2, 3 of one colour.
    #[inline(always)]
    pub fn finished_by(&self, colour: Colour) -> u64 {
        let [low, middle, high] = [0, 1, 2].map(|level| self.colours[level][colour]);
        low & self.ones & middle & self.twos[1] & high
    }

    /// Hands out every free stone of a colour and where it may go (R3, R4); its
    /// own field is among that if it may end there.
    #[inline(always)]
    pub fn for_each_walk(&self, colour: Colour, mut each: impl FnMut(Field, u64)) {
        let surface = self.surface();
        let [low, middle, high] = self.tops(colour);
        let [low_twos, middle_twos] = [low & self.twos[0], middle & self.twos[1]];
        let ones = low & self.ones;
        for_each_field(low & !(ones | low_twos), |from| each(from, surface.low_three(from)));
        for_each_field(middle & !middle_twos, |from| each(from, surface.middle_three(from)));
        for_each_field(high, |from| each(from, surface.high_three(from)));
        for_each_field(low_twos, |from| each(from, surface.low_two(from)));
        for_each_field(middle_twos, |from| each(from, surface.middle_two(from)));
        for_each_field(ones, |from| each(from, surface.one(from)));
    }

    #[inline(always)]
    fn surface(&self) -> Surface {
        let (occupied, higher, full) = (self.above(0), self.above(1), self.above(2));
        Surface { low: BOARD & !occupied, middle: occupied & !higher, high: higher & !full, full }
    }

    /// The fields behind full fields next to the set.
    #[inline(always)]
    pub fn jumps(&self, set: u64) -> u64 {
        self.surface().jumps(set)
    }

    /// Whether any free stone of a colour can go anywhere. If one at level A has
    /// an empty field beside it, it can: a 2 or a 3 at least there and back.
    #[inline(always)]
    pub fn can_move(&self, colour: Colour) -> bool {
        around(self.tops(colour)[0]) & self.empty() != 0 || self.can_only_just_move(colour)
    }

    #[cold]
    fn can_only_just_move(&self, colour: Colour) -> bool {
        let mut found = false;
        self.for_each_walk(colour, |_, targets| found |= targets != 0);
        found
    }
}

#[inline(always)]
fn for_each_field(mut set: u64, mut each: impl FnMut(Field)) {
    while set != 0 {
        each(Field::from_bit(set.trailing_zeros()));
        set &= set - 1;
    }
}

/// The fields by height: with no stone, one and two, on which a stone comes to
/// lie at level A, B and C, and those with three.
///
/// A walker's own field is measured without it: its top stone counts one less.
#[derive(Clone, Copy)]
struct Surface {
    low: u64,
    middle: u64,
    high: u64,
    full: u64,
}

impl Surface {
    /// R3: where a 1 may go: one step, or a series of jumps over full fields.
    #[inline(always)]
    fn one(&self, from: Field) -> u64 {
        let steps = from.neighbours() & self.low;
        match from.neighbours() & self.full {
            0 => steps,
            _ => steps | self.series_of_jumps(from),
        }
    }

    #[inline(always)]
    fn series_of_jumps(&self, from: Field) -> u64 {
        let open = self.low | from.bit();
        let mut landed = from.bit();
        loop {
            let more = landed | self.jumps(landed) & open;
            if more == landed {
                return landed & !from.bit();
            }
            landed = more;
        }
    }

    /// The fields behind full fields next to the set.
    #[inline(always)]
    fn jumps(&self, set: u64) -> u64 {
        (0..6).fold(0, |all, d| all | shift(shift(set, d) & self.full, d))
    }

    /// Where a 2 at level A may go.
    #[inline(always)]
    fn low_two(&self, from: Field) -> u64 {
        two_steps(from, self.low | from.bit(), self.middle & !from.bit())
    }

    /// Where a 2 at level B may go.
    #[inline(always)]
    fn middle_two(&self, from: Field) -> u64 {
        two_steps(from, self.middle | from.bit(), self.low)
    }

    /// Where a 3 at level A may go.
    #[inline(always)]
    fn low_three(&self, from: Field) -> u64 {
        three_steps(from, self.low | from.bit(), [self.middle & !from.bit(), 0], self.high)
    }

    /// Where a 3 at level B may go.
    #[inline(always)]
    fn middle_three(&self, from: Field) -> u64 {
        three_steps(from, self.middle | from.bit(), [self.low, self.high & !from.bit()], 0)
    }

    /// Where a 3 at level C may go.
    #[inline(always)]
    fn high_three(&self, from: Field) -> u64 {
        three_steps(from, self.high | from.bit(), [self.middle, 0], self.low)
    }
}

/// R4: exactly two steps: two on the same level, or one that climbs to the near
/// level.
#[inline(always)]
fn two_steps(from: Field, same: u64, near: u64) -> u64 {
    let beside = from.neighbours();
    spread(beside & same) & same | beside & near
}

/// R4: exactly three steps: three on the same level, or one that climbs one
/// level with one on the flat before or after it, or one that climbs two levels.
/// `near` are the levels above and below, `far` is two away.
#[inline(always)]
fn three_steps(from: Field, same: u64, near: [u64; 2], far: u64) -> u64 {
    let beside = from.neighbours();
    let second = spread(beside & same);
    let third = spread(second & same) & same;
    let climbed_first = |near: u64| spread(beside & near) & near;
    let climbed_last = second & (near[0] | near[1]);
    third | climbed_first(near[0]) | climbed_first(near[1]) | climbed_last | beside & far
}

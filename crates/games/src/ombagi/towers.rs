//! Stones on stones: what stands where, and where the top stones can go
//! (R2 to R4).
//!
//! The towers are kept as sets of fields by level, so that a question about all
//! fields at once is a few operations: a stone at level l stands on every field
//! of its way on a tower of height l - 1.

use crate::board37::{BOARD, Field, around, fields, shift};

/// Colours D, H, R, from 0.
pub type Colour = usize;

/// The stones of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Layer {
    colours: [u64; 3],
    numbers: [u64; 3],
}

impl Layer {
    fn all(&self) -> u64 {
        self.colours[0] | self.colours[1] | self.colours[2]
    }
}

/// All stones on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Towers([Layer; 3]);

/// A stone: its colour, and its number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    pub colour: Colour,
    pub number: usize,
}

impl Towers {
    /// Fields that carry more than `level` stones.
    #[inline]
    fn above(&self, level: usize) -> u64 {
        if level < 3 { self.0[level].all() } else { 0 }
    }

    pub fn empty(&self) -> u64 {
        BOARD & !self.above(0)
    }

    /// Fields with three stones.
    pub fn full(&self) -> u64 {
        self.above(2)
    }

    pub fn height(&self, field: Field) -> usize {
        (0..3).filter(|&level| self.above(level) & field.bit() != 0).count()
    }

    /// The stone at a level, from 0.
    pub fn at(&self, field: Field, level: usize) -> Option<Stone> {
        let layer = &self.0[level];
        let find = |sets: &[u64; 3]| sets.iter().position(|set| set & field.bit() != 0);
        Some(Stone { colour: find(&layer.colours)?, number: find(&layer.numbers)? + 1 })
    }

    pub fn top(&self, field: Field) -> Option<Stone> {
        self.at(field, self.height(field).checked_sub(1)?)
    }

    /// Puts a stone on top of a field.
    pub fn push(&mut self, field: Field, stone: Stone) {
        let layer = &mut self.0[self.height(field)];
        layer.colours[stone.colour] |= field.bit();
        layer.numbers[stone.number - 1] |= field.bit();
    }

    /// Takes the top stone of a field that has one.
    pub fn pop(&mut self, field: Field) {
        let height = self.height(field);
        let layer = &mut self.0[height - 1];
        for set in layer.colours.iter_mut().chain(&mut layer.numbers) {
            *set &= !field.bit();
        }
    }

    /// Moves the top stone of one field to another.
    pub fn carry(&mut self, from: Field, to: Field) {
        if let Some(stone) = self.top(from) {
            self.pop(from);
            self.push(to, stone);
        }
    }

    /// Fields that hold a stone of a colour at any level.
    pub fn held_by(&self, colour: Colour) -> u64 {
        self.0.iter().fold(0, |all, layer| all | layer.colours[colour])
    }

    /// How many stones of a colour stand on these fields.
    pub fn count(&self, colour: Colour, on: u64) -> u32 {
        self.0.iter().map(|layer| (layer.colours[colour] & on).count_ones()).sum()
    }

    /// Fields whose top stone has a colour: its free stones.
    pub fn topped_by(&self, colour: Colour) -> u64 {
        (0..3).fold(0, |all, level| all | self.0[level].colours[colour] & !self.above(level + 1))
    }

    /// Fields with a colour's 1 at the bottom.
    pub fn ones_of(&self, colour: Colour) -> u64 {
        self.0[0].colours[colour] & self.0[0].numbers[0]
    }

    /// Fields with a tower 1, 2, 3 of one colour.
    pub fn finished_by(&self, colour: Colour) -> u64 {
        (0..3).fold(BOARD, |all, level| {
            all & self.0[level].colours[colour] & self.0[level].numbers[level]
        })
    }

    /// Where the top stone of a field may go (R3, R4), its own field included
    /// if it may end there.
    pub fn targets(&self, from: Field) -> u64 {
        match self.top(from) {
            None => 0,
            Some(Stone { number: 1, .. }) => self.targets_of_one(from),
            Some(stone) => self.targets_of_walker(from, stone.number),
        }
    }

    /// R3: one step, or a series of jumps over full fields.
    fn targets_of_one(&self, from: Field) -> u64 {
        let empty = self.empty();
        let mut landed = from.bit();
        loop {
            let more = landed | self.jumps(landed) & (empty | from.bit());
            if more == landed {
                break;
            }
            landed = more;
        }
        (from.neighbours() & empty | landed) & !from.bit()
    }

    /// The fields behind full fields next to the set.
    pub fn jumps(&self, set: u64) -> u64 {
        let full = self.full();
        (0..6).fold(0, |all, d| all | shift(shift(set, d) & full, d))
    }

    /// R4: exactly `number` steps over the surface. `reached[cost][level]` are
    /// the fields a walk of that cost can stand on.
    fn targets_of_walker(&self, from: Field, number: usize) -> u64 {
        let own_level = self.height(from) - 1;
        let mut lifted = *self;
        lifted.pop(from);
        let mut heights = [0; 3];
        for (height, set) in heights.iter_mut().enumerate() {
            let at_least = if height == 0 { BOARD } else { lifted.above(height - 1) };
            *set = at_least & !lifted.above(height);
        }
        let mut reached = [[0u64; 3]; 4];
        reached[0][own_level] = from.bit();
        for cost in 0..number {
            for level in 0..number {
                let next = around(reached[cost][level]);
                if next == 0 {
                    continue;
                }
                for to in 0..number {
                    let total = cost + 1 + to.abs_diff(level);
                    if total <= number {
                        reached[total][to] |= next & heights[to];
                    }
                }
            }
        }
        reached[number].iter().fold(0, |all, set| all | set)
    }

    /// Whether any top stone of a colour can go anywhere.
    pub fn can_move(&self, colour: Colour) -> bool {
        fields(self.topped_by(colour)).any(|from| self.targets(from) != 0)
    }
}

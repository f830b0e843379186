//! What players may ask of a position beyond its rules.

use super::{GassenOmbagi, Move, Position};
use crate::board37::Field;

impl Move {
    /// A number below 8192 that no other action of the same position has.
    pub fn number(self) -> usize {
        let way = |from: Field, to: Field| 64 * from.index() + to.index();
        match self {
            Move::Step(from, to) | Move::Capture(from, to) => way(from, to),
            Move::Huff(field) => 4096 + field.index(),
            Move::Place(number, field) => 4096 + 64 * (1 + usize::from(number)) + field.index(),
        }
    }
}

impl Position {
    /// The side to act, 0 or 1.
    #[inline(always)]
    pub fn to_act(&self) -> usize {
        self.to.into()
    }

    /// Whether stones are still being put down.
    pub fn is_placing(&self) -> bool {
        self.placing
    }

    /// By direction, the stones of a side that could capture there.
    #[inline(always)]
    pub fn catches(&self, side: usize) -> [u64; 6] {
        self.captures(side)
    }
}

impl GassenOmbagi {
    /// Whether captures may be overlooked (R5).
    pub fn has_huff(&self) -> bool {
        self.huff
    }
}

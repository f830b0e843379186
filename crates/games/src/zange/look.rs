//! What players may ask of a position beyond its rules.

use super::{Move, Position, Third};
use crate::board37::Field;

impl Move {
    /// A number below 8192 that no other action of the same position has.
    pub fn number(self) -> usize {
        match self {
            Move::Go(from, to) => 64 * from.index() + to.index(),
            Move::Place(field) => 4096 + field.index(),
            Move::Pass => 5000,
            Move::AgreeCorners => 5001,
            Move::AgreeTriple => 5002,
        }
    }

    /// Where a stone arrives.
    pub fn arrival(self) -> Option<Field> {
        match self {
            Move::Place(to) | Move::Go(_, to) => Some(to),
            _ => None,
        }
    }
}

impl Position {
    /// How many stones a side has captured.
    #[inline(always)]
    pub fn captured(&self, side: usize) -> u8 {
        self.taken[side]
    }

    /// How many stones a side has yet to put down.
    #[inline(always)]
    pub fn in_hand(&self, side: usize) -> u8 {
        self.hand[side]
    }

    /// Whether turns have several moves.
    pub fn is_third_phase(&self) -> bool {
        self.third == Third::On
    }

    /// How many stones an action of the seat to act captures.
    pub fn catch(&self, action: Move) -> u32 {
        let side = usize::from(self.to);
        let Some(to) = action.arrival() else { return 0 };
        let mut moved = *self;
        if let Move::Go(from, _) = action {
            moved.stones[side] ^= from.bit();
        }
        moved.caught(side, to).count_ones()
    }
}

//! What players may ask of a position beyond its rules.

use super::{Move, Position, Third, Zange};
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
    /// The stones of each side.
    #[inline(always)]
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// The side to act, 0 or 1.
    #[inline(always)]
    pub fn to_act(&self) -> usize {
        self.to.into()
    }

    /// Moves already made in this turn.
    #[inline(always)]
    pub fn made(&self) -> u8 {
        self.made
    }

    /// How near the third phase is: `None` while both have more than two stones,
    /// else how many more ordinary turns there are, 0 once it has begun.
    #[inline(always)]
    pub fn turns_to_third(&self) -> Option<u8> {
        match self.third {
            Third::Far => None,
            Third::After(turns) => Some(turns),
            Third::On => Some(0),
        }
    }

    /// Whether corners are closed, and whether turns have three moves (R8).
    #[inline(always)]
    pub fn late_rules(&self) -> [bool; 2] {
        [self.corners_closed, self.triple]
    }

    /// Whether all stones have been put down.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        !self.is_placing()
    }

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

impl Zange {
    /// How many captures win.
    pub fn goal(&self) -> u8 {
        self.captures
    }

    /// From which turn of the third phase on corners are closed, and turns have
    /// three moves; 0 for never.
    pub fn late_rules_from(&self) -> [u16; 2] {
        [self.corners_from, self.triple_from]
    }
}

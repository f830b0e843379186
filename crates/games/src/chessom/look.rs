//! What players may ask of a position beyond its rules.

use super::{Move, Position};
use crate::bits::count_of;
use crate::board37::Field;

impl Position {
    /// The side to act, 0 or 1.
    #[inline(always)]
    pub fn to_act(&self) -> usize {
        self.to.into()
    }

    /// How many moves a side has, and the opposing stones it could capture.
    #[inline(always)]
    pub fn reach(&self, side: usize) -> (u32, u64) {
        let landings = self.landings(side);
        let all = landings.as_flattened().iter().fold(0, |all, set| all | set);
        (landings.iter().map(count_of).sum(), all & self.sides[1 - side])
    }

    /// The number of the stone on a field, whoever has it.
    pub fn number_on(&self, field: Field) -> Option<usize> {
        (0..2).find_map(|side| self.number_at(side, field)).map(|number| number + 1)
    }

    /// The position as if the seat to act had not moved, if the other can move
    /// and this is not somebody's last turn.
    pub fn passed(&self) -> Option<Position> {
        let passed = Position { to: 1 - self.to, ..*self };
        let bare = self.is_bare(0) || self.is_bare(1);
        (!bare && passed.can_move()).then_some(passed)
    }
}

impl Move {
    /// Where from and where to.
    pub fn way(self) -> [Field; 2] {
        [self.from, self.to]
    }

    /// A number below 4096 that no other action of the same position has.
    pub fn number(self) -> usize {
        64 * self.from.index() + self.to.index()
    }
}

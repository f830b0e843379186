//! What players may ask of a position beyond its rules.

use super::{Move, Position};

impl Position {
    /// Whether an action makes a mill for the side to act.
    pub fn mills_with(&self, action: Move) -> bool {
        let side = usize::from(self.to);
        let mut after = *self;
        match action {
            Move::Place(number, field) => after.stones[side][usize::from(number)] = field,
            Move::Pair { own, .. } => {
                after.travel(side, own);
            }
        }
        after.has_mill(side) && after.stones[side] != self.stones[side]
    }
}

impl Move {
    /// A number below 8192 that no other action of the same position has.
    pub fn number(self, position: &Position) -> usize {
        match self {
            Move::Place(number, field) => 4096 + 64 * usize::from(number) + field.index(),
            Move::Pair { own, other } => {
                let side = usize::from(position.to);
                let first = position.stone_at(side, own[0]).unwrap_or(0);
                let second = position.stone_at(1 - side, other[0]).unwrap_or(0);
                let direction = (0..6).find(|&d| own[1].ahead(d) == other[1].bit()).unwrap_or(0);
                (3 * first + second) * 6 * 37 + 37 * direction + own[1].index()
            }
        }
    }
}

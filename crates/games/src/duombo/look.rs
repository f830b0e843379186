//! What players may ask of a position beyond its rules.

use super::{Duombo, Move, Position};
use crate::board37::Field;

impl Position {
    /// Where the stones stand, by side and number; those in hand are nowhere.
    #[inline(always)]
    pub fn stones(&self) -> [[Field; 3]; 2] {
        self.stones
    }

    /// The mills of each side so far.
    #[inline(always)]
    pub fn mills(&self) -> [u8; 2] {
        self.mills
    }

    /// The side to act, 0 or 1.
    #[inline(always)]
    pub fn to_act(&self) -> usize {
        self.to.into()
    }

    /// The pair that may not be taken up now: the numbers (from 0) of Dark's and
    /// of Light's stone.
    #[inline(always)]
    pub fn banned(&self) -> Option<[usize; 2]> {
        self.banned.map(|pair| [0, 1].map(|side| pair.number(side).into()))
    }

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

impl Duombo {
    /// How many mills win.
    pub fn goal(&self) -> u8 {
        self.mills
    }
}

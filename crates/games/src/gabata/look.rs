//! What players may ask of a position beyond its rules.

use super::{Move, Position, store_of};

/// What one player has in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Seeds in the store.
    pub store: u8,
    /// Pits that are houses.
    pub houses: u32,
    /// Seeds in houses.
    pub housed: u8,
    /// Start pits.
    pub pits: u32,
    /// Start pits that the other has made houses.
    pub lost: u32,
    /// Seeds in start pits that are nobody's house.
    pub open: u8,
    /// Start pits with exactly three seeds, which the other may make houses.
    pub threes: u32,
}

impl Position {
    /// What a seat (from 0) has.
    pub fn holding(&self, seat: usize) -> Holding {
        let (own, houses) = (self.territory[seat], self.houses[seat]);
        let open = own & !self.all_houses();
        let threes = (0..16).filter(|&hole| open >> hole & 1 == 1 && self.seeds.get(hole) == 3);
        Holding {
            store: self.seeds.get(store_of(seat)),
            houses: houses.count_ones(),
            housed: self.seeds.count_in(houses),
            pits: own.count_ones(),
            lost: (own & self.houses[1 - seat]).count_ones(),
            open: self.seeds.count_in(open),
            threes: threes.count() as u32,
        }
    }
}

impl Move {
    /// A number that no other action of the same position has.
    pub fn number(self) -> usize {
        match self {
            Move::Start(hole) => hole.into(),
            Move::Lot(seat) => 16 + usize::from(seat),
        }
    }
}

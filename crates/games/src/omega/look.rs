//! What players may ask of a position beyond its rules.

use super::set::Set;
use super::{Move, Omega, Position};
use wabe_rules::{Dice, Seat};

impl Omega {
    /// The product of the sizes of all groups, by colour.
    pub fn all_products(&self, position: &Position) -> [u128; 4] {
        self.products(position)
    }

    /// Takes a position to the end of a random game.
    pub fn finish_randomly(&self, position: &mut Position, dice: &mut Dice) {
        self.play_randomly(position, dice);
    }

    /// How many fields the board has.
    pub fn fields(&self) -> usize {
        self.board.len()
    }

    /// The fields that touch a field.
    #[inline(always)]
    pub fn around(&self, field: usize) -> Set {
        self.board.around(field)
    }

    /// The fields with stones of a colour.
    #[inline(always)]
    pub fn stones_of(&self, position: &Position, colour: usize) -> Set {
        let stones = self.all.without(position.empty);
        let [low, high] = position.digits;
        let of = |digit: Set, is_set: bool| if is_set { digit } else { stones.without(digit) };
        of(low, colour & 1 == 1).and(of(high, colour >> 1 == 1))
    }

    /// How many turns are still to come, with the one that has begun.
    pub fn turns_to_come(&self, position: &Position) -> u32 {
        self.stones_to_come(position)[self.players - 1]
    }

    /// Whether this is one game with neither pie round nor limit ahead: stones
    /// only, until the board is full.
    pub fn is_plain(&self, position: &Position) -> bool {
        !self.in_pie_round(position) && !self.double && self.limit == 0
    }
}

impl Position {
    /// How many fields are empty.
    pub fn empty_fields(&self) -> u32 {
        self.free.into()
    }

    /// The empty fields.
    #[inline(always)]
    pub fn empty(&self) -> Set {
        self.empty
    }

    /// The number of the colour on a field.
    #[inline]
    pub fn colour_on(&self, field: usize) -> Option<usize> {
        self.colour(field)
    }

    /// The colour a seat holds, from 0.
    #[inline]
    pub fn colour_of(&self, seat: Seat) -> usize {
        self.held[seat.index() & 3].into()
    }

    /// The colour whose turn it is, and the colour of the stone to be placed.
    #[inline]
    pub fn turn(&self) -> (usize, usize) {
        (self.turn.into(), self.stone.into())
    }
}

impl Move {
    /// A number that no other action of the same position has.
    pub fn number(self) -> usize {
        match self {
            Move::Place(field) => field.into(),
            Move::Swap(colour) => 512 + usize::from(colour),
        }
    }
}

//! What players may ask of a position beyond its rules.

use super::{Move, Ombagi, Position, towers::Colour};
use wabe_rules::Seat;

impl Move {
    /// Start and end, as bits of the board.
    pub fn way(self) -> [u64; 2] {
        [self.from.bit(), self.to.bit()]
    }
}

impl Position {
    /// By level, the fields with a stone of this colour and number (1 to 3).
    #[inline(always)]
    pub fn stones(&self, colour: Colour, number: usize) -> [u64; 3] {
        self.towers.stones(colour, number)
    }

    /// By level, the fields on which more stones lie than that.
    #[inline(always)]
    pub fn covered(&self) -> [u64; 3] {
        [self.towers.higher(0), self.towers.higher(1), 0]
    }

    /// How many moves a colour has with stones on these fields, if nothing binds
    /// it.
    #[inline(always)]
    pub fn moves_from(&self, colour: Colour, fields: u64) -> u32 {
        let mut moves = 0;
        self.towers.for_each_walk(colour, |from, targets| {
            if from.bit() & fields != 0 {
                moves += targets.count_ones();
            }
        });
        moves
    }

    /// The fields with no stone.
    #[inline(always)]
    pub fn nothing(&self) -> u64 {
        self.towers.empty()
    }

    /// The fields that hold a stone of a colour.
    #[inline(always)]
    pub fn held_by(&self, colour: Colour) -> u64 {
        self.towers.held_by(colour)
    }

    /// The fields whose top stone has a colour.
    #[inline(always)]
    pub fn topped_by(&self, colour: Colour) -> u64 {
        self.towers.topped_by(colour)
    }
}

impl Ombagi {
    /// The colour of a seat: D, H, R from 0.
    #[inline(always)]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        self.colour(seat.index() as u8)
    }

    /// The goal fields of a colour.
    #[inline(always)]
    pub fn goals(&self, colour: Colour) -> u64 {
        self.goals[colour]
    }

    /// The rows of a colour, counted from its goal side.
    #[inline(always)]
    pub fn rows(&self, colour: Colour) -> &[u64; 7] {
        &self.rows[colour]
    }

    /// Whether all towers of a seat are finished (R8).
    #[inline(always)]
    pub fn has_built(&self, position: &Position, seat: Seat) -> bool {
        self.has_finished(&position.towers, self.colour_of(seat))
    }

    /// Whether covered numbers may not be looked at (R10).
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// The same position with other numbers: of the stones of `colour` on these
    /// places (field as a bit, level from 0), in order. `None` if a number may
    /// not lie where it is put (R2).
    pub fn renumbered(
        &self,
        position: &Position,
        colour: Colour,
        places: &[(u64, usize)],
        numbers: &[usize],
    ) -> Option<Position> {
        let mut changed = *position;
        for (&(field, level), &number) in places.iter().zip(numbers) {
            if number == 1 && level > 0 || number == 2 && level > 1 {
                return None;
            }
            changed.towers.renumber(colour, field, level, number);
        }
        Some(changed)
    }
}

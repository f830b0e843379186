//! What players may ask of a position beyond its rules.

use super::board::EDGE;
use super::moves::Flips;
use super::{Abalone, End, Move, Position};
use wabe_rules::Seat;

/// The hollows at the edge.
const RIM: u64 = EDGE[0] | EDGE[1] | EDGE[2] | EDGE[3] | EDGE[4] | EDGE[5];

impl Position {
    /// The marbles of a seat, a bit a hollow.
    #[inline(always)]
    pub fn marbles(&self, seat: Seat) -> u64 {
        self.marbles[seat.index() & 3]
    }

    /// How many marbles a side (named by its first seat) has pushed off.
    #[inline(always)]
    pub fn pushed_off(&self, side: Seat) -> u8 {
        self.off[side.index() & 3]
    }
}

impl Move {
    /// Whether a marble goes over the edge.
    #[inline(always)]
    pub fn pushes_off(self) -> bool {
        self.pushes() && Flips::of(self).push_off()
    }
}

impl Abalone {
    /// How many marbles win.
    pub fn goal(&self) -> u8 {
        self.push
    }

    /// Lists the moves that push a marble off.
    pub fn pushes_off(&self, position: &Position, out: &mut Vec<Move>) {
        if position.end == End::Open {
            let view = self.view(position, position.to.into());
            if view.others & RIM != 0 {
                view.pushes(out);
                out.retain(|action| action.pushes_off());
            }
        }
    }

    /// The legal move that has a number.
    pub fn move_with(&self, position: &Position, number: usize) -> Option<Move> {
        if position.end != End::Open {
            return None;
        }
        let action = Move::with_number(number)?;
        self.view(position, position.to.into()).allows(action).then_some(action)
    }

    /// The position as if the seat to act had not moved.
    pub fn passed(&self, position: &Position) -> Option<Position> {
        let to = self.next[usize::from(position.to)];
        (position.end == End::Open && self.can_act(position, to.into()))
            .then_some(Position { to, ..*position })
    }
}

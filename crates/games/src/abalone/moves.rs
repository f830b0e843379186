//! Moves of marbles, worked out for all marbles of a colour at once.
//!
//! For one direction, `back(set)` are the hollows whose next hollow lies in the
//! set. Chains of it answer every question of R4 to R6: `mine & back(team &
//! back(empty))` are the rear marbles of pairs that may move in line.

use super::board::{self, EDGE, Hollow, back, hollows, step};

/// An action of Abalone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The rear marble, or the end of a sideways group that sorts first.
    pub from: Hollow,
    /// Where to, as one of the six directions.
    pub direction: u8,
    /// Which marbles go.
    pub group: Group,
}

/// The marbles that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The rear marble and those in front of it (R4, R6).
    Line,
    /// Two or three side by side (R5): from the first end along this direction
    /// (0, 1 or 2, in which labels sort upwards), so many steps to the other
    /// end.
    Row {
        /// Along which direction the group lies.
        axis: u8,
        /// Steps from end to end, 1 or 2.
        length: i8,
    },
}

/// The marbles as the seat to act sees them.
#[derive(Clone, Copy)]
pub struct View {
    /// Its own.
    pub mine: u64,
    /// Its own and its partner's.
    pub team: u64,
    /// All others.
    pub others: u64,
}

impl View {
    fn empty(self) -> u64 {
        board::ALL & !(self.team | self.others)
    }

    /// Rear marbles that may move in line in a direction, pushing or not.
    #[inline]
    fn rears(self, d: usize) -> u64 {
        let before_empty = back(self.empty(), d);
        let single = self.team & before_empty;
        let pair = self.team & back(single, d);
        let triple = self.team & back(pair, d);
        let last = self.others & (before_empty | EDGE[d]);
        let pushing_one = self.team & back(last, d);
        let two_on_one = self.team & back(pushing_one, d);
        let three_on_one = self.team & back(two_on_one, d);
        let pushing_two = self.team & back(self.others & back(last, d), d);
        let three_on_two = self.team & back(self.team & back(pushing_two, d), d);
        self.mine & (single | pair | triple | two_on_one | three_on_one | three_on_two)
    }

    /// First ends of sideways pairs and triples along `axis` that may move in a
    /// direction (R5, F2: one end at least is the mover's own).
    #[inline]
    fn rows(self, d: usize, axis: usize) -> [u64; 2] {
        let able = self.team & back(self.empty(), d);
        let own = able & self.mine;
        let next = back(able, axis);
        let pairs = own & next | able & back(own, axis);
        let far = |set| back(back(set, axis), axis);
        let triples = next & (own & far(able) | able & far(own));
        [pairs, triples]
    }

    /// Whether any marble can move.
    pub fn can_move(self) -> bool {
        (0..6).any(|d| self.rears(d) != 0 || axes(d).any(|axis| self.rows(d, axis)[0] != 0))
    }

    /// All moves.
    pub fn moves(self, out: &mut Vec<Move>) {
        for d in 0..6 {
            let direction = d as u8;
            let line = |from| Move { from, direction, group: Group::Line };
            out.extend(hollows(self.rears(d)).map(line));
            for axis in axes(d) {
                for (set, length) in self.rows(d, axis).into_iter().zip(1..) {
                    let group = Group::Row { axis: axis as u8, length };
                    out.extend(hollows(set).map(|from| Move { from, direction, group }));
                }
            }
        }
    }

    /// How many moves there are.
    pub fn count(self) -> usize {
        let directions = 0..6;
        let count = |d| {
            let rows = axes(d).flat_map(|axis| self.rows(d, axis));
            self.rears(d).count_ones() + rows.map(u64::count_ones).sum::<u32>()
        };
        directions.map(count).sum::<u32>() as usize
    }
}

/// The axes across a direction.
fn axes(d: usize) -> impl Iterator<Item = usize> {
    (0..3).filter(move |axis| axis % 3 != d % 3)
}

impl Move {
    /// The marbles that change their hollow, given all marbles on the board,
    /// and whether the foremost goes over the edge.
    pub fn moved(self, all: u64) -> (u64, bool) {
        let d = usize::from(self.direction);
        match self.group {
            Group::Row { axis, length } => {
                let set =
                    (0..=length).fold(0, |set, n| set | self.from.along(axis.into(), n).bit());
                (set, false)
            }
            Group::Line => {
                let mut set = 0;
                let mut at = self.from.bit();
                while at & all != 0 {
                    set |= at;
                    at = step(at, d);
                }
                (set, at == 0)
            }
        }
    }
}

//! What the blockade rules (R5 to R7) ask of the player to move, and how they
//! go together (F2).

use super::towers::{Colour, Towers};
use super::{Move, Ombagi};
use crate::bits::{count_of, nth_bit, part_of};
use crate::board37::{Field, around, fields};

/// Room for every top stone of a player, of which there are at most twelve; a
/// power of two, so that a place in it needs no check.
const ROOM: usize = 16;

/// Moves of one player, by start field: the top stone there may go to any field
/// of a set.
#[derive(Clone, Copy)]
pub struct MoveSet {
    from: [Field; ROOM],
    /// Nothing beyond `len`. In rows of four, to be searched quickly.
    targets: [[u64; 4]; ROOM / 4],
    len: usize,
}

impl MoveSet {
    #[inline(always)]
    fn new() -> MoveSet {
        MoveSet { from: [Field::NOWHERE; ROOM], targets: [[0; 4]; ROOM / 4], len: 0 }
    }

    /// All moves of a colour that R3 and R4 allow.
    #[inline(always)]
    pub fn all(towers: &Towers, colour: Colour) -> MoveSet {
        let mut set = MoveSet::new();
        towers.for_each_walk(colour, |from, targets| set.add(from, targets));
        set
    }

    #[inline(always)]
    fn add(&mut self, from: Field, targets: u64) {
        self.from[self.len % ROOM] = from;
        self.targets.as_flattened_mut()[self.len % ROOM] = targets;
        self.len += 1;
    }

    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (Field, u64)> {
        let ways = self.from.iter().zip(self.targets.as_flattened());
        ways.take(self.len).map(|(&from, &targets)| (from, targets))
    }

    /// The rows that can have something.
    #[inline(always)]
    fn rows(&self) -> &[[u64; 4]; 3] {
        self.targets.first_chunk().expect("there are four")
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.rows().iter().map(count_of).sum()
    }

    pub fn is_empty(&self) -> bool {
        *self.rows() == [[0; 4]; 3]
    }

    /// The move at a place below [`count`](MoveSet::count).
    #[inline(always)]
    pub fn at(&self, place: u32) -> Move {
        let (row, place) = part_of(self.rows().each_ref().map(count_of), place);
        let (i, place) = part_of(self.rows()[row].map(|set| set.count_ones()), place);
        let to = Field::from_bit(nth_bit(self.rows()[row][i], place));
        Move { from: self.from[4 * row + i], to }
    }

    pub fn contains(&self, action: Move) -> bool {
        self.iter().any(|(from, targets)| from == action.from && targets & action.to.bit() != 0)
    }

    /// The moves for which `targets_left` leaves targets.
    fn filtered(&self, targets_left: impl Fn(Field, u64) -> u64) -> MoveSet {
        let mut set = MoveSet::new();
        for (from, targets) in self.iter() {
            set.add(from, targets_left(from, targets));
        }
        set
    }

    /// Adds the moves of another set, both filtered from the same.
    fn join(&mut self, other: &MoveSet) {
        let targets = self.targets.as_flattened_mut().iter_mut();
        targets.zip(other.targets.as_flattened()).for_each(|(targets, more)| *targets |= more);
    }
}

/// A free last 1 that can find no way out of its row (R6).
struct ShutIn {
    colour: Colour,
    one: Field,
    barrier: u64,
}

impl Ombagi {
    /// A quick look whether R5, R6 or R7 could ask anything of x. Mostly none
    /// does, and then all that follows here need not be worked out. (Hardly a
    /// branch: the processor would often guess wrongly.)
    #[inline(always)]
    pub(super) fn may_bind(&self, towers: &Towers, x: Colour) -> bool {
        let mut may_bind = false;
        for p in 0..self.players {
            may_bind |= (self.goals[p] & !towers.full()).count_ones() <= 1;
            if p != x {
                may_bind |= self.is_offside(towers, x, p) | self.may_be_shut_in(towers, p);
            }
        }
        may_bind
    }

    /// Whether R5 asks something of x: looking from behind, a stone of p that x
    /// blocks comes before the first free one.
    #[inline(always)]
    fn is_offside(&self, towers: &Towers, x: Colour, p: Colour) -> bool {
        let blocked = towers.topped_by(x) & towers.held_by(p);
        let free = towers.topped_by(p);
        let last = self.last_row(p, blocked | free);
        (blocked != 0) & (self.rows[p][last] & free == 0)
    }

    /// Whether p's stones in its last row are a free 1 with no empty field
    /// before it.
    #[inline(always)]
    fn may_be_shut_in(&self, towers: &Towers, p: Colour) -> bool {
        let all = towers.held_by(p);
        let last = self.last_row(p, all);
        let last_stones = all & self.rows[p][last];
        let others = last_stones & !(towers.ones_of(p) & towers.topped_by(p));
        let before = around(last_stones) & self.rows[p][last.saturating_sub(1)];
        (others == 0) & (before & towers.empty() == 0)
    }

    /// The row furthest from p's goal in which the set has a field: so many rows
    /// but the first have one, there or further behind.
    #[inline(always)]
    fn last_row(&self, p: Colour, set: u64) -> usize {
        self.from_row[p][1..].iter().map(|fields| usize::from(set & fields != 0)).sum()
    }

    /// Leaves of all moves those that R5 to R7 allow, as F2 puts them together.
    #[cold]
    pub(super) fn bind(&self, towers: &Towers, x: Colour, moves: &mut MoveSet) {
        self.ban(towers, x, moves);
        let mut obeying = self.lifting(towers, x, moves);
        for p in self.opponents(x) {
            if let Some(shut) = self.shut_in(towers, p) {
                obeying.join(&self.opening(towers, x, shut, moves));
            }
        }
        let held = self.banned(towers, x);
        if held != 0 {
            obeying.join(&self.yielding(held, moves));
        }
        if !obeying.is_empty() {
            *moves = obeying;
        }
    }

    /// R7's bans, unless they leave nothing (F2).
    fn ban(&self, towers: &Towers, x: Colour, moves: &mut MoveSet) {
        let banned = self.banned(towers, x);
        if banned == 0 {
            return;
        }
        let left = moves.filtered(|_, targets| targets & !banned);
        if !left.is_empty() {
            *moves = left;
        }
    }

    /// What R7's bans leave.
    pub(super) fn after_bans(&self, towers: &Towers, x: Colour) -> MoveSet {
        let mut moves = MoveSet::all(towers, x);
        self.ban(towers, x, &mut moves);
        moves
    }

    /// R5: the moves that lift a blockade a player cannot live with.
    pub(super) fn lifting(&self, towers: &Towers, x: Colour, moves: &MoveSet) -> MoveSet {
        let offside = self.offside(towers, x);
        moves.filtered(|from, targets| match offside & from.bit() {
            0 => 0,
            _ => targets & !from.bit(),
        })
    }

    /// R5: the fields on which x blocks a stone of somebody who has no free
    /// stone in that row or behind.
    pub(super) fn offside(&self, towers: &Towers, x: Colour) -> u64 {
        self.opponents(x).fold(0, |all, p| {
            let free = towers.topped_by(p);
            let furthest = (0..7).rev().find(|&row| free & self.rows[p][row] != 0);
            let first = furthest.map_or(0, |row| row + 1);
            let beyond = self.rows[p][first..].iter().fold(0, |set, row| set | row);
            all | towers.topped_by(x) & towers.held_by(p) & beyond
        })
    }

    /// R6: the moves that open a way for p's shut-in last 1, or else clear the
    /// barrier.
    fn opening(&self, towers: &Towers, x: Colour, shut: ShutIn, moves: &MoveSet) -> MoveSet {
        let opens = |from: Field, to: Field| {
            let mut after = *towers;
            after.carry(x, from, to);
            self.has_way(&after, shut.colour, shut.one)
        };
        let opening = moves.filtered(|from, targets| {
            let opening = fields(targets).filter(|&to| opens(from, to));
            opening.fold(0, |set, to| set | to.bit())
        });
        if !opening.is_empty() {
            return opening;
        }
        let held = shut.barrier & towers.topped_by(x);
        moves.filtered(|from, targets| match held & from.bit() {
            0 => 0,
            _ => targets & !(shut.barrier | shut.one.bit()),
        })
    }

    /// Whether an opponent's last 1 counts as blocked.
    pub(super) fn shuts_somebody_in(&self, towers: &Towers, x: Colour) -> bool {
        self.opponents(x).any(|p| self.shut_in(towers, p).is_some())
    }

    /// R6: p's last 1, if it counts as blocked.
    fn shut_in(&self, towers: &Towers, p: Colour) -> Option<ShutIn> {
        let all = towers.held_by(p);
        let last = self.last_row(p, all);
        let row = self.rows[p][last];
        if last == 0 || towers.count(p, row) != 1 {
            return None;
        }
        let one = Field::of(all & row & towers.ones_of(p) & towers.topped_by(p))?;
        if self.has_way(towers, p, one) {
            return None;
        }
        let reach = self.reach_in_row(towers, row, one);
        let barrier = around(reach) & self.rows[p][last - 1] & !towers.empty();
        (all & barrier == 0).then_some(ShutIn { colour: p, one, barrier })
    }

    /// Whether a 1 of p on this field is free and can leave its row towards
    /// the goal.
    fn has_way(&self, towers: &Towers, p: Colour, one: Field) -> bool {
        if towers.topped_by(p) & one.bit() == 0 {
            return false;
        }
        let Some(last) = (0..7).find(|&row| self.rows[p][row] & one.bit() != 0) else {
            return false;
        };
        let reach = self.reach_in_row(towers, self.rows[p][last], one);
        let nearer = self.rows[p][..last].iter().fold(0, |set, row| set | row);
        (around(reach) | towers.jumps(reach)) & nearer & towers.empty() != 0
    }

    /// The fields of a row a 1 can come to by steps and jumps inside the row.
    fn reach_in_row(&self, towers: &Towers, row: u64, one: Field) -> u64 {
        let open = row & towers.empty();
        let mut reach = one.bit();
        loop {
            let more = reach | (around(reach) | towers.jumps(reach)) & open;
            if more == reach {
                return reach;
            }
            reach = more;
        }
    }

    /// R7: the fields on which x may not end a move.
    pub(super) fn banned(&self, towers: &Towers, x: Colour) -> u64 {
        match self.edition_1981 {
            true => self.opposing_goals_to_leave(towers, x),
            false => self.opponents(x).fold(0, |all, p| all | self.last_needs(towers, p)),
        }
    }

    /// R7: the moves that leave what x may not hold.
    fn yielding(&self, held: u64, moves: &MoveSet) -> MoveSet {
        moves.filtered(|from, targets| match held & from.bit() {
            0 => 0,
            _ if self.edition_1981 => targets & !held,
            _ => targets & !from.bit(),
        })
    }

    /// Edition 1986: the field of p's last 1 and its last goal field, once all
    /// other towers of p are finished.
    fn last_needs(&self, towers: &Towers, p: Colour) -> u64 {
        let open = self.goals[p] & !towers.finished_by(p);
        match open.count_ones() {
            1 => open | towers.ones_of(p) & !(self.goals[p] & towers.finished_by(p)),
            _ => 0,
        }
    }

    /// Edition 1981: the goals of all opponents, once x has finished all its
    /// towers but one.
    fn opposing_goals_to_leave(&self, towers: &Towers, x: Colour) -> u64 {
        let open = self.goals[x] & !towers.finished_by(x);
        match open.count_ones() {
            1 => self.opponents(x).fold(0, |all, p| all | self.goals[p]),
            _ => 0,
        }
    }

    #[inline(always)]
    fn opponents(&self, x: Colour) -> impl Iterator<Item = Colour> {
        (0..self.players).filter(move |&p| p != x)
    }
}

//! What the blockade rules (R5 to R7) ask of the player to move, and how they
//! go together (F2).

use super::Ombagi;
use super::towers::{Colour, Towers};
use crate::board37::{Field, around, fields};

/// The moves of one top stone: from a field to any field of a set.
pub type Ways = (Field, u64);

/// Enough for every top stone of a player.
pub const MOST_STONES: usize = 12;

/// Moves of one player, by start field.
#[derive(Clone, Copy)]
pub struct MoveSet {
    ways: [Ways; MOST_STONES],
    len: usize,
}

impl MoveSet {
    fn new() -> MoveSet {
        MoveSet { ways: [(Field::from_index(0), 0); MOST_STONES], len: 0 }
    }

    /// All moves of a colour that R3 and R4 allow.
    pub fn all(towers: &Towers, colour: Colour) -> MoveSet {
        let mut set = MoveSet::new();
        for from in fields(towers.topped_by(colour)) {
            set.add(from, towers.targets(from));
        }
        set
    }

    fn add(&mut self, from: Field, targets: u64) {
        if targets != 0 {
            self.ways[self.len] = (from, targets);
            self.len += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = Ways> {
        self.ways[..self.len].iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn contains(&self, from: Field, to: Field) -> bool {
        self.iter().any(|(start, targets)| start == from && targets & to.bit() != 0)
    }

    /// The moves for which `targets_left` leaves targets.
    fn filtered(&self, targets_left: impl Fn(Field, u64) -> u64) -> MoveSet {
        let mut set = MoveSet::new();
        for (from, targets) in self.iter() {
            set.add(from, targets_left(from, targets));
        }
        set
    }

    /// The moves that are in this set or in the other, both taken from `all`.
    fn union(&self, other: &MoveSet, all: &MoveSet) -> MoveSet {
        let of = |set: &MoveSet, from: Field| {
            set.iter().find(|way| way.0 == from).map_or(0, |way| way.1)
        };
        all.filtered(|from, _| of(self, from) | of(other, from))
    }
}

/// A free last 1 that can find no way out of its row (R6).
struct ShutIn {
    colour: Colour,
    one: Field,
    barrier: u64,
}

impl Ombagi {
    /// The legal moves of a colour while the blockade rules hold.
    pub(super) fn bound_moves(&self, towers: &Towers, x: Colour) -> MoveSet {
        let left = self.after_bans(towers, x);
        let lifting = self.lifting(towers, x, &left);
        let mut obeying = lifting;
        for p in self.opponents(x) {
            obeying = obeying.union(&self.opening(towers, x, p, &left), &left);
        }
        obeying = obeying.union(&self.yielding(towers, x, &left), &left);
        if obeying.is_empty() { left } else { obeying }
    }

    /// R7's bans, unless they leave nothing (F2).
    pub(super) fn after_bans(&self, towers: &Towers, x: Colour) -> MoveSet {
        let all = MoveSet::all(towers, x);
        let banned = self.banned(towers, x);
        let left = all.filtered(|_, targets| targets & !banned);
        if left.is_empty() { all } else { left }
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
    fn opening(&self, towers: &Towers, x: Colour, p: Colour, moves: &MoveSet) -> MoveSet {
        let Some(shut) = self.shut_in(towers, p) else {
            return MoveSet::new();
        };
        let opens = |from: Field, to: Field| {
            let mut after = *towers;
            after.carry(from, to);
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

    /// R6: p's last 1, if it counts as blocked.
    fn shut_in(&self, towers: &Towers, p: Colour) -> Option<ShutIn> {
        let all = towers.held_by(p);
        let last = (1..7).rev().find(|&row| all & self.rows[p][row] != 0)?;
        let row = self.rows[p][last];
        if towers.count(p, row) != 1 {
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
    fn yielding(&self, towers: &Towers, x: Colour, moves: &MoveSet) -> MoveSet {
        let held = self.banned(towers, x);
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

    fn opponents(&self, x: Colour) -> impl Iterator<Item = Colour> {
        (0..self.players).filter(move |&p| p != x)
    }
}

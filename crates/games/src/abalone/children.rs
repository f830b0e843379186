//! All positions after one move of two players, one after the other, without a
//! list of moves: the moves of one kind and direction differ only in the place,
//! so each child is a few flipped bits away from its parent.

use super::board::{ALL, HOLLOWS, TURNS};
use super::moves::{AXES, View};
use super::{Abalone, End, Position};

/// The set turned `n` steps in direction `D`, where nothing leaves the board.
#[inline(always)]
fn turned<const D: usize>(set: u64, n: u32) -> u64 {
    let turn = TURNS[D] * n % HOLLOWS as u32;
    (set << turn | set >> (HOLLOWS as u32 - turn)) & ALL
}

/// The same along an axis that is known only as a number.
#[inline(always)]
fn turned_along(axis: usize, set: u64) -> u64 {
    match axis {
        0 => turned::<0>(set, 1),
        1 => turned::<1>(set, 1),
        _ => turned::<2>(set, 1),
    }
}

impl Abalone {
    /// Whether a position has two players and nothing but a push, or a side
    /// that cannot move, makes a move end the game or skip a seat.
    #[inline(always)]
    pub(super) fn is_ordinary(&self, position: &Position) -> bool {
        let before_limit = position.ply.saturating_add(1) < self.limit;
        self.players == 2 && position.end == End::Open && before_limit
    }

    /// The position with the next seat to act, marbles unmoved.
    #[inline(always)]
    pub(super) fn next_turn(&self, position: &Position) -> Position {
        let to = self.next[usize::from(position.to) & 3];
        Position { ply: position.ply + 1, to, ..*position }
    }

    /// Shows every child of an ordinary position after a move that pushes
    /// nothing.
    #[inline(always)]
    pub(super) fn quiet_children(&self, position: &Position, see: &mut impl FnMut(&Position)) {
        let seat = usize::from(position.to);
        let view = self.view(position, seat);
        let mut child = self.next_turn(position);
        self.children_towards::<0>(view, seat, &mut child, see);
        self.children_towards::<1>(view, seat, &mut child, see);
        self.children_towards::<2>(view, seat, &mut child, see);
        self.children_towards::<3>(view, seat, &mut child, see);
        self.children_towards::<4>(view, seat, &mut child, see);
        self.children_towards::<5>(view, seat, &mut child, see);
    }

    /// Shows every child in direction `D`. `child` is the parent with the next
    /// seat to act; `seat` is the one that moves.
    #[inline(always)]
    fn children_towards<const D: usize>(
        &self,
        view: View,
        seat: usize,
        child: &mut Position,
        see: &mut impl FnMut(&Position),
    ) {
        let View { mine, others, .. } = view;
        let lines = view.lines(D);
        let pushes = lines.one | lines.two;
        let mut show = |moved: u64| {
            child.marbles[seat & 1] = mine ^ moved;
            if View::can_surely_move(others, ALL & !(others | mine ^ moved)) {
                see(child);
            } else {
                see(&self.settled(*child));
            }
        };
        let quiet = lines.all & !pushes;
        let (pairs, triples) = (lines.pairs & quiet, lines.triples & quiet);
        each_bit(quiet & !pairs & !triples, |rear| show(rear | turned::<D>(rear, 1)));
        each_bit(pairs, |rear| show(rear | turned::<D>(rear, 2)));
        each_bit(triples, |rear| show(rear | turned::<D>(rear, 3)));
        let [_, rows @ ..] = view.sets_of::<false>(D);
        for (n, set) in rows.into_iter().enumerate() {
            each_bit(set, |first| {
                let second = turned_along(AXES[D][n / 2], first);
                let third = if n % 2 == 1 { turned_along(AXES[D][n / 2], second) } else { 0 };
                let group = first | second | third;
                show(group ^ turned::<D>(group, 1));
            });
        }
    }
}

/// Calls with each bit of the set by itself.
#[inline(always)]
fn each_bit(mut set: u64, mut each: impl FnMut(u64)) {
    while set != 0 {
        let rest = set & (set - 1);
        each(set ^ rest);
        set = rest;
    }
}

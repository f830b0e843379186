//! The moves of Die Zange once all stones have been put down, quickly.
//!
//! This is the game's own logic once more, on two plain sets; the tests and the
//! check compare it with the game.

use wabe_games::board37::{BOARD, CORNERS, around, before, shift, slide};

/// How near the third phase is (R7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Season {
    /// Both have more than two stones.
    Far,
    /// This turn and so many less one are ordinary, then it begins.
    After(u8),
    /// It has begun.
    On,
}

/// Late rules in force in the third phase (R8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Late {
    pub corners: bool,
    pub triple: bool,
}

/// A position: the stones of the seat to act and of the other, and the moves it
/// has made in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    pub own: u64,
    pub other: u64,
    pub made: u8,
    pub season: Season,
}

/// What an action leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Won,
    Lost,
    Drawn,
    /// The game goes on; whether the same seat acts, and whether the stones are
    /// all there.
    Goes {
        to: Stand,
        same_seat: bool,
        quiet: bool,
    },
}

/// A side with fewer stones has lost.
const LEAST: u32 = 2;

impl Season {
    #[inline(always)]
    fn next_turn(self) -> Season {
        match self {
            Season::After(1) => Season::On,
            Season::After(turns) => Season::After(turns - 1),
            season => season,
        }
    }
}

impl Late {
    /// How many moves a turn has.
    #[inline(always)]
    pub fn moves(self, season: Season) -> u8 {
        match season {
            Season::On if self.triple => 3,
            Season::On => 2,
            _ => 1,
        }
    }

    #[inline(always)]
    pub fn closed(self, season: Season) -> bool {
        self.corners && season == Season::On
    }
}

/// What an own stone on a field captures (R4).
#[inline(always)]
pub(super) fn caught(own: u64, other: u64, field: u64) -> u64 {
    let mut all = 0;
    for d in 0..6 {
        all |= slide(field, d) & before(own, d);
    }
    all & other
}

/// The fields between two of the other's stones: the pincers (R5).
#[inline(always)]
fn pinches(other: u64) -> u64 {
    let mut all = 0;
    for d in 0..3 {
        all |= slide(other, d) & before(other, d);
    }
    all
}

/// Whether an own stone on a field stands in the pincers.
#[inline(always)]
pub(super) fn is_pinched(other: u64, field: u64) -> bool {
    pinches(other) & field != 0
}

/// Where a stone may go from a field: steps, and jumps over one stone (R3).
#[inline(always)]
pub(super) fn targets(from: u64, all: u64) -> u64 {
    let empty = BOARD & !all;
    let mut jumps = 0;
    for d in 0..6 {
        jumps |= shift(shift(from, d) & all, d);
    }
    (around(from) | jumps) & empty
}

/// Corners among the targets that may be entered: by captures only (R8).
#[cold]
fn open_corners(own: u64, other: u64, from: u64, mut corners: u64) -> u64 {
    let mut open = 0;
    while corners != 0 {
        let corner = corners & corners.wrapping_neg();
        corners ^= corner;
        if caught(own ^ from, other, corner) != 0 {
            open |= corner;
        }
    }
    open
}

/// Where a stone of the seat to act may go.
#[inline(always)]
fn legal_targets(own: u64, other: u64, from: u64, closed: bool) -> u64 {
    let targets = targets(from, own | other);
    match closed && targets & CORNERS != 0 {
        true => targets & !CORNERS | open_corners(own, other, from, targets & CORNERS),
        false => targets,
    }
}

#[inline(always)]
pub(super) fn can_move(own: u64, other: u64, closed: bool) -> bool {
    let steps = around(own) & BOARD & !(own | other);
    steps & !if closed { CORNERS } else { 0 } != 0 || can_only_just_move(own, other, closed)
}

#[cold]
fn can_only_just_move(own: u64, other: u64, closed: bool) -> bool {
    let mut left = own;
    while left != 0 {
        let from = left & left.wrapping_neg();
        left ^= from;
        if legal_targets(own, other, from, closed) != 0 {
            return true;
        }
    }
    false
}

impl Stand {
    #[inline(always)]
    pub fn can_move(&self, late: Late) -> bool {
        can_move(self.own, self.other, late.closed(self.season))
    }

    /// The other's turn.
    #[inline(always)]
    pub fn next_turn(self) -> Stand {
        Stand { own: self.other, other: self.own, made: 0, season: self.season.next_turn() }
    }

    /// Who acts after all, if somebody can (F4). `same_seat` says whether the
    /// seat to act here is the one that acted last.
    #[inline(always)]
    fn settled(self, same_seat: bool, quiet: bool, late: Late) -> Next {
        match self.can_move(late) {
            true => Next::Goes { to: self, same_seat, quiet },
            false => self.passed(same_seat, quiet, late),
        }
    }

    #[cold]
    fn passed(mut self, mut same_seat: bool, quiet: bool, late: Late) -> Next {
        if self.made > 0 {
            self = self.next_turn();
            same_seat = !same_seat;
            if self.can_move(late) {
                return Next::Goes { to: self, same_seat, quiet };
            }
        }
        let to = self.next_turn();
        match to.can_move(late) {
            true => Next::Goes { to, same_seat: !same_seat, quiet },
            false => Next::Drawn,
        }
    }

    /// What passing leads to, where one may.
    pub fn pass(self, late: Late) -> Option<Next> {
        (self.made > 0).then(|| self.next_turn().settled(false, true, late))
    }

    /// What a move leads to.
    #[inline(always)]
    pub fn go(self, from: u64, to: u64, late: Late) -> Next {
        let mut own = self.own ^ from ^ to;
        let (mut other, mut season) = (self.other, self.season);
        let caught = caught(own, other, to);
        other &= !caught;
        if caught != 0 && other.count_ones() < LEAST {
            return Next::Won;
        }
        let pinched = is_pinched(other, to);
        if pinched {
            own &= !to;
            if own.count_ones() < LEAST {
                return Next::Lost;
            }
        }
        let quiet = caught == 0 && !pinched;
        if !quiet && season == Season::Far {
            // F2: who falls in its own turn has the opponent's turn before the count.
            if other.count_ones() <= 2 {
                season = Season::After(3);
            } else if own.count_ones() <= 2 {
                season = Season::After(4);
            }
        }
        let moved = Stand { own, other, made: self.made + 1, season };
        match moved.made >= late.moves(season) {
            true => moved.next_turn().settled(false, quiet, late),
            false => moved.settled(true, quiet, late),
        }
    }

    /// Where an own stone may go.
    #[inline(always)]
    pub fn targets(self, from: u64, late: Late) -> u64 {
        legal_targets(self.own, self.other, from, late.closed(self.season))
    }

    /// Where the stone from a field would catch or be caught.
    #[inline(always)]
    pub fn loud(self, from: u64) -> u64 {
        let own = self.own ^ from;
        let mut loud = 0;
        for d in 0..6 {
            loud |= before(self.other & before(own, d), d);
        }
        loud | pinches(self.other)
    }
}

/// The stones of a side that may have moved last, if nothing was captured.
#[inline(always)]
pub(super) fn quiet_movers(side: u64, opposite: u64, closed: bool) -> u64 {
    let mut loud = pinches(opposite);
    for d in 0..6 {
        loud |= before(opposite & before(side, d), d);
    }
    side & !loud & !if closed { CORNERS } else { 0 }
}

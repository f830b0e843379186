//! Solving all positions of a score, both ways round.
//!
//! Values are numbers that grow with how good a position is for the seat to act:
//! n for a loss in n actions, 255 - n for a win, 128 for what is not known to be
//! either. They are made better until nothing changes. A value only ever moves
//! away from 128, and the new value of a position never moves back when those
//! behind it move on; so the order of the work makes no difference to what comes
//! out, and what has not moved in the end is drawn.

use super::groups::{Groups, Member, Milled};
use super::placements::Placements;
use crate::engine::in_parts;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// Not known to be won or lost.
pub(super) const OPEN: u8 = 128;
/// Worse than anything: no move at all.
const NOTHING: u8 = 0;

/// What a position is worth to who moved there, by what it is to the other.
#[inline(always)]
pub(super) fn before(value: u8) -> u8 {
    match value {
        0..OPEN => 254 - value,
        OPEN => OPEN,
        _ => (256 - u16::from(value)) as u8,
    }
}

/// The values behind moves that score: by whose mills count, of each entry.
/// `None` where the game is over then.
pub(super) struct Later<'a> {
    /// Behind own, other, both: the values of the positions of the other side.
    pub values: [Option<&'a (dyn Fn(usize) -> u8 + Sync)>; 3],
}

impl Later<'_> {
    /// What it is worth to score so on the way to an entry.
    #[inline]
    pub fn worth(&self, scores: [bool; 2], entry: usize) -> Option<u8> {
        let which = match scores {
            [false, false] => return None,
            [true, false] => 0,
            [false, true] => 1,
            [true, true] => 2,
        };
        Some(match self.values[which] {
            Some(value) => before(value(entry)),
            // Who moves wins if both would (F4), so only the other's mill loses.
            None if scores[0] && self.ends_by_own() => 254,
            None => 1,
        })
    }

    fn ends_by_own(&self) -> bool {
        self.values[0].is_none()
    }
}

/// All positions in which the seat to act has one score and the other another.
pub(super) struct Half {
    /// The value of each entry: its pair is banned.
    pub values: Vec<AtomicU8>,
    /// What moving the pair of the entry brings.
    moved: Vec<AtomicU8>,
    /// The best that moves which score bring: that does not change.
    scoring: Vec<u8>,
    /// Groups in which a target has changed.
    stale_groups: Vec<AtomicBool>,
    /// Placements in which a move has changed.
    stale_slots: Vec<AtomicBool>,
}

pub(super) struct Board<'a> {
    pub placements: &'a Placements,
    pub groups: &'a Groups,
    pub threads: usize,
}

fn fresh<T>(len: usize, make: impl Fn() -> T) -> Vec<T> {
    (0..len).map(|_| make()).collect()
}

impl Half {
    pub fn new(board: &Board, later: &Later) -> Half {
        let entries = board.placements.entries();
        let slots = board.placements.slots().len();
        Half {
            values: fresh(entries, || AtomicU8::new(OPEN)),
            moved: fresh(entries, || AtomicU8::new(NOTHING)),
            scoring: board.scoring(later),
            stale_groups: fresh(board.groups.len(), || AtomicBool::new(true)),
            stale_slots: fresh(slots, || AtomicBool::new(true)),
        }
    }

    pub fn values(&self) -> Vec<u8> {
        self.values.iter().map(|value| value.load(Relaxed)).collect()
    }
}

/// The smallest of some numbers, which it is, and the smallest without it.
#[derive(Clone, Copy)]
struct Least {
    least: u8,
    second: u8,
}

impl Least {
    const NONE: Least = Least { least: u8::MAX, second: u8::MAX };

    #[inline(always)]
    fn with(self, value: u8) -> Least {
        Least { least: self.least.min(value), second: self.second.min(self.least.max(value)) }
    }

    /// The smallest if one that has this value is left out.
    #[inline(always)]
    fn without(self, value: u8) -> u8 {
        if value == self.least { self.second } else { self.least }
    }
}

/// What the worst position of the other is worth; nothing if there is none.
#[inline(always)]
fn reached(least: u8) -> u8 {
    if least == u8::MAX { NOTHING } else { before(least) }
}

impl Board<'_> {
    /// For each entry the best move that scores.
    fn scoring(&self, later: &Later) -> Vec<u8> {
        let best = fresh(self.placements.entries(), || AtomicU8::new(NOTHING));
        in_parts(
            self.threads,
            self.groups.len(),
            256,
            || (),
            |_, groups| {
                for group in groups {
                    let (members, kinds) = self.groups.milled(group);
                    let from = |source: Option<usize>| {
                        let kind = source.map(|source| kinds[source]);
                        let others = (0..members.len()).filter(|&target| Some(target) != source);
                        let worth = others.filter_map(|target| {
                            later
                                .worth(kinds[target].scores_from(kind), members[target].to as usize)
                        });
                        worth.max().unwrap_or(NOTHING)
                    };
                    for (source, member) in members.iter().enumerate() {
                        best[member.from as usize].store(from(Some(source)), Relaxed);
                    }
                    let plain = from(None);
                    for member in self.groups.plain(group) {
                        best[member.from as usize].store(plain, Relaxed);
                    }
                }
            },
        );
        best.into_iter().map(AtomicU8::into_inner).collect()
    }

    /// Makes the values of one half better by those of the other; whether any
    /// changed.
    pub fn improve(&self, half: &Half, other: &Half) -> bool {
        in_parts(
            self.threads,
            self.groups.len(),
            256,
            || (),
            |_, groups| {
                for group in groups {
                    if half.stale_groups[group].swap(false, Relaxed) {
                        self.improve_group(group, half, other);
                    }
                }
            },
        );
        let slots = self.placements.slots();
        let changed = in_parts(
            self.threads,
            slots.len(),
            4096,
            || false,
            |changed, range| {
                for at in range {
                    if half.stale_slots[at].swap(false, Relaxed) {
                        *changed |= self.improve_slot(at, half, other);
                    }
                }
            },
        );
        changed.contains(&true)
    }

    #[inline]
    fn improve_group(&self, group: usize, half: &Half, other: &Half) {
        let value = |member: &Member| other.values[member.to as usize].load(Relaxed);
        let plain = self.groups.plain(group);
        let least = plain.iter().fold(Least::NONE, |least, member| least.with(value(member)));
        for member in plain {
            self.set_moved(half, member, reached(least.without(value(member))));
        }
        let (members, kinds) = self.groups.milled(group);
        for (source, member) in members.iter().enumerate() {
            let quiet = quiet_from(source, kinds).map(|target| value(&members[target]));
            let least = quiet.fold(least.least, u8::min);
            self.set_moved(half, member, reached(least));
        }
    }

    #[inline(always)]
    fn set_moved(&self, half: &Half, member: &Member, worth: u8) {
        let from = member.from as usize;
        let worth = worth.max(half.scoring[from]);
        if half.moved[from].load(Relaxed) != worth {
            half.moved[from].store(worth, Relaxed);
            half.stale_slots[self.groups.slot_of(from)].store(true, Relaxed);
        }
    }

    /// The value with a pair banned is the best of the others.
    #[inline]
    fn improve_slot(&self, at: usize, half: &Half, other: &Half) -> bool {
        let entries = self.placements.entries_of(self.placements.slots()[at]);
        let moved = |entry: usize| half.moved[entry].load(Relaxed);
        // The best of all but one: as the least, upside down.
        let best = entries.clone().fold(Least::NONE, |best, entry| best.with(!moved(entry)));
        let alone = entries.len() == 1;
        let mut changed = false;
        for entry in entries {
            let value = if alone { moved(entry) } else { !best.without(!moved(entry)) };
            if half.values[entry].load(Relaxed) != value {
                half.values[entry].store(value, Relaxed);
                other.stale_groups[self.groups.of_target(entry)].store(true, Relaxed);
                changed = true;
            }
        }
        changed
    }
}

/// The members with a mill to which a move from one of them does not score.
#[inline(always)]
pub(super) fn quiet_from(source: usize, kinds: &[Milled]) -> impl Iterator<Item = usize> + '_ {
    let targets = (0..kinds.len()).filter(move |&target| target != source);
    targets.filter(move |&target| kinds[target].scores_from(Some(kinds[source])) == [false; 2])
}

//! Ranking the draws: who is more likely to err?
//!
//! In a drawn position nobody can force a win, but a player can ask the other
//! questions. Suppose that each player finds the best action three times out of
//! four, and else takes any. The result to be expected then, from -1 to 1 for the
//! seat to act, is its *chance*: won and lost positions count 1 and -1, and a few
//! rounds of expectation carry that back to the draws. It is the same for both
//! seats but for its sign, so the action with the best chances is simply the one
//! after which the other's are worst.

use super::groups::Member;
use super::solving::{Board, OPEN, quiet_from};
use crate::engine::in_parts;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How often a player takes any action instead of the best.
const ERRORS: f32 = 0.25;
/// How many actions ahead chances are carried within a score.
const ROUNDS: usize = 8;

/// A number that several threads may write, each its own.
struct Cell(AtomicU32);

impl Cell {
    fn new(value: f32) -> Cell {
        Cell(AtomicU32::new(value.to_bits()))
    }

    #[inline(always)]
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    #[inline(always)]
    fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
}

fn cells(len: usize) -> Vec<Cell> {
    (0..len).map(|_| Cell::new(0.0)).collect()
}

/// The chance of a value that is decided.
pub(super) fn decided(value: u8) -> Option<f32> {
    match value {
        OPEN => None,
        0..OPEN => Some(-1.0),
        _ => Some(1.0),
    }
}

/// The best of some chances, and all of them together.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub best: f32,
    pub sum: f32,
    pub count: u32,
}

impl Tally {
    pub const NONE: Tally = Tally { best: f32::NEG_INFINITY, sum: 0.0, count: 0 };

    #[inline(always)]
    pub fn with(self, chance: f32) -> Tally {
        Tally { best: self.best.max(chance), sum: self.sum + chance, count: self.count + 1 }
    }

    #[inline(always)]
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            best: self.best.max(other.best),
            sum: self.sum + other.sum,
            count: self.count + other.count,
        }
    }

    /// What is to be expected of who sometimes errs.
    #[inline(always)]
    pub fn expected(self) -> f32 {
        (1.0 - ERRORS) * self.best + ERRORS * self.sum / self.count as f32
    }
}

/// The chances behind moves that score, as `Later` has the values: those of the
/// seat that moves.
pub(super) type LaterChance<'a> = &'a (dyn Fn([bool; 2], usize) -> f32 + Sync);

/// The chances of one half.
pub(super) struct Chances {
    chance: Vec<Cell>,
    /// Best and sum of what moving the pair of the entry brings.
    best: Vec<Cell>,
    sum: Vec<Cell>,
    /// The same of the moves that score.
    scoring: Vec<Tally>,
}

impl Chances {
    pub fn new(board: &Board, values: &[u8], later: LaterChance) -> Chances {
        let entries = board.placements.entries();
        let chance = values.iter().map(|&value| Cell::new(decided(value).unwrap_or(0.0)));
        Chances {
            chance: chance.collect(),
            best: cells(entries),
            sum: cells(entries),
            scoring: board.scoring_chances(later),
        }
    }

    pub fn of(&self, entry: usize) -> f32 {
        self.chance[entry].get()
    }
}

/// Finds the chances of both halves (which may be one and the same).
pub(super) fn find(board: &Board, halves: &[Chances], values: &[Vec<u8>]) {
    for _ in 0..ROUNDS {
        for half in 0..halves.len() {
            let other = halves.len() - 1 - half;
            board.expect(&halves[half], &halves[other], &values[half]);
        }
    }
}

impl Board<'_> {
    fn scoring_chances(&self, later: LaterChance) -> Vec<Tally> {
        let parts = in_parts(self.threads, self.groups.len(), 256, Vec::new, |found, groups| {
            for group in groups {
                let (members, kinds) = self.groups.milled(group);
                let from = |source: Option<usize>| {
                    let kind = source.map(|source| kinds[source]);
                    let others = (0..members.len()).filter(|&target| Some(target) != source);
                    others.fold(Tally::NONE, |tally, target| {
                        match kinds[target].scores_from(kind) {
                            [false, false] => tally,
                            scores => tally.with(later(scores, members[target].to as usize)),
                        }
                    })
                };
                for (source, member) in members.iter().enumerate() {
                    found.push((member.from, from(Some(source))));
                }
                if !members.is_empty() {
                    let plain = from(None);
                    found
                        .extend(self.groups.plain(group).iter().map(|member| (member.from, plain)));
                }
            }
        });
        let mut all = vec![Tally::NONE; self.placements.entries()];
        for (entry, tally) in parts.into_iter().flatten() {
            all[entry as usize] = tally;
        }
        all
    }

    fn expect(&self, half: &Chances, other: &Chances, values: &[u8]) {
        in_parts(
            self.threads,
            self.groups.len(),
            256,
            || (),
            |_, groups| {
                for group in groups {
                    self.expect_group(group, half, other);
                }
            },
        );
        let slots = self.placements.slots();
        in_parts(
            self.threads,
            slots.len(),
            4096,
            || (),
            |_, range| {
                for at in range {
                    self.expect_slot(at, half, values);
                }
            },
        );
    }

    fn expect_group(&self, group: usize, half: &Chances, other: &Chances) {
        let chance = |member: &Member| -other.chance[member.to as usize].get();
        let plain = self.groups.plain(group);
        let (mut best, mut second, mut sum) = (f32::NEG_INFINITY, f32::NEG_INFINITY, 0.0);
        for member in plain {
            let chance = chance(member);
            second = second.max(best.min(chance));
            best = best.max(chance);
            sum += chance;
        }
        for member in plain {
            let own = chance(member);
            let rest = if own == best { second } else { best };
            self.note(half, member, rest, sum - own);
        }
        let (members, kinds) = self.groups.milled(group);
        for (source, member) in members.iter().enumerate() {
            let (mut best, mut sum) = (best, sum);
            for target in quiet_from(source, kinds) {
                best = best.max(chance(&members[target]));
                sum += chance(&members[target]);
            }
            self.note(half, member, best, sum);
        }
    }

    #[inline(always)]
    fn note(&self, half: &Chances, member: &Member, best: f32, sum: f32) {
        let from = member.from as usize;
        half.best[from].set(best.max(half.scoring[from].best));
        half.sum[from].set(sum + half.scoring[from].sum);
    }

    fn expect_slot(&self, at: usize, half: &Chances, values: &[u8]) {
        let entries = self.placements.entries_of(self.placements.slots()[at]);
        for banned in entries.clone().filter(|&entry| values[entry] == OPEN) {
            let open = entries.clone().filter(|&entry| entry != banned || entries.len() == 1);
            let tally = open.fold(Tally::NONE, |tally, entry| {
                tally.and(Tally {
                    best: half.best[entry].get(),
                    sum: half.sum[entry].get(),
                    count: self.groups.moves(entry),
                })
            });
            half.chance[banned].set(tally.expected());
        }
    }
}

/// The rank of a chance among so many.
pub(super) fn rank(chance: f32, ranks: u16) -> u16 {
    let middle = f32::from(ranks - 1) / 2.0;
    let bent = chance.abs().min(1.0).sqrt().copysign(chance);
    (middle + middle * bent).round() as u16
}

/// A chance of this rank.
pub(super) fn chance(rank: u16, ranks: u16) -> f32 {
    let middle = f32::from(ranks - 1) / 2.0;
    let bent = (f32::from(rank) - middle) / middle;
    bent * bent.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_lead_back_to_themselves() {
        for ranks in [3, 99, 155] {
            assert!((0..ranks).all(|number| rank(chance(number, ranks), ranks) == number));
        }
        assert!(rank(0.3, 155) > rank(0.1, 155) && rank(-0.3, 155) < rank(-0.1, 155));
        assert_eq!((rank(-1.0, 155), rank(1.0, 155)), (0, 154));
    }

    #[test]
    fn who_errs_gives_chances() {
        let sure = Tally::NONE.with(0.0).with(-1.0);
        let safe = Tally::NONE.with(0.0).with(0.0);
        assert!(sure.expected() < safe.expected());
    }
}

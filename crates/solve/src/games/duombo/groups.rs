//! Moving a pair: all placements that differ only in where it lies.
//!
//! Whoever takes up a pair may put it down wherever it touches the rest, from
//! wherever it lay. So the placements that differ in one pair only form a group
//! in which everyone leads to everyone else, and the position after the move
//! bans just that pair. The best move out of each member is therefore found for
//! the whole group at once: it is the best target of all, or for that target
//! itself the second best.
//!
//! Only mills spoil that: a mill counts unless the stone that completes it stayed
//! where it was. Members with a mill are few and looked at one by one.

use super::placements::{
    Pair, Placements, Slot, Stones, has_mill, is_connected, swapped, swapped_pair,
};
use wabe_games::board37::{BOARD, Field};

/// A group: members without a mill, then those with one.
#[derive(Clone, Copy)]
pub(super) struct Group {
    start: u32,
    plain: u16,
    milled: u16,
}

/// One placement of a group.
#[derive(Clone, Copy)]
pub(super) struct Member {
    /// The entry of this placement and the pair: from here the pair is taken.
    pub from: u32,
    /// The entry of the position after putting it here, seen by the other side.
    pub to: u32,
}

/// What a member with a mill is: whose mill it is, and where the stones of the
/// pair lie.
#[derive(Clone, Copy)]
pub(super) struct Milled {
    mill: [bool; 2],
    at: [u8; 2],
}

impl Milled {
    /// Whose mill counts when the pair comes here from another member.
    #[inline(always)]
    pub fn scores_from(self, from: Option<Milled>) -> [bool; 2] {
        // Who has no mill has no stone where one would be.
        let stayed = |side: usize| from.is_some_and(|from| from.at[side] == self.at[side]);
        [self.mill[0] && !stayed(0), self.mill[1] && !stayed(1)]
    }
}

pub(super) struct Groups {
    groups: Vec<Group>,
    members: Vec<Member>,
    /// For members with a mill, at the same places.
    milled: Vec<Milled>,
    /// By entry: the group in which it is what one member leads to.
    of_target: Vec<u32>,
    /// By entry: the size of the group of the pair.
    size: Vec<u16>,
    /// By entry: the place of its slot.
    slot_of: Vec<u32>,
}

impl Groups {
    pub fn new(placements: &Placements) -> Groups {
        let entries = placements.entries();
        let mut groups = Groups {
            groups: Vec::new(),
            members: Vec::with_capacity(entries + entries / 64),
            milled: Vec::with_capacity(entries + entries / 64),
            of_target: vec![u32::MAX; entries],
            size: vec![0; entries],
            slot_of: vec![0; entries],
        };
        for (at, &slot) in placements.slots().iter().enumerate() {
            groups.slot_of[placements.entries_of(slot)].fill(at as u32);
            for pair in (0..9).filter(|pair| placements.pairs(slot) >> pair & 1 == 1) {
                if groups.size[placements.entry(slot, pair)] == 0 {
                    groups.add(placements, slot, pair);
                }
            }
        }
        groups
    }

    /// Adds the group of a pair of a placement.
    fn add(&mut self, placements: &Placements, slot: Slot, pair: Pair) {
        let stones = placements.stones(slot);
        let (own, other) = (pair / 3, 3 + pair % 3);
        let rest = (0..6).filter(|&stone| stone != own && stone != other);
        let rest = rest.fold(0u64, |set, stone| set | 1 << stones[stone]);
        let (mut plain, mut milled) = (Vec::new(), Vec::new());
        for [a, b] in landings(rest) {
            let mut put: Stones = stones;
            (put[own], put[other]) = (a, b);
            let slot = placements.slot(put).expect("the stones are connected");
            let back = placements.slot(swapped(put)).expect("so they are");
            let member = Member {
                from: placements.entry(slot, pair) as u32,
                to: placements.entry(back, swapped_pair(pair)) as u32,
            };
            let mill = [has_mill(put), has_mill(swapped(put))];
            let kind = Milled { mill, at: [a as u8, b as u8] };
            if mill == [false, false] { &mut plain } else { &mut milled }.push((member, kind));
        }
        let number = self.groups.len() as u32;
        self.groups.push(Group {
            start: self.members.len() as u32,
            plain: plain.len() as u16,
            milled: milled.len() as u16,
        });
        let size = (plain.len() + milled.len()) as u16;
        for (member, kind) in plain.into_iter().chain(milled) {
            self.of_target[member.to as usize] = number;
            self.size[member.from as usize] = size;
            self.members.push(member);
            self.milled.push(kind);
        }
    }

    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// The members without a mill.
    #[inline(always)]
    pub fn plain(&self, group: usize) -> &[Member] {
        let Group { start, plain, .. } = self.groups[group];
        &self.members[start as usize..][..plain.into()]
    }

    /// The members with a mill.
    #[inline(always)]
    pub fn milled(&self, group: usize) -> (&[Member], &[Milled]) {
        let Group { start, plain, milled } = self.groups[group];
        let start = start as usize + usize::from(plain);
        (&self.members[start..][..milled.into()], &self.milled[start..][..milled.into()])
    }

    /// The group in which this entry is what a member leads to.
    #[inline(always)]
    pub fn of_target(&self, entry: usize) -> usize {
        self.of_target[entry] as usize
    }

    /// The place of the slot of an entry.
    #[inline(always)]
    pub fn slot_of(&self, entry: usize) -> usize {
        self.slot_of[entry] as usize
    }

    /// How many moves the pair of an entry has.
    #[inline(always)]
    pub fn moves(&self, entry: usize) -> u32 {
        u32::from(self.size[entry]) - 1
    }
}

/// Where a pair may lie beside these stones: the own stone's field first.
fn landings(rest: u64) -> impl Iterator<Item = [u32; 2]> {
    let open = BOARD & !rest;
    let bits = |set: u64| (0..64u32).filter(move |bit| set >> bit & 1 == 1);
    bits(open).flat_map(move |a| {
        bits(Field::from_bit(a).neighbours() & open)
            .filter(move |b| is_connected(rest | 1 << a | 1 << b))
            .map(move |b| [a, b])
    })
}

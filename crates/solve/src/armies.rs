//! Tiers by stones, for games whose stones have numbers: all positions with the
//! same stones on the board, whoever is to act.

use crate::engine::Tier;
use crate::retrograde::MEMORY_A_CELL;
use crate::stones::{MOST, Numbering};
use wabe_games::board37::write_rows;

/// The sets of stones of the seat to act and of the other, by number.
pub(crate) type Stones = [[u64; 3]; 2];
/// How many stones there are, likewise.
pub(crate) type Counts = [[u8; 3]; 2];

/// The position seen by the other side.
#[inline(always)]
pub(crate) fn swapped([own, other]: Stones) -> Stones {
    [other, own]
}

/// The stones without some.
#[inline(always)]
pub(crate) fn without([[a, b, c], [d, e, f]]: Stones, set: u64) -> Stones {
    [[a & !set, b & !set, c & !set], [d & !set, e & !set, f & !set]]
}

/// How many stones there are.
pub(crate) fn counts(stones: &Stones) -> Counts {
    stones.map(|side| side.map(|set| set.count_ones() as u8))
}

#[inline(always)]
pub(crate) fn union([ones, twos, threes]: [u64; 3]) -> u64 {
    ones | twos | threes
}

/// The counts as a number, for looking up: each is below 6.
#[inline(always)]
fn key(counts: &Counts) -> usize {
    counts.as_flattened().iter().fold(0, |key, &count| 6 * key + usize::from(count))
}

const KEYS: usize = 6usize.pow(6);
const NONE: u16 = u16::MAX;

/// All positions with some stones in which one certain army is to act.
struct Section {
    /// The places of the sets that are not empty.
    slots: Vec<usize>,
    numbering: Numbering,
    tier: usize,
    start: u64,
}

/// The tier and the cell of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub tier: usize,
    pub cell: u64,
}

/// A position of a tier, and which of its armies is to act.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub stones: Stones,
    section: usize,
}

pub(crate) struct Armies {
    sections: Vec<Section>,
    by_counts: Vec<u16>,
    /// By tier, its sections: one or two.
    of_tier: Vec<Vec<usize>>,
    pub tiers: Vec<Tier>,
}

/// The stones of one side in words: `1223`.
fn army(counts: &[u8; 3]) -> String {
    (0..3).flat_map(|number| vec![["1", "2", "3"][number]; counts[number].into()]).collect()
}

impl Armies {
    /// The tiers of these stones, in their order; each pair of armies once.
    pub fn new(all: &[Counts]) -> Armies {
        let mut armies = Armies {
            sections: Vec::new(),
            by_counts: vec![NONE; KEYS],
            of_tier: Vec::new(),
            tiers: Vec::new(),
        };
        for &[own, other] in all {
            let tier = armies.tiers.len();
            let mut cells = 0;
            let mut sections = Vec::new();
            let both = [[own, other], [other, own]];
            for counts in both.into_iter().take(if own == other { 1 } else { 2 }) {
                let section = Section::new(counts, tier, cells);
                cells += section.numbering.len();
                sections.push(armies.sections.len());
                armies.by_counts[key(&counts)] = armies.sections.len() as u16;
                armies.sections.push(section);
            }
            armies.of_tier.push(sections);
            let name = format!("{}-{}", army(&own), army(&other));
            armies.tiers.push(Tier { name, cells, memory: cells * MEMORY_A_CELL + (64 << 20) });
        }
        armies
    }

    /// Where a position is, if any tier has such stones.
    pub fn find(&self, stones: &Stones) -> Option<Spot> {
        let counts = counts(stones);
        if counts.as_flattened().iter().any(|&count| count > 5) {
            return None;
        }
        let section = self.sections.get(usize::from(self.by_counts[key(&counts)]))?;
        Some(Spot { tier: section.tier, cell: section.cell(stones) })
    }

    /// The cell of a position with the same stones as another, in which the
    /// same army is to act or the other.
    #[inline(always)]
    pub fn cell_like(&self, tier: usize, like: &Board, same_seat: bool, stones: &Stones) -> usize {
        let sections = &self.of_tier[tier];
        let section = if same_seat { like.section } else { sections.len() - 1 - like.section };
        self.sections[sections[section]].cell(stones) as usize
    }

    /// The position of a cell, and how many ways leave it as it is; `None` if
    /// it has another cell too.
    #[inline(always)]
    pub fn board(&self, tier: usize, cell: u64) -> Option<(Board, u8)> {
        let sections = &self.of_tier[tier];
        let last = sections.len() - 1;
        let section = if self.sections[sections[last]].start <= cell { last } else { 0 };
        let found = &self.sections[sections[section]];
        let number = cell - found.start;
        let sets = found.numbering.sets(number);
        let ways = found.numbering.ways(number, &sets)?;
        let mut stones = [[0; 3]; 2];
        for (&set, &slot) in sets.iter().zip(&found.slots) {
            stones[slot / 3][slot % 3] = set;
        }
        Some((Board { stones, section }, ways))
    }

    /// The board of a cell as text, the seat to act being Dark.
    pub fn board_text(&self, tier: usize, cell: u64) -> String {
        let stones = self.board(tier, cell).map_or([[0; 3]; 2], |(board, _)| board.stones);
        let mut text = String::new();
        write_rows(&mut text, "", |field| {
            let stone = stones.as_flattened().iter().position(|set| set & field.bit() != 0);
            stone.map_or(".", |stone| ["1", "2", "3", "a", "b", "c"][stone]).into()
        });
        text
    }
}

impl Section {
    #[inline(always)]
    fn cell(&self, stones: &Stones) -> u64 {
        let flat = stones.as_flattened();
        let mut sets = [0; MOST];
        for (set, &slot) in sets.iter_mut().zip(&self.slots) {
            *set = flat[slot];
        }
        self.start + self.numbering.number(&sets).number
    }

    fn new(counts: Counts, tier: usize, start: u64) -> Section {
        let flat = counts.as_flattened();
        let slots: Vec<usize> = (0..MOST).filter(|&slot| flat[slot] > 0).collect();
        let sizes: Vec<u8> = slots.iter().map(|&slot| flat[slot]).collect();
        Section { slots, numbering: Numbering::new(&sizes), tier, start }
    }
}

/// All ways to have so many stones of three numbers, at most `most` of each.
pub(crate) fn counts_of(stones: u8, most: u8) -> impl Iterator<Item = [u8; 3]> {
    (0..=stones)
        .flat_map(move |ones| {
            (0..=stones - ones).map(move |twos| [ones, twos, stones - ones - twos])
        })
        .filter(move |counts| counts.iter().all(|&count| count <= most))
}

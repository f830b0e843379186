//! Tiers by stones, for games whose stones have numbers: all positions with the
//! same stones on the board, whoever is to act.

use crate::engine::{Shelf, Tier, Work, in_parts};
use crate::file::{Cells, Known, Solved};
use crate::retrograde;
use crate::stones::{Numbering, Without};
use crate::value::Verdict;
use std::ops::Range;
use wabe_games::board37::write_rows;
use wabe_rules::fastest;

/// The sets of stones of the seat to act and of the other, by number.
pub(crate) type Stones = [[u64; 3]; 2];
/// How many stones there are, likewise.
pub(crate) type Counts = [[u8; 3]; 2];

/// What belongs to the numbers, all numbers gone round by so many.
#[inline(always)]
fn go_round<T: Copy>([a, b, c]: [T; 3], by: usize) -> [T; 3] {
    match by {
        1 => [c, a, b],
        _ => [b, c, a],
    }
}

/// Copying cells of a renamed tier, compiled for the processor at hand.
struct Copied<'a> {
    armies: &'a Armies,
    tier: usize,
    by: usize,
    known: Known<'a>,
    /// What cells that are not used hold.
    nothing: u16,
    range: Range<usize>,
}

impl wabe_rules::Work for Copied<'_> {
    type Out = Vec<u16>;

    #[inline(always)]
    fn run(self) -> Vec<u16> {
        let Copied { armies, tier, by, known, nothing, range } = self;
        let mut cells = Vec::with_capacity(range.len());
        let mut own = None;
        for cell in range {
            let Some((board, _)) = armies.board(tier, cell as u64) else {
                cells.push(nothing);
                continue;
            };
            if own.is_none_or(|(section, _)| section != board.section) {
                let counts = &armies.sections[armies.of_tier[tier][board.section]].counts;
                own = armies.named(counts, by, tier).map(|section| (board.section, section));
            }
            let (_, section) = own.expect("both sides are renamed alike");
            let [ours, theirs] = board.stones;
            cells.push(known.cell(section.cell(&[go_round(ours, by), go_round(theirs, by)])));
        }
        cells
    }
}

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
pub(crate) struct Section {
    counts: Counts,
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
    /// All stones of the seat to act, and of the other.
    pub own: u64,
    pub other: u64,
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
            armies.tiers.push(Tier { name, cells, memory: retrograde::memory(cells) });
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

    /// Positions with the same stones as another, in which the same army is to act
    /// or the other.
    #[inline(always)]
    pub fn like(&self, tier: usize, board: &Board, same_seat: bool) -> &Section {
        let sections = &self.of_tier[tier];
        let section = if same_seat { board.section } else { sections.len() - 1 - board.section };
        &self.sections[sections[section]]
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
        let ways = found.numbering.ways(number, sets)?;
        let [a, b, c, d, e, f] = sets;
        let stones = [[a, b, c], [d, e, f]];
        Some((Board { stones, own: a | b | c, other: d | e | f, section }, ways))
    }

    /// A tier that is an earlier one with other numbers on the stones, for games in
    /// which going round by one number changes nothing: the earlier one's cells in
    /// the order of this one. `None` if there is no such tier.
    pub fn renamed(&self, tier: usize, shelf: &Shelf, work: &Work) -> Option<Solved> {
        let first = &self.sections[self.of_tier[tier][0]];
        let by = (1..3).find(|&by| self.named(&first.counts, by, tier).is_some())?;
        let earlier = shelf.earlier(self.named(&first.counts, by, tier)?.tier);
        let known = earlier.known();
        let nothing = known.scale.write(Verdict::Draw { chances: 0 })?;
        let cells = self.tiers[tier].cells as usize;
        let part = |parts: &mut Vec<(usize, Vec<u16>)>, range: Range<usize>| {
            let job = Copied { armies: self, tier, by, known, nothing, range: range.clone() };
            parts.push((range.start, fastest(job)));
            (work.heard)(range.end as u64, cells as u64);
        };
        let mut parts: Vec<(usize, Vec<u16>)> =
            in_parts(work.threads, cells, 1 << 14, Vec::new, part).into_iter().flatten().collect();
        parts.sort_by_key(|(start, _)| *start);
        let cells = parts.into_iter().flat_map(|(_, cells)| cells);
        let cells = match known.scale.width {
            1 => Cells::Narrow(cells.map(|cell| cell as u8).collect()),
            _ => Cells::Wide(cells.collect()),
        };
        Some(Solved { cells, scale: known.scale, edges: earlier.edges })
    }

    /// The positions with these stones, their numbers gone round by so many, if
    /// they are in an earlier tier.
    fn named(&self, counts: &Counts, by: usize, tier: usize) -> Option<&Section> {
        let named = counts.map(|side| go_round(side, by));
        let section = self.sections.get(usize::from(self.by_counts[key(&named)]))?;
        (section.tier < tier).then_some(section)
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
    /// Positions that differ from another in where one own stone lies; they are
    /// found by [`Section::cell_of`].
    #[inline(always)]
    pub fn without<'a>(&'a self, stones: &'a Stones, number: usize, stone: u64) -> Without<'a> {
        self.numbering.without(stones.as_flattened(), number, stone)
    }

    /// The cell of such a position.
    #[inline(always)]
    pub fn cell_of(&self, without: &Without, stone: u64) -> usize {
        (self.start + without.number(stone)) as usize
    }

    #[inline(always)]
    fn cell(&self, stones: &Stones) -> u64 {
        let [[a, b, c], [d, e, f]] = *stones;
        self.start + self.numbering.number(&[a, b, c, d, e, f])
    }

    fn new(counts: Counts, tier: usize, start: u64) -> Section {
        Section { counts, numbering: Numbering::new(counts.as_flattened()), tier, start }
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

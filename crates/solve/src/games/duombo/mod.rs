//! Duombo, all of it: tiers are scores.
//!
//! A tier has all positions of a score, whoever of the two has the more mills:
//! a move without a mill changes only who acts. A mill leads to a tier with more
//! mills, so the first tier is 4-4. A game to fewer mills is the tail of the game
//! to five; one to more is not covered.
//!
//! A half of a tier (the seat to act has the first score, the other the second)
//! has a cell for every entry of [`placements`] and one for every placement of
//! fewer than six stones.

mod chances;
mod groups;
mod placements;
mod solving;

use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Cells, Known, Solved};
use crate::solvable::{Atlas, Place, Solvable};
use crate::value::{Scale, Verdict};
use chances::{Chances, Tally, decided};
use groups::Groups;
use placements::{HAND, Placements, Stones, after_placing, has_mill, swapped};
use solving::{Board, Half, Later, OPEN, before};
use std::sync::OnceLock;
use wabe_games::board37::{Field, write_rows};
use wabe_games::duombo::{Duombo, Position};
use wabe_rules::Game;

/// The most mills to win that the tables know.
const GOAL: u8 = 5;
/// The middle of the range of a byte is for draws.
const SCALE: Scale = Scale { width: 1, losses: 60, wins: 59 };

/// The mills of the seat to act and of the other.
type Score = [u8; 2];

/// Where the positions of a goal are.
pub struct DuomboAtlas {
    placements: Placements,
    groups: OnceLock<Groups>,
    /// What the mills count more than they say, because fewer win.
    ahead: u8,
    scores: Vec<Score>,
    tiers: Vec<Tier>,
}

impl DuomboAtlas {
    fn new(goal: u8) -> DuomboAtlas {
        let placements = Placements::new();
        let ahead = GOAL - goal;
        let mut scores: Vec<Score> = Vec::new();
        for more in ahead..GOAL {
            scores.extend((ahead..=more).map(|less| [more, less]));
        }
        scores.sort_by_key(|[more, less]| std::cmp::Reverse((more + less, *more)));
        let half = (placements.entries() + placements.partials()) as u64;
        let tier = |&[more, less]: &Score| Tier {
            name: format!("{more}-{less}"),
            cells: half * if more == less { 1 } else { 2 },
            memory: 600 << 20,
        };
        let tiers = scores.iter().map(tier).collect();
        DuomboAtlas { placements, groups: OnceLock::new(), ahead, scores, tiers }
    }

    /// How many cells a half has.
    fn half(&self) -> usize {
        self.placements.entries() + self.placements.partials()
    }

    /// The tier of a score, and where its half begins.
    fn tier_of(&self, [own, other]: Score) -> Option<(usize, u64)> {
        let sorted = [own.max(other), own.min(other)];
        let tier = self.scores.iter().position(|&score| score == sorted)?;
        Some((tier, if own < other { self.half() as u64 } else { 0 }))
    }

    /// The cells of a score that has been solved.
    fn earlier<'a>(&self, shelf: &'a Shelf, score: Score) -> Option<Known<'a>> {
        let (tier, start) = self.tier_of(score)?;
        let Known { bytes, scale } = shelf.earlier(tier).known();
        Some(Known { bytes: &bytes[start as usize..][..self.half()], scale })
    }

    /// Where the value of a placement of all or fewer stones without a ban is:
    /// in one cell of a half or in the better of two.
    fn unbanned(&self, stones: Stones) -> Option<[usize; 2]> {
        if stones.contains(&HAND) {
            let cell = self.placements.entries() + self.placements.partial(stones)?;
            return Some([cell; 2]);
        }
        let entries = self.placements.entries_of(self.placements.slot(stones)?);
        Some([entries.start, entries.start + usize::from(entries.len() > 1)])
    }

    fn edges(&self, groups: &Groups, halves: usize) -> u64 {
        let mut edges = 0;
        for &slot in self.placements.slots() {
            let entries = self.placements.entries_of(slot);
            let all: u64 = entries.clone().map(|entry| u64::from(groups.moves(entry))).sum();
            // Each pair is banned once, or the only one never.
            edges += all * (entries.len() as u64 - 1).max(1);
        }
        let partials = 0..self.placements.partials();
        let placing = |number| after_placing(self.placements.partial_stones(number)).count() as u64;
        halves as u64 * (edges + partials.map(placing).sum::<u64>())
    }
}

/// The value of a cell as it is written while solving.
#[inline]
fn value(known: &Known, cell: usize) -> u8 {
    match known.verdict(cell as u64) {
        Verdict::Loss { plies } => plies as u8,
        Verdict::Win { plies } => 255 - plies as u8,
        Verdict::Draw { .. } => OPEN,
    }
}

/// The chance of a cell.
fn chance(known: &Known, cell: usize) -> f32 {
    match known.verdict(cell as u64) {
        Verdict::Loss { .. } => -1.0,
        Verdict::Win { .. } => 1.0,
        Verdict::Draw { .. } => {
            chances::chance(known.scale.rank(known.bytes[cell].into()), known.scale.ranks())
        }
    }
}

/// The score after mills, seen by the other side, unless somebody has won.
fn scored([own, other]: Score, [by_own, by_other]: [bool; 2]) -> Option<Score> {
    let (own, other) = (own + u8::from(by_own), other + u8::from(by_other));
    (own < GOAL && other < GOAL).then_some([other, own])
}

/// The cell of a value and its chance.
fn cell_of(value: u8, chance: f32) -> Option<u8> {
    let cell = match value {
        OPEN => Some(SCALE.ranked(chances::rank(chance, SCALE.ranks()))),
        0..OPEN => SCALE.write(Verdict::Loss { plies: value.into() }),
        _ => SCALE.write(Verdict::Win { plies: 255 - u32::from(value) }),
    };
    cell.map(|cell| cell as u8)
}

impl Plan for DuomboAtlas {
    fn table(&self) -> String {
        Duombo::ABOUT.name.into()
    }

    fn rules_version(&self) -> u32 {
        Duombo::ABOUT.rules_version
    }

    fn tiers(&self) -> &[Tier] {
        &self.tiers
    }

    fn solve(&self, tier: usize, shelf: &Shelf, work: &Work) -> Result<Solved, SolveError> {
        let groups = self.groups.get_or_init(|| Groups::new(&self.placements));
        let board = Board { placements: &self.placements, groups, threads: work.threads };
        let [more, less] = self.scores[tier];
        let mut scores = vec![[more, less]];
        if more != less {
            scores.push([less, more]);
        }
        let too_far =
            || SolveError::TooFar { tier: self.tiers[tier].name.clone(), most: SCALE.wins.into() };
        let values = self.solve_moving(&board, &scores, shelf, work);
        (work.heard)(1, 2);
        let chances = self.find_chances(&board, &scores, &values, shelf);
        let mut halves: Vec<Vec<u8>> = Vec::new();
        for (values, chances) in values.iter().zip(&chances) {
            let cells = values
                .iter()
                .enumerate()
                .map(|(entry, &value)| cell_of(value, chances.of(entry)).ok_or_else(too_far));
            let mut cells: Vec<u8> = cells.collect::<Result<_, _>>()?;
            cells.resize(self.half(), 0);
            halves.push(cells);
        }
        (work.heard)(9, 10);
        self.solve_placing(&scores, &mut halves, shelf).ok_or_else(too_far)?;
        let edges = self.edges(groups, scores.len());
        Ok(Solved { cells: Cells::Narrow(halves.concat()), scale: SCALE, edges })
    }

    fn is_used(&self, tier: usize, cell: u64) -> bool {
        let (stones, _, [own, other]) = self.at(tier, cell);
        (!has_mill(stones) || own > self.ahead)
            && (!has_mill(swapped(stones)) || other > self.ahead)
    }
}

impl DuomboAtlas {
    /// The values of all entries, by score.
    fn solve_moving(
        &self,
        board: &Board,
        scores: &[Score],
        shelf: &Shelf,
        work: &Work,
    ) -> Vec<Vec<u8>> {
        let half = |&score: &Score| {
            let behind = [[true, false], [false, true], [true, true]]
                .map(|scores| self.earlier(shelf, scored(score, scores)?));
            let values = behind.each_ref().map(|earlier| {
                earlier.as_ref().map(|earlier| move |entry: usize| value(earlier, entry))
            });
            let values = values
                .each_ref()
                .map(|value| value.as_ref().map(|value| value as &(dyn Fn(usize) -> u8 + Sync)));
            Half::new(board, &Later { values })
        };
        let halves: Vec<Half> = scores.iter().map(half).collect();
        let (mut quiet, mut rounds) = (0, 0);
        while quiet < halves.len() {
            let at = rounds % halves.len();
            let changed = board.improve(&halves[at], &halves[halves.len() - 1 - at]);
            quiet = if changed { 0 } else { quiet + 1 };
            rounds += 1;
            (work.heard)(rounds.min(90) as u64, 200);
        }
        halves.iter().map(Half::values).collect()
    }

    fn find_chances(
        &self,
        board: &Board,
        scores: &[Score],
        values: &[Vec<u8>],
        shelf: &Shelf,
    ) -> Vec<Chances> {
        let half = |(&score, values): (&Score, &Vec<u8>)| {
            let behind = [[true, false], [false, true], [true, true]]
                .map(|scores| self.earlier(shelf, scored(score, scores)?));
            let later = |scores: [bool; 2], entry: usize| {
                let which = usize::from(scores[1]) + usize::from(scores == [true, true]);
                match &behind[which] {
                    Some(earlier) => -chance(earlier, entry),
                    None if scores[0] && score[0] + 1 == GOAL => 1.0,
                    None => -1.0,
                }
            };
            Chances::new(board, values, &later)
        };
        let halves: Vec<Chances> = scores.iter().zip(values).map(half).collect();
        chances::find(board, &halves, values);
        halves
    }

    /// The cells of all placements of fewer stones, the fullest first.
    fn solve_placing(&self, scores: &[Score], halves: &mut [Vec<u8>], shelf: &Shelf) -> Option<()> {
        for count in (0..6).rev() {
            for half in 0..scores.len() {
                let mill = scored(scores[half], [true, false]);
                let mill = mill.map(|score| self.earlier(shelf, score));
                for number in self.placements.partials_of(count) {
                    let quiet = Known { bytes: &halves[halves.len() - 1 - half], scale: SCALE };
                    let (mut value, mut tally) = (0, Tally::NONE);
                    for (stones, has_mill) in after_placing(self.placements.partial_stones(number))
                    {
                        let cells = self.unbanned(stones)?;
                        let (worth, chance) = match (has_mill, &mill) {
                            (true, None) => (254, 1.0),
                            (true, Some(mill)) => worth(mill.as_ref()?, cells),
                            (false, _) => worth(&quiet, cells),
                        };
                        value = value.max(worth);
                        tally = tally.with(chance);
                    }
                    let chance = decided(value).unwrap_or_else(|| tally.expected());
                    let cell = cell_of(value, chance)?;
                    halves[half][self.placements.entries() + number] = cell;
                }
            }
        }
        Some(())
    }

    /// What a cell is of: the stones, the pair that is banned, the score.
    fn at(&self, tier: usize, cell: u64) -> (Stones, Option<[usize; 2]>, Score) {
        let [more, less] = self.scores[tier];
        let (second, at) = (cell as usize / self.half(), cell as usize % self.half());
        let score = if second == 0 { [more, less] } else { [less, more] };
        if at >= self.placements.entries() {
            return (self.placements.partial_stones(at - self.placements.entries()), None, score);
        }
        let (slot, pair) = self.placements.at_entry(at);
        let alone = self.placements.pairs(slot).is_power_of_two();
        (self.placements.stones(slot), (!alone).then_some([pair / 3, pair % 3]), score)
    }
}

/// What the better of two cells of the other side is worth, and its chance.
fn worth(known: &Known, cells: [usize; 2]) -> (u8, f32) {
    let best = if known.bytes[cells[0]] > known.bytes[cells[1]] { cells[0] } else { cells[1] };
    (before(value(known, best)), -chance(known, best))
}

impl Solvable for Duombo {
    type Atlas = DuomboAtlas;
    const QUICK: bool = true;

    fn atlas(&self, pieces: Option<u32>) -> Result<DuomboAtlas, SolveError> {
        if pieces.is_some() {
            let why = "duombo is solved whole: --pieces is not for it";
            return Err(SolveError::NotCovered(why.into()));
        }
        if self.goal() > GOAL {
            let why = format!("duombo is solved for mills=1 to mills={GOAL} only");
            return Err(SolveError::NotCovered(why));
        }
        Ok(DuomboAtlas::new(self.goal()))
    }
}

impl Atlas<Duombo> for DuomboAtlas {
    fn find(&self, position: &Position) -> Option<Place> {
        let side = position.to_act();
        let bits = |side: usize| {
            position.stones()[side].map(|field| match field {
                Field::NOWHERE => HAND,
                field => field.bit().trailing_zeros(),
            })
        };
        let ([a, b, c], [d, e, f]) = (bits(side), bits(1 - side));
        let stones = [a, b, c, d, e, f];
        let mills = [side, 1 - side].map(|side| position.mills()[side] + self.ahead);
        let (tier, start) = self.tier_of(mills)?;
        let cells = match position.banned() {
            None => self.unbanned(stones)?,
            Some(pair) => {
                let slot = self.placements.slot(stones)?;
                [self.placements.entry(slot, 3 * pair[side] + pair[1 - side]); 2]
            }
        };
        Some(Place { tier, cells: cells.map(|cell| start + cell as u64) })
    }

    fn position_text(&self, tier: usize, cell: u64) -> String {
        let (stones, banned, score) = self.at(tier, cell);
        // While stones are put down it is Dark's turn when both have equally many.
        let down = |side: usize| stones[3 * side..][..3].iter().filter(|&&bit| bit != HAND).count();
        let side = down(1) - down(0);
        let stones = if side == 0 { stones } else { swapped(stones) };
        let [mut dark, mut light] = score.map(|mills| mills - self.ahead);
        if side == 1 {
            (dark, light) = (light, dark);
        }
        let mut text = String::new();
        write_rows(&mut text, "", |field| {
            let stone = stones.iter().position(|&bit| field.bit() == 1 << bit);
            stone.map_or(".", |stone| ["1", "2", "3", "a", "b", "c"][stone]).into()
        });
        text += &format!(" to={} mills={dark},{light}", side + 1);
        if let Some([own, other]) = banned {
            text += &format!(" banned={}{}", own + 1, ["a", "b", "c"][other]);
        }
        text
    }

    fn plain_spec(&self) -> String {
        format!("duombo:mills={},repetition=0,limit=0", GOAL - self.ahead)
    }
}

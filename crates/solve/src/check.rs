//! Looking at tables: are they right, and what do they say?
//!
//! The check uses nothing of what made the table but its numbering: positions are
//! written as text, read by the game, its own rules list and play the actions,
//! and the values behind them give the value again.

use crate::engine::{Progress, in_parts};
use crate::error::{SolveError, TableError};
use crate::solvable::{Asked, Atlas, derive};
use crate::value::Verdict;
use std::sync::atomic::{AtomicU64, Ordering};
use wabe_rules::{Dice, Game, Status};

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Every position.
    All,
    /// So many, drawn with this seed, spread over all tiers.
    Some {
        /// How many.
        count: u64,
        /// The seed.
        seed: u64,
    },
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions whose value was derived anew.
    pub positions: u64,
    /// Actions looked behind.
    pub actions: u64,
    /// Tiers that are there.
    pub tiers: usize,
    /// The first positions that are wrong, each in a sentence.
    pub wrong: Vec<String>,
    /// How many are wrong.
    pub wrong_count: u64,
}

/// What a tier says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The tier.
    pub tier: String,
    /// Positions that can be, each once.
    pub positions: u64,
    /// Cells, used or not.
    pub cells: u64,
    /// Actions out of all its cells.
    pub edges: u64,
    /// Wins by distance.
    pub wins: Vec<u64>,
    /// Losses by distance.
    pub losses: Vec<u64>,
    /// Draws by rank.
    pub draws: Vec<u64>,
    /// A position with the longest win, as text.
    pub longest: Option<String>,
}

/// How many wrong positions are told.
const TOLD: usize = 10;

pub(crate) fn check<G: Game, A: Atlas<G>>(
    asked: &Asked<G, A>,
    sample: Sample,
    threads: usize,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Checked, SolveError> {
    let (atlas, shelf) = (&asked.tables.atlas, &asked.tables.shelf);
    let tiers = atlas.tiers();
    let there: Vec<usize> = (0..tiers.len()).filter(|&tier| shelf.tier(tier).is_some()).collect();
    let total: u64 = there.iter().map(|&tier| tiers[tier].cells).sum();
    let mut checked = Checked { tiers: there.len(), ..Checked::default() };
    let mut finished = 0;
    for tier in there {
        let cells = tiers[tier].cells;
        let drawn = match sample {
            Sample::All => cells,
            Sample::Some { count, .. } => (count as u128 * u128::from(cells))
                .div_ceil(u128::from(total.max(1)))
                .min(u128::from(cells)) as u64,
        };
        let done = AtomicU64::new(0);
        let part = 1 << 10;
        let parts = in_parts(threads, drawn as usize, part, Part::default, |found, range| {
            let mut dice = match sample {
                Sample::All => None,
                Sample::Some { seed, .. } => {
                    let own = (tier as u64) << 40 ^ range.start as u64;
                    Some(Dice::new(seed ^ own.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
                }
            };
            for at in range.clone() {
                let cell = match &mut dice {
                    None => at as u64,
                    Some(dice) => below(dice, cells),
                };
                found.look(asked, tier, cell);
            }
            let share = done.fetch_add(range.len() as u64, Ordering::Relaxed) as f64;
            let name = &tiers[tier].name;
            let share = share / drawn as f64;
            progress(Progress { tier: name, finished, positions: cells, total, share });
        });
        for part in parts {
            part.failed?;
            checked.positions += part.positions;
            checked.actions += part.actions;
            checked.wrong_count += part.wrong_count;
            let room = TOLD.saturating_sub(checked.wrong.len());
            checked.wrong.extend(part.wrong.into_iter().take(room));
        }
        finished += cells;
    }
    Ok(checked)
}

/// A number below a bound that may be large.
fn below(dice: &mut Dice, bound: u64) -> u64 {
    let wide = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
    wide % bound
}

/// What a thread found.
struct Part {
    positions: u64,
    actions: u64,
    wrong: Vec<String>,
    wrong_count: u64,
    failed: Result<(), TableError>,
}

impl Default for Part {
    fn default() -> Part {
        Part { positions: 0, actions: 0, wrong: Vec::new(), wrong_count: 0, failed: Ok(()) }
    }
}

impl Part {
    fn look<G: Game, A: Atlas<G>>(&mut self, asked: &Asked<G, A>, tier: usize, cell: u64) {
        if self.failed.is_err() || !asked.tables.atlas.is_used(tier, cell) {
            return;
        }
        match self.try_look(asked, tier, cell) {
            Ok(None) => {}
            Ok(Some(wrong)) => {
                self.wrong_count += 1;
                if self.wrong.len() < TOLD {
                    self.wrong.push(wrong);
                }
            }
            Err(error) => self.failed = Err(error),
        }
    }

    fn try_look<G: Game, A: Atlas<G>>(
        &mut self,
        asked: &Asked<G, A>,
        tier: usize,
        cell: u64,
    ) -> Result<Option<String>, TableError> {
        let (atlas, game) = (&asked.tables.atlas, &asked.game);
        let text = atlas.position_text(tier, cell);
        let position = match game.read_position(&text) {
            Ok(position) => position,
            Err(error) => return Ok(Some(format!("`{text}` is refused: {error}"))),
        };
        let Status::ToAct(_) = game.status(&position) else {
            return Ok(Some(format!("`{text}` is over, but has a value")));
        };
        let found = atlas.find(&position);
        if found.is_none_or(|place| place.tier != tier || !place.cells.contains(&cell)) {
            return Ok(Some(format!("`{text}` is looked for elsewhere")));
        }
        self.positions += 1;
        self.actions += game.count(&position, &mut Vec::new()) as u64;
        let stored = asked.tables.shelf.verdict(tier, cell)?;
        let derived = derive(game, asked, &position)?;
        Ok(match (stored, derived) {
            (Some(stored), Some(derived)) if stored.agrees(derived) => None,
            (Some(stored), Some(derived)) => {
                Some(format!("`{text}` is a {stored}, its actions say {derived}"))
            }
            _ => Some(format!("`{text}` has actions that lead out of the tables")),
        })
    }
}

pub(crate) fn census<G: Game, A: Atlas<G>>(
    asked: &Asked<G, A>,
    threads: usize,
) -> Result<Vec<Census>, SolveError> {
    let (atlas, shelf) = (&asked.tables.atlas, &asked.tables.shelf);
    let mut all = Vec::new();
    for (number, tier) in atlas.tiers().iter().enumerate() {
        let Some(file) = shelf.tier(number) else {
            continue;
        };
        file.check_all()?;
        let none = || (Counts::default(), Ok(()));
        let parts = in_parts(threads, tier.cells as usize, 1 << 16, none, |part, range| {
            for cell in range.map(|cell| cell as u64).filter(|&cell| atlas.is_used(number, cell)) {
                match file.verdict(cell) {
                    Ok(verdict) => part.0.count(verdict, cell),
                    Err(error) => part.1 = Err(error),
                }
            }
        });
        let mut counts = Counts::default();
        for (part, failed) in parts {
            failed?;
            counts.add(part);
        }
        all.push(Census {
            tier: tier.name.clone(),
            positions: counts.positions,
            cells: tier.cells,
            edges: file.edges,
            wins: counts.wins,
            losses: counts.losses,
            draws: counts.draws,
            longest: counts.longest.map(|(_, cell)| atlas.position_text(number, cell)),
        });
    }
    Ok(all)
}

#[derive(Default)]
struct Counts {
    positions: u64,
    wins: Vec<u64>,
    losses: Vec<u64>,
    draws: Vec<u64>,
    /// The longest win: how long, and the first cell that has it.
    longest: Option<(u32, u64)>,
}

fn bump(counts: &mut Vec<u64>, at: u32, by: u64) {
    let at = at as usize;
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += by;
}

impl Counts {
    fn count(&mut self, verdict: Verdict, cell: u64) {
        self.positions += 1;
        match verdict {
            Verdict::Win { plies } => {
                bump(&mut self.wins, plies, 1);
                self.see_long(plies, cell);
            }
            Verdict::Loss { plies } => bump(&mut self.losses, plies, 1),
            Verdict::Draw { chances } => bump(&mut self.draws, chances, 1),
        }
    }

    fn see_long(&mut self, plies: u32, cell: u64) {
        let better = |(longest, first)| plies > longest || plies == longest && cell < first;
        if self.longest.is_none_or(better) {
            self.longest = Some((plies, cell));
        }
    }

    fn add(&mut self, other: Counts) {
        self.positions += other.positions;
        let lists = [
            (&mut self.wins, other.wins),
            (&mut self.losses, other.losses),
            (&mut self.draws, other.draws),
        ];
        for (own, other) in lists {
            for (at, count) in other.into_iter().enumerate() {
                bump(own, at as u32, count);
            }
        }
        if let Some((plies, cell)) = other.longest {
            self.see_long(plies, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Means, Plan, Shelf};
    use crate::file::{self, Cells, Solved};
    use crate::jobs::plain_game;
    use crate::solvable::{Solvable, Tables};
    use wabe_games::chessom::Chessom;

    /// A cell that is wrong although every checksum is right is found.
    #[test]
    fn a_wrong_value_is_found() {
        let folder = std::env::temp_dir().join(format!("wabe-check-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let game: Chessom = plain_game("chessom:repetition=0,limit=0,quiet=0");
        let open = || {
            let atlas = game.atlas(Some(3)).expect("three stones");
            Tables::open(atlas, &folder).expect("sound")
        };
        let means = Means { threads: 1, memory: 1 << 30 };
        let atlas = game.atlas(Some(3)).expect("three stones");
        engine::run(&atlas, &folder, &means, &|_| ()).expect("solved");
        let wrong = |tables| {
            let game = plain_game("chessom:repetition=0,limit=0,quiet=0");
            check(&Asked { game, tables }, Sample::All, 1, &|_| ()).expect("checked").wrong
        };
        assert_eq!(wrong(open()), [""; 0]);
        let tables = open();
        let (tier, plan) = (1, &tables.atlas);
        let known = tables.shelf.tier(tier).expect("there").known();
        let mut cells = known.bytes.to_vec();
        let at = (0..cells.len()).rev().find(|&cell| plan.is_used(tier, cell as u64));
        let at = at.expect("a position");
        cells[at] ^= 1;
        let solved = Solved { cells: Cells::Narrow(cells), scale: known.scale, edges: 0 };
        let path = folder.join("chessom/12-1.table");
        let label = plan.label(tier);
        file::write(&path, &label, &solved).expect("written");
        drop(tables);
        assert!(Shelf::open(&atlas, &folder).expect("sound").is_whole(), "the checksums are right");
        let found = wrong(open());
        assert!(found.iter().any(|line| line.contains("its actions say")), "{found:?}");
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

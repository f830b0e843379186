//! What a game tells so that it can be solved, and asking its tables.

use crate::engine::{Plan, Shelf};
use crate::error::{SolveError, TableError};
use crate::value::Verdict;
use std::path::Path;
use wabe_rules::{Game, Seat, Status};

/// A game that has tables.
pub(crate) trait Solvable: Game {
    type Atlas: Atlas<Self> + 'static;

    /// Whether the tables are made in so short a time that it may happen when
    /// somebody asks for the first time.
    const QUICK: bool = false;

    /// Where its positions are, with at most so many stones.
    fn atlas(&self, pieces: Option<u32>) -> Result<Self::Atlas, SolveError>;

    /// The same with as many as there can ever be tables for.
    fn whole_atlas(&self) -> Result<Self::Atlas, SolveError> {
        self.atlas(None)
    }
}

/// Where positions of a game are in its tables.
pub(crate) trait Atlas<G: Game>: Plan {
    /// Where the value of a position that is not over is; `None` if no tier has
    /// it.
    fn find(&self, position: &G::Position) -> Option<Place>;

    /// The position of a used cell, as the game reads it.
    fn position_text(&self, tier: usize, cell: u64) -> String;

    /// The game without house rules.
    fn plain_spec(&self) -> String;
}

/// Where a value is: the better one of two cells of a tier (which may be the
/// same).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub tier: usize,
    pub cells: [u64; 2],
}

/// Answers what perfect play gives.
pub trait Probe<P>: Send + Sync {
    /// What perfect play gives the seat to act, without house rules; `None` if
    /// the tables do not cover the position, or it is over, or they are damaged
    /// there.
    fn probe(&self, position: &P) -> Option<Verdict>;

    /// The same, telling damage apart from what is not covered.
    fn try_probe(&self, position: &P) -> Result<Option<Verdict>, TableError> {
        Ok(self.probe(position))
    }
}

/// The tables of a game that are on disk.
pub(crate) struct Tables<A> {
    pub atlas: A,
    pub shelf: Shelf,
}

impl<A: Plan> Tables<A> {
    pub fn open(atlas: A, folder: &Path) -> Result<Tables<A>, TableError> {
        let shelf = Shelf::open(&atlas, folder)?;
        Ok(Tables { atlas, shelf })
    }
}

/// The tables with the game they are of: what is over is not in them.
pub(crate) struct Asked<G, A> {
    pub game: G,
    pub tables: Tables<A>,
}

impl<G: Game, A: Atlas<G>> Probe<G::Position> for Asked<G, A> {
    fn probe(&self, position: &G::Position) -> Option<Verdict> {
        self.try_probe(position).ok().flatten()
    }

    fn try_probe(&self, position: &G::Position) -> Result<Option<Verdict>, TableError> {
        if self.game.status(position).is_over() {
            return Ok(None);
        }
        let Some(Place { tier, cells: [a, b] }) = self.tables.atlas.find(position) else {
            return Ok(None);
        };
        let first = self.tables.shelf.verdict(tier, a)?;
        if a == b {
            return Ok(first);
        }
        Ok(first.max(self.tables.shelf.verdict(tier, b)?))
    }
}

/// What an ended game gave a seat.
fn ended(winners: wabe_rules::SeatSet, seat: Seat) -> Verdict {
    if winners.is_empty() {
        Verdict::Draw { chances: 0 }
    } else if winners.contains(seat) {
        Verdict::Win { plies: 0 }
    } else {
        Verdict::Loss { plies: 0 }
    }
}

/// What an action is worth to the seat that acts, by what the tables say of the
/// position behind it.
pub fn after<G: Game>(
    game: &G,
    probe: &dyn Probe<G::Position>,
    position: &G::Position,
    action: G::Move,
) -> Result<Option<Verdict>, TableError> {
    let Status::ToAct(seat) = game.status(position) else {
        return Ok(None);
    };
    let mut next = position.clone();
    game.apply(&mut next, action);
    Ok(match game.status(&next) {
        Status::Over(outcome) => Some(ended(outcome.winners, seat).before(true)),
        Status::ToAct(other) => probe.try_probe(&next)?.map(|value| value.before(other == seat)),
        Status::Chance => None,
    })
}

/// The value of a position by the rules and the values behind its actions;
/// `None` if one of them is not known.
pub(crate) fn derive<G: Game>(
    game: &G,
    probe: &dyn Probe<G::Position>,
    position: &G::Position,
) -> Result<Option<Verdict>, TableError> {
    let mut actions = Vec::new();
    game.moves(position, &mut actions);
    let mut best = None;
    for action in actions {
        match after(game, probe, position, action)? {
            None => return Ok(None),
            value => best = best.max(value),
        }
    }
    Ok(best)
}

//! Games with numbered stones, solved from few stones on: what their tables have
//! in common. Tiers are the stones on the board ([`Armies`]); a capture leads to
//! a tier with fewer.

use crate::armies::{Armies, Board, Counts, Section, Stones};
use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Known, Solved};
use crate::retrograde::{self, Ahead, Tangle, Told};
use crate::solvable::{Atlas, Place};
use crate::value::Verdict;
use std::marker::PhantomData;
use wabe_rules::Game;

/// A game that is solved by the stones on the board.
pub(crate) trait FewStones: Game {
    /// The stones of the smallest tier, those that are solved if nothing else is
    /// asked for, and the most.
    const LEAST: u32;
    const USUAL: u32;
    const MOST: u32;
    /// The options of the game without house rules.
    const PLAIN: &'static str;
    /// Whether giving every stone the next number, and the last one the first,
    /// changes nothing.
    const IN_A_CIRCLE: bool;

    /// What a side with so many stones can have.
    fn sides(stones: u8) -> impl Iterator<Item = [u8; 3]>;

    /// Whether these stones alone decide the game, so that they are no tier.
    fn is_decided(counts: &Counts) -> bool;

    /// Whether a position can be, by what the rules say of positions.
    fn is_used(board: &Board) -> bool;

    /// The stones of the seat to act and of the other, if all are down.
    fn stones(position: &Self::Position) -> Option<Stones>;

    /// Where every action leads; see [`Tangle::ahead`].
    fn ahead(few: &Few<Self>, board: &Board) -> Ahead;

    /// From where actions lead here; see [`Tangle::parents`].
    fn parents(few: &Few<Self>, board: &Board, told: &mut Told);
}

/// A tier, and what is known of earlier ones.
pub(crate) struct Few<'a, G> {
    armies: &'a Armies,
    tier: usize,
    /// By tier.
    earlier: Vec<Option<Known<'a>>>,
    game: PhantomData<fn() -> G>,
}

impl<G> Few<'_, G> {
    /// What a position with fewer stones is worth to the seat to act.
    pub fn verdict(&self, stones: &Stones) -> Verdict {
        let spot = self.armies.find(stones).expect("fewer stones have been solved");
        let file = self.earlier[spot.tier].expect("fewer stones have been solved");
        file.verdict(spot.cell)
    }

    /// Positions with the stones of another in which the same seat is to act, or
    /// the other.
    #[inline(always)]
    pub fn like(&self, board: &Board, same_seat: bool) -> &Section {
        self.armies.like(self.tier, board, same_seat)
    }
}

impl<G: FewStones> Tangle for Few<'_, G> {
    type Board = Board;

    fn len(&self) -> usize {
        self.armies.tiers[self.tier].cells as usize
    }

    #[inline(always)]
    fn board(&self, cell: usize) -> Option<(Board, u8)> {
        let (board, ways) = self.armies.board(self.tier, cell as u64)?;
        G::is_used(&board).then_some((board, ways))
    }

    #[inline(always)]
    fn ahead(&self, board: &Board) -> Ahead {
        G::ahead(self, board)
    }

    #[inline(always)]
    fn parents(&self, board: &Board, told: &mut Told) {
        G::parents(self, board, told);
    }
}

/// Where the positions with few stones are.
pub(crate) struct FewAtlas<G> {
    armies: Armies,
    game: PhantomData<fn() -> G>,
}

impl<G: FewStones> FewAtlas<G> {
    /// The tiers of at most so many stones.
    pub fn new(pieces: Option<u32>) -> Result<FewAtlas<G>, SolveError> {
        let pieces = pieces.unwrap_or(G::USUAL);
        if !(G::LEAST..=G::MOST).contains(&pieces) {
            let (name, least, most) = (G::ABOUT.name, G::LEAST, G::MOST);
            return Err(SolveError::NotCovered(format!(
                "{name} is solved with {least} to {most} stones on the board: --pieces takes these"
            )));
        }
        let mut all: Vec<Counts> = Vec::new();
        for total in G::LEAST as u8..=pieces as u8 {
            for more in total.div_ceil(2)..total {
                for own in G::sides(more) {
                    let less =
                        G::sides(total - more).filter(|other| 2 * more > total || *other <= own);
                    all.extend(less.map(|other| [own, other]).filter(|all| !G::is_decided(all)));
                }
            }
        }
        Ok(FewAtlas { armies: Armies::new(&all), game: PhantomData })
    }
}

impl<G: FewStones> Plan for FewAtlas<G> {
    fn table(&self) -> String {
        G::ABOUT.name.into()
    }

    fn rules_version(&self) -> u32 {
        G::ABOUT.rules_version
    }

    fn tiers(&self) -> &[Tier] {
        &self.armies.tiers
    }

    fn solve(&self, tier: usize, shelf: &Shelf, work: &Work) -> Result<Solved, SolveError> {
        let armies = &self.armies;
        if G::IN_A_CIRCLE
            && let Some(same) = armies.renamed(tier, shelf, work)
        {
            return Ok(same);
        }
        let few: Few<G> = Few { armies, tier, earlier: shelf.known(), game: PhantomData };
        retrograde::solve(&armies.tiers[tier].name, &few, work)
    }

    fn is_used(&self, tier: usize, cell: u64) -> bool {
        self.armies.board(tier, cell).is_some_and(|(board, _)| G::is_used(&board))
    }
}

impl<G: FewStones> Atlas<G> for FewAtlas<G> {
    fn find(&self, position: &G::Position) -> Option<Place> {
        let spot = self.armies.find(&G::stones(position)?)?;
        Some(Place { tier: spot.tier, cells: [spot.cell; 2] })
    }

    fn position_text(&self, tier: usize, cell: u64) -> String {
        format!("{} to=1", self.armies.board_text(tier, cell))
    }

    fn plain_spec(&self) -> String {
        format!("{}:{}", G::ABOUT.name, G::PLAIN)
    }
}

//! Chessom with few stones: tiers by the stones on the board.
//!
//! A capture leads to a tier with fewer stones; everything else stays. A side
//! left with its 1 alone has one turn (F2), after which the game is over, so none
//! of its actions stays in the tier. R5 and F3 are draws.

use crate::armies::{Armies, Board, Counts, Stones, counts_of, swapped, union, without};
use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Known, Solved};
use crate::retrograde::{self, Child, Tangle};
use crate::solvable::{Atlas, Place, Solvable};
use crate::value::Verdict;
use wabe_games::board37::{BOARD, around, shift};
use wabe_games::chessom::{Chessom, Position};
use wabe_rules::Game;

/// The stones that are solved if nothing else is asked for, and the most.
const USUAL: u32 = 5;
const MOST: u32 = 6;
/// The standard layout has so many 2s and 3s a side.
const EACH: u8 = 4;

/// Where the positions with few stones are.
pub struct ChessomAtlas {
    armies: Armies,
}

/// The stones of a side: its 1, and some 2s and 3s.
fn sides(stones: u8) -> impl Iterator<Item = [u8; 3]> {
    counts_of(stones, EACH).filter(|counts| counts[0] == 1)
}

impl ChessomAtlas {
    fn new(pieces: u32) -> ChessomAtlas {
        let mut all: Vec<Counts> = Vec::new();
        for total in 3..=pieces as u8 {
            for more in total.div_ceil(2)..total {
                for own in sides(more) {
                    let less =
                        sides(total - more).filter(|other| 2 * more > total || *other <= own);
                    all.extend(less.map(|other| [own, other]));
                }
            }
        }
        ChessomAtlas { armies: Armies::new(&all) }
    }
}

/// Whether a side has its 1 alone.
#[inline(always)]
fn is_bare([_, twos, threes]: [u64; 3]) -> bool {
    twos | threes == 0
}

/// The moves of the own stones.
#[derive(Clone, Copy)]
struct Move {
    number: usize,
    from: u64,
    to: u64,
    captures: bool,
}

/// The most moves there can be: six directions of all stones at full reach.
const MOVES: usize = 6 * (1 + 4 * 2 + 4 * 3);

/// Lists the moves of the own stones.
#[inline(always)]
fn moves(stones: &Stones) -> ([Move; MOVES], usize) {
    let mut list = [Move { number: 0, from: 0, to: 0, captures: false }; MOVES];
    let mut count = 0;
    let other = union(stones[1]);
    let empty = BOARD & !(union(stones[0]) | other);
    for number in 0..3 {
        let mut left = stones[0][number];
        while left != 0 {
            let from = left & left.wrapping_neg();
            left ^= from;
            for d in 0..6 {
                let mut to = from;
                for step in 0..=number {
                    to = shift(to, d);
                    let captures = step == number && to & other != 0;
                    if to & empty != 0 || captures {
                        list[count] = Move { number, from, to, captures };
                        count += 1;
                    }
                    if to & empty == 0 {
                        break;
                    }
                }
            }
        }
    }
    (list, count)
}

#[inline(always)]
fn can_move(stones: Stones) -> bool {
    let own = union(stones[0]);
    let empty = BOARD & !(own | union(stones[1]));
    around(own) & empty != 0 || can_only_capture(stones)
}

#[cold]
fn can_only_capture(stones: Stones) -> bool {
    moves(&stones).1 > 0
}

struct Few<'a> {
    armies: &'a Armies,
    tier: usize,
    /// By tier.
    earlier: Vec<Option<Known<'a>>>,
}

impl Few<'_> {
    /// What a position that is not of this tier is worth to the other side.
    fn known(&self, next: Stones) -> Verdict {
        let spot = self.armies.find(&next).expect("fewer stones have been solved");
        let file = self.earlier[spot.tier].expect("fewer stones have been solved");
        file.verdict(spot.cell).before(false)
    }

    #[inline(always)]
    fn judge(&self, [own, other]: Stones, was_bare: bool, captures: bool) -> Child {
        if other[0] == 0 {
            return Child::Known(Verdict::Win { plies: 1 });
        }
        if is_bare(own) && is_bare(other) {
            return Child::Known(Verdict::Draw { chances: 0 });
        }
        if was_bare {
            return Child::Known(Verdict::Loss { plies: 1 });
        }
        let next = [other, own];
        if !can_move(next) {
            return Child::Known(Verdict::Draw { chances: 0 });
        }
        if captures { Child::Known(self.known(next)) } else { Child::Here }
    }
}

impl Tangle for Few<'_> {
    type Board = Board;

    fn len(&self) -> usize {
        self.armies.tiers[self.tier].cells as usize
    }

    #[inline(always)]
    fn board(&self, cell: usize) -> Option<(Board, u8)> {
        self.armies.board(self.tier, cell as u64).filter(|(board, _)| can_move(board.stones))
    }

    #[inline(always)]
    fn children(&self, board: &Board, out: &mut Vec<Child>) {
        let was_bare = is_bare(board.stones[0]);
        let (list, count) = moves(&board.stones);
        for &Move { number, from, to, captures } in &list[..count] {
            let mut stones = board.stones;
            if captures {
                stones = without(stones, to);
            }
            stones[0][number] ^= from | to;
            out.push(self.judge(stones, was_bare, captures));
        }
    }

    #[inline(always)]
    fn parents(&self, board: &Board, out: &mut Vec<(usize, bool)>) {
        let before = swapped(board.stones);
        if is_bare(before[0]) {
            return;
        }
        // A move without a capture goes back the way it came.
        let (list, count) = moves(&before);
        for back in list[..count].iter().filter(|back| !back.captures) {
            let mut parent = before;
            parent[0][back.number] ^= back.from | back.to;
            out.push((self.armies.cell_like(self.tier, board, false, &parent), false));
        }
    }
}

impl Plan for ChessomAtlas {
    fn table(&self) -> String {
        Chessom::ABOUT.name.into()
    }

    fn rules_version(&self) -> u32 {
        Chessom::ABOUT.rules_version
    }

    fn tiers(&self) -> &[Tier] {
        &self.armies.tiers
    }

    fn solve(&self, tier: usize, shelf: &Shelf, work: &Work) -> Result<Solved, SolveError> {
        let earlier = shelf.known();
        let few = Few { armies: &self.armies, tier, earlier };
        retrograde::solve(&self.armies.tiers[tier].name, &few, work)
    }

    fn is_used(&self, tier: usize, cell: u64) -> bool {
        self.armies.board(tier, cell).is_some_and(|(board, _)| can_move(board.stones))
    }
}

impl Solvable for Chessom {
    type Atlas = ChessomAtlas;

    fn atlas(&self, pieces: Option<u32>) -> Result<ChessomAtlas, SolveError> {
        match pieces.unwrap_or(USUAL) {
            pieces @ 3..=MOST => Ok(ChessomAtlas::new(pieces)),
            _ => Err(SolveError::NotCovered(format!(
                "chessom is solved with 3 to {MOST} stones on the board: --pieces takes these"
            ))),
        }
    }

    fn whole_atlas(&self) -> Result<ChessomAtlas, SolveError> {
        self.atlas(Some(MOST))
    }
}

impl Atlas<Chessom> for ChessomAtlas {
    fn find(&self, position: &Position) -> Option<Place> {
        let side = position.to_act();
        let stones = [side, 1 - side].map(|side| [0, 1, 2].map(|n| position.stones(side, n)));
        let spot = self.armies.find(&stones)?;
        Some(Place { tier: spot.tier, cells: [spot.cell; 2] })
    }

    fn position_text(&self, tier: usize, cell: u64) -> String {
        format!("{} to=1", self.armies.board_text(tier, cell))
    }

    fn plain_spec(&self) -> String {
        "chessom:repetition=0,limit=0,quiet=0".into()
    }
}

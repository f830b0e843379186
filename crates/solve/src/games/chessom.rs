//! Chessom with few stones: tiers by the stones on the board.
//!
//! A capture leads to a tier with fewer stones; everything else stays. A side
//! left with its 1 alone has one turn (F2), after which the game is over, so none
//! of its actions stays in the tier. R5 and F3 are draws.

use crate::armies::{Armies, Board, Counts, Stones, counts_of, swapped, union, without};
use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Known, Solved};
use crate::retrograde::{self, Ahead, Tangle, Told};
use crate::solvable::{Atlas, Place, Solvable};
use crate::value::Verdict;
use wabe_games::board37::{BOARD, around, before, shift, slide};
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

/// A move of an own stone.
#[derive(Clone, Copy)]
struct Move {
    number: usize,
    from: u64,
    to: u64,
    captures: bool,
}

impl Move {
    #[inline(always)]
    fn make(self, stones: &Stones) -> Stones {
        let mut next = if self.captures { without(*stones, self.to) } else { *stones };
        next[0][self.number] ^= self.from | self.to;
        next
    }
}

/// Goes through the moves of the own stones (R1, R2).
#[inline(always)]
fn moves(stones: &Stones, mut each: impl FnMut(Move)) {
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
                        each(Move { number, from, to, captures });
                    }
                    if to & empty == 0 {
                        break;
                    }
                }
            }
        }
    }
}

/// Goes through the captures of the own stones and counts their other moves,
/// equal stones all at once.
#[inline(always)]
fn captures(stones: &Stones, mut each: impl FnMut(Move)) -> u32 {
    let other = union(stones[1]);
    let empty = BOARD & !(union(stones[0]) | other);
    let mut quiet = 0;
    for number in 0..3 {
        for d in 0..6 {
            let mut to = stones[0][number];
            for _ in 0..number {
                to = slide(to, d) & empty;
                quiet += to.count_ones();
            }
            to = slide(to, d);
            quiet += (to & empty).count_ones();
            let mut hits = to & other;
            while hits != 0 {
                let to = hits & hits.wrapping_neg();
                hits ^= to;
                let from = (0..=number).fold(to, |from, _| before(from, d));
                each(Move { number, from, to, captures: true });
            }
        }
    }
    quiet
}

#[inline(always)]
fn can_move(stones: &Stones, own: u64, other: u64) -> bool {
    around(own) & BOARD & !(own | other) != 0 || can_only_capture(*stones)
}

#[cold]
#[inline(never)]
fn can_only_capture(stones: Stones) -> bool {
    let mut any = false;
    moves(&stones, |_| any = true);
    any
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

    /// What a move leads to; `None` if it stays in the tier.
    #[inline(always)]
    fn judge(&self, [own, other]: Stones, was_bare: bool, captures: bool) -> Option<Verdict> {
        if other[0] == 0 {
            return Some(Verdict::Win { plies: 1 });
        }
        if is_bare(own) && is_bare(other) {
            return Some(Verdict::Draw { chances: 0 });
        }
        if was_bare {
            return Some(Verdict::Loss { plies: 1 });
        }
        let next = [other, own];
        if !can_move(&next, union(other), union(own)) {
            return Some(Verdict::Draw { chances: 0 });
        }
        captures.then(|| self.known(next))
    }

    /// Where every action leads, one by one.
    #[cold]
    fn ahead_one_by_one(&self, stones: &Stones) -> Ahead {
        let was_bare = is_bare(stones[0]);
        let mut ahead = Ahead::default();
        moves(stones, |next| match self.judge(next.make(stones), was_bare, next.captures) {
            Some(verdict) => ahead.known(verdict),
            None => ahead.here += 1,
        });
        ahead
    }
}

impl Tangle for Few<'_> {
    type Board = Board;

    fn len(&self) -> usize {
        self.armies.tiers[self.tier].cells as usize
    }

    #[inline(always)]
    fn board(&self, cell: usize) -> Option<(Board, u8)> {
        let (board, ways) = self.armies.board(self.tier, cell as u64)?;
        can_move(&board.stones, board.own, board.other).then_some((board, ways))
    }

    #[inline(always)]
    fn ahead(&self, board: &Board) -> Ahead {
        let stones = &board.stones;
        let Board { own, other, .. } = *board;
        let room = around(other) & BOARD & !(own | other);
        // With room for two, no move but a capture shuts the other side in.
        if is_bare(stones[0]) || room & room.wrapping_sub(1) == 0 {
            return self.ahead_one_by_one(stones);
        }
        let mut ahead = Ahead::default();
        let quiet = captures(stones, |next| {
            let verdict = self.judge(next.make(stones), false, true);
            ahead.known(verdict.expect("captures lead out of the tier"));
        });
        ahead.here = quiet as u16;
        ahead
    }

    #[inline(always)]
    fn parents(&self, board: &Board, told: &mut Told) {
        let now = swapped(board.stones);
        if is_bare(now[0]) {
            return;
        }
        let empty = BOARD & !(board.own | board.other);
        let parents = self.armies.like(self.tier, board, false);
        // A move without a capture goes back the way it came.
        for number in 0..3 {
            let mut left = now[0][number];
            while left != 0 {
                let to = left & left.wrapping_neg();
                left ^= to;
                let without = parents.without(&now, number, to);
                for d in 0..6 {
                    let mut from = to;
                    for _ in 0..=number {
                        from = slide(from, d) & empty;
                        if from == 0 {
                            break;
                        }
                        told.tell(parents.cell_of(&without, from), false);
                    }
                }
            }
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
        self.armies
            .board(tier, cell)
            .is_some_and(|(board, _)| can_move(&board.stones, board.own, board.other))
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

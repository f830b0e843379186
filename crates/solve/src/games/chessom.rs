//! Chessom with few stones: tiers by the stones on the board.
//!
//! A capture leads to a tier with fewer stones; everything else stays. A side
//! left with its 1 alone has one turn (F2), after which the game is over, so none
//! of its actions stays in the tier. R5 and F3 are draws.

use crate::armies::{Board, Counts, Stones, counts_of, swapped, union, without};
use crate::error::SolveError;
use crate::few::{Few, FewAtlas, FewStones};
use crate::retrograde::{Ahead, Told};
use crate::solvable::Solvable;
use crate::value::Verdict;
use wabe_games::board37::{BOARD, around, before, shift, slide};
use wabe_games::chessom::{Chessom, Position};

/// The standard layout has so many 2s and 3s a side.
const EACH: u8 = 4;

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

/// The positions of a tier.
type Tier<'a> = Few<'a, Chessom>;

/// What a move leads to; `None` if it stays in the tier.
#[inline(always)]
fn judge(tier: &Tier, [own, other]: Stones, was_bare: bool, captures: bool) -> Option<Verdict> {
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
    captures.then(|| tier.verdict(&next).before(false))
}

/// Where every action leads, one by one.
#[cold]
fn ahead_one_by_one(tier: &Tier, stones: &Stones) -> Ahead {
    let was_bare = is_bare(stones[0]);
    let mut ahead = Ahead::default();
    moves(stones, |next| match judge(tier, next.make(stones), was_bare, next.captures) {
        Some(verdict) => ahead.known(verdict),
        None => ahead.here += 1,
    });
    ahead
}

impl FewStones for Chessom {
    const LEAST: u32 = 3;
    const USUAL: u32 = 5;
    const MOST: u32 = 6;
    const PLAIN: &'static str = "repetition=0,limit=0,quiet=0";
    const IN_A_CIRCLE: bool = false;

    /// A side has its 1, and some 2s and 3s.
    fn sides(stones: u8) -> impl Iterator<Item = [u8; 3]> {
        counts_of(stones, EACH).filter(|counts| counts[0] == 1)
    }

    fn is_decided(_: &Counts) -> bool {
        false
    }

    #[inline(always)]
    fn is_used(board: &Board) -> bool {
        can_move(&board.stones, board.own, board.other)
    }

    fn stones(position: &Position) -> Option<Stones> {
        let side = position.to_act();
        Some([side, 1 - side].map(|side| [0, 1, 2].map(|n| position.stones(side, n))))
    }

    #[inline(always)]
    fn ahead(tier: &Tier, board: &Board) -> Ahead {
        let stones = &board.stones;
        let Board { own, other, .. } = *board;
        let room = around(other) & BOARD & !(own | other);
        // With room for two, no move but a capture shuts the other side in.
        if is_bare(stones[0]) || room & room.wrapping_sub(1) == 0 {
            return ahead_one_by_one(tier, stones);
        }
        let mut ahead = Ahead::default();
        let quiet = captures(stones, |next| {
            let verdict = judge(tier, next.make(stones), false, true);
            ahead.known(verdict.expect("captures lead out of the tier"));
        });
        ahead.here = quiet as u16;
        ahead
    }

    #[inline(always)]
    fn parents(tier: &Tier, board: &Board, told: &mut Told) {
        let now = swapped(board.stones);
        if is_bare(now[0]) {
            return;
        }
        let empty = BOARD & !(board.own | board.other);
        let parents = tier.like(board, false);
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

impl Solvable for Chessom {
    type Atlas = FewAtlas<Chessom>;

    fn atlas(&self, pieces: Option<u32>) -> Result<FewAtlas<Chessom>, SolveError> {
        FewAtlas::new(pieces)
    }

    fn whole_atlas(&self) -> Result<FewAtlas<Chessom>, SolveError> {
        FewAtlas::new(Some(Chessom::MOST))
    }
}

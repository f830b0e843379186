//! Gassen-Ombagi with few stones: tiers by the stones on the board.
//!
//! Whether stones decide the game (R7 to R9) follows from their numbers alone, so
//! such armies have no tier. Where a capture is possible nothing else is (R4), so
//! no action stays in the tier; a step stays unless it shuts a stone in (R6). A
//! side that cannot act is passed over (F3): then the same seat acts again.
//!
//! The numbers spare each other in a circle (R3), so stones renamed along it make
//! the same game: of three such tiers one is solved and two are copied.

use crate::armies::{Board, Counts, Stones, counts, counts_of, swapped, union, without};
use crate::error::SolveError;
use crate::few::{Few, FewAtlas, FewStones};
use crate::retrograde::{Ahead, Told};
use crate::solvable::Solvable;
use crate::value::Verdict;
use wabe_games::board37::{BOARD, CORNERS, around, before, shift, slide};
use wabe_games::gassen_ombagi::{GassenOmbagi, Position};

/// Stones of each number that a side has at the start.
const EACH: u8 = 4;
/// R3: the number that each number cannot capture, from 0.
const SPARED: [usize; 3] = [1, 2, 0];

/// Whether none of the own numbers can capture any of the other's (R8).
fn is_harmless(own: [bool; 3], other: [bool; 3]) -> bool {
    (0..3).all(|n| !own[n] || (0..3).all(|prey| !other[prey] || prey == SPARED[n]))
}

/// What stones alone decide, for the own side: won, lost, or drawn.
fn decided(counts: &Counts) -> Option<Verdict> {
    let total = counts.map(|side| side.iter().sum::<u8>());
    let [own, other] = counts.map(|side| side.map(|count| count > 0));
    match total {
        [0, _] => Some(Verdict::Loss { plies: 0 }),
        [_, 0] => Some(Verdict::Win { plies: 0 }),
        _ if is_harmless(own, other) => Some(Verdict::Loss { plies: 0 }),
        _ if is_harmless(other, own) => Some(Verdict::Win { plies: 0 }),
        [1, 1] if own == other => Some(Verdict::Draw { chances: 0 }),
        _ => None,
    }
}

/// A move of an own stone: its number, where it goes, and what it jumps over.
#[derive(Clone, Copy)]
struct Move {
    number: usize,
    from: u64,
    over: u64,
    to: u64,
}

impl Move {
    #[inline(always)]
    fn make(self, stones: &Stones) -> Stones {
        let mut next = without(*stones, self.over);
        next[0][self.number] ^= self.from | self.to;
        next
    }
}

/// What a number may capture of these stones.
#[inline(always)]
fn prey(other: &[u64; 3], number: usize) -> u64 {
    union(*other) & !other[SPARED[number]]
}

/// Goes through the captures of the own stones.
#[inline(always)]
fn captures(stones: &Stones, mut each: impl FnMut(Move)) {
    let empty = BOARD & !(union(stones[0]) | union(stones[1]));
    for number in 0..3 {
        let prey = prey(&stones[1], number);
        let mut left = stones[0][number] & around(prey);
        while left != 0 {
            let from = left & left.wrapping_neg();
            left ^= from;
            for d in 0..6 {
                let over = shift(from, d) & prey;
                let to = shift(over, d) & empty;
                if to != 0 {
                    each(Move { number, from, over, to });
                }
            }
        }
    }
}

/// The own stones that could capture.
#[inline(always)]
fn hunters(stones: &Stones) -> u64 {
    let empty = BOARD & !(union(stones[0]) | union(stones[1]));
    let mut hunters = 0;
    for number in 0..3 {
        let prey = prey(&stones[1], number);
        if around(prey) & stones[0][number] == 0 {
            continue;
        }
        for d in 0..6 {
            hunters |= before(prey & before(empty, d), d) & stones[0][number];
        }
    }
    hunters
}

/// R6: stones shut in on a corner, of both sides.
#[inline(always)]
fn shut_in(stones: &Stones, own: u64, other: u64) -> u64 {
    if (own | other) & CORNERS == 0 {
        return 0;
    }
    let caught = [own & CORNERS & !around(BOARD & !other), other & CORNERS & !around(BOARD & !own)];
    match caught {
        [0, 0] => 0,
        _ => without_capture(*stones, caught),
    }
}

/// Of stones on corners, those of each side that cannot capture. (What is rare is
/// kept apart, so that the stones stay in registers where they are.)
#[cold]
#[inline(never)]
fn without_capture(stones: Stones, [own, other]: [u64; 2]) -> u64 {
    own & !hunters(&stones) | other & !hunters(&swapped(stones))
}

#[inline(always)]
fn can_act(stones: &Stones, own: u64, other: u64) -> bool {
    around(own) & BOARD & !(own | other) != 0 || can_only_capture(*stones)
}

#[cold]
#[inline(never)]
fn can_only_capture(stones: Stones) -> bool {
    hunters(&stones) != 0
}

/// Goes through the steps of the own stones.
#[inline(always)]
fn steps(stones: &Stones, mut each: impl FnMut(Move)) {
    let empty = BOARD & !(union(stones[0]) | union(stones[1]));
    for number in 0..3 {
        let mut left = stones[0][number];
        while left != 0 {
            let from = left & left.wrapping_neg();
            left ^= from;
            let mut targets = around(from) & empty;
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                each(Move { number, from, over: 0, to });
            }
        }
    }
}

/// Whether a step could shut a stone in: one of the other side in a corner needs
/// two own stones beside it, an own one must be surrounded already.
#[inline(always)]
fn is_corner_in_danger(own: u64, other: u64) -> bool {
    let mut corners = (own | other) & CORNERS;
    while corners != 0 {
        let corner = corners & corners.wrapping_neg();
        corners ^= corner;
        let (foes, enough) = if corner & own != 0 { (other, 3) } else { (own, 2) };
        if (around(corner) & foes).count_ones() >= enough {
            return true;
        }
    }
    false
}

/// The positions of a tier.
type Tier<'a> = Few<'a, GassenOmbagi>;

/// After an action of the own side: what it is worth; `None` if it stays.
#[inline(always)]
fn judge(tier: &Tier, mut stones: Stones, captured: bool) -> Option<Verdict> {
    let shut = shut_in(&stones, union(stones[0]), union(stones[1]));
    if shut != 0 {
        stones = without(stones, shut);
    }
    if shut == 0 && !captured {
        // Of few stones one can always step, be it of the same side (F3).
        return None;
    }
    if let Some(verdict) = decided(&counts(&stones)) {
        return Some(verdict.before(true));
    }
    let next = swapped(stones);
    let passes = !can_act(&next, union(next[0]), union(next[1]));
    let verdict = tier.verdict(if passes { &stones } else { &next });
    Some(verdict.before(passes))
}

/// The positions from which an own step leads here: there was no capture.
#[inline(always)]
fn steps_back(tier: &Tier, board: &Board, stones: &Stones, same_seat: bool, told: &mut Told) {
    let parents = tier.like(board, same_seat);
    for number in 0..3 {
        let mut left = stones[0][number];
        while left != 0 {
            let to = left & left.wrapping_neg();
            left ^= to;
            let [a, b, c] = stones[0];
            let others = [a & !to, b & !to, c & !to];
            let mut sources = around(to) & quiet_places(others, stones[1], number);
            let without = parents.without(stones, number, to);
            while sources != 0 {
                let from = sources & sources.wrapping_neg();
                sources ^= from;
                told.tell(parents.cell_of(&without, from), same_seat);
            }
        }
    }
}

/// Where one more own stone of a number can lie without any own stone having a
/// capture: where it has none itself, and if others have, where it is in the way
/// of all of them.
#[inline(always)]
fn quiet_places(own: [u64; 3], other: [u64; 3], number: usize) -> u64 {
    let empty = BOARD & !(union(own) | union(other));
    let (mut hunting, mut quiet) = (0, empty);
    let mut landings = 0;
    for hunter in 0..3 {
        let prey = prey(&other, hunter);
        let own = own[hunter] & around(prey);
        for d in 0..6 {
            if hunter == number {
                hunting |= before(prey & before(empty, d), d);
            }
            landings |= slide(slide(own, d) & prey, d) & empty;
        }
    }
    quiet &= !hunting;
    match landings {
        0 => quiet,
        one if one & (one - 1) == 0 => quiet & one,
        _ => 0,
    }
}

impl FewStones for GassenOmbagi {
    const LEAST: u32 = 2;
    const USUAL: u32 = 5;
    const MOST: u32 = 6;
    const PLAIN: &'static str = "repetition=0,limit=0,quiet=0";
    /// R3: every number spares the next one.
    const IN_A_CIRCLE: bool = true;

    fn sides(stones: u8) -> impl Iterator<Item = [u8; 3]> {
        counts_of(stones, EACH)
    }

    fn is_decided(counts: &Counts) -> bool {
        decided(counts).is_some()
    }

    /// Nobody is shut in, and who is to act can.
    #[inline(always)]
    fn is_used(Board { stones, own, other, .. }: &Board) -> bool {
        shut_in(stones, *own, *other) == 0 && can_act(stones, *own, *other)
    }

    fn stones(position: &Position) -> Option<Stones> {
        let side = position.to_act();
        let stones = [side, 1 - side].map(|side| [0, 1, 2].map(|n| position.stones(side, n)));
        (!position.is_placing()).then_some(stones)
    }

    #[inline(always)]
    fn ahead(tier: &Tier, board: &Board) -> Ahead {
        let stones = &board.stones;
        let mut ahead = Ahead::default();
        if hunters(stones) != 0 {
            captures(stones, |next| {
                let verdict = judge(tier, next.make(stones), true);
                ahead.known(verdict.expect("captures lead out of the tier"));
            });
            return ahead;
        }
        let Board { own, other, .. } = *board;
        if is_corner_in_danger(own, other) {
            steps(stones, |next| match judge(tier, next.make(stones), false) {
                Some(verdict) => ahead.known(verdict),
                None => ahead.here += 1,
            });
            return ahead;
        }
        let empty = BOARD & !(own | other);
        let count = (0..6).map(|d| (slide(own, d) & empty).count_ones()).sum::<u32>();
        ahead.here = count as u16;
        ahead
    }

    #[inline(always)]
    fn parents(tier: &Tier, board: &Board, told: &mut Told) {
        let other = swapped(board.stones);
        steps_back(tier, board, &other, false, told);
        if !can_act(&other, board.other, board.own) {
            steps_back(tier, board, &board.stones, true, told);
        }
    }
}

impl Solvable for GassenOmbagi {
    type Atlas = FewAtlas<GassenOmbagi>;

    fn atlas(&self, pieces: Option<u32>) -> Result<FewAtlas<GassenOmbagi>, SolveError> {
        if self.has_huff() {
            let why = "gassen-ombagi is solved without huff=true only";
            return Err(SolveError::NotCovered(why.into()));
        }
        FewAtlas::new(pieces)
    }

    fn whole_atlas(&self) -> Result<FewAtlas<GassenOmbagi>, SolveError> {
        self.atlas(Some(GassenOmbagi::MOST))
    }
}

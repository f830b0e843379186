//! Gassen-Ombagi with few stones: tiers by the stones on the board.
//!
//! Whether stones decide the game (R7 to R9) follows from their numbers alone, so
//! such armies have no tier. Where a capture is possible nothing else is (R4), so
//! no action stays in the tier; a step stays unless it shuts a stone in (R6). A
//! side that cannot act is passed over (F3): then the same seat acts again.

use crate::armies::{Armies, Board, Counts, Stones, counts, counts_of, swapped, union, without};
use crate::engine::{Plan, Shelf, Tier, Work};
use crate::error::SolveError;
use crate::file::{Known, Solved};
use crate::retrograde::{self, Child, Tangle};
use crate::solvable::{Atlas, Place, Solvable};
use crate::value::Verdict;
use wabe_games::board37::{BOARD, CORNERS, around, before, shift};
use wabe_games::gassen_ombagi::{GassenOmbagi, Position};
use wabe_rules::Game;

/// The stones that are solved if nothing else is asked for, and the most.
const USUAL: u32 = 5;
const MOST: u32 = 6;
/// Stones of each number that a side has at the start.
const EACH: u8 = 4;
/// R3: the number that each number cannot capture, from 0.
const SPARED: [usize; 3] = [1, 2, 0];

/// Where the positions with few stones are.
pub struct GassenAtlas {
    armies: Armies,
}

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

impl GassenAtlas {
    fn new(pieces: u32) -> GassenAtlas {
        let mut all: Vec<Counts> = Vec::new();
        for total in 2..=pieces as u8 {
            for more in total.div_ceil(2)..total {
                for own in counts_of(more, EACH) {
                    let less = counts_of(total - more, EACH)
                        .filter(|other| 2 * more > total || *other <= own)
                        .map(|other| [own, other]);
                    all.extend(less.filter(|counts| decided(counts).is_none()));
                }
            }
        }
        GassenAtlas { armies: Armies::new(&all) }
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

/// The most moves there can be: six directions of twelve stones.
const MOVES: usize = 6 * 12;

/// Moves in a list of its own.
struct Moves {
    list: [Move; MOVES],
    count: usize,
}

impl Moves {
    const NONE: Moves =
        Moves { list: [Move { number: 0, from: 0, over: 0, to: 0 }; MOVES], count: 0 };

    #[inline(always)]
    fn add(&mut self, number: usize, from: u64, over: u64, to: u64) {
        self.list[self.count] = Move { number, from, over, to };
        self.count += 1;
    }

    #[inline(always)]
    fn all(&self) -> &[Move] {
        &self.list[..self.count]
    }
}

/// What a number may capture of these stones.
#[inline(always)]
fn prey(other: &[u64; 3], number: usize) -> u64 {
    union(*other) & !other[SPARED[number]]
}

/// The captures of the own stones.
#[inline(always)]
fn captures(stones: &Stones) -> Moves {
    let mut moves = Moves::NONE;
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
                    moves.add(number, from, over, to);
                }
            }
        }
    }
    moves
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
fn shut_in(stones: Stones) -> u64 {
    let (own, other) = (union(stones[0]), union(stones[1]));
    if (own | other) & CORNERS == 0 {
        return 0;
    }
    let caught = [own & CORNERS & !around(BOARD & !other), other & CORNERS & !around(BOARD & !own)];
    match caught {
        [0, 0] => 0,
        [a, b] => a & !hunters(&stones) | b & !hunters(&swapped(stones)),
    }
}

#[inline(always)]
fn can_act(stones: Stones) -> bool {
    let own = union(stones[0]);
    around(own) & BOARD & !(own | union(stones[1])) != 0 || hunters(&stones) != 0
}

/// The steps of the own stones.
#[inline(always)]
fn steps(stones: &Stones) -> Moves {
    let mut moves = Moves::NONE;
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
                moves.add(number, from, 0, to);
            }
        }
    }
    moves
}

struct Few<'a> {
    armies: &'a Armies,
    tier: usize,
    /// By tier.
    earlier: Vec<Option<Known<'a>>>,
}

impl Few<'_> {
    fn verdict(&self, stones: Stones) -> Verdict {
        let spot = self.armies.find(&stones).expect("fewer stones have been solved");
        let file = self.earlier[spot.tier].expect("fewer stones have been solved");
        file.verdict(spot.cell)
    }

    /// After an action of the own side: what it is worth, or that it stays.
    #[inline(always)]
    fn judge(&self, mut stones: Stones, captured: bool) -> Child {
        let shut = shut_in(stones);
        if shut != 0 {
            stones = without(stones, shut);
        }
        let stays = shut == 0 && !captured;
        if !stays && let Some(verdict) = decided(&counts(&stones)) {
            return Child::Known(verdict.before(true));
        }
        let next = swapped(stones);
        match (can_act(next), stays) {
            (true, true) => Child::Here,
            (true, false) => Child::Known(self.verdict(next).before(false)),
            (false, _) => self.passed(stones, stays),
        }
    }

    /// The other side cannot act.
    #[cold]
    fn passed(&self, stones: Stones, stays: bool) -> Child {
        match (can_act(stones), stays) {
            (false, _) => Child::Known(Verdict::Draw { chances: 0 }),
            (true, true) => Child::Here,
            (true, false) => Child::Known(self.verdict(stones).before(true)),
        }
    }

    /// The positions from which an own step leads here: there was no capture.
    #[inline(always)]
    fn steps_back(
        &self,
        board: &Board,
        stones: &Stones,
        same_seat: bool,
        out: &mut Vec<(usize, bool)>,
    ) {
        for back in steps(stones).all() {
            let mut parent = *stones;
            parent[0][back.number] ^= back.from | back.to;
            if hunters(&parent) == 0 {
                let cell = self.armies.cell_like(self.tier, board, same_seat, &parent);
                out.push((cell, same_seat));
            }
        }
    }
}

/// Whether a position can be: nobody is shut in, and who is to act can.
#[inline(always)]
fn is_settled(stones: Stones) -> bool {
    shut_in(stones) == 0 && can_act(stones)
}

impl Tangle for Few<'_> {
    type Board = Board;

    fn len(&self) -> usize {
        self.armies.tiers[self.tier].cells as usize
    }

    #[inline(always)]
    fn board(&self, cell: usize) -> Option<(Board, u8)> {
        self.armies.board(self.tier, cell as u64).filter(|(board, _)| is_settled(board.stones))
    }

    #[inline(always)]
    fn children(&self, board: &Board, out: &mut Vec<Child>) {
        let captures = captures(&board.stones);
        let moves = if captures.count > 0 { captures } else { steps(&board.stones) };
        for &Move { number, from, over, to } in moves.all() {
            let mut stones = without(board.stones, over);
            stones[0][number] ^= from | to;
            out.push(self.judge(stones, over != 0));
        }
    }

    #[inline(always)]
    fn parents(&self, board: &Board, out: &mut Vec<(usize, bool)>) {
        let other = swapped(board.stones);
        self.steps_back(board, &other, false, out);
        if !can_act(other) {
            self.steps_back(board, &board.stones, true, out);
        }
    }
}

impl Plan for GassenAtlas {
    fn table(&self) -> String {
        GassenOmbagi::ABOUT.name.into()
    }

    fn rules_version(&self) -> u32 {
        GassenOmbagi::ABOUT.rules_version
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
        self.armies.board(tier, cell).is_some_and(|(board, _)| is_settled(board.stones))
    }
}

impl Solvable for GassenOmbagi {
    type Atlas = GassenAtlas;

    fn atlas(&self, pieces: Option<u32>) -> Result<GassenAtlas, SolveError> {
        if self.has_huff() {
            let why = "gassen-ombagi is solved without huff=true only";
            return Err(SolveError::NotCovered(why.into()));
        }
        match pieces.unwrap_or(USUAL) {
            pieces @ 2..=MOST => Ok(GassenAtlas::new(pieces)),
            _ => Err(SolveError::NotCovered(format!(
                "gassen-ombagi is solved with 2 to {MOST} stones on the board: --pieces takes these"
            ))),
        }
    }

    fn whole_atlas(&self) -> Result<GassenAtlas, SolveError> {
        self.atlas(Some(MOST))
    }
}

impl Atlas<GassenOmbagi> for GassenAtlas {
    fn find(&self, position: &Position) -> Option<Place> {
        if position.is_placing() {
            return None;
        }
        let side = position.to_act();
        let stones = [side, 1 - side].map(|side| [0, 1, 2].map(|n| position.stones(side, n)));
        let spot = self.armies.find(&stones)?;
        Some(Place { tier: spot.tier, cells: [spot.cell; 2] })
    }

    fn position_text(&self, tier: usize, cell: u64) -> String {
        format!("{} to=1", self.armies.board_text(tier, cell))
    }

    fn plain_spec(&self) -> String {
        "gassen-ombagi:repetition=0,limit=0,quiet=0".into()
    }
}

//! The last stones of a two-player game of Omega, worked out exactly.
//!
//! With few fields left, what a colour's groups come to depends only on which of
//! those fields it gets. So the products are tabled for every such set once, and
//! the end of a game is two look-ups. What is left is to find out who wins: a
//! yes or no for every way the fields can be filled, remembered by colouring.

use super::log2;
use crate::limits::Budget;
use std::cmp::{Ordering, Reverse};
use wabe_games::omega::{FieldSet, Omega, Position};

/// So many empty fields are worked out at most.
pub const MOST_FIELDS: u32 = 17;

/// Two stones of a turn: White's and Black's, as numbers of fields.
pub type Turn = [usize; 2];

/// The end of a game of two.
pub struct End {
    /// The fields that are empty.
    fields: Vec<usize>,
    /// By colour: the product for every set of the empty fields.
    products: [Vec<u128>; 2],
    /// Logarithms of the same.
    logs: [Vec<i32>; 2],
    /// By colour, for every set: what its logarithm comes to at least and at most at
    /// the end, wherever its stones to come go.
    ends: [Vec<(i32, i32)>; 2],
    /// By colour, what to compare turns by: half what a set is worth now, half the
    /// middle of what it may come to.
    worth: [Vec<i32>; 2],
    /// Known answers: the colouring, and whether White wins.
    known: Vec<u64>,
    /// The turns of every filling on the way that are to be tried.
    turns: Vec<(i32, Filling)>,
    budget: Budget,
    nodes: u64,
    gave_up: bool,
}

/// Which of the empty fields have become white and black.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Filling {
    white: u32,
    black: u32,
}

const KNOWN_BITS: u32 = 21;

impl End {
    pub fn new(game: &Omega, position: &Position, budget: Budget) -> End {
        let fields: Vec<usize> =
            (0..game.fields()).filter(|&field| position.colour_on(field).is_none()).collect();
        let products = [0, 1].map(|colour| products(game, position, &fields, colour));
        let logs = [0, 1]
            .map(|colour: usize| products[colour].iter().map(|&product| log2(product)).collect());
        let known = vec![0; 1 << KNOWN_BITS];
        let (ends, worth, turns) = Default::default();
        let (nodes, gave_up) = (0, false);
        End { fields, products, logs, ends, worth, known, turns, budget, nodes, gave_up }
    }

    /// How many fillings were looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A winning turn for the colour to move, or `None` if every turn loses;
    /// nothing at all if the budget did not last.
    pub fn solve(&mut self, white_moves: bool) -> Option<Option<Turn>> {
        let empty = Filling { white: 0, black: 0 };
        let turns = turns_to_come(self.fields.len(), white_moves);
        self.foresee([turns, turns]);
        let winning = self.winning_turn(empty, white_moves);
        if self.gave_up {
            return None;
        }
        let field = |set: u32| self.fields[set.trailing_zeros() as usize];
        Some(winning.map(|turn| [field(turn.white), field(turn.black)]))
    }

    /// A black stone that wins for the colour to move, where the white stone of
    /// this turn has been put down.
    pub fn solve_half(&mut self, white_moves: bool) -> Option<Option<usize>> {
        let mut winning = None;
        let turns = turns_to_come(self.fields.len() - 1, !white_moves);
        self.foresee([turns, turns + 1]);
        for i in 0..self.fields.len() {
            let half = Filling { white: 0, black: 1 << i };
            if self.white_wins(half, !white_moves) == white_moves && !self.gave_up {
                winning = Some(self.fields[i]);
                break;
            }
        }
        if self.gave_up { None } else { Some(winning) }
    }

    /// Tables what every set comes to at the end, with so many stones more by colour.
    fn foresee(&mut self, stones: [u32; 2]) {
        let all = (1u32 << self.fields.len()) - 1;
        for (colour, stones) in stones.into_iter().enumerate() {
            let mut ends: Vec<(i32, i32)> = self.logs[colour].iter().map(|&l| (l, l)).collect();
            // A set with one field more stands behind it.
            for set in (0..=all).rev().filter(|set| set.count_ones() < stones) {
                let more = bits(all & !set).map(|field| ends[(set | field) as usize]);
                let widest = |(least, most): (i32, i32), (low, high): (i32, i32)| {
                    (least.min(low), most.max(high))
                };
                ends[set as usize] = more.fold((i32::MAX, i32::MIN), widest);
            }
            let now = self.logs[colour].iter().zip(&ends);
            self.worth[colour] = now.map(|(now, (least, most))| 2 * now + least + most).collect();
            self.ends[colour] = ends;
        }
    }

    /// Whether White wins, where that is certain wherever the stones to come go.
    fn foreseen(&self, filling: Filling) -> Option<bool> {
        let (white_least, white_most) = self.ends[0][filling.white as usize];
        let (black_least, black_most) = self.ends[1][filling.black as usize];
        if white_least > black_most {
            return Some(true);
        }
        (white_most < black_least).then_some(false)
    }

    /// Whether White wins if this colour begins a turn here.
    fn white_wins(&mut self, filling: Filling, white_moves: bool) -> bool {
        let left = self.fields.len() as u32 - (filling.white | filling.black).count_ones();
        // R4: before a turn of White there must be room for a whole round.
        if white_moves && left < 4 {
            return self.is_won_by_white(filling);
        }
        if let Some(white_wins) = self.foreseen(filling) {
            return white_wins;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && self.budget.is_spent(self.nodes) {
            self.gave_up = true;
        }
        if self.gave_up {
            return false;
        }
        if left <= 4 {
            return self.last_turns(filling, white_moves) == white_moves;
        }
        let key = 1 << 40 | u64::from(filling.white) << 20 | u64::from(filling.black);
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - KNOWN_BITS)) as usize;
        if self.known[place] >> 1 == key {
            return self.known[place] & 1 == 1;
        }
        let white_wins = self.winning_turn(filling, white_moves).is_some() == white_moves;
        if !self.gave_up {
            self.known[place] = key << 1 | u64::from(white_wins);
        }
        white_wins
    }

    /// Whether the colour to move has a winning turn among the last ones; no
    /// list is worth its while here.
    fn last_turns(&mut self, filling: Filling, white_moves: bool) -> bool {
        let free = self.free(filling);
        for white in bits(free) {
            for black in bits(free & !white) {
                let next = Filling { white: filling.white | white, black: filling.black | black };
                if self.white_wins(next, !white_moves) == white_moves {
                    return true;
                }
            }
        }
        false
    }

    fn free(&self, filling: Filling) -> u32 {
        ((1u32 << self.fields.len()) - 1) & !(filling.white | filling.black)
    }

    /// R5: among equals the later colour wins.
    fn is_won_by_white(&self, filling: Filling) -> bool {
        let (white, black) = (filling.white as usize, filling.black as usize);
        match self.logs[0][white].cmp(&self.logs[1][black]) {
            Ordering::Equal => self.products[0][white] > self.products[1][black],
            order => order == Ordering::Greater,
        }
    }

    /// What stands after a winning turn, if the colour to move has one. Those that look
    /// good are tried first: own stones that make the own product large, others that keep
    /// the other's small.
    fn winning_turn(&mut self, filling: Filling, white_moves: bool) -> Option<Filling> {
        let free = self.free(filling);
        let first = self.turns.len();
        for white in bits(free) {
            let own = self.worth[0][(filling.white | white) as usize];
            for black in bits(free & !white) {
                let worth = own - self.worth[1][(filling.black | black) as usize];
                let worth = if white_moves { worth } else { -worth };
                let next = Filling { white: filling.white | white, black: filling.black | black };
                self.turns.push((worth, next));
            }
        }
        self.turns[first..].sort_unstable_by_key(|&(worth, _)| Reverse(worth));
        let winning = (first..self.turns.len()).find_map(|turn| {
            let (_, next) = self.turns[turn];
            (self.white_wins(next, !white_moves) == white_moves).then_some(next)
        });
        self.turns.truncate(first);
        winning
    }
}

/// How many turns are played with so many empty fields: before one of White there must
/// be room for a whole round (R4).
fn turns_to_come(mut left: usize, mut white_moves: bool) -> u32 {
    let mut turns = 0;
    while left >= if white_moves { 4 } else { 2 } {
        left -= 2;
        turns += 1;
        white_moves = !white_moves;
    }
    turns
}

/// The elements of a set, each as a set.
pub fn bits(set: u32) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left & left.wrapping_neg();
        left ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The product of a colour's group sizes for every set of fields it may get.
fn products(game: &Omega, position: &Position, fields: &[usize], colour: usize) -> Vec<u128> {
    let (empty, all) = (position.empty(), (1u32 << fields.len()) - 1);
    // By group: its size, and the empty fields that touch it.
    let (mut sizes, mut touching) = (Vec::new(), Vec::new());
    let mut left = game.stones_of(position, colour);
    while let Some(first) = left.first() {
        let (size, around) = take_group(game, first, &mut left);
        let mut fields = 0u32;
        around.and(empty).for_each(|field| fields |= 1 << empty.rank(field));
        sizes.push(size);
        touching.push(fields);
    }
    // By empty field: the groups it touches, and the fields it is in one piece with,
    // as neighbours or by such a group.
    let touches = |i: usize, group: usize| touching[group] >> i & 1 == 1;
    let groups = 0..touching.len();
    let near_to = |i| groups.clone().filter(|&group| touches(i, group)).collect();
    let near: Vec<Vec<usize>> = (0..fields.len()).map(near_to).collect();
    let mut joined: Vec<u32> =
        near.iter().map(|near| near.iter().fold(0, |set, &group| set | touching[group])).collect();
    for (joined, &field) in joined.iter_mut().zip(fields) {
        game.around(field).and(empty).for_each(|other| *joined |= 1 << empty.rank(other));
    }
    // First what the set's own pieces come to with all that they touch. The value of
    // a piece stands in the table already, unless the set is one piece itself.
    let mut table = vec![1u128; 1 << fields.len()];
    for set in 1..=all {
        let piece = piece_of_lowest(set, &joined);
        table[set as usize] = match set & !piece {
            0 => {
                let met = (0..touching.len()).filter(|&group| touching[group] & set != 0);
                let stones: u32 = met.map(|group| sizes[group]).sum();
                u128::from(stones + set.count_ones())
            }
            rest => table[piece as usize] * table[rest as usize],
        };
    }
    // Then the groups it leaves alone: all that a set of one field more leaves, and
    // those that only this field touches.
    let size = |group: usize| u128::from(sizes[group]);
    let mut left = vec![1u128; 1 << fields.len()];
    left[all as usize] =
        (0..touching.len()).filter(|&group| touching[group] == 0).map(size).product();
    for set in (0..all).rev() {
        let field = set.trailing_ones();
        let freed = near[field as usize].iter().filter(|&&group| touching[group] & set == 0);
        let freed: u128 = freed.map(|&group| size(group)).product();
        left[set as usize] = left[(set | 1 << field) as usize] * freed;
    }
    table.iter_mut().zip(left).for_each(|(product, left)| *product *= left);
    table
}

/// The fields of a set that are in one piece with its lowest.
fn piece_of_lowest(set: u32, joined: &[u32]) -> u32 {
    let mut piece = 0;
    let mut fresh = set & set.wrapping_neg();
    while fresh != 0 {
        piece |= fresh;
        let reached = bits(fresh).fold(0, |all, bit| all | joined[bit.trailing_zeros() as usize]);
        fresh = reached & set & !piece;
    }
    piece
}

/// Takes the group of a stone away; its size, and the fields around its stones.
pub fn take_group<const M: usize>(
    game: &Omega,
    first: usize,
    stones: &mut FieldSet<M>,
) -> (u32, FieldSet<M>) {
    let (mut size, mut around) = (0, FieldSet::NONE);
    let mut fresh = FieldSet::NONE;
    fresh.insert(first);
    stones.remove(first);
    while let Some(field) = fresh.first() {
        fresh.remove(field);
        size += 1;
        let near = game.around(field).resized::<M>();
        around = around.or(near);
        fresh = fresh.or(near.and(*stones));
        *stones = stones.without(near);
    }
    (size, around)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Stop};
    use wabe_rules::{Dice, Game, Playing, Seat, Status};

    /// Whether White wins, by trying everything.
    fn brute(game: &Omega, position: &Position) -> bool {
        let seat = match game.status(position) {
            Status::Over(outcome) => return outcome.winners.contains(Seat::FIRST),
            Status::ToAct(seat) => seat,
            Status::Chance => unreachable!("Omega has no lots"),
        };
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().any(|action| {
            let mut child = *position;
            game.apply(&mut child, action);
            brute(game, &child) == (seat == Seat::FIRST)
        }) == (seat == Seat::FIRST)
    }

    #[test]
    fn the_end_is_what_trying_everything_finds() {
        let small = "shape=-1:1:-1:1:-9:9";
        for (spec, free) in [("size=5", 7), (small, 7), ("size=5", 6), ("size=5", 8), (small, 8)] {
            let playing = Playing::<Omega>::open(spec).expect("a spec");
            let game = playing.game();
            for seed in 0..12 {
                let mut dice = Dice::new(seed);
                let mut position = game.start();
                while position.empty_fields() > free {
                    let Some(action) = game.random_move(&position, &mut dice, &mut Vec::new())
                    else {
                        break;
                    };
                    game.apply(&mut position, action);
                }
                if game.status(&position).is_over() {
                    continue;
                }
                let (turn, stone) = position.turn();
                let budget = Budget::new(Limits::default(), &Stop::new());
                let mut end = End::new(game, &position, budget);
                let wins = match stone {
                    0 => end.solve(turn == 0).expect("time enough").is_some(),
                    _ => end.solve_half(turn == 0).expect("time enough").is_some(),
                };
                assert_eq!(wins == (turn == 0), brute(game, &position), "{spec} seed {seed}");
            }
        }
    }

    /// Not in seconds, which differ by machine: a million fillings take a fraction of one.
    #[test]
    fn seventeen_fields_take_few_fillings() {
        let playing = Playing::<Omega>::open("size=5").expect("a spec");
        let game = playing.game();
        for seed in 0..12 {
            let mut dice = Dice::new(seed);
            let mut position = game.start();
            while position.empty_fields() > MOST_FIELDS {
                let action =
                    game.random_move(&position, &mut dice, &mut Vec::new()).expect("not over");
                game.apply(&mut position, action);
            }
            let budget = Budget::new(Limits::default(), &Stop::new());
            let mut end = End::new(game, &position, budget);
            end.solve(position.turn().0 == 0).expect("time enough");
            assert!(end.nodes() < 8_000_000, "{} with seed {seed}", end.nodes());
        }
    }

    #[test]
    fn tabled_products_are_those_of_the_rules() {
        let playing = Playing::<Omega>::open("size=5").expect("a spec");
        let game = playing.game();
        let mut dice = Dice::new(5);
        let mut position = game.start();
        while position.empty_fields() > 13 {
            let action = game.random_move(&position, &mut dice, &mut Vec::new()).expect("not over");
            game.apply(&mut position, action);
        }
        let end = End::new(game, &position, Budget::new(Limits::default(), &Stop::new()));
        for _ in 0..50 {
            let mut later = position;
            let mut filling = Filling { white: 0, black: 0 };
            while later.empty_fields() > 2 {
                let Some(action) = game.random_move(&later, &mut dice, &mut Vec::new()) else {
                    break;
                };
                let before = later;
                game.apply(&mut later, action);
                for (i, &field) in end.fields.iter().enumerate() {
                    match (before.colour_on(field), later.colour_on(field)) {
                        (None, Some(0)) => filling.white |= 1 << i,
                        (None, Some(_)) => filling.black |= 1 << i,
                        _ => {}
                    }
                }
            }
            let [white, black, ..] = game.all_products(&later);
            assert_eq!(end.products[0][filling.white as usize], white);
            assert_eq!(end.products[1][filling.black as usize], black);
        }
    }
}

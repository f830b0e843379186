//! Random games without playing them.
//!
//! Once the pie round is over, a random game puts every further stone on any
//! empty field, each as likely as any other. So all colourings of the empty
//! fields that have the right number of stones of each colour are equally likely
//! at the end, and one of them is drawn instead. How many stones there will be
//! is known beforehand (R4).

use super::board::Class;
use super::set::{Set, WORDS};
use super::{End, Omega, Position};
use std::hint::black_box;
use wabe_rules::{Dice, Game};

/// Chances are rounded to this many binary digits before counts are put right.
const DIGITS: u32 = 4;

impl Omega {
    /// Plays a random game to the end and scores it; says how many actions it
    /// took.
    #[inline(always)]
    pub(super) fn random_game(&self, from: &Position, dice: &mut Dice) -> u64 {
        let mut position = *from;
        let actions = self.play_randomly(&mut position, dice);
        black_box(self.winner(&position));
        actions
    }

    /// Takes a position to the end of a random game.
    #[inline(always)]
    pub(super) fn play_randomly(&self, position: &mut Position, dice: &mut Dice) -> u64 {
        let mut actions = 0;
        if self.in_pie_round(position) || self.limit > 0 {
            actions += self.play_actions(position, dice);
        }
        // Once, or twice in a double match.
        while position.end == End::Open {
            actions += match self.board.class() {
                Class::Small => self.fill::<1>(position, dice),
                Class::Middle => self.fill::<3>(position, dice),
                Class::Large => self.fill::<WORDS>(position, dice),
            };
        }
        actions
    }

    /// Action by action through the pie round, and where a limit is counted.
    #[cold]
    fn play_actions(&self, position: &mut Position, dice: &mut Dice) -> u64 {
        let mut actions = 0;
        while self.in_pie_round(position) || self.limit > 0 {
            let Some(action) = self.random_move(position, dice, &mut Vec::new()) else {
                break;
            };
            self.apply(position, action);
            actions += 1;
        }
        actions
    }

    /// How many stones of each colour are still to come in this game: the rest
    /// of this round, if it has begun, then whole rounds while there is room.
    #[inline(always)]
    pub(super) fn stones_to_come(&self, position: &Position) -> [u32; 4] {
        let players = self.players as u32;
        let (turn, stone) = (u32::from(position.turn), u32::from(position.stone));
        let begun = turn > 0 || stone > 0;
        let turns = if begun { players - turn } else { 0 };
        let free = u32::from(position.free) + stone - turns * players;
        let turns = turns + free / (players * players) * players;
        // In the turn that has begun some stones are on the board already.
        std::array::from_fn(|colour| match (colour as u32) < players {
            true => turns - u32::from((colour as u32) < stone),
            false => 0,
        })
    }

    /// Places all stones that are still to come in this game.
    #[inline(always)]
    fn fill<const M: usize>(&self, position: &mut Position, dice: &mut Dice) -> u64 {
        let [white, black, red, blue] = self.stones_to_come(position);
        let (free, stones) = (u32::from(position.free), white + black + red + blue);
        let empty = position.empty.resized::<M>();
        let left_over = Part { of: empty, len: free, count: free - stones }.draw(dice);
        let places = empty.without(left_over);
        let last_two = Part { of: places, len: stones, count: red + blue }.draw(dice);
        let first_two = places.without(last_two);
        let black = Part { of: first_two, len: white + black, count: black };
        let blue = Part { of: last_two, len: red + blue, count: blue };
        // What is drawn for the first two colours serves the last two as well.
        let sets = black.random_sets(dice);
        let odd = black.draw_from(sets, dice).or(blue.draw_from(sets, dice));
        for (digit, new) in position.digits.iter_mut().zip([odd, last_two]) {
            *digit = digit.or(new.resized());
        }
        position.empty = left_over.resized();
        position.free -= stones as u16;
        position.ply = position.ply.saturating_add(stones);
        (position.turn, position.stone) = (0, 0);
        self.settle(position);
        stones.into()
    }
}

/// `count` elements are to be drawn of a set that has `len`, every choice as
/// likely as any other.
pub(super) struct Part<const M: usize> {
    pub of: Set<M>,
    pub len: u32,
    pub count: u32,
}

impl<const M: usize> Part<M> {
    #[inline(always)]
    pub fn draw(&self, dice: &mut Dice) -> Set<M> {
        if self.count == 0 {
            return Set::NONE;
        }
        self.draw_from(self.random_sets(dice), dice)
    }

    /// Two sets in which every field is with about the right chance.
    #[inline(always)]
    fn random_sets(&self, dice: &mut Dice) -> [Set<M>; 2] {
        let chance = ((self.count << DIGITS) + self.len / 2) / self.len.max(1);
        [random_set(chance, dice), random_set(chance, dice)]
    }

    /// Draws with the help of two random sets.
    ///
    /// How many elements are in them is luck, but whatever the number, all
    /// choices of so many are equally likely. They stay so if the set with the
    /// better number is taken, and if elements found by lot are added or removed
    /// until the number is right.
    #[inline(always)]
    fn draw_from(&self, sets: [Set<M>; 2], dice: &mut Dice) -> Set<M> {
        if self.count == 0 {
            return Set::NONE;
        }
        let [one, other] = sets.map(|set| set.and(self.of));
        let off = |set: &Set<M>| set.len().abs_diff(self.count);
        let drawn = if off(&one) <= off(&other) { one } else { other };
        let len = drawn.len();
        // Too few in are too many out.
        let too_many = len > self.count;
        let mut from = if too_many { drawn } else { self.of.without(drawn) };
        let mut left = if too_many { len } else { self.len - len };
        let enough = if too_many { self.count } else { self.len - self.count };
        while left > enough {
            from.remove(from.nth(dice.below(left)));
            left -= 1;
        }
        if too_many { from } else { self.of.without(from) }
    }
}

/// Every field with this chance (in sixteenths), by the binary digits of the
/// chance from the last to the first: a 0 halves what the digits so far gave, a
/// 1 puts it in the upper half.
#[inline(always)]
fn random_set<const M: usize>(chance: u32, dice: &mut Dice) -> Set<M> {
    if chance == 0 {
        return Set::NONE;
    }
    if chance >> DIGITS == 1 {
        return Set([u64::MAX; M]);
    }
    let mut set = [0; M];
    for word in &mut set {
        for digit in chance.trailing_zeros()..DIGITS {
            let half = dice.word();
            *word = if chance >> digit & 1 == 1 { *word | half } else { *word & half };
        }
    }
    Set(set)
}

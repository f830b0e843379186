//! Omega: the product of group sizes, of which threes are the best.
//!
//! Trees of random games are good at the middle of a game of two or three. Its end, and all
//! of a game of four, has better: the last fields of two players are worked out ([`two`]), the
//! last two turns of more ([`last`]), and the turn before those with three is weighed against
//! what the next can do ([`three`]). With three the turn before that, and with four all turns,
//! are tried in drawn games ([`trials`]).

mod last;
mod plain;
mod rest;
mod steps;
mod study;
mod three;
mod trials;
mod two;

use crate::levels::{Level, level};
use crate::limits::{Budget, Limits, Stop};
use crate::mind::{Features, Mind, Style, Weight, value_of_score, weight};
use crate::tree::{Rewards, Shape};
use crate::values::{Finding, WIN};
use two::{End, MOST_FIELDS};
use wabe_games::omega::{Move, Omega, Position};
use wabe_rules::{Dice, Game, Seat};

const LOG_BITS: u32 = 10;

/// What one is in [`log2`].
const LOG_UNIT: i32 = 1 << LOG_BITS;

/// What is not certain is at least so far from being so.
const LITTLE: f64 = 1e-3;

/// So many ways to fill the last fields are looked at in the time of a random game.
const FILLINGS: u64 = 16;

impl Mind for Omega {
    const WEIGHTS: &'static [Weight] = &[weight("logarithm of the product, in sixteenths", 12)];

    const LEVELS: [Level; 8] = [
        level(3, 0, 0),
        level(5, 0, 0),
        level(7, 0, 0),
        level(10, 0, 0),
        level(15, 0, 0),
        level(24, 0, 0),
        level(38, 0, 0),
        level(58, 0, 0),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let product = self.all_products(position)[position.colour_of(seat)];
        let mut features = [0; _];
        features[0] = log2(product) * 16 / LOG_UNIT;
        features
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number()
    }

    fn heat(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn hot_moves(&self, _: &Position, _: &mut Vec<Move>) {}

    fn style(&self) -> Style {
        Style::Tree(match self.players() {
            2 => Shape::BEST,
            _ => Shape::NARROW,
        })
    }

    fn finish(&self, position: &Position, limits: &Limits, stop: &Stop) -> Option<Finding<Move>> {
        if !self.is_plain(position) {
            return None;
        }
        let nodes = limits.nodes.map(|games| games.saturating_mul(FILLINGS));
        let all = Limits { time: limits.time, nodes, ..Limits::default() };
        // Half of the time: the rest is for the tree if this does not last.
        let half = Limits { time: limits.time.map(|time| time / 2), ..all };
        let budget = |limits| Budget::new(limits, stop);
        match (self.players(), self.turns_to_come(position)) {
            (2, _) => finish_of_two(self, position, budget(half)),
            (_, ..=2) => last::best_end(self, position, &budget(half)).map(Found::told),
            (3, 3) => three::best_turn(self, position, &budget(all)).map(Found::told),
            (3, 4) | (4, _) => trials::best_turn(self, position, &budget(all)).map(Found::told),
            _ => None,
        }
    }

    fn learn_from(&self, deeds: &[[Position; 2]]) -> Vec<String> {
        study::lines(self, deeds)
    }

    fn roll_out(&self, position: &mut Position, dice: &mut Dice, _: &mut Vec<Move>) {
        self.finish_randomly(position, dice);
    }

    /// How near everybody came, as a share of all products: with three and more, few random
    /// games are won, and by little; what the colours come to tells more.
    fn shares(&self, end: &Position) -> Rewards {
        let products = self.all_products(end).map(|product| product as f64);
        let sum: f64 = products[..self.players()].iter().sum();
        let mut shares = [0.0; 4];
        for seat in Seat::all(self.players()) {
            shares[seat.index()] = (products[end.colour_of(seat)] / sum) as f32;
        }
        shares
    }

    #[inline]
    fn came_true(&self, position: &Position, end: &Position) -> impl Fn(Move) -> bool {
        let stones = self.stones_of(end, position.turn().1);
        move |action| match action {
            Move::Place(field) => stones.contains(field.into()),
            Move::Swap(_) => false,
        }
    }
}

fn finish_of_two(game: &Omega, position: &Position, budget: Budget) -> Option<Finding<Move>> {
    if position.empty_fields() > MOST_FIELDS {
        return None;
    }
    let mut end = End::new(game, position, budget);
    let (turn, stone) = position.turn();
    let line: Vec<usize> = match stone {
        0 => end.solve(turn == 0)??.to_vec(),
        _ => vec![end.solve_half(turn == 0)??],
    };
    let value = WIN - position.empty_fields() as i32;
    let line: Vec<Move> = line.into_iter().map(|field| Move::Place(field as u16)).collect();
    let depth = position.empty_fields();
    Some(Finding { depth, value, line, nodes: end.nodes(), fullness: 0 })
}

/// A turn that was found, with three and four players.
struct Found {
    line: Vec<Move>,
    /// How likely it wins; 1 if that is certain.
    chance: f64,
    /// So many turns or games were looked at.
    nodes: u64,
}

impl Found {
    fn told(self) -> Finding<Move> {
        let Found { line, chance, nodes } = self;
        let depth = line.len() as u32;
        let value = match chance {
            1.0 => WIN - depth as i32,
            _ => value_of_score(chance.clamp(LITTLE, 1.0 - LITTLE)),
        };
        Finding { depth, value, line, nodes, fullness: 0 }
    }
}

/// The logarithm to base 2, in whole numbers on every machine alike: so many of
/// [`LOG_UNIT`] make one.
pub(super) fn log2(product: u128) -> i32 {
    let whole = product.max(1).ilog2();
    let digits = if whole >= 31 { product >> (whole - 31) } else { product << (31 - whole) };
    // Squaring doubles the logarithm, so every carry is its next binary digit.
    let mut power = digits.max(1 << 31) as u64;
    let mut fraction = 0;
    for _ in 0..LOG_BITS {
        power = (power * power) >> 31;
        fraction *= 2;
        if power >> 32 != 0 {
            power >>= 1;
            fraction += 1;
        }
    }
    ((whole as i32) << LOG_BITS) + fraction
}

/// What the tests of several modules begin with.
#[cfg(test)]
mod testing {
    use wabe_games::omega::{Omega, Position};
    use wabe_rules::{Dice, Game, Playing, Seat, Status};

    pub fn open(spec: &str) -> Playing<Omega> {
        Playing::<Omega>::open(spec).expect("a spec")
    }

    /// A position of a random game in which so many turns are to come.
    pub fn random_position(game: &Omega, turns: u32, dice: &mut Dice) -> Position {
        let mut position = game.start();
        while game.turns_to_come(&position) > turns {
            let action = game.random_move(&position, dice, &mut Vec::new()).expect("not over");
            game.apply(&mut position, action);
        }
        position
    }

    /// Whether the seat of a colour wins a finished game.
    pub fn is_won_by(game: &Omega, position: &Position, colour: usize) -> bool {
        let Status::Over(outcome) = game.status(position) else { panic!("not over") };
        Seat::all(game.players())
            .any(|seat| position.colour_of(seat) == colour && outcome.winners.contains(seat))
    }

    /// Goes through all positions after the turn that has begun, until one is the wanted.
    pub fn after_turn(
        game: &Omega,
        position: &Position,
        is_wanted: &mut dyn FnMut(&Position) -> bool,
    ) -> bool {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().any(|action| {
            let mut child = *position;
            game.apply(&mut child, action);
            let goes_on = child.turn().1 != 0 && !game.status(&child).is_over();
            if goes_on { after_turn(game, &child, is_wanted) } else { is_wanted(&child) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Playing;

    #[test]
    fn a_limit_of_nodes_holds_for_the_last_fields_too() {
        let playing = Playing::<Omega>::open("size=5").expect("a spec");
        let game = playing.game();
        let position = |seed| {
            let (mut position, mut dice) = (game.start(), Dice::new(seed));
            while position.empty_fields() > MOST_FIELDS {
                let action =
                    game.random_move(&position, &mut dice, &mut Vec::new()).expect("not over");
                game.apply(&mut position, action);
            }
            position
        };
        let finish = |seed, limits| game.finish(&position(seed), &limits, &Stop::new()).is_some();
        assert!(!(0..4).any(|seed| finish(seed, Limits::nodes(1))));
        assert!((0..4).any(|seed| finish(seed, Limits::default())), "some are won");
    }

    #[test]
    fn shares_are_of_all_products() {
        for spec in ["players=3", "players=4", "players=3,pie=true"] {
            let playing = Playing::<Omega>::open(spec).expect("a spec");
            let game = playing.game();
            let (mut end, mut dice) = (game.start(), Dice::new(2));
            game.finish_randomly(&mut end, &mut dice);
            let (shares, products) = (game.shares(&end), game.all_products(&end));
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{spec}");
            for [one, other] in [[0, 1], [1, 2], [2, 0]] {
                let product = |seat| products[end.colour_of(Seat::from_index(seat))] as f32;
                let error = shares[one] * product(other) - shares[other] * product(one);
                assert!(error.abs() < 1e-3 * product(one), "{spec}");
            }
        }
    }

    #[test]
    fn logarithms_are_right() {
        for product in [1u128, 2, 3, 6, 27, 81, 1000, 3u128.pow(30), 3u128.pow(70)] {
            let exact = (product as f64).log2() * f64::from(LOG_UNIT);
            assert!((f64::from(log2(product)) - exact).abs() < 1.01, "{product}");
        }
    }
}

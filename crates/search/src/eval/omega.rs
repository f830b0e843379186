//! Omega: the product of group sizes, of which threes are the best.

use super::omega_end::{End, MOST_FIELDS};
use crate::levels::{Level, level};
use crate::limits::{Budget, Limits, Stop};
use crate::mind::{Features, Mind, Style, Weight, weight};
use crate::tree::Leaf;
use crate::values::{Finding, WIN};
use wabe_games::omega::{Move, Omega, Position};
use wabe_rules::{Dice, Game, Seat};

impl Mind for Omega {
    const WEIGHTS: &'static [Weight] = &[weight("logarithm of the product, in sixteenths", 12)];

    const LEVELS: [Level; 8] = [
        level(4, 0, 0),
        level(6, 0, 0),
        level(9, 0, 0),
        level(14, 0, 0),
        level(21, 0, 0),
        level(32, 0, 0),
        level(48, 0, 0),
        level(72, 0, 0),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let product = self.all_products(position)[position.colour_of(seat)];
        let mut features = [0; _];
        features[0] = sixteenths_of_log2(product);
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
        Style::Tree(Leaf::RollOut)
    }

    fn finish(&self, position: &Position, limits: &Limits, stop: &Stop) -> Option<Finding<Move>> {
        let can = self.players() == 2 && self.is_plain(position);
        if !can || position.empty_fields() > MOST_FIELDS {
            return None;
        }
        // Half of the time: the rest is for the tree if this does not last.
        let limits = Limits { time: limits.time.map(|time| time / 2), ..Limits::default() };
        let mut end = End::new(self, position, Budget::new(limits, stop));
        let (turn, stone) = position.turn();
        let line: Vec<usize> = match stone {
            0 => end.solve(turn == 0)??.to_vec(),
            _ => vec![end.solve_half(turn == 0)??],
        };
        let value = WIN - position.empty_fields() as i32;
        let line: Vec<Move> = line.into_iter().map(|field| Move::Place(field as u16)).collect();
        Some(Finding {
            depth: position.empty_fields(),
            value,
            line,
            nodes: end.nodes(),
            fullness: 0,
        })
    }

    fn roll_out(&self, position: &mut Position, dice: &mut Dice, _: &mut Vec<Move>) {
        self.finish_randomly(position, dice);
    }

    /// With three and more, few random games are won, and by little: the roots of
    /// the products tell more.
    fn shares(&self, end: &Position) -> Option<[f32; 4]> {
        if self.players() == 2 {
            return None;
        }
        let products = self.all_products(end);
        let roots: [f64; 4] = std::array::from_fn(|seat| match seat < self.players() {
            true => (products[end.colour_of(Seat::from_index(seat))] as f64).sqrt(),
            false => 0.0,
        });
        let sum: f64 = roots.iter().sum();
        Some(roots.map(|root| (root / sum) as f32))
    }

    fn came_true(&self, position: &Position, action: Move, end: &Position) -> Option<bool> {
        match action {
            Move::Place(field) => {
                let (_, stone) = position.turn();
                Some(end.colour_on(field.into()) == Some(stone))
            }
            Move::Swap(_) => Some(false),
        }
    }
}

/// 16 times the logarithm to base 2, in whole numbers on every machine alike.
fn sixteenths_of_log2(product: u128) -> i32 {
    let whole = product.max(1).ilog2();
    // The sixteenth power of the leading digits has the fraction in its length.
    let digits = if whole >= 15 { product >> (whole - 15) } else { product << (15 - whole) };
    let mut power = digits.max(1) << 16;
    let mut fraction = 0;
    for _ in 0..4 {
        power = (power * power) >> 31;
        fraction *= 2;
        if power >> 32 != 0 {
            power >>= 1;
            fraction += 1;
        }
    }
    16 * whole as i32 + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for product in [1u128, 2, 3, 6, 27, 81, 1000, 3u128.pow(30), 3u128.pow(70)] {
            let exact = (product as f64).log2() * 16.0;
            assert!((f64::from(sixteenths_of_log2(product)) - exact).abs() < 1.01, "{product}");
        }
    }
}

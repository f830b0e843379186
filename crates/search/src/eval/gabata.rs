//! Gabata: what a round has brought in so far, and what may still come.

use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, weight};
use wabe_games::gabata::{Gabata, Move, Position};
use wabe_rules::Seat;

impl Mind for Gabata {
    const WEIGHTS: &'static [Weight] = &[
        weight("seeds in the store", 2),
        weight("seeds in houses", 40),
        weight("houses", 25),
        weight("start pits", 89),
        weight("start pits lost to houses", -10),
        weight("seeds in start pits", 0),
        weight("start pits with three seeds", 10),
    ];

    const LEVELS: [Level; 8] = [
        level(16, 1_122, 729),
        level(52, 903, 601),
        level(86, 810, 546),
        level(118, 751, 512),
        level(181, 673, 466),
        level(302, 580, 412),
        level(630, 444, 332),
        level(2_200, 238, 208),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let holding = position.holding(seat.index());
        let mut features = [0; _];
        features[0] = holding.store.into();
        features[1] = holding.housed.into();
        features[2] = holding.houses as i32;
        features[3] = holding.pits as i32;
        features[4] = holding.lost as i32;
        features[5] = holding.open.into();
        features[6] = holding.threes as i32;
        features
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number()
    }

    fn heat(&self, _: &Position, _: Move) -> i32 {
        0
    }

    fn hot_moves(&self, _: &Position, _: &mut Vec<Move>) {}
}

//! Duombo: mills, and stones that nearly stand in one.

use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, weight};
use wabe_games::duombo::{Duombo, Move, Position};
use wabe_rules::Seat;

impl Mind for Duombo {
    const WEIGHTS: &'static [Weight] = &[
        weight("mills", 100),
        weight("1 next to 2", 10),
        weight("2 next to 3", 10),
        weight("1 next to 3", 0),
        weight("a mill that stands", -10),
    ];

    const LEVELS: [Level; 8] = [
        level(16, 1_194, 733),
        level(23, 1_103, 684),
        level(79, 832, 536),
        level(524, 406, 304),
        level(900, 285, 238),
        level(1_650, 233, 194),
        level(2_600, 202, 168),
        level(3_900, 176, 147),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let side = seat.index();
        let [one, two, three] = position.stones()[side];
        let mut features = [0; _];
        features[0] = position.mills()[side].into();
        features[1] = i32::from(one.touches(two));
        features[2] = i32::from(two.touches(three));
        features[3] = i32::from(one.touches(three));
        features[4] = i32::from(two.is_between(one, three));
        features
    }

    fn slot(&self, position: &Position, action: Move) -> usize {
        action.number(position)
    }

    fn heat(&self, position: &Position, action: Move) -> i32 {
        i32::from(position.mills_with(action))
    }
}

//! Chessom: the 1 in danger, stones in danger, and room to run.

use super::{RINGS, count, seen_as};
use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, weight};
use crate::net::{Inputs, Net};
use std::sync::LazyLock;
use wabe_games::board37::around;
use wabe_games::chessom::{Chessom, Move, Position};
use wabe_rules::Seat;

impl Mind for Chessom {
    const WEIGHTS: &'static [Weight] = &[
        weight("twos", 160),
        weight("threes", 122),
        weight("moves", 0),
        weight("stones in reach", 21),
        weight("the 1 in reach", -9),
        weight("the 1 at the rim", 5),
        weight("own stones next to the 1", -5),
        weight("stones in the centre", 10),
        weight("1 alone", -574),
    ];

    const HOLDS: i32 = 40;

    const LEVELS: [Level; 8] = [
        level(8, 1_700, 810),
        level(17, 1_440, 705),
        level(36, 1_240, 625),
        level(165, 850, 455),
        level(565, 502, 312),
        level(880, 386, 263),
        level(1_180, 307, 229),
        level(1_530, 238, 199),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let side = seat.index();
        let [one, twos, threes] = [0, 1, 2].map(|number| position.stones(side, number));
        let (moves, prey) = position.reach(side);
        let mut features = [0; _];
        features[0] = count(twos);
        features[1] = count(threes);
        features[2] = moves as i32;
        features[3] = count(prey);
        features[4] = count(prey & position.stones(1 - side, 0));
        features[5] = count(one & RINGS[3]);
        features[6] = count(around(one) & (twos | threes));
        features[7] = count((twos | threes) & (RINGS[0] | RINGS[1]));
        features[8] = i32::from(twos | threes == 0);
        features
    }

    fn inputs(&self, position: &Position) -> Inputs {
        std::array::from_fn(|i| position.stones(i / 3, i % 3))
    }

    fn seen_as(inputs: Inputs, way: u32) -> Inputs {
        inputs.map(|set| seen_as(set, way))
    }

    fn net() -> Option<&'static Net> {
        static NET: LazyLock<Option<Net>> =
            LazyLock::new(|| Net::read(include_bytes!("../../data/chessom.net")).ok());
        NET.as_ref()
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number()
    }

    fn heat(&self, position: &Position, action: Move) -> i32 {
        let [from, to] = action.way();
        match position.number_on(to) {
            None => 0,
            Some(1) => 100,
            // The dearer the prey and the cheaper the hunter the better.
            Some(prey) => 10 * prey as i32 + 4 - position.number_on(from).unwrap_or(1) as i32,
        }
    }

    fn passed(&self, position: &Position) -> Option<Position> {
        position.passed()
    }
}

//! Gassen-Ombagi: what counts is how many numbers of the other can be captured
//! and cannot capture back.

use super::{RINGS, count};
use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, weight};
use wabe_games::board37::{CORNERS, around};
use wabe_games::gassen_ombagi::{GassenOmbagi, Move, Position};
use wabe_rules::Seat;

/// For each number from 1 the number that it captures without danger: 1 takes
/// 3, 2 takes 1, 3 takes 2.
const PREY: [usize; 4] = [0, 3, 1, 2];

impl Mind for GassenOmbagi {
    const WEIGHTS: &'static [Weight] = &[
        weight("stones", 258),
        weight("pairs of hunter and helpless prey", 36),
        weight("kinds of numbers", 19),
        weight("captures at hand", 19),
        weight("stones in the centre", 8),
        weight("stones at the rim", -1),
        weight("stones in corners", -13),
        weight("room to step", 0),
        weight("neighbours", 13),
        weight("kinds that nothing of the other captures", 345),
    ];

    const LEVELS: [Level; 8] = [
        level(124, 1_687, 614),
        level(705, 1_173, 433),
        level(1_423, 965, 359),
        level(2_022, 860, 323),
        level(2_874, 756, 286),
        level(4_083, 652, 249),
        level(5_802, 548, 213),
        level(9_000, 418, 167),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let side = seat.index();
        let mut features = [0; _];
        let own = |number| position.stones(side, number - 1);
        let other = |number| position.stones(1 - side, number - 1);
        let mine = own(1) | own(2) | own(3);
        let theirs = other(1) | other(2) | other(3);
        features[0] = count(mine);
        for number in 1..=3 {
            features[1] += count(own(number)) * count(other(PREY[number]));
            features[2] += i32::from(own(number) != 0);
            // A number is captured by itself and by its hunter.
            let hunter = (1..=3).find(|&hunter| PREY[hunter] == number).unwrap_or(number);
            features[9] += i32::from(own(number) != 0 && other(number) == 0 && other(hunter) == 0);
        }
        features[3] = position.catches(side).iter().map(|&set| count(set)).sum();
        features[4] = count(mine & (RINGS[0] | RINGS[1]));
        features[5] = count(mine & RINGS[3]);
        features[6] = count(mine & CORNERS);
        features[7] = count(around(mine) & !(mine | theirs));
        features[8] = count(around(mine) & mine);
        features
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number()
    }

    fn heat(&self, _: &Position, action: Move) -> i32 {
        match action {
            Move::Capture(..) => 1,
            Move::Huff(_) => 2,
            _ => 0,
        }
    }

    fn must_stir(&self, position: &Position) -> bool {
        !self.has_huff() && position.catches(position.to_act()) != [0; 6]
    }
}

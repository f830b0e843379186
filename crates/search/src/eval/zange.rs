//! Die Zange: stones next to each other on a line with a gap behind are in
//! danger; the rim is safe, the middle is strong.

use super::{RINGS, count};
use crate::levels::{Level, level};
use crate::mind::{Features, Mind, Weight, weight};
use wabe_games::board37::{BOARD, CORNERS, around, before, slide};
use wabe_games::zange::{Move, Position, Zange};
use wabe_rules::Seat;

impl Mind for Zange {
    const WEIGHTS: &'static [Weight] = &[
        weight("captures", 150),
        weight("half pincers", 12),
        weight("half pincers that can be closed by a step", 25),
        weight("stones in corners", 12),
        weight("stones at the rim", 6),
        weight("stones in the centre", 4),
        weight("neighbours", 4),
        weight("room to step", 2),
        weight("captures in the third phase", 40),
        weight("the player's own stones that are lost", -120),
        weight("others within two fields of the player's own", 15),
    ];

    const HOLDS: i32 = 50;

    const LEVELS: [Level; 8] = [
        level(118, 580, 415),
        level(176, 471, 357),
        level(221, 409, 325),
        level(266, 359, 299),
        level(398, 325, 271),
        level(567, 297, 247),
        level(773, 272, 227),
        level(954, 256, 213),
    ];

    fn features(&self, position: &Position, seat: Seat) -> Features {
        let side = seat.index();
        let (own, other) = (position.stones()[side], position.stones()[1 - side]);
        let empty = BOARD & !(own | other);
        let mut features = [0; _];
        features[0] = position.captured(side).into();
        let mut gaps = 0;
        for d in 0..6 {
            // Own stone, other stone, gap in this direction.
            let caught = slide(own, d) & other & before(empty, d);
            features[1] += count(caught);
            gaps |= slide(caught, d);
        }
        let able = if position.in_hand(side) > 0 { empty } else { around(own) };
        features[2] = count(gaps & able);
        features[3] = count(own & CORNERS);
        features[4] = count(own & RINGS[3] & !CORNERS);
        features[5] = count(own & (RINGS[0] | RINGS[1]));
        features[6] = (0..3).map(|d| count(own & slide(own, d))).sum();
        features[7] = count(around(own) & empty);
        features[8] = features[0] * i32::from(position.is_third_phase());
        features
    }

    /// Few stones hide in corners from few: who wants to win does not exchange, and
    /// goes after them.
    fn ambition(&self, position: &Position, seat: Seat) -> Features {
        let mut features = [0; _];
        let side = seat.index();
        let (own, other) = (position.stones()[side], position.stones()[1 - side]);
        features[9] = position.captured(1 - side).into();
        features[10] = count(other & around(around(own)));
        features
    }

    fn contempt(&self) -> i32 {
        600
    }

    fn slot(&self, _: &Position, action: Move) -> usize {
        action.number()
    }

    fn heat(&self, position: &Position, action: Move) -> i32 {
        position.catch(action) as i32
    }
}

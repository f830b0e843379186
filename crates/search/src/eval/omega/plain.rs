//! How plain players of Omega place stones.
//!
//! To try a turn one has to guess what the others will make of it. Drawing their stones
//! at random guesses badly: they help themselves and harm others. So stones are drawn
//! as plain tree search (`mcts`) places them, by what can be seen of a place at once.
//! The weights were fitted to 15,000 of its stones (docs/strength.md).

use super::rest::{MOST_PLACES, Places, Rest, Turn, places};
use std::f32::consts::LOG2_E;
use wabe_rules::Dice;

/// What draws a stone to a place.
#[derive(Clone, Copy)]
struct Pull {
    /// The logarithm (to base 2) of what its colour's product is multiplied by, and the
    /// square of it.
    gain: [f32; 2],
    /// The share of its six neighbours that are free.
    room: f32,
    /// That it makes a group of two.
    pair: f32,
    /// That it stands alone.
    alone: f32,
}

const fn pull(gain: [f32; 2], room: f32, pair: f32, alone: f32) -> Pull {
    Pull { gain, room, pair, alone }
}

/// By what is left to play: the stones of others, and the own.
const PULLS: [[Pull; 2]; 3] = [
    [pull([-4.67, 2.43], -2.41, 0.11, -0.18), pull([2.07, 1.91], 0.17, 1.30, -0.34)],
    [pull([-4.21, -2.51], -5.31, -0.48, -1.02), pull([3.22, 2.48], -2.04, 2.24, 0.82)],
    [pull([-2.77, -1.72], -6.15, -0.65, -0.57), pull([1.73, 2.99], -2.76, 3.26, 0.92)],
];

/// How much the stone of each colour is drawn to each place, in one turn.
pub struct Urges([[f32; MOST_PLACES]; 4]);

impl Urges {
    /// The urges in the turn of a colour if so many turns are to come; with less heat every
    /// place is more alike.
    pub fn new(map: &Places, rest: &Rest, players: usize, turns: u32, heat: f32) -> Urges {
        let own = colour_to_move(players, turns);
        let pulls = match turns {
            0..=2 => PULLS[0],
            3..=4 => PULLS[1],
            _ => PULLS[2],
        };
        let mut room = [0.0; MOST_PLACES];
        for place in places(rest.free) {
            room[place] = rest.free_beside(map, place) as f32 / 6.0;
        }
        let mut urges = [[0.0; MOST_PLACES]; 4];
        for (colour, urges) in urges.iter_mut().enumerate().take(players) {
            let pull = pulls[usize::from(colour == own)];
            let joins = rest.joins(colour);
            for place in 0..MOST_PLACES {
                let size = joins.size[place];
                let gain = log2(size / joins.taken[place]);
                let pair = if size == 2.0 { pull.pair } else { 0.0 };
                let alone = if size == 1.0 { pull.alone } else { 0.0 };
                let gains = (pull.gain[0] + pull.gain[1] * gain) * gain;
                let sum = gains + pull.room * room[place] + pair + alone;
                urges[place] = exp2(sum * heat * LOG2_E);
            }
        }
        Urges(urges)
    }

    /// Draws places for the stones from this one on; so many of a hundred stones go
    /// anywhere.
    pub fn draw(
        &self,
        mut free: u64,
        stones: std::ops::Range<usize>,
        wild: u32,
        dice: &mut Dice,
    ) -> Turn {
        const ALIKE: [f32; MOST_PLACES] = [1.0; MOST_PLACES];
        let mut turn = [0; 4];
        for colour in stones {
            let is_wild = wild > 0 && dice.below(100) < wild;
            let urges = if is_wild { &ALIKE } else { &self.0[colour] };
            let sum: f32 = places(free).map(|place| urges[place]).sum();
            let mut left = unit(dice) * sum;
            let is_it = |&place: &usize| {
                left -= urges[place];
                left < 0.0
            };
            let last = 63 - free.leading_zeros() as usize;
            turn[colour] = places(free).find(is_it).unwrap_or(last);
            free &= !(1 << turn[colour]);
        }
        turn
    }
}

/// The colour whose turn it is if so many are to come: the last turn is the last colour's.
pub fn colour_to_move(players: usize, turns: u32) -> usize {
    (players - turns as usize % players) % players
}

/// A number from 0 to 1.
fn unit(dice: &mut Dice) -> f32 {
    (dice.word() >> 40) as f32 / (1u32 << 24) as f32
}

/// Two to the power of a number, nearly, and on every machine alike.
pub fn exp2(power: f32) -> f32 {
    f32::from_bits(((power.clamp(-60.0, 60.0) + NEARLY_BIAS) * MANTISSA) as u32)
}

/// The logarithm to base 2 of a positive number, just as near.
fn log2(number: f32) -> f32 {
    number.to_bits() as f32 / MANTISSA - NEARLY_BIAS
}

/// What a step of the exponent is in the bits of a number.
const MANTISSA: f32 = (1 << (f32::MANTISSA_DIGITS - 1)) as f32;

/// The exponent of 1, and a little less, since the bits of a number are a line where its
/// logarithm is a curve.
const NEARLY_BIAS: f32 = 126.94;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_logarithms_are_near() {
        for tenth in -300..=300 {
            let power = tenth as f32 / 10.0;
            assert!((exp2(power) / power.exp2() - 1.0).abs() < 0.07, "{power}");
            assert!((log2(power.exp2()) - power).abs() < 0.07, "{power}");
        }
        assert!(exp2(1e9) > 1e17 && exp2(-1e9) < 1e-17);
    }

    #[test]
    fn stones_are_drawn_as_often_as_they_are_urged() {
        let mut urges = Urges([[0.0; MOST_PLACES]; 4]);
        urges.0[0][..4].copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
        urges.0[1][63] = 1.0;
        let (mut counts, mut dice) = ([0; 4], Dice::new(3));
        for _ in 0..10_000 {
            let turn = urges.draw(0b1011 | 1 << 63, 0..2, 0, &mut dice);
            assert_eq!(turn[1], 63);
            counts[turn[0]] += 1;
        }
        assert_eq!(counts[2], 0, "that place is not free");
        for (place, share) in [(0, 1.0 / 7.0), (1, 2.0 / 7.0), (3, 4.0 / 7.0)] {
            assert!((f64::from(counts[place]) / 1e4 - share).abs() < 0.02, "{counts:?}");
        }
        let wild = urges.draw(0b11 << 40, 0..2, 100, &mut dice);
        assert!(wild[0] != wild[1] && wild[..2].iter().all(|place| (40..42).contains(place)));
    }

    #[test]
    fn the_last_turn_is_of_the_last_colour() {
        let colours = |players| [1, 2, 3, 4, 5].map(|turns| colour_to_move(players, turns));
        assert_eq!(colours(3), [2, 1, 0, 2, 1]);
        assert_eq!(colours(4), [3, 2, 1, 0, 3]);
    }
}

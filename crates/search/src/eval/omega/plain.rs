//! How plain players of Omega place stones.
//!
//! To try a turn one has to guess what the others will make of it. Drawing their stones
//! at random guesses badly: they help themselves and harm others. So stones are drawn
//! as plain tree search (`mcts`) places them, by what can be seen of a place at once.
//! The weights were fitted to its stones ([`super::study`], docs/strength.md).

use super::rest::{MOST_PLACES, Places, Rest, Turn, places};
use std::f32::consts::LOG2_E;
use wabe_rules::Dice;

/// What can be seen of a place at once by who places a stone there: the logarithm (to base 2)
/// of what its colour's product is multiplied by, and the square of it; the share of its six
/// neighbours that are free; whether it makes a group of two, stands alone, makes a group of
/// three; such a logarithm for a stone of the own colour there, and the sum of those of
/// rivals (both without the stone's colour).
pub type Signs = [f32; SIGNS];
pub const SIGNS: usize = 8;

/// How much every sign draws a stone to a place: the stones of others, and the own.
type Pulls = [Signs; 2];

/// With four players, by what is left to play ([`stage`]).
const WITH_FOUR: [Pulls; STAGES] = [
    [
        [-4.67, 2.43, -2.41, 0.11, -0.18, 0.0, 0.0, 0.0],
        [2.07, 1.91, 0.17, 1.30, -0.34, 0.0, 0.0, 0.0],
    ],
    [
        [-4.21, -2.51, -5.31, -0.48, -1.02, 0.0, 0.0, 0.0],
        [3.22, 2.48, -2.04, 2.24, 0.82, 0.0, 0.0, 0.0],
    ],
    [
        [-2.77, -1.72, -6.15, -0.65, -0.57, 0.0, 0.0, 0.0],
        [1.73, 2.99, -2.76, 3.26, 0.92, 0.0, 0.0, 0.0],
    ],
];

/// With three players, in the last turn but two.
const WITH_THREE: Pulls = [
    [-4.15, 0.96, -2.93, 0.45, -0.44, -0.32, -1.08, 1.29],
    [11.78, -1.64, 1.92, 0.89, 2.04, 0.67, 0.0, 1.19],
];

/// So many stages a game has.
pub const STAGES: usize = 3;

/// Which stage of the game it is if so many turns are to come, the last one first.
pub fn stage(turns: u32) -> usize {
    match turns {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    }
}

/// What is seen of every place by who places the stones of a turn, by colour.
pub fn signs(map: &Places, rest: &Rest, players: usize, own: usize) -> [[Signs; MOST_PLACES]; 4] {
    let mut room = [0.0; MOST_PLACES];
    for place in places(rest.free) {
        room[place] = rest.free_beside(map, place) as f32 / 6.0;
    }
    let mut signs = [[[0.0; SIGNS]; MOST_PLACES]; 4];
    let (mut mine, mut rivals) = ([0.0; MOST_PLACES], [0.0; MOST_PLACES]);
    for (colour, signs) in signs.iter_mut().enumerate().take(players) {
        let joins = rest.joins(colour);
        for place in 0..MOST_PLACES {
            let size = joins.size[place];
            let gain = log2(size / joins.taken[place]);
            let makes = |wanted| f32::from(u8::from(size == wanted));
            let [pair, alone, third] = [2.0, 1.0, 3.0].map(makes);
            signs[place] = [gain, gain * gain, room[place], pair, alone, third, 0.0, 0.0];
            let sum = if colour == own { &mut mine } else { &mut rivals };
            sum[place] += gain;
        }
    }
    for (colour, signs) in signs.iter_mut().enumerate().take(players) {
        for place in 0..MOST_PLACES {
            let [gain, ..] = signs[place];
            let is_own = colour == own;
            signs[place][6] = if is_own { 0.0 } else { mine[place] };
            signs[place][7] = if is_own { rivals[place] } else { rivals[place] - gain };
        }
    }
    signs
}

/// How much the stone of each colour is drawn to each place, in one turn.
pub struct Urges([[f32; MOST_PLACES]; 4]);

impl Urges {
    /// The urges in the turn of a colour if so many turns are to come; with less heat every
    /// place is more alike.
    pub fn new(map: &Places, rest: &Rest, players: usize, turns: u32, heat: f32) -> Urges {
        let own = colour_to_move(players, turns);
        let pulls = match players {
            3 => &WITH_THREE,
            _ => &WITH_FOUR[stage(turns)],
        };
        let signs = signs(map, rest, players, own);
        let mut urges = [[0.0; MOST_PLACES]; 4];
        for (colour, urges) in urges.iter_mut().enumerate().take(players) {
            let pull = &pulls[usize::from(colour == own)];
            for (urge, signs) in urges.iter_mut().zip(&signs[colour]) {
                let strength: f32 = signs.iter().zip(pull).map(|(sign, pull)| sign * pull).sum();
                *urge = exp2(strength * heat * LOG2_E);
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
#[inline(always)]
pub fn exp2(power: f32) -> f32 {
    f32::from_bits(((power.clamp(-60.0, 60.0) + NEARLY_BIAS) * MANTISSA) as u32)
}

/// The logarithm to base 2 of a positive number, just as near.
#[inline(always)]
pub fn log2(number: f32) -> f32 {
    number.to_bits() as f32 / MANTISSA - NEARLY_BIAS
}

/// What a step of the exponent is in the bits of a number.
const MANTISSA: f32 = (1 << (f32::MANTISSA_DIGITS - 1)) as f32;

/// The exponent of 1, and a little less, since the bits of a number are a line where its
/// logarithm is a curve.
const NEARLY_BIAS: f32 = 126.94;

#[cfg(test)]
mod tests {
    use super::super::testing::{open, random_position};
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

    #[test]
    fn signs_of_rivals_are_those_of_their_own_stones() {
        let playing = open("players=4");
        let game = playing.game();
        let position = random_position(game, 5, &mut Dice::new(3));
        let (map, rest) = Rest::of(game, &position, 5).expect("little is left");
        let signs = signs(&map, &rest, 4, 3);
        let gain = |colour: usize, place: usize| signs[colour][place][0];
        let mut gains = Vec::new();
        for place in places(rest.free) {
            for colour in 0..4 {
                let others = (0..3).filter(|&other| other != colour);
                let [.., mine, rivals] = signs[colour][place];
                assert_eq!(mine, if colour == 3 { 0.0 } else { gain(3, place) });
                assert!(
                    (rivals - others.map(|other| gain(other, place)).sum::<f32>()).abs() < 1e-4
                );
                gains.push(rivals);
            }
        }
        assert!(gains.iter().any(|&gain| gain > 0.5), "some fields are good for rivals");
    }
}

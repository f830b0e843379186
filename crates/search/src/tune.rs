//! Tuning: weights that tell the results of games best.
//!
//! Players play themselves from random openings. Of every position on the way
//! the features and the result are kept, and the weights are moved until the
//! expected scores fit the results (logistic regression). So values mean the
//! same in all games: 200 points are odds of e to 1.

use crate::mind::{FEATURES, Features, Mind, SCALE, weights};
use crate::selfplay::{Habits, Scene, play_all};
use wabe_rules::{Playing, Seat};

/// How to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Games to play.
    pub games: u64,
    /// Positions to look at for an action.
    pub nodes: u64,
    /// At most so many random actions at the beginning.
    pub openings: u32,
    /// Threads to play with.
    pub threads: usize,
    /// Decides openings and lots.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Positions that were learnt from.
    pub positions: usize,
    /// How badly the old weights told the results, in bits a position.
    pub loss_before: f64,
    /// The same for the new ones.
    pub loss_after: f64,
    /// Name, old weight, new weight.
    pub weights: Vec<(&'static str, i32, i32)>,
}

/// What one position teaches.
struct Lesson {
    features: [f32; FEATURES],
    score: f32,
}

/// Plays and learns. `see` is told after every game how many are done.
pub(crate) fn tune<M: Mind>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    see: &(dyn Fn(u64) + Sync),
) -> Tuned {
    let habits = Habits { lapses: 40, kept: 3 };
    let look = |scene: Scene<M>| Some(difference(scene.game, scene.position, scene.seat));
    let seen = play_all(open, tuning, habits, look, see);
    let lessons: Vec<Lesson> =
        seen.into_iter().map(|(features, score)| Lesson { features, score }).collect();
    fit::<M>(&lessons)
}

/// The features of a seat's side less the mean of the others.
fn difference<M: Mind>(game: &M, position: &M::Position, seat: Seat) -> [f32; FEATURES] {
    let own = game.side(seat);
    let sides: Vec<Seat> =
        Seat::all(game.players()).filter(|&side| game.side(side) == side).collect();
    let mut sum = [0.0; FEATURES];
    for &side in &sides {
        let features = game.features(position, side);
        let share = if side == own { 1.0 } else { -1.0 / (sides.len() - 1) as f32 };
        for (sum, feature) in sum.iter_mut().zip(features) {
            *sum += share * feature as f32;
        }
    }
    sum
}

fn fit<M: Mind>(lessons: &[Lesson]) -> Tuned {
    let old: Features = weights::<M>();
    let start: [f64; FEATURES] = old.map(f64::from);
    let fitted = descend(lessons, start, M::WEIGHTS.len());
    Tuned {
        positions: lessons.len(),
        loss_before: loss(lessons, &start),
        loss_after: loss(lessons, &fitted),
        weights: M::WEIGHTS
            .iter()
            .zip(fitted)
            .map(|(weight, new)| (weight.name, weight.value, new.round() as i32))
            .collect(),
    }
}

fn guess(lesson: &Lesson, weights: &[f64; FEATURES]) -> f64 {
    let worth: f64 = lesson.features.iter().zip(weights).map(|(&f, w)| f64::from(f) * w).sum();
    1.0 / (1.0 + (-worth / SCALE).exp())
}

fn loss(lessons: &[Lesson], weights: &[f64; FEATURES]) -> f64 {
    let bits = |lesson: &Lesson| {
        let guess = guess(lesson, weights).clamp(1e-9, 1.0 - 1e-9);
        let score = f64::from(lesson.score);
        -(score * guess.log2() + (1.0 - score) * (1.0 - guess).log2())
    };
    lessons.iter().map(bits).sum::<f64>() / lessons.len().max(1) as f64
}

/// Gradient descent with a step of its own for every weight.
fn descend(lessons: &[Lesson], start: [f64; FEATURES], used: usize) -> [f64; FEATURES] {
    const STEPS: usize = 400;
    let mut weights = start;
    let (mut mean, mut spread) = ([0.0; FEATURES], [0.0; FEATURES]);
    for step in 1..=STEPS {
        let mut slope = [0.0; FEATURES];
        for lesson in lessons {
            let error = guess(lesson, &weights) - f64::from(lesson.score);
            for (slope, &feature) in slope.iter_mut().zip(&lesson.features) {
                *slope += error * f64::from(feature);
            }
        }
        for i in 0..used {
            let slope = slope[i] / lessons.len().max(1) as f64;
            mean[i] = 0.9 * mean[i] + 0.1 * slope;
            spread[i] = 0.999 * spread[i] + 0.001 * slope * slope;
            let (mean, spread) = (
                mean[i] / (1.0 - 0.9f64.powi(step as i32)),
                spread[i] / (1.0 - 0.999f64.powi(step as i32)),
            );
            weights[i] -= 1.5 * mean / (spread.sqrt() + 1e-9);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use wabe_rules::Dice;

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let mut truth = [0.0; FEATURES];
        (truth[0], truth[1]) = (120.0, -40.0);
        let mut dice = Dice::new(3);
        let mut lessons = Vec::new();
        for _ in 0..20_000 {
            let mut features = [0.0; FEATURES];
            features[0] = dice.below(9) as f32 - 4.0;
            features[1] = dice.below(9) as f32 - 4.0;
            let mut lesson = Lesson { features, score: 0.0 };
            let chance = guess(&lesson, &truth);
            lesson.score =
                f32::from(u8::from(f64::from(dice.below(1 << 20)) < chance * f64::from(1 << 20)));
            lessons.push(lesson);
        }
        let found = descend(&lessons, [0.0; FEATURES], 2);
        assert!((found[0] - 120.0).abs() < 8.0 && (found[1] + 40.0).abs() < 5.0, "{found:?}");
        assert!(loss(&lessons, &found) <= loss(&lessons, &truth) + 1e-4);
    }
}

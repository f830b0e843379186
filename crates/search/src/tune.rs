//! Tuning: weights that tell the results of games best.
//!
//! Players play themselves from random openings. Of every position on the way
//! the features and the result are kept, and the weights are moved until the
//! expected scores fit the results (logistic regression). So values mean the
//! same in all games: 200 points are odds of e to 1.

use crate::kind::Kind;
use crate::limits::{Limits, Stop};
use crate::mind::{FEATURES, Features, Mind, SCALE, weights};
use crate::player::{Computer, Player};
use crate::selfplay::{Habits, Scene, means, play_all};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use wabe_rules::{Dice, Playing, Seat, Status, Table};

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

/// Who is told the points of the best weights so far, and for each its name,
/// its old and its new value.
pub type Watcher<'a> = dyn FnMut(f64, &[(&'static str, i32, i32)]) + 'a;

/// Climbs: changes some weights by lot, and keeps the change if that scores
/// better against an opponent. For games whose results say little of single
/// positions, because most are drawn. `see` is told every step: the points of
/// the best so far and its weights.
pub(crate) fn climb<M: Mind>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    against: Kind,
    steps: u32,
    see: &mut Watcher<'_>,
) {
    let old = weights::<M>();
    let mut best = old;
    let mut points = contest(&open, tuning, against, best, 0);
    let mut dice = Dice::new(tuning.seed ^ 0x00c0_ffee);
    let told = |best: &Features| -> Vec<(&'static str, i32, i32)> {
        let lines = M::WEIGHTS.iter().enumerate();
        lines.map(|(i, weight)| (weight.name, old[i], best[i])).collect()
    };
    for step in 1..=steps {
        see(points, &told(&best));
        let mut tried = best;
        for weight in tried.iter_mut().take(M::WEIGHTS.len()) {
            if dice.below(3) == 0 {
                let spread = weight.abs() / 2 + 4;
                *weight += dice.below(2 * spread as u32 + 1) as i32 - spread;
            }
        }
        // Both play the same openings; they change from step to step, so that
        // luck with one set of them is not kept.
        let round = u64::from(step);
        let new = contest(&open, tuning, against, tried, round);
        let again = contest(&open, tuning, against, best, round);
        points = 0.8 * points + 0.2 * again;
        if new > again {
            best = tried;
            points += 0.5 * (new - again);
        }
    }
    see(points, &told(&best));
}

/// The mean points of these weights in some games: a win is more the sooner it
/// comes.
fn contest<M: Mind>(
    open: &(impl Fn() -> Playing<M> + Sync),
    tuning: Tuning,
    against: Kind,
    weights: Features,
    round: u64,
) -> f64 {
    let next = AtomicU64::new(0);
    let sum = Mutex::new(0.0);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                let table = open();
                let mut player = Computer::new(Kind::Best, table.game(), means(tuning));
                player.set_weights(weights);
                player.close_eyes();
                let mut other = Computer::new(against, table.game(), means(tuning));
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= tuning.games {
                        return;
                    }
                    let seed = tuning.seed.wrapping_add(1000 * round + game / 2);
                    player.reseed(seed);
                    other.reseed(seed);
                    let seat = (game % 2) as usize;
                    let points = duel(open(), [&mut player, &mut other], seat, tuning, seed);
                    *sum.lock().unwrap_or_else(|error| error.into_inner()) += points;
                }
            });
        }
    });
    sum.into_inner().unwrap_or_else(|error| error.into_inner()) / tuning.games as f64
}

/// One game; the first player has the side of this seat. Its points.
fn duel<M: Mind>(
    mut playing: Playing<M>,
    [first, second]: [&mut Computer<M>; 2],
    seat: usize,
    tuning: Tuning,
    seed: u64,
) -> f64 {
    let mut dice = Dice::new(seed);
    let opening = tuning.openings as usize;
    let own = playing.game().side(Seat::from_index(seat));
    loop {
        let actor = match Table::status(&playing) {
            Status::Over(outcome) => {
                let won = outcome.winners.contains(own);
                return match (won, outcome.winners.is_empty()) {
                    (true, _) => 1.0 - 0.3 * (playing.len() as f64 / 600.0).min(1.0),
                    (_, true) => 0.3,
                    _ => 0.0,
                };
            }
            Status::ToAct(actor) if playing.len() >= opening => Some(actor),
            _ => None,
        };
        let chosen = actor.and_then(|actor| {
            let player = if playing.game().side(actor) == own { &mut *first } else { &mut *second };
            let limits = Limits::nodes(tuning.nodes);
            player.choose(&playing, limits, &Stop::new(), &mut |_| {}).ok()
        });
        let action = match chosen {
            Some(found) => Some(found.line[0]),
            None => playing.game().random_move(playing.current(), &mut dice, &mut Vec::new()),
        };
        match action {
            Some(action) => playing.apply(action),
            None => return 0.3,
        }
    }
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

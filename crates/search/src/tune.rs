//! Tuning: weights that tell the results of games best.
//!
//! Players play themselves from random openings. Of every position on the way
//! the features and the result are kept, and the weights are moved until the
//! expected scores fit the results (logistic regression). So values mean the
//! same in all games: 200 points are odds of e to 1.

use crate::kind::Kind;
use crate::limits::{Limits, Stop};
use crate::mind::{FEATURES, Features, Mind, SCALE, weights};
use crate::player::Computer;
use crate::selfplay::{Habits, Scene, means, play_all};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use wabe_rules::{Dice, OptionError, Playing, Seat, Status, Table};

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

/// How to climb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climbing {
    /// Who plays against the tried weights; [`Kind::Best`]: the two that a step tries
    /// play each other.
    pub against: Kind,
    /// How often to try.
    pub steps: u32,
    /// Only weights whose names hold one of these texts change; all if there are none.
    pub only: Vec<String>,
}

/// Why nobody climbs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClimbError {
    /// There is no such game, or no such option of it.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No weight of the game is called so.
    #[error("no weight of this game has `{0}` in its name")]
    NoWeight(String),
}

/// Who is told of every step: by how much one side of it was better (-1 to 1), and of
/// every weight its name, its old and its new value.
pub type Watcher<'a> = dyn FnMut(f64, &[(&'static str, i32, i32)]) + 'a;

/// How far a game moves the weights at the beginning, as a part of what a step tries.
const STRIDE: f64 = 0.02;

/// Climbs: a step tries all weights at once a little up or down, drawn by lot, and the
/// opposite, and moves them to what scores better (stochastic approximation). For games
/// whose results say little of single positions, because most are drawn or the
/// search sees more than the features do.
pub(crate) fn climb<M: Mind>(
    open: impl Fn() -> Playing<M> + Sync,
    tuning: Tuning,
    climbing: &Climbing,
    see: &mut Watcher<'_>,
) -> Result<(), ClimbError> {
    let is_known = |text: &String| M::WEIGHTS.iter().any(|weight| weight.name.contains(text));
    if let Some(unknown) = climbing.only.iter().find(|text| !is_known(text)) {
        return Err(ClimbError::NoWeight(unknown.clone()));
    }
    let old = weights::<M>();
    let spreads = spreads::<M>(&climbing.only);
    let mut best = old.map(f64::from);
    let mut dice = Dice::new(tuning.seed ^ 0x00c0_ffee);
    for step in 0..climbing.steps {
        let signed = spreads.map(|spread| if dice.below(2) == 0 { spread } else { -spread });
        let mut tried = |sign: f64| -> Features {
            std::array::from_fn(|i| rounded(best[i] + sign * signed[i], &mut dice))
        };
        let both = [tried(1.0), tried(-1.0)];
        let round = u64::from(step);
        let ahead = match climbing.against {
            Kind::Best => contest(&open, tuning, both.map(|own| (Kind::Best, Some(own))), round),
            against => {
                let [one, other] = both.map(|own| {
                    let players = [(Kind::Best, Some(own)), (against, None)];
                    contest(&open, tuning, players, round)
                });
                (one - other) / 2.0
            }
        };
        // Ever smaller strides, so that the luck of the last steps is not kept.
        let left = 1.0 - f64::from(step) / f64::from(climbing.steps);
        let stride = (STRIDE * tuning.games as f64).min(1.0) * left;
        for (weight, signed) in best.iter_mut().zip(signed) {
            *weight += stride * ahead * signed;
        }
        let lines = M::WEIGHTS.iter().enumerate();
        let told: Vec<_> =
            lines.map(|(i, weight)| (weight.name, old[i], best[i].round() as i32)).collect();
        see(ahead, &told);
    }
    Ok(())
}

/// How far a step tries each weight up and down.
fn spreads<M: Mind>(only: &[String]) -> [f64; FEATURES] {
    std::array::from_fn(|i| match M::WEIGHTS.get(i) {
        Some(weight)
            if only.is_empty() || only.iter().any(|text| weight.name.contains(text.as_str())) =>
        {
            f64::from(weight.value.abs()) / 5.0 + 1.0
        }
        _ => 0.0,
    })
}

/// A whole number beside another one, the nearer the likelier.
fn rounded(number: f64, dice: &mut Dice) -> i32 {
    let part = f64::from(dice.below(1 << 16)) / f64::from(1 << 16);
    (number + part).floor() as i32
}

/// By how much the first of two players, who may have other weights than usual, is ahead
/// of the other after some games, from -1 to 1: a win is more the sooner it comes.
fn contest<M: Mind>(
    open: &(impl Fn() -> Playing<M> + Sync),
    tuning: Tuning,
    players: [(Kind, Option<Features>); 2],
    round: u64,
) -> f64 {
    let next = AtomicU64::new(0);
    let sums = Mutex::new(vec![0.0; tuning.games as usize]);
    std::thread::scope(|scope| {
        for _ in 0..tuning.threads.max(1) {
            scope.spawn(|| {
                let table = open();
                let mut players = players.map(|(kind, weights)| {
                    let mut player = Computer::new(kind, table.game(), means(tuning));
                    if let Some(weights) = weights {
                        player.set_weights(weights);
                    }
                    player.close_eyes();
                    player
                });
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= tuning.games {
                        return;
                    }
                    // Games of a pair have the same opening; every step has its own.
                    let pair = round * tuning.games + game / 2;
                    let seed = Dice::new(tuning.seed ^ pair.wrapping_mul(0x9e37_79b9)).word();
                    players.iter_mut().for_each(|player| player.start_afresh(seed));
                    let ahead = duel(open(), &mut players, (game % 2) as usize, tuning, seed);
                    sums.lock().unwrap_or_else(|error| error.into_inner())[game as usize] = ahead;
                }
            });
        }
    });
    let sums = sums.into_inner().unwrap_or_else(|error| error.into_inner());
    sums.iter().sum::<f64>() / tuning.games as f64
}

/// One game; the first player has the side of this seat. By how much it is ahead.
fn duel<M: Mind>(
    mut playing: Playing<M>,
    players: &mut [Computer<M>; 2],
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
                let worth = 1.0 - 0.3 * (playing.len() as f64 / 600.0).min(1.0);
                return match (outcome.winners.contains(own), outcome.winners.is_empty()) {
                    (true, _) => worth,
                    (_, true) => 0.0,
                    _ => -worth,
                };
            }
            Status::ToAct(actor) if playing.len() >= opening => Some(actor),
            _ => None,
        };
        let chosen = actor.and_then(|actor| {
            let player = &mut players[usize::from(playing.game().side(actor) != own)];
            let limits = Limits::nodes(tuning.nodes);
            player.choose(&playing, limits, &Stop::new(), &mut |_| {}).ok()
        });
        let action = match chosen {
            Some(found) => Some(found.line[0]),
            None => playing.game().random_move(playing.current(), &mut dice, &mut Vec::new()),
        };
        match action {
            Some(action) => playing.apply(action),
            None => return 0.0,
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

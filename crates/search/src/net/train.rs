//! Learning: the weights of a network that tell scores best, by Adam.
//!
//! The network is added to what the features are worth, and the sum is held against
//! a mean of how the game ended and what the search thought. Here are floating-point
//! numbers; what comes out is rounded to the whole numbers that players use.

use super::lessons::Lesson;
use super::{BITS, BOTH, FINENESS, FULL, HIDDEN, Inputs, Net, WORDS, Weights, swapped};
use crate::mind::{Mind, SCALE};
use thiserror::Error;
use wabe_rules::{Dice, OptionError};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// How often everything is gone through.
    pub passes: u32,
    /// How much of the score to learn is that of the game; the rest is what the
    /// search expected.
    pub result: f32,
    /// Decides the first weights and the order.
    pub seed: u64,
}

/// How well a network tells scores that it has not learnt from, in bits a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learnt {
    /// Positions that were learnt from.
    pub positions: usize,
    /// Loss without the network.
    pub loss_before: f64,
    /// Loss with it.
    pub loss_after: f64,
    /// Loss with the whole numbers it was rounded to; only after the last pass.
    pub loss_rounded: Option<f64>,
}

/// Positions between two changes of the weights.
const BATCH: usize = 512;
/// How far weights move at first; less and less later.
const PACE: f32 = 2e-3;
/// One position of so many is not learnt from, but asked afterwards.
const HELD_OUT: usize = 10;

/// All weights in one row: bits, starts, outputs, tempo.
const STARTS: usize = BITS * HIDDEN;
const OUTS: usize = STARTS + HIDDEN;
const TEMPO: usize = OUTS + BOTH;
const ALL: usize = TEMPO + 1;

/// Why no network was learnt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LearnError {
    /// There is no such game, or no such option of it.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The game does not say what a network sees of it ([`Mind::inputs`]).
    #[error("nobody has said what a network sees of this game")]
    Blind,
    /// A network needs a position to learn from and another to be asked about.
    #[error("these games have no two positions to learn from: more games are needed")]
    NoLessons,
}

/// Learns from lessons in the order of games; the last tenth of them only judges.
/// Gives the bytes of a file.
pub(crate) fn train<M: Mind>(
    lessons: &[Lesson],
    learning: Learning,
    tell: &mut dyn FnMut(Learnt),
) -> Result<Vec<u8>, LearnError> {
    if lessons.len() < 2 {
        return Err(LearnError::NoLessons);
    }
    let (taught, asked) = lessons.split_at(lessons.len() - (lessons.len() / HELD_OUT).max(1));
    let mut dice = Dice::new(learning.seed ^ 0x6e65_7477_6f72_6b73);
    let mut weights = first_weights(&mut dice, &seen_bits::<M>(taught));
    let mut adam = Adam::new();
    let mut order: Vec<usize> = (0..taught.len()).collect();
    let steps = learning.passes as usize * taught.len().div_ceil(BATCH).max(1);
    let mut learnt = Learnt {
        positions: taught.len(),
        loss_before: loss(asked, learning, |_| 0.0),
        loss_after: f64::NAN,
        loss_rounded: None,
    };
    for pass in 1..=learning.passes {
        dice.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let mut slopes = vec![0.0; ALL];
            for &i in batch {
                let lesson = &taught[i];
                let inputs = M::seen_as(lesson.inputs, dice.below(12));
                add_slopes(&weights, &inputs, lesson, learning, &mut slopes);
            }
            let left = 1.0 - adam.steps as f32 / steps as f32;
            adam.step(&mut weights, &slopes, 1.0 / batch.len() as f32, PACE * left.max(0.01));
        }
        learnt.loss_after = loss(asked, learning, |inputs| forward(&weights, inputs).value);
        if pass == learning.passes {
            let net = Net::new(&rounded(&weights));
            let points = |inputs: &Inputs| net.worth(inputs, 0) as f32 / SCALE as f32;
            learnt.loss_rounded = Some(loss(asked, learning, points));
        }
        tell(learnt);
    }
    Ok(rounded(&weights).to_bytes())
}

/// All bits that are ever set, however positions are seen and by whomever.
fn seen_bits<M: Mind>(lessons: &[Lesson]) -> Inputs {
    let with = |one: Inputs, other: Inputs| std::array::from_fn(|i| one[i] | other[i]);
    let set = lessons.iter().map(|lesson| lesson.inputs).fold([0; WORDS], with);
    let set = with(set, swapped(set));
    (0..12).map(|way| M::seen_as(set, way)).fold(set, with)
}

fn first_weights(dice: &mut Dice, seen: &Inputs) -> Vec<f32> {
    let mut lot = |size: f32| (dice.below(1 << 16) as f32 / (1 << 15) as f32 - 1.0) * size;
    let size = |i: usize| match i {
        // What is never seen weighs nothing.
        ..STARTS if seen[i / HIDDEN / 64] >> (i / HIDDEN % 64) & 1 == 0 => 0.0,
        ..STARTS => 0.15,
        STARTS..OUTS => 0.3,
        OUTS..TEMPO => 0.1,
        _ => 0.0,
    };
    (0..ALL).map(|i| lot(size(i))).collect()
}

/// What to learn from a lesson.
fn aim(lesson: &Lesson, learning: Learning) -> f32 {
    learning.result * lesson.score + (1.0 - learning.result) * lesson.thought
}

fn score_of(lesson: &Lesson, value: f32) -> f32 {
    1.0 / (1.0 + (-value - lesson.worth as f32 / SCALE as f32).exp())
}

/// The mean loss in bits of what a network adds, in units of [`SCALE`].
fn loss(lessons: &[Lesson], learning: Learning, net: impl Fn(&Inputs) -> f32) -> f64 {
    let bits = |lesson: &Lesson| {
        let guess = f64::from(score_of(lesson, net(&lesson.inputs))).clamp(1e-6, 1.0 - 1e-6);
        let aim = f64::from(aim(lesson, learning));
        -(aim * guess.log2() + (1.0 - aim) * (1.0 - guess).log2())
    };
    lessons.iter().map(bits).sum::<f64>() / lessons.len().max(1) as f64
}

/// What the neurons sum up to, and the value.
struct Forward {
    sums: [f32; BOTH],
    value: f32,
}

/// The bits that are set.
fn bits_of(inputs: &Inputs) -> impl Iterator<Item = usize> {
    (0..WORDS).flat_map(|word| {
        let mut set = inputs[word];
        std::iter::from_fn(move || {
            let bit = set.trailing_zeros() as usize;
            (set != 0).then(|| {
                set &= set - 1;
                64 * word + bit
            })
        })
    })
}

fn row(numbers: &[f32], bit: usize) -> &[f32] {
    &numbers[bit * HIDDEN..(bit + 1) * HIDDEN]
}

fn forward(weights: &[f32], inputs: &Inputs) -> Forward {
    let mut sums = [0.0; BOTH];
    let (own, other) = sums.split_at_mut(HIDDEN);
    for (sums, inputs) in [(own, *inputs), (other, swapped(*inputs))] {
        sums.copy_from_slice(&weights[STARTS..OUTS]);
        for bit in bits_of(&inputs) {
            sums.iter_mut().zip(row(weights, bit)).for_each(|(sum, add)| *sum += add);
        }
    }
    let neurons = sums.iter().zip(&weights[OUTS..TEMPO]);
    let value = neurons.map(|(sum, out)| sum.clamp(0.0, 1.0) * out).sum::<f32>() + weights[TEMPO];
    Forward { sums, value }
}

fn add_slopes(
    weights: &[f32],
    inputs: &Inputs,
    lesson: &Lesson,
    learning: Learning,
    slopes: &mut [f32],
) {
    let Forward { sums, value } = forward(weights, inputs);
    let error = score_of(lesson, value) - aim(lesson, learning);
    let mut back = [0.0; BOTH];
    for i in 0..BOTH {
        slopes[OUTS + i] += error * sums[i].clamp(0.0, 1.0);
        if sums[i] > 0.0 && sums[i] < 1.0 {
            back[i] = error * weights[OUTS + i];
        }
    }
    slopes[TEMPO] += error;
    let (own, other) = back.split_at(HIDDEN);
    for (back, inputs) in [(own, *inputs), (other, swapped(*inputs))] {
        for (slope, back) in slopes[STARTS..OUTS].iter_mut().zip(back) {
            *slope += back;
        }
        for bit in bits_of(&inputs) {
            let slopes = &mut slopes[bit * HIDDEN..(bit + 1) * HIDDEN];
            slopes.iter_mut().zip(back).for_each(|(slope, back)| *slope += back);
        }
    }
}

/// Adam: every weight moves by the mean of its slopes, in units of their spread.
struct Adam {
    steps: usize,
    means: Vec<f32>,
    spreads: Vec<f32>,
}

impl Adam {
    fn new() -> Adam {
        Adam { steps: 0, means: vec![0.0; ALL], spreads: vec![0.0; ALL] }
    }

    fn step(&mut self, weights: &mut [f32], slopes: &[f32], share: f32, pace: f32) {
        self.steps += 1;
        let early = self.steps.min(10_000) as i32;
        let (mean_by, spread_by) = (1.0 - 0.9f32.powi(early), 1.0 - 0.999f32.powi(early));
        for i in 0..ALL {
            let slope = slopes[i] * share;
            self.means[i] = 0.9 * self.means[i] + 0.1 * slope;
            self.spreads[i] = 0.999 * self.spreads[i] + 0.001 * slope * slope;
            let (mean, spread) = (self.means[i] / mean_by, self.spreads[i] / spread_by);
            weights[i] -= pace * mean / (spread.sqrt() + 1e-8);
        }
    }
}

/// The whole numbers that players use.
fn rounded(weights: &[f32]) -> Weights {
    let whole = |number: f32, unit: f32| (number * unit).round() as i16;
    let neuron = |i: usize| whole(weights[i], f32::from(FULL));
    let points = |i: usize| whole(weights[i], SCALE as f32 * FINENESS as f32);
    Weights {
        bits: (0..BITS).map(|bit| std::array::from_fn(|i| neuron(bit * HIDDEN + i))).collect(),
        starts: std::array::from_fn(|i| neuron(STARTS + i)),
        outs: std::array::from_fn(|i| points(OUTS + i)),
        tempo: points(TEMPO),
    }
}

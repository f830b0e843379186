//! Small networks that correct the evaluation where that was measured to win.
//!
//! What a network sees are bits: a stone of a kind on a field. Both sides look at
//! the same bits, each with its own stones first, through one hidden layer of
//! [`HIDDEN`] neurons; the neurons of the side to act and those of the other make
//! the value. Everything is whole numbers, so a value is the same on every
//! machine, and a search changes the sums of the position it judged last by the
//! bits that differ ([`Sight`]) instead of adding them up anew.
//!
//! The weights are learnt from games of the program against itself (`lessons.rs`,
//! `train.rs`) and stand in files (`file.rs`) that are part of the program.

mod file;
pub(crate) mod lessons;
#[cfg(test)]
mod tests;
pub(crate) mod train;

pub use file::NetError;

/// Words of what a network sees: half of them for each side.
pub const WORDS: usize = 6;
/// Neurons of the hidden layer that look with the eyes of one side.
pub const HIDDEN: usize = 32;
/// What a network sees of a position, see [`Mind::inputs`](crate::Mind::inputs).
pub type Inputs = [u64; WORDS];

/// How many bits there are to see.
const BITS: usize = 64 * WORDS;
/// The neurons of both sides.
const BOTH: usize = 2 * HIDDEN;
/// What a neuron gives at most; 256 stands for 1.
const FULL: i16 = 256;
/// A point is worth so many of an output weight.
const FINENESS: i32 = 16;

/// The numbers of a network as they are learnt and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// What each bit adds to each neuron.
    bits: Vec<[i16; HIDDEN]>,
    /// What each neuron begins with.
    starts: [i16; HIDDEN],
    /// What each neuron of the side to act is worth, then each of the other.
    outs: [i16; BOTH],
    /// What it is worth to act.
    tempo: i16,
}

/// A network, laid out to be quick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// What each bit adds to the neurons of the first side, then of the second.
    rows: Vec<[i16; BOTH]>,
    starts: [i16; BOTH],
    /// What neurons are worth if the first side acts, and if the second does.
    outs: [[i16; BOTH]; 2],
    tempo: i32,
}

/// A bit as the other side sees it.
const fn exchanged(bit: usize) -> usize {
    (bit + BITS / 2) % BITS
}

/// What one side sees, as the other does.
fn swapped(mut inputs: Inputs) -> Inputs {
    inputs.rotate_left(WORDS / 2);
    inputs
}

fn joined(one: &[i16], other: &[i16]) -> [i16; BOTH] {
    std::array::from_fn(|i| if i < HIDDEN { one[i] } else { other[i - HIDDEN] })
}

impl Net {
    fn new(weights: &Weights) -> Net {
        let Weights { bits, starts, outs, tempo } = weights;
        let (own, other) = outs.split_at(HIDDEN);
        Net {
            rows: (0..BITS).map(|bit| joined(&bits[bit], &bits[exchanged(bit)])).collect(),
            starts: joined(starts, starts),
            outs: [*outs, joined(other, own)],
            tempo: (*tempo).into(),
        }
    }

    /// What the position is worth beyond the evaluation to the side to act (0 or
    /// 1), looked at afresh.
    pub fn worth(&self, inputs: &Inputs, side: usize) -> i32 {
        Sight::new(self).worth(self, inputs, side)
    }
}

/// What a network saw last, to see what is much the same more quickly.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    inputs: Inputs,
    sums: [i16; BOTH],
}

impl Sight {
    /// Eyes that have seen nothing yet.
    pub fn new(net: &Net) -> Sight {
        Sight { inputs: [0; WORDS], sums: net.starts }
    }

    /// As [`Net::worth`], with the same network every time.
    pub fn worth(&mut self, net: &Net, inputs: &Inputs, side: usize) -> i32 {
        for (word, (&new, old)) in inputs.iter().zip(&mut self.inputs).enumerate() {
            let mut changed = new ^ *old;
            *old = new;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                let row = &net.rows[64 * word + bit];
                // Files whose sums could leave 16 bits are refused.
                let sums = self.sums.iter_mut().zip(row);
                match new >> bit & 1 {
                    1 => sums.for_each(|(sum, add)| *sum = sum.wrapping_add(*add)),
                    _ => sums.for_each(|(sum, add)| *sum = sum.wrapping_sub(*add)),
                }
            }
        }
        let neurons = self.sums.iter().zip(&net.outs[side % 2]);
        let all: i32 =
            neurons.map(|(&sum, &out)| i32::from(sum.clamp(0, FULL)) * i32::from(out)).sum();
        (all / i32::from(FULL) + net.tempo) / FINENESS
    }
}

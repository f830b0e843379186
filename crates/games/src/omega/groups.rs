//! The sizes of all groups in one walk over the board (R5).
//!
//! The walk goes row by row from the top. Of a field's neighbours three lie
//! behind it: the left one, and the two above. The one above to the left touches
//! both others, so whoever finds its own colour there needs to look no further:
//! what the others belong to has been found out before. Without it, a stone
//! belongs to its left neighbour or to the one above to the right; only where
//! both have its colour two groups may meet, and only where none has a group
//! begins. A stone in eight, about, does the one or the other; all others take
//! their label over without a jump.

use super::rows::{Row, Rows, STRIDE, above, by_words};
use std::hint::select_unpredictable;
use std::ops::MulAssign;

/// The stones on a board.
#[derive(Clone, Copy)]
pub struct Stones<const N: usize> {
    /// The stones whose colour's number is odd, and those of the last two
    /// colours: the digits of that number in binary.
    pub digits: [Rows<N>; 2],
    pub all: Rows<N>,
}

/// The stones that have their own colour at a neighbour behind.
struct Ties<const N: usize> {
    left: Rows<N>,
    above: Rows<N>,
    above_right: Rows<N>,
}

/// Labels are places, counted from here (so that there is something above the
/// first row).
const FIRST: usize = STRIDE;

/// To whom the stones belong: every place has the label of a place at which a
/// group began; where groups have met, the later beginning has the label of an
/// earlier one. `P` is a power of two that has room for all labels.
struct Labels<const P: usize> {
    of: [u16; P],
    /// The sizes of groups at their beginnings; 1 when joined to another group.
    sizes: [u8; P],
}

impl<const N: usize> Stones<N> {
    #[inline(always)]
    fn tied(&self, shift: impl Fn(Rows<N>) -> Rows<N>) -> Rows<N> {
        let [low, high] = self.digits.map(|digit| digit.xor(shift(digit)));
        self.all.and(shift(self.all)).without(low.or(high))
    }

    /// The product of the sizes of all groups, by colour. `P` is a power of two
    /// and at least 64 (N + 1).
    #[inline(always)]
    pub fn products<const P: usize>(&self, rows: &[Row]) -> [u128; 4] {
        let ties = Ties {
            left: self.tied(Rows::moved_right),
            above: self.tied(Rows::moved_down),
            above_right: self.tied(Rows::moved_down_left),
        };
        let mut labels = Labels::<P> { of: [0; P], sizes: [0; P] };
        labels.hand_on(rows, &ties);
        let meetings = ties.left.and(ties.above_right).without(ties.above);
        meetings.for_each(|place| labels.join(place, above(place) + 1));
        let beginnings = self.all.without(ties.left.or(ties.above).or(ties.above_right));
        // A product of given sum is largest with threes. Fifteen rows have 229
        // fields at most, and so 114 stones of a colour: 3^38 fits in a word.
        match N {
            ..=5 => self.multiply::<u64, P>(beginnings, &labels),
            _ => self.multiply::<u128, P>(beginnings, &labels),
        }
    }

    /// The products by colour, in numbers that are wide enough.
    #[inline(always)]
    fn multiply<T, const P: usize>(&self, beginnings: Rows<N>, labels: &Labels<P>) -> [u128; 4]
    where
        T: Copy + From<u8> + MulAssign + Into<u128>,
    {
        let mut products = [T::from(1); 4];
        beginnings.for_each(|place| {
            let [low, high] = self.digits.map(|digit| usize::from(digit.contains(place)));
            products[low + 2 * high] *= T::from(labels.sizes[(FIRST + place) % P]);
        });
        products.map(T::into)
    }
}

impl<const P: usize> Labels<P> {
    /// Gives every place its label, and counts.
    #[inline(always)]
    fn hand_on<const N: usize>(&mut self, rows: &[Row], ties: &Ties<N>) {
        for (word, rows) in by_words(rows).take(N).enumerate() {
            for row in rows {
                let part = |set: &Rows<N>| set.0[word] >> row.shift;
                let (left, above) = (part(&ties.left), part(&ties.above));
                self.hand_on_in(row, left, above, part(&ties.above_right));
            }
        }
    }

    /// The same for a row and its ties.
    #[inline(always)]
    fn hand_on_in(&mut self, row: &Row, left: u64, above: u64, above_right: u64) {
        let first = FIRST + row.place;
        let (behind, ahead) = self.of.split_at_mut(first);
        let ahead = &mut ahead[..row.len];
        let up = &behind[first - row.up..][..=row.len];
        let (mut label, mut from_above, mut bit) = (0, up[0], 1);
        for i in 0..row.len {
            let from_above_right = up[i + 1];
            let own = (first + i) as u16;
            let other = select_unpredictable(above_right & bit != 0, from_above_right, own);
            label = select_unpredictable(left & bit != 0, label, other);
            label = select_unpredictable(above & bit != 0, from_above, label);
            ahead[i] = label;
            self.sizes[usize::from(label) % P] += 1;
            from_above = from_above_right;
            bit <<= 1;
        }
    }

    /// The beginning of the group to which the stone at a place belongs now.
    #[inline(always)]
    fn beginning(&self, place: usize) -> usize {
        // Two steps do as a rule, so they are taken in any case.
        let mut at = self.of[usize::from(self.of[(FIRST + place) % P]) % P];
        loop {
            let next = self.of[usize::from(at) % P];
            if next == at {
                return at.into();
            }
            at = next;
        }
    }

    /// The groups of two stones become one.
    #[inline(always)]
    fn join(&mut self, one: usize, other: usize) {
        let (a, b) = (self.beginning(one), self.beginning(other));
        let (first, second) = (a.min(b) % P, a.max(b) % P);
        let joined = self.sizes[second];
        self.of[second] = first as u16;
        self.sizes[first] += select_unpredictable(a == b, 0, joined);
        self.sizes[second] = select_unpredictable(a == b, joined, 1);
    }
}

//! The board as rows of bits, in which neighbours are found by shifting.
//!
//! In a [`Set`] the rows lie close together, each of its own length. Here a row
//! is twenty bits wide and a word holds three rows. A row of the board has
//! nineteen fields at most, so that a bit stays free between rows, and what
//! touches a place lies a fixed number of bits away.

use super::set::Set;

/// The bits of a row.
const WIDTH: usize = 20;
/// The rows in a word.
const IN_WORD: usize = 3;
/// From the places of a word to those of the next; the last four are unused.
pub const STRIDE: usize = 64;

/// The bit of a column in a row.
pub fn place(row: usize, column: usize) -> usize {
    STRIDE * (row / IN_WORD) + WIDTH * (row % IN_WORD) + column
}

/// The place in the same column a row above; not for the first row.
#[inline(always)]
pub fn above(place: usize) -> usize {
    let unused = STRIDE - IN_WORD * WIDTH;
    place - WIDTH - if place % STRIDE < WIDTH { unused } else { 0 }
}

/// A row of a board: where its fields are in a set, and where their places.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub len: usize,
    /// The word and bit of a set where its fields begin.
    from: (usize, u32),
    /// As many bits as it has fields.
    mask: u64,
    /// The first place, and its bit.
    pub place: usize,
    pub shift: u32,
    /// How much smaller the places of the row above are.
    pub up: usize,
}

impl Row {
    pub fn new(field: usize, place: usize, len: usize) -> Row {
        let up = STRIDE + place - above(STRIDE + place);
        let (from, mask) = ((field / 64, field as u32 % 64), (1 << len) - 1);
        Row { len, from, mask, place, shift: (place % STRIDE) as u32, up }
    }

    /// The row's part of a set.
    #[inline(always)]
    fn cut_out<const M: usize>(&self, of: &Set<M>) -> u64 {
        let (word, shift) = self.from;
        if M == 1 {
            return of.0[0] >> shift & self.mask;
        }
        let goes_on = of.0.get(word + 1).map_or(0, |next| next << 1 << (63 - shift));
        (of.0[word] >> shift | goes_on) & self.mask
    }
}

/// The rows of a board, by the words in which their places are.
#[inline(always)]
pub fn by_words(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunks(IN_WORD)
}

/// A set of places in `N` words, three rows each.
#[derive(Clone, Copy)]
pub struct Rows<const N: usize>(pub [u64; N]);

impl<const N: usize> Rows<N> {
    pub const NONE: Rows<N> = Rows([0; N]);

    /// The places of some sets of fields.
    #[inline(always)]
    pub fn of<const M: usize, const K: usize>(sets: [Set<M>; K], rows: &[Row]) -> [Rows<N>; K] {
        let mut places = [Rows::NONE; K];
        for (word, rows) in by_words(rows).take(N).enumerate() {
            for row in rows {
                for k in 0..K {
                    places[k].0[word] |= row.cut_out(&sets[k]) << row.shift;
                }
            }
        }
        places
    }

    #[inline(always)]
    pub fn contains(&self, place: usize) -> bool {
        self.0[place / STRIDE] >> (place % STRIDE) & 1 == 1
    }

    #[inline(always)]
    pub fn for_each(self, mut each: impl FnMut(usize)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(STRIDE * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Word by word.
    #[inline(always)]
    fn with(self, other: Rows<N>, by: impl Fn(u64, u64) -> u64) -> Rows<N> {
        Rows(std::array::from_fn(|i| by(self.0[i], other.0[i])))
    }

    #[inline(always)]
    pub fn and(self, other: Rows<N>) -> Rows<N> {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn or(self, other: Rows<N>) -> Rows<N> {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    pub fn xor(self, other: Rows<N>) -> Rows<N> {
        self.with(other, |a, b| a ^ b)
    }

    #[inline(always)]
    pub fn without(self, other: Rows<N>) -> Rows<N> {
        self.with(other, |a, b| a & !b)
    }

    /// The places whose neighbour on the left is in the set.
    #[inline(always)]
    pub fn moved_right(self) -> Rows<N> {
        self.shifted::<1>()
    }

    /// The places whose neighbour above, to the left, is in the set.
    #[inline(always)]
    pub fn moved_down(self) -> Rows<N> {
        self.shifted::<WIDTH>()
    }

    /// The places whose neighbour above, to the right, is in the set.
    #[inline(always)]
    pub fn moved_down_left(self) -> Rows<N> {
        self.shifted::<{ WIDTH - 1 }>()
    }

    #[inline(always)]
    fn shifted<const BY: usize>(self) -> Rows<N> {
        Rows(std::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (IN_WORD * WIDTH - BY) } else { 0 };
            self.0[i] << BY | carried
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_finds_neighbours() {
        let alone = |place: usize| {
            let mut rows = Rows([0; 7]);
            rows.0[place / STRIDE] |= 1 << (place % STRIDE);
            rows
        };
        for row in 1..21 {
            for column in 1..WIDTH - 1 {
                let here = place(row, column);
                assert!(alone(here - 1).moved_right().contains(here));
                assert!(alone(place(row - 1, column)).moved_down().contains(here));
                assert!(alone(place(row - 1, column + 1)).moved_down_left().contains(here));
                assert_eq!(above(here), place(row - 1, column));
            }
        }
    }
}

//! Sets of fields.

use crate::bits::nth_bit;

/// The words of a set of fields of the largest board.
pub const WORDS: usize = 5;

/// A set of fields, a bit each. On smaller boards a few words do.
///
/// ```
/// let mut set = wabe_games::omega::FieldSet::<1>::NONE;
/// set.insert(5);
/// assert_eq!((set.first(), set.len()), (Some(5), 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set<const M: usize = WORDS>(pub [u64; M]);

impl<const M: usize> Set<M> {
    /// No field.
    pub const NONE: Set<M> = Set([0; M]);

    /// Whether a field is in the set.
    #[inline(always)]
    pub fn contains(&self, field: usize) -> bool {
        self.0[field / 64] >> (field % 64) & 1 == 1
    }

    /// The field with the lowest number.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// How many fields of the set have lower numbers than this one.
    #[inline(always)]
    pub fn rank(&self, field: usize) -> u32 {
        let (word, bit) = (field / 64, field % 64);
        let before: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        before + (self.0[word] & ((1 << bit) - 1)).count_ones()
    }

    /// Puts a field in.
    #[inline(always)]
    pub fn insert(&mut self, field: usize) {
        self.insert_if(true, field);
    }

    /// Puts the field in if `wanted`, without a jump.
    #[inline(always)]
    pub fn insert_if(&mut self, wanted: bool, field: usize) {
        self.0[field / 64] |= u64::from(wanted) << (field % 64);
    }

    /// Takes a field out.
    #[inline(always)]
    pub fn remove(&mut self, field: usize) {
        self.0[field / 64] &= !(1 << (field % 64));
    }

    /// Whether there is no field in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; M]
    }

    /// How many fields are in the set.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls a function with every field in order.
    #[inline(always)]
    pub fn for_each(self, mut each: impl FnMut(usize)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The `n`-th field (from 0) of the set; there must be so many.
    #[inline(always)]
    pub fn nth(&self, n: u32) -> usize {
        // All words are counted, so that no jump depends on where the field is.
        let (mut word, mut before, mut sum) = (0, 0, 0);
        for i in 0..M - 1 {
            sum += self.0[i].count_ones();
            let beyond = n >= sum;
            word += usize::from(beyond);
            before = if beyond { sum } else { before };
        }
        64 * word + nth_bit(self.0[word], n - before) as usize
    }

    /// The same set with another number of words, which must be enough.
    #[inline(always)]
    pub fn resized<const N: usize>(&self) -> Set<N> {
        Set(std::array::from_fn(|i| if i < M { self.0[i] } else { 0 }))
    }

    /// What is in both.
    #[inline(always)]
    pub fn and(self, other: Set<M>) -> Set<M> {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// What is in one of them.
    #[inline(always)]
    pub fn or(self, other: Set<M>) -> Set<M> {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// What is not in the other.
    #[inline(always)]
    pub fn without(self, other: Set<M>) -> Set<M> {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_order() {
        let mut set = Set::<WORDS>::NONE;
        let fields: Vec<usize> = (0..64 * WORDS).filter(|field| field * field % 7 < 3).collect();
        fields.iter().for_each(|&field| set.insert(field));
        assert_eq!(set.len() as usize, fields.len());
        for (n, &field) in (0..).zip(&fields) {
            assert_eq!(set.nth(n), field);
            assert_eq!(set.rank(field), n);
        }
        let mut listed = Vec::new();
        set.for_each(|field| listed.push(field));
        assert_eq!(listed, fields);
    }
}

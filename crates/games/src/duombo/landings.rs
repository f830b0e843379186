//! Where a pair may be put down again, for the whole board at once.

use crate::bits::{count_of, nth_bit_of};
use crate::board37::{BOARD, Field, around, before};

/// The fields to put a pair down on, when it has been taken up: for each of the
/// first three directions those on which one stone of the pair may stand if the
/// other stands on the next field in that direction.
///
/// Which of the two stones it is makes no difference to the rules, so each of
/// these landings stands for two moves. One of them is no move, though: it puts
/// the pair back.
pub struct Landings([u64; 3]);

impl Landings {
    /// So many landings there are at most.
    pub const MOST: u32 = 42;
    /// So many there are at most if the other stones lie in several pieces.
    pub const MOST_BETWEEN: u32 = 8;

    /// The landings of a pair when these four stones are left.
    #[inline(always)]
    pub fn among(stones: u64) -> Landings {
        match is_one_piece(stones) {
            true => Landings::beside(stones),
            false => Landings::between(stones),
        }
    }

    /// The landings if the stones left are one piece: the pair must touch it.
    #[inline(always)]
    pub fn beside(stones: u64) -> Landings {
        let (open, near) = (BOARD & !stones, around(stones));
        Landings([0, 1, 2].map(|d| open & before(open, d) & touching(near, d)))
    }

    /// The landings if the stones left lie in several pieces: the pair must
    /// touch each of them.
    #[inline(always)]
    pub fn between(stones: u64) -> Landings {
        let open = BOARD & !stones;
        let mut landings = [0, 1, 2].map(|d| open & before(open, d));
        let mut left = stones;
        while left != 0 {
            let piece = first_piece(left);
            for (d, set) in landings.iter_mut().enumerate() {
                *set &= touching(around(piece), d);
            }
            left ^= piece;
        }
        Landings(landings)
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        count_of(&self.0)
    }

    /// The landing at a place below [`count`](Landings::count).
    #[inline(always)]
    pub fn at(&self, place: u32) -> [Field; 2] {
        let (d, bit) = nth_bit_of(&self.0, place);
        let field = Field::from_bit(bit);
        [field, field.along(d, 1)]
    }

    pub fn iter(&self) -> impl Iterator<Item = [Field; 2]> {
        (0..self.count()).map(|place| self.at(place))
    }
}

/// The fields from which a pair that lies along a direction touches a piece.
/// `near` are those beside the piece.
#[inline(always)]
fn touching(near: u64, direction: usize) -> u64 {
    near | before(near, direction)
}

/// Whether four stones are connected. Stones that enclose no hole lie in as
/// many pieces as there are stones, less their neighbouring pairs, plus their
/// triangles. Triangles are pairs in directions 0 and 1 or in 1 and 2 from the
/// same stone: of those, one pair less is counted.
#[inline(always)]
pub fn is_one_piece(stones: u64) -> bool {
    let [a, b, c] = [0, 1, 2].map(|d| stones & before(stones, d));
    (a | b).count_ones() + (c & !b).count_ones() == 3
}

/// The stones connected with the first of at most four: whatever is connected
/// with it is at most three steps away.
#[inline(always)]
fn first_piece(set: u64) -> u64 {
    let first = set & set.wrapping_neg();
    (0..3).fold(first, |reached, _| (reached | around(reached)) & set)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of four fields.
    fn fours() -> impl Iterator<Item = u64> {
        let from = |first: usize| (first..37).map(|i| (i + 1, Field::from_index(i).bit()));
        from(0).flat_map(move |(i, a)| {
            from(i).flat_map(move |(j, b)| {
                from(j).flat_map(move |(k, c)| from(k).map(move |(_, d)| a | b | c | d))
            })
        })
    }

    #[test]
    fn pieces_are_counted_rightly() {
        assert_eq!(fours().count(), 66045);
        assert!(fours().all(|stones| is_one_piece(stones) == (first_piece(stones) == stones)));
    }

    #[test]
    fn no_stones_leave_more_landings_than_the_most() {
        let most = |sets: &mut dyn Iterator<Item = u64>| {
            sets.map(|stones| Landings::among(stones).count()).max()
        };
        assert_eq!(most(&mut fours()), Some(Landings::MOST));
        let mut apart = fours().filter(|&stones| !is_one_piece(stones));
        assert_eq!(most(&mut apart), Some(Landings::MOST_BETWEEN));
    }
}

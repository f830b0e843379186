//! Small tools for sets that are bits of a word.

/// The number of the `n`-th bit (from 0) that is set; there must be so many.
///
/// Halves are counted instead of bits stepped over: six steps without a branch
/// that could be guessed wrongly.
#[inline(always)]
pub fn nth_bit(set: u64, n: u32) -> u32 {
    let mut left = n;
    let mut at = 0;
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (set >> at & ((1 << width) - 1)).count_ones();
        let beyond = left >= low;
        left -= if beyond { low } else { 0 };
        at += if beyond { width } else { 0 };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::nth_bit;

    #[test]
    fn bits_are_found_in_order() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            word = word.rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d);
            let bits: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            for (n, bit) in (0..).zip(bits) {
                assert_eq!(nth_bit(word, n), bit);
            }
        }
    }
}

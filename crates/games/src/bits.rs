//! Small tools for sets that are bits of a word.

use wabe_rules::Cpu;

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The number of the `n`-th bit that is set in a byte, by `n` and byte.
const IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n][byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The number of the `n`-th bit (from 0) that is set; there must be so many.
#[inline(always)]
pub fn nth_bit(set: u64, n: u32) -> u32 {
    Cpu::here().nth_bit(set, n).unwrap_or_else(|| nth_bit_plainly(set, n))
}

/// The same without an instruction for it.
///
/// No loop and no branch that could be guessed wrongly: all eight bytes are
/// counted at once, the byte is the first up to which there are more than `n`
/// bits, and a table knows the rest.
#[inline(always)]
fn nth_bit_plainly(set: u64, n: u32) -> u32 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let up_to = bytes.wrapping_mul(ONES);
    // Byte by byte: the top bit stays where the count up to there is at most n.
    let passed = (((u64::from(n) * ONES) | TOPS) - up_to) & TOPS;
    let at = 8 * ((passed >> 7).wrapping_mul(ONES) >> 56);
    let left = u64::from(n) - (up_to << 8 >> at & 0xff);
    at as u32 + u32::from(IN_BYTE[left as usize & 7][(set >> at & 0xff) as usize])
}

/// So many bits are few.
const FEW: usize = 8;

/// The same, quicker where `n` is small as a rule: the set without its first
/// bit, without its first two and so on, and the right one is looked up.
#[inline(always)]
pub fn nth_of_few(set: u64, n: u32) -> u32 {
    let mut without = [set; FEW];
    for i in 1..FEW {
        without[i] = without[i - 1] & without[i - 1].wrapping_sub(1);
    }
    match without.get(n as usize) {
        Some(rest) => rest.trailing_zeros(),
        None => nth_bit(set, n),
    }
}

/// A place in several parts taken one after the other, by how many places each
/// has: in which part it is, and where in that. The place must be in one.
#[inline(always)]
pub fn part_of<const N: usize>(counts: [u32; N], place: u32) -> (usize, u32) {
    let (mut which, mut passed, mut up_to) = (0, 0, 0);
    for count in &counts[..N - 1] {
        up_to += count;
        let beyond = place >= up_to;
        which += usize::from(beyond);
        passed = if beyond { up_to } else { passed };
    }
    (which, place - passed)
}

/// A place in several sets of few bits: which set, and the number of the bit.
#[inline(always)]
pub fn nth_bit_of<const N: usize>(sets: &[u64; N], place: u32) -> (usize, u32) {
    let (which, place) = part_of(sets.map(|set| set.count_ones()), place);
    (which, nth_of_few(sets[which], place))
}

/// The same for rows of sets: which row, which set in it, which bit. First the
/// row is found, then the set, so that few sums are compared.
#[inline(always)]
pub fn nth_bit_of_rows<const N: usize, const M: usize>(
    rows: &[[u64; M]; N],
    place: u32,
) -> (usize, usize, u32) {
    let (which, place) = part_of(rows.each_ref().map(count_of), place);
    let (set, bit) = nth_bit_of(&rows[which], place);
    (which, set, bit)
}

/// How many bits several sets have together.
#[inline(always)]
pub fn count_of<const N: usize>(sets: &[u64; N]) -> u32 {
    sets.iter().map(|set| set.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::{count_of, nth_bit, nth_bit_of, nth_bit_of_rows, nth_bit_plainly, nth_of_few};

    #[test]
    fn bits_are_found_in_order() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            word = word.rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d);
            let bits: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            for (n, bit) in (0..).zip(bits) {
                assert_eq!(nth_bit(word, n), bit);
                assert_eq!(nth_bit_plainly(word, n), bit);
                assert_eq!(nth_of_few(word, n), bit);
            }
        }
    }

    #[test]
    fn bits_of_several_sets_are_found_in_order() {
        let sets = [0b1010, 0, 1 << 63, 0b11];
        let found: Vec<(usize, u32)> =
            (0..count_of(&sets)).map(|place| nth_bit_of(&sets, place)).collect();
        assert_eq!(found, [(0, 1), (0, 3), (2, 63), (3, 0), (3, 1)]);
        let rows = [[sets[0], sets[1]], [0, 0], [sets[2], sets[3]]];
        let found: Vec<(usize, usize, u32)> =
            (0..5).map(|place| nth_bit_of_rows(&rows, place)).collect();
        assert_eq!(found, [(0, 0, 1), (0, 0, 3), (2, 0, 63), (2, 1, 0), (2, 1, 1)]);
    }
}

//! Lists of moves without a loop over bits.
//!
//! How many bits a set has is a thing no processor guesses well, and every
//! wrong guess costs as much as making several moves. So all 64 numbers of bits
//! are laid out as bytes, and one instruction (`vpcompressb`) closes up those
//! whose bit is set: a list of marbles, whatever their number. It is written in
//! full each time; the next set's list begins where the valid part ends.

use super::super::moves::{Move, ROWS, View};
use super::{AHEAD, FIRST_AXIS, SECOND_AXIS, Towards, and, or, rows, towards, turn_back, words};
use std::arch::x86_64::*;

/// So many marbles of a set fit into a vector of moves: more than there are.
const MOST_MARBLES: usize = 32;
/// Lines of one, two and three marbles, and rows as `View::sets_of` has them.
const KINDS: usize = 7;
const MOST_MOVES: usize = 6 * KINDS * MOST_MARBLES;

/// By kind and direction: a move without its marble, twice in 32 bits.
static UNPLACED: [[u32; 6]; KINDS] = {
    let codes = [0, 1, 2, ROWS, ROWS + 1, ROWS + 2, ROWS + 3];
    let mut table = [[0; 6]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut d = 0;
        while d < 6 {
            let number = Move::packed(0, d, codes[kind]).number() as u32;
            table[kind][d] = number << 16 | number;
            d += 1;
        }
        kind += 1;
    }
    table
};

/// The bytes 0, 1, 2 and so on.
const BITS: [u8; 64] = {
    let mut bits = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        bits[bit] = bit as u8;
        bit += 1;
    }
    bits
};

/// Replaces the list by all moves that push nothing, of two players. Returns
/// whether there may be others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
pub fn quiet_moves(view: View, out: &mut Vec<Move>) -> bool {
    let (sets, may_push) = quiet_sets(view);
    assert!(view.mine.count_ones() as usize <= MOST_MARBLES);
    out.clear();
    out.reserve(MOST_MOVES);
    let start = out.as_mut_ptr().cast::<u16>();
    // SAFETY: 64 bytes are 64 bytes.
    let bits = unsafe { _mm512_loadu_si512(BITS.as_ptr().cast()) };
    let mut len = 0;
    for kind in 0..KINDS {
        for d in 0..6 {
            let set = sets[kind][d];
            let marbles = _mm512_maskz_compress_epi8(set, bits);
            let marbles = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(marbles));
            let unplaced = _mm512_set1_epi32(UNPLACED[kind][d] as i32);
            // SAFETY: a set has at most `MOST_MARBLES` marbles, as asserted, so
            // the 32 moves end within the `MOST_MOVES` that are reserved. Moves
            // are numbers of 16 bits (`repr(transparent)`).
            unsafe { _mm512_storeu_si512(start.add(len).cast(), or(marbles, unplaced)) };
            len += set.count_ones() as usize;
        }
    }
    // SAFETY: so many moves have been written.
    unsafe { out.set_len(len) };
    may_push
}

/// The quiet moves by kind and direction, and whether any marble stands behind
/// one that faces what can be pushed.
#[inline]
#[target_feature(enable = "avx512f")]
fn quiet_sets(view: View) -> ([[u64; 8]; KINDS], bool) {
    let Towards { mine, free, one, two, .. } = towards(view);
    let pairs = and(mine, turn_back::<AHEAD>(free));
    let triples = and(mine, turn_back::<AHEAD>(pairs));
    let [a, b] = rows::<FIRST_AXIS>(view, free);
    let [c, d] = rows::<SECOND_AXIS>(view, free);
    let backed = and(mine, turn_back::<AHEAD>(or(one, two)));
    let may_push = _mm512_test_epi64_mask(backed, backed) != 0;
    ([free, pairs, triples, a, b, c, d].map(|set| words(set)), may_push)
}

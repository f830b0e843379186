//! Eight positions side by side: those after eight quiet moves of two players.
//!
//! A quiet move changes only the mover's marbles, by what a table says. So the
//! positions are one gathered vector, a lane a position, and their moves are
//! counted direction by direction for all eight; nothing is summed up across
//! lanes until the end.

use super::super::board::{ALL, EDGE, HAS_NEXT, HOLLOWS, TURNS};
use super::super::moves::{AXES, FLIPS, Flips, Move, View};
use super::{and, or, same};
use std::arch::x86_64::*;

/// The mover's marbles after each of at most eight quiet moves.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn after(view: View, moves: &[Move]) -> __m512i {
    // SAFETY: only as many numbers are read as there are moves.
    let numbers = unsafe { _mm_maskz_loadu_epi16(lanes_of(moves), moves.as_ptr().cast()) };
    let numbers = and(_mm512_cvtepu16_epi64(numbers), same(Move::NUMBERS as u64 - 1));
    const { assert!(size_of::<Flips>() == 16 && std::mem::offset_of!(Flips, mine) == 0) };
    let places = _mm512_slli_epi64::<1>(numbers);
    // SAFETY: numbers are below the length of the table, whose entries are two
    // words each, and the wanted word is the first.
    let flips = unsafe { _mm512_i64gather_epi64::<8>(places, FLIPS.as_ptr().cast()) };
    _mm512_xor_si512(same(view.mine), flips)
}

/// The lanes that have a move.
#[inline(always)]
fn lanes_of(moves: &[Move]) -> u8 {
    if moves.len() >= 8 { 0xff } else { (1 << moves.len()) - 1 }
}

/// How many moves the other side has after all these quiet moves together;
/// `None` if it has none after one of them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
pub fn count_after(view: View, moves: &[Move]) -> Option<u64> {
    let mut sums = same(0);
    let mut stuck = 0;
    for moves in moves.chunks(8) {
        let after = after(view, moves);
        let board = Board { mine: view.others, others: after, empty: empty(view, after) };
        let counts = board.counts();
        let lanes = lanes_of(moves);
        stuck |= _mm512_mask_testn_epi64_mask(lanes, counts, counts);
        sums = _mm512_mask_add_epi64(sums, lanes, sums, counts);
    }
    (stuck == 0).then(|| _mm512_reduce_add_epi64(sums) as u64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn empty(view: View, after: __m512i) -> __m512i {
    _mm512_andnot_si512(or(same(view.others), after), same(ALL))
}

/// As [`turn_back`](super::super::board::turn_back), the same in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn turn_back<const D: usize>(set: __m512i) -> __m512i {
    let down = _mm_cvtsi64_si128(const { TURNS[D] as i64 });
    let up = _mm_cvtsi64_si128(const { (HOLLOWS as u32 - TURNS[D]) as i64 });
    or(_mm512_srl_epi64(set, down), _mm512_sll_epi64(set, up))
}

/// Eight positions of two players, as the side to act sees them. Its own
/// marbles are the same in all.
#[derive(Clone, Copy)]
struct Board {
    mine: u64,
    others: __m512i,
    empty: __m512i,
}

impl Board {
    /// How many moves there are, by lane.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn counts(self) -> __m512i {
        let lines = [
            self.count_towards::<0, 1, 2>(),
            self.count_towards::<1, 0, 2>(),
            self.count_towards::<2, 0, 1>(),
            self.count_towards::<3, 1, 2>(),
            self.count_towards::<4, 0, 2>(),
            self.count_towards::<5, 0, 1>(),
        ];
        lines.into_iter().fold(same(0), |sum, count| _mm512_add_epi64(sum, count))
    }

    /// Those in direction `D`, across which lie the axes `A` and `B`; step by
    /// step as `View::sets_of` finds them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    fn count_towards<const D: usize, const A: usize, const B: usize>(self) -> __m512i {
        const { assert!(AXES[D][0] == A && AXES[D][1] == B) };
        let mine = same(self.mine & HAS_NEXT[D]);
        let others = and(self.others, same(HAS_NEXT[D]));
        let before_empty = turn_back::<D>(self.empty);
        let free = and(mine, before_empty);
        let last = and(self.others, or(same(EDGE[D]), before_empty));
        let before_last = turn_back::<D>(last);
        let one = and(mine, before_last);
        let two = and(mine, turn_back::<D>(and(others, before_last)));
        let seconds = turn_back::<D>(or(free, one));
        let middles = and(mine, or(seconds, turn_back::<D>(two)));
        let rears = and(mine, or(or(free, seconds), turn_back::<D>(middles)));
        let rows = _mm512_add_epi64(count_rows::<A>(free), count_rows::<B>(free));
        _mm512_add_epi64(rows, _mm512_popcnt_epi64(rears))
    }
}

/// Pairs and triples along an axis among marbles that are able to step aside.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count_rows<const AXIS: usize>(able: __m512i) -> __m512i {
    let pairs = and(and(able, same(HAS_NEXT[AXIS])), turn_back::<AXIS>(able));
    let triples = and(pairs, turn_back::<AXIS>(pairs));
    _mm512_add_epi64(_mm512_popcnt_epi64(pairs), _mm512_popcnt_epi64(triples))
}

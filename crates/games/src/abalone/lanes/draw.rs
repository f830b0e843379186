//! A random move in one straight run of instructions.
//!
//! The same choice as [`View::random`] makes: kind by kind, then direction by
//! direction, then bit by bit. There it is found in loops whose ends cannot be
//! guessed; here running sums are compared, all at once.

use super::super::moves::{Lines, Move, ROWS, View};
use super::{AHEAD, Towards, and, or, same, sets_in_lanes, towards, turn_back, words};
use std::arch::x86_64::*;
use wabe_rules::Dice;

/// Five numbers, one a kind of move, in a word: 12 bits each, of which the top
/// one stays clear (there are at most five sets of 61 in each of six lanes).
const FIELD: u32 = 12;
/// A one in every field.
const ONES: u64 = 1 | 1 << FIELD | 1 << (2 * FIELD) | 1 << (3 * FIELD) | 1 << (4 * FIELD);
/// The top bit of every field.
const TOPS: u64 = ONES << (FIELD - 1);
/// All fields.
const FIELDS: u64 = (1 << (5 * FIELD)) - 1;

#[inline(always)]
fn field(fields: u64, kind: u32) -> u64 {
    fields >> (FIELD * kind) & ((1 << FIELD) - 1)
}

/// As [`View::random`].
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt,bmi1,bmi2")]
pub fn random(view: View, dice: &mut Dice) -> Option<Move> {
    let sets = sets_in_lanes(view);
    let Place { kind, d, nth } = draw(sets, dice)?;
    let [a, b, c, e, f] = sets;
    let [pairs, triples, one, two] = lines_in_lanes(view);
    // In one array, so that all are written to memory before any is read.
    let sets = [a, b, c, e, f, pairs, triples, one, two].map(|set| words(set));
    let bit = _pdep_u64(1 << nth, sets[kind][d]).trailing_zeros();
    let [all, .., pairs, triples, one, two] = sets.each_ref().map(|lanes| lanes[d]);
    let of_line = Lines { all, pairs, triples, one, two }.code_of(bit);
    let code = if kind == 0 { of_line } else { ROWS + kind as u32 - 1 };
    Some(Move::packed(bit, d, code))
}

/// A bit of a set: which kind of move, which direction, which bit of those set.
struct Place {
    kind: usize,
    d: usize,
    nth: u64,
}

/// One of all bits, each as likely as any other; `None` if there is none.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
fn draw(sets: [__m512i; 5], dice: &mut Dice) -> Option<Place> {
    let counts = fields_of_counts(sets);
    let up_to_lane = running_sums(counts);
    let before_lane = words(_mm512_sub_epi64(up_to_lane, counts));
    // Before the last lane, which is idle: all.
    let up_to_kind = before_lane[7].wrapping_mul(ONES) & FIELDS;
    let total = field(up_to_kind, 4) as u32;
    if total == 0 {
        return None;
    }
    let place = u64::from(dice.below(total));
    // Field by field: the top bit stays where the sum is at most the place.
    let passed = (((place * ONES) | TOPS) - up_to_kind) & TOPS;
    let kind = passed.count_ones();
    let place = place - field(up_to_kind << FIELD, kind);
    let shift = _mm_cvtsi64_si128((FIELD * kind).into());
    let up_to_lane = and(_mm512_srl_epi64(up_to_lane, shift), same((1 << FIELD) - 1));
    let d = _mm512_cmple_epu64_mask(up_to_lane, same(place)).count_ones() as usize & 7;
    Some(Place { kind: kind as usize, d, nth: place - field(before_lane[d], kind) })
}

/// How many moves there are by lane, a field a kind.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn fields_of_counts(sets: [__m512i; 5]) -> __m512i {
    let [a, b, c, d, e] = sets.map(|set| _mm512_popcnt_epi64(set));
    let b = _mm512_slli_epi64::<{ FIELD }>(b);
    let c = _mm512_slli_epi64::<{ 2 * FIELD }>(c);
    let d = _mm512_slli_epi64::<{ 3 * FIELD }>(d);
    let e = _mm512_slli_epi64::<{ 4 * FIELD }>(e);
    or(a, or(or(b, c), or(d, e)))
}

/// Every lane and all before it added up.
#[inline]
#[target_feature(enable = "avx512f")]
fn running_sums(lanes: __m512i) -> __m512i {
    let zero = same(0);
    let lanes = _mm512_add_epi64(lanes, _mm512_alignr_epi64::<7>(lanes, zero));
    let lanes = _mm512_add_epi64(lanes, _mm512_alignr_epi64::<6>(lanes, zero));
    _mm512_add_epi64(lanes, _mm512_alignr_epi64::<4>(lanes, zero))
}

/// As [`View::lines`] without all of them together, by direction: pairs,
/// triples, pushes against one and against two.
#[inline]
#[target_feature(enable = "avx512f")]
fn lines_in_lanes(view: View) -> [__m512i; 4] {
    let Towards { team, mine, free, one, two } = towards(view);
    let seconds = turn_back::<AHEAD>(or(free, one));
    let before_one = turn_back::<AHEAD>(one);
    let pairs = and(mine, seconds);
    let against_one = and(mine, or(before_one, turn_back::<AHEAD>(and(team, before_one))));
    let before_two = turn_back::<AHEAD>(two);
    let against_two = and(mine, turn_back::<AHEAD>(and(team, before_two)));
    let triples = or(against_two, and(mine, turn_back::<AHEAD>(and(team, seconds))));
    [pairs, triples, against_one, against_two]
}

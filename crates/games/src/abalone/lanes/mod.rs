//! The six directions side by side, in vectors of eight words.
//!
//! What [`View`] works out for one direction after the other is worked out here
//! for all at once: a lane a direction (and two idle ones), every line one
//! instruction or two. Left to itself the compiler splits the lanes up again,
//! so the instructions are named. Running them is sound exactly on processors
//! for which `Cpu::is_wide` holds; the ways in, which stand first, ask.
//!
//! `list` makes lists of moves, `eight` counts after eight moves at once, `draw`
//! chooses a move.

#![allow(unsafe_code)]

mod draw;
mod eight;
mod list;

use super::board::{ALL, EDGE, HAS_NEXT, HOLLOWS, TURNS};
use super::moves::{AXES, Move, View};
use std::arch::x86_64::*;
use wabe_rules::{Cpu, Dice};

impl View {
    /// As [`View::count`].
    #[inline(always)]
    pub fn count_widely(self, cpu: Cpu) -> usize {
        assert!(cpu.is_wide());
        // SAFETY: the processor has these instructions.
        unsafe { count(self) }
    }

    /// As [`View::random`], the same move for the same dice.
    #[inline(always)]
    pub fn random_widely(self, cpu: Cpu, dice: &mut Dice) -> Option<Move> {
        assert!(cpu.is_wide());
        // SAFETY: the processor has these instructions.
        unsafe { draw::random(self, dice) }
    }

    /// Replaces the list by all moves that push nothing, of two players.
    /// Returns whether there may be others.
    #[inline(always)]
    pub fn quiet_moves_widely(self, cpu: Cpu, out: &mut Vec<Move>) -> bool {
        assert!(cpu.is_wide());
        // SAFETY: the processor has these instructions.
        unsafe { list::quiet_moves(self, out) }
    }

    /// How many moves the other side has after all these quiet moves of two
    /// players together; `None` if it has none after one of them.
    #[inline(always)]
    pub fn count_after_widely(self, cpu: Cpu, quiet: &[Move]) -> Option<u64> {
        assert!(cpu.is_wide());
        // SAFETY: the processor has these instructions.
        unsafe { eight::count_after(self, quiet) }
    }

    /// Whether the other side can surely move whatever quiet move is made.
    #[inline(always)]
    pub fn others_have_room(self, cpu: Cpu) -> bool {
        assert!(cpu.is_wide());
        // SAFETY: the processor has these instructions.
        unsafe { others_have_room(self) }
    }
}

/// Along what a set is turned in each lane: the lane's direction, or the first
/// or second axis across it. (A constant, so that nothing is decided while
/// counting.)
const AHEAD: usize = 0;
const FIRST_AXIS: usize = 1;
const SECOND_AXIS: usize = 2;

/// A value for each direction in its lane, 0 in the idle ones.
const fn by_lane(of: &[u64; 6], along: usize) -> [i64; 8] {
    let mut lanes = [0; 8];
    let mut d = 0;
    while d < 6 {
        let direction = if along == AHEAD { d } else { AXES[d][along - FIRST_AXIS] };
        lanes[d] = of[direction] as i64;
        d += 1;
    }
    lanes
}

/// How far bits turn, backwards or forwards round the 61 hollows.
const BACKWARDS: [u64; 6] = turns(false);
const FORWARDS: [u64; 6] = turns(true);

const fn turns(forwards: bool) -> [u64; 6] {
    let mut turns = [0; 6];
    let mut d = 0;
    while d < 6 {
        let turn = TURNS[d] as u64;
        turns[d] = if forwards { HOLLOWS as u64 - turn } else { turn };
        d += 1;
    }
    turns
}

#[inline]
#[target_feature(enable = "avx512f")]
fn vector([a, b, c, d, e, f, g, h]: [i64; 8]) -> __m512i {
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn same(set: u64) -> __m512i {
    _mm512_set1_epi64(set as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(a: __m512i, b: __m512i) -> __m512i {
    _mm512_and_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: __m512i, b: __m512i) -> __m512i {
    _mm512_or_si512(a, b)
}

/// As [`turn_back`](super::board::turn_back), in every lane along its own
/// direction or axis.
#[inline]
#[target_feature(enable = "avx512f")]
fn turn_back<const ALONG: usize>(set: __m512i) -> __m512i {
    let down = vector(const { by_lane(&BACKWARDS, ALONG) });
    let up = vector(const { by_lane(&FORWARDS, ALONG) });
    or(_mm512_srlv_epi64(set, down), _mm512_sllv_epi64(set, up))
}

/// The hollows that have a next one.
#[inline]
#[target_feature(enable = "avx512f")]
fn has_next<const ALONG: usize>() -> __m512i {
    vector(const { by_lane(&HAS_NEXT, ALONG) })
}

/// As [`Towards`](super::moves::Towards), by direction.
struct Towards {
    team: __m512i,
    mine: __m512i,
    free: __m512i,
    one: __m512i,
    two: __m512i,
}

#[inline]
#[target_feature(enable = "avx512f")]
fn towards(view: View) -> Towards {
    let next = has_next::<AHEAD>();
    let rim = vector(const { by_lane(&EDGE, AHEAD) });
    let (mine, team) = (and(same(view.mine), next), and(same(view.team), next));
    let others = and(same(view.others), next);
    let before_empty = turn_back::<AHEAD>(same(ALL & !(view.team | view.others)));
    let last = or(and(same(view.others), rim), and(others, before_empty));
    let before_last = turn_back::<AHEAD>(last);
    let first_of_two = and(others, before_last);
    Towards {
        team,
        mine,
        free: and(team, before_empty),
        one: and(team, before_last),
        two: and(team, turn_back::<AHEAD>(first_of_two)),
    }
}

/// The five sets of moves, by direction: rear marbles, then first ends of
/// sideways pairs and triples along both axes.
#[inline]
#[target_feature(enable = "avx512f")]
fn sets_in_lanes(view: View) -> [__m512i; 5] {
    let Towards { team, mine, free, one, two } = towards(view);
    let seconds = turn_back::<AHEAD>(or(free, one));
    let middles = and(team, or(seconds, turn_back::<AHEAD>(two)));
    let rears = and(mine, or(or(free, seconds), turn_back::<AHEAD>(middles)));
    let [pairs, triples] = rows::<FIRST_AXIS>(view, free);
    let [more_pairs, more_triples] = rows::<SECOND_AXIS>(view, free);
    [rears, pairs, triples, more_pairs, more_triples]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn rows<const AXIS: usize>(view: View, able: __m512i) -> [__m512i; 2] {
    let pairs = and(and(able, has_next::<AXIS>()), turn_back::<AXIS>(able));
    let triples = and(pairs, turn_back::<AXIS>(pairs));
    if view.mine == view.team {
        return [pairs, triples];
    }
    // F2: at least one end is the mover's own.
    let own = and(able, same(view.mine));
    let next = turn_back::<AXIS>(own);
    let far = turn_back::<AXIS>(and(next, pairs));
    [and(pairs, or(own, next)), and(triples, or(own, far))]
}

/// How many moves there are.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count(view: View) -> usize {
    let [a, b, c, d, e] = sets_in_lanes(view).map(|set| _mm512_popcnt_epi64(set));
    let sums = _mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d));
    _mm512_reduce_add_epi64(_mm512_add_epi64(sums, e)) as usize
}

/// A quiet move fills three hollows at most, and four marbles that face empty
/// hollows in one direction face four different ones.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn others_have_room(view: View) -> bool {
    let others = and(same(view.others), has_next::<AHEAD>());
    let free = and(others, turn_back::<AHEAD>(same(ALL & !(view.team | view.others))));
    _mm512_cmpgt_epi64_mask(_mm512_popcnt_epi64(free), same(3)) != 0
}

/// The lanes as words.
#[inline]
#[target_feature(enable = "avx512f")]
fn words(lanes: __m512i) -> [u64; 8] {
    // SAFETY: a vector of 512 bits is eight words, and all words are valid.
    unsafe { std::mem::transmute::<__m512i, [u64; 8]>(lanes) }
}

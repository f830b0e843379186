//! The six directions side by side.
//!
//! What [`View`](super::moves::View) works out for one direction after the
//! other is worked out here for all at once: a lane a direction (and two idle
//! ones). On processors with vectors of eight words every line below is one
//! instruction or two.

use super::board::{ALL, EDGE, HAS_NEXT, HOLLOWS, TURNS};
use super::moves::{AXES, View};

/// A set of hollows for each direction.
type Lanes = [u64; 8];

/// How far `turn_back` turns in each lane, along the direction itself or along
/// one of the axes across it.
const fn turns(along: Along) -> Lanes {
    let mut turns = [0; 8];
    let mut d = 0;
    while d < 6 {
        turns[d] = TURNS[direction(d, along)] as u64;
        d += 1;
    }
    turns
}

const fn sets(of: &[u64; 6], along: Along) -> Lanes {
    let mut sets = [0; 8];
    let mut d = 0;
    while d < 6 {
        sets[d] = of[direction(d, along)];
        d += 1;
    }
    sets
}

#[derive(Clone, Copy)]
enum Along {
    Direction,
    FirstAxis,
    SecondAxis,
}

const fn direction(d: usize, along: Along) -> usize {
    match along {
        Along::Direction => d,
        Along::FirstAxis => AXES[d][0],
        Along::SecondAxis => AXES[d][1],
    }
}

const AHEAD: Lanes = turns(Along::Direction);
const NEXT: Lanes = sets(&HAS_NEXT, Along::Direction);
const RIM: Lanes = sets(&EDGE, Along::Direction);
const FIRST_AXIS: Lanes = turns(Along::FirstAxis);
const FIRST_NEXT: Lanes = sets(&HAS_NEXT, Along::FirstAxis);
const SECOND_AXIS: Lanes = turns(Along::SecondAxis);
const SECOND_NEXT: Lanes = sets(&HAS_NEXT, Along::SecondAxis);

#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> Lanes {
    std::array::from_fn(f)
}

#[inline(always)]
fn and(a: Lanes, b: Lanes) -> Lanes {
    each(|d| a[d] & b[d])
}

#[inline(always)]
fn or(a: Lanes, b: Lanes) -> Lanes {
    each(|d| a[d] | b[d])
}

/// As [`turn_back`](super::board::turn_back), by lanes.
#[inline(always)]
fn turn_back(set: Lanes, turns: Lanes) -> Lanes {
    each(|d| set[d] >> turns[d] | set[d] << (HOLLOWS as u64 - turns[d]))
}

/// The five sets of moves, by direction: rear marbles, then first ends of
/// sideways pairs and triples along both axes.
#[inline(always)]
pub fn sets_of_moves(view: View) -> [Lanes; 5] {
    let empty = [ALL & !(view.team | view.others); 8];
    let (mine, team) = (and([view.mine; 8], NEXT), and([view.team; 8], NEXT));
    let others = and([view.others; 8], NEXT);
    let before_empty = turn_back(empty, AHEAD);
    let free = and(team, before_empty);
    let last = or(and([view.others; 8], RIM), and(others, before_empty));
    let before_last = turn_back(last, AHEAD);
    let (one, first_of_two) = (and(team, before_last), and(others, before_last));
    let two = and(team, turn_back(first_of_two, AHEAD));
    let seconds = turn_back(or(free, one), AHEAD);
    let middles = and(team, or(seconds, turn_back(two, AHEAD)));
    let rears = and(mine, or(or(free, seconds), turn_back(middles, AHEAD)));
    let [pairs, triples] = rows(view, free, FIRST_AXIS, FIRST_NEXT);
    let [more_pairs, more_triples] = rows(view, free, SECOND_AXIS, SECOND_NEXT);
    [rears, pairs, triples, more_pairs, more_triples]
}

#[inline(always)]
fn rows(view: View, able: Lanes, axis: Lanes, has_next: Lanes) -> [Lanes; 2] {
    let pairs = and(and(able, has_next), turn_back(able, axis));
    let triples = and(pairs, turn_back(pairs, axis));
    if view.mine == view.team {
        return [pairs, triples];
    }
    // F2: at least one end is the mover's own.
    let own = and(able, [view.mine; 8]);
    let next = turn_back(own, axis);
    let far = turn_back(and(next, pairs), axis);
    [and(pairs, or(own, next)), and(triples, or(own, far))]
}

/// How many moves there are.
#[inline(always)]
pub fn count(view: View) -> usize {
    let sets = sets_of_moves(view);
    let mut sums = [0u64; 8];
    for set in &sets {
        for d in 0..8 {
            sums[d] += u64::from(set[d].count_ones());
        }
    }
    sums.iter().sum::<u64>() as usize
}

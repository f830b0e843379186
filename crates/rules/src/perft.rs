//! Counting action sequences: the measure of whether rules are right, and fast.

use crate::Game;
use crate::cpu::{Work, fastest};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The number of sequences of exactly `depth` actions from here. Games that end
/// earlier do not count; the repetition rule is not applied. With `bulk` the
/// last action is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, bulk: bool) -> u64 {
    static NEVER: AtomicBool = AtomicBool::new(false);
    fastest(Walk { game, position, depth: depth as usize, bulk, stop: &NEVER })
}

/// [`perft`] counted in bulk, unless it is stopped from elsewhere: then `None`.
pub fn perft_until<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    let nodes = fastest(Walk { game, position, depth: depth as usize, bulk: true, stop });
    (!stop.load(Ordering::Relaxed)).then_some(nodes)
}

/// A depth-first walk with a stack of its own, so that the whole of it is one
/// function, compiled for the processor at hand.
struct Walk<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    depth: usize,
    bulk: bool,
    stop: &'a AtomicBool,
}

/// One position on the way down, and which of its moves come next.
struct Frame<G: Game> {
    position: G::Position,
    moves: Vec<G::Move>,
    next: usize,
}

impl<G: Game> Work for Walk<'_, G> {
    type Out = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Walk { game, position, depth, bulk, stop } = self;
        let mut scratch = [roomy_list(), roomy_list()];
        // So many actions are walked; what follows is counted (or played).
        let walked = match (depth, bulk) {
            (0, _) => return 1,
            (1, true) => return game.count(position, &mut Vec::new()) as u64,
            (_, true) => depth - 2,
            (_, false) => depth - 1,
        };
        if walked == 0 {
            return nodes_below(game, position, bulk, &mut scratch);
        }
        let last = walked - 1;
        let mut frames: Vec<Frame<G>> = (0..=last)
            .map(|_| Frame { position: position.clone(), moves: Vec::new(), next: 0 })
            .collect();
        game.moves(position, &mut frames[0].moves);
        let mut nodes = 0;
        let mut at = 0;
        loop {
            let (above, below) = frames.split_at_mut(at + 1);
            let frame = &mut above[at];
            if at == last {
                for &action in &frame.moves {
                    let mut child = frame.position.clone();
                    game.apply(&mut child, action);
                    nodes += nodes_below(game, &child, bulk, &mut scratch);
                }
                frame.next = frame.moves.len();
                if stop.load(Ordering::Relaxed) {
                    return nodes;
                }
            }
            let Some(&action) = frame.moves.get(frame.next) else {
                if at == 0 {
                    return nodes;
                }
                at -= 1;
                continue;
            };
            frame.next += 1;
            let child = &mut below[0];
            child.position.clone_from(&frame.position);
            game.apply(&mut child.position, action);
            child.moves.clear();
            child.next = 0;
            game.moves(&child.position, &mut child.moves);
            at += 1;
        }
    }
}

/// An empty list that begins on a page of its own, as allocations of this size
/// do. What is written to it by vectors then never lies across two pages, which
/// would cost as much as many vectors that do not.
fn roomy_list<T>() -> Vec<T> {
    const BYTES: usize = 1 << 18;
    Vec::with_capacity(BYTES / size_of::<T>().max(1))
}

/// The last two actions counted, or the last one played.
#[inline(always)]
fn nodes_below<G: Game>(
    game: &G,
    position: &G::Position,
    bulk: bool,
    scratch: &mut [Vec<G::Move>; 2],
) -> u64 {
    match bulk {
        true => game.count_two(position, scratch),
        false => play_each(game, position, &mut scratch[0]),
    }
}

/// Plays every legal action and says how many there were.
#[inline(always)]
fn play_each<G: Game>(game: &G, position: &G::Position, scratch: &mut Vec<G::Move>) -> u64 {
    let mut played = 0;
    game.for_each_child(position, scratch, |child| {
        black_box(child);
        played += 1;
    });
    played
}

/// [`perft`] split by first action, worked on by several threads. The depth is
/// at least 1.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    bulk: bool,
    threads: usize,
) -> Vec<(G::Move, u64)> {
    let mut first = Vec::new();
    game.moves(position, &mut first);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&action) = first.get(i) else {
                return done;
            };
            let mut child = position.clone();
            game.apply(&mut child, action);
            done.push((i, perft(game, &child, depth - 1, bulk)));
        }
    };
    let mut counts = vec![0; first.len()];
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let own = work();
        let helped = helpers.into_iter().flat_map(|helper| helper.join().expect("no panic"));
        for (i, nodes) in own.into_iter().chain(helped) {
            counts[i] = nodes;
        }
    });
    first.into_iter().zip(counts).collect()
}

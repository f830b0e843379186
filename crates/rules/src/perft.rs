//! Counting action sequences: the measure of whether rules are right, and fast.

use crate::Game;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of sequences of exactly `depth` actions from here. Games that end
/// earlier do not count; the repetition rule is not applied. With `bulk` the
/// last action is counted, not played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, bulk: bool) -> u64 {
    let mut buffers = vec![Vec::new(); depth as usize];
    walk(game, position, &mut buffers, bulk)
}

fn walk<G: Game>(
    game: &G,
    position: &G::Position,
    buffers: &mut [Vec<G::Move>],
    bulk: bool,
) -> u64 {
    let Some((buffer, deeper)) = buffers.split_first_mut() else {
        return 1;
    };
    if bulk && deeper.is_empty() {
        return game.count(position, buffer) as u64;
    }
    buffer.clear();
    game.moves(position, buffer);
    let mut nodes = 0;
    for &action in buffer.iter() {
        let mut child = position.clone();
        game.apply(&mut child, action);
        nodes += walk(game, &child, deeper, bulk);
    }
    nodes
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

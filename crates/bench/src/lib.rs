//! What is measured: the same work in instructions (`cargo bench --bench
//! instructions`) and in time (`cargo bench --bench time`).
//!
//! Machines are noisy; instruction counts are not. They are taken under
//! valgrind, which has no vectors of 512 bits, so they are those of the
//! `modern` code (`WABE_CPU=plain` for the plain one).

use wabe_games::open;
use wabe_rules::{Dice, Table};

/// Specs and depths of the perft measurements.
pub const PERFT: [(&str, u32); 10] = [
    ("abalone", 4),
    ("abalone:players=3", 3),
    ("abalone:players=4", 3),
    ("omega", 3),
    ("ombagi", 4),
    ("gassen-ombagi", 4),
    ("duombo", 4),
    ("chessom", 4),
    ("zange", 3),
    ("gabata", 7),
];

/// Specs of the random play measurements, and how many games.
pub const PLAYOUTS: [(&str, u64); 15] = [
    ("abalone:limit=400", 20),
    ("abalone:players=3,limit=400", 20),
    ("abalone:players=4,limit=400", 20),
    ("omega", 2000),
    ("omega:size=8", 500),
    ("omega:size=10", 300),
    ("omega:players=3", 2000),
    ("omega:players=4", 2000),
    ("ombagi", 5),
    ("gassen-ombagi", 50),
    ("duombo", 20),
    ("chessom", 50),
    ("zange", 50),
    ("gabata", 10),
    ("gabata:stores=unsown", 10),
];

/// A table to measure at; the first use of a game is done before.
pub fn table(spec: &str) -> Box<dyn Table> {
    let table = open(spec).expect("a valid spec");
    table.playouts(1, &mut Dice::new(0));
    table
}

/// Counts, bulk or playing every node.
pub fn perft(table: &dyn Table, depth: u32, bulk: bool) -> u64 {
    table.perft(depth, bulk, 1)
}

/// Plays random games; returns the number of actions.
pub fn playouts(table: &dyn Table, games: u64) -> u64 {
    table.playouts(games, &mut Dice::new(1))
}

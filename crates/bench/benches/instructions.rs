//! Instructions, with gungraun under valgrind:
//! `cargo bench -p wabe-bench --bench instructions`.

#![allow(missing_docs)] // the macros make undocumented items

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
use wabe_bench::{PERFT, PLAYOUTS, table};
use wabe_rules::Table;

fn perft_inputs() -> Vec<(&'static str, u32)> {
    PERFT.to_vec()
}

fn playout_inputs() -> Vec<(&'static str, u64)> {
    PLAYOUTS.to_vec()
}

fn open_for<T>((spec, amount): (&'static str, T)) -> (Box<dyn Table>, T) {
    (table(spec), amount)
}

#[library_benchmark]
#[benches::all(iter = perft_inputs(), setup = open_for)]
fn perft((table, depth): (Box<dyn Table>, u32)) -> u64 {
    black_box(wabe_bench::perft(&*table, depth, true))
}

#[library_benchmark]
#[benches::all(iter = perft_inputs(), setup = open_for)]
fn perft_every_node((table, depth): (Box<dyn Table>, u32)) -> u64 {
    black_box(wabe_bench::perft(&*table, depth, false))
}

#[library_benchmark]
#[benches::all(iter = playout_inputs(), setup = open_for)]
fn random_play((table, games): (Box<dyn Table>, u64)) -> u64 {
    black_box(wabe_bench::playouts(&*table, games))
}

library_benchmark_group!(name = all, benchmarks = [perft, perft_every_node, random_play]);

main!(library_benchmark_groups = all);

//! Times, with criterion: `cargo bench -p wabe-bench --bench time`.

use criterion::{Criterion, Throughput};
use wabe_bench::{PERFT, PLAYOUTS, perft, playouts, table};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    for (spec, depth) in PERFT {
        let table = table(spec);
        group.throughput(Throughput::Elements(perft(&*table, depth, true)));
        group.bench_function(format!("{spec} {depth}"), |b| b.iter(|| perft(&*table, depth, true)));
        group.bench_function(format!("{spec} {depth} every node played"), |b| {
            b.iter(|| perft(&*table, depth, false));
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("random play");
    group.sample_size(10);
    for (spec, games) in PLAYOUTS {
        let table = table(spec);
        group.throughput(Throughput::Elements(playouts(&*table, games)));
        group.bench_function(spec, |b| b.iter(|| playouts(&*table, games)));
    }
    group.finish();
    criterion.final_summary();
}

//! How fast tables answer: `cargo bench -p wabe-solve`.
//!
//! Prints positions a second from a warm table, and how long the first answers
//! of a freshly opened table take (each from another block, none of which has
//! been compared with its checksum yet).

use std::path::Path;
use std::time::Instant;
use wabe_games::duombo::{Duombo, Position};
use wabe_rules::{Dice, Game, Options};
use wabe_solve::{Means, Probe};

/// Positions of random games.
fn positions(game: &Duombo, count: usize) -> Vec<Position> {
    let mut dice = Dice::new(1);
    let mut scratch = Vec::new();
    let mut all = Vec::new();
    while all.len() < count {
        let mut position = game.start();
        for _ in 0..60 {
            all.push(position);
            let Some(action) = game.random_move(&position, &mut dice, &mut scratch) else {
                break;
            };
            game.apply(&mut position, action);
        }
        all.retain(|position| !game.status(position).is_over());
    }
    all
}

fn open(game: &Duombo, folder: &Path) -> Box<dyn Probe<Position>> {
    wabe_solve::tables(game, folder).expect("sound").expect("there")
}

fn main() {
    // Tests run benchmarks too, to see whether they start.
    let is_test = !std::env::args().any(|arg| arg == "--bench");
    let mut options = Options::parse(&Duombo::ABOUT, "mills=1,limit=0").expect("options");
    let game = Duombo::from_options(&mut options).expect("a game");
    let folder = std::env::temp_dir().join(format!("wabe-bench-{}", std::process::id()));
    let means = Means { threads: 2, memory: 1 << 30 };
    wabe_solve::solve(&game, None, &folder, &means, &|_| ()).expect("solved");
    let positions = positions(&game, if is_test { 1_000 } else { 1_000_000 });
    let probe = open(&game, &folder);
    let mut cold: Vec<f64> = positions
        .iter()
        .step_by(positions.len() / 40)
        .take(20)
        .map(|position| {
            let began = Instant::now();
            assert!(probe.probe(position).is_some());
            began.elapsed().as_secs_f64()
        })
        .collect();
    cold.sort_by(f64::total_cmp);
    let [middle, slowest] = [cold[cold.len() / 2], cold[cold.len() - 1]].map(|time| 1e6 * time);
    println!("first answers: {middle:.0} µs in the middle, {slowest:.0} µs at most");
    for _ in 0..if is_test { 1 } else { 3 } {
        let began = Instant::now();
        let known = positions.iter().filter(|position| probe.probe(position).is_some()).count();
        assert_eq!(known, positions.len());
        let rate = known as f64 / began.elapsed().as_secs_f64();
        println!("warm: {:.2} M positions/s", rate / 1e6);
    }
    std::fs::remove_dir_all(folder).expect("removed");
}

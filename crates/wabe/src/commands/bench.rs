//! `wabe bench`: the same searches on every machine, and how fast they are.

use crate::fail::Failure;
use std::io::Write;
use std::time::Duration;
use wabe_rules::{Dice, Status};
use wabe_search::{Kind, Limits, Means, Stop, Thought};

/// Positions looked at for each position of the set.
const NODES: u64 = 100_000;
/// After how many random actions the positions of the set stand.
const DEPTHS: [usize; 3] = [0, 9, 24];

pub fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let mut total = 0;
    for about in wabe_games::GAMES {
        let means = Means { megabytes: 16, threads: 1, seed: 1, tables: None, judging: false };
        let mut player = wabe_search::player(Kind::Best, about.name, means)?;
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for depth in DEPTHS {
            let mut table = wabe_games::open(about.name)?;
            let mut dice = Dice::new(depth as u64);
            while table.len() < depth || table.status() == Status::Chance {
                let Some(action) = table.random_action(&mut dice) else { break };
                table.play(&action).map_err(|error| Failure::Wrong(error.to_string()))?;
            }
            player.forget();
            // What the limit cuts off counts neither as nodes nor as time: how
            // many it takes to finish a depth tells one search from another.
            let mut seen = (0, Duration::ZERO);
            let mut see = |thought: &Thought| seen = (thought.nodes, thought.time);
            let _ = player.think(&*table, Limits::nodes(NODES), &Stop::new(), &mut see);
            nodes += seen.0;
            time += seen.1;
        }
        let rate = nodes as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "{} {nodes} {rate:.0}", about.name)?;
        total += nodes;
    }
    writeln!(out, "bench: {total}")?;
    Ok(())
}

//! `wabe tune`: weights learnt from games the program plays with itself.

use crate::cli::TuneArgs;
use crate::fail::Failure;
use indicatif::ProgressBar;
use std::io::Write;
use wabe_search::Tuning;

pub fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let tuning = Tuning {
        games: args.games,
        nodes: args.nodes,
        openings: args.openings,
        threads: args.threads,
        seed: args.seed,
    };
    let bar = ProgressBar::new(args.games);
    let tuned = wabe_search::tune(&args.spec, tuning, &|games| bar.set_position(games))?;
    bar.finish_and_clear();
    writeln!(
        out,
        "{} positions, {:.4} bits a position before, {:.4} after",
        tuned.positions, tuned.loss_before, tuned.loss_after
    )?;
    for (name, old, new) in tuned.weights {
        writeln!(out, "        weight({name:?}, {new}), // was {old}")?;
    }
    Ok(())
}

//! `wabe tune`: weights learnt from games the program plays with itself.

use crate::cli::TuneArgs;
use crate::fail::Failure;
use indicatif::ProgressBar;
use std::io::Write;
use wabe_search::{KindError, Tuning};

pub fn run(args: &TuneArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let tuning = Tuning {
        games: args.games,
        nodes: args.nodes,
        openings: args.openings,
        threads: args.threads,
        seed: args.seed,
    };
    if let Some(against) = &args.against {
        let kind = against.parse().map_err(|error: KindError| Failure::Usage(error.to_string()))?;
        let mut failed = None;
        wabe_search::climb(&args.spec, tuning, kind, args.steps, &mut |points, weights| {
            failed = failed.take().or(write_weights(out, points, weights).err());
        })?;
        return failed.map_or(Ok(()), |error| Err(error.into()));
    }
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

fn write_weights(
    out: &mut dyn Write,
    points: f64,
    weights: &[(&'static str, i32, i32)],
) -> std::io::Result<()> {
    writeln!(out, "points {points:.3}")?;
    for (name, old, new) in weights {
        writeln!(out, "        weight({name:?}, {new}), // was {old}")?;
    }
    out.flush()
}

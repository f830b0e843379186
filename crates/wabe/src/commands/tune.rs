//! `wabe tune`: weights learnt from games the program plays with itself.

use crate::cli::TuneArgs;
use crate::fail::Failure;
use crate::files;
use indicatif::ProgressBar;
use std::io::Write;
use std::path::Path;
use wabe_search::{Climbing, Kind, KindError, Learning, Learnt, Tuning};

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
        return climb(args, tuning, kind, out);
    }
    if let Some(path) = &args.from {
        let records = files::read_records(path)?;
        for line in wabe_search::study(&args.spec, &records, &args.of)? {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    if let Some(path) = &args.network {
        return learn(args, tuning, path, out);
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

/// Learns a network, tells how well after every pass, and writes its file.
fn learn(args: &TuneArgs, tuning: Tuning, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    files::check_replaceable(path)?;
    let result = f32::from(args.result) / 100.0;
    let learning = Learning { passes: args.passes, result, seed: args.seed };
    let bar = ProgressBar::new(args.games);
    let mut failed = None;
    let mut tell = |learnt: Learnt| failed = failed.take().or(write_learnt(out, learnt).err());
    let see = |games| bar.set_position(games);
    let learnt = wabe_search::learn(&args.spec, tuning, learning, &see, &mut tell);
    bar.finish_and_clear();
    failed.map_or(Ok(()), Err)?;
    let bytes = learnt.map_err(|error| Failure::Usage(error.to_string()))?;
    files::replace_file(path, &bytes)
}

fn write_learnt(out: &mut dyn Write, learnt: Learnt) -> std::io::Result<()> {
    let Learnt { positions, loss_before, loss_after, loss_rounded } = learnt;
    write!(
        out,
        "{positions} positions, {loss_before:.4} bits a position before, {loss_after:.4} after"
    )?;
    match loss_rounded {
        Some(loss) => writeln!(out, ", {loss:.4} rounded")?,
        None => writeln!(out)?,
    }
    out.flush()
}

/// Climbs, and prints the weights from time to time, so that little is lost if it is
/// ended early.
fn climb(
    args: &TuneArgs,
    tuning: Tuning,
    against: Kind,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let climbing = Climbing { against, steps: args.steps, only: args.only.clone() };
    let bar = ProgressBar::new(args.steps.into());
    let mut failed = None;
    let told_every = u64::from(args.steps.div_ceil(20));
    let climbed = wabe_search::climb(&args.spec, tuning, &climbing, &mut |_, weights| {
        bar.inc(1);
        let step = bar.position();
        if step.is_multiple_of(told_every) || step == u64::from(args.steps) {
            failed = failed.take().or(write_weights(out, step, weights).err());
        }
    });
    bar.finish_and_clear();
    climbed.map_err(|error| Failure::Usage(error.to_string()))?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

fn write_weights(
    out: &mut dyn Write,
    step: u64,
    weights: &[(&'static str, i32, i32)],
) -> std::io::Result<()> {
    writeln!(out, "after {step} steps")?;
    for (name, old, new) in weights {
        writeln!(out, "        weight({name:?}, {new}), // was {old}")?;
    }
    out.flush()
}

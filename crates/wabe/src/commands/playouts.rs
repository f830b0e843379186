use crate::cli::PlayoutsArgs;
use crate::fail::Failure;
use crate::tables;
use std::io::Write;
use std::time::Instant;
use wabe_rules::Dice;

/// How long a batch of games between two looks at the clock should take.
const BATCH_SECONDS: f64 = 0.02;

pub fn run(args: &PlayoutsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    if !(0.0..=1e6).contains(&args.seconds) {
        return Err(Failure::Usage("--seconds takes a number from 0 to 1000000".into()));
    }
    let table = tables::open(&args.spec, args.position.as_deref())?;
    let mut dice = Dice::new(args.seed);
    let (mut games, mut actions, mut batch) = (0u64, 0u64, 1u64);
    let began = Instant::now();
    loop {
        let before = began.elapsed().as_secs_f64();
        actions += table.playouts(batch, &mut dice);
        games += batch;
        let seconds = began.elapsed().as_secs_f64();
        if seconds >= args.seconds {
            let (rate, length) = (games as f64 / seconds.max(1e-9), actions as f64 / games as f64);
            writeln!(out, "{games} {seconds:.3} {rate:.0} {length:.2}")?;
            return Ok(());
        }
        if seconds - before < BATCH_SECONDS / 2.0 {
            batch *= 2;
        }
    }
}

use crate::cli::PerftArgs;
use crate::fail::Failure;
use crate::tables;
use std::io::Write;
use std::time::Instant;

pub fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let table = tables::open(&args.spec, args.position.as_deref())?;
    let (bulk, threads) = (!args.no_bulk, args.threads as usize);
    for depth in args.depth.min(1)..=args.depth {
        let began = Instant::now();
        let nodes = if args.divide && depth > 0 && depth == args.depth {
            let parts = table.divide(depth, bulk, threads);
            for (action, nodes) in &parts {
                writeln!(out, "{action} {nodes}")?;
            }
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            table.perft(depth, bulk, threads)
        };
        let seconds = began.elapsed().as_secs_f64();
        let rate = nodes as f64 / seconds.max(1e-9);
        writeln!(out, "{depth} {nodes} {seconds:.3} {rate:.0}")?;
        out.flush()?;
    }
    Ok(())
}

use crate::cli::LegalArgs;
use crate::fail::Failure;
use crate::tables;
use std::io::Write;

pub fn run(args: &LegalArgs, out: &mut dyn Write) -> Result<(), Failure> {
    for action in tables::open_at(&args.at)?.legal() {
        writeln!(out, "{action}")?;
    }
    Ok(())
}

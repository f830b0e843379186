//! A copy of all tables.

use crate::cli::BackupArgs;
use crate::fail::Failure;
use crate::kept;
use std::io::Write;

pub fn run(args: &BackupArgs, out: &mut dyn Write) -> Result<(), Failure> {
    kept::wait(wabe_store::backup(&args.data.folder(), &args.file))??;
    let size = std::fs::metadata(&args.file).map_or(0, |about| about.len());
    writeln!(out, "{}: {size} bytes, checked", args.file.display())?;
    Ok(())
}

//! What is wrong with a data folder.

use crate::cli::DoctorArgs;
use crate::fail::Failure;
use crate::kept;
use serde_json::json;
use std::io::Write;
use wabe_store::{Kept, Severity};

pub fn run(args: &DoctorArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = args.data.folder();
    let report = kept::wait(wabe_store::examine(&folder, can_be_played))?;
    if args.json {
        let (wrong, findings) = (report.is_wrong(), &report.findings);
        let folder = folder.display().to_string();
        writeln!(out, "{}", json!({ "folder": folder, "wrong": wrong, "findings": findings }))?;
    } else {
        for finding in &report.findings {
            writeln!(out, "{}: {}", word(finding.severity), finding.says)?;
        }
        if !report.is_wrong() {
            writeln!(out, "nothing is wrong with {}", folder.display())?;
        }
    }
    if report.is_wrong() { Err(Failure::Told) } else { Ok(()) }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Whether a table's game is one that this program plays.
fn can_be_played(kept: &Kept) -> Result<(), String> {
    wabe_games::open(&kept.summary.spec).map(drop).map_err(|error| error.to_string())
}

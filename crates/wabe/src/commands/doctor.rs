//! What is wrong with a data folder.

use crate::cli::DoctorArgs;
use crate::fail::Failure;
use crate::kept;
use serde_json::json;
use std::io::Write;
use wabe_server::room::Room;
use wabe_store::{Kept, Severity, Summary};

pub fn run(args: &DoctorArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let folder = args.data.folder();
    let report = kept::wait(wabe_store::examine(&folder, replays))?;
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

/// Whether the events of a table make a game, and lists tell the truth of it.
fn replays(kept: &Kept) -> Result<(), String> {
    // Who sits there is kept in no order.
    let listed = |summary: &Summary| {
        let mut summary = summary.clone();
        summary.people.sort_unstable();
        summary
    };
    match Room::replay(&kept.events).map_err(|error| error.to_string())? {
        Some(room) if listed(&room.summary()) == listed(&kept.summary) => Ok(()),
        Some(_) => Err("what lists show of it is not what its events make".into()),
        None => Err("it has no events".into()),
    }
}

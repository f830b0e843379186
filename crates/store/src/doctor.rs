//! What is wrong with a data folder. Looking changes nothing in it, and a server
//! may run meanwhile.

use crate::trouble::explain;
use crate::{Event, StoreError, Summary, TableId, folder, schema, sqlite};
use serde::Serialize;
use sqlx::{Connection, SqliteConnection};
use std::fs::{self, File, TryLockError};
use std::path::Path;

/// Of one kind of trouble so many cases are told one by one.
const TOLD: usize = 10;

/// With less than so much space left, a disk is nearly full.
const SPARE: u64 = 512 << 20;

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Note,
    /// It works, but not for long, or not for sure.
    Warning,
    /// It does not work, or something was lost.
    Error,
}

/// Something about the folder, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub says: String,
}

/// All there is to say about a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The findings, in the order they were made.
    pub findings: Vec<Finding>,
}

/// A table with all that is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The table.
    pub table: TableId,
    /// What lists and clocks were told after its last event.
    pub summary: Summary,
    /// Its events, in order.
    pub events: Vec<Event>,
}

impl Report {
    /// Whether there is more than notes.
    pub fn is_wrong(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity > Severity::Note)
    }

    fn add(&mut self, severity: Severity, says: impl Into<String>) {
        self.findings.push(Finding { severity, says: says.into() });
    }

    /// Cases of one kind of trouble: some of them, and how many more there are.
    fn add_cases(&mut self, says: Vec<String>) {
        let more = says.len().saturating_sub(TOLD);
        for says in says.into_iter().take(TOLD) {
            self.add(Severity::Error, says);
        }
        if more > 0 {
            self.add(Severity::Error, format!("… and {more} more of this kind"));
        }
    }
}

/// Looks at everything in a folder.
///
/// What the events mean is not known here: `replay` is given one table after the
/// other and says what is wrong with it, if anything.
pub async fn examine(folder: &Path, mut replay: impl FnMut(&Kept) -> Result<(), String>) -> Report {
    let mut report = Report::default();
    if !look_at_folder(folder, &mut report) {
        return report;
    }
    let path = folder::database(folder);
    let looked = look_into(&path, &mut report, &mut replay).await;
    if let Err(error) = looked {
        report.add(Severity::Error, error.to_string());
    }
    report
}

/// Looks from outside; whether there is a file to look into.
fn look_at_folder(folder: &Path, report: &mut Report) -> bool {
    let name = folder.display();
    match fs::metadata(folder) {
        Err(error) => {
            report.add(Severity::Error, format!("cannot read the folder {name}: {error}"))
        }
        Ok(about) if !about.is_dir() => {
            report.add(Severity::Error, format!("{name} is not a folder"));
        }
        Ok(_) => {
            look_at_system(folder, report);
            look_at_lock(folder, report);
            let path = folder::database(folder);
            let size = fs::metadata(&path).map(|about| about.len());
            match size {
                Ok(0) => report.add(Severity::Warning, format!("{} is empty", path.display())),
                Ok(_) => return true,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    report.add(Severity::Note, format!("nothing has been kept in {name} yet"));
                }
                Err(error) => {
                    let says = format!("cannot read {}: {error}", path.display());
                    report.add(Severity::Error, says);
                }
            }
        }
    }
    false
}

/// Rights and space.
#[cfg(unix)]
fn look_at_system(folder: &Path, report: &mut Report) {
    use rustix::fs::{Access, access, statvfs};
    let lock = folder::lock_file(folder);
    let database = folder::database(folder);
    for path in [folder, &database, &lock] {
        if path.exists() && access(path, Access::READ_OK | Access::WRITE_OK).is_err() {
            report.add(Severity::Error, format!("{} cannot be written", path.display()));
        }
    }
    if let Ok(disk) = statvfs(folder) {
        let left = disk.f_bavail.saturating_mul(disk.f_frsize);
        if left < SPARE {
            let (left, folder) = (left >> 20, folder.display());
            let says = format!("the disk of {folder} is nearly full: {left} MB are left");
            report.add(Severity::Warning, says);
        }
    }
}

#[cfg(not(unix))]
fn look_at_system(_: &Path, _: &mut Report) {}

fn look_at_lock(folder: &Path, report: &mut Report) {
    let Ok(file) = File::open(folder::lock_file(folder)) else { return };
    if let Err(TryLockError::WouldBlock) = file.try_lock_shared() {
        report.add(Severity::Note, format!("a server is running on {}", folder.display()));
    }
}

async fn look_into(
    path: &Path,
    report: &mut Report,
    replay: &mut impl FnMut(&Kept) -> Result<(), String>,
) -> Result<(), StoreError> {
    let trouble = |error: sqlx::Error| explain(path, &error);
    let opened = match folder::has_log(path) {
        true => sqlite::visit(path).await,
        false => sqlite::visit_unseen(path).await,
    };
    let mut connection = opened.map_err(trouble)?;
    let version = schema::version(&mut connection, path).await?;
    if version < schema::KNOWN {
        let says = format!("the data is of version {version}; the next start brings it up to date");
        report.add(Severity::Note, says);
        return Ok(());
    }
    // One transaction sees one moment, whatever a server writes meanwhile.
    let mut moment = connection.begin().await.map_err(trouble)?;
    look_at_rows(&mut moment, report, replay).await.map_err(trouble)?;
    moment.rollback().await.map_err(trouble)?;
    connection.close().await.map_err(trouble)
}

async fn look_at_rows(
    connection: &mut SqliteConnection,
    report: &mut Report,
    replay: &mut impl FnMut(&Kept) -> Result<(), String>,
) -> Result<(), sqlx::Error> {
    for cases in [DAMAGE, GAPS, NO_EVENTS, NO_SUMMARY, NO_JSON, LATE] {
        let said: Vec<String> = sqlx::query_scalar(cases).fetch_all(&mut *connection).await?;
        report.add_cases(said);
    }
    let (tables, events): (i64, i64) =
        sqlx::query_as("SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM events)")
            .fetch_one(&mut *connection)
            .await?;
    report.add(Severity::Note, format!("{tables} tables with {events} events"));
    look_at_games(connection, report, replay).await
}

/// Each query gives one sentence a case.
const DAMAGE: &str = "SELECT 'the file is damaged: ' || integrity_check FROM pragma_integrity_check
     WHERE integrity_check <> 'ok'";
const GAPS: &str = "SELECT 'events are missing at table ' || table_id || ': it has ' || count(*) ||
     ' from ' || min(seq) || ' to ' || max(seq)
     FROM events GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*)";
const NO_EVENTS: &str = "SELECT 'table ' || id || ' has no events' FROM tables t
     WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.table_id = t.id)";
const NO_SUMMARY: &str = "SELECT DISTINCT 'table ' || table_id || ' has events but no summary'
     FROM events e WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = e.table_id)";
const NO_JSON: &str = "SELECT 'event ' || seq || ' of table ' || table_id || ' is not JSON'
     FROM events WHERE NOT json_valid(payload)";
const LATE: &str = "SELECT 'the summary of table ' || id || ' is not that of its last event'
     FROM tables t JOIN events e ON e.table_id = t.id
     AND e.seq = (SELECT max(seq) FROM events WHERE table_id = t.id) WHERE e.at <> t.updated";

/// The columns of a summary but its people.
type SummaryRow = (String, bool, Option<i64>, bool, String);

/// Hands over one table after the other; the events of one are in memory at a
/// time.
async fn look_at_games(
    connection: &mut SqliteConnection,
    report: &mut Report,
    replay: &mut impl FnMut(&Kept) -> Result<(), String>,
) -> Result<(), sqlx::Error> {
    let mut said = Vec::new();
    let ids: Vec<String> =
        sqlx::query_scalar("SELECT id FROM tables ORDER BY id").fetch_all(&mut *connection).await?;
    for table in ids {
        let (spec, over, deadline, awaits_program, shown): SummaryRow = sqlx::query_as(
            "SELECT spec, over, deadline, awaits_program, shown FROM tables WHERE id = ?",
        )
        .bind(&table)
        .fetch_one(&mut *connection)
        .await?;
        let people = sqlx::query_scalar("SELECT person FROM people WHERE table_id = ?")
            .bind(&table)
            .fetch_all(&mut *connection)
            .await?;
        let events = sqlite::events(&mut *connection, &table, 0).await?;
        let summary = Summary { spec, people, over, deadline, awaits_program, shown };
        let kept = Kept { table, summary, events };
        if let Err(why) = replay(&kept) {
            said.push(format!("table {} does not replay: {why}", kept.table));
        }
    }
    report.add_cases(said);
    Ok(())
}

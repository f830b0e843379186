//! The tables of the database, and how an old one becomes a new one.

use crate::StoreError;
use crate::trouble::explain;
use sqlx::{AssertSqlSafe, SqliteConnection};
use std::path::Path;

/// Says in the header of the file that it is ours ("wabe"), so that a foreign
/// database is never changed.
const APPLICATION: i64 = 0x7761_6265;

/// What made version 1, 2, …: never changed once released, only continued.
const MIGRATIONS: [&str; 1] = [V1];

/// The newest version this program knows.
pub const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Rows lie in the order of their keys (`WITHOUT ROWID`), so that the events of
/// a table are read from neighbouring pages. `people.ended` is when the last
/// event of a finished table was, and null while it runs: a list of somebody's
/// finished games needs no sorting, and a move at a running one changes nothing
/// there.
const V1: &str = "
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    spec TEXT NOT NULL,
    over INTEGER NOT NULL,
    deadline INTEGER,
    awaits_program INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    shown TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_with_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_awaiting_program ON tables (id) WHERE awaits_program;

CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    actor TEXT,
    client_msg_id TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_message ON events (table_id, client_msg_id)
    WHERE client_msg_id IS NOT NULL;

CREATE TABLE people (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL,
    ended INTEGER,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX people_by_person ON people (person, ended);

CREATE TABLE meta (
    last_alive INTEGER
) STRICT;
INSERT INTO meta VALUES (NULL);
";

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Empty: nobody has used it yet.
    Fresh,
    /// Ours, of this version.
    Ours(i64),
    /// Somebody else's.
    Foreign,
}

/// Looks at what a file is, without changing it.
pub async fn look(connection: &mut SqliteConnection) -> Result<State, sqlx::Error> {
    let (application, version, things): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT application_id FROM pragma_application_id),
                (SELECT user_version FROM pragma_user_version),
                (SELECT count(*) FROM sqlite_schema)",
    )
    .fetch_one(connection)
    .await?;
    Ok(match (application, version, things) {
        (APPLICATION, version, _) => State::Ours(version),
        (0, 0, 0) => State::Fresh,
        _ => State::Foreign,
    })
}

/// Makes the file one of the newest version, or says why not.
pub async fn bring_up(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let found = version(connection, path).await?;
    for (done, step) in MIGRATIONS.iter().enumerate().skip(found as usize) {
        let version = done + 1;
        let step = format!(
            "BEGIN EXCLUSIVE; {step}; PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {version}; COMMIT"
        );
        let step = sqlx::raw_sql(AssertSqlSafe(step)).execute(&mut *connection).await;
        step.map_err(|error| explain(path, &error))?;
    }
    Ok(())
}

/// The version of the file: 0 if it is empty, and never more than [`KNOWN`].
pub async fn version(connection: &mut SqliteConnection, path: &Path) -> Result<i64, StoreError> {
    match look(connection).await.map_err(|error| explain(path, &error))? {
        State::Fresh => Ok(0),
        State::Ours(found) if found > KNOWN => Err(StoreError::TooNew { found, known: KNOWN }),
        State::Ours(found) => Ok(found.max(0)),
        State::Foreign => {
            Err(StoreError::Broken(format!("{} is not a database of wabe", path.display())))
        }
    }
}

//! The store of one machine: one file, nothing to configure.

use crate::folder::{self, Lock};
use crate::trouble::explain;
use crate::writer::{Job, WAITING, Writer};
use crate::{Append, Appended, Event, Listed, Millis, Store, StoreError, TableId, judge, schema};
use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqliteConnection, SqliteExecutor};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Reading never waits for writing (that is what the write-ahead log is for),
/// so a few readers are plenty for two processors.
const READERS: u32 = 4;

/// How long a connection waits for another process, a backup say.
const PATIENCE: Duration = Duration::from_secs(5);

/// Events in a SQLite file. One process at a time may have it open; that process
/// may use it from as many tasks as it likes.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens the store in a folder; makes both if they are not there.
    ///
    /// It is refused if another process has it open, if it was made by a newer
    /// version of the program, or if it is damaged.
    pub async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        let lock = Lock::take(folder)?;
        let path = folder::database(folder);
        let trouble = |error: sqlx::Error| explain(&path, &error);
        let mut connection = writing(&path).connect().await.map_err(trouble)?;
        schema::bring_up(&mut connection, &path).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(reading(&path))
            .await
            .map_err(trouble)?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(Writer { connection, path: path.clone(), lock }.run(waiting));
        Ok(Sqlite { path, jobs, readers })
    }

    /// Has the writer do something and waits for its answer.
    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Job,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let closed = || StoreError::Broken(format!("{} is closed", self.path.display()));
        self.jobs.send(job(answer)).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    fn trouble(&self) -> impl Fn(sqlx::Error) -> StoreError {
        |error| explain(&self.path, &error)
    }
}

/// What all connections have in common.
fn any(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        .disable_statement_logging()
}

/// `FULL` waits for the disk at every commit: whoever has an answer may rely on
/// it. The log may grow to 32 MB before it is emptied into the database, since a
/// page that changes often is then copied once instead of many times.
fn writing(path: &Path) -> SqliteConnectOptions {
    any(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", "8000")
        .pragma("temp_store", "memory")
}

/// A connection of somebody who only looks, beside a server or without one.
pub(crate) async fn visit(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    any(path).read_only(true).connect().await
}

/// The same for a file that nobody uses, without even the files beside it that
/// others would be warned by. If a server begins to write all the same, what is
/// read may not fit together.
pub(crate) async fn visit_unseen(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    any(path).immutable(true).read_only(true).connect().await
}

fn reading(path: &Path) -> SqliteConnectOptions {
    any(path).pragma("query_only", "on")
}

/// An event as it is stored: number, kind, payload, actor, message, time.
type EventRow = (i64, String, String, Option<String>, Option<String>, i64);

/// The events of a table behind a number.
pub(crate) async fn events<'c>(
    executor: impl SqliteExecutor<'c>,
    table: &str,
    after: u64,
) -> Result<Vec<Event>, sqlx::Error> {
    let rows: Vec<EventRow> = sqlx::query_as(
        "SELECT seq, kind, payload, actor, client_msg_id, at FROM events
         WHERE table_id = ? AND seq > ? ORDER BY seq",
    )
    .bind(table)
    .bind(i64::try_from(after).unwrap_or(i64::MAX))
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| event(table, row)).collect())
}

fn event(table: &str, (seq, kind, payload, actor, message, at): EventRow) -> Event {
    Event { table: table.to_owned(), seq: seq as u64, kind, payload, actor, message, at }
}

#[async_trait]
impl Store for Sqlite {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        judge::check(&append)?;
        self.ask(|answer| Job::Append(append, answer)).await
    }

    async fn events(&self, table: &str, after: u64) -> Result<Vec<Event>, StoreError> {
        events(&self.readers, table, after).await.map_err(self.trouble())
    }

    async fn tables_of(&self, person: &str, most: u32) -> Result<Vec<Listed>, StoreError> {
        let rows: Vec<(String, String, bool, i64, String)> = sqlx::query_as(
            "SELECT id, spec, over, updated, shown FROM (
                 SELECT t.* FROM people p JOIN tables t ON t.id = p.table_id
                 WHERE p.person = ? AND p.ended IS NULL
                 ORDER BY t.updated DESC, t.id DESC LIMIT ?)
             UNION ALL
             SELECT id, spec, over, updated, shown FROM (
                 SELECT t.* FROM people p JOIN tables t ON t.id = p.table_id
                 WHERE p.person = ? AND p.ended IS NOT NULL
                 ORDER BY p.ended DESC, p.table_id DESC LIMIT ?)
             ORDER BY over, updated DESC, id DESC LIMIT ?",
        )
        .bind(person)
        .bind(most)
        .bind(person)
        .bind(most)
        .bind(most)
        .fetch_all(&self.readers)
        .await
        .map_err(self.trouble())?;
        let listed =
            |(table, spec, over, updated, shown)| Listed { table, spec, over, updated, shown };
        Ok(rows.into_iter().map(listed).collect())
    }

    async fn deadlines(&self) -> Result<Vec<(TableId, Millis)>, StoreError> {
        sqlx::query_as(
            "SELECT id, deadline FROM tables WHERE deadline IS NOT NULL ORDER BY deadline",
        )
        .fetch_all(&self.readers)
        .await
        .map_err(self.trouble())
    }

    async fn awaiting_program(&self) -> Result<Vec<TableId>, StoreError> {
        sqlx::query_scalar("SELECT id FROM tables WHERE awaits_program")
            .fetch_all(&self.readers)
            .await
            .map_err(self.trouble())
    }

    async fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        sqlx::query_scalar("SELECT last_alive FROM meta")
            .fetch_one(&self.readers)
            .await
            .map_err(self.trouble())
    }

    async fn note_alive(&self, now: Millis) -> Result<(), StoreError> {
        self.ask(|answer| Job::NoteAlive(now, answer)).await
    }

    async fn close(&self) {
        self.readers.close().await;
        let (answer, answered) = oneshot::channel();
        if self.jobs.send(Job::Close(answer)).await.is_ok() {
            let _ = answered.await;
        }
    }
}

//! The one task that writes.
//!
//! Everything that waits is written in one transaction and reaches the disk
//! with one `fsync` (group commit): the busier the store, the larger the batch
//! and the smaller the price of an event. A batch takes two trips to the
//! database, however large it is: one asks what the log says about its tables,
//! the other writes; both hand over all rows as one JSON text each.

use crate::folder::Lock;
use crate::judge::Known;
use crate::trouble::explain;
use crate::{Append, Appended, Millis, StoreError};
use serde::Serialize;
use sqlx::{Connection, SqliteConnection};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// At most so many jobs make a batch: a bound on how long the first one waits.
const BATCH: usize = 512;

/// Under load a batch begins so long after the one before it, so that events can
/// gather: for at most two milliseconds more, two thousand events a second cost a
/// third less processor time. Whoever writes alone never waits.
const PACE: Duration = Duration::from_millis(2);

/// So many jobs may wait before whoever comes next waits to be let in.
pub const WAITING: usize = 4096;

/// Where the answer goes.
type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// What can be asked of the writer.
#[derive(Debug)]
pub enum Job {
    Append(Append, Answer<Appended>),
    NoteAlive(Millis, Answer<()>),
    /// Finish what waits, then end; answered at the very end.
    Close(oneshot::Sender<()>),
}

/// What the writer owns.
pub struct Writer {
    pub connection: SqliteConnection,
    pub path: PathBuf,
    /// Given back only after the last write.
    pub lock: Lock,
}

impl Writer {
    /// Works until it is told to close or nobody can ask any more.
    pub async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut closers = Vec::new();
        let mut batch = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            let (begin, alone) = (Instant::now(), batch.len() == 1);
            let (mut appends, mut answers) = (Vec::new(), Vec::new());
            let (mut alive, mut noted) = (None, Vec::new());
            for job in batch.drain(..) {
                match job {
                    Job::Append(append, answer) => {
                        appends.push(append);
                        answers.push(answer);
                    }
                    Job::NoteAlive(now, answer) => {
                        alive = Some(now);
                        noted.push(answer);
                    }
                    Job::Close(answer) => {
                        jobs.close();
                        closers.push(answer);
                    }
                }
            }
            let written = self.write(&appends, alive).await;
            // Nobody may be waiting any more; the events are stored all the same.
            match written {
                Ok(judged) => {
                    for (answer, appended) in answers.into_iter().zip(judged) {
                        let _ = answer.send(Ok(appended));
                    }
                    noted.into_iter().for_each(|answer| drop(answer.send(Ok(()))));
                }
                Err(error) => {
                    for answer in answers {
                        let _ = answer.send(Err(error.clone()));
                    }
                    noted.into_iter().for_each(|answer| drop(answer.send(Err(error.clone()))));
                }
            }
            if !alone && !jobs.is_closed() {
                sleep_until(begin + PACE).await;
            }
        }
        // The last connection to close empties the log into the database.
        let _ = self.connection.close().await;
        drop(self.lock);
        for closer in closers {
            let _ = closer.send(());
        }
    }

    /// Stores what may be stored of a batch, and says what became of each.
    async fn write(
        &mut self,
        appends: &[Append],
        alive: Option<Millis>,
    ) -> Result<Vec<Appended>, StoreError> {
        let done = self.judge_and_store(appends, alive).await;
        if done.is_err() {
            // There may or may not be a transaction to take back.
            let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
        }
        done.map_err(|error| explain(&self.path, &error))
    }

    async fn judge_and_store(
        &mut self,
        appends: &[Append],
        alive: Option<Millis>,
    ) -> Result<Vec<Appended>, sqlx::Error> {
        let mut known = self.ask(appends).await?;
        let judged: Vec<Appended> = appends.iter().map(|append| known.judge(append)).collect();
        let stored = appends.iter().zip(&judged).filter(|(_, judged)| **judged == Appended::Stored);
        let stored: Vec<&Append> = stored.map(|(append, _)| append).collect();
        if !stored.is_empty() {
            self.store(&stored).await?;
        }
        if let Some(now) = alive {
            let note = sqlx::query("UPDATE meta SET last_alive = ?").bind(now);
            note.execute(&mut self.connection).await?;
        }
        Ok(judged)
    }

    /// What the log says about the tables and messages of a batch.
    async fn ask<'a>(&mut self, appends: &'a [Append]) -> Result<Known<'a>, sqlx::Error> {
        if appends.is_empty() {
            return Ok(Known::default());
        }
        let events = || appends.iter().flat_map(|append| &append.events);
        let mut tables: Vec<&str> = events().map(|event| event.table.as_str()).collect();
        tables.sort_unstable();
        tables.dedup();
        let messages: Vec<(&str, &str)> =
            events().filter_map(|event| Some((&*event.table, event.message.as_deref()?))).collect();
        // The number of the row says which table or message it is about.
        let rows: Vec<(i64, i64, Option<i64>)> = sqlx::query_as(
            "SELECT 0, j.key, (SELECT max(seq) FROM events WHERE table_id = j.value)
             FROM json_each(?) j
             UNION ALL
             SELECT 1, j.key, e.seq
             FROM json_each(?) j CROSS JOIN events e
             ON e.table_id = j.value ->> 0 AND e.client_msg_id = j.value ->> 1",
        )
        .bind(text(&tables))
        .bind(text(&messages))
        .fetch_all(&mut self.connection)
        .await?;
        let mut known = Known::default();
        for (about, row, seq) in rows {
            let Some(seq) = seq else { continue };
            match about {
                0 => drop(known.last.insert(tables[row as usize], seq as u64)),
                _ => drop(known.messages.insert(messages[row as usize], seq as u64)),
            }
        }
        Ok(known)
    }

    /// Writes appends that were judged fine, and returns when they are on the
    /// disk.
    async fn store(&mut self, appends: &[&Append]) -> Result<(), sqlx::Error> {
        let mut events = Vec::new();
        // Only the last summary of a table counts.
        let mut tables = HashMap::new();
        for append in appends {
            for event in &append.events {
                let (message, actor) = (&event.message, &event.actor);
                events.push((
                    &event.table,
                    event.seq,
                    &event.kind,
                    &event.payload,
                    actor,
                    message,
                    event.at,
                ));
            }
            if let Some(last) = append.events.last() {
                tables.insert(&last.table, (&append.summary, last.at));
            }
        }
        let rows: Vec<_> = tables
            .into_iter()
            .map(|(table, (summary, updated))| {
                (
                    table,
                    &summary.spec,
                    i64::from(summary.over),
                    summary.deadline,
                    i64::from(summary.awaits_program),
                    updated,
                    &summary.shown,
                    &summary.people,
                    summary.over.then_some(updated),
                )
            })
            .collect();
        let tables = text(&rows);
        sqlx::query(
            "BEGIN IMMEDIATE;
             INSERT OR ROLLBACK INTO tables (id, spec, over, deadline, awaits_program, updated, shown)
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                    value ->> 6
             FROM json_each(?) WHERE true
             ON CONFLICT (id) DO UPDATE SET
                 spec = excluded.spec, over = excluded.over, deadline = excluded.deadline,
                 awaits_program = excluded.awaits_program, updated = excluded.updated,
                 shown = excluded.shown;
             INSERT OR ROLLBACK INTO events (table_id, seq, kind, payload, actor, client_msg_id, at)
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                    value ->> 6
             FROM json_each(?);
             DELETE FROM people WHERE (table_id, person) IN (
                 SELECT p.table_id, p.person
                 FROM json_each(?) j CROSS JOIN people p ON p.table_id = j.value ->> 0
                 WHERE p.person NOT IN (SELECT value FROM json_each(j.value, '$[7]')));
             INSERT OR ROLLBACK INTO people (table_id, person, ended)
             SELECT j.value ->> 0, p.value, j.value ->> 8
             FROM json_each(?) j CROSS JOIN json_each(j.value, '$[7]') p WHERE true
             ON CONFLICT (table_id, person) DO UPDATE SET ended = excluded.ended
                 WHERE ended IS NOT excluded.ended;
             COMMIT",
        )
        .bind(tables.as_str())
        .bind(text(&events))
        .bind(tables.as_str())
        .bind(tables.as_str())
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }
}

/// Rows as the text that `json_each` takes apart.
fn text(rows: &impl Serialize) -> String {
    serde_json::to_string(rows).expect("texts and numbers are always JSON")
}

//! The events of tables, kept.
//!
//! The log of events is the only truth about a table: `(table, seq)` is unique,
//! and so is `(table, message)` for everything a client sent. What else is
//! stored (who sits where, which clock runs) is a [`Summary`] that the writer of
//! an event hands over with it, so that lists and deadlines can be found without
//! replaying anything; it is written in the same transaction and can always be
//! made anew from the events.

mod backup;
mod doctor;
mod folder;
mod judge;
mod schema;
mod sqlite;
mod trouble;
mod writer;

pub use backup::backup;
pub use doctor::{Finding, Kept, Report, Severity, examine};
pub use sqlite::Sqlite;

use async_trait::async_trait;
use thiserror::Error;

/// What a table is called in addresses; chosen by lot, hard to guess.
pub type TableId = String;

/// The hash of a browser's secret: who somebody is, as far as we know.
pub type Person = String;

/// Milliseconds since 1970.
pub type Millis = i64;

/// One thing that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The table.
    pub table: TableId,
    /// Its place in the table's order, from 1 without gaps.
    pub seq: u64,
    /// What kind of event, in one word.
    pub kind: String,
    /// The rest, as JSON.
    pub payload: String,
    /// Who caused it, if a person did.
    pub actor: Option<Person>,
    /// The client's name for the message that caused it.
    pub message: Option<String>,
    /// When it was judged.
    pub at: Millis,
}

/// What lists and clocks need to know of a table after its last event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The game and its options.
    pub spec: String,
    /// Who sits there (each person once).
    pub people: Vec<Person>,
    /// Whether nothing more can be played.
    pub over: bool,
    /// When somebody's time will be up, if a clock runs.
    pub deadline: Option<Millis>,
    /// Whether the program (or a lot) is to act.
    pub awaits_program: bool,
    /// What the list of games shows, as JSON.
    pub shown: String,
}

/// Events that belong together, for one table, with consecutive numbers.
#[derive(Clone, Debug)]
pub struct Append {
    /// The events; all are stored, or none.
    pub events: Vec<Event>,
    /// The table after them.
    pub summary: Summary,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are on the disk.
    Stored,
    /// Somebody else was faster: the log does not end before the first event.
    Conflict,
    /// A message of this name was stored before, with this number.
    Repeated {
        /// The number of the event it caused.
        seq: u64,
    },
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The table.
    pub table: TableId,
    /// The game and its options.
    pub spec: String,
    /// Whether nothing more can be played.
    pub over: bool,
    /// When the last event happened.
    pub updated: Millis,
    /// What the list shows, as JSON.
    pub shown: String,
}

/// Why the store cannot do it; the sentence is for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The file, its folder or the disk.
    #[error("{0}")]
    Broken(String),
    /// Made by a newer version of the program.
    #[error("the data is of version {found}, this program knows versions up to {known}")]
    TooNew {
        /// The version found.
        found: i64,
        /// The newest version known.
        known: i64,
    },
    /// Another process has it open.
    #[error("{0} is in use by another wabe")]
    InUse(String),
    /// Not what an [`Append`] may be: a mistake of the caller.
    #[error("the events cannot be stored together: {0}")]
    Malformed(&'static str),
}

/// Where events are kept.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Stores events; returns only when they would survive the loss of power.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;
    /// The events of a table behind a number, in order; none for an unknown table.
    async fn events(&self, table: &str, after: u64) -> Result<Vec<Event>, StoreError>;
    /// The tables of a person: those that run first, each by last event.
    async fn tables_of(&self, person: &str, most: u32) -> Result<Vec<Listed>, StoreError>;
    /// Tables with a running clock, and when it ends.
    async fn deadlines(&self) -> Result<Vec<(TableId, Millis)>, StoreError>;
    /// Tables where the program or a lot is to act.
    async fn awaiting_program(&self) -> Result<Vec<TableId>, StoreError>;
    /// When a server was last known to be alive on this store.
    async fn last_alive(&self) -> Result<Option<Millis>, StoreError>;
    /// Notes that one is.
    async fn note_alive(&self, now: Millis) -> Result<(), StoreError>;
    /// Waits for what is being written and closes the files.
    async fn close(&self);
}

//! What can happen at a table, as it is stored.
//!
//! The kinds and their fields are a format on disk: old logs must be read for
//! ever, so fields are only ever added, with a default.

use crate::wire::{ClockRule, Proposed};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wabe_store::{Event, Person};

/// One thing that happened. Seats are numbers from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Deed {
    /// The table was opened.
    Created(Settings),
    /// Somebody took a seat; who, is the event's actor.
    Joined {
        /// The seat.
        seat: usize,
        /// The name to show.
        name: String,
    },
    /// Somebody gave the seat back.
    Left {
        /// The seat.
        seat: usize,
    },
    /// An action was played.
    Action {
        /// By whom; nobody if it is a lot.
        seat: Option<usize>,
        /// Its canonical text.
        text: String,
    },
    /// A seat gave up.
    Resigned {
        /// The seat.
        seat: usize,
    },
    /// A seat's time was up.
    Flagged {
        /// The seat.
        seat: usize,
    },
    /// A seat proposed something.
    Proposed {
        /// The seat.
        seat: usize,
        /// What.
        #[serde(flatten)]
        what: Proposed,
    },
    /// A seat said yes to it.
    Agreed {
        /// The seat.
        seat: usize,
    },
    /// A seat said no, or the proposer thought better of it.
    Declined {
        /// The seat.
        seat: usize,
    },
    /// All agreed on a draw.
    Drawn,
    /// The last actions were taken back.
    TakenBack {
        /// So many actions stay.
        to: usize,
    },
    /// The game was ended before it had begun in earnest.
    Aborted,
    /// Something was said.
    Chat {
        /// By which seat; watchers have none.
        seat: Option<usize>,
        /// The speaker's name.
        name: String,
        /// The words.
        text: String,
    },
    /// The next game was opened.
    Rematch {
        /// Its table.
        table: String,
    },
    /// The server was away; the running clock gets that time back.
    Credited {
        /// Milliseconds.
        ms: i64,
    },
}

/// How a table was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The game and its options, canonical.
    pub spec: String,
    /// The version of the rules it is played by.
    pub rules: u32,
    /// Where it began, if not at the start.
    #[serde(default)]
    pub position: Option<String>,
    /// What had been played already.
    #[serde(default)]
    pub played: Vec<String>,
    /// Who sits where.
    pub seats: Vec<Holder>,
    /// How time is kept.
    #[serde(default)]
    pub clock: Option<ClockRule>,
    /// Whether seeds may be counted.
    #[serde(default)]
    pub counts: bool,
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case")]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// Somebody.
    Person {
        /// Who.
        person: Person,
        /// The name to show.
        name: String,
    },
    /// The program.
    Program {
        /// How strong.
        level: String,
    },
}

/// A stored event that this program cannot read.
#[derive(Debug, Error)]
#[error("event {seq} of table {table} cannot be read: {why}")]
pub struct Unreadable {
    /// The table.
    pub table: String,
    /// The event's number.
    pub seq: u64,
    /// A sentence.
    pub why: String,
}

impl Deed {
    /// Reads what is stored.
    pub fn read(event: &Event) -> Result<Deed, Unreadable> {
        serde_json::from_str(&event.payload).map_err(|error| Unreadable {
            table: event.table.clone(),
            seq: event.seq,
            why: error.to_string(),
        })
    }

    /// The kind in one word, as it is stored and sent.
    pub fn kind(&self) -> &'static str {
        match self {
            Deed::Created(_) => "created",
            Deed::Joined { .. } => "joined",
            Deed::Left { .. } => "left",
            Deed::Action { .. } => "action",
            Deed::Resigned { .. } => "resigned",
            Deed::Flagged { .. } => "flagged",
            Deed::Proposed { .. } => "proposed",
            Deed::Agreed { .. } => "agreed",
            Deed::Declined { .. } => "declined",
            Deed::Drawn => "drawn",
            Deed::TakenBack { .. } => "taken-back",
            Deed::Aborted => "aborted",
            Deed::Chat { .. } => "chat",
            Deed::Rematch { .. } => "rematch",
            Deed::Credited { .. } => "credited",
        }
    }

    /// Whether it changes nothing that decides what may be played.
    pub fn is_talk(&self) -> bool {
        matches!(
            self,
            Deed::Chat { .. }
                | Deed::Proposed { .. }
                | Deed::Agreed { .. }
                | Deed::Declined { .. }
                | Deed::Rematch { .. }
                | Deed::Credited { .. }
        )
    }

    /// As JSON, the kind included.
    pub fn payload(&self) -> String {
        serde_json::to_string(self).expect("a deed is plain data")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_the_words_in_the_payload() {
        let deeds = [
            Deed::Drawn,
            Deed::TakenBack { to: 3 },
            Deed::Action { seat: None, text: "lot-1".into() },
            Deed::Proposed { seat: 1, what: Proposed::Consent { action: "agree-corners".into() } },
            Deed::Credited { ms: 5 },
        ];
        for deed in deeds {
            let payload: serde_json::Value = serde_json::from_str(&deed.payload()).unwrap();
            assert_eq!(payload["kind"], deed.kind());
            assert_eq!(serde_json::from_str::<Deed>(&deed.payload()).unwrap(), deed);
        }
    }
}

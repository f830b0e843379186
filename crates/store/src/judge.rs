//! Which appends of a batch are stored: the store's rules, without the store.

use crate::{Append, Appended, StoreError};
use std::collections::HashMap;

/// What the log says about the tables of a batch. Judging an append that is
/// stored adds it, so that the next one sees it.
#[derive(Debug, Default)]
pub struct Known<'a> {
    /// The number of a table's last event; none if there is none.
    pub last: HashMap<&'a str, u64>,
    /// The events that messages caused, by table and message.
    pub messages: HashMap<(&'a str, &'a str), u64>,
}

impl<'a> Known<'a> {
    /// What becomes of an append that comes next.
    ///
    /// A repeated message is told before a conflict: who sends again after a
    /// lost answer has numbered the events anew, or has not, and wants to hear
    /// in both cases what became of the first.
    pub fn judge(&mut self, append: &'a Append) -> Appended {
        let name = |event: &'a crate::Event| {
            event.message.as_deref().map(|message| (event.table.as_str(), message))
        };
        let messages = append.events.iter().filter_map(name);
        if let Some(&seq) = messages.filter_map(|message| self.messages.get(&message)).next() {
            return Appended::Repeated { seq };
        }
        let (first, end) = match append.events.as_slice() {
            [first, .., end] => (first, end),
            [only] => (only, only),
            [] => return Appended::Stored,
        };
        let last = self.last.entry(&first.table).or_default();
        if first.seq != *last + 1 {
            return Appended::Conflict;
        }
        *last = end.seq;
        let messages = append.events.iter().filter_map(|event| Some((name(event)?, event.seq)));
        self.messages.extend(messages);
        Appended::Stored
    }
}

/// Refuses what is no append: whoever made it has a mistake in the program.
pub fn check(append: &Append) -> Result<(), StoreError> {
    let Some(first) = append.events.first() else {
        return Err(StoreError::Malformed("there are none"));
    };
    if append.events.iter().any(|event| event.table != first.table) {
        return Err(StoreError::Malformed("they are of different tables"));
    }
    let consecutive = |pair: &[crate::Event]| pair[0].seq.checked_add(1) == Some(pair[1].seq);
    if !append.events.windows(2).all(consecutive) {
        return Err(StoreError::Malformed("their numbers do not follow each other"));
    }
    let mut messages: Vec<&str> =
        append.events.iter().filter_map(|event| event.message.as_deref()).collect();
    messages.sort_unstable();
    match messages.windows(2).any(|pair| pair[0] == pair[1]) {
        true => Err(StoreError::Malformed("a message may name one event only")),
        false => Ok(()),
    }
}

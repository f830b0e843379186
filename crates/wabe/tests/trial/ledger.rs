//! What people were told, to be compared with what is stored.

use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use wabe_server::room::Room;
use wabe_store::{Event, Sqlite, Store};

use super::Person;

/// Everything anybody was told.
#[derive(Default)]
pub struct Ledger(Mutex<Told>);

#[derive(Default)]
struct Told {
    /// By table and message: the number it was acknowledged with.
    acks: HashMap<(String, String), u64>,
    refused: HashSet<(String, String)>,
    /// By table and number: what happened.
    news: HashMap<(String, u64), Value>,
    /// Views that were served in the end.
    views: Vec<(String, Person, u64, Value)>,
}

impl Ledger {
    fn message(person: &Person, id: &str) -> String {
        format!("{}/{id}", &person.hash()[..16])
    }

    /// Takes down a message; one id, one answer.
    pub fn note(&self, table: &str, person: &Person, message: &Value) {
        let mut told = self.0.lock().expect("whole");
        let seq = message["seq"].as_u64().unwrap_or_default();
        let id = message["id"].as_str().unwrap_or_default();
        let key = (table.to_owned(), Ledger::message(person, id));
        match message["type"].as_str().expect("a type") {
            "ack" => {
                let first = *told.acks.entry(key).or_insert(seq);
                assert_eq!(first, seq, "{id} was acknowledged twice, differently");
            }
            "refused" => drop(told.refused.insert(key)),
            "news" => {
                let event = message["event"].clone();
                let known = told.news.entry((table.to_owned(), seq)).or_insert(event);
                assert_eq!(*known, message["event"], "two stories about event {seq} of {table}");
            }
            _ => {}
        }
    }

    pub fn note_view(&self, table: &str, person: &Person, (seq, view): (u64, Value)) {
        let mut told = self.0.lock().expect("whole");
        told.views.push((table.to_owned(), person.clone(), seq, view));
    }

    /// How many commands were acknowledged.
    pub fn acks(&self) -> usize {
        self.0.lock().expect("whole").acks.len()
    }

    pub fn news(&self) -> usize {
        self.0.lock().expect("whole").news.len()
    }

    /// Compares with what is stored; the server must have stopped.
    pub async fn check(&self, data: &Path, tables: &[String]) {
        let store = Sqlite::open(data).await.expect("a store");
        let mut stored = HashMap::new();
        for table in tables {
            stored.insert(table.as_str(), store.events(table, 0).await.expect("events"));
        }
        store.close().await;
        let told = self.0.lock().expect("whole");
        for (table, events) in &stored {
            one_order(table, events);
        }
        for ((table, message), seq) in &told.acks {
            let event = at(&stored[table.as_str()], *seq);
            let event =
                event.unwrap_or_else(|| panic!("{message}: event {seq} of {table} is lost"));
            assert_eq!(event.message.as_ref(), Some(message), "event {seq} of {table}");
        }
        for (table, message) in &told.refused {
            if !told.acks.contains_key(&(table.clone(), message.clone())) {
                let mut messages = stored[table.as_str()].iter().map(|e| e.message.as_ref());
                assert!(!messages.any(|m| m == Some(message)), "{message} was refused and stored");
            }
        }
        for ((table, seq), event) in &told.news {
            let stored = at(&stored[table.as_str()], *seq);
            let stored = stored.unwrap_or_else(|| panic!("event {seq} of {table} is lost"));
            assert_eq!(as_told(stored), without_touches(event), "event {seq} of {table}");
        }
        for (table, person, seq, view) in &told.views {
            let events = &stored[table.as_str()][..*seq as usize];
            let room = Room::replay(events).expect("it replays").expect("it is there");
            let replayed = room.view(room.mine(&person.hash()));
            assert_eq!(serde_json::to_value(&replayed).expect("JSON"), *view, "{table} at {seq}");
        }
    }
}

fn at(events: &[Event], seq: u64) -> Option<&Event> {
    events.get(usize::try_from(seq).ok()?.checked_sub(1)?)
}

/// Numbers without gaps, messages without repetition, and it replays.
fn one_order(table: &str, events: &[Event]) {
    assert!(!events.is_empty(), "{table} is lost");
    let mut messages = HashSet::new();
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event.seq, i as u64 + 1, "{table}");
        if let Some(message) = &event.message {
            assert!(messages.insert(message), "{message} is stored twice");
        }
    }
    Room::replay(events).unwrap_or_else(|error| panic!("{error}"));
}

/// A stored event as it is told.
fn as_told(event: &Event) -> Map<String, Value> {
    let payload: Value = serde_json::from_str(&event.payload).expect("JSON");
    let mut told = match event.kind.as_str() {
        "created" => Map::from_iter([("kind".to_owned(), payload["kind"].clone())]),
        _ => payload.as_object().expect("an object").clone(),
    };
    told.insert("at".into(), event.at.into());
    told
}

fn without_touches(event: &Value) -> Map<String, Value> {
    let mut event = event.as_object().expect("an object").clone();
    event.remove("touches");
    event
}

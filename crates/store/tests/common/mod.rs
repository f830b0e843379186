//! Events and appends for the tests, without ceremony.
#![allow(missing_docs, dead_code)]

use wabe_store::{Append, Event, Summary};

pub fn event(table: &str, seq: u64, message: Option<&str>) -> Event {
    Event {
        table: table.into(),
        seq,
        kind: "action".into(),
        payload: format!(r#"{{"text":"@{seq}","touches":[{seq}]}}"#),
        actor: Some("anna".into()),
        message: message.map(Into::into),
        at: 1_000_000 + seq as i64,
    }
}

pub fn summary(people: &[&str]) -> Summary {
    Summary {
        spec: "zange".into(),
        people: people.iter().map(|&person| person.into()).collect(),
        shown: r#"{"title":"Zange"}"#.into(),
        ..Summary::default()
    }
}

pub fn one(table: &str, seq: u64, message: Option<&str>) -> Append {
    Append { events: vec![event(table, seq, message)], summary: summary(&["anna", "ben"]) }
}

pub fn many(table: &str, from: u64, messages: &[Option<&str>]) -> Append {
    let events = (from..).zip(messages).map(|(seq, message)| event(table, seq, *message));
    Append { events: events.collect(), summary: summary(&["anna", "ben"]) }
}

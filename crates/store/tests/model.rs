//! The store against a model of it that fits on a page.

mod common;

use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tempfile::TempDir;
use wabe_store::{Append, Appended, Event, Listed, Sqlite, Store, Summary};

/// The same promises, kept in memory.
#[derive(Default)]
struct Model {
    tables: BTreeMap<String, (Vec<Event>, Summary)>,
    alive: Option<i64>,
}

impl Model {
    fn append(&mut self, append: &Append) -> Appended {
        let table = &append.events[0].table;
        let log = self.tables.get(table).map_or(&[][..], |(log, _)| log);
        for event in append.events.iter().filter(|event| event.message.is_some()) {
            if let Some(old) = log.iter().find(|old| old.message == event.message) {
                return Appended::Repeated { seq: old.seq };
            }
        }
        if append.events[0].seq != log.len() as u64 + 1 {
            return Appended::Conflict;
        }
        let (log, summary) = self.tables.entry(table.clone()).or_default();
        log.extend(append.events.iter().cloned());
        *summary = append.summary.clone();
        Appended::Stored
    }

    fn tables_of(&self, person: &str) -> BTreeSet<(bool, i64, String)> {
        let sits = |summary: &Summary| summary.people.iter().any(|other| other == person);
        self.tables
            .iter()
            .filter(|(_, (_, summary))| sits(summary))
            .map(|(table, (log, summary))| (summary.over, -log.last().unwrap().at, table.clone()))
            .collect()
    }
}

/// What can be done to a store. Appends come in groups that are asked at once.
#[derive(Clone, Debug)]
enum Step {
    Appends(Vec<Draft>),
    NoteAlive(i64),
    Reopen,
}

/// An append whose first number is said relative to the end of the model's log.
#[derive(Clone, Debug)]
struct Draft {
    table: &'static str,
    off: i64,
    messages: Vec<Option<u8>>,
    at: i64,
    summary: Summary,
}

const TABLES: [&str; 3] = ["a", "b", "ß\"\0"];
const PEOPLE: [&str; 3] = ["anna", "ben", "carl"];

fn draft() -> impl Strategy<Value = Draft> {
    let messages = prop::collection::btree_set(prop::option::weighted(0.6, 0u8..12), 1..4);
    let summary = (
        prop::sample::subsequence(PEOPLE.to_vec(), 0..=3),
        any::<bool>(),
        prop::option::of(0i64..100),
        any::<bool>(),
    );
    let off = prop_oneof![6 => Just(0i64), 1 => -3i64..=3];
    (select(TABLES.to_vec()), off, messages, -5i64..20, summary).prop_map(
        |(table, off, messages, at, (people, over, deadline, awaits_program))| Draft {
            table,
            off,
            messages: messages.into_iter().collect(),
            at,
            summary: Summary {
                spec: format!("spec {at}"),
                people: people.into_iter().map(Into::into).collect(),
                over,
                deadline,
                awaits_program,
                shown: format!("[{at}]"),
            },
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        10 => prop::collection::vec(draft(), 1..8).prop_map(Step::Appends),
        1 => any::<i64>().prop_map(Step::NoteAlive),
        1 => Just(Step::Reopen),
    ]
}

impl Draft {
    fn append(&self, model: &Model) -> Append {
        let last = model.tables.get(self.table).map_or(0, |(log, _)| log.len() as u64);
        let first = last.saturating_add_signed(1 + self.off);
        let events = (first..).zip(&self.messages).map(|(seq, message)| Event {
            kind: format!("kind {}", self.at),
            message: message.map(|message| format!("m{message}")),
            actor: self.summary.people.first().cloned(),
            at: self.at,
            ..common::event(self.table, seq, None)
        });
        Append { events: events.collect(), summary: self.summary.clone() }
    }
}

async fn compare(steps: Vec<Step>) {
    let folder = TempDir::new().unwrap();
    let mut store = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    let mut model = Model::default();
    for step in steps {
        match step {
            Step::Appends(drafts) => {
                let mut asking = Vec::new();
                for draft in drafts {
                    let append = draft.append(&model);
                    let expected = model.append(&append);
                    let store = store.clone();
                    let asked = tokio::spawn(async move { store.append(append).await.unwrap() });
                    asking.push((asked, expected));
                }
                for (asked, expected) in asking {
                    assert_eq!(asked.await.unwrap(), expected);
                }
            }
            Step::NoteAlive(now) => {
                store.note_alive(now).await.unwrap();
                model.alive = Some(now);
            }
            Step::Reopen => {
                store.close().await;
                store = Arc::new(Sqlite::open(folder.path()).await.unwrap());
            }
        }
    }
    compare_reading(&*store, &model).await;
    store.close().await;
}

async fn compare_reading(store: &dyn Store, model: &Model) {
    for table in TABLES {
        let log = model.tables.get(table).map_or(&[][..], |(log, _)| log);
        for after in 0..=log.len() {
            let found = store.events(table, after as u64).await.unwrap();
            assert_eq!(found, log[after..]);
        }
    }
    for person in PEOPLE {
        let key = |listed: &Listed| (listed.over, -listed.updated, listed.table.clone());
        let listed = store.tables_of(person, 100).await.unwrap();
        let expected = model.tables_of(person);
        assert!(listed.is_sorted_by_key(|listed| (listed.over, -listed.updated)));
        assert_eq!(listed.iter().map(key).collect::<BTreeSet<_>>(), expected);
        for listed in listed {
            let summary = &model.tables[&listed.table].1;
            assert_eq!((&listed.spec, &listed.shown), (&summary.spec, &summary.shown));
        }
        let best = store.tables_of(person, 1).await.unwrap();
        let expected = expected.first().map(|(over, updated, _)| (*over, *updated));
        assert_eq!(best.first().map(|best| (best.over, -best.updated)), expected);
    }
    let summaries = || model.tables.iter().map(|(table, (_, summary))| (table, summary));
    let clocks =
        summaries().filter_map(|(table, summary)| Some((table.clone(), summary.deadline?)));
    let found: BTreeSet<_> = store.deadlines().await.unwrap().into_iter().collect();
    assert_eq!(found, clocks.collect());
    let waiting = summaries().filter(|(_, summary)| summary.awaits_program);
    let found: BTreeSet<_> = store.awaiting_program().await.unwrap().into_iter().collect();
    assert_eq!(found, waiting.map(|(table, _)| table.clone()).collect());
    assert_eq!(store.last_alive().await.unwrap(), model.alive);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_store_does_what_the_model_does(steps in prop::collection::vec(step(), 1..25)) {
        // One thread: what is asked first is judged first.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(compare(steps));
    }
}

//! Many at once: one order a table, every message once.

mod common;

use common::{event, many, one};
use std::collections::BTreeMap;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::task::JoinSet;
use wabe_store::{Append, Appended, Sqlite, Store};

/// Sends a message until it is in the log, as a server does: judge, append, and
/// if somebody was faster judge again. Says whether it was this call that stored
/// it, and its number.
async fn send(store: &dyn Store, table: &str, message: &str) -> (bool, u64) {
    let mut last = 0;
    loop {
        last = store.events(table, last).await.unwrap().last().map_or(last, |event| event.seq);
        match store.append(one(table, last + 1, Some(message))).await.unwrap() {
            Appended::Stored => return (true, last + 1),
            Appended::Repeated { seq } => return (false, seq),
            Appended::Conflict => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_message_is_stored_once_and_in_one_order() {
    let folder = TempDir::new().unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    let (tables, clients, messages) = (3, 12, 8);
    let mut sending = JoinSet::new();
    for client in 0..clients {
        // Every client has a twin that sends the same messages.
        for _twin in 0..2 {
            let store = store.clone();
            sending.spawn(async move {
                let mut answers = Vec::new();
                for number in 0..messages {
                    let table = format!("t{}", (client + number) % tables);
                    let message = format!("c{client}-{number}");
                    let (first, seq) = send(&*store, &table, &message).await;
                    answers.push((table, message, first, seq));
                }
                answers
            });
        }
    }
    let mut acknowledged = BTreeMap::new();
    for (table, message, first, seq) in sending.join_all().await.into_iter().flatten() {
        let (stored, said) = acknowledged.entry((table, message)).or_insert((0, seq));
        *stored += u32::from(first);
        assert_eq!(*said, seq, "twins hear the same number");
    }
    assert!(acknowledged.values().all(|(stored, _)| *stored == 1));
    assert_eq!(acknowledged.len(), clients * messages);
    let mut found = BTreeMap::new();
    for table in 0..tables {
        let table = format!("t{table}");
        for (place, event) in (1..).zip(store.events(&table, 0).await.unwrap()) {
            assert_eq!(event.seq, place, "no gaps");
            found.insert((table.clone(), event.message.unwrap()), (1, place));
        }
    }
    assert_eq!(found, acknowledged);
    store.close().await;
}

/// Appends in this order and in one batch: on one thread all of them are asked
/// before the writer looks.
async fn in_one_batch(store: Arc<dyn Store>, appends: Vec<Append>) -> Vec<Appended> {
    let asking: Vec<_> = appends
        .into_iter()
        .map(|append| {
            let store = store.clone();
            tokio::spawn(async move { store.append(append).await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for asked in asking {
        answers.push(asked.await.unwrap());
    }
    answers
}

#[tokio::test]
async fn a_batch_is_judged_one_by_one() {
    let folder = TempDir::new().unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    store.append(one("a", 1, Some("old"))).await.unwrap();
    let mut late = one("a", 3, Some("late"));
    late.summary.people = vec!["carl".into()];
    let answers = in_one_batch(
        store.clone(),
        vec![
            one("a", 1, None),
            many("a", 2, &[Some("m"), None]),
            late,
            one("b", 1, Some("m")),
            one("a", 4, Some("m")),
            one("a", 4, Some("old")),
            one("a", 5, None),
            many("c", 2, &[None]),
            many("a", 4, &[None, Some("n"), None]),
            many("b", 2, &[None, Some("m")]),
            one("b", 2, Some("n")),
        ],
    )
    .await;
    use Appended::{Conflict, Repeated, Stored};
    let expected = [
        Conflict,
        Stored,
        Conflict,
        Stored,
        Repeated { seq: 2 },
        Repeated { seq: 1 },
        Conflict,
        Conflict,
        Stored,
        Repeated { seq: 1 },
        Stored,
    ];
    assert_eq!(answers, expected);
    let log = store.events("a", 0).await.unwrap();
    let messages = [Some("old"), Some("m"), None, None, Some("n"), None];
    let expected: Vec<_> = (1..).zip(messages).map(|(seq, name)| event("a", seq, name)).collect();
    assert_eq!(log, expected);
    assert_eq!(store.events("b", 0).await.unwrap().len(), 2);
    assert_eq!(store.events("c", 0).await.unwrap(), []);
    assert_eq!(store.tables_of("carl", 9).await.unwrap(), []);
    store.close().await;
}

/// More than fits into a batch, and more than fits into the queue.
#[tokio::test]
async fn a_crowd_is_served() {
    let folder = TempDir::new().unwrap();
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.path()).await.unwrap());
    let appends = (0..6000).map(|i| one(&format!("t{}", i % 3000), 1 + i / 3000, None));
    let answers = in_one_batch(store.clone(), appends.collect()).await;
    assert!(answers.iter().all(|answer| *answer == Appended::Stored));
    assert_eq!(store.tables_of("ben", 10_000).await.unwrap().len(), 3000);
    store.close().await;
}

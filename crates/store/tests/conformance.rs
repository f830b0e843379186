//! What every store promises, asked of a `&dyn Store`, so that each of them has
//! to answer the same questions.

mod common;

use common::{event, many, one, summary};
use tempfile::TempDir;
use wabe_store::{Append, Appended, Listed, Sqlite, Store, StoreError, Summary};

/// An empty store, and what has to live as long as it.
async fn sqlite() -> (TempDir, Sqlite) {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    (folder, store)
}

/// Asks these questions of stores made by a function, each of an empty one.
macro_rules! ask {
    ($store:ident: $($question:ident)*) => {
        mod $store {
            $(#[tokio::test]
            async fn $question() {
                let (_folder, store) = super::$store().await;
                super::$question(&store).await;
                wabe_store::Store::close(&store).await;
            })*
        }
    };
}

ask!(sqlite:
    events_come_back_as_they_went
    unknown_tables_are_empty
    events_are_read_behind_a_number
    an_append_is_stored_whole_or_not
    who_comes_second_is_told
    gaps_are_refused
    a_message_counts_once
    messages_are_named_per_table
    a_repeated_message_is_told_before_a_conflict
    nonsense_is_refused
    odd_texts_survive
    lists_show_running_tables_first
    who_leaves_is_no_longer_listed
    who_joins_is_listed
    the_last_summary_counts
    clocks_are_found
    the_program_s_tables_are_found
    life_is_noted
    nothing_is_written_after_the_end
);

async fn append(store: &dyn Store, append: Append) -> Appended {
    store.append(append).await.unwrap()
}

async fn seqs(store: &dyn Store, table: &str) -> Vec<u64> {
    store.events(table, 0).await.unwrap().iter().map(|event| event.seq).collect()
}

async fn events_come_back_as_they_went(store: &dyn Store) {
    let mut lot = event("a", 2, None);
    (lot.actor, lot.kind, lot.at) = (None, "lot".into(), -5);
    let first = event("a", 1, Some("m1"));
    let events = vec![first, lot];
    let both = Append { events: events.clone(), summary: summary(&[]) };
    assert_eq!(append(store, both).await, Appended::Stored);
    assert_eq!(store.events("a", 0).await.unwrap(), events);
}

async fn unknown_tables_are_empty(store: &dyn Store) {
    assert_eq!(store.events("nobody", 0).await.unwrap(), []);
    assert_eq!(store.tables_of("nobody", 10).await.unwrap(), []);
    assert_eq!(store.deadlines().await.unwrap(), []);
    assert_eq!(store.awaiting_program().await.unwrap(), [""; 0]);
}

async fn events_are_read_behind_a_number(store: &dyn Store) {
    append(store, many("a", 1, &[None; 5])).await;
    let after = async |after| store.events("a", after).await.unwrap().len();
    assert_eq!((after(3).await, after(5).await, after(u64::MAX).await), (2, 0, 0));
}

async fn an_append_is_stored_whole_or_not(store: &dyn Store) {
    append(store, many("a", 1, &[None, Some("m")])).await;
    let late = append(store, many("a", 2, &[None, None])).await;
    assert_eq!(late, Appended::Conflict);
    let again = append(store, many("a", 3, &[None, Some("m"), None])).await;
    assert_eq!(again, Appended::Repeated { seq: 2 });
    assert_eq!(seqs(store, "a").await, [1, 2]);
}

async fn who_comes_second_is_told(store: &dyn Store) {
    assert_eq!(append(store, one("a", 1, Some("x"))).await, Appended::Stored);
    assert_eq!(append(store, one("a", 1, Some("y"))).await, Appended::Conflict);
    assert_eq!(append(store, one("b", 1, Some("y"))).await, Appended::Stored);
    let kept = store.events("a", 0).await.unwrap();
    assert_eq!(kept, [event("a", 1, Some("x"))]);
}

async fn gaps_are_refused(store: &dyn Store) {
    for seq in [0, 2, u64::MAX] {
        assert_eq!(append(store, one("a", seq, None)).await, Appended::Conflict);
    }
    append(store, one("a", 1, None)).await;
    assert_eq!(append(store, one("a", 3, None)).await, Appended::Conflict);
    assert_eq!(seqs(store, "a").await, [1]);
}

async fn a_message_counts_once(store: &dyn Store) {
    append(store, one("a", 1, Some("m"))).await;
    append(store, one("a", 2, None)).await;
    let again = append(store, one("a", 3, Some("m"))).await;
    assert_eq!(again, Appended::Repeated { seq: 1 });
    assert_eq!(seqs(store, "a").await, [1, 2]);
}

async fn messages_are_named_per_table(store: &dyn Store) {
    assert_eq!(append(store, one("a", 1, Some("m"))).await, Appended::Stored);
    assert_eq!(append(store, one("b", 1, Some("m"))).await, Appended::Stored);
}

async fn a_repeated_message_is_told_before_a_conflict(store: &dyn Store) {
    append(store, one("a", 1, Some("m"))).await;
    for seq in [1, 2, 9] {
        let again = append(store, one("a", seq, Some("m"))).await;
        assert_eq!(again, Appended::Repeated { seq: 1 });
    }
}

async fn nonsense_is_refused(store: &dyn Store) {
    let with = |events| Append { events, summary: summary(&[]) };
    for nonsense in [
        vec![],
        vec![event("a", 1, None), event("b", 2, None)],
        vec![event("a", 1, None), event("a", 3, None)],
        vec![event("a", 1, None), event("a", 1, None)],
        vec![event("a", 1, Some("m")), event("a", 2, Some("m"))],
    ] {
        let refused = store.append(with(nonsense)).await;
        assert!(matches!(refused, Err(StoreError::Malformed(_))), "{refused:?}");
    }
    assert_eq!(seqs(store, "a").await, [0; 0]);
}

/// Clients choose the names of messages, and people type what they like.
async fn odd_texts_survive(store: &dyn Store) {
    let odd = ["", "\0", "a\0b", "a\0c", "\u{1f}\"'\\", "null", "17", "ä🐝\u{fffd}\u{202e}"];
    for (i, text) in odd.into_iter().enumerate() {
        let table = format!("{text}#{i}");
        let mut first = event(&table, 1, Some(text));
        (first.payload, first.kind) = (text.into(), text.into());
        first.actor = Some(text.into());
        let mut after = summary(&[text]);
        (after.spec, after.shown) = (text.into(), text.into());
        let whole = Append { events: vec![first.clone()], summary: after };
        assert_eq!(append(store, whole.clone()).await, Appended::Stored, "{text:?}");
        assert_eq!(append(store, whole).await, Appended::Repeated { seq: 1 }, "{text:?}");
        assert_eq!(store.events(&table, 0).await.unwrap(), [first], "{text:?}");
        let listed = store.tables_of(text, 10).await.unwrap();
        assert_eq!(listed.len(), 1, "{text:?}");
        assert_eq!((&*listed[0].spec, &*listed[0].shown), (text, text));
    }
}

/// An event of a table at a time.
fn at(table: &str, seq: u64, at: i64, summary: Summary) -> Append {
    let mut event = event(table, seq, None);
    event.at = at;
    Append { events: vec![event], summary }
}

fn over(people: &[&str]) -> Summary {
    Summary { over: true, ..summary(people) }
}

fn names(listed: &[Listed]) -> Vec<&str> {
    listed.iter().map(|listed| listed.table.as_str()).collect()
}

async fn lists_show_running_tables_first(store: &dyn Store) {
    for (table, time, over) in [
        ("r1", 10, false),
        ("o1", 50, true),
        ("r2", 30, false),
        ("o2", 40, true),
        ("r3", 20, false),
    ] {
        let summary = Summary { over, ..summary(&["anna", "ben"]) };
        append(store, at(table, 1, time, summary)).await;
    }
    append(store, at("other", 1, 99, summary(&["carl"]))).await;
    let list = store.tables_of("anna", 10).await.unwrap();
    assert_eq!(names(&list), ["r2", "r3", "r1", "o1", "o2"]);
    assert_eq!((list[0].over, list[0].updated, list[3].over), (false, 30, true));
    let short = store.tables_of("ben", 4).await.unwrap();
    assert_eq!(names(&short), ["r2", "r3", "r1", "o1"]);
    // A finished table that is talked at moves up among the finished.
    append(store, at("o2", 2, 60, over(&["anna", "ben"]))).await;
    // One that is taken back runs again.
    append(store, at("o1", 2, 5, summary(&["anna", "ben"]))).await;
    let list = store.tables_of("anna", 10).await.unwrap();
    assert_eq!(names(&list), ["r2", "r3", "r1", "o1", "o2"]);
    assert_eq!((list[3].over, list[4].updated), (false, 60));
}

async fn who_leaves_is_no_longer_listed(store: &dyn Store) {
    append(store, at("a", 1, 1, summary(&["anna", "ben"]))).await;
    append(store, at("a", 2, 2, summary(&["anna"]))).await;
    assert_eq!(names(&store.tables_of("anna", 9).await.unwrap()), ["a"]);
    assert_eq!(store.tables_of("ben", 9).await.unwrap(), []);
}

async fn who_joins_is_listed(store: &dyn Store) {
    append(store, at("a", 1, 1, summary(&[]))).await;
    append(store, at("a", 2, 2, summary(&["anna", "anna"]))).await;
    assert_eq!(names(&store.tables_of("anna", 9).await.unwrap()), ["a"]);
}

async fn the_last_summary_counts(store: &dyn Store) {
    append(store, at("a", 1, 1, summary(&["anna"]))).await;
    let news = Summary { spec: "omega".into(), shown: "[2]".into(), ..summary(&["anna"]) };
    append(store, at("a", 2, 7, news)).await;
    let refused = Summary { spec: "gabata".into(), ..summary(&["ben"]) };
    assert_eq!(append(store, at("a", 2, 9, refused)).await, Appended::Conflict);
    let listed = Listed {
        table: "a".into(),
        spec: "omega".into(),
        over: false,
        updated: 7,
        shown: "[2]".into(),
    };
    assert_eq!(store.tables_of("anna", 9).await.unwrap(), [listed]);
    assert_eq!(store.tables_of("ben", 9).await.unwrap(), []);
}

async fn clocks_are_found(store: &dyn Store) {
    let until = |deadline| Summary { deadline, ..summary(&[]) };
    append(store, at("a", 1, 1, until(Some(500)))).await;
    append(store, at("b", 1, 1, until(Some(300)))).await;
    append(store, at("c", 1, 1, until(None))).await;
    let found = store.deadlines().await.unwrap();
    assert_eq!(found, [("b".into(), 300), ("a".into(), 500)]);
    append(store, at("a", 2, 2, until(None))).await;
    append(store, at("b", 2, 2, until(Some(900)))).await;
    assert_eq!(store.deadlines().await.unwrap(), [("b".into(), 900)]);
}

async fn the_program_s_tables_are_found(store: &dyn Store) {
    let waits = |awaits_program| Summary { awaits_program, ..summary(&[]) };
    append(store, at("a", 1, 1, waits(true))).await;
    append(store, at("b", 1, 1, waits(true))).await;
    append(store, at("c", 1, 1, waits(false))).await;
    append(store, at("a", 2, 1, waits(false))).await;
    assert_eq!(store.awaiting_program().await.unwrap(), ["b"]);
}

async fn life_is_noted(store: &dyn Store) {
    assert_eq!(store.last_alive().await.unwrap(), None);
    store.note_alive(17).await.unwrap();
    store.note_alive(16).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(16));
}

async fn nothing_is_written_after_the_end(store: &dyn Store) {
    store.close().await;
    store.close().await;
    let refused = store.append(one("a", 1, None)).await;
    assert!(matches!(refused, Err(StoreError::Broken(_))), "{refused:?}");
    assert!(store.note_alive(1).await.is_err());
    assert!(store.events("a", 0).await.is_err());
}

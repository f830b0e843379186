//! Files and folders as they are found: damaged, foreign, newer, in use.

mod common;

use common::{one, summary};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use wabe_store::{Appended, Kept, Report, Severity, Sqlite, Store, StoreError, backup, examine};

/// A folder with a store of some tables, closed.
async fn filled(tables: u64) -> TempDir {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    for table in 0..tables {
        for seq in 1..=3 {
            let append = one(&format!("t{table:04}"), seq, Some(&format!("m{seq}")));
            assert_eq!(store.append(append).await, Ok(Appended::Stored));
        }
    }
    store.close().await;
    folder
}

fn database(folder: &TempDir) -> PathBuf {
    folder.path().join("wabe.db")
}

/// Does something to a store that wabe would not.
async fn meddle(folder: &TempDir, sql: &str) {
    let path = database(folder);
    let address = format!("sqlite://{}?mode=rwc", path.display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("PRAGMA foreign_keys = off").execute(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

async fn refusal(folder: &Path) -> StoreError {
    match Sqlite::open(folder).await {
        Ok(_) => panic!("the store was opened"),
        Err(error) => error,
    }
}

fn is_one_sentence(error: &StoreError) -> bool {
    matches!(error, StoreError::Broken(says) if !says.is_empty() && !says.contains('\n'))
}

async fn examined(folder: &Path) -> Report {
    examine(folder, |_| Ok(())).await
}

fn says(report: &Report, words: &str) -> bool {
    report.is_wrong() && report.findings.iter().any(|finding| finding.says.contains(words))
}

#[tokio::test]
async fn what_is_stored_is_there_when_it_is_opened_again() {
    let folder = filled(2).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    assert_eq!(store.events("t0001", 0).await.unwrap().len(), 3);
    let again = store.append(one("t0001", 4, Some("m2"))).await;
    assert_eq!(again, Ok(Appended::Repeated { seq: 2 }));
    assert_eq!(store.append(one("t0001", 3, None)).await, Ok(Appended::Conflict));
    assert_eq!(store.append(one("t0001", 4, None)).await, Ok(Appended::Stored));
    store.close().await;
}

#[tokio::test]
async fn a_second_server_is_refused_until_the_first_ends() {
    let folder = TempDir::new().unwrap();
    let first = Sqlite::open(folder.path()).await.unwrap();
    let error = refusal(folder.path()).await;
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    first.append(one("a", 1, None)).await.unwrap();
    first.close().await;
    let second = Sqlite::open(folder.path()).await.unwrap();
    assert_eq!(second.events("a", 0).await.unwrap().len(), 1);
    second.close().await;
}

#[tokio::test]
async fn what_was_asked_before_the_end_is_still_stored() {
    let folder = TempDir::new().unwrap();
    let store = std::sync::Arc::new(Sqlite::open(folder.path()).await.unwrap());
    let asking: Vec<_> = (0..500)
        .map(|table| {
            let store = store.clone();
            tokio::spawn(async move { store.append(one(&format!("t{table}"), 1, None)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let mut stored = Vec::new();
    for (table, asked) in asking.into_iter().enumerate() {
        if asked.await.unwrap() == Ok(Appended::Stored) {
            stored.push(table);
        }
    }
    let store = Sqlite::open(folder.path()).await.unwrap();
    for table in stored {
        assert_eq!(store.events(&format!("t{table}"), 0).await.unwrap().len(), 1);
    }
    store.close().await;
}

#[tokio::test]
async fn a_newer_store_is_refused_and_left_alone() {
    let folder = filled(1).await;
    meddle(&folder, "PRAGMA user_version = 99").await;
    let before = fs::read(database(&folder)).unwrap();
    let error = refusal(folder.path()).await;
    assert_eq!(error, StoreError::TooNew { found: 99, known: 1 });
    assert_eq!(error.to_string(), "the data is of version 99, this program knows versions up to 1");
    assert_eq!(fs::read(database(&folder)).unwrap(), before);
    assert!(says(&examined(folder.path()).await, "version 99"));
}

#[tokio::test]
async fn a_foreign_database_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    meddle(&folder, "CREATE TABLE recipes (name TEXT)").await;
    let error = refusal(folder.path()).await;
    assert!(is_one_sentence(&error) && error.to_string().ends_with("not a database of wabe"));
    assert!(says(&examined(folder.path()).await, "not a database of wabe"));
    assert!(backup(folder.path(), &folder.path().join("copy.db")).await.is_err());
}

#[tokio::test]
async fn something_that_is_no_database_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let text = "Dear diary, ".repeat(1000);
    fs::write(database(&folder), &text).unwrap();
    let error = refusal(folder.path()).await;
    assert!(is_one_sentence(&error) && error.to_string().ends_with("not a database of wabe"));
    assert!(says(&examined(folder.path()).await, "not a database of wabe"));
    assert_eq!(fs::read_to_string(database(&folder)).unwrap(), text);
}

#[tokio::test]
async fn a_truncated_store_is_refused() {
    let folder = filled(200).await;
    let size = fs::metadata(database(&folder)).unwrap().len();
    for part in [size - 4096, size / 2, 4096, 100] {
        let file = fs::File::options().write(true).open(database(&folder)).unwrap();
        file.set_len(part).unwrap();
        let error = refusal(folder.path()).await;
        assert!(is_one_sentence(&error), "{error}");
        assert!(examined(folder.path()).await.is_wrong());
    }
}

/// A page of rubbish in the middle is found by the doctor; the server says so
/// when it comes across it, in a sentence.
#[tokio::test]
async fn a_damaged_store_is_found_out() {
    let folder = filled(200).await;
    let mut bytes = fs::read(database(&folder)).unwrap();
    let pages = bytes.len() / 4096;
    for page in 3..pages {
        bytes[page * 4096..(page + 1) * 4096].fill(0x5a);
    }
    fs::write(database(&folder), bytes).unwrap();
    assert!(says(&examined(folder.path()).await, "damaged"));
    match Sqlite::open(folder.path()).await {
        Err(error) => assert!(is_one_sentence(&error), "{error}"),
        Ok(store) => {
            let error = store.append(one("t0100", 4, None)).await.unwrap_err();
            assert!(is_one_sentence(&error) && error.to_string().contains("damaged"), "{error}");
            store.close().await;
        }
    }
    let copy = folder.path().join("copy.db");
    assert!(backup(folder.path(), &copy).await.is_err());
    assert_eq!(files(folder.path()).keys().filter(|name| name.starts_with("copy")).count(), 0);
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_told() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [&file, &file.join("below")] {
        let error = refusal(path).await;
        assert!(is_one_sentence(&error), "{error}");
        assert!(examined(path).await.is_wrong());
    }
}

/// Names, sizes and contents of the files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
    };
    entries.map(named).collect()
}

#[tokio::test]
async fn a_backup_is_made_while_the_server_runs() {
    let folder = filled(50).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.append(one("t0000", 4, None)).await.unwrap();
    let elsewhere = TempDir::new().unwrap();
    let copy = elsewhere.path().join("wabe.db");
    backup(folder.path(), &copy).await.unwrap();
    store.append(one("t0000", 5, None)).await.unwrap();
    store.close().await;
    assert_eq!(files(elsewhere.path()).len(), 1);

    let restored = Sqlite::open(elsewhere.path()).await.unwrap();
    assert_eq!(restored.events("t0000", 0).await.unwrap().len(), 4);
    assert_eq!(restored.tables_of("anna", 100).await.unwrap().len(), 50);
    assert_eq!(restored.append(one("t0000", 5, None)).await, Ok(Appended::Stored));
    restored.close().await;
}

#[tokio::test]
async fn a_backup_overwrites_nothing() {
    let folder = filled(1).await;
    let copy = folder.path().join("precious.txt");
    fs::write(&copy, "precious").unwrap();
    let error = backup(folder.path(), &copy).await.unwrap_err();
    assert!(error.to_string().contains("is there already"), "{error}");
    assert_eq!(fs::read_to_string(&copy).unwrap(), "precious");
    let empty = TempDir::new().unwrap();
    let error = backup(empty.path(), &empty.path().join("copy")).await.unwrap_err();
    assert!(error.to_string().contains("nothing to back up"), "{error}");
    assert_eq!(files(empty.path()).len(), 0);
}

#[tokio::test]
async fn the_doctor_finds_nothing_wrong_and_changes_nothing() {
    let folder = filled(3).await;
    let before = files(folder.path());
    let mut seen = Vec::new();
    let report = examine(folder.path(), |kept: &Kept| {
        assert_eq!(kept.summary, summary(&["anna", "ben"]));
        seen.push((kept.table.clone(), kept.events.len()));
        Ok(())
    })
    .await;
    assert!(!report.is_wrong(), "{report:?}");
    assert_eq!(seen, [("t0000".into(), 3), ("t0001".into(), 3), ("t0002".into(), 3)]);
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].says, "3 tables with 9 events");
    assert!(files(folder.path()) == before);
}

#[tokio::test]
async fn the_doctor_looks_beside_a_running_server() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    store.append(one("a", 1, None)).await.unwrap();
    let report = examined(folder.path()).await;
    assert!(!report.is_wrong(), "{report:?}");
    let found: Vec<&str> = report.findings.iter().map(|finding| finding.says.as_str()).collect();
    assert!(found[0].starts_with("a server is running on"));
    assert_eq!(found[1], "1 tables with 1 events");
    assert_eq!(store.append(one("a", 2, None)).await, Ok(Appended::Stored));
    store.close().await;
}

#[tokio::test]
async fn the_doctor_tells_what_does_not_replay() {
    let folder = filled(30).await;
    let report = examine(folder.path(), |kept| match kept.table.as_str() {
        "t0007" => Ok(()),
        _ => Err("event 2 is not legal".into()),
    })
    .await;
    assert!(says(&report, "table t0000 does not replay: event 2 is not legal"));
    assert!(says(&report, "and 19 more of this kind"));
    assert!(report.findings.iter().all(|finding| !finding.says.contains("t0007")));
}

#[tokio::test]
async fn the_doctor_finds_what_does_not_fit_together() {
    for (meddling, words) in [
        ("DELETE FROM events WHERE table_id = 't0001' AND seq = 2", "missing at table t0001"),
        ("DELETE FROM events WHERE table_id = 't0002' AND seq = 1", "missing at table t0002"),
        ("DELETE FROM events WHERE table_id = 't0000'", "table t0000 has no events"),
        ("DELETE FROM tables WHERE id = 't0001'", "table t0001 has events but no summary"),
        ("UPDATE events SET payload = '{' WHERE seq = 3", "event 3 of table t0000 is not JSON"),
        ("UPDATE tables SET updated = 1", "table t0002 is not that of its last event"),
    ] {
        let folder = filled(3).await;
        meddle(&folder, meddling).await;
        let report = examined(folder.path()).await;
        assert!(says(&report, words), "{words}: {report:?}");
    }
}

#[tokio::test]
async fn the_doctor_tells_what_is_not_there() {
    let folder = TempDir::new().unwrap();
    let report = examined(folder.path()).await;
    assert!(!report.is_wrong());
    assert!(report.findings[0].says.starts_with("nothing has been kept in"));
    assert_eq!(report.findings[0].severity, Severity::Note);
    assert!(examined(&folder.path().join("nowhere")).await.is_wrong());
    fs::write(database(&folder), "").unwrap();
    assert!(says(&examined(folder.path()).await, "is empty"));
}

//! A process that stores events is killed again and again; what it said was
//! stored is there. Without the usual harness, since this very program is the
//! process that is killed.

mod common;

use common::{event, one};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use wabe_store::{Appended, Sqlite, Store, examine};

/// Tells the child where to write.
const FOLDER: &str = "WABE_STORE_CRASH_FOLDER";
const ROUNDS: u32 = 20;
const WRITERS: u64 = 12;

/// The child: appends and says so, until it is killed. Two writers share a table
/// and have to race for it.
async fn append_until_killed(folder: &Path) {
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder).await.unwrap());
    let mut writing = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writing.spawn(async move {
            let table = format!("t{}", writer / 2);
            let mut last = 0;
            loop {
                let news = store.events(&table, last).await.unwrap();
                last = news.last().map_or(last, |event| event.seq) + 1;
                let message = format!("{table}-{last}");
                match store.append(one(&table, last, Some(&message))).await.unwrap() {
                    Appended::Stored => println!("stored {table} {last}"),
                    Appended::Conflict | Appended::Repeated { .. } => last -= 1,
                }
            }
        });
    }
    writing.join_all().await;
}

/// What a child said was stored; it is killed after some time from its first
/// word.
fn run_and_kill(folder: &TempDir, after: Duration) -> Vec<(String, u64)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .env(FOLDER, folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let spoken = Arc::new(AtomicBool::new(false));
    let speaks = spoken.clone();
    let listening = std::thread::spawn(move || {
        let mut stored = Vec::new();
        for line in output.lines().map(Result::unwrap) {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["stored", table, seq] = words[..] {
                stored.push((table.to_owned(), seq.parse().unwrap()));
                speaks.store(true, Ordering::Release);
            }
        }
        stored
    });
    while !spoken.load(Ordering::Acquire) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(after);
    child.kill().unwrap();
    let ended = child.wait().unwrap();
    assert_eq!(ended.code(), None, "the child was killed, it did not end");
    listening.join().unwrap()
}

fn main() {
    let runtime = Runtime::new().unwrap();
    match std::env::var_os(FOLDER) {
        Some(folder) => runtime.block_on(append_until_killed(Path::new(&folder))),
        None => {
            nothing_acknowledged_is_lost_to_a_kill(&runtime);
            println!("nothing acknowledged is lost to a kill\n1 passed, 0 failed");
        }
    }
}

fn nothing_acknowledged_is_lost_to_a_kill(runtime: &Runtime) {
    let folder = TempDir::new().unwrap();
    let mut acknowledged = BTreeSet::new();
    let mut chance = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64;
    for round in 0..ROUNDS {
        chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let after = Duration::from_micros((chance >> 33) % 60_000);
        let stored = run_and_kill(&folder, after);
        assert!(!stored.is_empty());
        for word in stored {
            assert!(acknowledged.insert(word), "round {round}: stored twice");
        }
    }
    let mut found = BTreeSet::new();
    let report = runtime.block_on(examine(folder.path(), |kept| {
        for (place, stored) in (1..).zip(&kept.events) {
            let message = format!("{}-{place}", kept.table);
            assert_eq!(*stored, event(&kept.table, place, Some(&message)));
            found.insert((kept.table.clone(), place));
        }
        Ok(())
    }));
    assert!(!report.is_wrong(), "{report:?}");
    let lost: Vec<_> = acknowledged.difference(&found).collect();
    assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), acknowledged.len());
}

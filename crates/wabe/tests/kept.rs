//! Backing up and examining a data folder, as an operator does it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;
use wabe_server::events::{Deed, Holder, Settings};
use wabe_server::room::Room;
use wabe_store::{Append, Event, Sqlite, Store, Summary};

fn run(args: &[&str], data: &Path) -> Output {
    let wabe = env!("CARGO_BIN_EXE_wabe");
    Command::new(wabe).args(args).env("WABE_DATA", data).output().expect("wabe runs")
}

fn says(args: &[&str], data: &Path) -> String {
    let output = run(args, data);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "wabe {}: {error}", args.join(" "));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A folder with one table of a game.
fn folder(spec: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let settings = Settings {
        spec: spec.into(),
        rules: 1,
        position: None,
        played: Vec::new(),
        seats: vec![Holder::Open, Holder::Program { level: "level:1".into() }],
        clock: None,
        counts: false,
    };
    let shown = || Summary { spec: spec.into(), shown: "{}".into(), ..Summary::default() };
    let summary = Room::open("t", settings.clone(), 1).map_or_else(|_| shown(), |r| r.summary());
    let deed = Deed::Created(settings);
    let event = Event {
        table: "t".into(),
        seq: 1,
        kind: deed.kind().into(),
        payload: deed.payload(),
        actor: None,
        message: None,
        at: 1,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(folder.path()).await.expect("a store");
        store.append(Append { events: vec![event], summary }).await.expect("stored");
        store.close().await;
    });
    folder
}

#[test]
fn a_backup_can_be_restored() {
    let (folder, restored) = (folder("zange"), TempDir::new().unwrap());
    let file = restored.path().join("wabe.db");
    let file = file.to_str().unwrap();
    let told = says(&["backup", file], folder.path());
    assert!(told.starts_with(file) && told.ends_with("bytes, checked\n"), "{told}");
    let told = says(&["doctor", "--data", restored.path().to_str().unwrap()], folder.path());
    assert!(told.starts_with("note: 1 tables with 1 events\nnothing is wrong with"), "{told}");
    let again = run(&["backup", file], folder.path());
    assert_eq!(again.status.code(), Some(1));
    let error = String::from_utf8(again.stderr).unwrap();
    assert_eq!(error, format!("wabe: {file} is there already: name a new file\n"));
}

#[test]
fn the_doctor_says_what_is_wrong() {
    let folder = folder("mahjong");
    let output = run(&["doctor"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("error: table t does not replay: "), "{told}");
    assert!(output.stderr.is_empty());

    let output = run(&["doctor", "--json"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        (&report["wrong"], &report["findings"][1]["severity"]),
        (&true.into(), &"error".into())
    );

    let missing = folder.path().join("nowhere");
    let output = run(&["doctor"], &missing);
    assert_eq!(output.status.code(), Some(1));
    assert!(!missing.exists(), "looking makes nothing");
}

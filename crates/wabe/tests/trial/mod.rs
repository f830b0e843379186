//! What trials of the real server need: the program as a process, people who
//! send requests and open sockets, and a ledger of what they were told.
//!
//! Nothing here asserts how long something takes; [`soon`] only keeps a trial
//! that has failed from waiting for ever.

#![allow(dead_code, unused_imports)]

mod client;
mod ledger;

pub use client::{Answer, Person, Socket, ask};
pub use ledger::Ledger;

use serde_json::{Value, json};
use std::fs::File;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Longer than anything takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for something that must happen.
pub async fn soon<T>(what: &str, happens: impl Future<Output = T>) -> T {
    let happened = tokio::time::timeout(PATIENCE, happens).await;
    happened.unwrap_or_else(|_| panic!("{what}: that did not happen"))
}

/// A short while, for others to go on.
pub async fn pause() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

/// The program.
pub fn wabe() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wabe"));
    for name in ["LISTEN", "DATA", "LOG", "CONFIG", "PUBLIC", "BEHIND_PROXY"] {
        command.env_remove(format!("WABE_{name}"));
    }
    command.kill_on_drop(true).stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub async fn run(command: &mut Command) -> Output {
    soon("the program ends", command.output()).await.expect("it runs")
}

/// A program that must fail with one sentence.
pub async fn one_sentence(command: &mut Command, code: i32) -> String {
    let output = run(command).await;
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "one sentence: {said}");
    assert!(output.stdout.is_empty());
    said
}

/// A place for a server: its data folder, and what it says on standard error.
pub struct House {
    folder: TempDir,
}

impl House {
    pub fn new() -> House {
        House { folder: TempDir::new().expect("a folder") }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Everything servers here have said of trouble.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.path("said")).unwrap_or_default()
    }

    /// Starts a server on a free port that lets one address do a lot.
    pub async fn start(&self) -> Server {
        self.start_with(&["--tables-per-hour", "100000", "--requests-per-second", "100000"]).await
    }

    pub async fn start_with(&self, settings: &[&str]) -> Server {
        let mut command = wabe();
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(self.data());
        self.start_as(command.args(settings)).await
    }

    pub async fn start_as(&self, command: &mut Command) -> Server {
        let said = File::options().create(true).append(true).open(self.path("said"));
        let said = said.expect("a file");
        command.stdout(Stdio::piped()).stderr(said);
        let mut child = command.spawn().expect("wabe runs");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let line = soon("the server starts", lines.next_line()).await.expect("UTF-8");
        let line = line.unwrap_or_else(|| panic!("the server ended: {}", self.said()));
        let (_, rest) = line.split_once("http://").expect("an address");
        let address = rest.split_whitespace().next().expect("an address").to_owned();
        Server { child, address }
    }

    /// What the doctor says must be that nothing is wrong.
    pub async fn is_healthy(&self) {
        let output = run(wabe().args(["doctor", "--data"]).arg(self.data())).await;
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && told.contains("nothing is wrong"), "{told}");
        assert!(!told.contains("warning"), "{told}");
    }

    /// No server here has had any trouble.
    pub fn is_quiet(&self) {
        let said = self.said();
        assert!(said.is_empty(), "the server had trouble: {said}");
    }
}

/// A running server; it is killed when dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
}

impl Server {
    /// SIGKILL, at once.
    pub async fn kill(mut self) {
        soon("the server dies", self.child.kill()).await.expect("it ran");
    }

    /// SIGTERM.
    pub async fn tell_to_stop(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = run(Command::new("sh").args(["-c", "kill -TERM \"$0\"", &id])).await;
        assert!(sent.status.success());
    }

    pub async fn ended(mut self) -> ExitStatus {
        soon("the server ends", self.child.wait()).await.expect("it ran")
    }

    /// A graceful stop.
    pub async fn stop(self) {
        self.tell_to_stop().await;
        let status = self.ended().await;
        assert_eq!(status.code(), Some(0), "{status}");
    }

    /// Somebody new.
    pub async fn person(&self) -> Person {
        Person::new(&self.address).await
    }

    /// Some people with a table of their own, in the order of its seats.
    pub async fn table(&self, spec: &str, people: usize) -> (String, Vec<Person>) {
        let mut seats = vec![json!({"who": "open"}); people];
        seats[0] = json!({"who": "me", "name": "P1"});
        self.table_with(json!({"spec": spec, "seats": seats})).await
    }

    /// The same; all open seats are taken, each by somebody else.
    pub async fn table_with(&self, new: Value) -> (String, Vec<Person>) {
        let mut people = vec![self.person().await];
        let table = people[0].open(&new).await;
        for (i, seat) in new["seats"].as_array().expect("seats").iter().enumerate() {
            if seat["who"] == "open" {
                let person = self.person().await;
                let sit =
                    json!({"id": "sit", "do": "sit", "seat": i + 1, "name": format!("P{}", i + 1)});
                person.must(&table, &sit).await;
                people.push(person);
            }
        }
        (table, people)
    }
}

/// The files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

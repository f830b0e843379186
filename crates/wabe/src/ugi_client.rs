//! The other end of UGI: a program that plays, driven by lines.

use crate::fail::Failure;
use crate::tables;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use wabe_rules::Table;
use wabe_search::Limits;

/// How long a program may take to answer what needs no thought.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running program.
pub struct Foreigner {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Whether a seed decides what it leaves to chance.
    takes_seed: bool,
    /// It has ended, or an answer of it is still to come: nothing it says can be believed.
    is_lost: bool,
}

impl Foreigner {
    /// Starts a program and tells it the game.
    pub fn start(words: &[String], spec: &str) -> Result<Foreigner, Failure> {
        let name = words.join(" ");
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Failure::Usage(format!("cannot start `{name}`: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Usage(format!("cannot talk to `{name}`")));
        };
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let mut program =
            Foreigner { name, child, input, lines, takes_seed: false, is_lost: false };
        let ready = program
            .introduce()
            .and_then(|()| program.say(&format!("setoption name Game value {spec}")))
            .and_then(|()| program.new_game(0));
        match ready {
            Ok(()) => Ok(program),
            Err(error) => Err(Failure::Usage(error)),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("`{}` does not listen: {error}", self.name))
    }

    /// Asks who it is, and hears which options it has.
    fn introduce(&mut self) -> Result<(), String> {
        self.say("ugi")?;
        let mut takes_seed = false;
        let hear = |line: &str| takes_seed |= line.starts_with("option name Seed ");
        self.read_until("ugiok", PATIENCE, hear)?;
        self.takes_seed = takes_seed;
        Ok(())
    }

    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String, String> {
        self.read_until(word, patience, |_| {})
    }

    /// Reads lines until one begins with a word; the rest of that line.
    fn read_until(
        &mut self,
        word: &str,
        patience: Duration,
        mut hear: impl FnMut(&str),
    ) -> Result<String, String> {
        let until = std::time::Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(std::time::Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let mut words = line.split_whitespace();
                    if words.next() == Some(word) {
                        return Ok(words.collect::<Vec<_>>().join(" "));
                    }
                    hear(&line);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.is_lost = true;
                    return Err(format!("`{}` did not answer with {word} in time", self.name));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_lost = true;
                    return Err(format!("`{}` ended before it answered with {word}", self.name));
                }
            }
        }
    }

    /// A new game begins, and with it another luck.
    pub fn new_game(&mut self, seed: u64) -> Result<(), String> {
        if self.is_lost {
            return Err(format!("`{}` broke down", self.name));
        }
        if self.takes_seed {
            self.say(&format!("setoption name Seed value {seed}"))?;
        }
        self.say("uginewgame")?;
        self.say("isready")?;
        self.wait_for("readyok", PATIENCE).map(|_| ())
    }

    /// Asks for an action.
    pub fn act(&mut self, table: &dyn Table, limits: Limits) -> Result<String, String> {
        let start = match tables::other_start(table) {
            Some(position) => format!("fen {position}"),
            None => "startpos".to_owned(),
        };
        let actions = table.actions();
        let moves = if actions.is_empty() { "" } else { " moves " };
        self.say(&format!("position {start}{moves}{}", actions.join(" ")))?;
        let mut go = "go".to_owned();
        if let Some(time) = limits.time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = limits.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            go += &format!(" depth {depth}");
        }
        self.say(&go)?;
        let patience = limits.time.unwrap_or(Duration::from_secs(600)) + PATIENCE;
        // Some add what they ponder on.
        let answer = self.wait_for("bestmove", patience)?;
        Ok(answer.split_whitespace().next().unwrap_or_default().to_owned())
    }
}

impl Drop for Foreigner {
    fn drop(&mut self) {
        let _ = self.say("quit");
        for _ in 0..50 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

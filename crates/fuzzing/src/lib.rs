//! What the fuzz targets do with foreign bytes.
//!
//! Each function takes whatever it is given and must come back: with a value
//! or with an error, never with a panic. Where a text is accepted, what it
//! means must survive being written and read again. `fuzz/` runs these under
//! libFuzzer; `tests/short_run.rs` runs them for a moment on stable Rust.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use wabe_games::{GAMES, open};
use wabe_rules::{Record, Table, Viewer};

/// Takes bytes, comes back.
pub type Target = fn(&[u8]);

/// All targets by name; `fuzz/fuzz_targets` has a file for each.
pub const TARGETS: [(&str, Target); 6] = [
    ("spec", spec),
    ("action", action),
    ("position", position),
    ("record", record),
    ("json_line", json_line),
    ("ugi", ugi),
];

/// A spec: accepted ones are canonical when written again.
pub fn spec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match open(text) {
        Ok(table) => {
            let again = open(table.spec()).expect("a canonical spec is accepted");
            assert_eq!(again.spec(), table.spec());
            assert_eq!(again.position(), table.position());
        }
        Err(error) => one_sentence(&error.to_string()),
    }
}

/// A spec on the first line, then actions: what is played is replayable.
pub fn action(bytes: &[u8]) {
    let Some((mut table, rest)) = table_and_rest(bytes) else {
        return;
    };
    for word in rest.split_whitespace() {
        if let Err(error) = table.play(word) {
            one_sentence(&error.to_string());
        }
    }
    look_at(&*table);
    let mut again = open(table.spec()).expect("a canonical spec");
    for action in table.actions() {
        again.play(&action).expect("a played action");
    }
    assert_eq!(again.position(), table.position());
}

/// A spec on the first line, then a position: accepted ones read back exactly
/// and can be played on.
pub fn position(bytes: &[u8]) {
    let Some((mut table, rest)) = table_and_rest(bytes) else {
        return;
    };
    if let Err(error) = table.set_position(rest) {
        one_sentence(&error.to_string());
        return;
    }
    let text = table.position();
    let mut again = open(table.spec()).expect("a canonical spec");
    again.set_position(&text).expect("a written position");
    assert_eq!(again.position(), text);
    assert_eq!(again.legal(), table.legal());
    look_at(&*table);
    for action in table.legal() {
        let mut next = table.fork();
        next.play(&action).expect("a legal action");
        let text = next.position();
        again.set_position(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again.position(), text);
    }
}

/// A file of records: what is read is written the same again.
pub fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let records = match Record::read_all(text) {
        Ok(records) => records,
        Err(error) => return one_sentence(&error.to_string()),
    };
    for record in records {
        let written = record.to_string();
        let read = Record::read_all(&written).expect("a written record");
        let kept: Vec<_> = read.iter().map(ToString::to_string).collect();
        assert!(kept.concat() == written, "not written as read: {written:?}");
        let spec = record.header("Spec").unwrap_or(GAMES[0].name);
        if let Ok(mut table) = open(spec) {
            match record.replay(&mut *table) {
                Ok(()) => drop(record.canonical(&*table).to_string()),
                Err(error) => one_sentence(&error.to_string()),
            }
        }
    }
}

/// A line of `wabe verify`.
pub fn json_line(bytes: &[u8]) {
    for fault in wabe::check_line(bytes) {
        assert!(!fault.contains('\n'), "more than one line: {fault:?}");
    }
}

/// A session of the engine protocol: it ends, and answers every `isready`, and
/// no `go` twice.
pub fn ugi(bytes: &[u8]) {
    let mut lines = vec!["setoption name Hash value 1".to_owned()];
    lines.extend(bytes.split(|byte| *byte == b'\n').filter_map(tame));
    let input = std::io::Cursor::new(lines.join("\n"));
    let out = Heard::default();
    wabe::serve_ugi(GAMES[0].name, None, input, out.clone()).expect("a session");
    let heard = out.0.lock().expect("nobody panicked").clone();
    let heard = String::from_utf8(heard).expect("UTF-8");
    let is_quit = |line: &&String| line.split_whitespace().next() == Some("quit");
    let end = lines.iter().position(|line| is_quit(&line)).unwrap_or(lines.len());
    let said = |word: &str| {
        let first = |line: &&String| line.split_whitespace().next() == Some(word);
        lines[..end].iter().filter(first).count()
    };
    let answered = |word: &str| {
        heard.lines().filter(|line| line.split_whitespace().next() == Some(word)).count()
    };
    assert_eq!(answered("readyok"), said("isready"));
    assert!(answered("bestmove") <= said("go"));
}

/// A line without what would take long or much: deep counts, large memories,
/// long thoughts. The rest stays as it is.
fn tame(line: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(line).trim().to_owned();
    let is_small = |most: u64| {
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        numbers.into_iter().all(|word| word.parse::<u64>().is_ok_and(|number| number <= most))
    };
    let lower = line.to_ascii_lowercase();
    match line.split_whitespace().next() {
        Some("go") => Some(format!("{line} nodes 30")),
        Some("perft") => is_small(2).then_some(line),
        Some("setoption") if lower.contains("hash") || lower.contains("threads") => {
            is_small(2).then_some(line)
        }
        _ => Some(line),
    }
}

/// What a session wrote.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::ErrorKind::Other)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn table_and_rest(bytes: &[u8]) -> Option<(Box<dyn Table>, &str)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (spec, rest) = text.split_once('\n')?;
    Some((open(spec).ok()?, rest))
}

fn look_at(table: &dyn Table) {
    for viewer in [Viewer::Watcher, Viewer::Referee] {
        let picture = table.picture(viewer);
        drop(wabe_draw::text(&picture, &wabe_draw::TextOptions::default()));
    }
}

fn one_sentence(text: &str) {
    assert!(!text.is_empty() && !text.contains('\n') && text.len() < 1500, "{text:?}");
}

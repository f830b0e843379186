//! Games from JSON lines, replayed and compared. One line is in memory at a
//! time.

use crate::cli::VerifyArgs;
use crate::fail::Failure;
use serde::Deserialize;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use wabe_rules::{Score, Seat, Status, Table};

/// One line.
#[derive(Deserialize)]
struct Case {
    spec: String,
    actions: Vec<String>,
    legal: Option<Vec<Vec<String>>>,
    #[serde(default, deserialize_with = "present")]
    result: Option<Value>,
}

/// Tells `"result": null` (not over) from no result at all.
fn present<'de, D: serde::Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let read = |error| Failure::file("read", &args.file, &error);
    let mut lines: Box<dyn BufRead> = match args.file == Path::new("-") {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(BufReader::with_capacity(1 << 16, File::open(&args.file).map_err(read)?)),
    };
    let (mut number, mut passed, mut failed) = (0u64, 0u64, 0u64);
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(read)? == 0 {
            break;
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let faults = check(&line);
        match faults.is_empty() {
            true => passed += 1,
            false => failed += 1,
        }
        for fault in faults {
            writeln!(out, "line {number}, {fault}")?;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed > 0 { Err(Failure::Told) } else { Ok(()) }
}

/// Everything a line of `verify`'s input and the program disagree about; empty
/// if they agree.
pub fn check(line: &[u8]) -> Vec<String> {
    let case: Case = match serde_json::from_slice(line) {
        Ok(case) => case,
        Err(error) => {
            return vec![format!("ply 0: expected {{\"spec\", \"actions\", …}}, but {error}")];
        }
    };
    let mut table = match wabe_games::open(&case.spec) {
        Ok(table) => table,
        Err(error) => return vec![format!("ply 0: {error}")],
    };
    let mut faults = Vec::new();
    for (i, action) in case.actions.iter().enumerate() {
        let expected = case.legal.as_ref().and_then(|lists| lists.get(i));
        faults.extend(expected.and_then(|expected| compare_legal(&*table, expected)));
        for part in action.split(',').filter(|part| !part.trim().is_empty()) {
            if let Err(error) = table.play(part) {
                faults.push(format!("ply {}: {error}", table.len() + 1));
                return faults;
            }
        }
    }
    if let Some(lists) = &case.legal {
        match lists.len().checked_sub(case.actions.len()) {
            Some(0) => {}
            Some(1) => {
                faults.extend(compare_legal(&*table, &lists[case.actions.len()]));
            }
            _ => faults.push(format!(
                "ply {}: expected a list of legal actions for each of {} actions, found {} lists",
                table.len(),
                case.actions.len(),
                lists.len()
            )),
        }
    }
    faults.extend(case.result.and_then(|expected| compare_result(&*table, &expected)));
    faults
}

fn compare_legal(table: &dyn Table, expected: &[String]) -> Option<String> {
    let found = table.legal();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    if found == expected {
        return None;
    }
    let only = |a: &[String], b: &[String]| {
        let list: Vec<&str> =
            a.iter().filter(|action| !b.contains(action)).map(String::as_str).collect();
        if list.is_empty() { "nothing else".to_owned() } else { list.join(" ") }
    };
    Some(format!(
        "ply {}: expected {} legal actions, the program says {}; only expected: {}; only found: {}",
        table.len(),
        expected.len(),
        found.len(),
        only(&expected, &found),
        only(&found, &expected)
    ))
}

fn compare_result(table: &dyn Table, expected: &Value) -> Option<String> {
    let found = crate::tables::result_json(table);
    let told = serde_json::to_string(&found).unwrap_or_default();
    let fine = match (table.status(), expected) {
        (Status::Over(outcome), Value::Object(fields)) => {
            let winners: Vec<u64> =
                outcome.winners.iter().map(|s: Seat| s.number() as u64).collect();
            fields.get("winners").is_none_or(|given| same_winners(given, &winners))
                && fields.get("scores").is_none_or(|given| same_scores(given, table.scores()))
        }
        (status, Value::Null) => !status.is_over(),
        _ => false,
    };
    (!fine).then(|| {
        format!("ply {}: expected the result {expected}, the program says {told}", table.len())
    })
}

fn same_winners(given: &Value, found: &[u64]) -> bool {
    let list: Option<Vec<u64>> =
        given.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
    list.is_some_and(|mut list| {
        list.sort_unstable();
        list == found
    })
}

/// Scores may be written as numbers or as texts; an open one is null.
fn same_scores(given: &Value, found: Option<Vec<Score>>) -> bool {
    let Some(given) = given.as_array() else {
        return given.is_null() && found.is_none();
    };
    let read = |value: &Value| -> Option<Score> {
        match value {
            Value::Null => Some(None),
            Value::Number(number) => number.to_string().parse().ok().map(Some),
            Value::String(text) => text.parse().ok().map(Some),
            _ => None,
        }
    };
    let scores: Option<Vec<Score>> = given.iter().map(read).collect();
    scores.is_some() && scores == found
}

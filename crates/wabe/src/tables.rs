//! From arguments to tables, and what several commands say about them.

use crate::cli::{At, Language};
use crate::fail::Failure;
use serde::Serialize;
use std::io::IsTerminal;
use wabe_rules::{Outcome, Record, RecordError, Score, Seat, Status, Table, Viewer, Words};

/// Opens the table of a spec, at a position if one is given.
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Failure> {
    let mut table = wabe_games::open(spec)?;
    if let Some(text) = position {
        table.set_position(text)?;
    }
    Ok(table)
}

/// Opens a table and plays the actions given.
pub fn open_at(at: &At) -> Result<Box<dyn Table>, Failure> {
    let mut table = open(&at.spec, at.position.as_deref())?;
    let words = at.actions.join(" ");
    match Record::read_all(&words)?.as_slice() {
        [] => {}
        [line] if line.headers.is_empty() => {
            line.replay(&mut *table).map_err(|error| {
                let number = table.len() + 1;
                Failure::Wrong(format!("action {number}: {}", error.what))
            })?;
        }
        _ => return Err(Failure::Usage("expected actions, found a record with headers".into())),
    }
    Ok(table)
}

/// The position a table began at, if that is not the start of the game.
pub fn other_start(table: &dyn Table) -> Option<String> {
    let mut first = table.fork();
    while first.take_back() {}
    let usual = wabe_games::open(table.spec()).ok()?;
    (usual.position() != first.position()).then(|| first.position())
}

/// The record of a table, with where it began.
pub fn record_of(table: &dyn Table) -> Record {
    let mut record = Record::of(table);
    if let Some(start) = other_start(table) {
        record.set_header("Position", &start);
    }
    record
}

/// Plays actions as people type or paste them: with numbers, marks and blanks.
/// If one cannot be played, those before it have been.
pub fn play_words(table: &mut dyn Table, words: &str) -> Result<(), RecordError> {
    match Record::read_all(words)?.as_slice() {
        [] => Ok(()),
        [line] if line.headers.is_empty() => line.replay(table),
        _ => Err(RecordError {
            line: 1,
            column: 1,
            what: "expected actions, found a record with headers".to_owned(),
        }),
    }
}

/// Reads `--as`.
pub fn viewer(text: &str, players: usize) -> Result<Viewer, Failure> {
    match text {
        "watcher" => Ok(Viewer::Watcher),
        "referee" => Ok(Viewer::Referee),
        number => {
            let seat = number.parse().ok().and_then(|number| Seat::from_number(number, players));
            seat.map(Viewer::Seat).ok_or_else(|| {
                Failure::Usage(format!(
                    "`{number}` cannot look: --as takes a seat from 1 to {players}, watcher or referee"
                ))
            })
        }
    }
}

/// The words in the language asked for.
pub fn said(words: &Words, language: Language) -> &str {
    match language {
        Language::En => &words.en,
        Language::De => &words.de,
    }
}

/// How to draw for standard output.
pub fn text_options(counts: bool, language: Language) -> wabe_draw::TextOptions {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    wabe_draw::TextOptions {
        colour: std::io::stdout().is_terminal() && !plain,
        counts,
        german: language == Language::De,
    }
}

/// A result as machines read it.
#[derive(Serialize)]
pub struct ResultJson {
    winners: Vec<usize>,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<serde_json::Value>>,
}

/// The result of a table, once it is over.
pub fn result_json(table: &dyn Table) -> Option<ResultJson> {
    let Status::Over(Outcome { winners, reason }) = table.status() else {
        return None;
    };
    let wide = table.has_wide_scores();
    let score = |score: Score| match score {
        None => serde_json::Value::Null,
        Some(score) if wide => score.to_string().into(),
        Some(score) => (score as u64).into(),
    };
    Some(ResultJson {
        winners: winners.iter().map(Seat::number).collect(),
        reason,
        scores: table.scores().map(|scores| scores.into_iter().map(score).collect()),
    })
}

/// One sentence on who acts or who won.
pub fn state_sentence(table: &dyn Table, language: Language) -> String {
    let german = language == Language::De;
    let names = table.picture(Viewer::Watcher).seats;
    let name = |seat: Seat| format!("{} ({seat})", said(&names[seat.index()].name, language));
    match table.status() {
        Status::ToAct(seat) if german => format!("Zug {}: {} ist dran.", table.turn(), name(seat)),
        Status::ToAct(seat) => format!("Turn {}: {} to act.", table.turn(), name(seat)),
        Status::Chance if german => "Das Los entscheidet.".to_owned(),
        Status::Chance => "A lot is to be drawn.".to_owned(),
        Status::Over(Outcome { winners, reason }) => {
            let list: Vec<String> = winners.iter().map(name).collect();
            let verdict = match (list.is_empty(), german) {
                (true, true) => "Remis".to_owned(),
                (true, false) => "Drawn".to_owned(),
                (false, true) => format!("Gewonnen hat {}", list.join(" und ")),
                (false, false) => format!("Won by {}", list.join(" and ")),
            };
            let scores = table.scores().map(|scores| {
                let texts: Vec<String> = scores
                    .into_iter()
                    .map(|score| score.map_or("-".to_owned(), |score| score.to_string()))
                    .collect();
                format!(", {}", texts.join(" : "))
            });
            format!("{verdict} [{reason}]{}.", scores.unwrap_or_default())
        }
    }
}

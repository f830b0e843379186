//! Records: games as text, with headers, numbered turns and comments.
//!
//! ```text
//! [Spec "zange:captures=3"]
//! [Rules "1"]
//! [Seat1 "Anna"]
//! [Result "1"]
//!
//! 1. @17 2. @18 {too near} 3. @19
//! ```
//!
//! The actions of one turn are joined by commas. Reading is two steps: words
//! first ([`Record::read_all`]), then meaning ([`Record::replay`]), because only
//! a game can say what an action is. `docs/records.md` has the whole format.

use crate::{Outcome, PlayError, Seat, SeatSet, Status, Table, shortened};
use std::fmt::{self, Write};
use thiserror::Error;

/// Why a record is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// A sentence.
    pub what: String,
}

/// One game as text.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
    /// Turns and comments, in order.
    pub items: Vec<Item>,
    /// Where the headers were read; does not count for equality.
    places: Vec<(usize, usize)>,
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.headers == other.headers && self.items == other.items
    }
}

impl Eq for Record {}

/// One piece of a record's body.
#[derive(Clone, Debug)]
pub enum Item {
    /// One or more actions of one turn.
    Actions {
        /// The turn's number, where it was written.
        number: Option<usize>,
        /// The action texts.
        texts: Vec<String>,
        /// Where it was read; does not count for equality.
        place: (usize, usize),
    },
    /// A comment.
    Comment(String),
}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        match (self, other) {
            (Item::Comment(a), Item::Comment(b)) => a == b,
            (
                Item::Actions { number: a, texts: x, .. },
                Item::Actions { number: b, texts: y, .. },
            ) => a == b && x == y,
            _ => false,
        }
    }
}

impl Eq for Item {}

/// The most words that may together be one action written with blanks.
const LONGEST_ACTION: usize = 6;

impl Record {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a header, in place if it is there.
    pub fn set_header(&mut self, name: &str, value: &str) {
        match self.headers.iter_mut().find(|(header, _)| header.eq_ignore_ascii_case(name)) {
            Some(header) => header.1 = value.to_owned(),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
    }

    /// An error about a header, at the place where it was read.
    fn header_error(&self, name: &str, what: String) -> RecordError {
        let header = self.headers.iter().position(|(header, _)| header.eq_ignore_ascii_case(name));
        let place = header.and_then(|i| self.places.get(i)).copied();
        let (line, column) = place.unwrap_or((1, 1));
        RecordError { line, column, what }
    }

    /// The record of what has been played at a table, with the headers that
    /// the table itself knows.
    pub fn of(table: &dyn Table) -> Record {
        let mut record = Record::default();
        record.set_header("Spec", table.spec());
        record.set_header("Rules", &table.about().rules_version.to_string());
        record.set_header("Result", &result_text(table.status()));
        for turn in table.turns() {
            record.items.push(Item::Actions {
                number: Some(turn.number),
                texts: turn.actions,
                place: (0, 0),
            });
        }
        record
    }

    /// Reads the words of all records in a text.
    pub fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
        Reader::new(text).records()
    }

    /// Plays the record at a table that stands at its start.
    pub fn replay(&self, table: &mut dyn Table) -> Result<(), RecordError> {
        if let Some(version) = self.header("Rules") {
            let known = table.about().rules_version;
            if version != known.to_string() {
                let version = shortened(version);
                let what = format!("this record is of rules version {version}, known is {known}");
                return Err(self.header_error("Rules", what));
            }
        }
        if let Some(position) = self.header("Position") {
            table
                .set_position(position)
                .map_err(|error| self.header_error("Position", error.to_string()))?;
        }
        let words: Vec<Word<'_>> = self.words().collect();
        let mut next = 0;
        while next < words.len() {
            next += play_word(table, &words[next..])?;
        }
        self.check_result(table)
    }

    fn words(&self) -> impl Iterator<Item = Word<'_>> {
        self.items.iter().flat_map(|item| match item {
            Item::Actions { texts, place, .. } => {
                texts.iter().map(|text| Word { text, place: *place }).collect()
            }
            Item::Comment(_) => Vec::new(),
        })
    }

    /// A game that the rules ended must have the result the header names.
    fn check_result(&self, table: &dyn Table) -> Result<(), RecordError> {
        let (Some(said), Status::Over(_)) = (self.header("Result"), table.status()) else {
            return Ok(());
        };
        let found = result_text(table.status());
        match said == found || said == "*" {
            true => Ok(()),
            false => {
                let said = shortened(said);
                let what =
                    format!("the result is given as {said}, but the game ended with {found}");
                Err(self.header_error("Result", what))
            }
        }
    }

    /// This record with the actions as the table that replayed it writes them:
    /// canonical, annotated, grouped by turn; headers and comments are kept.
    pub fn canonical(&self, table: &dyn Table) -> Record {
        let mut record = Record::of(table);
        let mut headers = self.headers.clone();
        std::mem::swap(&mut record.headers, &mut headers);
        for (name, value) in headers {
            if name != "Result" || !matches!(record.header("Result"), Some(said) if said != "*") {
                record.set_header(&name, &value);
            }
        }
        record.commented(self.comments(table.len()))
    }

    /// The comments, each with the number of actions before it, if the record
    /// has so many actions; if it writes them with blanks inside, so that they
    /// cannot be counted, all comments stand at the beginning.
    pub fn comments(&self, actions: usize) -> Vec<(usize, String)> {
        let mut done = 0;
        let mut comments = Vec::new();
        for item in &self.items {
            match item {
                Item::Actions { texts, .. } => done += texts.len(),
                Item::Comment(text) => comments.push((done, text.clone())),
            }
        }
        if done != actions {
            comments.iter_mut().for_each(|(behind, _)| *behind = 0);
        }
        comments
    }

    /// This record with these comments and no others, each behind so many
    /// actions; they come in that order.
    pub fn commented(mut self, comments: Vec<(usize, String)>) -> Record {
        self.items = with_comments(self.items, comments);
        self
    }
}

/// Puts each comment behind so many actions, cutting a turn where it must.
fn with_comments(items: Vec<Item>, comments: Vec<(usize, String)>) -> Vec<Item> {
    let mut comments = comments.into_iter().peekable();
    let mut merged = Vec::new();
    let mut done = 0;
    for item in items {
        let Item::Actions { mut number, texts, place } = item else {
            continue;
        };
        let mut part = Vec::new();
        for text in texts {
            while let Some((_, comment)) = comments.next_if(|(behind, _)| *behind <= done) {
                if !part.is_empty() {
                    let texts = std::mem::take(&mut part);
                    merged.push(Item::Actions { number: number.take(), texts, place });
                }
                merged.push(Item::Comment(comment));
            }
            part.push(text);
            done += 1;
        }
        merged.push(Item::Actions { number, texts: part, place });
    }
    merged.extend(comments.map(|(_, comment)| Item::Comment(comment)));
    merged
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    place: (usize, usize),
}

/// Plays the action that begins with the first word and says how many words it
/// took: usually one, more where an action was written with blanks inside.
fn play_word(table: &mut dyn Table, words: &[Word<'_>]) -> Result<usize, RecordError> {
    let first = match table.play(words[0].text) {
        Ok(()) => return Ok(1),
        Err(error) => error,
    };
    if matches!(first, PlayError::Malformed { .. }) {
        let mut joined = words[0].text.to_owned();
        for (more, word) in words.iter().enumerate().take(LONGEST_ACTION).skip(1) {
            joined.push_str(word.text);
            if table.play(&joined).is_ok() {
                return Ok(more + 1);
            }
        }
    }
    let (line, column) = words[0].place;
    Err(RecordError { line, column, what: first.to_string() })
}

/// The winners' seats, `draw`, or `*` while the game is open.
fn result_text(status: Status) -> String {
    match status {
        Status::Over(Outcome { winners, .. }) if winners == SeatSet::NONE => "draw".to_owned(),
        Status::Over(Outcome { winners, .. }) => {
            let seats: Vec<String> = winners.iter().map(|seat: Seat| seat.to_string()).collect();
            seats.join(",")
        }
        _ => "*".to_owned(),
    }
}

const WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.headers {
            writeln!(f, "[{name} \"{}\"]", escaped(value, '"'))?;
        }
        if !self.headers.is_empty() {
            writeln!(f)?;
        }
        let mut column = 0;
        for item in &self.items {
            let mut word = String::new();
            match item {
                Item::Actions { number, texts, .. } => {
                    if let Some(number) = number {
                        write!(word, "{number}. ")?;
                    }
                    word.push_str(&texts.join(","));
                }
                Item::Comment(text) => write!(word, "{{{}}}", escaped(text, '}'))?,
            }
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                f.write_char(' ')?;
                column += 1;
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

fn escaped(text: &str, end: char) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            c => {
                if c == end || c == '\\' {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out
}

/// Reads records character by character, keeping count of lines and columns.
struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    line: usize,
    column: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Reader { rest: text.chars().peekable(), line: 1, column: 1 }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, RecordError> {
        Err(RecordError { line: self.line, column: self.column, what: what.into() })
    }

    fn records(mut self) -> Result<Vec<Record>, RecordError> {
        let mut records = Vec::new();
        let mut record = Record::default();
        let mut number = None;
        while let Some(&c) = self.rest.peek() {
            match c {
                c if c.is_whitespace() => {
                    self.next();
                }
                '[' => {
                    if !record.items.is_empty() {
                        records.push(std::mem::take(&mut record));
                    }
                    number = None;
                    record.places.push((self.line, self.column));
                    let header = self.header()?;
                    if record.header(&header.0).is_some() {
                        return self
                            .error(format!("the header {} stands twice", shortened(&header.0)));
                    }
                    record.headers.push(header);
                }
                '{' => {
                    self.next();
                    record.items.push(Item::Comment(self.until('}', "a comment")?));
                }
                ';' | '#' => record.items.push(Item::Comment(self.line_comment())),
                _ => self.word(&mut record, &mut number)?,
            }
        }
        if record != Record::default() {
            records.push(record);
        }
        Ok(records)
    }

    fn header(&mut self) -> Result<(String, String), RecordError> {
        self.next();
        let mut name = String::new();
        while let Some(&c) = self.rest.peek() {
            if !(c.is_ascii_alphanumeric() || c == '-' || c == '_') {
                break;
            }
            name.push(c);
            self.next();
        }
        if name.is_empty() {
            return self.error("expected the name of a header, as in [Spec \"abalone\"]");
        }
        self.blanks();
        if self.rest.peek() != Some(&'"') {
            return self
                .error(format!("expected a value in quotation marks for {}", shortened(&name)));
        }
        self.next();
        let value = self.until('"', "a header")?;
        self.blanks();
        if self.rest.peek() != Some(&']') {
            return self.error(format!("expected ] at the end of the header {}", shortened(&name)));
        }
        self.next();
        Ok((name, value))
    }

    fn blanks(&mut self) {
        while self.rest.peek().is_some_and(|c| *c == ' ' || *c == '\t') {
            self.next();
        }
    }

    /// Text up to an end mark, with `\` before a mark that belongs to the text.
    fn until(&mut self, end: char, what: &str) -> Result<String, RecordError> {
        let start = (self.line, self.column);
        let mut text = String::new();
        while let Some(c) = self.next() {
            match c {
                c if c == end => return Ok(text),
                '\\' => match self.next() {
                    Some('n') => text.push('\n'),
                    Some(c) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        let (line, column) = start;
        let what = format!("{what} that begins here has no {end} at its end");
        Err(RecordError { line, column, what })
    }

    fn line_comment(&mut self) -> String {
        self.next();
        let mut text = String::new();
        while let Some(c) = self.next() {
            if c == '\n' {
                break;
            }
            text.push(c);
        }
        text.trim().to_owned()
    }

    /// A turn's number, or actions joined by commas.
    fn word(&mut self, record: &mut Record, number: &mut Option<usize>) -> Result<(), RecordError> {
        let place = (self.line, self.column);
        let at_start =
            |what: &str| Err(RecordError { line: place.0, column: place.1, what: what.to_owned() });
        let mut word = String::new();
        while let Some(&c) = self.rest.peek() {
            if c.is_whitespace() || "{;[".contains(c) {
                break;
            }
            if c == '.' && !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) {
                while self.rest.peek() == Some(&'.') {
                    self.next();
                }
                return match word.parse() {
                    Ok(n) => {
                        *number = Some(n);
                        Ok(())
                    }
                    Err(_) => at_start("this number of a turn is too large"),
                };
            }
            word.push(c);
            self.next();
        }
        let texts: Vec<String> = word
            .split(',')
            .filter(|text| !text.is_empty() && *text != "*")
            .map(str::to_owned)
            .collect();
        if texts.iter().any(|text| text.starts_with('#') || is_numbered(text)) {
            return at_start("expected an action behind the comma");
        }
        if !texts.is_empty() {
            record.items.push(Item::Actions { number: number.take(), texts, place });
        }
        Ok(())
    }
}

fn is_numbered(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && text[digits..].starts_with('.')
}

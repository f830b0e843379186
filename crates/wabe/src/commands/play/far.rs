//! A seat at a running table of a server, from the terminal.
//!
//! The server judges and remembers; here are only its pictures, drawn as text,
//! and what a person types. The key that holds the seat lies in the data folder,
//! so that coming back tomorrow finds the seat again.

use super::far_phrases::{Far, Order, order};
use crate::cli::PlayArgs;
use crate::fail::Failure;
use crate::tables;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use ureq::Agent;
use wabe_rules::Picture;

/// How long to wait before listening again after the connection was lost.
const PAUSE: Duration = Duration::from_millis(500);

/// A table's address, taken apart.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    /// `http://HOST:PORT`.
    server: String,
    table: String,
}

impl Address {
    /// Reads what stands in a browser's address line, a moment behind it
    /// included.
    fn read(text: &str) -> Result<Address, Failure> {
        let wrong = || {
            let shown: String = text.chars().take(80).collect();
            Failure::Usage(format!(
                "`{shown}` is no table: expected an address such as http://127.0.0.1:8080/t/NAME"
            ))
        };
        let rest = text.strip_prefix("http://").ok_or_else(wrong)?;
        let (host, path) = rest.split_once('/').ok_or_else(wrong)?;
        let name = path.strip_prefix("t/").ok_or_else(wrong)?;
        let name = name.split(['#', '?', '/']).next().unwrap_or_default();
        let fits = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
        match fits && !host.is_empty() {
            true => Ok(Address { server: format!("http://{host}"), table: name.to_owned() }),
            false => Err(wrong()),
        }
    }
}

/// The server, as far as one table is concerned.
#[derive(Clone)]
struct Server {
    agent: Agent,
    base: String,
    table: String,
    key: String,
}

impl Server {
    fn connect(address: Address, data: &Path) -> Result<Server, Failure> {
        let config = Agent::config_builder().http_status_as_error(false).build();
        let mut server = Server {
            agent: config.into(),
            base: address.server,
            table: address.table,
            key: String::new(),
        };
        server.key = match read_key(data)? {
            Some(key) => key,
            None => {
                let answer = server.post("/api/keys", &json!({}))?;
                let key = answer["key"].as_str().unwrap_or_default().to_owned();
                keep_key(data, &key)?;
                key
            }
        };
        Ok(server)
    }

    fn unreachable(&self, error: &ureq::Error) -> Failure {
        Failure::Wrong(format!("{} does not answer: {error}", self.base))
    }

    fn get(&self, path: &str) -> Result<ureq::http::Response<ureq::Body>, Failure> {
        let request = self.agent.get(format!("{}{path}", self.base));
        let request = request.header("Authorization", format!("Bearer {}", self.key));
        request.call().map_err(|error| self.unreachable(&error))
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        let request = self.agent.post(format!("{}{path}", self.base));
        let request = request.header("Authorization", format!("Bearer {}", self.key));
        let answer = request.header("Content-Type", "application/json").send(body.to_string());
        let mut answer = answer.map_err(|error| self.unreachable(&error))?;
        self.json(&mut answer)
    }

    fn json(&self, answer: &mut ureq::http::Response<ureq::Body>) -> Result<Value, Failure> {
        let text = answer.body_mut().read_to_string().map_err(|error| self.unreachable(&error))?;
        serde_json::from_str(&text)
            .map_err(|_| Failure::Wrong(format!("{} is no server of Wabe", self.base)))
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/tables/{}{rest}", self.table)
    }

    /// The table as we see it.
    fn table(&self) -> Result<Value, Failure> {
        let mut answer = self.get(&self.path(""))?;
        let found = answer.status().is_success();
        let mut value = self.json(&mut answer)?;
        match found {
            true => Ok(value["table"].take()),
            false => {
                let why = value["says"]["en"].as_str().unwrap_or("the table is not there");
                Err(Failure::Wrong(why.trim_end_matches('.').to_owned()))
            }
        }
    }

    /// The messages of the table, for ever: a lost connection is made anew.
    fn listen(self, to: Sender<Heard>) {
        loop {
            if let Ok(mut answer) = self.get(&self.path("/stream")) {
                let lines = BufReader::new(answer.body_mut().as_reader()).lines();
                for line in lines.map_while(Result::ok) {
                    let Ok(message) = serde_json::from_str(&line) else { continue };
                    if to.send(Heard::Message(message)).is_err() {
                        return;
                    }
                }
            }
            thread::sleep(PAUSE);
        }
    }
}

fn key_file(data: &Path) -> std::path::PathBuf {
    data.join("terminal.key")
}

fn read_key(data: &Path) -> Result<Option<String>, Failure> {
    let path = key_file(data);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file("read", &path, &error)),
    }
}

fn keep_key(data: &Path, key: &str) -> Result<(), Failure> {
    let path = key_file(data);
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(data)?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.write_all(key.as_bytes())
    };
    write().map_err(|error| Failure::file("write", &path, &error))
}

/// What comes in.
enum Heard {
    Message(Value),
    Line(String),
    EndOfInput,
}

pub fn run(args: &PlayArgs, url: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let server = Server::connect(Address::read(url)?, &wabe_solve::data_folder())?;
    let view = server.table()?;
    let say = Far { language: args.lang };
    let (to, from) = channel();
    let mut visit = Visit { server, view, say, counts: args.counts, sent: 0, out };
    visit.sit(args)?;
    let listener = (visit.server.clone(), to.clone());
    thread::spawn(move || listener.0.listen(listener.1));
    thread::spawn(move || read_lines(&to));
    visit.go_on(&from)
}

fn read_lines(to: &Sender<Heard>) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if to.send(Heard::Line(line)).is_err() {
            return;
        }
    }
    let _ = to.send(Heard::EndOfInput);
}

/// One sitting at the table.
struct Visit<'o> {
    server: Server,
    view: Value,
    say: Far,
    counts: bool,
    sent: u64,
    out: &'o mut dyn Write,
}

impl Visit<'_> {
    /// Takes the seat asked for, or the first open one, unless a seat is ours.
    fn sit(&mut self, args: &PlayArgs) -> Result<(), Failure> {
        if self.view["mine"].as_array().is_some_and(|mine| !mine.is_empty()) {
            return Ok(());
        }
        let asked = args.seat.as_deref().map(str::parse::<u64>);
        let seat = match asked {
            Some(Ok(seat)) => Some(seat),
            Some(Err(_)) => return Ok(()),
            None => {
                let seats = self.view["seats"].as_array().into_iter().flatten();
                let open = seats.filter(|seat| seat["who"] == "open");
                open.filter_map(|seat| seat["seat"].as_u64()).next()
            }
        };
        let Some(seat) = seat else {
            return Ok(());
        };
        let name = std::env::var("USER").unwrap_or_default();
        self.command(json!({"do": "sit", "seat": seat, "name": name}))?;
        self.view = self.server.table()?;
        Ok(())
    }

    /// Sends a command, and tells if it is refused.
    fn command(&mut self, mut command: Value) -> Result<(), Failure> {
        self.sent += 1;
        let id = format!("{}-{}", std::process::id(), self.sent);
        command["id"] = id.into();
        let answer = self.server.post(&self.server.path("/do"), &command)?;
        if answer["type"] == "refused" {
            let says = &answer["says"][self.say.code()];
            writeln!(self.out, "{}", says.as_str().unwrap_or_default())?;
        }
        Ok(())
    }

    fn go_on(&mut self, from: &Receiver<Heard>) -> Result<(), Failure> {
        writeln!(self.out, "{}", self.say.greeting())?;
        self.show()?;
        while let Ok(heard) = from.recv() {
            match heard {
                Heard::EndOfInput => break,
                Heard::Line(line) if order(&line).is_some_and(|(word, _)| word == Order::Quit) => {
                    break;
                }
                Heard::Line(line) => self.answer(line.trim())?,
                Heard::Message(message) => self.take_in(message)?,
            }
        }
        Ok(writeln!(self.out, "{}", self.say.farewell())?)
    }

    fn take_in(&mut self, mut message: Value) -> Result<(), Failure> {
        let before = self.view["length"].clone();
        match message["type"].as_str() {
            Some("table") => self.view = message["table"].take(),
            Some("news") => {
                patch(&mut self.view, message["change"].take());
                let event = &message["event"];
                if let Some(line) = self.say.event(event, &self.view) {
                    writeln!(self.out, "{line}")?;
                }
            }
            _ => return Ok(()),
        }
        if self.view["length"] != before || self.is_over() {
            self.show()?;
        }
        Ok(self.out.flush()?)
    }

    fn is_over(&self) -> bool {
        matches!(self.view["phase"].as_str(), Some("over" | "aborted"))
    }

    fn may_act(&self) -> bool {
        self.view["legal"].as_array().is_some_and(|legal| !legal.is_empty())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let picture: Result<Picture, _> = serde_json::from_value(self.view["picture"].clone());
        let Ok(picture) = picture else {
            return Err(Failure::Wrong("the server's picture cannot be read".into()));
        };
        let counts = self.counts && self.view["counts"] == true;
        let options = tables::text_options(counts, self.say.language);
        writeln!(self.out, "\n{}", wabe_draw::text(&picture, &options))?;
        let line = self.say.state(&self.view, self.may_act());
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }

    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        if line.is_empty() {
            return Ok(());
        }
        match order(line) {
            None => {
                let length = self.view["length"].clone();
                self.command(json!({"do": "act", "action": line, "length": length}))?;
            }
            Some((Order::Help, _)) => write!(self.out, "{}", self.say.help())?,
            Some((Order::Board, _)) => self.show()?,
            Some((Order::Legal, _)) => {
                let legal = self.view["legal"].as_array().into_iter().flatten();
                let texts: Vec<&str> = legal.filter_map(|choice| choice["text"].as_str()).collect();
                writeln!(self.out, "{}", texts.join(" "))?;
            }
            Some((Order::Resign, _)) => self.command(json!({"do": "resign"}))?,
            Some((Order::Draw, _)) => self.command(json!({"do": "propose", "what": "draw"}))?,
            Some((Order::Back, _)) => {
                let can = self.view["can"].as_array();
                let alone = can.is_some_and(|can| can.iter().any(|word| word == "undo"));
                self.command(match alone {
                    true => json!({"do": "undo"}),
                    false => json!({"do": "propose", "what": "takeback"}),
                })?;
            }
            Some((Order::Yes, _)) => self.command(json!({"do": "answer", "accept": true}))?,
            Some((Order::No, _)) => self.command(json!({"do": "answer", "accept": false}))?,
            Some((Order::Say, text)) => self.command(json!({"do": "chat", "text": text}))?,
            Some((Order::Quit, _)) => {}
        }
        Ok(self.out.flush()?)
    }
}

/// Brings a view up to date.
fn patch(view: &mut Value, change: Value) {
    let Value::Object(change) = change else { return };
    for (name, value) in change {
        match name.as_str() {
            "cells" => {
                for pair in value.as_array().into_iter().flatten() {
                    let cell = pair[0].as_u64().and_then(|index| {
                        view["picture"]["cells"].get_mut(usize::try_from(index).ok()?)
                    });
                    if let Some(cell) = cell {
                        *cell = pair[1].clone();
                    }
                }
            }
            "beside" => view["picture"]["seats"] = value,
            "notes" => view["picture"]["notes"] = value,
            "turns" => {
                if let (Some(turns), Some(keep)) =
                    (view["turns"].as_array_mut(), value["keep"].as_u64())
                {
                    turns.truncate(keep as usize);
                    turns.extend(value["add"].as_array().into_iter().flatten().cloned());
                }
            }
            _ => view[name] = value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_browsers_show_them() {
        let read = |text| Address::read(text).map(|a| (a.server, a.table)).ok();
        let found = Some(("http://127.0.0.1:8080".to_owned(), "abc234".to_owned()));
        assert_eq!(read("http://127.0.0.1:8080/t/abc234"), found);
        assert_eq!(read("http://127.0.0.1:8080/t/abc234#12"), found);
        for text in [
            "",
            "abc",
            "http://host",
            "http://host/",
            "http:///t/abc",
            "http://h/t/",
            "ftp://h/t/a",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

//! A history checker: people with bad lines and worse manners, and in the end
//! one order that everybody was told and that is stored.

mod trial;

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use trial::{House, Ledger, Person, Server, Socket, pause, soon};
use wabe_rules::Dice;

/// So many commands each person thinks of.
const COMMANDS: usize = 120;

/// What one person saw: the view after each event, by every socket the same.
#[derive(Default)]
struct Seen(Mutex<HashMap<u64, Value>>);

impl Seen {
    fn note(&self, seq: u64, view: &Value) {
        let mut seen = self.0.lock().expect("whole");
        let known = seen.entry(seq).or_insert_with(|| view.clone());
        if known != view {
            for (name, value) in known.as_object().expect("a view") {
                assert_eq!(value, &view[name], "`{name}` after event {seq}");
            }
            panic!("two views after event {seq}");
        }
    }

    fn last(&self) -> Value {
        let seen = self.0.lock().expect("whole");
        seen.iter().max_by_key(|(seq, _)| **seq).map(|(_, view)| view.clone()).expect("a view")
    }
}

/// One of a person's sockets; it carries the view on by changes alone.
struct Line {
    socket: Socket,
    seq: u64,
    view: Value,
}

impl Line {
    async fn open(person: &Person, table: &str) -> Line {
        Line { socket: person.socket(table).await, seq: 0, view: Value::Null }
    }

    /// Hears what there is to hear for a while; false when the line is dead.
    async fn hear(&mut self, who: &Guest, wait: Duration) -> bool {
        loop {
            match tokio::time::timeout(wait, self.socket.next()).await {
                Err(_) => return true,
                Ok(None) => return false,
                Ok(Some(message)) => self.take_in(who, &message),
            }
        }
    }

    fn take_in(&mut self, who: &Guest, message: &Value) {
        // Hurrying the program is no event, and what is refused now may be
        // carried out when it comes again.
        let fleeting = message["type"] == "refused" || message["id"] == "hurry";
        if !fleeting {
            who.ledger.note(&who.table, &who.person, message);
        }
        let seq = message["seq"].as_u64().unwrap_or_default();
        match message["type"].as_str().expect("a type") {
            "table" => (self.seq, self.view) = (seq, message["table"].clone()),
            "news" => {
                assert_eq!(seq, self.seq + 1, "news without a gap");
                self.seq = seq;
                patch(&mut self.view, message);
            }
            "refused" => {
                assert_ne!(message["code"], "trouble", "{message}");
                return;
            }
            _ => return,
        }
        who.seen.note(self.seq, &self.view);
    }
}

/// Brings a view up to date, as docs/protocol.md says.
fn patch(view: &mut Value, news: &Value) {
    let picture =
        |view: &mut Value, name: &str, value: &Value| view["picture"][name] = value.clone();
    for (name, value) in news["change"].as_object().expect("a change") {
        match name.as_str() {
            "cells" => {
                for pair in value.as_array().expect("cells") {
                    let index = pair[0].as_u64().expect("an index") as usize;
                    view["picture"]["cells"][index] = pair[1].clone();
                }
            }
            "beside" => picture(view, "seats", value),
            "notes" => picture(view, "notes", value),
            "turns" => {
                let turns = view["turns"].as_array_mut().expect("turns");
                turns.truncate(value["keep"].as_u64().expect("a number") as usize);
                turns.extend(value["add"].as_array().expect("turns").iter().cloned());
            }
            _ => view[name] = value.clone(),
        }
    }
    let event = &news["event"];
    if event["kind"] == "chat" {
        let chat = view["chat"].as_array_mut().expect("a list");
        let said =
            ["seat", "name", "text", "at"].map(|name| (name.to_owned(), event[name].clone()));
        chat.push(Value::Object(said.into_iter().collect()));
        let old = chat.len().saturating_sub(100);
        chat.drain(..old);
    }
}

/// A person with two bad lines.
struct Guest {
    person: Person,
    table: String,
    ledger: Arc<Ledger>,
    seen: Seen,
}

impl Guest {
    async fn play(self: Arc<Guest>, seed: u64) {
        let mut dice = Dice::new(seed);
        let mut lines = [self.line().await, self.line().await];
        // What is to be sent, some of it more than once, none of it in order.
        let mut waiting: Vec<Value> = Vec::new();
        for number in 0..COMMANDS {
            let command = self.wish(&mut dice, number);
            for _ in 0..=dice.below(3) {
                waiting.push(command.clone());
            }
            while waiting.len() > 4 || (!waiting.is_empty() && dice.below(3) == 0) {
                let command = waiting.swap_remove(dice.below(waiting.len() as u32) as usize);
                let line = &mut lines[dice.below(2) as usize];
                // Half of the lost lines are lost with the answer under way.
                let lost = dice.below(12) == 0;
                let sent = line.socket.send(&command).await;
                let wait = Duration::from_millis(u64::from(dice.below(8)));
                if lost || !sent || !line.hear(&self, wait).await {
                    *line = self.line().await;
                }
            }
            if dice.below(10) == 0 {
                let (seq, view) = self.person.view(&self.table).await;
                self.seen.note(seq, &view);
            }
        }
        for line in &mut lines {
            self.end(line).await;
        }
    }

    async fn line(&self) -> Line {
        let mut line = Line::open(&self.person, &self.table).await;
        let first = soon("everything is told", line.socket.next()).await.expect("a message");
        assert_eq!(first["type"], "table", "first comes everything");
        line.take_in(self, &first);
        line
    }

    /// A line hears of everything that has happened.
    async fn end(&self, line: &mut Line) {
        let (seq, _) = self.person.view(&self.table).await;
        let heard = async {
            while line.seq < seq {
                match line.socket.next().await {
                    Some(message) => line.take_in(self, &message),
                    None => *line = self.line().await,
                }
            }
        };
        soon("all news come", heard).await;
    }

    /// Something to do, sensible or not.
    fn wish(&self, dice: &mut Dice, number: usize) -> Value {
        let view = self.seen.last();
        let legal = view["legal"].as_array().expect("a list");
        let length = view["length"].as_u64().expect("a number");
        let mut command = match dice.below(20) {
            0..=11 if !legal.is_empty() => {
                let action = &legal[dice.below(legal.len() as u32) as usize]["text"];
                json!({"do": "act", "action": action, "length": length})
            }
            0..=2 => {
                json!({"do": "act", "action": "@1", "length": length + u64::from(dice.below(3))})
            }
            3..=4 => json!({"do": "propose", "what": "takeback"}),
            5..=8 => json!({"do": "answer", "accept": dice.below(2) == 0}),
            9 => json!({"do": "undo"}),
            10 => json!({"do": "ping"}),
            11 => return json!({"id": "hurry", "do": "hurry"}),
            12 => json!({"do": "act", "action": "no action", "length": length}),
            13 => json!({"do": "sit", "seat": 1 + dice.below(3), "name": "Late"}),
            _ => json!({"do": "chat", "text": format!("<b>{number}</b>")}),
        };
        command["id"] = format!("c{number}").into();
        command
    }
}

async fn visit(server: &Server, new: Value, ledger: &Arc<Ledger>) -> (String, Vec<Arc<Guest>>) {
    let (table, mut people) = server.table_with(new).await;
    // And one who only watches.
    people.push(server.person().await);
    let guest = |person| {
        let (table, ledger) = (table.clone(), Arc::clone(ledger));
        Arc::new(Guest { person, table, ledger, seen: Seen::default() })
    };
    (table.clone(), people.into_iter().map(guest).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_is_told_the_one_history_that_is_stored() {
    let house = House::new();
    let server = house.start().await;
    let ledger = Arc::new(Ledger::default());
    let (me, open) = (json!({"who": "me", "name": "Anna"}), json!({"who": "open"}));
    let program = json!({"who": "program", "level": "level:1"});
    let clock = json!({"kind": "delay", "base": 600000, "step": 1000});
    let news = [
        json!({"spec": "zange", "seats": [me, open]}),
        json!({"spec": "omega:players=3,size=6", "seats": [me, open, open], "clock": clock}),
        json!({"spec": "ombagi:hidden=true", "seats": [open, me]}),
        json!({"spec": "gabata", "seats": [me, program], "counts": true}),
    ];
    let (mut tables, mut guests, mut playing) = (Vec::new(), Vec::new(), Vec::new());
    for new in news {
        let (table, here) = visit(&server, new, &ledger).await;
        tables.push(table);
        guests.extend(here);
    }
    for (i, guest) in guests.iter().enumerate() {
        playing.push(tokio::spawn(Arc::clone(guest).play(1000 + i as u64)));
    }
    for playing in playing {
        soon("all have played", playing).await.expect("a guest");
    }
    // A program may still be thinking.
    let mut quiet = Vec::new();
    for guest in &guests {
        let settled = async {
            loop {
                let (seq, view) = guest.person.view(&guest.table).await;
                let seats = view["seats"].as_array().expect("seats");
                let acting = view["to_act"].as_u64().map(|seat| &seats[seat as usize - 1]["who"]);
                if acting.is_none_or(|who| who != "program") {
                    return (seq, view);
                }
                pause().await;
            }
        };
        quiet.push(soon("the program has moved", settled).await);
    }
    for (guest, (seq, view)) in guests.iter().zip(quiet) {
        guest.seen.note(seq, &view);
        ledger.note_view(&guest.table, &guest.person, (seq, view));
    }
    server.stop().await;
    assert!(ledger.acks() > COMMANDS && ledger.news() > COMMANDS);
    ledger.check(&house.data(), &tables).await;
    house.is_healthy().await;
    house.is_quiet();
}

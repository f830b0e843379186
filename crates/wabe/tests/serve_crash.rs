//! `kill -9` under play: whatever was acknowledged is there afterwards, once and
//! in order.

mod trial;

use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use trial::{House, Ledger, Person, Socket, pause, soon};
use wabe_rules::Dice;

/// So often the server is killed while people play, and so often again before
/// anybody could.
const KILLS: usize = 50;
const EARLY_KILLS: usize = 10;

/// So many commands of a player are under way at once.
const AHEAD: usize = 3;

/// Somebody who plays as fast as allowed, comes back after every crash and
/// sends again what was not answered.
struct Player {
    person: Person,
    table: String,
    ledger: Arc<Ledger>,
    finish: Arc<AtomicBool>,
    /// Commands without an answer.
    open: Vec<Value>,
    sent: usize,
    dice: Dice,
}

impl Player {
    async fn play(mut self, mut address: watch::Receiver<String>) {
        loop {
            let here = address.borrow_and_update().clone();
            if let Ok(socket) = self.person.at(&here).try_socket(&self.table).await {
                self.sit_at(socket).await;
            }
            if self.finish.load(Ordering::Relaxed) && self.open.is_empty() {
                return;
            }
            pause().await;
        }
    }

    /// Plays until the connection ends.
    async fn sit_at(&mut self, mut socket: Socket) {
        let mut view = Value::Null;
        while let Some(message) = soon("something is said", socket.next()).await {
            self.ledger.note(&self.table, &self.person, &message);
            let mut again = false;
            match message["type"].as_str().unwrap_or_default() {
                "table" => {
                    view = message["table"].clone();
                    again = true;
                }
                "news" => {
                    for (name, value) in message["change"].as_object().expect("a change") {
                        view[name] = value.clone();
                    }
                }
                "ack" => self.open.retain(|command| command["id"] != message["id"]),
                "refused" if message["code"] == "too-much" => {
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    again = true;
                }
                "refused" => {
                    assert_ne!(message["code"], "trouble", "{message}");
                    self.open.retain(|command| command["id"] != message["id"]);
                }
                _ => {}
            }
            let known = if again { 0 } else { self.open.len() };
            self.wish(&view);
            for command in &self.open[known..] {
                if !socket.send(command).await {
                    return;
                }
            }
            if self.finish.load(Ordering::Relaxed) && self.open.is_empty() {
                return;
            }
        }
    }

    /// Thinks of something to do.
    fn wish(&mut self, view: &Value) {
        while self.open.len() < AHEAD && !self.finish.load(Ordering::Relaxed) {
            self.sent += 1;
            let legal = view["legal"].as_array().filter(|legal| !legal.is_empty());
            let acting = self.open.iter().any(|command| command["do"] == "act");
            let id = format!("{}", self.sent);
            self.open.push(match legal.filter(|_| !acting) {
                Some(legal) => {
                    let action = &legal[self.dice.below(legal.len() as u32) as usize]["text"];
                    json!({"id": id, "do": "act", "action": action, "length": view["length"]})
                }
                None => json!({"id": id, "do": "chat", "text": format!("words {id}")}),
            });
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let house = House::new();
    let mut server = house.start().await;
    let clock = json!({"kind": "increment", "base": 60000, "step": 60000});
    let (me, open) = (json!({"who": "me"}), json!({"who": "open"}));
    let program = json!({"who": "program", "level": "level:1"});
    let news = [
        json!({"spec": "abalone:limit=0,repetition=0", "seats": [me, open]}),
        json!({"spec": "omega:players=3,size=10", "seats": [me, open, open], "clock": clock}),
        json!({"spec": "abalone:limit=0,repetition=0", "seats": [me, program]}),
    ];
    let mut dice = Dice::new(5);
    let (move_to, address) = watch::channel(server.address.clone());
    let (ledger, finish) = (Arc::new(Ledger::default()), Arc::new(AtomicBool::new(false)));
    let (mut tables, mut players, mut people) = (Vec::new(), Vec::new(), Vec::new());
    for new in news {
        let (table, sitting) = server.table_with(new).await;
        for person in sitting {
            let player = Player {
                person: person.clone(),
                table: table.clone(),
                ledger: Arc::clone(&ledger),
                finish: Arc::clone(&finish),
                open: Vec::new(),
                sent: 0,
                dice: Dice::new(dice.word()),
            };
            players.push(tokio::spawn(player.play(address.clone())));
            people.push((table.clone(), person));
        }
        tables.push(table);
    }
    for kill in 0..KILLS + EARLY_KILLS {
        let early = kill % (KILLS / EARLY_KILLS + 1) == 0;
        let enough = ledger.acks() + if early { 0 } else { 1 + dice.below(25) as usize };
        let played = async {
            while ledger.acks() < enough {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        soon("people play", played).await;
        tokio::time::sleep(Duration::from_micros(u64::from(dice.below(10_000)))).await;
        server.kill().await;
        server = house.start().await;
        move_to.send_replace(server.address.clone());
    }
    finish.store(true, Ordering::Relaxed);
    for player in players {
        soon("everything is answered", player).await.expect("a player");
    }
    server.stop().await;
    // What is served after everything is what the events make.
    let server = house.start().await;
    for (table, person) in &people {
        let view = person.at(&server.address).view(table).await;
        ledger.note_view(table, person, view);
    }
    server.stop().await;
    assert!(ledger.acks() > KILLS && ledger.news() > KILLS);
    ledger.check(&house.data(), &tables).await;
    house.is_healthy().await;
    house.is_quiet();
}

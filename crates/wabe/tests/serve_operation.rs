//! The server as its operator knows it: settings, signals, restarts, backups,
//! and the bots and terminals that come to play.

mod trial;

use serde_json::{Value, json};
use std::path::Path;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::Command;
use trial::{Answer, House, Person, one_sentence, pause, run, soon, wabe};
use wabe_server::events::{Deed, Holder, Settings};
use wabe_server::hall::now;
use wabe_server::room::Room;
use wabe_server::wire::ClockRule;
use wabe_store::{Append, Event, Millis, Sqlite, Store};

const HOUR: Millis = 60 * 60 * 1000;

/// Somebody who needs no key of the server's making.
fn person(address: &str, digit: &str) -> Person {
    Person { address: address.to_owned(), key: digit.repeat(32) }
}

/// How many tables an address may open at once.
async fn openings(address: &str) -> usize {
    let person = person(address, "a");
    let new = json!({"spec": "zange", "seats": [{"who": "me"}, {"who": "open"}]});
    for count in 0.. {
        if person.post("/api/tables", &new).await.status == 429 {
            return count;
        }
    }
    unreachable!()
}

#[tokio::test]
async fn flags_come_before_the_environment_and_that_before_the_file() {
    let house = House::new();
    std::fs::create_dir(house.data()).expect("a folder");
    let settings = "listen = \"127.0.0.1:0\"\ntables-per-hour = 1\n";
    std::fs::write(house.data().join("wabe.toml"), settings).expect("a file");
    let named = house.path("named.toml");
    std::fs::write(&named, "listen = \"127.0.0.1:0\"\ntables-per-hour = 4\n").expect("a file");
    let serve = || {
        let mut command = wabe();
        command.args(["serve", "--data"]).arg(house.data());
        command
    };
    let mut found = Vec::new();
    for command in [
        &mut serve(),
        serve().env("WABE_TABLES_PER_HOUR", "2"),
        serve().env("WABE_TABLES_PER_HOUR", "2").args(["--tables-per-hour", "3"]),
        serve().arg("--config").arg(&named),
        serve().env("WABE_CONFIG", &named),
    ] {
        let server = house.start_as(command).await;
        found.push(openings(&server.address).await);
        server.stop().await;
    }
    assert_eq!(found, [1, 2, 3, 4, 4]);
    house.is_quiet();
}

#[tokio::test]
async fn what_cannot_be_served_is_told_in_one_sentence() {
    let house = House::new();
    let server = house.start().await;
    let other = House::new();
    let mut serve = wabe();
    serve.args(["serve", "--listen", &server.address, "--data"]).arg(other.data());
    let said = one_sentence(&mut serve, 2).await;
    assert!(said.contains(&server.address) && said.contains("--listen"), "{said}");

    let mut serve = wabe();
    serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(house.data());
    let said = one_sentence(&mut serve, 1).await;
    assert!(said.contains("in use by another wabe"), "{said}");

    let mut serve = wabe();
    serve.args(["serve", "--listen", "nowhere", "--data"]).arg(other.data());
    one_sentence(&mut serve, 2).await;

    let mut serve = wabe();
    serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "loud", "--data"]).arg(other.data());
    let said = one_sentence(&mut serve, 2).await;
    assert!(said.contains("loud"), "{said}");

    for (text, line) in [
        ("listen = \"127.0.0.1:0\"\n\ntables-per-hour = \"many\"\n", 3),
        ("# settings\nlog = \"warn\"\ntables-per-minute = 5\n", 3),
        ("listen = \n", 1),
        ("log = \"warn\"\n[[", 2),
    ] {
        let file = other.path("settings.toml");
        std::fs::write(&file, text).expect("a file");
        let mut serve = wabe();
        serve.args(["serve", "--data"]).arg(other.data()).arg("--config").arg(&file);
        let said = one_sentence(&mut serve, 2).await;
        assert!(said.contains(&format!("settings.toml, line {line}: ")), "{text}: {said}");
    }
    let mut serve = wabe();
    serve.args(["serve", "--config", "/nowhere/wabe.toml", "--data"]).arg(other.data());
    one_sentence(&mut serve, 2).await;
    server.stop().await;
}

#[tokio::test]
async fn a_watchman_learns_how_the_server_is() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    people[0].act(&table, "a").await;
    people[0].refused(&table, &json!({"id": "b", "do": "undo"})).await;
    let mut socket = people[1].socket(&table).await;
    socket.hear("table").await;
    let told = async |path: &str| {
        let answer = people[0].get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        answer.text()
    };
    assert_eq!(told("/livez").await, "alive\n");
    assert_eq!(told("/readyz").await, "ready\n");
    let metrics = told("/metrics").await;
    for line in [
        "wabe_tables_in_memory 1",
        "wabe_listeners 1",
        "wabe_tables_opened_total 1",
        "wabe_refused_total 1",
        "wabe_troubles_total 0",
        "wabe_append_seconds_count 2",
    ] {
        assert!(metrics.lines().any(|told| told == line), "{line}: {metrics}");
    }
}

#[tokio::test]
async fn a_stop_is_graceful() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let mut socket = people[0].socket(&table).await;
    socket.hear("table").await;
    let mut stream = open_stream(&people[1], &table, "").await;
    let mut line = String::new();
    soon("the first line comes", stream.read_line(&mut line)).await.expect("a line");
    people[0].act(&table, "a").await;
    let address = server.address.clone();
    server.tell_to_stop().await;
    assert_eq!(socket.goodbye().await, Some(1012), "come back soon");
    let mut rest = String::new();
    let _ = soon("the stream ends", stream.read_to_string(&mut rest)).await;
    let status = server.ended().await;
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(TcpStream::connect(&address).await.is_err());
    // Everything is in one file, and nothing is wrong with it.
    assert!(!house.data().join("wabe.db-wal").exists());
    house.is_healthy().await;
    house.is_quiet();
}

/// The body of a table's stream, behind its head.
async fn open_stream(person: &Person, table: &str, headers: &str) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(TcpStream::connect(&person.address).await.expect("a server"));
    let request = format!(
        "GET /api/tables/{table}/stream HTTP/1.0\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         {headers}\r\n",
        person.address, person.key
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        soon("a head comes", stream.read_line(&mut line)).await.expect("a line");
    }
    stream
}

#[tokio::test]
async fn a_stream_says_what_a_socket_says_line_by_line() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    // Whoever could read compressed lines must not wait for them.
    let mut stream = open_stream(&people[1], &table, "Accept-Encoding: gzip, br\r\n").await;
    let mut socket = people[1].socket(&table).await;
    people[0].act(&table, "a").await;
    let mut lines = Vec::new();
    while lines.last().is_none_or(|last: &Value| last["type"] != "news") {
        let mut line = String::new();
        soon("a line comes", stream.read_line(&mut line)).await.expect("UTF-8");
        lines.push(serde_json::from_str(&line).expect("JSON"));
    }
    assert_eq!(lines[0]["type"], "table");
    assert_eq!(lines.last(), Some(&socket.hear("news").await));
}

#[tokio::test]
async fn all_learn_who_is_there() {
    let house = House::new();
    let server = house.start().await;
    let first = server.person().await;
    let seats = json!([{"who": "me"}, {"who": "open"}]);
    let table = first.open(&json!({"spec": "zange", "seats": seats})).await;
    let mut socket = first.socket(&table).await;
    let mut presence = async |present: [bool; 2], watchers: u64| {
        let expected = json!({"type": "presence", "present": present, "watchers": watchers});
        while socket.hear("presence").await != expected {}
    };
    presence([true, false], 0).await;
    let second = server.person().await;
    let other = second.socket(&table).await;
    presence([true, false], 1).await;
    second.must(&table, &json!({"id": "s", "do": "sit", "seat": 2, "name": "Ben"})).await;
    presence([true, true], 0).await;
    drop(other);
    presence([true, false], 0).await;
}

/// A log as a server leaves it behind: made of deeds, at moments of our choice.
struct Past {
    room: Room,
    events: Vec<Event>,
}

impl Past {
    fn open(id: &str, seats: Vec<Holder>, clock: Option<ClockRule>, at: Millis) -> Past {
        let (spec, rules, counts) = ("zange".to_owned(), 1, false);
        let spec = wabe_games::open(&spec).expect("a game").spec().to_owned();
        let (position, played) = (None, Vec::new());
        let settings = Settings { spec, rules, position, played, seats, clock, counts };
        let room = Room::open(id, settings.clone(), at).expect("a room");
        let mut past = Past { room, events: Vec::new() };
        past.note(1, &Deed::Created(settings), at);
        past
    }

    fn note(&mut self, seq: u64, deed: &Deed, at: Millis) {
        let (kind, payload) = (deed.kind().to_owned(), deed.payload());
        let (table, actor, message) = (self.room.id().to_owned(), None, None);
        self.events.push(Event { table, seq, kind, payload, actor, message, at });
    }

    fn act(mut self, seat: usize, text: &str, at: Millis) -> Past {
        let deed = Deed::Action { seat: Some(seat), text: text.to_owned() };
        self.room.apply(&deed, None, None, at).expect("legal");
        self.note(self.room.seq(), &deed, at);
        self
    }
}

/// A data folder with these tables, last served at a moment.
async fn left_behind(data: &Path, past: Vec<Past>, last_alive: Millis) {
    let store = Sqlite::open(data).await.expect("a store");
    for Past { room, events } in past {
        store.append(Append { events, summary: room.summary() }).await.expect("stored");
    }
    store.note_alive(last_alive).await.expect("noted");
    store.close().await;
}

fn sits(person: &Person) -> Holder {
    Holder::Person { person: person.hash(), name: "P".into() }
}

#[tokio::test]
async fn time_without_a_server_costs_nobody_anything() {
    let house = House::new();
    let people = [person("", "a"), person("", "b")];
    let seats = || people.iter().map(sits).collect::<Vec<_>>();
    // Minutes were left on the clock when the server went, hours ago.
    let gone = now() - 5 * HOUR;
    let clock = Some(ClockRule::Increment { base: 600_000, step: 0 });
    let running =
        Past::open("aaaaaaaaaaaa", seats(), clock, gone - 9000).act(1, "@17", gone - 5000);
    // This one's time was up while the server ran, and nobody had noticed.
    let over = Past::open("bbbbbbbbbbbb", seats(), clock, gone - HOUR).act(1, "@17", gone - HOUR);
    left_behind(&house.data(), vec![running, over], gone).await;
    let server = house.start().await;
    let people = people.map(|person| person.at(&server.address));
    let (seq, view) = people[1].view("aaaaaaaaaaaa").await;
    assert_eq!((seq, &view["phase"], &view["to_act"]), (3, &json!("playing"), &json!(2)));
    let since = view["clock"]["since"].as_i64().expect("a moment");
    assert!(since > gone + 4 * HOUR, "five hours were given back");
    assert_eq!(view["clock"]["left"], json!([600_000, 600_000]));
    people[1].act("aaaaaaaaaaaa", "b").await;
    let flagged = async {
        while people[0].view("bbbbbbbbbbbb").await.1["phase"] != "over" {
            pause().await;
        }
    };
    soon("a clock runs out", flagged).await;
    let (_, view) = people[0].view("bbbbbbbbbbbb").await;
    assert_eq!(view["result"]["winners"], json!([1]));
    server.stop().await;
    let store = Sqlite::open(&house.data()).await.expect("a store");
    let events = store.events("aaaaaaaaaaaa", 0).await.expect("events");
    store.close().await;
    let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["created", "action", "credited", "action"]);
    let credited: Value = serde_json::from_str(&events[2].payload).expect("JSON");
    assert!(credited["ms"].as_i64().is_some_and(|ms| ms >= 5 * HOUR), "{credited}");
    house.is_healthy().await;
    house.is_quiet();
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game_in_any_race() {
    let house = House::new();
    let server = house.start().await;
    let clock = json!({"kind": "increment", "base": 300, "step": 0});
    let seats = json!([{"who": "me"}, {"who": "open"}]);
    let new = json!({"spec": "zange", "seats": seats, "clock": clock});
    for _ in 0..3 {
        let (table, people) = server.table_with(new.clone()).await;
        let mut socket = people[0].socket(&table).await;
        people[0].act(&table, "a").await;
        // Acting until it is too late: one order, one end.
        let mut number = 0;
        let acting = async {
            loop {
                number += 1;
                let (_, view) = people[1].view(&table).await;
                let Some(seat) = view["to_act"].as_u64() else { return view };
                let act = json!({
                    "id": format!("{number}"), "do": "act",
                    "action": view["legal"][0]["text"], "length": view["length"],
                });
                let _ = people[seat as usize - 1].command(&table, &act).await;
            }
        };
        let view = soon("time is up", acting).await;
        assert_eq!(view["phase"], "over");
        assert_eq!(view["result"]["reason"], "time", "{}", view["result"]);
        let mut flags = 0;
        let (seq, _) = people[0].view(&table).await;
        loop {
            let news = socket.hear("news").await;
            flags += usize::from(news["event"]["kind"] == "flagged");
            if news["seq"] == seq {
                break;
            }
        }
        assert_eq!(flags, 1);
    }
    house.is_quiet();
}

#[tokio::test]
async fn programs_go_on_after_a_restart() {
    let house = House::new();
    let me = person("", "a");
    let seats = vec![sits(&me), Holder::Program { level: "level:2".into() }];
    let at = now() - HOUR;
    let past = Past::open("cccccccccccc", seats, None, at).act(1, "@17", at);
    left_behind(&house.data(), vec![past], at).await;
    let server = house.start().await;
    // Nobody has come yet: the server remembers by itself.
    let metrics = async {
        loop {
            let answer = me.at(&server.address).get("/metrics").await;
            if answer.text().contains("wabe_append_seconds_count 1") {
                return;
            }
            pause().await;
        }
    };
    soon("the program moves", metrics).await;
    let (_, view) = me.at(&server.address).view("cccccccccccc").await;
    assert_eq!((&view["length"], &view["to_act"]), (&json!(2), &json!(1)));
    house.is_quiet();
}

#[tokio::test]
async fn a_backup_of_a_running_server_can_be_served() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("omega:players=3", 3).await;
    for number in 0..6 {
        let (_, view) = people[0].view(&table).await;
        let seat = view["to_act"].as_u64().expect("a seat") as usize;
        people[seat - 1].act(&table, &format!("{number}")).await;
    }
    let before = people[0].view(&table).await;
    let copy = House::new();
    std::fs::create_dir(copy.data()).expect("a folder");
    let mut backup = wabe();
    backup.arg("backup").arg(copy.data().join("wabe.db")).arg("--data").arg(house.data());
    let output = run(&mut backup).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The doctor comes to the copy, and to the one that runs.
    copy.is_healthy().await;
    house.is_healthy().await;
    let other = copy.start().await;
    assert_eq!(people[0].at(&other.address).view(&table).await, before);
    server.stop().await;
    other.stop().await;
    copy.is_quiet();
    house.is_quiet();
}

fn bot(address: &str, rest: &[&str]) -> Command {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot/bot.py");
    let text = std::fs::read_to_string(&path).expect("the example");
    assert!(text.lines().count() <= 50, "an example of 50 lines");
    let mut command = Command::new("python3");
    command.arg(path).arg(format!("http://{address}")).args(rest);
    command.kill_on_drop(true).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[tokio::test]
async fn the_example_bot_plays_to_the_end() {
    let house = House::new();
    let server = house.start().await;
    let spec = "zange:captures=1,limit=80";
    let output = run(&mut bot(&server.address, &[spec])).await;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let (table, result) = told.split_once(' ').expect("a table and a result");
    let person = server.person().await;
    let (_, view) = person.view(table).await;
    assert_eq!(view["phase"], "over");
    assert!(result.contains(view["result"]["reason"].as_str().expect("a reason")), "{result}");

    // Two of them at somebody's table; somebody talks to them meanwhile.
    let seats = json!([{"who": "open"}, {"who": "open"}]);
    let table = person.open(&json!({"spec": spec, "seats": seats})).await;
    let first = bot(&server.address, &["--table", &table]).spawn().expect("python3 runs");
    let seated = async {
        while person.view(&table).await.1["seats"][0]["who"] != "person" {
            pause().await;
        }
    };
    soon("a bot sits down", seated).await;
    let second = bot(&server.address, &["--table", &table]).spawn().expect("python3 runs");
    let mut number = 0;
    let talked = async {
        while person.view(&table).await.1["phase"] != "over" {
            number += 1;
            let chat = json!({"id": format!("{number}"), "do": "chat", "text": "well?"});
            person.must(&table, &chat).await;
        }
    };
    soon("bots finish", talked).await;
    for bot in [first, second] {
        let output = soon("a bot ends", bot.wait_with_output()).await.expect("it ran");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && error.is_empty(), "{error}");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&table));
    }
    house.is_quiet();
}

#[tokio::test]
async fn a_terminal_sits_down_and_plays() {
    let house = House::new();
    let server = house.start().await;
    let other = server.person().await;
    let seats = json!([{"who": "open"}, {"who": "me", "name": "Ben"}]);
    let table = other.open(&json!({"spec": "zange", "seats": seats})).await;
    let mut socket = other.socket(&table).await;
    let url = format!("http://{}/t/{table}", server.address);
    let mut command = wabe();
    command.args(["play", "--table", &url]).env("WABE_DATA", house.path("terminal"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut terminal = command.spawn().expect("wabe runs");
    let mut input = terminal.stdin.take().expect("piped");
    let mut lines = BufReader::new(terminal.stdout.take().expect("piped")).lines();
    let mut shows = async |part: &str| {
        let shown = async {
            while !lines.next_line().await.expect("UTF-8").expect("more").contains(part) {}
        };
        soon(&format!("the terminal shows `{part}`"), shown).await;
    };
    shows("You are to act").await;
    // From here on it hears everything.
    while socket.hear("presence").await["present"][0] != true {}
    input.write_all(b"@99\n@17\nsay hello\n").await.expect("it reads");
    shows("@99").await;
    shows("(1) plays @17").await;
    shows("hello").await;
    other.act(&table, "a").await;
    shows("Ben (2) plays").await;
    shows("You are to act").await;
    input.write_all(b"resign\n").await.expect("it reads");
    shows("Won by Ben (2)").await;
    input.write_all(b"quit\n").await.expect("it reads");
    shows("The table stays as it is").await;
    let status = soon("the terminal ends", terminal.wait()).await.expect("it ran");
    assert!(status.success());
    let (_, view) = other.view(&table).await;
    assert_eq!(view["turns"][0]["actions"], json!(["@17"]));
    assert_eq!(view["chat"][0]["text"], "hello");
    assert_eq!(view["result"]["winners"], json!([2]));
    house.is_quiet();
}

/// What a path answers is among what its description lists.
fn is_described(path: &str, described: &Value, answer: &Answer) {
    let known = &described["responses"][answer.status.to_string()];
    assert!(known.is_object(), "{path} answers {}, which is not described", answer.status);
    if let Some(content) = known["content"].as_object() {
        let kind = answer.header("content-type").unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        assert!(content.contains_key(kind), "{path}: {kind}");
    }
}

#[tokio::test]
async fn every_path_is_described_and_answers_as_described() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    people[0].act(&table, "a").await;
    let described = people[0].get("/api/openapi.json").await.json();
    let paths = described["paths"].as_object().expect("paths");
    // Every route has a description, and every description a route.
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src/api.rs");
    let source = std::fs::read_to_string(source).expect("a file");
    let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut routes: Vec<&str> = routes.filter(|route| !route.contains('*')).collect();
    routes.sort_unstable();
    let mut known: Vec<&str> = paths.keys().map(String::as_str).collect();
    known.sort_unstable();
    assert_eq!(routes, known);
    for (path, methods) in paths {
        for (method, described) in methods.as_object().expect("methods") {
            for id in [table.as_str(), "zzzzzzzzzzzz"] {
                let real = path.replace("{id}", id).replace("{length}", "1");
                let body = match path.as_str() {
                    "/api/tables" => {
                        json!({"spec": "zange", "seats": [{"who": "me"}, {"who": "open"}]})
                    }
                    _ => json!({"id": "1", "do": "chat", "text": "x"}),
                };
                if path.ends_with("/live") {
                    let opened = people[0].try_socket(id).await.is_ok();
                    assert_eq!(opened, id == table);
                } else if path.ends_with("/stream") && id == table {
                    assert!(
                        described["responses"]["200"]["content"]["application/x-ndjson"]
                            .is_object()
                    );
                } else {
                    let method = method.to_uppercase();
                    let body = body.to_string();
                    let body = if method == "POST" { body.as_bytes() } else { b"" };
                    let answer = people[0].try_ask(&method, &real, body).await.expect("an answer");
                    // What perfect play gives is not told while others play.
                    let well = id == table && !path.ends_with("/known") || !path.contains("{id}");
                    assert_eq!(answer.status < 300, well, "{real}: {}", answer.text());
                    is_described(&real, described, &answer);
                }
                // Nonsense is refused in a way that is described as well.
                if method == "post" && described.get("requestBody").is_some() {
                    let answer = people[0].try_ask("POST", &real, b"nonsense").await;
                    is_described(&real, described, &answer.expect("an answer"));
                }
            }
        }
    }
    // What a table shows has the fields that are described, and no others.
    let (_, view) = people[0].view(&table).await;
    let fields = described["components"]["schemas"]["View"]["properties"].as_object();
    let mut fields: Vec<&String> = fields.expect("fields").keys().collect();
    let mut shown: Vec<&String> = view.as_object().expect("a view").keys().collect();
    fields.sort();
    shown.sort();
    assert_eq!(fields, shown);
}

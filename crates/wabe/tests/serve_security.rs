//! Strangers, foreign pages, floods and nonsense: each is turned away with a
//! word, and the table goes on.

mod trial;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};
use trial::{Answer, House, Person, Server, Socket, ask, files, pause, soon};

fn pair() -> Value {
    json!({"spec": "zange", "seats": [{"who": "me"}, {"who": "open"}]})
}

/// Plays on at the table: nothing that happened has hurt it.
async fn goes_on(table: &str, people: &[Person]) {
    let (seq, view) = people[0].view(table).await;
    let seat = view["to_act"].as_u64().expect("somebody is to act") as usize;
    let id = format!("goes-on-{seq}");
    assert_eq!(people[seat - 1].act(table, &id).await, seq + 1);
}

fn status(refused: Result<Socket, Error>) -> u16 {
    match refused {
        Err(Error::Http(answer)) => answer.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => 101,
    }
}

/// The whole database, as it lies on the disk.
fn stored(house: &House) -> Vec<u8> {
    let files = files(&house.data()).into_iter();
    files.flat_map(|file| std::fs::read(file).expect("a file")).collect()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|some| some == text.as_bytes())
}

#[tokio::test]
async fn pages_of_others_cannot_act() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let bearer = format!("Bearer {}", people[0].key);
    let own = format!("http://{}", server.address);
    let foreign = [
        ("Origin", "http://evil.example"),
        ("Origin", "null"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ];
    let body = pair().to_string();
    let act = json!({"id": "x", "do": "chat", "text": "x"}).to_string();
    let command = format!("/api/tables/{table}/do");
    for header in foreign {
        let headers = [("Authorization", bearer.as_str()), header];
        let socket = Socket::open(&server.address, &table, &headers).await;
        assert_eq!(status(socket), 403, "{header:?}");
        for (path, body) in [("/api/tables", &body), ("/api/keys", &act), (&command, &act)] {
            let answer = ask(&server.address, "POST", path, &headers, body.as_bytes()).await;
            let answer = answer.expect("an answer");
            assert_eq!((answer.status, answer.code().as_str()), (403, "foreign"), "{path}");
        }
    }
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Origin", own.as_str()),
        ("Sec-Fetch-Site", "same-origin"),
    ];
    assert_eq!(status(Socket::open(&server.address, &table, &headers).await), 101);
    let answer = ask(&server.address, "POST", &command, &headers, act.as_bytes()).await;
    assert_eq!(answer.expect("an answer").status, 200);
    goes_on(&table, &people).await;
    house.is_quiet();
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_pages_safe() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let paths = [
        "/".to_owned(),
        format!("/t/{table}"),
        "/nowhere".to_owned(),
        "/api/games".to_owned(),
        "/api/nowhere".to_owned(),
        "/livez".to_owned(),
        format!("/api/tables/{table}"),
        format!("/api/tables/{table}/record"),
        format!("/api/tables/{table}/picture.svg"),
    ];
    for path in paths {
        let answer = people[0].get(&path).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'"), "{path}: {policy}");
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src"));
        assert!(scripts.is_none_or(|rule| rule.trim() == "script-src 'self'"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
}

/// The secret in a new cookie.
fn secret(answer: &Answer) -> Option<String> {
    let cookie = answer.header("set-cookie")?;
    let mut parts = cookie.split("; ");
    let secret = parts.next()?.strip_prefix("wabe=")?.to_owned();
    let rest: Vec<&str> = parts.collect();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(rest.contains(&part), "{cookie}");
    }
    assert!(!rest.iter().any(|part| part.starts_with("Domain")), "{cookie}");
    Some(secret)
}

#[tokio::test]
async fn a_browsers_secret_stays_between_the_browser_and_the_server() {
    let house = House::new();
    let server = house.start().await;
    let first = ask(&server.address, "GET", "/api/mine", &[], b"").await.expect("an answer");
    let secret = secret(&first).expect("a cookie");
    assert!(secret.len() == 32 && secret.bytes().all(|b| b.is_ascii_hexdigit()), "128 bits");
    let cookie = format!("lang=de; wabe={secret}");
    let headers = [("Cookie", cookie.as_str())];
    let asked = async |method: &str, path: &str, body: &Value| {
        let body = body.to_string();
        let answer = ask(&server.address, method, path, &headers, body.as_bytes()).await;
        let answer = answer.expect("an answer");
        assert!(!answer.text().contains(&secret), "{path}");
        assert!(!answer.headers.iter().any(|(_, value)| value.contains(&secret)), "{path}");
        answer
    };
    let opened = asked("POST", "/api/tables", &pair()).await;
    let table = opened.json()["id"].as_str().expect("a name").to_owned();
    let view = asked("GET", &format!("/api/tables/{table}"), &Value::Null).await.json();
    assert_eq!(view["table"]["mine"], json!([1]));
    let command = json!({"id": "1", "do": "chat", "text": "hello"});
    asked("POST", &format!("/api/tables/{table}/do"), &command).await;
    for path in ["", "/record", "/picture.svg", "/at/0"] {
        asked("GET", &format!("/api/tables/{table}{path}"), &Value::Null).await;
    }
    assert_eq!(asked("GET", "/api/mine", &Value::Null).await.json()[0]["id"], table.as_str());
    // Neither while it runs nor afterwards is it on the disk.
    assert!(!contains(&stored(&house), &secret));
    server.stop().await;
    let person = Person { address: String::new(), key: secret.clone() };
    let stored = stored(&house);
    assert!(!contains(&stored, &secret) && contains(&stored, &person.hash()));
    assert!(!house.said().contains(&secret));
}

#[tokio::test]
async fn broken_cookies_are_replaced() {
    let house = House::new();
    let server = house.start().await;
    for broken in ["wabe=", "wabe=1234", "=;;;wabe", "wabe=\"'<script>", "wabe=zz; wabe=yy"] {
        let headers = [("Cookie", broken)];
        let answer = ask(&server.address, "GET", "/api/mine", &headers, b"").await;
        let answer = answer.expect("an answer");
        assert_eq!((answer.status, answer.json()), (200, json!([])), "{broken}");
        assert!(secret(&answer).is_some(), "{broken}");
    }
    for broken in ["", "Bearer", "Bearer zz", "Basic eDp5", "Bearer 0123456789"] {
        let headers = [("Authorization", broken)];
        let answer = ask(&server.address, "GET", "/api/mine", &headers, b"").await;
        assert_eq!(answer.expect("an answer").json(), json!([]), "{broken}");
    }
}

#[tokio::test]
async fn nobody_acts_for_somebody_else() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    people[0].act(&table, "a").await;
    people[1].act(&table, "b").await;
    people[0].act(&table, "c").await;
    let propose = json!({"id": "p", "do": "propose", "what": "draw"});
    let (mut seq, view) = (people[0].must(&table, &propose).await, people[0].view(&table).await.1);
    let commands = [
        json!({"do": "act", "action": "@17", "length": view["length"]}),
        json!({"do": "undo"}),
        json!({"do": "sit", "seat": 1, "name": "Me"}),
        json!({"do": "stand", "seat": 1}),
        json!({"do": "resign"}),
        json!({"do": "resign", "seat": 1}),
        json!({"do": "propose", "what": "takeback"}),
        json!({"do": "propose", "what": "consent", "action": "agree-corners"}),
        json!({"do": "answer", "accept": true}),
        json!({"do": "answer", "accept": false}),
        json!({"do": "abort"}),
        json!({"do": "rematch"}),
        json!({"do": "hurry"}),
    ];
    let stranger = server.person().await;
    let mut socket = stranger.socket(&table).await;
    for (i, mut command) in commands.into_iter().enumerate() {
        command["id"] = format!("s{i}").into();
        let code = stranger.refused(&table, &command).await;
        assert!(matches!(code.as_str(), "not-your-seat" | "not-now"), "{command}: {code}");
        let answer = socket.answer(&command).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!(code)));
    }
    // Nor does one player for the other.
    let resign = json!({"id": "r", "do": "resign", "seat": 2});
    assert_eq!(people[0].refused(&table, &resign).await, "not-your-seat");
    let accept = json!({"id": "y", "do": "answer", "accept": true});
    assert_eq!(people[0].refused(&table, &accept).await, "not-your-seat");
    let wrong = json!({"id": "w", "do": "act", "action": "@17", "length": view["length"]});
    assert_eq!(people[0].refused(&table, &wrong).await, "not-your-seat");
    assert_eq!(people[0].view(&table).await.0, seq, "nothing has happened");
    // A name for a message is one's own: the same one of a stranger is another.
    let chat = |text: &str| json!({"id": "same", "do": "chat", "text": text});
    for person in [&people[0], &people[1], &stranger] {
        seq += 1;
        assert_eq!(person.must(&table, &chat("x")).await, seq);
        assert_eq!(person.must(&table, &chat("y")).await, seq);
    }
    goes_on(&table, &people).await;
    house.is_quiet();
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_the_table_goes_on() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let mut socket = people[0].socket(&table).await;
    let large = |size: usize| json!({"id": "l", "do": "chat", "text": "x".repeat(size)});
    let answer = socket.answer(&large(10_000)).await;
    assert_eq!((&answer["type"], &answer["code"]), (&json!("refused"), &json!("too-large")));
    let answer = socket.answer(&large(501)).await;
    assert_eq!(answer["code"], "too-large");
    let answer = socket.answer(&json!({"id": "p", "do": "ping"})).await;
    assert_eq!(answer["type"], "pong", "the socket goes on");
    // Far too large a message ends this connection, and no other.
    let _ = socket.send(&large(1_000_000)).await;
    let _ = socket.goodbye().await;
    assert_eq!(people[0].refused(&table, &large(10_000)).await, "too-large");
    for path in [format!("/api/tables/{table}/do"), "/api/tables".to_owned()] {
        let body = vec![b' '; 1_000_000];
        if let Some(answer) = people[0].try_ask("POST", &path, &body).await {
            assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"), "{path}");
        }
    }
    let name = json!({"spec": "zange", "seats": [{"who": "me", "name": "x".repeat(10_000)}, {"who": "open"}]});
    let long = people[0].open(&name).await;
    let (_, view) = people[0].view(&long).await;
    assert!(view["seats"][0]["name"].as_str().expect("a name").len() <= 30);
    goes_on(&table, &people).await;
    house.is_quiet();
}

#[tokio::test]
async fn a_socket_that_floods_is_told_so_and_then_closed() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let mut socket = people[0].socket(&table).await;
    let mut refused = 0;
    let flooded = async {
        loop {
            for number in 0..50 {
                if !socket.send(&json!({"id": format!("{number}"), "do": "ping"})).await {
                    return;
                }
            }
            let mut answers = 0;
            while answers < 50 {
                let Some(message) = socket.next().await else { return };
                answers += usize::from(message["type"] == "pong");
                if message["type"] == "refused" {
                    assert_eq!(message["code"], "too-much");
                    (answers, refused) = (answers + 1, refused + 1);
                }
            }
        }
    };
    soon("the socket is closed", flooded).await;
    assert!(refused > 0, "it was told first");
    goes_on(&table, &people).await;
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_requests() {
    let house = House::new();
    let few = ["--sockets-per-address", "2", "--requests-per-second", "20"];
    let server = house.start_with(&few).await;
    let person = server.person().await;
    let table = person.open(&pair()).await;
    let first = person.socket(&table).await;
    let _second = person.socket(&table).await;
    assert_eq!(status(person.try_socket(&table).await), 429);
    let stream = person.get(&format!("/api/tables/{table}/stream")).await;
    assert_eq!((stream.status, stream.code().as_str()), (429, "too-much"));
    drop(first);
    let again = async {
        while person.try_socket(&table).await.is_err() {
            pause().await;
        }
    };
    soon("what is given back can be had again", again).await;
    let flooded = async {
        loop {
            let many = (0..50).map(|_| person.try_ask("GET", "/livez", b""));
            let answers = futures_util::future::join_all(many).await;
            if let Some(answer) = answers.into_iter().flatten().find(|a| a.status != 200) {
                return answer;
            }
        }
    };
    let answer = soon("a flood is noticed", flooded).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-much"));
}

#[tokio::test]
async fn an_address_opens_so_many_tables_rematches_included() {
    let house = House::new();
    let server = house.start_with(&["--tables-per-hour", "3"]).await;
    let person = Person { address: server.address.clone(), key: "ab".repeat(16) };
    let alone = json!({"spec": "zange", "seats": [{"who": "me"}, {"who": "me"}]});
    let mut table = person.open(&alone).await;
    for _ in 0..2 {
        person.must(&table, &json!({"id": "a", "do": "abort"})).await;
        person.must(&table, &json!({"id": "r", "do": "rematch"})).await;
        table = person.view(&table).await.1["rematch"].as_str().expect("a table").to_owned();
    }
    person.must(&table, &json!({"id": "a", "do": "abort"})).await;
    assert_eq!(person.refused(&table, &json!({"id": "r", "do": "rematch"})).await, "too-much");
    let answer = person.post("/api/tables", &alone).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-much"));
    let answer = person.post("/api/keys", &json!({})).await;
    assert_eq!(answer.status, 429, "keys too");
    assert_eq!(person.get("/api/mine").await.json().as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn what_is_said_comes_back_as_the_text_it_was() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let mut socket = people[1].socket(&table).await;
    let text = "<script>alert('x')</script> & \"quotes\" \u{202e}";
    people[0].must(&table, &json!({"id": "c", "do": "chat", "text": text})).await;
    let news = socket.hear("news").await;
    assert_eq!(news["event"]["text"], text);
    let answer = people[0].get(&format!("/api/tables/{table}")).await;
    assert_eq!(answer.json()["table"]["chat"][0]["text"], text);
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn nonsense_is_refused_with_a_code_and_the_table_goes_on() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("zange", 2).await;
    let mut socket = people[0].socket(&table).await;
    let huge = "18446744073709551615";
    let deep = "[".repeat(3000);
    let object = format!("{{\"id\":\"d\",\"do\":\"chat\",\"text\":{deep}");
    let texts = [
        String::new(),
        "null".into(),
        "[]".into(),
        "{".into(),
        "\u{0}".into(),
        "{\"id\":\"x\"}".into(),
        "{\"do\":\"undo\"}".into(),
        "{\"id\":7,\"do\":\"undo\"}".into(),
        "{\"id\":\"\",\"do\":\"undo\"}".into(),
        "{\"id\":\"a b\",\"do\":\"undo\"}".into(),
        format!("{{\"id\":\"{}\",\"do\":\"undo\"}}", "x".repeat(65)),
        "{\"id\":\"x\",\"do\":\"fly\"}".into(),
        "{\"id\":\"x\",\"do\":[\"act\"]}".into(),
        "{\"id\":\"x\",\"do\":\"act\"}".into(),
        "{\"id\":\"x\",\"do\":\"act\",\"action\":\"@17\",\"length\":-1}".into(),
        "{\"id\":\"x\",\"do\":\"act\",\"action\":\"@17\",\"length\":1e99}".into(),
        "{\"id\":\"x\",\"do\":\"act\",\"action\":\"\\u0000\",\"length\":0}".into(),
        format!("{{\"id\":\"x\",\"do\":\"act\",\"action\":\"{}\",\"length\":0}}", "9".repeat(5000)),
        format!("{{\"id\":\"x\",\"do\":\"act\",\"action\":\"@17\",\"length\":{huge}}}"),
        format!("{{\"id\":\"x\",\"do\":\"sit\",\"seat\":{huge},\"name\":\"x\"}}"),
        "{\"id\":\"x\",\"do\":\"sit\",\"seat\":0}".into(),
        format!("{{\"id\":\"x\",\"do\":\"stand\",\"seat\":{huge}}}"),
        format!("{{\"id\":\"x\",\"do\":\"resign\",\"seat\":{huge}}}"),
        "{\"id\":\"x\",\"do\":\"resign\",\"seat\":0}".into(),
        "{\"id\":\"x\",\"do\":\"propose\",\"what\":\"war\"}".into(),
        "{\"id\":\"x\",\"do\":\"propose\",\"what\":\"consent\",\"action\":\"?\"}".into(),
        "{\"id\":\"x\",\"do\":\"chat\",\"text\":\"  \"}".into(),
        deep.clone(),
        object,
    ];
    for text in texts {
        let path = format!("/api/tables/{table}/do");
        let answer = people[0].try_ask("POST", &path, text.as_bytes()).await.expect("an answer");
        assert!((400..500).contains(&answer.status), "{text}: {}", answer.text());
        let code = answer.code();
        assert!(socket.send_message(Message::text(text.clone())).await);
        let refused = socket.hear("refused").await;
        assert_eq!(refused["code"], code, "{text}");
    }
    assert!(socket.send_message(Message::binary(vec![0xff, 0, 1])).await);
    assert_eq!(socket.hear("refused").await["code"], "malformed");
    let answer = people[0].try_ask("POST", &format!("/api/tables/{table}/do"), &[0xff, 0xfe]).await;
    assert_eq!(answer.expect("an answer").code(), "malformed");
    goes_on(&table, &people).await;
    house.is_quiet();
}

#[tokio::test]
async fn tables_that_cannot_be_are_refused() {
    let house = House::new();
    let server = house.start().await;
    let person = server.person().await;
    let seats = json!([{"who": "me"}, {"who": "open"}]);
    let clock = |base: i64, step: i64| json!({"kind": "increment", "base": base, "step": step});
    let level = |level: &str| json!([{"who": "me"}, {"who": "program", "level": level}]);
    let bad = [
        json!({"spec": "mahjong", "seats": seats}),
        json!({"spec": "", "seats": seats}),
        json!({"spec": "zange:sides=7", "seats": seats}),
        json!({"spec": "x".repeat(60_000), "seats": seats}),
        json!({"spec": "zange", "seats": []}),
        json!({"spec": "zange", "seats": vec![json!({"who": "me"}); 1000]}),
        json!({"spec": "omega:players=99", "seats": seats}),
        json!({"spec": "zange", "seats": [{"who": "program", "level": "level:1"}, {"who": "program", "level": "level:1"}]}),
        json!({"spec": "zange", "seats": level("level:9")}),
        json!({"spec": "zange", "seats": level("tree:1000000000")}),
        json!({"spec": "zange", "seats": level("random")}),
        json!({"spec": "zange", "seats": level("")}),
        json!({"spec": "zange", "seats": seats, "clock": clock(-1, 0)}),
        json!({"spec": "zange", "seats": seats, "clock": clock(0, 0)}),
        json!({"spec": "zange", "seats": seats, "clock": clock(i64::MAX, i64::MAX)}),
        json!({"spec": "zange", "seats": seats, "clock": {"kind": "days", "days": i64::MIN}}),
        json!({"spec": "zange", "seats": seats, "position": "nonsense"}),
        json!({"spec": "zange", "seats": seats, "position": "\u{0}".repeat(9000)}),
    ];
    for new in bad {
        let answer = person.post("/api/tables", &new).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad-table"), "{new}");
    }
    let levels = [level("level:9"), json!([{"who": "program", "level": "best"}])];
    for seats in levels {
        let answer = person.post("/api/tables", &json!({"spec": "zange", "seats": seats})).await;
        let says = &answer.json()["says"];
        assert_ne!(says["en"], says["de"], "the same in English and in German");
    }
    let malformed = [
        json!(null),
        json!([]),
        json!({"spec": "zange"}),
        json!({"spec": "zange", "seats": seats, "sides": 7}),
        json!({"spec": "zange", "seats": [{"who": "me", "king": true}, {"who": "open"}]}),
        json!({"spec": "zange", "seats": [{"who": "ghost"}, {"who": "open"}]}),
        json!({"spec": "zange", "seats": seats, "clock": {"kind": "sand"}}),
        json!({"spec": "zange", "seats": seats, "from": {"table": "abc", "at": -1}}),
    ];
    for new in malformed {
        let answer = person.post("/api/tables", &new).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "malformed"), "{new}");
    }
    let deep = format!("{{\"spec\":\"zange\",\"seats\":{}", "[".repeat(30_000));
    let answer = person.try_ask("POST", "/api/tables", deep.as_bytes()).await;
    assert_eq!(answer.expect("an answer").code(), "malformed");
    let from = json!({"spec": "", "seats": seats, "from": {"table": "aaaaaaaaaaaa", "at": 1}});
    assert_eq!(person.post("/api/tables", &from).await.code(), "unknown-table");
    assert_eq!(person.get("/api/mine").await.json(), json!([]));
    house.is_quiet();
}

#[tokio::test]
async fn tables_and_moments_that_are_not_there_are_refused() {
    let house = House::new();
    let server = house.start().await;
    let person = server.person().await;
    let table = person.open(&pair()).await;
    for name in ["aaaaaaaaaaaa", "x", "..", "%2e%2e", "%00", "%ff", &"a".repeat(3000)] {
        for rest in ["", "/at/0", "/record", "/picture.svg", "/picture.png", "/stream"] {
            let answer = person.get(&format!("/api/tables/{name}{rest}")).await;
            assert!(matches!(answer.status, 400 | 404), "{name}{rest}: {}", answer.status);
            assert!(
                matches!(answer.code().as_str(), "unknown-table" | "malformed"),
                "{name}{rest}"
            );
        }
        if name == "aaaaaaaaaaaa" {
            assert_eq!(status(person.try_socket(name).await), 404);
            let ping = json!({"id": "1", "do": "ping"});
            assert_eq!(person.refused(name, &ping).await, "unknown-table");
        }
    }
    for (rest, expected) in [
        ("/at/1", "not-now"),
        ("/at/-1", "malformed"),
        ("/at/x", "malformed"),
        ("/at/99999999999999999999999", "malformed"),
        ("/picture.svg?at=1", "not-now"),
        ("/picture.svg?at=x", "malformed"),
        ("/live", "malformed"),
        ("/nowhere", "unknown-table"),
    ] {
        let answer = person.get(&format!("/api/tables/{table}{rest}")).await;
        assert!((400..500).contains(&answer.status), "{rest}");
        assert_eq!(answer.code(), expected, "{rest}");
    }
    let answer = person.try_ask("DELETE", &format!("/api/tables/{table}"), b"").await;
    let answer = answer.expect("an answer");
    assert_eq!((answer.status, answer.code().as_str()), (405, "malformed"));
    house.is_quiet();
}

/// Every covered stone in a message must be hidden; how many there were.
fn covered(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(covered).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match (name.as_str(), value) {
                ("stones", Value::Array(stones)) => {
                    let under = &stones[..stones.len().saturating_sub(1)];
                    assert!(under.iter().all(|stone| stone["number"] == "hidden"), "{value}");
                    under.len()
                }
                _ => covered(value),
            })
            .sum(),
        _ => 0,
    }
}

#[tokio::test]
async fn covered_numbers_and_peoples_names_for_us_are_never_sent() {
    let house = House::new();
    let server = house.start().await;
    let (table, people) = server.table("ombagi:hidden=true", 2).await;
    let watcher = server.person().await;
    let everybody = [&people[0], &people[1], &watcher];
    let mut sockets = Vec::new();
    for person in everybody {
        sockets.push(person.socket(&table).await);
    }
    let (mut told, mut hidden) = (Vec::new(), 0);
    let mut truth = wabe_games::open("ombagi:hidden=true").expect("a game");
    for number in 0..16 {
        let acting = &people[number % 2];
        let (_, view) = acting.view(&table).await;
        // Uncover and cover: the last action is as good as any.
        let legal = view["legal"].as_array().expect("a list");
        let action = legal[(number * 7) % legal.len()]["text"].as_str().expect("a text").to_owned();
        let command =
            json!({"id": format!("{number}"), "do": "act", "action": action, "length": number});
        acting.must(&table, &command).await;
        truth.play(&action).expect("legal");
        for (person, socket) in everybody.iter().zip(&mut sockets) {
            let messages = [socket.hear("news").await, person.view(&table).await.1];
            for message in messages {
                hidden += covered(&message);
                let turns =
                    message["turns"].as_array().or(message["change"]["turns"]["add"].as_array());
                let (_, before) = turns.expect("turns").split_last().expect("a turn");
                for turn in before {
                    let actions = turn["actions"].as_array().expect("actions");
                    assert!(actions.iter().all(|action| action == "…"), "{turn}");
                }
                let text = message.to_string();
                assert!(!text.contains(&truth.position()), "the whole position was sent");
                told.push(text);
            }
            for rest in ["/record", "/at/0", "/picture.svg?at=0"] {
                let answer = person.get(&format!("/api/tables/{table}{rest}")).await;
                assert_eq!(answer.code(), "not-now", "{rest}");
            }
            let now = person.get(&format!("/api/tables/{table}/at/{}", number + 1)).await.json();
            assert!(now["position"].is_null());
            hidden += covered(&now);
            let seats = json!([{"who": "me"}, {"who": "open"}]);
            let from = json!({"seats": seats, "from": {"table": table, "at": number}});
            assert_eq!(person.post("/api/tables", &from).await.code(), "bad-table");
        }
    }
    assert!(hidden > 500, "there was something to hide");
    people[0].must(&table, &json!({"id": "end", "do": "resign"})).await;
    for (person, socket) in everybody.iter().zip(&mut sockets) {
        told.push(socket.hear("news").await.to_string());
        let record = person.get(&format!("/api/tables/{table}/record")).await;
        assert_eq!(record.status, 200, "after the game everything is shown");
        told.push(record.text());
        told.push(person.get("/api/mine").await.text());
        told.push(person.get(&format!("/api/tables/{table}")).await.text());
    }
    for text in told {
        for person in everybody {
            assert!(!text.contains(&person.hash()[..16]) && !text.contains(&person.key), "{text}");
        }
    }
    house.is_quiet();
}

#[tokio::test]
async fn a_program_thinks_no_longer_for_being_asked_again() {
    let house = House::new();
    let server = house.start().await;
    let seats = json!([{"who": "me"}, {"who": "program", "level": "level:8"}]);
    let person = server.person().await;
    let table = person.open(&json!({"spec": "abalone", "seats": seats})).await;
    let mut socket = person.socket(&table).await;
    // Undone and played anew under the program's hands, it answers the last.
    for round in 0..5 {
        person.act(&table, &format!("a{round}")).await;
        assert_eq!(socket.hear("thinking").await["seat"], 2);
        person.must(&table, &json!({"id": format!("u{round}"), "do": "undo"})).await;
    }
    person.act(&table, "last").await;
    let (_, view) = person.view(&table).await;
    if view["to_act"] == 2 {
        let hurry = json!({"id": "h", "do": "hurry"});
        let _ = person.command(&table, &hurry).await;
    }
    let moved = async {
        loop {
            let (_, view) = person.view(&table).await;
            if view["length"] == 2 {
                return view;
            }
            pause().await;
        }
    };
    let view = soon("the program moves", moved).await;
    assert_eq!((&view["to_act"], &view["turn"]), (&json!(1), &json!(3)));
    // Answers to what was undone are void.
    house.is_quiet();
    let (seq, _) = person.view(&table).await;
    let events = 1 + 5 * 2 + 2;
    assert!(seq <= events + 5, "{seq}");
}

#[tokio::test]
async fn both_may_ask_for_a_rematch_at_once_and_get_one() {
    let house = House::new();
    let server = house.start().await;
    for round in 0..5 {
        let (table, people) = server.table("zange", 2).await;
        people[0].must(&table, &json!({"id": "x", "do": "resign"})).await;
        let rematch = json!({"id": "again", "do": "rematch"});
        let asked = people.iter().chain(&people).map(|person| person.command(&table, &rematch));
        for answer in futures_util::future::join_all(asked).await {
            assert_eq!(answer.json()["type"], "ack", "{round}: {}", answer.text());
        }
        let (_, view) = people[0].view(&table).await;
        let next = view["rematch"].as_str().expect("a table").to_owned();
        for (i, person) in people.iter().enumerate() {
            let mine = person.get("/api/mine").await.json();
            assert_eq!(mine.as_array().map(Vec::len), Some(2), "one new table: {mine}");
            assert_eq!(person.view(&next).await.1["mine"], json!([2 - i]), "seats exchanged");
        }
    }
    house.is_quiet();
}

#[tokio::test]
async fn the_address_a_proxy_tells_counts_only_if_the_operator_says_so() {
    let house = House::new();
    let server = house.start_with(&["--tables-per-hour", "1"]).await;
    async fn open(server: &Server, from: &str) -> u16 {
        let headers = [("X-Forwarded-For", from)];
        let body = pair().to_string();
        let answer = ask(&server.address, "POST", "/api/tables", &headers, body.as_bytes()).await;
        answer.expect("an answer").status
    }
    assert_eq!(open(&server, "192.0.2.1").await, 201);
    assert_eq!(open(&server, "192.0.2.2").await, 429);
    drop(server);
    let house = House::new();
    let server = house.start_with(&["--tables-per-hour", "1", "--behind-proxy"]).await;
    assert_eq!(open(&server, "192.0.2.1").await, 201);
    assert_eq!(open(&server, "192.0.2.2").await, 201);
    assert_eq!(open(&server, "203.0.113.9, 192.0.2.2").await, 429, "the proxy's word is the last");
}

//! People: requests, and sockets at tables.

use super::soon;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// An answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        let read = serde_json::from_slice(&self.body);
        read.unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// The word of a refusal.
    pub fn code(&self) -> String {
        let value = self.json();
        assert!(value["says"]["en"].is_string() && value["says"]["de"].is_string(), "{value}");
        value["code"].as_str().expect("a code").to_owned()
    }

    fn read(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()));
        Some(Answer { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() })
    }
}

/// One connection for one request; `None` if the server hangs up first.
pub async fn ask(
    address: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Answer> {
    let asked = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let mut head = format!("{method} {path} HTTP/1.0\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {address}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).await.ok()?;
        // A server may answer before it has read everything.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Answer::read(&bytes)
    };
    soon(&format!("{method} {path} is answered"), asked).await
}

/// Somebody with a key.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: String,
    pub key: String,
}

impl Person {
    pub async fn new(address: &str) -> Person {
        let answer = ask(address, "POST", "/api/keys", &[], b"").await.expect("an answer");
        let key = answer.json()["key"].as_str().expect("a key").to_owned();
        Person { address: address.to_owned(), key }
    }

    /// The same person, after the server has moved.
    pub fn at(&self, address: &str) -> Person {
        Person { address: address.to_owned(), key: self.key.clone() }
    }

    /// What the server calls this person.
    pub fn hash(&self) -> String {
        wabe_server::who::Secret::read(&self.key).expect("a key").person()
    }

    pub async fn try_ask(&self, method: &str, path: &str, body: &[u8]) -> Option<Answer> {
        let bearer = format!("Bearer {}", self.key);
        ask(&self.address, method, path, &[("Authorization", &bearer)], body).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.try_ask("GET", path, b"").await.expect("an answer")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.try_ask("POST", path, body.to_string().as_bytes()).await.expect("an answer")
    }

    /// Opens a table.
    pub async fn open(&self, new: &Value) -> String {
        let answer = self.post("/api/tables", new).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().expect("a name").to_owned()
    }

    /// One command by request.
    pub async fn command(&self, table: &str, command: &Value) -> Answer {
        self.post(&format!("/api/tables/{table}/do"), command).await
    }

    /// One that must be carried out; its number.
    pub async fn must(&self, table: &str, command: &Value) -> u64 {
        let answer = self.command(table, command).await;
        let value = answer.json();
        assert_eq!(value["type"], "ack", "{command}: {value}");
        value["seq"].as_u64().expect("a number")
    }

    /// The word with which a command is refused.
    pub async fn refused(&self, table: &str, command: &Value) -> String {
        let answer = self.command(table, command).await;
        assert!(answer.status >= 400, "{command}: {}", answer.text());
        answer.code()
    }

    /// The table as this person sees it, with the number of its last event.
    pub async fn view(&self, table: &str) -> (u64, Value) {
        let answer = self.get(&format!("/api/tables/{table}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let mut value = answer.json();
        (value["seq"].as_u64().expect("a number"), value["table"].take())
    }

    /// Plays the first legal action there is.
    pub async fn act(&self, table: &str, id: &str) -> u64 {
        let (_, view) = self.view(table).await;
        let action = &view["legal"][0]["text"];
        let command = json!({"id": id, "do": "act", "action": action, "length": view["length"]});
        self.must(table, &command).await
    }

    pub async fn socket(&self, table: &str) -> Socket {
        self.try_socket(table).await.unwrap_or_else(|error| panic!("no socket: {error}"))
    }

    pub async fn try_socket(&self, table: &str) -> Result<Socket, Error> {
        let bearer = format!("Bearer {}", self.key);
        Socket::open(&self.address, table, &[("Authorization", &bearer)]).await
    }
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    pub async fn open(
        address: &str,
        table: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, Error> {
        let url = format!("ws://{address}/api/tables/{table}/live");
        let mut request = url.into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let address: SocketAddr = address.parse().expect("an address");
        let opened = async {
            let stream = TcpSocket::new_v4()?.connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(Socket { stream: client_async(request, stream).await?.0 })
        };
        soon("a socket opens or not", opened).await
    }

    /// Sends; whether it went out.
    pub async fn send(&mut self, value: &Value) -> bool {
        self.send_message(Message::text(value.to_string())).await
    }

    pub async fn send_message(&mut self, message: Message) -> bool {
        soon("a message is sent", self.stream.send(message)).await.is_ok()
    }

    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await?.ok()? {
                Message::Text(text) => return serde_json::from_str(&text).ok(),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The next message of a kind.
    pub async fn hear(&mut self, kind: &str) -> Value {
        let heard = async {
            loop {
                let message = self.next().await.expect("the connection holds");
                if message["type"] == kind {
                    return message;
                }
            }
        };
        soon(&format!("`{kind}` is heard"), heard).await
    }

    /// The answer to a command.
    pub async fn answer(&mut self, command: &Value) -> Value {
        assert!(self.send(command).await);
        self.answer_to(command["id"].as_str().unwrap_or_default()).await
    }

    pub async fn answer_to(&mut self, id: &str) -> Value {
        let heard = async {
            loop {
                let message = self.next().await.expect("the connection holds");
                let kind = message["type"].as_str().unwrap_or_default();
                if matches!(kind, "ack" | "refused" | "pong") && message["id"] == id {
                    return message;
                }
            }
        };
        soon("a command is answered", heard).await
    }

    /// The frame with which the server says goodbye; `None` without one.
    pub async fn goodbye(&mut self) -> Option<u16> {
        let heard = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                    Ok(_) => {}
                    Err(_) => return None,
                }
            }
        };
        soon("the server hangs up", heard).await
    }
}

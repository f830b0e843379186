//! The least of a client: requests, and sockets at tables.

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::error::Error;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A connection for requests, used again and again.
pub struct Http {
    stream: BufReader<TcpStream>,
}

impl Http {
    pub async fn connect(address: &str) -> Result<Http, Box<dyn Error>> {
        Ok(Http { stream: BufReader::new(TcpStream::connect(address).await?) })
    }

    /// Sends JSON and reads JSON.
    pub async fn post(
        &mut self,
        path: &str,
        key: &str,
        body: &serde_json::Value,
    ) -> Result<serde_json::Value, Box<dyn Error>> {
        self.ask("POST", path, key, &body.to_string()).await
    }

    /// Reads JSON.
    pub async fn get(&mut self, path: &str, key: &str) -> Result<Heard, Box<dyn Error>> {
        self.ask("GET", path, key, "").await
    }

    async fn ask<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        key: &str,
        body: &str,
    ) -> Result<T, Box<dyn Error>> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: wabe\r\nAuthorization: Bearer {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let mut length = 0;
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await?;
        Ok(serde_json::from_slice(&answer)?)
    }
}

/// What a player needs to know of a message.
#[derive(Deserialize)]
pub struct Heard {
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(default)]
    pub seq: u64,
    #[serde(default)]
    pub table: Option<Board>,
    #[serde(default)]
    pub change: Option<Board>,
}

/// The part of a table, or of its change, that a player plays by.
#[derive(Deserialize)]
pub struct Board {
    pub length: Option<usize>,
    pub legal: Option<Vec<Choice>>,
    pub phase: Option<String>,
}

#[derive(Deserialize)]
pub struct Choice {
    pub text: String,
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Listens at a table of which all events up to `since` are known.
    pub async fn connect(
        address: &str,
        table: &str,
        since: u64,
        key: &str,
    ) -> Result<Socket, Box<dyn Error>> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{address}/api/tables/{table}/live?since={since}");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("Authorization", format!("Bearer {key}").parse()?);
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream })
    }

    pub async fn send(&mut self, text: String) -> Result<(), Box<dyn Error>> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// The next message; pings are answered on the way.
    pub async fn hear(&mut self) -> Result<Heard, Box<dyn Error>> {
        loop {
            match self.stream.next().await.ok_or("the server hung up")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => return Err("the server hung up".into()),
                _ => {}
            }
        }
    }

    /// Hears until a message of a kind comes.
    pub async fn hear_of(&mut self, kind: &str) -> Result<Heard, Box<dyn Error>> {
        loop {
            let heard = self.hear().await?;
            if heard.kind == kind {
                return Ok(heard);
            }
        }
    }
}

//! Tables live: a socket for browsers, a stream of lines for bots. Both say the
//! same.

use crate::Shared;
use crate::guard::{Address, foreign, is_our_own};
use crate::hall::{Ear, Hall, now};
use crate::limits::{Bucket, Held, Rate};
use crate::refusal::Refusal;
use crate::who::Sender;
use crate::wire::{Command, Message, Wish};
use axum::body::{Body, Bytes};
use axum::extract::ws::{self, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The largest message a client may send.
const LARGEST_MESSAGE: usize = 8 * 1024;

/// A larger one is refused, and from this size on the connection ends.
const LARGEST_FRAME: usize = 64 * 1024;

/// How often a silent connection is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// Lines of a stream are never further apart than this.
const LINE_HEARTBEAT: Duration = Duration::from_secs(10);

/// What one connection may send.
const COMMANDS: Rate = Rate { burst: 40.0, per_second: 10.0 };

/// So many refusals for sending too much, and the connection is closed.
const PATIENCE: u32 = 100;

/// What a client knows already.
#[derive(Deserialize)]
pub struct Since {
    /// The number of the last event it has heard of.
    since: Option<u64>,
}

/// `GET /api/tables/ID/live`.
pub async fn socket(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    Sender(person): Sender,
    Extension(Address(address)): Extension<Address>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_our_own(&headers, shared.config.public.as_deref()) {
        return foreign().into_response();
    }
    let Some(held) = shared.sockets.take(address, shared.config.sockets_per_address) else {
        return Refusal::too_much().into_response();
    };
    let ear = match shared.hall.listen(&id, &person, since).await {
        Ok(ear) => ear,
        Err(refusal) => return refusal.into_response(),
    };
    let stopping = shared.stopping.clone();
    upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
        .on_upgrade(move |socket| {
            Talk { shared, id, person, address, socket, _held: held }.run(ear, stopping)
        })
}

struct Talk {
    shared: Arc<Shared>,
    id: String,
    person: String,
    address: IpAddr,
    socket: WebSocket,
    _held: Held,
}

impl Talk {
    async fn run(mut self, mut ear: Ear, mut stopping: tokio::sync::watch::Receiver<bool>) {
        let mut bucket = Bucket::full(COMMANDS, Instant::now());
        let mut patience = PATIENCE;
        let mut beat = tokio::time::interval(HEARTBEAT);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                news = ear.from.recv() => {
                    // Without news: too far behind, and let go.
                    let Some(text) = news else { break };
                    if !self.send(text).await {
                        break;
                    }
                }
                message = self.socket.recv() => {
                    heard = Instant::now();
                    let text = match message {
                        Some(Ok(ws::Message::Text(text))) => text,
                        Some(Ok(ws::Message::Binary(_))) => {
                            Utf8Bytes::from_static("(binary)")
                        }
                        Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => continue,
                        Some(Ok(ws::Message::Close(_)) | Err(_)) | None => break,
                    };
                    let allowed = bucket.take(COMMANDS, Instant::now());
                    patience -= u32::from(!allowed);
                    if patience == 0 {
                        break;
                    }
                    let answer = match allowed {
                        true => {
                            let from = (self.person.as_str(), self.address);
                            carry_out(&self.shared, &self.id, from, &text).await
                        }
                        false => {
                            Answer::refused(&self.shared.hall, id_of(&text), Refusal::too_much())
                        }
                    };
                    if !self.send(answer.text()).await {
                        break;
                    }
                }
                _ = beat.tick() => {
                    let ping = ws::Message::Ping(Bytes::new());
                    if heard.elapsed() > 3 * HEARTBEAT || self.socket.send(ping).await.is_err() {
                        break;
                    }
                }
                _ = stopping.changed() => {
                    let close = ws::CloseFrame {
                        code: ws::close_code::RESTART,
                        reason: Utf8Bytes::from_static("the server stops"),
                    };
                    let _ = self.socket.send(ws::Message::Close(Some(close))).await;
                    break;
                }
            }
        }
    }

    /// Whether it went out; a client that does not read is as good as gone.
    async fn send(&mut self, text: Utf8Bytes) -> bool {
        let sent = self.socket.send(ws::Message::Text(text));
        matches!(tokio::time::timeout(3 * HEARTBEAT, sent).await, Ok(Ok(())))
    }
}

/// The client's name of a message that may not be one.
fn id_of(text: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = value.as_ref().and_then(|value| value.get("id")?.as_str());
    id.unwrap_or_default().chars().take(64).collect()
}

/// What became of a command.
struct Answer {
    id: String,
    is_ping: bool,
    outcome: Result<u64, Refusal>,
}

impl Answer {
    fn refused(hall: &Hall, id: String, why: Refusal) -> Answer {
        hall.metrics.refused();
        Answer { id, is_ping: false, outcome: Err(why) }
    }

    fn text(&self) -> Utf8Bytes {
        let id = &self.id;
        match &self.outcome {
            Ok(seq) if self.is_ping => Message::Pong { id, seq: *seq, now: now() }.text(),
            Ok(seq) => Message::Ack { id, seq: *seq }.text(),
            Err(why) => Message::Refused { id, why }.text(),
        }
    }
}

/// Carries out a command given as text.
async fn carry_out(
    shared: &Shared,
    table: &str,
    (person, address): (&str, IpAddr),
    text: &str,
) -> Answer {
    let hall = &shared.hall;
    if text.len() > LARGEST_MESSAGE {
        return Answer::refused(hall, id_of(text), Refusal::too_large());
    }
    let command: Command = match serde_json::from_str(text) {
        Ok(command) => command,
        Err(error) => {
            return Answer::refused(hall, id_of(text), Refusal::malformed(&error.to_string()));
        }
    };
    let (id, is_ping) = (command.id.clone(), matches!(command.wish, Wish::Ping));
    // A rematch is one more table.
    let opens = matches!(command.wish, Wish::Rematch);
    if opens && !shared.openings.allows(address, Instant::now()) {
        return Answer::refused(hall, id, Refusal::too_much());
    }
    match hall.command(table, person, command).await {
        Ok(seq) => Answer { id, is_ping, outcome: Ok(seq) },
        Err(why) => Answer::refused(hall, id, why),
    }
}

/// `POST /api/tables/ID/do`.
pub async fn act(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Sender(person): Sender,
    Extension(Address(address)): Extension<Address>,
    body: Bytes,
) -> Response {
    let text = String::from_utf8_lossy(&body);
    let answer = carry_out(&shared, &id, (&person, address), &text).await;
    let status = answer.outcome.as_ref().err().map_or(StatusCode::OK, Refusal::status);
    let json = [(header::CONTENT_TYPE, "application/json")];
    (status, json, answer.text().to_string()).into_response()
}

/// `GET /api/tables/ID/stream`: one message a line.
pub async fn stream(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    Sender(person): Sender,
    Extension(Address(address)): Extension<Address>,
) -> Result<Response, Refusal> {
    let held = shared.sockets.take(address, shared.config.sockets_per_address);
    let held = held.ok_or_else(Refusal::too_much)?;
    let ear = shared.hall.listen(&id, &person, since).await?;
    let stopping = shared.stopping.clone();
    let lines = futures_util::stream::unfold((ear, held, stopping), |mut all| async move {
        let line = tokio::select! {
            line = tokio::time::timeout(LINE_HEARTBEAT, all.0.from.recv()) => match line {
                Ok(Some(text)) => format!("{text}\n"),
                Ok(None) => return None,
                Err(_) => "\n".to_owned(),
            },
            _ = all.2.changed() => return None,
        };
        Some((Ok::<_, Infallible>(line), all))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

//! The JSON paths; docs/protocol.md and `openapi.json` describe them.

use crate::guard::Address;
use crate::refusal::{Code, Refusal};
use crate::who::{Secret, Sender};
use crate::wire::{Moment, NewTable};
use crate::{Shared, live};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use wabe_rules::{About, Kind, OptionInfo};
use wabe_solve::Verdict;

/// The largest body of a request.
const LARGEST_BODY: usize = 64 * 1024;

/// How many of a browser's tables are listed.
const LISTED: u32 = 200;

/// Width of PNG pictures.
const PICTURE_WIDTH: u32 = 1000;

/// The description of these paths.
pub const OPENAPI: &str = include_str!("openapi.json");

/// All JSON paths.
pub fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/keys", post(keys))
        .route("/api/mine", get(mine))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(table))
        .route("/api/tables/{id}/at/{length}", get(moment))
        .route("/api/tables/{id}/at/{length}/known", get(known))
        .route("/api/tables/{id}/do", post(live::act))
        .route("/api/tables/{id}/live", get(live::socket))
        .route("/api/tables/{id}/stream", get(live::stream))
        .route("/api/tables/{id}/record", get(record))
        .route("/api/tables/{id}/picture.svg", get(picture_svg))
        .route("/api/tables/{id}/picture.png", get(picture_png))
        .route("/api/openapi.json", get(openapi))
        .route("/api/{*rest}", any(unknown))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(map_response(in_our_words))
}

/// What the framework refuses has a code like everything else.
async fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !status.is_client_error() || kind.is_some_and(|kind| kind == "application/json") {
        return response;
    }
    let refusal = match status {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::too_large(),
        StatusCode::NOT_FOUND => Refusal::nothing_here(),
        _ => Refusal::malformed("it is no request that this path takes"),
    };
    let mut told = refusal.into_response();
    *told.status_mut() = status;
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    told
}

async fn unknown() -> Refusal {
    Refusal::nothing_here()
}

/// What a game says of itself, for machines.
pub fn game_json(about: &About) -> Value {
    json!({
        "name": about.name,
        "title": about.title,
        "summary": about.summary,
        "rules_version": about.rules_version,
        "minutes": about.minutes,
        "options": about.options.iter().map(option_json).collect::<Vec<_>>(),
        "readings": about.readings.iter().map(|reading| json!({
            "rule": reading.rule,
            "says": reading.says,
        })).collect::<Vec<_>>(),
    })
}

fn option_json(option: &OptionInfo) -> Value {
    let mut value = json!({
        "name": option.name,
        "default": option.default,
        "help": option.help,
        "allowed": option.kind.allowed(),
    });
    let shape = match &option.kind {
        Kind::Flag => json!({"type": "flag", "values": ["true", "false"]}),
        Kind::Number { words, min, max } => {
            json!({"type": "number", "min": min, "max": max, "values": words})
        }
        Kind::Choice { words, form } => json!({"type": "choice", "values": words, "form": form}),
    };
    if let (Some(value), Value::Object(shape)) = (value.as_object_mut(), shape) {
        value.extend(shape);
    }
    value
}

async fn games() -> Json<Value> {
    Json(wabe_games::GAMES.iter().map(|about| game_json(about)).collect())
}

async fn keys(
    State(shared): State<Arc<Shared>>,
    Extension(Address(address)): Extension<Address>,
) -> Result<Json<Value>, Refusal> {
    if !shared.openings.allows(address, Instant::now()) {
        return Err(Refusal::too_much());
    }
    Ok(Json(json!({ "key": Secret::draw().reveal() })))
}

async fn open(
    State(shared): State<Arc<Shared>>,
    Sender(person): Sender,
    Extension(Address(address)): Extension<Address>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let new: NewTable =
        serde_json::from_slice(&body).map_err(|error| Refusal::malformed(&error.to_string()))?;
    if !shared.openings.allows(address, Instant::now()) {
        return Err(Refusal::too_much());
    }
    let id = shared.hall.open(&person, &new).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))).into_response())
}

async fn table(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Sender(person): Sender,
) -> Result<Json<Value>, Refusal> {
    let (seq, view) = shared.hall.view(&id, &person).await?;
    Ok(Json(json!({ "seq": seq, "now": crate::hall::now(), "table": view })))
}

async fn moment(
    State(shared): State<Arc<Shared>>,
    Path((id, length)): Path<(String, usize)>,
    Sender(person): Sender,
) -> Result<Json<Moment>, Refusal> {
    Ok(Json(shared.hall.moment(&id, &person, length).await?))
}

/// What perfect play gives, where it is known.
async fn known(
    State(shared): State<Arc<Shared>>,
    Path((id, length)): Path<(String, usize)>,
    Sender(person): Sender,
) -> Result<Json<Value>, Refusal> {
    let game = shared.hall.look(&id, |room| room.studied(room.mine(&person), length)).await?;
    let game = game.ok_or_else(Refusal::not_now)?;
    let asked = move || wabe_solve::ranking(&*game, &wabe_solve::folder());
    let ranking = match tokio::task::spawn_blocking(asked).await {
        Ok(Ok(ranking)) => ranking,
        Ok(Err(error)) => {
            shared.hall.metrics.trouble(&error.to_string());
            return Err(Refusal::trouble());
        }
        Err(_) => return Err(Refusal::trouble()),
    };
    Ok(Json(match ranking {
        None => json!({ "value": null, "actions": [] }),
        Some(ranking) => {
            let one = |(text, value): (String, Option<Verdict>)| json!({ "text": text, "value": value.map(verdict_json) });
            let actions: Vec<Value> = ranking.actions.into_iter().map(one).collect();
            json!({ "value": verdict_json(ranking.value), "actions": actions })
        }
    }))
}

fn verdict_json(verdict: Verdict) -> Value {
    match verdict {
        Verdict::Win { plies } => json!({ "kind": "win", "in": plies }),
        Verdict::Loss { plies } => json!({ "kind": "loss", "in": plies }),
        Verdict::Draw { .. } => json!({ "kind": "draw" }),
    }
}

async fn record(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Sender(person): Sender,
) -> Result<Response, Refusal> {
    let found = shared.hall.look(&id, |room| room.record(room.mine(&person))).await?;
    let record = found.ok_or_else(|| {
        Refusal::new(
            Code::NotNow,
            "With hidden numbers the record is shown when the game is over.",
            "Mit verdeckten Zahlen gibt es die Mitschrift, wenn die Partie zu Ende ist.",
        )
    })?;
    let name = format!("attachment; filename=\"wabe-{id}.txt\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record.to_string()).into_response())
}

#[derive(Deserialize)]
struct When {
    at: Option<usize>,
}

async fn drawn(shared: &Shared, id: &str, person: &str, when: &When) -> Result<String, Refusal> {
    let length = match when.at {
        Some(length) => length,
        None => shared.hall.look(id, |room| room.game().len()).await?,
    };
    let moment = shared.hall.moment(id, person, length).await?;
    let counts = shared.hall.look(id, |room| room.settings().counts).await?;
    let options = wabe_draw::SvgOptions { counts, ..Default::default() };
    Ok(wabe_draw::svg(&moment.picture, &options))
}

async fn picture_svg(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Sender(person): Sender,
    Query(when): Query<When>,
) -> Result<Response, Refusal> {
    let svg = drawn(&shared, &id, &person, &when).await?;
    // The picture has styles of its own; nothing in it may run.
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((headers, svg).into_response())
}

async fn picture_png(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    Sender(person): Sender,
    Query(when): Query<When>,
) -> Result<Response, Refusal> {
    let svg = drawn(&shared, &id, &person, &when).await?;
    let png = tokio::task::spawn_blocking(move || wabe_draw::png(&svg, PICTURE_WIDTH)).await;
    match png {
        Ok(Ok(bytes)) => Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response()),
        _ => Err(Refusal::trouble()),
    }
}

async fn mine(
    State(shared): State<Arc<Shared>>,
    Sender(person): Sender,
) -> Result<Json<Value>, Refusal> {
    let listed = shared.hall.store().tables_of(&person, LISTED).await.map_err(|error| {
        shared.hall.metrics.trouble(&error.to_string());
        Refusal::trouble()
    })?;
    let one = |listed: wabe_store::Listed| {
        let mut shown: Value = serde_json::from_str(&listed.shown).unwrap_or_default();
        let awaited = shown.as_object_mut().and_then(|shown| shown.remove("awaited"));
        let yours = !listed.over && awaited.is_some_and(|awaited| awaited == *person);
        json!({
            "id": listed.table,
            "spec": listed.spec,
            "over": listed.over,
            "yours": yours,
            "updated": listed.updated,
            "shown": shown,
        })
    };
    Ok(Json(listed.into_iter().map(one).collect()))
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

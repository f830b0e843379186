//! The pages, made on the server: everything a person reads before the first
//! script runs. They need no state of ours; what lives comes to the scripts of
//! `web/` by the JSON paths.

mod api;
mod assets;
mod form;
mod rules;
mod shell;
mod start;
mod words;

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;
use shell::{Page, Visitor};
use wabe_rules::About;

/// All pages, and the files they need.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(start::page))
        .route("/new/{game}", get(new_table))
        .route("/t/{id}", get(table))
        .route("/mine", get(mine))
        .route("/rules", get(all_rules))
        .route("/rules/", get(all_rules))
        .route("/rules/images/{file}", get(rules::image))
        .route("/rules/{game}", get(game_rules))
        .route("/api", get(api::page))
        .route("/web/{version}/{*path}", get(assets::serve))
        .route("/favicon.ico", get(assets::icon))
}

/// The page for what does not exist.
pub async fn not_found(visitor: Visitor) -> Response {
    let german = visitor.german;
    let title = words::pick(german, "There is nothing here", "Hier ist nichts");
    let content = html! {
        div.gone {
            h1 { (title) }
            p {
                (words::pick(
                    german,
                    "The address may be incomplete, or what was here is gone.",
                    "Vielleicht ist die Adresse unvollständig, oder was hier war, ist fort.",
                ))
            }
            a.button.main href="/" { (words::pick(german, "To the games", "Zu den Spielen")) }
        }
    };
    let page = Page { title, script: "plain-page.js", wide: false, heading: None, content };
    (StatusCode::NOT_FOUND, page.dressed(&visitor)).into_response()
}

fn game_called(name: &str) -> Option<&'static About> {
    wabe_games::GAMES.iter().copied().find(|about| about.name == name)
}

async fn new_table(visitor: Visitor, Path(name): Path<String>) -> Response {
    match game_called(&name) {
        Some(about) => form::page(&visitor, about).into_response(),
        None => not_found(visitor).await,
    }
}

async fn table(visitor: Visitor, Path(id): Path<String>) -> Markup {
    let german = visitor.german;
    let content = html! {
        wabe-table data-id=(id) {
            p.quiet { (words::pick(german, "Connecting …", "Verbinde …")) }
        }
    };
    let page =
        Page { title: "Wabe", script: "table.js", wide: true, heading: Some(&visitor), content };
    page.dressed(&visitor)
}

async fn mine(visitor: Visitor) -> Markup {
    let title = words::my_games(visitor.german);
    let content = html! {
        h1 { (title) }
        br;
        div data-mine {}
    };
    let page = Page { title, script: "mine-page.js", wide: false, heading: None, content };
    page.dressed(&visitor)
}

#[derive(Deserialize)]
struct Tongue {
    lang: Option<String>,
}

impl Visitor {
    /// The same visitor, reading in the language that an address asks for.
    fn reading(mut self, tongue: &Tongue) -> Visitor {
        match tongue.lang.as_deref() {
            Some("de") => self.german = true,
            Some("en") => self.german = false,
            _ => {}
        }
        self
    }
}

async fn all_rules(visitor: Visitor, Query(tongue): Query<Tongue>) -> Response {
    rules::page(&visitor.reading(&tongue), None)
}

async fn game_rules(
    visitor: Visitor,
    Path(name): Path<String>,
    Query(tongue): Query<Tongue>,
) -> Response {
    match game_called(&name) {
        Some(about) => rules::page(&visitor.reading(&tongue), Some(about)),
        None => not_found(visitor).await,
    }
}

#[cfg(test)]
mod tests;

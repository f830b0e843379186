//! The files of `web/`, inside the binary.
//!
//! Their address holds a digest of all of them, so a browser may keep them for
//! good: a new version has a new address. In builds for development they are
//! read from the folder each time, and nothing is kept.

use super::start;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// The drawings of the start page, beside the files.
pub const BOARDS: &str = "boards.json";

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut digest = Sha256::new();
    for name in Web::iter() {
        if let Some(file) = Web::get(&name) {
            digest.update(name.as_bytes());
            digest.update(file.metadata.sha256_hash());
        }
    }
    digest.update(start::boards());
    digest.finalize()[..6].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
});

/// The address of a file.
pub fn path(name: &str) -> String {
    format!("/web/{}/{name}", *VERSION)
}

/// A file of `web/`. An old address gets the new file, but may not keep it.
pub async fn serve(Path((version, name)): Path<(String, String)>) -> Response {
    let keep = version == *VERSION && !cfg!(debug_assertions);
    let caching = if keep { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = |kind: &str| {
        [(header::CONTENT_TYPE, kind.to_owned()), (header::CACHE_CONTROL, caching.to_owned())]
    };
    if name == BOARDS {
        return (headers("application/json"), start::boards()).into_response();
    }
    match Web::get(&name) {
        Some(file) => {
            let kind = match file.metadata.mimetype() {
                text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
                other => other.to_owned(),
            };
            (headers(&kind), file.data).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// For browsers that ask for it by its old name.
pub async fn icon() -> Response {
    serve(Path((VERSION.clone(), "icon.svg".to_owned()))).await
}

/// The sign of Wabe, to stand in a page.
pub fn comb() -> Markup {
    let file = Web::get("icon.svg").map(|file| file.data.into_owned()).unwrap_or_default();
    PreEscaped(String::from_utf8_lossy(&file).into_owned())
}

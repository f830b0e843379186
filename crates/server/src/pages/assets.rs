//! The files of `web/`, inside the binary.
//!
//! Their address holds a digest of all of them, so a browser may keep them for
//! good: a new version has a new address. In builds for development they are
//! read from the folder each time, and browsers ask whether they have changed.

use super::start;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
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
    digits(&digest.finalize()[..6])
});

/// The address of a file.
pub fn path(name: &str) -> String {
    format!("/web/{}/{name}", *VERSION)
}

/// The modules that a module needs, directly or not, so that a page can ask for
/// all of them at once instead of finding them one behind the other.
pub fn needs(module: &str) -> Vec<String> {
    let mut found = vec![module.to_owned()];
    let mut next = 0;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        let Some(file) = Web::get(&name) else { continue };
        let text = String::from_utf8_lossy(&file.data);
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let path = line.split('"').nth(1).and_then(|path| path.strip_prefix("./"));
            if let Some(path) = path
                && !found.iter().any(|known| known == path)
            {
                found.push(path.to_owned());
            }
        }
    }
    found.split_off(1)
}

/// A file of `web/`. An old address gets the new file, but may not keep it.
pub async fn serve(Path((version, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let keep = version == *VERSION && !cfg!(debug_assertions);
    let caching = if keep { "public, max-age=31536000, immutable" } else { "no-cache" };
    let Some((kind, tag, data)) = find(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let about = [(header::CACHE_CONTROL, caching.to_owned()), (header::ETAG, tag.clone())];
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // On its way through compression a tag becomes a weak one.
    if known.is_some_and(|known| known.trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, [(header::CONTENT_TYPE, kind)], data).into_response()
}

/// A file with its type and a tag that changes with it.
fn find(name: &str) -> Option<(String, String, Cow<'static, [u8]>)> {
    if name == BOARDS {
        let data = Cow::Borrowed(start::boards().as_bytes());
        return Some(("application/json".to_owned(), format!("\"{}\"", *VERSION), data));
    }
    let file = Web::get(name)?;
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    let tag = format!("\"{}\"", digits(&file.metadata.sha256_hash()[..8]));
    Some((kind, tag, file.data))
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// For browsers that ask for it by its old name.
pub async fn icon(headers: HeaderMap) -> Response {
    serve(Path((VERSION.clone(), "icon.svg".to_owned())), headers).await
}

/// The sign of Wabe, to stand in a page.
pub fn comb() -> Markup {
    let file = Web::get("icon.svg").map(|file| file.data.into_owned()).unwrap_or_default();
    PreEscaped(String::from_utf8_lossy(&file).into_owned())
}

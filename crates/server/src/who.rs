//! Who somebody is: the holder of a secret of 128 bits, and nothing more.
//!
//! A browser keeps the secret in a cookie that scripts cannot read, a bot sends
//! it as a bearer token. We keep and compare only its hash.

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt::Write;
use wabe_store::Person;

const COOKIE_NAME: &str = "wabe";
const SECRET_DIGITS: usize = 32;

/// A secret: 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn draw() -> Secret {
        Secret(hex(&lot::<16>()))
    }

    /// Reads one; anything of another form is none.
    pub fn read(text: &str) -> Option<Secret> {
        let fits = text.len() == SECRET_DIGITS && text.bytes().all(|b| b.is_ascii_hexdigit());
        fits.then(|| Secret(text.to_ascii_lowercase()))
    }

    /// To be given to its owner and nobody else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Who holds it.
    pub fn person(&self) -> Person {
        hex(&Sha256::digest(self.0.as_bytes()))
    }
}

/// Bytes drawn by the operating system.
pub fn lot<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system draws lots");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The person who sends a request.
#[derive(Clone)]
pub struct Sender(pub Person);

impl<S: Send + Sync> FromRequestParts<S> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Sender, Infallible> {
        Ok(parts.extensions.get::<Sender>().cloned().unwrap_or(Sender(Secret::draw().person())))
    }
}

fn bearer(headers: &HeaderMap) -> Option<Secret> {
    Secret::read(headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?.trim())
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    headers.get_all(COOKIE).iter().find_map(|header| {
        let pairs = header.to_str().ok()?.split(';');
        pairs
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(name, value)| (name == COOKIE_NAME).then(|| Secret::read(value)).flatten())
    })
}

/// Finds out who sends each request, and gives newcomers a secret. A cookie
/// that cannot be read counts as none.
pub async fn recognise(secure: bool, mut request: Request, next: Next) -> Response {
    let known = bearer(request.headers()).or_else(|| cookie(request.headers()));
    let fresh = known.is_none().then(Secret::draw);
    if let Some(secret) = known.as_ref().or(fresh.as_ref()) {
        request.extensions_mut().insert(Sender(secret.person()));
    }
    let mut response = next.run(request).await;
    if let Some(secret) = fresh {
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE_NAME}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000{secure}",
            secret.reveal()
        );
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_secrets_are_read() {
        let secret = Secret::draw();
        assert!(Secret::read(secret.reveal()).is_some_and(|read| read == secret));
        assert_ne!(secret.person(), Secret::draw().person());
        for text in ["", "abc", &"g".repeat(32), &"a".repeat(33)] {
            assert!(Secret::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn broken_cookies_are_no_cookies() {
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_bytes(text.as_bytes()).unwrap());
            cookie(&headers).is_some()
        };
        let secret = Secret::draw();
        assert!(read(&format!("lang=de; wabe={}", secret.reveal())));
        assert!(!read("wabe=nonsense"));
        assert!(!read("=;;;wabe"));
        assert!(!read("wabe=\u{ff}"));
    }
}

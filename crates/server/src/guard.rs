//! What every request must pass, and what every answer carries.

use crate::Shared;
use crate::refusal::{Code, Refusal};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

/// The headers of every answer. Scripts and styles come from us alone.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Where a request comes from, for limits.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// The address of the client. Behind a proxy of ours, that is the last one the
/// proxy has written down; otherwise nobody's word counts but the socket's.
fn address(request: &Request, behind_proxy: bool) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
    let forwarded = request.headers().get("x-forwarded-for").filter(|_| behind_proxy);
    let last =
        forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    household(last.unwrap_or(peer))
}

/// Whoever has one address of the new kind has 2^64 of them.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::from((u128::from(six) & !u128::from(u64::MAX)).to_be_bytes()),
        four => four,
    }
}

/// Whether a request with this origin comes from one of our own pages. Programs
/// that are no browsers send none.
pub fn is_our_own(headers: &HeaderMap, public: Option<&str>) -> bool {
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let Some(origin) = text(header::ORIGIN) else {
        return true;
    };
    if public.is_some_and(|public| public.trim_end_matches('/') == origin) {
        return true;
    }
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == text(header::HOST)
}

/// Lets requests in, or not, and dresses the answers.
pub async fn watch(
    State(shared): State<Arc<Shared>>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = address(&request, shared.config.behind_proxy);
    request.extensions_mut().insert(Address(address));
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let public = shared.config.public.as_deref();
    let mut response = if !is_safe && !is_our_own(request.headers(), public) {
        foreign().into_response()
    } else if !shared.requests.allows(address, Instant::now()) {
        Refusal::too_much().into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A request from somebody else's page.
pub fn foreign() -> Refusal {
    Refusal::new(
        Code::Foreign,
        "This request comes from another site's page.",
        "Diese Anfrage kommt von einer fremden Seite.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(pairs: &[(&'static str, &'static str)], public: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        is_our_own(&headers, public)
    }

    #[test]
    fn limits_hold_for_a_household() {
        let same = |one: &str, other: &str| {
            let read = |text: &str| household(text.parse().unwrap());
            read(one) == read(other)
        };
        assert!(same("2001:db8::1", "2001:db8::ffff:2"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        let host = ("host", "127.0.0.1:8080");
        assert!(judged(&[host], None));
        assert!(judged(&[host, ("origin", "http://127.0.0.1:8080")], None));
        assert!(!judged(&[host, ("origin", "http://evil.example")], None));
        assert!(!judged(&[host, ("origin", "null")], None));
        assert!(!judged(&[host, ("sec-fetch-site", "cross-site")], None));
        assert!(!judged(&[host, ("sec-fetch-site", "same-site")], None));
        assert!(judged(&[host, ("sec-fetch-site", "same-origin")], None));
        assert!(judged(&[host, ("origin", "https://wabe.example")], Some("https://wabe.example/")));
    }
}

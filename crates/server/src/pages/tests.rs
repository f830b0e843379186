//! What pages promise whoever opens them.

use super::*;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use tower::ServiceExt;

async fn get_page(path: &str, headers: &[(header::HeaderName, &str)]) -> (StatusCode, String) {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let app: Router = router::<()>().fallback(not_found).with_state(());
    let answer = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), 10_000_000).await.unwrap();
    (status, String::from_utf8_lossy(&body).into_owned())
}

#[tokio::test]
async fn every_game_has_its_pages() {
    let (status, start) = get_page("/", &[]).await;
    assert_eq!(status, StatusCode::OK);
    for about in wabe_games::GAMES {
        assert!(start.contains(&format!("data-quick=\"{}\"", about.name)));
        let (status, form) = get_page(&format!("/new/{}", about.name), &[]).await;
        assert_eq!(status, StatusCode::OK);
        for option in about.options.iter().filter(|option| form::is_open(option)) {
            assert!(form.contains(&format!("data-option=\"{}\"", option.name)), "{}", option.name);
        }
        for lang in ["en", "de"] {
            let (status, rules) =
                get_page(&format!("/rules/{}?lang={lang}", about.name), &[]).await;
            assert_eq!(status, StatusCode::OK);
            assert!(rules.contains("id=\"R1\""), "{} in {lang}", about.name);
            assert!(!rules.contains(".md\""), "{} in {lang}", about.name);
        }
    }
}

#[tokio::test]
async fn notes_point_to_rules_that_are_there() {
    for about in wabe_games::GAMES {
        let (_, rules) = get_page(&format!("/rules/{}", about.name), &[]).await;
        for reading in about.readings {
            assert!(
                rules.contains(&format!("id=\"{}\"", reading.rule)),
                "{} {}",
                about.name,
                reading.rule
            );
        }
    }
}

#[tokio::test]
async fn the_language_is_the_cookies_then_the_browsers() {
    let german = |page: &str| page.contains("<html lang=\"de\"");
    let (_, page) = get_page("/", &[(header::ACCEPT_LANGUAGE, "de-AT,de;q=0.9,en;q=0.8")]).await;
    assert!(german(&page));
    let (_, page) = get_page("/", &[(header::ACCEPT_LANGUAGE, "fr,en;q=0.5,de;q=0.3")]).await;
    assert!(!german(&page));
    let asked = [(header::ACCEPT_LANGUAGE, "de"), (header::COOKIE, "wabe=1; lang=en")];
    assert!(!german(&get_page("/", &asked).await.1));
}

#[tokio::test]
async fn the_look_comes_with_the_page() {
    let (_, page) = get_page("/mine", &[(header::COOKIE, "look=dark.contrast")]).await;
    assert!(page.contains("data-theme=\"dark\"") && page.contains("data-contrast"));
    let (_, page) = get_page("/mine", &[(header::COOKIE, "look=\"><script>")]).await;
    assert!(page.contains("data-theme=\"system\"") && !page.contains("><script>"));
}

#[tokio::test]
async fn what_is_not_there_is_said_in_a_page() {
    for path in ["/new/nothing", "/rules/nothing", "/elsewhere"] {
        let (status, page) = get_page(path, &[]).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert!(page.contains("There is nothing here"), "{path}");
    }
    let (status, _) = get_page("/web/x/nothing.js", &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_strange_address_stays_text() {
    let (_, page) = get_page("/t/%22%3E%3Cscript%3E", &[]).await;
    assert!(!page.contains("<script>"));
}

#[tokio::test]
async fn pages_hold_no_inline_script_or_style() {
    for path in ["/", "/new/omega", "/t/x", "/mine", "/rules", "/rules/gabata"] {
        let (_, page) = get_page(path, &[]).await;
        assert!(!page.contains(" style=") && !page.contains("<style"), "{path}");
        assert_eq!(
            page.matches("<script").count(),
            page.matches("<script type=\"module\" src=").count()
        );
    }
}

#[tokio::test]
async fn a_page_names_all_modules_it_needs() {
    let (_, page) = get_page("/t/x", &[]).await;
    for module in ["board.js", "drawing.js", "pieces.js", "link.js", "words/en.js"] {
        let wanted = format!("/{module}\">");
        let named = page.split("<link rel=\"modulepreload\"").filter(|part| part.contains(&wanted));
        assert_eq!(named.count(), 1, "{module}");
    }
}

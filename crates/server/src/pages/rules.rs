//! The pages of the rules: the files of `docs/rules`, as HTML.

use super::shell::{Page, Visitor};
use super::words;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{PreEscaped, html};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html as writer};
use rust_embed::RustEmbed;
use wabe_rules::About;

#[derive(RustEmbed)]
#[folder = "../../docs/rules"]
struct Docs;

/// The rules of a game, or the page about all of them.
pub fn page(visitor: &Visitor, about: Option<&About>) -> Response {
    let german = visitor.german;
    let name = about.map_or("README", |about| about.name);
    let folder = if german { "de/" } else { "" };
    let Some(file) = Docs::get(&format!("{folder}{name}.md")) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let text = String::from_utf8_lossy(&file.data);
    let (here, there) = words_for_switch(german);
    let address = about.map_or("/rules".to_owned(), |about| format!("/rules/{}", about.name));
    let content = html! {
        article.prose {
            div.tools {
                @if let Some(about) = about {
                    a.button.main href={ "/new/" (about.name) } { (words::pick(german, "Play", "Spielen")) }
                    a href="/rules" { (words::pick(german, "All rules", "Alle Regeln")) }
                }
                a href={ (address) "?lang=" (there) } hreflang=(there) lang=(there) { (here) }
            }
            (PreEscaped(as_html(&text)))
        }
    };
    let title = about.map_or(words::pick(german, "Rules", "Regeln"), |about| about.title);
    let page = Page { title, script: "plain-page.js", wide: false, heading: None, content };
    page.dressed(visitor).into_response()
}

fn words_for_switch(german: bool) -> (&'static str, &'static str) {
    if german { ("In English", "en") } else { ("Auf Deutsch", "de") }
}

/// A diagram of the rules.
pub async fn image(Path(file): Path<String>) -> Response {
    match Docs::get(&format!("images/{file}")) {
        Some(image) => {
            let headers =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
            (headers, image.data).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Markdown as HTML, with addresses as they are here, an id for every heading,
/// and one for every numbered rule, so that a table can point to it.
fn as_html(text: &str) -> String {
    let options = Options::ENABLE_TABLES;
    let mut events: Vec<Event> = Parser::new_ext(text, options).collect();
    for i in 0..events.len() {
        match &mut events[i] {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                *dest_url = address(dest_url).into();
            }
            Event::Start(Tag::Strong) => {
                if let Some(rule) = events.get(i + 1).and_then(numbered) {
                    events[i] = Event::InlineHtml(format!("<strong id=\"{rule}\">").into());
                    if let Some(end) = events[i..].iter().position(is_strong_end) {
                        events[i + end] = Event::InlineHtml("</strong>".into());
                    }
                }
            }
            Event::Start(Tag::Heading { id, .. }) if id.is_none() => {
                let after = events[i + 1..].iter();
                let title: String = after
                    .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                    .filter_map(|event| match event {
                        Event::Text(text) | Event::Code(text) => Some(&**text),
                        _ => None,
                    })
                    .collect();
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[i] {
                    *id = Some(CowStr::from(slug(&title)));
                }
            }
            _ => {}
        }
    }
    let mut out = String::new();
    writer::push_html(&mut out, events.into_iter());
    out
}

fn is_strong_end(event: &Event) -> bool {
    matches!(event, Event::End(TagEnd::Strong))
}

/// The number of a rule, if a bold text is one: `R12.`, `F3.`, `H.`.
fn numbered(event: &Event) -> Option<String> {
    let Event::Text(text) = event else { return None };
    let rule = text.strip_suffix('.')?;
    let digits = rule.strip_prefix(['R', 'F', 'H'])?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| rule.to_owned())
}

/// Where a link of the files leads on the pages.
fn address(file: &str) -> String {
    let (path, anchor) = match file.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (file, String::new()),
    };
    if let Some(image) = path.strip_prefix("../").unwrap_or(path).strip_prefix("images/") {
        return format!("/rules/images/{image}");
    }
    match path {
        "de/README.md" => "/rules?lang=de".to_owned(),
        "../README.md" => "/rules?lang=en".to_owned(),
        "README.md" => format!("/rules{anchor}"),
        _ => match path.strip_suffix(".md") {
            Some(game) => format!("/rules/{game}{anchor}"),
            None => file.to_owned(),
        },
    }
}

/// A heading as an address: small letters, digits and dashes.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

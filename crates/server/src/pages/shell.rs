//! What all pages share: head, header, and who looks at them.

use super::{assets, words};
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::http::request::Parts;
use maud::{DOCTYPE, Markup, html};
use std::convert::Infallible;

/// The reader of a page, as far as it matters for its words and colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// German; otherwise English.
    pub german: bool,
    /// `system`, `light` or `dark`.
    pub theme: &'static str,
    /// Strong contrasts.
    pub contrast: bool,
    /// Colours that the colour-blind can tell apart.
    pub safe: bool,
    /// No animations.
    pub still: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor::of(&parts.headers))
    }
}

impl Visitor {
    /// Reads the cookies `lang` and `look`; without them the browser's own
    /// language and the system's colours hold.
    pub fn of(headers: &HeaderMap) -> Visitor {
        let german = match cookie(headers, "lang") {
            Some("de") => true,
            Some("en") => false,
            _ => prefers_german(headers),
        };
        let look: Vec<&str> = cookie(headers, "look").unwrap_or_default().split('.').collect();
        let theme = ["light", "dark"].into_iter().find(|theme| look.contains(theme));
        Visitor {
            german,
            theme: theme.unwrap_or("system"),
            contrast: look.contains(&"contrast"),
            safe: look.contains(&"safe"),
            still: look.contains(&"still"),
        }
    }
}

fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let mut pairs = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| (name == wanted).then_some(value))
}

/// Whether German comes before English among the languages a browser asks for.
fn prefers_german(headers: &HeaderMap) -> bool {
    let asked = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let mut best = (0.0, false);
    for part in asked.unwrap_or_default().split(',') {
        let (tag, weight) = part.split_once(";q=").unwrap_or((part, "1"));
        let weight: f32 = weight.trim().parse().unwrap_or(0.0);
        let german = match tag.trim().split('-').next().map(str::to_ascii_lowercase).as_deref() {
            Some("de") => true,
            Some("en") => false,
            _ => continue,
        };
        if weight > best.0 {
            best = (weight, german);
        }
    }
    best.1
}

/// One page.
pub struct Page<'a> {
    /// In the title bar of the window.
    pub title: &'a str,
    /// The module that makes it live.
    pub script: &'a str,
    /// Whether it may use the whole width of a large screen.
    pub wide: bool,
    /// At a table the header shows the game instead of the menu; its words are
    /// in this reader's language.
    pub heading: Option<&'a Visitor>,
    /// What stands between header and footer.
    pub content: Markup,
}

impl Page<'_> {
    /// The whole document.
    pub fn dressed(&self, visitor: &Visitor) -> Markup {
        let german = visitor.german;
        let title = match self.title {
            "Wabe" => "Wabe".to_owned(),
            title => format!("{title} · Wabe"),
        };
        html! {
            (DOCTYPE)
            html lang=(words::pick(german, "en", "de"))
                data-theme=(visitor.theme)
                data-contrast[visitor.contrast]
                data-safe[visitor.safe]
                data-still[visitor.still] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    meta name="description" content=(description(german));
                    link rel="icon" type="image/svg+xml" href=(assets::path("icon.svg"));
                    link rel="stylesheet" href=(assets::path("style.css"));
                    script type="module" src=(assets::path(self.script)) {}
                    @for module in assets::needs(self.script) {
                        link rel="modulepreload" href=(assets::path(&module));
                    }
                    link rel="modulepreload" href=(assets::path(dictionary(german)));
                }
                body {
                    a.skip href="#content" { (words::pick(german, "To the content", "Zum Inhalt")) }
                    (self.header(german))
                    main #content .wide[self.wide] { (self.content) }
                    @if self.heading.is_none() { (footer(german)) }
                    noscript {
                        p.trouble {
                            (words::pick(
                                german,
                                "Wabe needs JavaScript to play.",
                                "Zum Spielen braucht Wabe JavaScript.",
                            ))
                        }
                    }
                }
            }
        }
    }

    fn header(&self, german: bool) -> Markup {
        html! {
            header.top {
                a.brand href="/" aria-label="Wabe" { (assets::comb()) span { "Wabe" } }
                @if self.heading.is_some() {
                    h1.title data-title { "Wabe" }
                }
                nav aria-label=(words::pick(german, "Pages", "Seiten")) {
                    @if self.heading.is_some() {
                        a data-rules hidden href="/rules" { (words::pick(german, "Rules", "Regeln")) }
                    } @else {
                        a href="/mine" { (words::my_games(german)) }
                        a href="/rules" { (words::pick(german, "Rules", "Regeln")) }
                    }
                }
                button.gear type="button" data-settings
                    aria-label=(words::pick(german, "Settings", "Einstellungen")) { (gear()) }
            }
        }
    }
}

/// The words that the scripts will ask for.
fn dictionary(german: bool) -> &'static str {
    words::pick(german, "words/en.js", "words/de.js")
}

fn description(german: bool) -> &'static str {
    words::pick(
        german,
        "Eight board games: against the program, at one screen, or over a link.",
        "Acht Brettspiele: gegen das Programm, an einem Bildschirm oder über einen Link.",
    )
}

fn footer(german: bool) -> Markup {
    html! {
        footer {
            p {
                (words::pick(
                    german,
                    "Wabe is free software. Your seats are kept by this browser; there are no accounts.",
                    "Wabe ist freie Software. Deine Plätze merkt sich dieser Browser; Konten gibt es nicht.",
                ))
                " "
                a href="/api" { (words::pick(german, "For programs", "Für Programme")) }
            }
        }
    }
}

/// Three sliders, for the settings.
fn gear() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" {
            path d="M4 6h9m5 0h2M4 12h2m5 0h9M4 18h9m5 0h2" {}
            circle cx="15.5" cy="6" r="2.2" {}
            circle cx="8.5" cy="12" r="2.2" {}
            circle cx="15.5" cy="18" r="2.2" {}
        }
    }
}

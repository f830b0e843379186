//! The page for authors of bots: the OpenAPI description, readable, without
//! anything from elsewhere.

use super::shell::{Page, Visitor};
use super::words::pick;
use crate::api::OPENAPI;
use maud::{Markup, html};
use serde_json::Value;

/// `GET /api`.
pub async fn page(visitor: Visitor) -> Markup {
    let description: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let german = visitor.german;
    let content = html! {
        div.prose {
            h1 { (pick(german, "For bots and other programs", "Für Bots und andere Programme")) }
            p {
                (pick(
                    german,
                    "Everything the pages do, a program can do too: open a table, sit down, play. \
                     The description is in English, and for machines it is at ",
                    "Alles, was die Seiten können, kann auch ein Programm: einen Tisch eröffnen, sich \
                     setzen, spielen. Die Beschreibung ist englisch, und für Maschinen steht sie unter ",
                ))
                a href="/api/openapi.json" { "openapi.json" }
                "."
            }
            div lang="en" {
                p { (text(&description["info"]["description"])) }
                @for (path, methods) in entries(&description["paths"]) {
                    @for (method, operation) in entries(methods) {
                        (described(path, method, operation))
                    }
                }
                h2 #schemas { "Schemas" }
                @for (name, schema) in entries(&description["components"]["schemas"]) {
                    h3 id=(name) { (name) }
                    pre tabindex="0" { code { (pretty(schema)) } }
                }
            }
        }
    };
    let title = pick(german, "For programs", "Für Programme");
    Page { title, script: "plain-page.js", wide: false, heading: None, content }.dressed(&visitor)
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn described(path: &str, method: &str, operation: &Value) -> Markup {
    let parameters = operation["parameters"].as_array();
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    html! {
        h2 { code { (method.to_uppercase()) " " (path) } }
        p { (text(&operation["summary"])) "." }
        @if let Some(parameters) = parameters {
            ul {
                @for parameter in parameters {
                    li {
                        code { (text(&parameter["name"])) }
                        " (" (text(&parameter["in"])) "): " (text(&parameter["description"]))
                    }
                }
            }
        }
        @if !body.is_null() {
            p { "Body: " (schema(body)) }
        }
        ul {
            @for (status, response) in entries(&operation["responses"]) {
                li {
                    code { (status) } ": " (text(&response["description"])) " "
                    @for (kind, content) in entries(&response["content"]) {
                        (kind) " " (schema(&content["schema"]))
                    }
                }
            }
        }
    }
}

/// A schema in a line: a link to it, or itself.
fn schema(value: &Value) -> Markup {
    let named = value["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    html! {
        @match named {
            Some(name) => a href={ "#" (name) } { (name) },
            None => code { (value) },
        }
    }
}

//! The start page: every game with its board, and one click to play it.

use super::shell::{Page, Visitor};
use super::{assets, words};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use wabe_rules::{About, Dice, Kind, Picture, Viewer};

/// How many actions are played on a board that is empty at the start, to have
/// something to show.
const SHOWN_ACTIONS: usize = 14;

/// The start page.
pub async fn page(visitor: Visitor) -> Markup {
    let german = visitor.german;
    let content = html! {
        div.hello {
            h1 { (words::pick(german, "Which game shall it be?", "Welches Spiel darf es sein?")) }
            p {
                (words::pick(
                    german,
                    "Against the program, at one screen, or with friends over a link. No account, nothing to set up.",
                    "Gegen das Programm, an einem Bildschirm oder mit Freunden über einen Link. Ohne Konto, ohne Vorbereitung.",
                ))
            }
        }
        p.trouble role="alert" data-trouble hidden {}
        section.running data-running hidden {
            h2 { (words::pick(german, "Your running games", "Deine laufenden Partien")) }
            ul.games {}
        }
        ul.shelf data-boards=(assets::path(assets::BOARDS)) {
            @for about in wabe_games::GAMES { (game(about, german)) }
        }
    };
    let page = Page { title: "Wabe", script: "start.js", wide: true, heading: None, content };
    page.dressed(&visitor)
}

fn game(about: &About, german: bool) -> Markup {
    let form = format!("/new/{}", about.name);
    html! {
        li {
            a.picture href=(form) tabindex="-1" aria-hidden="true" data-board=(about.name) {}
            div.text {
                h2 { (about.title) }
                p.facts { (words::players(german, players(about))) " · " (words::minutes(german, about.minutes)) }
                p { (words::say(&about.summary, german)) }
            }
            div.links {
                button.main type="button" data-quick=(about.name)
                    aria-label={ (words::pick(german, "Play", "Spielen")) ": " (about.title) } {
                    (words::pick(german, "Play", "Spielen"))
                }
                a href=(form) aria-label={ (words::pick(german, "New table", "Neuer Tisch")) ": " (about.title) } {
                    (words::pick(german, "New table …", "Neuer Tisch …"))
                }
                a href={ "/rules/" (about.name) } aria-label={ (words::pick(german, "Rules", "Regeln")) ": " (about.title) } {
                    (words::pick(german, "Rules", "Regeln"))
                }
            }
        }
    }
}

/// How many may play a game.
pub fn players(about: &About) -> (u64, u64) {
    let option = about.options.iter().find(|option| option.name == "players");
    match option.map(|option| &option.kind) {
        Some(Kind::Number { min, max, .. }) => (*min, *max),
        _ => (2, 2),
    }
}

/// The pictures of all games by name, as JSON.
pub fn boards() -> &'static str {
    static BOARDS: LazyLock<String> = LazyLock::new(|| {
        let pictures: BTreeMap<&str, Picture> = wabe_games::GAMES
            .iter()
            .filter_map(|about| Some((about.name, showpiece(about.name)?)))
            .collect();
        serde_json::to_string(&pictures).unwrap_or_default()
    });
    &BOARDS
}

/// The start position, or a few actions later if that is an empty board.
fn showpiece(game: &str) -> Option<Picture> {
    let mut table = wabe_games::open(game).ok()?;
    let bare = |picture: &Picture| {
        picture.cells.iter().all(|cell| cell.stones.is_empty() && cell.seeds == 0)
    };
    let mut picture = table.picture(Viewer::Watcher);
    if bare(&picture) {
        let mut dice = Dice::new(1);
        while table.len() < SHOWN_ACTIONS {
            let Some(action) = table.random_action(&mut dice) else { break };
            table.play(&action).ok()?;
        }
        picture = table.picture(Viewer::Watcher);
    }
    for cell in &mut picture.cells {
        cell.marks.clear();
    }
    Some(picture)
}

//! The form of a new table, made from what a game says of itself.

use super::shell::{Page, Visitor};
use super::start::players;
use super::words;
use maud::{Markup, html};
use wabe_rules::{About, Kind, OptionInfo, Viewer};

/// A number with at most so many values is chosen from a list.
const LISTED: u64 = 12;
/// A number that may be larger than this is a limit rather than a choice, and
/// stands with the house rules.
const LIMIT: u64 = 999;
/// The levels of the program.
const LEVELS: u8 = 8;

/// The page with the form.
pub fn page(visitor: &Visitor, about: &About) -> Markup {
    let german = visitor.german;
    let pick = |en, de| words::pick(german, en, de);
    let (rare, common): (Vec<&OptionInfo>, Vec<&OptionInfo>) =
        about.options.iter().filter(|option| is_open(option)).partition(|option| is_rare(option));
    let content = html! {
        form.form data-game=(about.name) novalidate {
            div {
                h1 { (about.title) }
                p.quiet {
                    (words::say(&about.summary, german)) " "
                    a href={ "/rules/" (about.name) } { (pick("Rules", "Regeln")) }
                }
            }
            fieldset {
                legend { (pick("With whom?", "Mit wem?")) }
                div.ways {
                    (way("program", pick("Against the program", "Gegen das Programm"), true))
                    (way("link", pick("Over a link", "Über einen Link"), false))
                    (way("screen", pick("At one screen", "An einem Bildschirm"), false))
                }
            }
            @if !common.is_empty() {
                fieldset {
                    legend { (pick("The game", "Das Spiel")) }
                    div.pairs { @for option in &common { (field(option, german)) } }
                    @if has_seeds(about) {
                        label.switch {
                            input type="checkbox" name="counts";
                            span { (pick("Seeds may be counted", "Samen dürfen gezählt werden")) }
                        }
                    }
                }
            }
            (seats(about, german))
            (clock(german))
            @if !rare.is_empty() {
                details {
                    summary { (pick("House rules", "Hausregeln")) }
                    div.pairs { @for option in &rare { (field(option, german)) } }
                }
            }
            p.trouble role="alert" data-trouble hidden {}
            div.buttons {
                button.main { (pick("Open the table", "Tisch eröffnen")) }
            }
        }
    };
    let page =
        Page { title: about.title, script: "new-page.js", wide: false, heading: None, content };
    page.dressed(visitor)
}

/// Whether there is anything to choose.
pub fn is_open(option: &OptionInfo) -> bool {
    !matches!(option.kind, Kind::Number { words: [], min, max } if min == max)
}

fn is_rare(option: &OptionInfo) -> bool {
    matches!(option.kind, Kind::Number { max, .. } if max > LIMIT)
}

/// Whether there is anything on the board that could be counted.
fn has_seeds(about: &About) -> bool {
    wabe_games::open(about.name)
        .is_ok_and(|table| table.picture(Viewer::Watcher).cells.iter().any(|cell| cell.seeds > 0))
}

fn way(value: &str, text: &str, checked: bool) -> Markup {
    html! {
        label {
            input type="radio" name="way" value=(value) checked[checked];
            span { (text) }
        }
    }
}

/// One option of the game.
fn field(option: &OptionInfo, german: bool) -> Markup {
    let help = words::capital(words::say(&option.help, german));
    let name = format!("option-{}", option.name);
    let list = |values: Vec<String>, free: &str| {
        html! {
            label.field {
                span { (help) }
                select name=(name) data-option=(option.name) data-default=(option.default) {
                    @for value in &values {
                        option value=(value) selected[value == option.default] { (words::spelled(german, value)) }
                    }
                }
                @if !free.is_empty() {
                    small { (words::pick(german, "or in your own words:", "oder eigens angegeben:")) " " (free) }
                    input data-free=(option.name) aria-label=(help) autocomplete="off" spellcheck="false";
                }
            }
        }
    };
    match &option.kind {
        Kind::Flag => html! {
            label.switch {
                input type="checkbox" name=(name) data-option=(option.name) data-default=(option.default)
                    checked[option.default == "true"];
                span { (help) }
            }
        },
        Kind::Number { words, min, max } if max - min < LISTED => {
            let numbers = (*min..=*max).map(|number| number.to_string());
            list(words.iter().map(|&word| word.to_owned()).chain(numbers).collect(), "")
        }
        Kind::Number { words, .. } => html! {
            label.field {
                span { (help) }
                input name=(name) data-option=(option.name) data-default=(option.default)
                    value=(option.default) autocomplete="off"
                    inputmode=(if words.iter().all(|word| word.parse::<u64>().is_ok()) { "numeric" } else { "text" });
                small { (option.kind.allowed()) }
            }
        },
        Kind::Choice { words, form } => {
            list(words.iter().map(|&word| word.to_owned()).collect(), form)
        }
    }
}

/// Who sits where: as many rows as the game has seats at most.
fn seats(about: &About, german: bool) -> Markup {
    let pick = |en, de| words::pick(german, en, de);
    let (_, most) = players(about);
    html! {
        fieldset {
            legend { (pick("Seats", "Plätze")) }
            @for seat in 1..=most {
                div.seat data-seat=(seat) {
                    span { (pick("Seat", "Platz")) " " (seat) }
                    select data-who aria-label={ (pick("Seat", "Platz")) " " (seat) } {
                        option value="me" { (pick("I, or somebody at this screen", "Ich, oder jemand an diesem Bildschirm")) }
                        option value="open" { (pick("Open: who has the link", "Frei: wer den Link hat")) }
                        @for level in 1..=LEVELS {
                            option value={ "level:" (level) } { (pick("Program, level", "Programm, Stufe")) " " (level) }
                        }
                        option value="best" { (pick("Program, at its best", "Programm, so gut es kann")) }
                    }
                    input data-name maxlength="40" autocomplete="nickname"
                        placeholder="Name"
                        aria-label={ (pick("Name on seat", "Name auf Platz")) " " (seat) };
                }
            }
            label.field {
                span { (pick("Who begins?", "Wer beginnt?")) }
                select name="begins" {
                    option value="listed" { (pick("Seats as above; the first begins", "Plätze wie oben; der erste beginnt")) }
                    option value="lot" { (pick("Seats are drawn by lot", "Die Plätze werden ausgelost")) }
                }
            }
        }
    }
}

fn clock(german: bool) -> Markup {
    let pick = |en, de| words::pick(german, en, de);
    html! {
        fieldset {
            legend { (pick("Clock", "Uhr")) }
            div.pairs {
                label.field {
                    span { (pick("Kind", "Art")) }
                    select name="clock" {
                        option value="none" { (pick("None", "Keine")) }
                        option value="increment" { (pick("With increment", "Mit Zugabe")) }
                        option value="delay" { (pick("With delay", "Mit Bedenkzeit je Zug")) }
                        option value="days" { (pick("Days per turn", "Tage je Zug")) }
                    }
                }
                label.field data-clock="increment delay" hidden {
                    span { (pick("Minutes each", "Minuten je Person") ) }
                    input type="number" name="minutes" value="10" min="0.5" max="600" step="0.5";
                }
                label.field data-clock="increment delay" hidden {
                    span { (pick("Seconds per turn", "Sekunden je Zug")) }
                    input type="number" name="seconds" value="10" min="0" max="600";
                }
                label.field data-clock="days" hidden {
                    span { (pick("Days per turn", "Tage je Zug")) }
                    input type="number" name="days" value="3" min="1" max="30";
                }
            }
        }
    }
}

//! The few words the drawings add to what a picture says, in both languages.

use wabe_rules::{Colour, Mark, Number, Picture, Stone, TintKind, Words};

/// The side of `words` that is asked for.
pub fn say(words: &Words, german: bool) -> &str {
    if german { &words.de } else { &words.en }
}

fn pick(german: bool, en: &'static str, de: &'static str) -> &'static str {
    if german { de } else { en }
}

/// What stones not yet on the board are called.
pub fn hand(german: bool) -> &'static str {
    pick(german, "in hand", "Vorrat")
}

/// What captured stones are called.
pub fn taken(german: bool) -> &'static str {
    pick(german, "taken", "geschlagen")
}

/// What the score is called.
pub fn score(german: bool) -> &'static str {
    pick(german, "score", "Punkte")
}

/// Said of the seat that acts.
pub fn to_act(german: bool) -> &'static str {
    pick(german, "to act", "am Zug")
}

/// What a picture without a title is called.
pub fn board(german: bool) -> &'static str {
    pick(german, "Board", "Brett")
}

/// What a mark means.
pub fn mark(mark: Mark, german: bool) -> &'static str {
    match mark {
        Mark::Last => pick(german, "last action", "letzter Zug"),
        Mark::Barred => pick(german, "barred now", "jetzt gesperrt"),
        Mark::Bound => pick(german, "bound by a rule", "von einer Regel gebunden"),
    }
}

/// What a tint means, without its owner.
pub fn tint(kind: TintKind, german: bool) -> &'static str {
    match kind {
        TintKind::Goal => pick(german, "goal", "Ziel"),
        TintKind::Territory => pick(german, "territory", "Gebiet"),
        TintKind::House => pick(german, "house", "Haus"),
    }
}

/// What a colour is called: as its seat calls it, or by its plain name.
pub fn colour(picture: &Picture, colour: Colour, german: bool) -> &str {
    match picture.seats.iter().find(|seat| seat.colour == colour) {
        Some(seat) => say(&seat.name, german),
        None => match colour {
            Colour::Dark => pick(german, "Dark", "Dunkel"),
            Colour::Light => pick(german, "Light", "Hell"),
            Colour::Red => pick(german, "Red", "Rot"),
            Colour::Blue => pick(german, "Blue", "Blau"),
        },
    }
}

/// What is written on a stone: its number, `?` for a hidden one, or nothing.
pub fn number(number: Number) -> String {
    match number {
        Number::None => String::new(),
        Number::Shown(n) => n.to_string(),
        Number::Hidden => "?".to_owned(),
    }
}

/// Stones in runs of equal ones, in the order they are given.
pub fn runs(stones: &[Stone]) -> impl Iterator<Item = (Stone, usize)> {
    stones.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

/// Text cut into lines of at most `width`, measured by `measure`. A word that
/// is too long for a line gets a line of its own.
pub fn wrap(text: &str, width: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if measure(line) + measure(" ") + measure(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

//! The few words that the pages themselves say, in both languages.

use wabe_rules::Words;

/// One of two.
pub fn pick<'a>(german: bool, en: &'a str, de: &'a str) -> &'a str {
    if german { de } else { en }
}

/// The side of `words` that is asked for.
pub fn say(words: &Words, german: bool) -> &str {
    if german { &words.de } else { &words.en }
}

/// What the list of a browser's games is called.
pub fn my_games(german: bool) -> &'static str {
    pick(german, "My games", "Meine Partien")
}

/// `2 players`, `2 to 4 players`.
pub fn players(german: bool, (low, high): (u64, u64)) -> String {
    let people = pick(german, "players", "Personen");
    match low == high {
        true => format!("{low} {people}"),
        false => format!("{low} {} {high} {people}", pick(german, "to", "bis")),
    }
}

/// `10 to 30 minutes`.
pub fn minutes(german: bool, (low, high): (u16, u16)) -> String {
    match german {
        true => format!("{low} bis {high} Minuten"),
        false => format!("{low} to {high} minutes"),
    }
}

/// Words of options in German; names of layouts are names in every language.
const GERMAN: [(&str, &str); 18] = [
    ("alternate", "reihum"),
    ("captures", "wer mehr geschlagen hat"),
    ("choose", "selbst gewählt"),
    ("D", "Dunkel"),
    ("double", "doppelt"),
    ("draw", "Remis"),
    ("H", "Hell"),
    ("hexagon", "Sechseck"),
    ("long-hexagon", "langes Sechseck"),
    ("off", "aus"),
    ("paired", "Partner nacheinander"),
    ("random", "ausgelost"),
    ("rhombus", "Raute"),
    ("single", "einfach"),
    ("sown", "besät"),
    ("unsown", "nicht besät"),
    ("trapezoid", "Trapez"),
    ("triangle", "Dreieck"),
];

/// A word of an option as people write it: `belgian-daisy` is `Belgian daisy`.
pub fn spelled(german: bool, word: &str) -> String {
    if german && let Some((_, name)) = GERMAN.iter().find(|(known, _)| *known == word) {
        return (*name).to_owned();
    }
    let mut letters = word.replace('-', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}

/// A help text as a label: with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

//! A small stroke font, so that a drawing looks the same on every machine and
//! needs no fonts to become a PNG.
//!
//! A glyph is a path of `M`, `L` and `C` commands on a grid: capitals and
//! digits reach from 0 down to the baseline at 20, small letters begin at 6,
//! descenders end at 26. All commands take plain pairs of absolute numbers, so
//! a glyph is moved and scaled pair by pair, and a whole string becomes one
//! path. Strokes are meant to be drawn with round caps and joins.

use std::fmt::Write;

/// From the top of capitals to the baseline, on the grid.
const CAP: f64 = 20.0;
/// Room between two glyphs, on the grid.
const GAP: f64 = 4.5;
/// The width of a blank, on the grid.
const BLANK: f64 = 6.0;

/// One glyph: its width and its strokes.
type Glyph = (u8, &'static str);

/// How wide a string is at this height of capitals.
pub fn width(text: &str, height: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for c in text.chars() {
        sum += advance(c);
        count += 1;
    }
    let gaps = if count > 1 { (count - 1) as f64 * GAP } else { 0.0 };
    (sum + gaps) * height / CAP
}

/// The path data of a string whose capitals stand with their top left corner at
/// (`x`, `y`) and are `height` high.
pub fn path(text: &str, (x, y): (f64, f64), height: f64) -> String {
    let scale = height / CAP;
    let mut data = String::new();
    let mut pen = x;
    for c in text.chars() {
        for strokes in strokes(c) {
            add(&mut data, strokes, (pen, y), scale);
        }
        pen += (advance(c) + GAP) * scale;
    }
    data
}

/// Adds strokes, moved and scaled.
fn add(data: &mut String, strokes: &str, (x, y): (f64, f64), scale: f64) {
    let mut vertical = false;
    for word in strokes.split(' ') {
        let (command, number) = match word.strip_prefix(['M', 'L', 'C']) {
            Some(number) => (&word[..1], number),
            None => ("", word),
        };
        let on_grid: f64 = number.parse().unwrap_or_default();
        let place = on_grid * scale + if vertical { y } else { x };
        let blank = if command.is_empty() { " " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(data, "{command}{blank}{}", (place * 100.0).round() / 100.0);
        vertical = !vertical;
    }
}

fn advance(c: char) -> f64 {
    if c == ' ' { BLANK } else { f64::from(glyph(base(c).0).unwrap_or(MISSING).0) }
}

/// The strokes of a character: those of its base letter, and its dots.
fn strokes(c: char) -> impl Iterator<Item = &'static str> {
    let (letter, dots) = base(c);
    let own = (c != ' ').then(|| glyph(letter).unwrap_or(MISSING).1);
    own.into_iter().chain(dots)
}

/// A letter without its dots, and the dots.
fn base(c: char) -> (char, Option<&'static str>) {
    match c {
        'ä' => ('a', Some("M2 0 L2 1 M8 0 L8 1")),
        'ö' => ('o', Some("M2 0 L2 1 M8 0 L8 1")),
        'ü' => ('u', Some("M1 0 L1 1 M8 0 L8 1")),
        'Ä' => ('A', Some("M2 -4 L2 -3 M12 -4 L12 -3")),
        'Ö' => ('O', Some("M3 -5 L3 -4 M11 -5 L11 -4")),
        'Ü' => ('U', Some("M2 -5 L2 -4 M10 -5 L10 -4")),
        _ => (c, None),
    }
}

/// Drawn for a character the font does not have.
const MISSING: Glyph = (10, "M0 2 L10 2 L10 20 L0 20 L0 2");

fn glyph(c: char) -> Option<Glyph> {
    match c {
        '0'..='9' => DIGITS.get(c as usize - '0' as usize).copied(),
        'A'..='Z' => CAPITALS.get(c as usize - 'A' as usize).copied(),
        'a'..='z' => SMALL.get(c as usize - 'a' as usize).copied(),
        _ => sign(c),
    }
}

const DIGITS: [Glyph; 10] = [
    (12, "M6 0 C10 0 12 4 12 10 C12 16 10 20 6 20 C2 20 0 16 0 10 C0 4 2 0 6 0"),
    (10, "M0 5 L5 0 L5 20 M0 20 L10 20"),
    (12, "M0 5 C0 2 3 0 6 0 C10 0 12 2 12 5 C12 9 8 11 0 20 L12 20"),
    (
        12,
        "M0 3 C2 1 4 0 6 0 C9 0 11 2 11 5 C11 8 9 9 5 9 C9 9 12 11 12 14 C12 18 9 20 6 20 C3 20 1 19 0 17",
    ),
    (12, "M9 20 L9 0 L0 14 L12 14"),
    (12, "M11 0 L2 0 L1 9 C3 8 4 7 6 7 C10 7 12 10 12 13 C12 17 10 20 6 20 C3 20 1 19 0 17"),
    (12, "M10 0 C5 2 0 7 0 14 C0 18 2 20 6 20 C10 20 12 17 12 14 C12 10 10 8 6 8 C3 8 0 10 0 14"),
    (12, "M0 0 L12 0 L4 20"),
    (
        12,
        "M6 9 C3 9 1 7 1 5 C1 2 3 0 6 0 C9 0 11 2 11 5 C11 7 9 9 6 9 C2 9 0 12 0 15 C0 18 2 20 6 20 C10 20 12 18 12 15 C12 12 10 9 6 9",
    ),
    (12, "M2 20 C7 18 12 13 12 6 C12 2 10 0 6 0 C2 0 0 3 0 6 C0 10 2 12 6 12 C9 12 12 10 12 6"),
];

const CAPITALS: [Glyph; 26] = [
    (14, "M0 20 L7 0 L14 20 M3 13 L11 13"),
    (
        12,
        "M0 10 L7 10 C10 10 12 12 12 15 C12 18 10 20 7 20 L0 20 L0 0 L6 0 C9 0 11 2 11 5 C11 8 9 10 6 10",
    ),
    (13, "M13 4 C12 1 10 0 7 0 C3 0 0 4 0 10 C0 16 3 20 7 20 C10 20 12 19 13 16"),
    (13, "M0 0 L0 20 L5 20 C10 20 13 16 13 10 C13 4 10 0 5 0 L0 0"),
    (11, "M11 0 L0 0 L0 20 L11 20 M0 10 L9 10"),
    (11, "M11 0 L0 0 L0 20 M0 10 L9 10"),
    (13, "M13 4 C12 1 10 0 7 0 C3 0 0 4 0 10 C0 16 3 20 7 20 C11 20 13 17 13 11 L8 11"),
    (12, "M0 0 L0 20 M12 0 L12 20 M0 10 L12 10"),
    (2, "M1 0 L1 20"),
    (8, "M8 0 L8 15 C8 18 6 20 4 20 C2 20 0 19 0 17"),
    (12, "M0 0 L0 20 M12 0 L0 12 M4 8 L12 20"),
    (11, "M0 0 L0 20 L11 20"),
    (14, "M0 20 L0 0 L7 13 L14 0 L14 20"),
    (12, "M0 20 L0 0 L12 20 L12 0"),
    (14, "M7 0 C11 0 14 4 14 10 C14 16 11 20 7 20 C3 20 0 16 0 10 C0 4 3 0 7 0"),
    (12, "M0 20 L0 0 L7 0 C10 0 12 2 12 5 C12 9 10 11 7 11 L0 11"),
    (14, "M7 0 C11 0 14 4 14 10 C14 16 11 20 7 20 C3 20 0 16 0 10 C0 4 3 0 7 0 M9 15 L14 21"),
    (12, "M0 20 L0 0 L7 0 C10 0 12 2 12 5 C12 9 10 11 7 11 L0 11 M6 11 L12 20"),
    (12, "M11 4 C10 1 8 0 6 0 C3 0 0 2 0 5 C0 10 12 9 12 15 C12 18 9 20 6 20 C3 20 1 19 0 16"),
    (12, "M0 0 L12 0 M6 0 L6 20"),
    (12, "M0 0 L0 13 C0 17 2 20 6 20 C10 20 12 17 12 13 L12 0"),
    (14, "M0 0 L7 20 L14 0"),
    (18, "M0 0 L5 20 L9 3 L13 20 L18 0"),
    (12, "M0 0 L12 20 M12 0 L0 20"),
    (12, "M0 0 L6 10 L12 0 M6 10 L6 20"),
    (12, "M0 0 L12 0 L0 20 L12 20"),
];

const SMALL: [Glyph; 26] = [
    (
        9,
        "M1 8 C2 7 3 6 5 6 C8 6 9 8 9 10 L9 20 M9 12 L5 12 C2 12 0 13 0 16 C0 19 2 20 4 20 C7 20 9 18 9 16",
    ),
    (10, "M0 0 L0 20 M0 10 C1 7 3 6 5 6 C8 6 10 9 10 13 C10 17 8 20 5 20 C3 20 1 19 0 16"),
    (10, "M10 9 C9 7 7 6 5 6 C2 6 0 9 0 13 C0 17 2 20 5 20 C7 20 9 19 10 17"),
    (10, "M10 0 L10 20 M10 10 C9 7 7 6 5 6 C2 6 0 9 0 13 C0 17 2 20 5 20 C7 20 9 19 10 16"),
    (10, "M0 13 L10 13 C10 9 8 6 5 6 C2 6 0 9 0 13 C0 17 2 20 5 20 C7 20 9 19 10 17"),
    (8, "M8 0 C7 0 7 0 6 0 C4 0 3 2 3 4 L3 20 M0 7 L7 7"),
    (
        10,
        "M10 6 L10 21 C10 25 8 26 5 26 C3 26 1 26 0 24 M10 10 C9 7 7 6 5 6 C2 6 0 9 0 13 C0 17 2 20 5 20 C7 20 9 19 10 16",
    ),
    (9, "M0 0 L0 20 M0 11 C1 8 3 6 5 6 C8 6 9 8 9 11 L9 20"),
    (2, "M1 6 L1 20 M1 0 L1 1"),
    (4, "M4 6 L4 22 C4 25 3 26 0 26 M4 0 L4 1"),
    (9, "M0 0 L0 20 M9 6 L0 14 M3 12 L9 20"),
    (4, "M1 0 L1 17 C1 19 2 20 4 20"),
    (
        14,
        "M0 6 L0 20 M0 11 C1 8 2 6 4 6 C6 6 7 8 7 10 L7 20 M7 11 C8 8 9 6 11 6 C13 6 14 8 14 10 L14 20",
    ),
    (9, "M0 6 L0 20 M0 11 C1 8 3 6 5 6 C8 6 9 8 9 11 L9 20"),
    (10, "M5 6 C8 6 10 9 10 13 C10 17 8 20 5 20 C2 20 0 17 0 13 C0 9 2 6 5 6"),
    (10, "M0 6 L0 26 M0 10 C1 7 3 6 5 6 C8 6 10 9 10 13 C10 17 8 20 5 20 C3 20 1 19 0 16"),
    (10, "M10 6 L10 26 M10 10 C9 7 7 6 5 6 C2 6 0 9 0 13 C0 17 2 20 5 20 C7 20 9 19 10 16"),
    (7, "M0 6 L0 20 M0 12 C1 8 3 6 6 6 L7 6"),
    (8, "M8 8 C7 7 6 6 4 6 C2 6 0 7 0 9 C0 13 8 12 8 16 C8 19 6 20 4 20 C2 20 1 19 0 18"),
    (8, "M3 1 L3 16 C3 19 4 20 6 20 L8 20 M0 6 L8 6"),
    (9, "M0 6 L0 15 C0 18 1 20 4 20 C6 20 8 18 9 15 M9 6 L9 20"),
    (10, "M0 6 L5 20 L10 6"),
    (14, "M0 6 L4 20 L7 8 L10 20 L14 6"),
    (9, "M0 6 L9 20 M9 6 L0 20"),
    (10, "M0 6 L5 19 M10 6 L4 22 C3 25 2 26 0 26"),
    (9, "M0 6 L9 6 L0 20 L9 20"),
];

/// Everything that is neither a plain letter nor a digit.
fn sign(c: char) -> Option<Glyph> {
    Some(match c {
        'ß' => (
            10,
            "M0 20 L0 5 C0 2 2 0 5 0 C8 0 9 2 9 4 C9 7 5 7 5 10 C5 12 10 12 10 16 C10 19 8 20 6 20 C5 20 4 20 3 19",
        ),
        '?' => (10, "M0 4 C1 1 3 0 5 0 C8 0 10 2 10 5 C10 9 5 9 5 14 M5 19 L5 20"),
        '!' => (2, "M1 0 L1 13 M1 19 L1 20"),
        '.' | '·' => (2, "M1 19 L1 20"),
        ',' => (3, "M2 19 L1 23"),
        ':' => (2, "M1 8 L1 9 M1 19 L1 20"),
        ';' => (3, "M2 8 L2 9 M2 19 L1 23"),
        '-' => (7, "M0 12 L7 12"),
        '–' => (11, "M0 12 L11 12"),
        '—' => (16, "M0 12 L16 12"),
        '+' => (10, "M0 12 L10 12 M5 7 L5 17"),
        '×' => (8, "M0 8 L8 16 M8 8 L0 16"),
        '=' => (10, "M0 9 L10 9 M0 15 L10 15"),
        '/' => (8, "M0 22 L8 -2"),
        '\\' => (8, "M0 -2 L8 22"),
        '|' => (2, "M1 -2 L1 22"),
        '_' => (10, "M0 22 L10 22"),
        '(' => (4, "M4 -2 C1 2 0 6 0 10 C0 14 1 18 4 22"),
        ')' => (4, "M0 -2 C3 2 4 6 4 10 C4 14 3 18 0 22"),
        '[' => (4, "M4 -2 L0 -2 L0 22 L4 22"),
        ']' => (4, "M0 -2 L4 -2 L4 22 L0 22"),
        '\'' | '’' => (2, "M1 0 L1 5"),
        '"' | '“' | '”' => (6, "M1 0 L1 5 M5 0 L5 5"),
        '„' => (6, "M2 19 L1 23 M6 19 L5 23"),
        '<' => (9, "M9 5 L0 12 L9 19"),
        '>' => (9, "M0 5 L9 12 L0 19"),
        '→' => (14, "M0 12 L14 12 M9 7 L14 12 L9 17"),
        '*' => (8, "M4 2 L4 10 M0 4 L8 8 M8 4 L0 8"),
        '#' => (12, "M4 2 L2 18 M10 2 L8 18 M0 7 L12 7 M0 13 L12 13"),
        '%' => (14, "M13 0 L1 20 M3 1 L3 5 M11 15 L11 19"),
        '&' => (
            13,
            "M13 20 L3 7 C1 4 2 0 6 0 C10 0 10 5 7 7 C3 10 0 11 0 15 C0 18 2 20 5 20 C9 20 12 16 12 12",
        ),
        '@' => (
            16,
            "M11 7 L11 12 C11 15 16 15 16 10 C16 4 12 1 8 1 C3 1 0 5 0 11 C0 17 4 21 11 20 M11 10 C11 7 5 6 5 11 C5 15 11 15 11 11",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\
                       äöüÄÖÜß?!.,:;-–—+×=/\\|_()[]'\"„“<>→*#%&@";

    #[test]
    fn every_glyph_is_made_of_pairs_and_begins_with_a_move() {
        for c in ALL.chars() {
            assert!(glyph(base(c).0).is_some(), "{c} has no glyph");
            for strokes in strokes(c) {
                assert!(strokes.starts_with('M'), "{c}");
                let words: Vec<&str> = strokes.split(' ').collect();
                assert_eq!(words.len() % 2, 0, "{c}");
                for word in words {
                    let number = word.trim_start_matches(['M', 'L', 'C']);
                    assert!(number.parse::<i8>().is_ok(), "{c}: {word}");
                }
            }
        }
    }

    #[test]
    fn a_string_is_as_wide_as_its_glyphs_and_gaps() {
        assert_eq!(width("", 20.0), 0.0);
        assert_eq!(width("H", 20.0), 12.0);
        assert_eq!(width("HH", 20.0), 24.0 + GAP);
        assert_eq!(width("HH", 10.0), width("HH", 20.0) / 2.0);
    }

    #[test]
    fn a_path_is_moved_and_scaled() {
        assert_eq!(path("L", (5.0, 3.0), 10.0), "M5 3L5 13L10.5 13");
        assert_eq!(path(" ", (5.0, 3.0), 10.0), "");
    }
}

//! What the text for terminals promises.

mod pictures;

use pictures::at;
use wabe_draw::{TextOptions, text};
use wabe_rules::{Colour, Mark, Note, Picture, Stone, Words};

const PLAIN: TextOptions = TextOptions { colour: false, counts: false, german: false };

fn all() -> Vec<(Picture, usize)> {
    vec![
        (pictures::board37(), 80),
        (pictures::towers(), 80),
        (pictures::hidden_towers(), 80),
        (pictures::singles(), 80),
        (pictures::marbles(2), 80),
        (pictures::marbles(4), 80),
        (pictures::large(), 120),
        (pictures::seeds(), 80),
    ]
}

/// The text without terminal escapes.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').expect("an escape ends").1)
}

/// The lines of the board: all before the first blank one.
fn board(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn every_label_is_there_and_every_line_fits() {
    for (picture, width) in all() {
        let drawn = text(&picture, &PLAIN);
        let widest = drawn.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= width, "{widest} columns:\n{drawn}");
        let board = board(&drawn).join("\n");
        let words: Vec<&str> = board.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        for cell in &picture.cells {
            assert!(words.contains(&cell.label.as_str()), "{} is missing:\n{drawn}", cell.label);
        }
    }
}

#[test]
fn colour_adds_nothing_but_colour() {
    for (picture, _) in all() {
        let coloured = text(&picture, &TextOptions { colour: true, ..PLAIN });
        assert!(coloured.contains('\x1b'));
        assert_eq!(uncoloured(&coloured), text(&picture, &PLAIN));
    }
}

/// The first tower of a drawing, from its top to its label.
fn first_tower(drawn: &str) -> Vec<String> {
    let lines = board(drawn);
    let column = lines[0].chars().position(|c| c == '●').unwrap();
    lines[..4].iter().map(|line| line.chars().skip(column).take(2).collect()).collect()
}

#[test]
fn towers_stand_above_their_labels() {
    let drawn = text(&pictures::towers(), &PLAIN);
    let lines = board(&drawn);
    assert_eq!(lines[0].trim(), "●3                ○3");
    assert_eq!(lines[3].trim(), "11›○  12›○  13›○ !14›○");
    assert_eq!(first_tower(&drawn), ["●3", "●2", "●1", "11"]);
}

#[test]
fn rows_of_a_hexagon_are_shifted_by_half_a_cell() {
    let drawn = text(&pictures::board37(), &PLAIN);
    let begins: Vec<usize> =
        board(&drawn).iter().map(|line| line.len() - line.trim_start().len()).collect();
    assert_eq!(begins, [11, 11, 8, 8, 5, 5, 2, 2, 5, 5, 8, 8, 11, 11]);
}

#[test]
fn a_hidden_number_is_a_question_mark() {
    let drawn = text(&pictures::hidden_towers(), &PLAIN);
    let covered = pictures::towers().cells.iter().map(|c| c.stones.len().max(1) - 1).sum();
    assert_eq!(drawn.matches('?').count(), covered);
    assert_eq!(first_tower(&drawn), ["●3", "●?", "●?", "11"]);
    // Only free stones show a number.
    let board = board(&drawn).join("\n");
    let shows_number = |(i, sign): &(usize, &str)| {
        board[i + sign.len()..].starts_with(|c: char| c.is_ascii_digit())
    };
    let shown = board.match_indices(['●', '○', '▲']).filter(shows_number).count();
    let towers = pictures::towers().cells.iter().filter(|c| !c.stones.is_empty()).count();
    assert_eq!(shown, towers);
}

#[test]
fn seeds_are_drawn_and_not_counted() {
    let picture = pictures::pits([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0]);
    let drawn = text(&picture, &PLAIN);
    assert_eq!(drawn.matches('•').count(), 48);
    let full = text(&pictures::pits([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48]), &PLAIN);
    assert_eq!(full.matches('•').count(), 48);
    assert!(!full.contains("48"));
    let counted = text(&pictures::seeds(), &TextOptions { counts: true, ..PLAIN });
    assert!(counted.contains("48") && counted.contains("24"));
}

#[test]
fn marks_are_signs_and_explained() {
    let mut picture = pictures::board37();
    at(&mut picture, "17").marks = vec![Mark::Last, Mark::Bound, Mark::Barred];
    let english = text(&picture, &PLAIN);
    assert!(english.contains("*!×17") && english.contains("* last action"));
    let german = text(&picture, &TextOptions { german: true, ..PLAIN });
    assert!(german.contains("× jetzt gesperrt"));
}

#[test]
fn seats_say_who_acts_and_what_they_hold() {
    let drawn = text(&pictures::singles(), &PLAIN);
    assert!(drawn.contains("→ 1 ● Dark    score: 3   in hand: ●1 ●2 ●3\n"), "{drawn}");
    assert!(drawn.contains("  2 ○ Light   score: 12   in hand: ○×9   taken: ●×3\n"), "{drawn}");
}

#[test]
fn notes_name_their_rule_in_the_language_asked_for() {
    let picture = pictures::towers();
    assert!(text(&picture, &PLAIN).contains("R5: Dark has no free stone"));
    let german = text(&picture, &TextOptions { german: true, ..PLAIN });
    assert!(german.contains("R5: Dunkel hat weder"));
}

#[test]
fn odd_pictures_do_no_harm() {
    let empty = Picture { cells: Vec::new(), seats: Vec::new(), notes: Vec::new() };
    text(&empty, &PLAIN);
    let mut picture = pictures::board37();
    at(&mut picture, "29").stones = vec![Stone::numbered(Colour::Blue, 255); 9];
    picture.seats[0].name = Words::made("a\nb\x1b[31m".to_owned(), String::new());
    picture.notes.push(Note { rule: "F1".into(), says: Words::new("", "") });
    let drawn = text(&picture, &PLAIN);
    assert_eq!(drawn.matches("◆255").count(), 9);
    assert!(!drawn.contains('\x1b'));
}

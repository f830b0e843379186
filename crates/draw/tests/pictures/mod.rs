//! Pictures made by hand, one for each kind of board.
#![allow(dead_code, reason = "each test file uses some of them")]

use std::collections::HashMap;
use wabe_rules::{
    Cell, Colour, Hex, Mark, Note, Number, Picture, SeatView, Shape, Stone, Tint, TintKind, Words,
};

pub const COLOURS: [Colour; 4] = [Colour::Dark, Colour::Light, Colour::Red, Colour::Blue];

pub fn seat(number: usize, colour: Colour, en: &'static str, de: &'static str) -> SeatView {
    SeatView {
        seat: number,
        colour,
        name: Words::new(en, de),
        hand: Vec::new(),
        taken: Vec::new(),
        score: None,
        to_act: number == 1,
    }
}

pub fn seats(count: usize) -> Vec<SeatView> {
    let names = [("Dark", "Dunkel"), ("Light", "Hell"), ("Red", "Rot"), ("Blue", "Blau")];
    let one = |i: usize| seat(i + 1, COLOURS[i], names[i].0, names[i].1);
    (0..count).map(one).collect()
}

/// The 37 fields from 11 to 47, empty.
pub fn board37() -> Picture {
    let cells = Hex::hexagon(4)
        .zip(11..)
        .map(|(hex, label): (Hex, u8)| Cell::new(label.to_string(), hex.place(), Shape::Hex))
        .collect();
    Picture { cells, seats: seats(2), notes: Vec::new() }
}

pub fn at<'a>(picture: &'a mut Picture, label: &str) -> &'a mut Cell {
    picture.cells.iter_mut().find(|cell| cell.label == label).expect("the label exists")
}

fn tower(stones: &[(Colour, u8)]) -> Vec<Stone> {
    stones.iter().map(|&(colour, number)| Stone::numbered(colour, number)).collect()
}

/// A middle game with towers of up to three stones of mixed colours.
pub fn towers() -> Picture {
    use Colour::{Dark, Light, Red};
    let mut picture = board37();
    for (label, stones) in [
        ("11", &[(Dark, 1), (Dark, 2), (Dark, 3)][..]),
        ("12", &[(Dark, 1), (Dark, 2)]),
        ("14", &[(Dark, 1), (Dark, 2), (Light, 3)]),
        ("21", &[(Dark, 3)]),
        ("22", &[(Light, 1), (Dark, 3)]),
        ("23", &[(Light, 2), (Red, 2), (Dark, 3)]),
        ("29", &[(Dark, 1), (Light, 2), (Red, 3)]),
        ("30", &[(Red, 1), (Red, 2), (Red, 3)]),
        ("35", &[(Light, 1)]),
        ("36", &[(Red, 1), (Light, 2), (Dark, 3)]),
        ("44", &[(Light, 1), (Light, 2), (Light, 3)]),
        ("45", &[(Light, 1), (Light, 2), (Light, 3)]),
        ("47", &[(Light, 1)]),
    ] {
        at(&mut picture, label).stones = tower(stones);
    }
    for (labels, colour) in [(11..=14, Light), (44..=47, Dark)] {
        for label in labels {
            let tint = Tint { colour, kind: TintKind::Goal };
            at(&mut picture, &label.to_string()).tint = Some(tint);
        }
    }
    at(&mut picture, "17").marks.push(Mark::Last);
    at(&mut picture, "22").marks.push(Mark::Last);
    at(&mut picture, "14").marks.push(Mark::Bound);
    at(&mut picture, "36").marks.push(Mark::Barred);
    picture.seats = seats(3);
    picture.notes.push(Note {
        rule: "R5".into(),
        says: Words::new(
            "Dark has no free stone in this row or behind it: the stone on top of 14 has to go.",
            "Dunkel hat weder in dieser Reihe noch dahinter einen freien Stein: Der oberste Stein auf 14 muss weg (größte Vorsicht, Übung!).",
        ),
    });
    picture
}

/// The same towers as somebody sees them who may not know covered numbers.
pub fn hidden_towers() -> Picture {
    let mut picture = towers();
    for cell in &mut picture.cells {
        let covered = cell.stones.len().saturating_sub(1);
        for stone in &mut cell.stones[..covered] {
            stone.number = Number::Hidden;
        }
    }
    picture
}

/// Single stones with numbers, some in hand and taken.
pub fn singles() -> Picture {
    let mut picture = board37();
    for (i, cell) in picture.cells.iter_mut().enumerate().filter(|(i, _)| i % 3 != 1) {
        cell.stones.push(Stone::numbered(COLOURS[i / 2 % 4], (i % 4) as u8));
    }
    picture.seats = seats(2);
    picture.seats[0].hand = tower(&[(Colour::Dark, 1), (Colour::Dark, 2), (Colour::Dark, 3)]);
    picture.seats[1].taken = vec![Stone::plain(Colour::Dark); 3];
    picture.seats[1].hand = vec![Stone::plain(Colour::Light); 9];
    picture.seats[0].score = Some("3".to_owned());
    picture.seats[1].score = Some("12".to_owned());
    picture
}

/// Letters for rows and numbers for diagonals.
fn lettered(side: i8, shape: Shape) -> Vec<Cell> {
    Hex::hexagon(side)
        .map(|hex| {
            let row = char::from(b'a' + (side - 1 - hex.r) as u8);
            Cell::new(format!("{row}{}", hex.q + side), hex.place(), shape)
        })
        .collect()
}

/// Marbles of so many colours in 61 hollows.
pub fn marbles(colours: usize) -> Picture {
    let mut picture =
        Picture { cells: lettered(5, Shape::Hollow), seats: seats(colours), notes: Vec::new() };
    let rows: HashMap<i16, usize> = [(-4, 1), (-3, 1), (-2, 3), (2, 2), (3, 0), (4, 0)].into();
    for cell in &mut picture.cells {
        let who = rows.get(&cell.y).copied().unwrap_or(colours);
        if who < colours && (cell.y.abs() > 2 || cell.x.abs() < 4) {
            cell.stones.push(Stone::plain(COLOURS[who]));
        }
    }
    at(&mut picture, "c4").marks.push(Mark::Last);
    at(&mut picture, "d4").marks.push(Mark::Last);
    picture.seats[0].taken = vec![Stone::plain(Colour::Light); 2];
    picture.seats[0].score = Some("2".to_owned());
    picture.seats[1].score = Some("0".to_owned());
    picture
}

/// The board of side 10, half full.
pub fn large() -> Picture {
    let mut picture =
        Picture { cells: lettered(10, Shape::Hex), seats: seats(4), notes: Vec::new() };
    for (i, cell) in picture.cells.iter_mut().enumerate().filter(|(i, _)| i % 5 < 3) {
        cell.stones.push(Stone::plain(COLOURS[(i * 7 / 3) % 4]));
    }
    for seat in &mut picture.seats {
        seat.score = Some("340282366920938463463374607431768211455".to_owned());
    }
    at(&mut picture, "j10").marks.push(Mark::Last);
    at(&mut picture, "s19").marks.push(Mark::Last);
    picture
}

/// Pits and stores, with these seeds: pits 1 to 12, then the two stores.
pub fn pits(seeds: [u16; 14]) -> Picture {
    let mut cells: Vec<Cell> = (1..=12_i16)
        .map(|pit| {
            let place = if pit <= 6 { (2 * pit - 7, 1) } else { (19 - 2 * pit, -1) };
            Cell::new(pit.to_string(), place, Shape::Pit)
        })
        .collect();
    cells.push(Cell::new("S1".to_owned(), (8, 0), Shape::Store));
    cells.push(Cell::new("S2".to_owned(), (-8, 0), Shape::Store));
    for (i, cell) in cells.iter_mut().enumerate() {
        cell.seeds = seeds[i];
        let colour = if i < 6 || i == 12 { Colour::Dark } else { Colour::Light };
        cell.tint = Some(Tint { colour, kind: TintKind::Territory });
    }
    Picture { cells, seats: seats(2), notes: Vec::new() }
}

/// A middle game with houses.
pub fn seeds() -> Picture {
    let mut picture = pits([4, 0, 5, 1, 12, 2, 4, 3, 0, 7, 1, 24, 48, 19]);
    at(&mut picture, "7").tint = Some(Tint { colour: Colour::Dark, kind: TintKind::House });
    at(&mut picture, "3").tint = Some(Tint { colour: Colour::Light, kind: TintKind::House });
    at(&mut picture, "7").marks.push(Mark::Last);
    at(&mut picture, "10").marks.push(Mark::Bound);
    at(&mut picture, "3").marks.push(Mark::Barred);
    picture
}

//! What the drawings promise.

mod pictures;

use pictures::at;
use resvg::usvg;
use std::collections::HashSet;
use wabe_draw::{PngError, SvgOptions, Theme, png, svg};
use wabe_rules::{Colour, Number, Picture, Stone, Words};

fn draw(picture: &Picture) -> String {
    svg(picture, &SvgOptions::default())
}

fn parse(drawn: &str) -> usvg::Tree {
    usvg::Tree::from_str(drawn, &usvg::Options::default()).expect("the SVG parses")
}

#[test]
fn drawings_parse_and_need_no_fonts() {
    for picture in [
        pictures::board37(),
        pictures::towers(),
        pictures::singles(),
        pictures::marbles(4),
        pictures::large(),
        pictures::seeds(),
        Picture { cells: Vec::new(), seats: Vec::new(), notes: Vec::new() },
    ] {
        let drawn = draw(&picture);
        parse(&drawn);
        assert!(!drawn.contains("<text") && !drawn.contains("font"));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
    }
}

#[test]
fn nothing_is_drawn_outside_the_sheet() {
    for picture in [pictures::towers(), pictures::large(), pictures::seeds()] {
        let tree = parse(&draw(&picture));
        let (sheet, ink) = (tree.size(), tree.root().abs_stroke_bounding_box());
        assert!(ink.left() >= -0.1 && ink.top() >= -0.1, "{ink:?}");
        assert!(ink.right() <= sheet.width() + 0.1 && ink.bottom() <= sheet.height() + 0.1);
    }
}

#[test]
fn a_png_has_the_width_asked_for() {
    let image = png(&draw(&pictures::towers()), 320).unwrap();
    assert_eq!(&image[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(image[16..20], 320_u32.to_be_bytes());
    let tree = parse(&draw(&pictures::towers()));
    let height = (320.0 * tree.size().height() / tree.size().width()).round() as u32;
    assert_eq!(image[20..24], height.to_be_bytes());
}

#[test]
fn what_cannot_be_painted_is_an_error() {
    let drawn = draw(&pictures::board37());
    assert!(matches!(png("no picture", 100), Err(PngError::Svg(_))));
    assert!(matches!(png(&drawn, 0), Err(PngError::Size { width: 0, .. })));
    let error = png(&drawn, 1_000_000).unwrap_err();
    assert!(error.to_string().contains("1000000"), "{error}");
}

#[test]
fn names_are_escaped() {
    let mut picture = pictures::board37();
    let name = "<b> & \"Q\" 'x'\u{1}";
    picture.seats[0].name = Words::made(name.to_owned(), name.to_owned());
    let options = SvgOptions { title: name.to_owned(), ..SvgOptions::default() };
    let drawn = svg(&picture, &options);
    parse(&drawn);
    let escaped = "&lt;b&gt; &amp; &quot;Q&quot; &apos;x&apos;";
    assert!(drawn.contains(&format!("<title>{escaped}</title>")));
    assert!(drawn.contains(&format!("<desc>{escaped} to act")));
}

/// The picture with every covered number replaced.
fn covered(number: impl Fn(u8) -> Number) -> Picture {
    let mut picture = pictures::towers();
    for cell in &mut picture.cells {
        let top = cell.stones.len().saturating_sub(1);
        for stone in &mut cell.stones[..top] {
            if let Number::Shown(n) = stone.number {
                stone.number = number(n);
            }
        }
    }
    picture
}

#[test]
fn hidden_numbers_are_not_in_the_drawing() {
    let hidden = draw(&covered(|_| Number::Hidden));
    assert_eq!(hidden, draw(&pictures::hidden_towers()));
    // Other numbers give other drawings, so they are read from the stones.
    assert_ne!(draw(&covered(Number::Shown)), draw(&covered(|n| Number::Shown(n + 1))));
    let description = |drawn: &str| {
        let (_, rest) = drawn.split_once("<desc>").unwrap();
        rest.split_once("</desc>").unwrap().0.to_owned()
    };
    assert!(description(&hidden).contains("14: Dark ?, Dark ?, Light 3;"));
}

#[test]
fn seeds_are_drawn_and_not_counted() {
    let picture = pictures::seeds();
    let options = SvgOptions { panel: false, ..SvgOptions::default() };
    let drawn = svg(&picture, &options);
    let seeds: u16 = picture.cells.iter().map(|cell| cell.seeds).sum();
    assert_eq!(drawn.matches("rotate(").count(), usize::from(seeds));
    assert!(!drawn.contains("S1: 48"));
    let counted = svg(&picture, &SvgOptions { counts: true, ..options });
    assert!(counted.contains("S1: 48"));
}

#[test]
fn drawings_are_the_same_every_time() {
    assert_eq!(draw(&pictures::seeds()), draw(&pictures::seeds()));
}

/// The markup of the only stone on a board, with its colours taken out.
fn outlines(colour: Colour, tall: bool) -> String {
    let mut picture = pictures::board37();
    picture.seats.clear();
    at(&mut picture, "29").stones = vec![Stone::plain(colour); if tall { 2 } else { 1 }];
    let drawn = svg(&picture, &SvgOptions { theme: Theme::Print, ..SvgOptions::default() });
    let body = drawn.split_once("</defs>").unwrap().1;
    body.split('"').filter(|part| !part.starts_with('#')).collect()
}

#[test]
fn colours_differ_in_shape_too() {
    for tall in [false, true] {
        let shapes: HashSet<String> =
            pictures::COLOURS.into_iter().map(|colour| outlines(colour, tall)).collect();
        assert_eq!(shapes.len(), 4);
    }
}

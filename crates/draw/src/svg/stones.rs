//! Stones: flat discs, towers seen at a slant, marbles, and the small shapes
//! that tell the four colours apart when there is no colour.
//!
//! Dark is a plain disc with one ring, Light has two rings, Red triangles and
//! Blue diamonds. The same shapes run around the rim of a face, along the edge
//! of a stone in a tower, and stand in the middle of a stone without a number.

use super::pen::{Align, Hand, Pen, Point, both, fill, n, polygon, stroke};
use crate::phrases;
use std::f64::consts::TAU;
use wabe_rules::{Colour, Number, Stone};

/// All four, in the order of their declaration.
pub const COLOURS: [Colour; 4] = [Colour::Dark, Colour::Light, Colour::Red, Colour::Blue];

/// A stone of a tower, in units of its half width: half the depth of its face,
/// and its thickness.
const DEPTH: f64 = 0.62;
const THICKNESS: f64 = 0.50;

/// The shape of a colour, small: beside a label, or in the middle of a stone.
pub fn emblem(pen: &mut Pen, colour: Colour, at: Point, radius: f64, ink: &str) {
    match colour {
        Colour::Dark => pen.circle(at, radius * 0.8, fill(ink)),
        Colour::Light => pen.circle(at, radius * 0.72, stroke(ink, radius * 0.34)),
        Colour::Red => pen.path(triangle(at, radius, 0.0), fill(ink)),
        Colour::Blue => pen.path(diamond(at, radius, 0.0), fill(ink)),
    }
}

/// A triangle that points up, turned by an angle.
fn triangle((x, y): Point, radius: f64, turn: f64) -> String {
    let corner = |i: i32| {
        let angle = turn - TAU / 4.0 + f64::from(i) * TAU / 3.0;
        (x + radius * 1.08 * angle.cos(), y + radius * 1.08 * angle.sin() + radius * 0.12)
    };
    polygon((0..3).map(corner))
}

fn diamond((x, y): Point, radius: f64, turn: f64) -> String {
    let corner = |i: i32| {
        let angle = turn + f64::from(i) * TAU / 4.0;
        let reach = radius * if i % 2 == 0 { 0.82 } else { 1.06 };
        (x + reach * angle.cos(), y + reach * angle.sin())
    };
    polygon((0..4).map(corner))
}

/// A flat stone seen from above.
pub fn disc(pen: &mut Pen, stone: Stone, at: Point, radius: f64) {
    let paint = pen.palette.stone(stone.colour);
    pen.circle(at, radius * 0.97, both(paint.face, paint.rim, radius * 0.06));
    rim(pen, stone.colour, at, (radius, radius));
    if stone.number == Number::None {
        emblem(pen, stone.colour, at, radius * 0.34, paint.ink);
    } else {
        figure(pen, stone, at, radius * 0.88);
    }
}

/// A number on a stone, made to fit if it is long.
fn figure(pen: &mut Pen, stone: Stone, at: Point, height: f64) {
    let text = phrases::number(stone.number);
    let height = if text.len() > 1 { height * 1.25 / text.len() as f64 } else { height };
    let ink = pen.palette.stone(stone.colour).ink;
    pen.write(&text, at, Align::Middle, Hand::sturdy(height, ink));
}

/// The pattern around the rim of a face, which may be seen at a slant.
fn rim(pen: &mut Pen, colour: Colour, at: Point, (rx, ry): Point) {
    let ink = pen.palette.stone(colour).ink;
    let ring = |pen: &mut Pen, share: f64| {
        let style = format!(r#"{} opacity="0.75""#, stroke(ink, rx * 0.045));
        pen.ellipse(at, (rx * share, ry * share), style);
    };
    let middle = (rx * 0.81, ry * 0.81);
    match colour {
        Colour::Dark => ring(pen, 0.83),
        Colour::Light => {
            ring(pen, 0.86);
            ring(pen, 0.74);
        }
        Colour::Red => {
            let shapes = around(at, middle, 9)
                .map(|(place, angle)| triangle(place, rx * 0.105, angle + TAU / 4.0));
            pen.path(shapes.collect::<String>(), format!(r#"{} opacity="0.85""#, fill(ink)));
        }
        Colour::Blue => {
            let shapes =
                around(at, middle, 10).map(|(place, angle)| diamond(place, rx * 0.105, angle));
            pen.path(shapes.collect::<String>(), format!(r#"{} opacity="0.85""#, fill(ink)));
        }
    }
}

/// Places at equal angles on an ellipse, each with its angle.
fn around((x, y): Point, (rx, ry): Point, count: i32) -> impl Iterator<Item = (Point, f64)> {
    (0..count).map(move |i| {
        let angle = f64::from(i) * TAU / f64::from(count) - TAU / 4.0;
        ((x + rx * angle.cos(), y + ry * angle.sin()), angle)
    })
}

/// A tower seen at a slant: `foot` is the middle of the face it stands on.
/// Every stone shows its edge with its number, the top one its face too.
pub fn tower(pen: &mut Pen, stones: &[Stone], (x, foot): Point, radius: f64) {
    let ry = radius * DEPTH;
    let mut y = foot;
    for (level, &stone) in stones.iter().enumerate() {
        let covered = level + 1 < stones.len();
        slab(pen, stone, (x, y), radius, covered);
        y -= radius * THICKNESS;
        if !covered {
            let paint = pen.palette.stone(stone.colour);
            pen.ellipse((x, y), (radius, ry), both(paint.face, paint.rim, radius * 0.05));
            rim(pen, stone.colour, (x, y), (radius, ry));
            if stone.number == Number::None {
                emblem(pen, stone.colour, (x, y), radius * 0.3, paint.ink);
            } else {
                figure(pen, stone, (x, y), radius * 0.66);
            }
        }
    }
}

/// The edge of one stone of a tower.
fn slab(pen: &mut Pen, stone: Stone, (x, y): Point, radius: f64, covered: bool) {
    let (ry, thick) = (radius * DEPTH, radius * THICKNESS);
    let paint = pen.palette.stone(stone.colour);
    let (left, right) = (n(x - radius), n(x + radius));
    let (low, high, rx_text, ry_text) = (n(y), n(y - thick), n(radius), n(ry));
    let outline = format!(
        "M{left} {high}L{left} {low}A{rx_text} {ry_text} 0 0 0 {right} {low}L{right} {high}A{rx_text} {ry_text} 0 0 1 {left} {high}Z"
    );
    pen.path(outline, both(paint.edge, paint.rim, radius * 0.065));
    // A place on the edge: `across` from -1 to 1, `up` from its foot.
    let on_edge = |across: f64, up: f64| {
        (x + radius * across, y + ry * (1.0 - across * across).sqrt() - thick * up)
    };
    let numbered = covered && stone.number != Number::None;
    edge_pattern(pen, stone.colour, on_edge, radius, numbered);
    if numbered {
        figure(pen, stone, on_edge(0.0, 0.5), radius * 0.32);
    }
}

/// The colour's pattern along an edge, with room for a number if there is one.
fn edge_pattern(
    pen: &mut Pen,
    colour: Colour,
    on_edge: impl Fn(f64, f64) -> Point,
    radius: f64,
    numbered: bool,
) {
    let ink = pen.palette.stone(colour).ink;
    let from = if numbered { 0.38 } else { 0.0 };
    let mut line = |up: f64, opacity: f64| {
        let mut data = String::new();
        for side in [-1.0, 1.0] {
            let share = |i: i32| from + (0.94 - from) * f64::from(i) / 12.0;
            let points = (0..=12).map(|i| on_edge(side * share(i), up));
            data += polygon(points).trim_end_matches('Z');
        }
        pen.path(data, format!(r#"{} opacity="{opacity}""#, stroke(ink, radius * 0.05)));
    };
    match colour {
        Colour::Dark => line(0.5, 0.7),
        Colour::Light => {
            line(0.36, 0.45);
            line(0.64, 0.45);
        }
        Colour::Red | Colour::Blue => {
            let places = [0.0, 0.21, 0.42, 0.63, 0.84].into_iter();
            let mut data = String::new();
            for across in places.filter(|&across| across > from || !numbered) {
                for side in if across == 0.0 { &[1.0][..] } else { &[-1.0, 1.0] } {
                    let at = on_edge(side * across, 0.5);
                    data += &match colour {
                        Colour::Red => triangle(at, radius * 0.115, 0.0),
                        _ => diamond(at, radius * 0.125, 0.0),
                    };
                }
            }
            pen.path(data, format!(r#"{} opacity="0.85""#, fill(ink)));
        }
    }
}

/// The id of the gradient that makes marbles of a colour round.
fn marble_id(pen: &Pen, colour: Colour) -> String {
    format!("wabe-{}-marble-{}", pen.palette.name, colour as usize)
}

/// Defines what marbles are painted with.
pub fn marble_paint(pen: &mut Pen) {
    for colour in COLOURS {
        let paint = pen.palette.stone(colour);
        let id = marble_id(pen, colour);
        pen.raw(format!(
            r#"<radialGradient id="{id}" cx="0.36" cy="0.3" r="0.78"><stop offset="0" stop-color="{}"/><stop offset="0.42" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient>"#,
            paint.shine, paint.face, paint.deep
        ));
    }
}

/// A marble with a highlight, and its colour's shape etched into it.
pub fn marble(pen: &mut Pen, stone: Stone, (x, y): Point, radius: f64) {
    let paint = pen.palette.stone(stone.colour);
    let ball = format!("url(#{})", marble_id(pen, stone.colour));
    pen.circle((x, y), radius, both(&ball, paint.rim, radius * 0.05));
    if stone.number == Number::None {
        let etched = if stone.colour == Colour::Light { paint.rim } else { paint.ink };
        pen.open(r#"opacity="0.8""#);
        emblem(pen, stone.colour, (x, y + radius * 0.06), radius * 0.3, etched);
        pen.close();
    } else {
        figure(pen, stone, (x, y), radius * 0.8);
    }
    let (shine_x, shine_y) = (x - radius * 0.42, y - radius * 0.52);
    let tilt = format!(
        r##"fill="#ffffff" opacity="0.7" transform="rotate(-38 {} {})""##,
        n(shine_x),
        n(shine_y)
    );
    pen.ellipse((shine_x, shine_y), (radius * 0.26, radius * 0.14), tilt);
}

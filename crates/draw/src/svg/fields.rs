//! Hexagonal boards: the wood, the fields and hollows, what is marked on them,
//! and the stones, from the back row to the front.

use super::layout::{HEX, RIM, hexagon, is_pit, middle};
use super::pen::{Align, Hand, Pen, Point, both, fill, n, stroke};
use super::stones;
use wabe_rules::{Cell, Mark, Picture, Shape, TintKind};

/// Sizes in units of [`HEX`]: a stone, a stone of a tower, a hollow, a marble.
const DISC: f64 = 0.59;
const SLAB: f64 = 0.61;
const HOLLOW: f64 = 0.66;
const MARBLE: f64 = 0.6;
/// The middle of the ground a tower stands on, below the middle of its field.
const FOOT: f64 = 0.11;
/// The middle of a flat stone, above the middle of its field.
const LIFT: f64 = 0.08;

/// Draws all hexagonal cells.
pub fn draw(pen: &mut Pen, picture: &Picture) {
    let mut cells: Vec<&Cell> = picture.cells.iter().filter(|cell| !is_pit(cell)).collect();
    if cells.is_empty() {
        return;
    }
    wood(pen, &cells);
    for cell in &cells {
        field(pen, cell);
    }
    for cell in &cells {
        outline_marks(pen, cell);
    }
    // Towers stand in front of what is behind them.
    cells.sort_by_key(|cell| (cell.y, cell.x));
    let slanted = cells.iter().any(|cell| cell.stones.len() > 1);
    for cell in cells {
        pieces(pen, cell, slanted);
        label(pen, cell);
        badges(pen, cell);
    }
}

/// Defines what hollows are painted with.
pub fn hollow_paint(pen: &mut Pen) {
    let palette = pen.palette;
    pen.raw(format!(
        r#"<radialGradient id="{}" cx="0.56" cy="0.62" r="0.62"><stop offset="0.3" stop-color="{}"/><stop offset="1" stop-color="{}"/></radialGradient>"#,
        hollow_id(pen),
        palette.floor,
        palette.shade
    ));
}

fn hollow_id(pen: &Pen) -> String {
    format!("wabe-{}-hollow", pen.palette.name)
}

/// The board under the cells: their hexagons, grown by a rim, as one piece.
fn wood(pen: &mut Pen, cells: &[&Cell]) {
    let palette = pen.palette;
    let shape: String = cells.iter().map(|cell| hexagon(middle(cell), HEX)).collect();
    pen.open(r#"transform="translate(0 7)""#);
    pen.path(&shape, both(palette.wood_edge, palette.wood_edge, 2.0 * RIM));
    pen.close();
    pen.path(&shape, both(palette.wood, palette.wood, 2.0 * RIM));
}

/// The ground of a cell, with its tint.
fn field(pen: &mut Pen, cell: &Cell) {
    let palette = pen.palette;
    let at = middle(cell);
    let ground = match cell.tint {
        Some(tint) => palette.stone(tint.colour).tint,
        None if cell.shape == Shape::Hollow => palette.wood,
        None => palette.field,
    };
    match cell.shape {
        Shape::Hollow => {
            if cell.tint.is_some() {
                pen.path(hexagon(at, HEX * 0.96), fill(ground));
            }
            let floor = format!("url(#{})", hollow_id(pen));
            pen.circle(at, HEX * HOLLOW, both(&floor, palette.line, HEX * 0.03));
        }
        _ => pen.path(hexagon(at, HEX), both(ground, palette.line, HEX * 0.04)),
    }
    tint_emblem(pen, cell, at);
}

/// Whose the cell is, by shape: at its left side, with a second outline for a
/// goal.
fn tint_emblem(pen: &mut Pen, cell: &Cell, (x, y): Point) {
    let Some(tint) = cell.tint else { return };
    let sign = pen.palette.stone(tint.colour).sign;
    let place = (x - HEX * 0.67, y + HEX * 0.39);
    stones::emblem(pen, tint.colour, place, HEX * 0.095, sign);
    if tint.kind != TintKind::Territory {
        let style = format!(r#"{} opacity="0.6""#, stroke(sign, HEX * 0.03));
        pen.path(hexagon((x, y), HEX * 0.9), style);
    }
}

/// The marks that run around a cell.
fn outline_marks(pen: &mut Pen, cell: &Cell) {
    let line = stroke(pen.palette.honey, HEX * 0.11);
    let dashes = format!(r#"stroke-dasharray="{} {}""#, n(HEX * 0.2), n(HEX * 0.2));
    for mark in &cell.marks {
        let style = match mark {
            Mark::Last => line.clone(),
            Mark::Bound => format!("{line} {dashes}"),
            Mark::Barred => continue,
        };
        match cell.shape {
            Shape::Hollow => pen.circle(middle(cell), HEX * 0.71, style),
            _ => pen.path(hexagon(middle(cell), HEX * 0.91), style),
        }
    }
}

/// What stands on a cell.
fn pieces(pen: &mut Pen, cell: &Cell, slanted: bool) {
    let (x, y) = middle(cell);
    match (cell.shape, cell.stones.as_slice()) {
        (_, []) => {}
        (Shape::Hollow, [marble]) => stones::marble(pen, *marble, (x, y), HEX * MARBLE),
        (_, [stone]) if !slanted => stones::disc(pen, *stone, (x, y - HEX * LIFT), HEX * DISC),
        (_, tower) => stones::tower(pen, tower, (x, y + HEX * FOOT), HEX * SLAB),
    }
}

/// What the cell is called: below a stone, in the middle of an empty cell.
fn label(pen: &mut Pen, cell: &Cell) {
    let (x, y) = middle(cell);
    let (below, height) = match (cell.stones.is_empty(), cell.shape) {
        (true, _) => (0.0, 0.21),
        (false, Shape::Hollow) => (0.86, 0.17),
        (false, _) => (0.68, 0.17),
    };
    let hand = Hand::plain(HEX * height, pen.palette.label);
    pen.write(&cell.label, (x, y + HEX * below), Align::Middle, hand);
}

/// The marks that are signs at the upper corners.
fn badges(pen: &mut Pen, cell: &Cell) {
    let (x, y) = middle(cell);
    let palette = pen.palette;
    let radius = HEX * 0.17;
    if cell.marks.contains(&Mark::Barred) {
        let (x, y) = (x + HEX * 0.58, y - HEX * 0.5);
        let arm = radius * 0.45;
        pen.circle((x, y), radius, both(palette.cloth, palette.ink, HEX * 0.03));
        let cross = format!(
            "M{} {}L{} {}M{} {}L{} {}",
            n(x - arm),
            n(y - arm),
            n(x + arm),
            n(y + arm),
            n(x + arm),
            n(y - arm),
            n(x - arm),
            n(y + arm)
        );
        pen.path(cross, stroke(palette.ink, HEX * 0.06));
    }
    if cell.marks.contains(&Mark::Bound) {
        let at = (x - HEX * 0.58, y - HEX * 0.5);
        pen.circle(at, radius, both(palette.cloth, palette.ink, HEX * 0.03));
        pen.write("!", at, Align::Middle, Hand::sturdy(radius, palette.ink));
    }
}

//! Boards with pits: the wood, the pits and stores, and the seeds in them.
//!
//! Seeds lie as seeds do, each a little different and none quite straight, but
//! always in the same way for the same picture. They are there to be seen, not
//! counted: a number stands beside them only if the options ask for it.

use super::layout::{Bounds, PIT, PIT_LABEL, RIM, STORE, bounds, is_pit, middle, store_reach};
use super::pen::{Align, Hand, Pen, Point, both, fill, n, stroke};
use super::stones;
use wabe_rules::{Cell, Mark, Picture, Shape, TintKind};

/// Half the length and half the width of a seed.
const BEAN: Point = (8.4, 5.6);
/// How far seeds lie apart when there is room.
const APART: f64 = 15.5;
/// The angle between one seed of a pit and the next: the golden one, which
/// never makes rows.
const GOLDEN: f64 = 2.399_963_229_728_653;

/// Draws all pits and stores.
pub fn draw(pen: &mut Pen, picture: &Picture, counts: bool) {
    let Some(around) = bounds(picture, is_pit) else { return };
    wood(pen, around.grown(RIM));
    for (index, cell) in picture.cells.iter().enumerate().filter(|(_, cell)| is_pit(cell)) {
        let reach = match cell.shape {
            Shape::Store => (STORE, store_reach(picture, cell)),
            _ => (PIT, PIT),
        };
        bowl(pen, cell, reach);
        for (seed, place) in places(cell, reach).into_iter().enumerate() {
            bean(pen, place, Chance::new(index, seed));
        }
        signs(pen, cell, reach, counts);
    }
}

/// The board as one long piece of wood.
fn wood(pen: &mut Pen, around: Bounds) {
    let palette = pen.palette;
    let (x, y) = around.middle();
    let half = (around.width() / 2.0, around.height() / 2.0);
    pen.tablet((x, y + 7.0), half, 60.0, fill(palette.wood_edge));
    pen.tablet((x, y), half, 60.0, both(palette.wood, palette.line, 1.5));
}

/// A pit or store, with its owner's ring and its marks.
fn bowl(pen: &mut Pen, cell: &Cell, reach: Point) {
    let palette = pen.palette;
    let at = middle(cell);
    let round = reach.0;
    let mut ring = |by: f64, style: String| {
        pen.tablet(at, (reach.0 + by, reach.1 + by), round + by, style);
    };
    ring(0.0, fill(palette.shade));
    if let Some(tint) = cell.tint {
        let paint = palette.stone(tint.colour);
        match tint.kind {
            TintKind::House => ring(-1.0, both(paint.face, paint.rim, 2.0)),
            TintKind::Goal | TintKind::Territory => {
                ring(0.5, stroke(paint.sign, 4.4));
                ring(0.5, stroke(paint.face, 2.6));
            }
        }
    }
    let wall = match cell.tint.map(|tint| tint.kind) {
        Some(TintKind::House) => 7.0,
        _ => 3.0,
    };
    let inside = (reach.0 - wall, reach.1 - wall);
    pen.tablet(at, inside, round - wall, fill(palette.shade));
    let low = (at.0 + 1.0, at.1 + 2.5);
    pen.tablet(low, (inside.0 - 2.5, inside.1 - 3.5), round - wall - 2.5, fill(palette.floor));
    for mark in &cell.marks {
        let honey = stroke(palette.honey, 4.5);
        let style = match mark {
            Mark::Last => honey,
            Mark::Bound => format!(r#"{honey} stroke-dasharray="9 10""#),
            Mark::Barred => continue,
        };
        pen.tablet(at, (reach.0 + 3.0, reach.1 + 3.0), round + 3.0, style);
    }
}

/// Where the seeds of a cell lie.
fn places(cell: &Cell, reach: Point) -> Vec<Point> {
    let room = (reach.0 - BEAN.0 - 7.0, reach.1 - BEAN.0 - 7.0);
    let count = usize::from(cell.seeds);
    let (x, y) = middle(cell);
    let spots = match cell.shape {
        Shape::Store => heap(count, room),
        _ => sunflower(count, room.0),
    };
    spots.into_iter().map(|(dx, dy)| (x + dx, y + 1.0 + dy)).collect()
}

/// Places in a round pit, from the middle outwards.
fn sunflower(count: usize, room: f64) -> Vec<Point> {
    let wide = APART * 0.64;
    let step = if count > 1 { wide.min(room / (count as f64 - 0.5).sqrt()) } else { 0.0 };
    let spot = |i: usize| {
        let (out, angle) = (step * (i as f64 + 0.5).sqrt(), i as f64 * GOLDEN + 0.6);
        (out * angle.cos(), out * angle.sin())
    };
    (0..count).map(spot).collect()
}

/// Places in a long store, from the middle outwards; closer together when
/// there are many.
fn heap(count: usize, room: Point) -> Vec<Point> {
    let mut apart = APART;
    loop {
        let mut spots = lattice(apart, room);
        if spots.len() >= count || apart < 1.0 {
            spots.truncate(count);
            return spots;
        }
        apart *= 0.94;
    }
}

/// Staggered rows inside a long round shape, the middle ones first.
fn lattice(apart: f64, (half_width, half_height): Point) -> Vec<Point> {
    let row_height = apart * 0.92;
    let straight = half_height - half_width;
    let rows = (half_height / row_height) as i32;
    let columns = (half_width / apart) as i32 + 1;
    let mut spots = Vec::new();
    for row in -rows..=rows {
        for column in -columns..=columns {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let (x, y) = ((f64::from(column) + shift) * apart, f64::from(row) * row_height);
            let beyond = (y.abs() - straight).max(0.0);
            if x.hypot(beyond) <= half_width {
                spots.push((x, y));
            }
        }
    }
    let distance = |&(x, y): &Point| x.hypot(y * (half_width / half_height).sqrt());
    spots.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    spots
}

/// One seed: a bean, turned and shaped a little by chance.
fn bean(pen: &mut Pen, (x, y): Point, mut chance: Chance) {
    let palette = pen.palette;
    let (x, y) = (x + chance.between(-1.6, 1.6), y + chance.between(-1.6, 1.6));
    let skin = palette.beans[chance.below(palette.beans.len())];
    let turn = chance.between(0.0, 360.0);
    let (length, width) = (BEAN.0 * chance.between(0.9, 1.1), BEAN.1 * chance.between(0.9, 1.1));
    let dent = width * chance.between(0.35, 0.6);
    let (l, w, d) = (n(length), n(width), n(dent));
    let (back, low) = (n(-length), n(-width * 1.25));
    let belly = n(length * 0.45);
    let belly_back = n(-length * 0.45);
    // A kidney: round above, with a dent below.
    let shape = format!(
        "M{back} 0C{back} {low} {l} {low} {l} 0C{l} {w} {belly} {w} 0 {d}C{belly_back} {w} {back} {w} {back} 0Z"
    );
    pen.open(format!(r#"transform="translate({} {}) rotate({})""#, n(x), n(y), n(turn)));
    pen.path(shape, both(skin, palette.bean_rim, 1.1));
    pen.close();
}

/// The label, the owner's shape, a roof over a house, and the count if wanted.
fn signs(pen: &mut Pen, cell: &Cell, reach: Point, counts: bool) {
    let palette = pen.palette;
    let (x, y) = middle(cell);
    // Towards the player who sits there.
    let outward = if cell.y < 0 { -1.0 } else { 1.0 };
    let line = y + outward * (reach.1 + PIT_LABEL * 0.8);
    let hand = Hand::plain(11.0, palette.label);
    pen.write(&cell.label, (x, line), Align::Middle, hand);
    let beside = crate::glyphs::width(&cell.label, hand.height) / 2.0 + 12.0;
    if let Some(tint) = cell.tint {
        let sign = palette.stone(tint.colour).sign;
        stones::emblem(pen, tint.colour, (x - beside, line), 5.0, sign);
        if tint.kind == TintKind::House {
            roof(pen, (x + beside, line), sign);
        }
    }
    if cell.marks.contains(&Mark::Barred) {
        let at = (x + reach.0 * 0.72, y - reach.1 * 0.72);
        pen.circle(at, 9.0, both(palette.cloth, palette.ink, 1.5));
        pen.write("×", (at.0, at.1 - 2.2), Align::Middle, Hand::sturdy(18.0, palette.ink));
    }
    if counts {
        let inward = y - outward * (reach.1 + PIT_LABEL * 0.75);
        let hand = Hand::sturdy(13.0, palette.ink);
        pen.write(&cell.seeds.to_string(), (x, inward), Align::Middle, hand);
    }
}

/// A little house.
fn roof(pen: &mut Pen, (x, y): Point, ink: &str) {
    let shape = format!(
        "M{} {}L{} {}L{} {}M{} {}L{} {}L{} {}L{} {}",
        n(x - 6.0),
        n(y),
        n(x),
        n(y - 6.0),
        n(x + 6.0),
        n(y),
        n(x - 4.0),
        n(y),
        n(x - 4.0),
        n(y + 5.0),
        n(x + 4.0),
        n(y + 5.0),
        n(x + 4.0),
        n(y),
    );
    pen.path(shape, stroke(ink, 1.6));
}

/// A little disorder that is the same every time.
struct Chance(u64);

impl Chance {
    fn new(cell: usize, seed: usize) -> Chance {
        Chance(((cell as u64) << 32) ^ seed as u64)
    }

    /// From 0 to 1 (the step of the generator SplitMix64).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_has_room_for_all_seeds_and_they_do_not_coincide() {
        for count in 0..=48 {
            let spots = heap(count, (34.0, 95.0));
            assert_eq!(spots.len(), count);
            for (i, a) in spots.iter().enumerate() {
                assert!(spots[..i].iter().all(|b| (a.0 - b.0).hypot(a.1 - b.1) > 9.0));
            }
        }
    }

    #[test]
    fn seeds_of_a_pit_stay_inside() {
        for count in 0..=48 {
            let spots = sunflower(count, 30.0);
            assert_eq!(spots.len(), count);
            assert!(spots.iter().all(|(x, y)| x.hypot(*y) <= 30.01));
        }
    }

    #[test]
    fn disorder_is_the_same_every_time() {
        let draw = || Chance::new(3, 7).next();
        assert_eq!(draw(), draw());
    }
}

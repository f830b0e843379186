//! Where things are: from the half widths and rows of a picture to the units
//! of the drawing.

use super::pen::{Point, polygon};
use std::f64::consts::TAU;
use wabe_rules::{Cell, Picture, Shape};

/// From the middle of a hexagon to its corners.
pub const HEX: f64 = 48.0;
/// From the middle of a hexagon to its left and right sides.
const HEX_SIDE: f64 = HEX * 0.866_025_403_784_438_6;
/// The room of half a pit across, and of a row of pits.
const PIT_PITCH: Point = (54.0, 74.0);
/// The radius of a pit.
pub const PIT: f64 = 46.0;
/// Half the width of a store.
pub const STORE: f64 = 50.0;
/// Room for the label of a pit or store.
pub const PIT_LABEL: f64 = 17.0;
/// Wood around the cells.
pub const RIM: f64 = 20.0;

/// A rectangle by its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The upper left corner.
    pub low: Point,
    /// The lower right corner.
    pub high: Point,
}

impl Bounds {
    /// The rectangle around a middle.
    fn around((x, y): Point, (dx, dy): Point) -> Bounds {
        Bounds { low: (x - dx, y - dy), high: (x + dx, y + dy) }
    }

    /// The smallest rectangle around both.
    fn join(self, other: Bounds) -> Bounds {
        Bounds {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }

    /// The rectangle with some more room on all sides.
    pub fn grown(self, by: f64) -> Bounds {
        Bounds {
            low: (self.low.0 - by, self.low.1 - by),
            high: (self.high.0 + by, self.high.1 + by),
        }
    }

    /// From left to right.
    pub fn width(self) -> f64 {
        self.high.0 - self.low.0
    }

    /// From top to bottom.
    pub fn height(self) -> f64 {
        self.high.1 - self.low.1
    }

    /// The point in the middle.
    pub fn middle(self) -> Point {
        ((self.low.0 + self.high.0) / 2.0, (self.low.1 + self.high.1) / 2.0)
    }
}

/// Whether a cell is for seeds.
pub fn is_pit(cell: &Cell) -> bool {
    matches!(cell.shape, Shape::Pit | Shape::Store)
}

/// The middle of a cell.
pub fn middle(cell: &Cell) -> Point {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    match cell.shape {
        Shape::Hex | Shape::Hollow => (x * HEX_SIDE, y * HEX * 1.5),
        Shape::Pit | Shape::Store => (x * PIT_PITCH.0, y * PIT_PITCH.1),
    }
}

/// Half the height of a store: it reaches as far as the rows of pits.
pub fn store_reach(picture: &Picture, store: &Cell) -> f64 {
    let pits = picture.cells.iter().filter(|cell| cell.shape == Shape::Pit);
    let rows = pits.map(|pit| (pit.y - store.y).unsigned_abs()).max().unwrap_or(1);
    f64::from(rows) * PIT_PITCH.1 + PIT
}

/// The rectangle a cell takes, with what is written beside it.
fn extent(picture: &Picture, cell: &Cell) -> Bounds {
    let at = middle(cell);
    match cell.shape {
        Shape::Hex | Shape::Hollow => Bounds::around(at, (HEX_SIDE, HEX)),
        Shape::Pit => Bounds::around(at, (PIT, PIT + PIT_LABEL)),
        Shape::Store => Bounds::around(at, (STORE, store_reach(picture, cell) + PIT_LABEL)),
    }
}

/// The rectangle of all cells whose kind is asked for.
pub fn bounds(picture: &Picture, wanted: impl Fn(&Cell) -> bool) -> Option<Bounds> {
    let cells = picture.cells.iter().filter(|cell| wanted(cell));
    cells.map(|cell| extent(picture, cell)).reduce(Bounds::join)
}

/// A hexagon with a corner at the top.
pub fn hexagon((x, y): Point, radius: f64) -> String {
    polygon((0..6).map(|i| {
        let angle = (f64::from(i) + 0.5) * TAU / 6.0;
        (x + radius * angle.cos(), y + radius * angle.sin())
    }))
}

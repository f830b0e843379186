//! Pictures as text for a terminal.
//!
//! A hexagonal board is drawn as shifted rows: each cell has its label on a
//! line of its own and its stones above it, the top one highest, as they stand
//! on the table. Pits are boxes with their seeds in them. Colour only repeats
//! what the signs say: without it the text is the same, letter by letter.

mod canvas;
mod fields;
mod legend;
mod pits;
mod signs;

use canvas::Canvas;
use wabe_rules::{Picture, Shape};

/// How a picture is written as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Whether to colour it with terminal escapes.
    pub colour: bool,
    /// Whether to write how many seeds lie in a pit.
    pub counts: bool,
    /// German words; otherwise English.
    pub german: bool,
}

/// Writes a picture as text for a terminal: the board, what its signs mean, a
/// line a seat, and the notes. Every line ends with a line break.
pub fn text(picture: &Picture, options: &TextOptions) -> String {
    let mut canvas = Canvas::default();
    let is_hex = |shape: Shape| matches!(shape, Shape::Hex | Shape::Hollow);
    let (hexes, bowls): (Vec<_>, Vec<_>) =
        picture.cells.iter().partition(|cell| is_hex(cell.shape));
    fields::draw(&mut canvas, &hexes);
    pits::draw(&mut canvas, &bowls, options.counts);
    legend::draw(&mut canvas, picture, options.german);
    canvas.finish(options.colour)
}

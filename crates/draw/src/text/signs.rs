//! The signs of the terminal: one for each colour, mark and tint.

use crate::phrases;
use wabe_rules::{Cell, Colour, Mark, Stone, Tint, TintKind};

/// All marks, in the order they are written.
pub const MARKS: [Mark; 3] = [Mark::Last, Mark::Bound, Mark::Barred];

/// The shape of a colour, as it is on drawn stones.
pub fn colour(colour: Colour) -> char {
    match colour {
        Colour::Dark => '●',
        Colour::Light => '○',
        Colour::Red => '▲',
        Colour::Blue => '◆',
    }
}

/// A stone: its shape and its number.
pub fn stone(stone: Stone) -> String {
    format!("{}{}", colour(stone.colour), phrases::number(stone.number))
}

/// Written before the label of a marked cell.
pub fn mark(mark: Mark) -> char {
    match mark {
        Mark::Last => '*',
        Mark::Bound => '!',
        Mark::Barred => '×',
    }
}

/// Written behind the label of somebody's cell.
pub fn tint(tint: Tint) -> String {
    let kind = match tint.kind {
        TintKind::Goal => '›',
        TintKind::Territory => ':',
        TintKind::House => '⌂',
    };
    format!("{kind}{}", colour(tint.colour))
}

/// The marks of a cell.
pub fn marks(cell: &Cell) -> String {
    MARKS.into_iter().filter(|wanted| cell.marks.contains(wanted)).map(mark).collect()
}

//! Pictures drawn: as text for a terminal, as SVG, and as PNG.
//!
//! A [`Picture`](wabe_rules::Picture) is all this crate knows. It never asks
//! which game it draws: hexagons, hollows, pits and stores, stones, seeds,
//! tints and marks are all there is, so a new game is drawn on the day it can
//! describe itself. A picture holds nothing its viewer may not know, so no
//! drawing can give anything away; what is only forbidden to *count* (the seeds
//! of Gabata) is drawn and not written down, unless the options ask for it.
//!
//! Colour is never alone: each of the four colours of stones has a shape of its
//! own (disc, ring, triangle, diamond), the same in the terminal and in print.
//!
//! ```
//! use wabe_draw::{SvgOptions, TextOptions, png, svg, text};
//! use wabe_rules::{Cell, Colour, Picture, Shape, Stone};
//!
//! let mut cell = Cell::new("a1".to_owned(), (0, 0), Shape::Hex);
//! cell.stones.push(Stone::numbered(Colour::Dark, 3));
//! let picture = Picture { cells: vec![cell], seats: Vec::new(), notes: Vec::new() };
//!
//! assert!(text(&picture, &TextOptions::default()).contains("●3"));
//! let drawing = svg(&picture, &SvgOptions::default());
//! assert!(png(&drawing, 200)?.starts_with(b"\x89PNG"));
//! # Ok::<(), wabe_draw::PngError>(())
//! ```

mod glyphs;
mod phrases;
mod png;
mod style;
mod svg;
mod text;

pub use png::{PngError, png};
pub use style::Theme;
pub use svg::{SvgOptions, svg};
pub use text::{TextOptions, text};

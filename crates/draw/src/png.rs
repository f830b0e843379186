//! PNG: an SVG of this crate, painted by resvg.
//!
//! The drawings carry their letters as paths, so no font is needed and the
//! pixels are the same on every machine.

use resvg::{tiny_skia, usvg};
use std::fmt;

/// The widest and highest image that is made.
const MAX_SIDE: u32 = 8_192;

/// Why an SVG could not be painted.
#[derive(Debug)]
pub enum PngError {
    /// The text is no SVG that can be painted.
    Svg(usvg::Error),
    /// The image would be empty or larger than 8192 pixels on a side.
    Size {
        /// The width asked for.
        width: u32,
        /// The height that follows from it.
        height: u32,
    },
    /// The painted image could not be written as PNG.
    Encode(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::Svg(error) => write!(f, "not an SVG that can be painted: {error}"),
            PngError::Size { width, height } => {
                write!(f, "a picture of {width} x {height} pixels: sides are 1 to {MAX_SIDE}")
            }
            PngError::Encode(error) => write!(f, "the image could not be encoded: {error}"),
        }
    }
}

impl std::error::Error for PngError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PngError::Svg(error) => Some(error),
            PngError::Size { .. } | PngError::Encode(_) => None,
        }
    }
}

/// Paints an SVG as a PNG file of this width in pixels; the height follows.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(PngError::Svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let size_error = PngError::Size { width, height };
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(size_error);
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(size_error)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

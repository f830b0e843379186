//! The pen: writes SVG elements, and knows how numbers and strings must look
//! inside XML.

use crate::glyphs;
use crate::style::Palette;
use std::fmt::{self, Display};

/// A place on the drawing, in user units.
pub type Point = (f64, f64);

/// An SVG text in the making.
pub struct Pen {
    /// The colours to draw with.
    pub palette: &'static Palette,
    out: String,
}

/// Where a string stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// To the right of the point.
    Left,
    /// Around the point.
    Middle,
    /// To the left of the point.
    Right,
}

/// How a string is written.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// The height of capitals.
    pub height: f64,
    /// The thickness of strokes, as a share of the height.
    pub weight: f64,
    /// The colour of the strokes.
    pub ink: &'static str,
}

impl Hand {
    /// For words and labels.
    pub const fn plain(height: f64, ink: &'static str) -> Hand {
        Hand { height, weight: 0.115, ink }
    }

    /// For what has to be seen from afar, numbers above all.
    pub const fn sturdy(height: f64, ink: &'static str) -> Hand {
        Hand { height, weight: 0.19, ink }
    }
}

impl Pen {
    /// An empty sheet.
    pub fn new(palette: &'static Palette) -> Pen {
        Pen { palette, out: String::new() }
    }

    /// What has been drawn.
    pub fn finish(self) -> String {
        self.out
    }

    /// Adds finished markup.
    pub fn raw(&mut self, markup: impl AsRef<str>) {
        self.out.push_str(markup.as_ref());
        self.out.push('\n');
    }

    /// A circle; `style` is written as attributes.
    pub fn circle(&mut self, (x, y): Point, radius: f64, style: impl Display) {
        self.raw(format!(r#"<circle cx="{}" cy="{}" r="{}" {style}/>"#, n(x), n(y), n(radius)));
    }

    /// An ellipse.
    pub fn ellipse(&mut self, (x, y): Point, (rx, ry): Point, style: impl Display) {
        let (x, y, rx, ry) = (n(x), n(y), n(rx), n(ry));
        self.raw(format!(r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" {style}/>"#));
    }

    /// A path.
    pub fn path(&mut self, data: impl Display, style: impl Display) {
        self.raw(format!(r#"<path d="{data}" {style}/>"#));
    }

    /// A rectangle with round corners around a middle.
    pub fn tablet(
        &mut self,
        (x, y): Point,
        (half_width, half_height): Point,
        round: f64,
        style: impl Display,
    ) {
        let (left, top) = (n(x - half_width), n(y - half_height));
        let (width, height) = (n(2.0 * half_width), n(2.0 * half_height));
        self.raw(format!(
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{}" {style}/>"#,
            n(round)
        ));
    }

    /// A string whose capitals are centred vertically on the point.
    pub fn write(&mut self, text: &str, (x, y): Point, align: Align, hand: Hand) {
        if text.is_empty() {
            return;
        }
        let width = glyphs::width(text, hand.height);
        let left = match align {
            Align::Left => x,
            Align::Middle => x - width / 2.0,
            Align::Right => x - width,
        };
        let data = glyphs::path(text, (left, y - hand.height / 2.0), hand.height);
        self.path(data, stroke(hand.ink, hand.height * hand.weight));
    }

    /// Opens a group; closed by [`Pen::close`].
    pub fn open(&mut self, style: impl Display) {
        self.raw(format!("<g {style}>"));
    }

    /// Closes the last open group.
    pub fn close(&mut self) {
        self.raw("</g>");
    }
}

/// The attributes of a filled shape without a line.
pub fn fill(colour: &str) -> String {
    format!(r#"fill="{colour}""#)
}

/// The attributes of a line with round ends and no filling.
pub fn stroke(colour: &str, width: f64) -> String {
    format!(
        r#"fill="none" stroke="{colour}" stroke-width="{}" stroke-linecap="round" stroke-linejoin="round""#,
        n(width)
    )
}

/// The attributes of a filled shape with a line around it.
pub fn both(filling: &str, line: &str, width: f64) -> String {
    format!(
        r#"fill="{filling}" stroke="{line}" stroke-width="{}" stroke-linejoin="round""#,
        n(width)
    )
}

/// Path data of a closed polygon.
pub fn polygon(corners: impl IntoIterator<Item = Point>) -> String {
    let mut data = String::new();
    for (x, y) in corners {
        data.push(if data.is_empty() { 'M' } else { 'L' });
        data.push_str(&format!("{} {}", n(x), n(y)));
    }
    data.push('Z');
    data
}

/// A number as drawings need it: no more than two decimals, none in vain.
pub fn n(value: f64) -> impl Display {
    // Adding zero turns a negative zero into a plain one.
    (value * 100.0).round() / 100.0 + 0.0
}

/// A string as it may stand in XML text or in an attribute.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&apos;")?,
                '\t' | '\n' => f.write_str(" ")?,
                // Characters that XML does not know at all.
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {}
                _ => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

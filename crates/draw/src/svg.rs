//! Pictures as SVG: standalone, good enough for print, without any `<text>`.

mod fields;
mod layout;
mod panel;
mod pen;
mod seeds;
mod stones;

use crate::phrases;
use crate::style::{Palette, Theme};
use layout::{Bounds, RIM};
use pen::{Escaped, Pen, fill, n};
use wabe_rules::{Picture, Stone};

/// Cloth around the board.
const MARGIN: f64 = 24.0;
/// From the board to the panel.
const GAP: f64 = 26.0;

/// How a picture is drawn as SVG.
#[derive(Clone, Debug)]
pub struct SvgOptions {
    /// Which colours to use.
    pub theme: Theme,
    /// Whether to write how many seeds lie in a pit.
    pub counts: bool,
    /// German words; otherwise English.
    pub german: bool,
    /// Whether the seats and notes are drawn below the board.
    pub panel: bool,
    /// What the drawing is called, for those who hear it read; may be empty.
    pub title: String,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            theme: Theme::Light,
            counts: false,
            german: false,
            panel: true,
            title: String::new(),
        }
    }
}

/// Draws a picture as a standalone SVG document.
///
/// All letters are paths, so it needs no fonts; title and description say the
/// same in words.
pub fn svg(picture: &Picture, options: &SvgOptions) -> String {
    let palette = Palette::of(options.theme);
    let empty = Bounds { low: (0.0, 0.0), high: (0.0, 0.0) };
    let board = layout::bounds(picture, |_| true).unwrap_or(empty).grown(RIM + MARGIN);
    let mut body = Pen::new(palette);
    body.raw("<defs>");
    stones::marble_paint(&mut body);
    fields::hollow_paint(&mut body);
    body.raw("</defs>");
    fields::draw(&mut body, picture);
    seeds::draw(&mut body, picture, options.counts);
    let panel_height =
        if options.panel { draw_panel(&mut body, picture, options, board) } else { 0.0 };
    let sheet = Bounds { low: board.low, high: (board.high.0, board.high.1 + panel_height) };
    let mut pen = Pen::new(palette);
    head(&mut pen, picture, options, sheet);
    pen.raw(body.finish().trim_end());
    pen.raw("</svg>");
    pen.finish()
}

/// Draws the panel below the board and returns the height it needs there.
fn draw_panel(pen: &mut Pen, picture: &Picture, options: &SvgOptions, board: Bounds) -> f64 {
    let room = (board.width() - 4.0 * MARGIN).max(1.0);
    let scale = panel::scale(room);
    let top = board.high.1 - MARGIN + GAP * scale;
    pen.open(panel::place(board.low.0 + 2.0 * MARGIN, top, scale));
    let height = panel::draw(pen, picture, options, room / scale);
    pen.close();
    if height > 0.0 { top + height * scale + MARGIN - board.high.1 } else { 0.0 }
}

/// Everything before the first shape: size, words, and the cloth.
fn head(pen: &mut Pen, picture: &Picture, options: &SvgOptions, sheet: Bounds) {
    let (left, top) = (n(sheet.low.0), n(sheet.low.1));
    let (width, height) = (n(sheet.width()), n(sheet.height()));
    let title = match options.title.as_str() {
        "" => phrases::board(options.german),
        given => given,
    };
    let language = if options.german { "de" } else { "en" };
    pen.raw(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" height="{height}" role="img" xml:lang="{language}">"#
    ));
    pen.raw(format!("<title>{}</title>", Escaped(title)));
    pen.raw(format!("<desc>{}</desc>", Escaped(&describe(picture, options))));
    let half = (sheet.width() / 2.0, sheet.height() / 2.0);
    let cloth = fill(pen.palette.cloth);
    pen.tablet(sheet.middle(), half, 0.0, cloth);
}

/// The picture in words: whose turn it is, what stands where, the notes.
fn describe(picture: &Picture, options: &SvgOptions) -> String {
    let german = options.german;
    let mut parts = Vec::new();
    for seat in picture.seats.iter().filter(|seat| seat.to_act) {
        parts.push(format!("{} {}", phrases::say(&seat.name, german), phrases::to_act(german)));
    }
    for cell in &picture.cells {
        if !cell.stones.is_empty() {
            let name = |stone: &Stone| {
                let colour = phrases::colour(picture, stone.colour, german);
                format!("{colour} {}", phrases::number(stone.number)).trim_end().to_owned()
            };
            let stones: Vec<String> = cell.stones.iter().map(name).collect();
            parts.push(format!("{}: {}", cell.label, stones.join(", ")));
        }
        if options.counts && layout::is_pit(cell) {
            parts.push(format!("{}: {}", cell.label, cell.seeds));
        }
    }
    for note in &picture.notes {
        parts.push(format!("{}: {}", note.rule, phrases::say(&note.says, german)));
    }
    parts.join("; ")
}

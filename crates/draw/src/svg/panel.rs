//! Below the board: the seats with their stones and scores, and the sentences
//! the players should read.
//!
//! The panel is laid out on a sheet of its own and scaled to the board, so that
//! its letters stay readable beside large boards too.

use super::pen::{Align, Hand, Pen, fill, n, polygon};
use super::{SvgOptions, stones};
use crate::glyphs;
use crate::phrases;
use wabe_rules::{Note, Picture, SeatView, Stone};

/// The usual width of the sheet.
const WIDTH: f64 = 640.0;
/// The least width of a column of seats.
const COLUMN: f64 = 190.0;
/// How far the sheet is scaled up before it gets wider instead.
const MAX_SCALE: f64 = 1.5;
/// Room between two columns of seats.
const GUTTER: f64 = 28.0;
/// The first line of a seat, and each line of stones.
const NAME_LINE: f64 = 36.0;
const STONE_LINE: f64 = 28.0;
/// A line of a note.
const NOTE_LINE: f64 = 21.0;
/// Where the words of a seat begin, after the arrow and the stone.
const INDENT: f64 = 54.0;
/// Stones beside the board.
const STONE: f64 = 11.5;
/// From one stone to the next.
const PITCH: f64 = 26.0;
/// How many equal stones are drawn one by one.
const ONE_BY_ONE: usize = 6;
/// Heights of letters.
const NAME: f64 = 14.0;
const SMALL: f64 = 10.5;

/// The scale of a panel that is as wide as the room for it.
pub fn scale(room: f64) -> f64 {
    (room / WIDTH).min(MAX_SCALE)
}

/// How many seats stand side by side: all of them, or else two.
fn columns(seats: usize, width: f64) -> usize {
    let all = seats.max(1);
    if all as f64 * (COLUMN + GUTTER) - GUTTER <= width { all } else { 2 }
}

/// Draws the panel on a sheet of this width and returns its height.
pub fn draw(pen: &mut Pen, picture: &Picture, options: &SvgOptions, width: f64) -> f64 {
    let columns = columns(picture.seats.len(), width);
    let column_width = (width - GUTTER * (columns - 1) as f64) / columns as f64;
    let mut top = 0.0;
    for row in picture.seats.chunks(columns) {
        let heights = row.iter().enumerate().map(|(column, seat)| {
            let left = column as f64 * (column_width + GUTTER);
            draw_seat(pen, seat, (left, top, column_width), options.german)
        });
        top += heights.fold(0.0, f64::max) + 10.0;
    }
    if !picture.notes.is_empty() {
        top += 6.0;
    }
    for note in &picture.notes {
        top = draw_note(pen, note, (top, width), options.german);
    }
    top
}

/// One seat; returns its height.
fn draw_seat(
    pen: &mut Pen,
    seat: &SeatView,
    (left, top, width): (f64, f64, f64),
    german: bool,
) -> f64 {
    let palette = pen.palette;
    let line = top + NAME_LINE / 2.0;
    if seat.to_act {
        let arrow = [(left, line - 8.0), (left + 12.0, line), (left, line + 8.0)];
        pen.path(polygon(arrow), fill(palette.honey));
    }
    stones::disc(pen, Stone::plain(seat.colour), (left + 32.0, line), 13.5);
    let name = format!("{} {}", seat.seat, phrases::say(&seat.name, german));
    let weight = if seat.to_act { 0.17 } else { 0.12 };
    let hand = Hand { height: NAME, weight, ink: palette.ink };
    pen.write(&name, (left + INDENT, line), Align::Left, hand);
    let mut height = NAME_LINE;
    if let Some(score) = &seat.score {
        let free = width - INDENT - glyphs::width(&name, NAME) - 14.0;
        let fits = score_width(score, german) <= free;
        let line = if fits { line } else { line + STONE_LINE };
        height += if fits { 0.0 } else { STONE_LINE };
        draw_score(pen, score, (left + INDENT, left + width, line), german);
    }
    let groups = [(phrases::hand(german), &seat.hand), (phrases::taken(german), &seat.taken)];
    for (word, group) in groups {
        if !group.is_empty() {
            let place = (left + INDENT, top + height, width - INDENT);
            height += draw_stones(pen, word, group, place);
        }
    }
    height
}

/// How much room a score and its word take.
fn score_width(score: &str, german: bool) -> f64 {
    glyphs::width(score, NAME) + 9.0 + glyphs::width(phrases::score(german), SMALL)
}

/// A score between two ends of a line, to the right; smaller if it is long.
fn draw_score(pen: &mut Pen, score: &str, (left, right, line): (f64, f64, f64), german: bool) {
    let palette = pen.palette;
    let shrink = ((right - left) / score_width(score, german)).min(1.0);
    let (height, small) = (NAME * shrink, SMALL * shrink);
    pen.write(score, (right, line), Align::Right, Hand::sturdy(height, palette.ink));
    let before = right - glyphs::width(score, height) - 9.0 * shrink;
    let foot = line + (height - small) / 2.0;
    let hand = Hand::plain(small, palette.quiet);
    pen.write(phrases::score(german), (before, foot), Align::Right, hand);
}

/// A word and stones behind it, on as many lines as they need; returns the
/// height of these.
fn draw_stones(
    pen: &mut Pen,
    word: &str,
    group: &[Stone],
    (left, top, width): (f64, f64, f64),
) -> f64 {
    let palette = pen.palette;
    let hand = Hand::plain(SMALL, palette.quiet);
    let start = left + glyphs::width(word, SMALL).max(48.0) + 8.0;
    let mut x = start;
    let mut line = top + STONE_LINE / 2.0;
    pen.write(word, (left, line), Align::Left, hand);
    for (stone, count) in phrases::runs(group) {
        let times = if count > ONE_BY_ONE { format!("×{count}") } else { String::new() };
        let drawn = if times.is_empty() { count } else { 1 };
        for _ in 0..drawn {
            let room = PITCH + glyphs::width(&times, SMALL);
            if x > start && x + room > left + width {
                x = start;
                line += STONE_LINE;
            }
            stones::disc(pen, stone, (x + STONE, line), STONE);
            x += PITCH;
        }
        if !times.is_empty() {
            pen.write(&times, (x, line), Align::Left, Hand::plain(SMALL, palette.ink));
            x += glyphs::width(&times, SMALL) + 8.0;
        }
    }
    line + STONE_LINE / 2.0 - top
}

/// A note with the number of its rule; returns where the next one begins.
fn draw_note(pen: &mut Pen, note: &Note, (top, width): (f64, f64), german: bool) -> f64 {
    let palette = pen.palette;
    let line = top + NOTE_LINE / 2.0;
    pen.write(&note.rule, (0.0, line), Align::Left, Hand::sturdy(11.0, palette.ink));
    let indent = (glyphs::width(&note.rule, 11.0) + 12.0).max(INDENT);
    let measure = |text: &str| glyphs::width(text, 11.0) + 3.0;
    let lines = phrases::wrap(phrases::say(&note.says, german), width - indent, measure);
    for (i, words) in lines.iter().enumerate() {
        let at = (indent, line + i as f64 * NOTE_LINE);
        pen.write(words, at, Align::Left, Hand::plain(11.0, palette.ink));
    }
    top + NOTE_LINE * lines.len().max(1) as f64 + 4.0
}

/// The attributes that put the sheet at its place.
pub fn place(left: f64, top: f64, scale: f64) -> String {
    format!(r#"transform="translate({} {}) scale({})""#, n(left), n(top), n(scale))
}

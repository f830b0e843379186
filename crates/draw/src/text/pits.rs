//! Pits and stores in the terminal: boxes with the seeds in them.

use super::canvas::{Canvas, Look};
use super::signs;
use wabe_rules::{Cell, Shape};

/// Columns of a box, frame included; a row of pits stands without gaps.
const WIDTH: usize = 8;
/// Seeds on a line of a box.
const A_LINE: usize = WIDTH - 2;
/// The least number of lines for seeds.
const LINES: usize = 3;
/// A seed.
const SEED: &str = "•";

/// Draws pits and stores.
pub fn draw(canvas: &mut Canvas, cells: &[&Cell], counts: bool) {
    let Some(left) = cells.iter().map(|cell| cell.x).min() else { return };
    let column = |cell: &Cell| usize::from(cell.x.abs_diff(left)) * WIDTH / 2;
    let (stores, mut pits): (Vec<&Cell>, Vec<&Cell>) =
        cells.iter().partition(|cell| cell.shape == Shape::Store);
    pits.sort_by_key(|cell| (cell.y, cell.x));
    let rows: Vec<&[&Cell]> = pits.chunk_by(|a, b| a.y == b.y).collect();
    // All rows are as high as the fullest pit or store wants them.
    let for_pits = pits.iter().map(|cell| lines(cell)).max().unwrap_or(LINES);
    let for_stores = stores.iter().map(|cell| lines(cell)).max().unwrap_or(LINES);
    let row_count = rows.len().max(1);
    let inside = for_pits.max((for_stores + 2).div_ceil(row_count).saturating_sub(2));
    let top = canvas.height();
    for (i, row) in rows.iter().enumerate() {
        for cell in *row {
            draw_box(canvas, cell, (top + i * (inside + 2), column(cell)), inside, counts);
        }
    }
    for cell in stores {
        draw_box(canvas, cell, (top, column(cell)), row_count * (inside + 2) - 2, counts);
    }
}

/// How many lines the seeds of a cell need.
fn lines(cell: &Cell) -> usize {
    usize::from(cell.seeds).div_ceil(A_LINE).max(LINES)
}

/// A box with its label below, and its count above if that is wanted.
fn draw_box(
    canvas: &mut Canvas,
    cell: &Cell,
    (top, left): (usize, usize),
    inside: usize,
    counts: bool,
) {
    let bottom = top + inside + 1;
    let bar = "─".repeat(A_LINE);
    let frame = if cell.marks.is_empty() { Look::Quiet } else { Look::Honey };
    canvas.put(top, left, &format!("╭{bar}╮"), frame);
    for line in top + 1..bottom {
        canvas.put(line, left, &format!("│{:A_LINE$}│", ""), frame);
    }
    canvas.put(bottom, left, &format!("╰{bar}╯"), frame);
    let tint = cell.tint.map(signs::tint).unwrap_or_default();
    let name = format!("{}{}{tint}", signs::marks(cell), cell.label);
    centred(canvas, (bottom, left), &name, frame);
    if counts {
        centred(canvas, (top, left), &cell.seeds.to_string(), Look::Plain);
    }
    draw_seeds(canvas, cell, (top + 1, left + 1), inside);
}

/// The seeds, in lines as even as may be, around the middle of the box.
fn draw_seeds(canvas: &mut Canvas, cell: &Cell, (top, left): (usize, usize), inside: usize) {
    let seeds = usize::from(cell.seeds);
    if seeds == 0 {
        return;
    }
    // Few seeds lie on one line, more on as many lines as make a round heap.
    let needed = seeds.div_ceil(A_LINE);
    let round = (seeds as f64 / 2.0).sqrt().round() as usize;
    let used = needed.max(round.min(inside)).max(1);
    for line in 0..used {
        let here = seeds * (line + 1) / used - seeds * line / used;
        let place = (top + (inside - used) / 2 + line, left + (A_LINE - here) / 2);
        canvas.put(place.0, place.1, &SEED.repeat(here), Look::Strong);
    }
}

/// A short text in the frame of a box.
fn centred(canvas: &mut Canvas, (line, left): (usize, usize), text: &str, look: Look) {
    let width = text.chars().count();
    canvas.put(line, left + WIDTH.saturating_sub(width) / 2, text, look);
}

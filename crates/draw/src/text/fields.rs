//! Hexagonal boards in the terminal: shifted rows of labels with stones above.

use super::canvas::{Canvas, Look};
use super::signs;
use wabe_rules::Cell;

/// The least number of columns from one cell to the next.
const LEAST_PITCH: usize = 6;
/// An empty cell.
const EMPTY: &str = "·";

/// Draws hexagonal cells.
pub fn draw(canvas: &mut Canvas, cells: &[&Cell]) {
    let Some(left) = cells.iter().map(|cell| cell.x).min() else { return };
    let pitch = pitch(cells);
    let mut rows: Vec<&Cell> = cells.to_vec();
    rows.sort_by_key(|cell| (cell.y, cell.x));
    let mut top = canvas.height();
    for row in rows.chunk_by(|a, b| a.y == b.y) {
        let storeys = row.iter().map(|cell| cell.stones.len()).max().unwrap_or(0).max(1);
        for cell in row {
            let half_widths = usize::from(cell.x.abs_diff(left));
            draw_cell(canvas, cell, (top + storeys, half_widths * pitch / 2), pitch);
        }
        top += storeys + 1;
    }
}

/// Columns from one cell to the next: an even number, with room for the widest
/// cell and a mark, so that the board does not jump when something is marked.
fn pitch(cells: &[&Cell]) -> usize {
    let width = |cell: &&Cell| {
        let name = cell.label.chars().count() + tint(cell).chars().count();
        let marks = cell.marks.len().max(1);
        let stones = cell.stones.iter().map(|&stone| signs::stone(stone).chars().count());
        (name + marks).max(stones.max().unwrap_or(0))
    };
    let widest = cells.iter().map(width).max().unwrap_or(0);
    (widest + 1).next_multiple_of(2).max(LEAST_PITCH)
}

fn tint(cell: &Cell) -> String {
    cell.tint.map(signs::tint).unwrap_or_default()
}

/// One cell: its label on `line`, its stones on the lines above.
fn draw_cell(canvas: &mut Canvas, cell: &Cell, (line, column): (usize, usize), pitch: usize) {
    let label_width = cell.label.chars().count();
    // Labels and stones share a middle; marks and tints hang on to the label.
    let label = column + (pitch - label_width) / 2;
    let marks = signs::marks(cell);
    let begin = label.saturating_sub(marks.chars().count());
    let label = canvas.put(line, begin, &marks, Look::Honey);
    let look = if marks.is_empty() { Look::Quiet } else { Look::Honey };
    let end = canvas.put(line, label, &cell.label, look);
    canvas.put(line, end, &tint(cell), Look::Quiet);
    if cell.stones.is_empty() {
        canvas.put(line - 1, column + (pitch - 1) / 2, EMPTY, Look::Quiet);
    }
    for (level, &stone) in cell.stones.iter().enumerate() {
        let sign = signs::stone(stone);
        let place = column + (pitch - sign.chars().count()) / 2;
        canvas.put(line - 1 - level, place, &sign, Look::Stone(stone.colour));
    }
}

//! Below the board in the terminal: what the signs mean, the seats, the notes.

use super::canvas::{Canvas, Look};
use super::signs;
use crate::phrases;
use wabe_rules::{Note, Picture, SeatView, Stone, Tint};

/// Notes are cut into lines of this width.
const WIDTH: usize = 78;

/// Writes everything below the board.
pub fn draw(canvas: &mut Canvas, picture: &Picture, german: bool) {
    draw_signs(canvas, picture, german);
    canvas.put(canvas.height(), 0, "", Look::Plain);
    let names = picture.seats.iter().map(|seat| phrases::say(&seat.name, german).chars().count());
    let name_width = names.max().unwrap_or(0);
    for seat in &picture.seats {
        draw_seat(canvas, seat, name_width, german);
    }
    if !picture.notes.is_empty() {
        canvas.put(canvas.height(), 0, "", Look::Plain);
    }
    for note in &picture.notes {
        draw_note(canvas, note, german);
    }
}

/// The marks and tints that are on the board now.
fn draw_signs(canvas: &mut Canvas, picture: &Picture, german: bool) {
    let mut meanings = Vec::new();
    for mark in signs::MARKS {
        if picture.cells.iter().any(|cell| cell.marks.contains(&mark)) {
            meanings.push(format!("{} {}", signs::mark(mark), phrases::mark(mark, german)));
        }
    }
    let mut seen: Vec<Tint> = Vec::new();
    for tint in picture.cells.iter().filter_map(|cell| cell.tint) {
        if !seen.contains(&tint) {
            seen.push(tint);
            let owner = phrases::colour(picture, tint.colour, german);
            let kind = phrases::tint(tint.kind, german);
            meanings.push(format!("{} {kind}: {owner}", signs::tint(tint)));
        }
    }
    if !meanings.is_empty() {
        canvas.put(canvas.height(), 0, "", Look::Plain);
    }
    for line in lines_of(meanings) {
        canvas.put(canvas.height(), 0, &line, Look::Quiet);
    }
}

/// Short texts side by side, on as many lines as they need.
fn lines_of(texts: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 3 + text.chars().count() <= WIDTH => {
                line.push_str("   ");
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

/// A seat: whose turn, number, sign, name, stones, score.
fn draw_seat(canvas: &mut Canvas, seat: &SeatView, name_width: usize, german: bool) {
    let line = canvas.height();
    let (arrow, look) = if seat.to_act { ("→", Look::Honey) } else { (" ", Look::Plain) };
    canvas.put(line, 0, arrow, look);
    canvas.put(line, 2, &seat.seat.to_string(), Look::Plain);
    let sign = signs::colour(seat.colour).to_string();
    canvas.put(line, 4, &sign, Look::Stone(seat.colour));
    let look = if seat.to_act { Look::Strong } else { Look::Plain };
    canvas.put(line, 6, phrases::say(&seat.name, german), look);
    let mut column = 6 + name_width;
    if let Some(score) = &seat.score {
        column = word(canvas, line, column, phrases::score(german));
        column = canvas.put(line, column, score, Look::Strong);
    }
    let groups = [(phrases::hand(german), &seat.hand), (phrases::taken(german), &seat.taken)];
    for (name, stones) in groups {
        if !stones.is_empty() {
            column = word(canvas, line, column, name);
            column = draw_stones(canvas, line, column, stones);
        }
    }
}

/// A quiet word with room around it; returns the column behind it.
fn word(canvas: &mut Canvas, line: usize, column: usize, text: &str) -> usize {
    canvas.put(line, column + 3, &format!("{text}:"), Look::Quiet) + 1
}

/// Stones in runs of equal ones; returns the column behind them.
fn draw_stones(canvas: &mut Canvas, line: usize, column: usize, stones: &[Stone]) -> usize {
    let mut end = column;
    for (i, (stone, count)) in phrases::runs(stones).enumerate() {
        let column = if i == 0 { end } else { end + 1 };
        end = canvas.put(line, column, &signs::stone(stone), Look::Stone(stone.colour));
        if count > 1 {
            end = canvas.put(line, end, &format!("×{count}"), Look::Plain);
        }
    }
    end
}

/// A note behind the number of its rule.
fn draw_note(canvas: &mut Canvas, note: &Note, german: bool) {
    let indent = note.rule.chars().count() + 2;
    let measure = |text: &str| text.chars().count() as f64;
    let width = (WIDTH - indent.min(WIDTH / 2)) as f64;
    canvas.put(canvas.height(), 0, &format!("{}:", note.rule), Look::Strong);
    let lines = phrases::wrap(phrases::say(&note.says, german), width, measure);
    for (i, words) in lines.iter().enumerate() {
        let line = if i == 0 { canvas.height() - 1 } else { canvas.height() };
        canvas.put(line, indent, words, Look::Plain);
    }
}

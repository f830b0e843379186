//! The score over a game, drawn for a terminal and as SVG.

use std::fmt::Write;

/// Scores (0 to 1) after so many actions, in order; not all need be known.
pub type Curve = [(usize, f64)];

/// Rows of a plot in a terminal.
const ROWS: usize = 8;
/// Columns at most.
const COLUMNS: usize = 72;
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A plot as text: block characters, or `#` and blanks where those would not
/// do. It reaches from the start to `last` actions.
pub fn text(curve: &Curve, last: usize, ascii: bool) -> String {
    let columns = (last + 1).clamp(1, COLUMNS);
    let scores: Vec<f64> = (0..columns)
        .map(|column| at(curve, if columns > 1 { column * last / (columns - 1) } else { 0 }))
        .collect();
    let mut out = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            _ if row == ROWS - 1 => "100 %",
            _ if row == ROWS / 2 => " 50 %",
            0 => "  0 %",
            _ => "     ",
        };
        let bar = if ascii { '|' } else { '│' };
        let line: String = scores.iter().map(|&score| cell(score, row, ascii)).collect();
        let _ = writeln!(out, "{label} {bar}{}", line.trim_end());
    }
    let _ = writeln!(out, "       0{:>width$}", last, width = columns.saturating_sub(1).max(1));
    out
}

/// What a column with this score shows in a row.
fn cell(score: f64, row: usize, ascii: bool) -> char {
    let eighths = (score.clamp(0.0, 1.0) * (ROWS * 8) as f64).round() as usize;
    let here = eighths.saturating_sub(row * 8).min(8);
    match ascii {
        true if here >= 4 => '#',
        // The middle stays visible where the column is lower.
        true if row == ROWS / 2 => '.',
        true => ' ',
        false => BLOCKS[here],
    }
}

/// The score known last after so many actions.
fn at(curve: &Curve, actions: usize) -> f64 {
    let known = curve.iter().take_while(|(i, _)| *i <= actions).last().or(curve.first());
    known.map_or(0.5, |(_, score)| *score)
}

/// One side's line in an SVG plot.
pub struct Line<'a> {
    pub name: String,
    pub curve: &'a Curve,
}

/// A mark at a line: which line, after how many actions, the sign, and what it
/// says when pointed at.
pub struct Mark {
    pub line: usize,
    pub at: usize,
    pub sign: &'static str,
    pub says: String,
}

/// One game's plot.
pub struct Panel<'a> {
    pub title: String,
    pub last: usize,
    pub lines: Vec<Line<'a>>,
    pub marks: Vec<Mark>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 250.0;
/// Left, right, top and bottom of the plot in its panel.
const FRAME: [f64; 4] = [52.0, 744.0, 40.0, 220.0];
/// Colour and dashes of each line: never colour alone.
const STROKES: [(&str, &str); 4] =
    [("#5a3d25", ""), ("#b08a3c", "7 3"), ("#a8432c", "2 3"), ("#3d5a78", "9 3 2 3")];

/// The plots of one or more games, one under the other.
pub fn svg(panels: &[Panel<'_>]) -> String {
    let height = HEIGHT * panels.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#3a2d21\">\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#f5f0e6\"/>\n"
    );
    for (i, panel) in panels.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate(0 {})\">", HEIGHT * i as f64);
        draw_panel(&mut out, panel);
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn draw_panel(out: &mut String, panel: &Panel<'_>) {
    let [left, right, top, bottom] = FRAME;
    let x = |at: usize| left + (right - left) * at as f64 / panel.last.max(1) as f64;
    let y = |score: f64| bottom - (bottom - top) * score;
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"20\" font-weight=\"600\">{}</text>",
        escaped(&panel.title)
    );
    for (score, label) in [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")] {
        let y = y(score);
        let _ = writeln!(
            out,
            "<path d=\"M{left} {y}H{right}\" stroke=\"#c0a272\" fill=\"none\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            left - 6.0,
            y + 4.0
        );
    }
    for at in [0, panel.last] {
        let (x, y) = (x(at), bottom + 16.0);
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{at}</text>");
    }
    for (i, line) in panel.lines.iter().enumerate() {
        let (stroke, dashes) = STROKES[i % STROKES.len()];
        let points: Vec<String> =
            line.curve.iter().map(|&(at, score)| format!("{:.1},{:.1}", x(at), y(score))).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/>",
            points.join(" ")
        );
        let place = left + 140.0 * i as f64;
        let _ = writeln!(
            out,
            "<path d=\"M{place} 31h24\" stroke=\"{stroke}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dashes}\"/><text x=\"{}\" y=\"35\">{}</text>",
            place + 30.0,
            escaped(&line.name)
        );
    }
    for mark in &panel.marks {
        let Some(line) = panel.lines.get(mark.line) else { continue };
        let (x, y) = (x(mark.at), y(at(line.curve, mark.at)));
        let _ = writeln!(
            out,
            "<g><title>{}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#e39a0b\" \
             stroke=\"#3a2d21\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
            escaped(&mark.says),
            if y > top + 20.0 { y - 8.0 } else { y + 18.0 },
            mark.sign
        );
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_empty_and_even_columns() {
        let drawn = text(&[(0, 1.0), (1, 0.5), (2, 0.0)], 2, true);
        let columns: Vec<String> = (0..3)
            .map(|column| {
                let lines = drawn.lines().take(ROWS);
                lines.map(|line| line.chars().nth(7 + column).unwrap_or(' ')).collect()
            })
            .collect();
        assert_eq!(columns, ["########", "   .####", "   .    "]);
        assert!(drawn.is_ascii());
        assert!(text(&[(0, 1.0)], 0, false).contains('█'));
    }

    #[test]
    fn long_games_fit_and_gaps_keep_the_last_score() {
        let curve: Vec<(usize, f64)> = (0..500).step_by(3).map(|i| (i, 0.5)).collect();
        let drawn = text(&curve, 499, false);
        assert!(drawn.lines().all(|line| line.chars().count() <= 7 + COLUMNS));
        assert_eq!(at(&curve, 5), 0.5);
        assert_eq!(at(&[], 5), 0.5);
    }

    #[test]
    fn svg_is_escaped_and_whole() {
        let curve = [(0, 0.5), (1, 0.25)];
        let line = Line { name: "A<B".into(), curve: &curve };
        let mark = Mark { line: 0, at: 1, sign: "??", says: "\"x\" & y".into() };
        let panel = Panel { title: "t".into(), last: 1, lines: vec![line], marks: vec![mark] };
        let drawn = svg(&[panel]);
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
        assert!(drawn.contains("A&lt;B") && drawn.contains("&quot;x&quot; &amp; y"));
        assert_eq!(drawn.matches("<circle").count(), 1);
    }
}

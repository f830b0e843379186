//! A sheet of characters, each with a colour that may be left out.

use wabe_rules::Colour;

/// What a character looks like where there is colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// As the terminal writes.
    #[default]
    Plain,
    /// Less important: labels, frames.
    Quiet,
    /// Important: whose turn, the rules that bind.
    Strong,
    /// The accent: what is marked.
    Honey,
    /// A stone.
    Stone(Colour),
}

impl Look {
    /// The terminal escape that begins it. Stones have a ground of their own,
    /// so that they look alike on light and on dark terminals.
    fn escape(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::Quiet => "\x1b[2m",
            Look::Strong => "\x1b[1m",
            Look::Honey => "\x1b[1;38;5;172m",
            Look::Stone(Colour::Dark) => "\x1b[1;38;5;230;48;5;94m",
            Look::Stone(Colour::Light) => "\x1b[1;38;5;58;48;5;230m",
            Look::Stone(Colour::Red) => "\x1b[1;38;5;230;48;5;131m",
            Look::Stone(Colour::Blue) => "\x1b[1;38;5;231;48;5;60m",
        }
    }
}

/// Lines of characters that grow as they are written on.
#[derive(Debug, Default)]
pub struct Canvas {
    lines: Vec<Vec<(char, Look)>>,
}

impl Canvas {
    /// How many lines have been begun.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// Writes from a column of a line on and returns the column behind it.
    pub fn put(&mut self, line: usize, column: usize, text: &str, look: Look) -> usize {
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let row = &mut self.lines[line];
        let end = column + text.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Look::Plain));
        }
        for (place, c) in row[column..end].iter_mut().zip(text.chars()) {
            // A control character would break the lines.
            *place = (if c.is_control() { ' ' } else { c }, look);
        }
        end
    }

    /// The whole sheet as text.
    pub fn finish(self, colour: bool) -> String {
        let mut out = String::new();
        for row in &self.lines {
            let used = row.iter().rposition(|&(c, _)| c != ' ').map_or(0, |last| last + 1);
            for run in row[..used].chunk_by(|a, b| a.1 == b.1) {
                let escape = if colour { run[0].1.escape() } else { "" };
                out.push_str(escape);
                out.extend(run.iter().map(|&(c, _)| c));
                if !escape.is_empty() {
                    out.push_str("\x1b[0m");
                }
            }
            out.push('\n');
        }
        out
    }
}

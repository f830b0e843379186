//! Boards of Omega: every shape that six corner markers can mark out.

use super::rows::{Row, place};
use super::set::Set;
use wabe_rules::{Hex, OptionError, Options};

/// The side of the largest board.
const LARGEST: i8 = 10;

/// The fields of one board, row by row from the top.
#[derive(Debug)]
pub struct Board {
    /// The side of the hexagon after which fields are labelled.
    side: i8,
    fields: Vec<Hex>,
    rows: Vec<Row>,
    /// The fields that touch each field.
    around: Vec<Set>,
    class: Class,
}

/// How many words a board needs: smaller ones get by with less work.
#[derive(Clone, Copy, Debug)]
pub enum Class {
    /// One for a set of fields, three for its rows.
    Small,
    /// Three for a set, five for its rows.
    Middle,
    /// Five for a set, seven for its rows.
    Large,
}

impl Board {
    /// The board the options `size` and `shape` describe (R1, F1).
    pub fn from_options(options: &mut Options) -> Result<Board, OptionError> {
        let k = options.number("size") as i8;
        let half = k / 2;
        let free = LARGEST - 1;
        let t = k + 2;
        let name = options.text("shape").to_owned();
        let (side, bounds) = match name.as_str() {
            "hexagon" => (k, [1 - k, k - 1, 1 - k, k - 1, 1 - k, k - 1]),
            "rhombus" => {
                let up = k - half;
                (LARGEST, [-half, up - 1, 1 - up, half, -free, free])
            }
            "trapezoid" => (LARGEST, [1 - k, k - 1, 0, k - 1, 1 - k, k - 1]),
            "long-hexagon" => (LARGEST, [1 - k, k - 1, 3 - k, k - 3, 1 - k, k - 1]),
            "triangle" => (LARGEST, [-(t / 3), free, -((t + 1) / 3), free, -((t + 2) / 3), free]),
            bounds => {
                let refused = || options.refused(&super::about::ABOUT, "shape");
                let bounds = read_bounds(bounds).ok_or_else(refused)?;
                if options.given("size") {
                    return Err(OptionError::Contradiction(
                        "a shape given by its bounds goes without the option size".into(),
                    ));
                }
                options.rewrite("shape", bounds.map(|bound| bound.to_string()).join(":"));
                (LARGEST, bounds)
            }
        };
        Ok(Board::new(side, bounds))
    }

    pub(super) fn new(side: i8, [q1, q2, r1, r2, s1, s2]: [i8; 6]) -> Board {
        let inside = |hex: &Hex| {
            (q1..=q2).contains(&hex.q) && (r1..=r2).contains(&hex.r) && (s1..=s2).contains(&hex.s())
        };
        let fields: Vec<Hex> = Hex::hexagon(LARGEST).filter(inside).collect();
        let first_q = fields.iter().map(|hex| hex.q).min().unwrap_or(0);
        let first_r = fields.iter().map(|hex| hex.r).min().unwrap_or(0);
        let mut rows = Vec::new();
        let mut field = 0;
        for row in fields.chunk_by(|a, b| a.r == b.r) {
            let place = place((row[0].r - first_r) as usize, (row[0].q - first_q) as usize);
            rows.push(Row::new(field, place, row.len()));
            field += row.len();
        }
        let class = match (fields.len(), rows.len()) {
            (..=64, ..=9) => Class::Small,
            (..=192, ..=15) => Class::Middle,
            _ => Class::Large,
        };
        let around = fields.iter().map(|&field| around(field, &fields)).collect();
        Board { side, fields, rows, around, class }
    }

    pub fn len(&self) -> usize {
        self.fields.len()
    }

    pub fn all(&self) -> Set {
        let mut set = Set::NONE;
        (0..self.len()).for_each(|field| set.insert(field));
        set
    }

    #[inline(always)]
    pub fn class(&self) -> Class {
        self.class
    }

    pub fn hex(&self, field: usize) -> Hex {
        self.fields[field]
    }

    /// The fields that touch a field.
    #[inline(always)]
    pub fn around(&self, field: usize) -> Set {
        self.around[field]
    }

    /// The rows from the top.
    #[inline(always)]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Row letters from the bottom, numbers along the diagonals.
    pub fn label(&self, field: usize) -> String {
        let Hex { q, r } = self.fields[field];
        let row = char::from((b'a' as i8 + self.side - 1 - r) as u8);
        format!("{row}{}", q + self.side)
    }

    /// The field with this label, capitals allowed; `Err` if it has not even
    /// the form of a label.
    pub fn read(&self, text: &str) -> Result<Option<usize>, ()> {
        let text = text.to_ascii_lowercase();
        let (&[row @ b'a'..=b's', ..], Some(number)) = (text.as_bytes(), text.get(1..)) else {
            return Err(());
        };
        let digits = !number.is_empty()
            && number.len() <= 2
            && !number.starts_with('0')
            && number.bytes().all(|b| b.is_ascii_digit());
        let number: i8 = digits.then(|| number.parse().ok()).flatten().ok_or(())?;
        let hex = Hex { q: number - self.side, r: self.side - 1 - (row - b'a') as i8 };
        Ok(self.fields.iter().position(|&field| field == hex))
    }

    /// The lengths of the rows, from the top.
    pub fn row_lengths(&self) -> Vec<usize> {
        self.rows.iter().map(|row| row.len).collect()
    }
}

/// Those of the fields that touch this one.
fn around(field: Hex, fields: &[Hex]) -> Set {
    let mut around = Set::NONE;
    for d in 0..6 {
        let next = field.step(d, 1);
        if let Some(number) = fields.iter().position(|&other| other == next) {
            around.insert(number);
        }
    }
    around
}

/// Six bounds within the largest board, each pair in order.
fn read_bounds(text: &str) -> Option<[i8; 6]> {
    let free = LARGEST - 1;
    let bound = |part: &str| part.parse().ok().filter(|bound| (-free..=free).contains(bound));
    let bounds: Vec<i8> = text.split(':').map(bound).collect::<Option<_>>()?;
    let bounds: [i8; 6] = bounds.try_into().ok()?;
    bounds.chunks(2).all(|pair| pair[0] <= pair[1]).then_some(bounds)
}

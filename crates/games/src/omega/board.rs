//! Boards of Omega: every shape that six corner markers can mark out, and the
//! sizes of groups on it.

use wabe_rules::{Hex, OptionError, Options, shortened};

/// The side of the largest board.
const LARGEST: i8 = 10;
const WORDS: usize = 5;

/// A set of fields, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Set([u64; WORDS]);

impl Set {
    pub fn contains(&self, field: usize) -> bool {
        self.0[field / 64] >> (field % 64) & 1 == 1
    }

    pub fn insert(&mut self, field: usize) {
        self.0[field / 64] |= 1 << (field % 64);
    }

    pub fn remove(&mut self, field: usize) {
        self.0[field / 64] &= !(1 << (field % 64));
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                Some(64 * i + bit)
            })
        })
    }

    fn and(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word &= with);
        self
    }

    pub fn or(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word |= with);
        self
    }

    pub fn without(mut self, other: &Set) -> Set {
        self.0.iter_mut().zip(other.0).for_each(|(word, with)| *word &= !with);
        self
    }
}

/// The fields of one board, row by row from the top.
#[derive(Debug)]
pub struct Board {
    /// The side of the hexagon after which fields are labelled.
    side: i8,
    fields: Vec<Hex>,
    neighbours: Vec<Set>,
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
                let bounds = read_bounds(bounds)?;
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

    fn new(side: i8, [q1, q2, r1, r2, s1, s2]: [i8; 6]) -> Board {
        let inside = |hex: &Hex| {
            (q1..=q2).contains(&hex.q) && (r1..=r2).contains(&hex.r) && (s1..=s2).contains(&hex.s())
        };
        let fields: Vec<Hex> = Hex::hexagon(LARGEST).filter(inside).collect();
        let neighbours = fields
            .iter()
            .map(|field| {
                let around = (0..6).map(|d| field.step(d, 1));
                let found = around.filter_map(|hex| fields.iter().position(|&other| other == hex));
                let mut set = Set::default();
                found.for_each(|field| set.insert(field));
                set
            })
            .collect();
        Board { side, fields, neighbours }
    }

    pub fn len(&self) -> usize {
        self.fields.len()
    }

    pub fn all(&self) -> Set {
        let mut set = Set::default();
        (0..self.len()).for_each(|field| set.insert(field));
        set
    }

    pub fn hex(&self, field: usize) -> Hex {
        self.fields[field]
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
    pub fn rows(&self) -> Vec<usize> {
        let rows = self.fields.chunk_by(|a, b| a.r == b.r);
        rows.map(<[Hex]>::len).collect()
    }

    /// The product of the sizes of all groups of a colour (R5).
    pub fn product(&self, stones: &Set) -> u128 {
        let mut rest = *stones;
        let mut product = 1;
        while let Some(first) = rest.first() {
            let group = self.group(first, &rest);
            rest = rest.without(&group);
            product *= group.len() as u128;
        }
        product
    }

    /// The stones connected to one of them.
    fn group(&self, first: usize, stones: &Set) -> Set {
        let mut group = Set::default();
        group.insert(first);
        let mut rim = group;
        while let Some(field) = rim.first() {
            rim.remove(field);
            let new = self.neighbours[field].and(stones).without(&group);
            group = group.or(&new);
            rim = rim.or(&new);
        }
        group
    }
}

fn read_bounds(text: &str) -> Result<[i8; 6], OptionError> {
    let refuse = || {
        OptionError::Contradiction(format!(
            "`{}` is no shape: give one of the names, or six bounds q1:q2:r1:r2:s1:s2 from -9 to 9 \
             with q1<=q2, r1<=r2, s1<=s2",
            shortened(text)
        ))
    };
    let free = LARGEST - 1;
    let bound = |part: &str| part.parse().ok().filter(|bound| (-free..=free).contains(bound));
    let bounds: Option<Vec<i8>> = text.split(':').map(bound).collect();
    let bounds: [i8; 6] = bounds.and_then(|list| list.try_into().ok()).ok_or_else(refuse)?;
    match bounds.chunks(2).all(|pair| pair[0] <= pair[1]) {
        true => Ok(bounds),
        false => Err(refuse()),
    }
}

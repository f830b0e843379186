/// A field of a hexagonal board in axial coordinates: `q` grows to the right,
/// `r` downwards (and half a field to the left); the third cube coordinate is
/// `s = -q - r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// Column.
    pub q: i8,
    /// Row, downwards.
    pub r: i8,
}

/// The six steps, counter-clockwise from the right; opposite ones are three
/// apart.
pub const DIRECTIONS: [Hex; 6] = [
    Hex { q: 1, r: 0 },
    Hex { q: 1, r: -1 },
    Hex { q: 0, r: -1 },
    Hex { q: -1, r: 0 },
    Hex { q: -1, r: 1 },
    Hex { q: 0, r: 1 },
];

impl Hex {
    /// The third cube coordinate.
    pub const fn s(self) -> i8 {
        -self.q - self.r
    }

    /// The field `n` steps away in one of the six [`DIRECTIONS`].
    pub const fn step(self, direction: usize, n: i8) -> Hex {
        let d = DIRECTIONS[direction];
        Hex { q: self.q + n * d.q, r: self.r + n * d.r }
    }

    /// Steps from the middle of the board.
    pub const fn ring(self) -> i8 {
        let (q, r, s) = (self.q.abs(), self.r.abs(), self.s().abs());
        if q > r {
            if q > s { q } else { s }
        } else if r > s {
            r
        } else {
            s
        }
    }

    /// Where the field is drawn: half field widths to the right, rows down.
    pub const fn place(self) -> (i16, i16) {
        (2 * self.q as i16 + self.r as i16, self.r as i16)
    }

    /// All fields of a hexagon of this side, row by row from the top.
    pub fn hexagon(side: i8) -> impl Iterator<Item = Hex> {
        let rim = side - 1;
        (-rim..=rim)
            .flat_map(move |r| ((-rim).max(-rim - r)..=rim.min(rim - r)).map(move |q| Hex { q, r }))
    }
}

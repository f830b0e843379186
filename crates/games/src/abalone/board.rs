//! The 61 hollows as bits of a `u64`.
//!
//! Hollow (q, r) is bit `(q + 14 r) mod 61`. All 61 hollows get a bit of their
//! own, and a step in any direction turns the 61 bits by a fixed amount: no
//! guard bits are needed, only a mask of the hollows that have a neighbour on
//! that side.

use wabe_rules::{Cell, CellId, DIRECTIONS, Hex, Shape};

/// How many hollows there are.
pub const HOLLOWS: usize = 61;
/// All hollows.
pub const ALL: u64 = (1 << HOLLOWS) - 1;
const RIM: i8 = 4;

/// One hollow, as the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hollow(u8);

/// The bits in drawing order, by bit: where each hollow stands in pictures.
const CELL_OF: [u8; HOLLOWS] = {
    let mut table = [0; HOLLOWS];
    let mut cell = 0;
    let mut r = -RIM;
    while r <= RIM {
        let mut q = -RIM;
        while q <= RIM {
            if (Hex { q, r }).ring() <= RIM {
                table[bit_of(Hex { q, r }) as usize] = cell;
                cell += 1;
            }
            q += 1;
        }
        r += 1;
    }
    table
};

const fn bit_of(hex: Hex) -> u8 {
    (hex.q as i32 + 14 * hex.r as i32).rem_euclid(HOLLOWS as i32) as u8
}

/// The coordinates by bit.
const HEX_OF: [Hex; HOLLOWS] = {
    let mut table = [Hex { q: 0, r: 0 }; HOLLOWS];
    let mut r = -RIM;
    while r <= RIM {
        let mut q = -RIM;
        while q <= RIM {
            let hex = Hex { q, r };
            if hex.ring() <= RIM {
                table[bit_of(hex) as usize] = hex;
            }
            q += 1;
        }
        r += 1;
    }
    table
};

/// How far the bits turn for a step in each direction.
pub const TURNS: [u32; 6] = {
    let mut turns = [0; 6];
    let mut d = 0;
    while d < 6 {
        turns[d] = bit_of(DIRECTIONS[d]) as u32;
        d += 1;
    }
    turns
};

/// The hollows at the edge, seen in each direction.
pub const EDGE: [u64; 6] = {
    let mut edge = [0; 6];
    let mut i = 0;
    while i < HOLLOWS {
        let mut d = 0;
        while d < 6 {
            if HEX_OF[i].step(d, 1).ring() > RIM {
                edge[d] |= 1 << i;
            }
            d += 1;
        }
        i += 1;
    }
    edge
};

/// The hollows that have a next hollow in each direction.
pub const HAS_NEXT: [u64; 6] = {
    let mut next = [0; 6];
    let mut d = 0;
    while d < 6 {
        next[d] = ALL & !EDGE[d];
        d += 1;
    }
    next
};

/// The hollows whose next hollow in a direction lies in the set, for those who
/// intersect the result with [`HAS_NEXT`]: elsewhere it says nonsense.
#[inline(always)]
pub const fn turn_back(set: u64, direction: usize) -> u64 {
    let turn = TURNS[direction];
    set >> turn | set << (HOLLOWS as u32 - turn)
}

/// By direction and steps: how far the bits turn.
const TURNS_OF: [[u32; 6]; 6] = {
    let mut table = [[0; 6]; 6];
    let mut d = 0;
    while d < 6 {
        let mut n = 0;
        while n < 6 {
            table[d][n] = TURNS[d] * n as u32 % HOLLOWS as u32;
            n += 1;
        }
        d += 1;
    }
    table
};

/// The set moved `n` steps in a direction (at most 5), where it is known that
/// nothing leaves the board.
#[inline(always)]
pub const fn turn(set: u64, direction: usize, n: u32) -> u64 {
    let turn = TURNS_OF[direction][n as usize];
    (set << turn | set >> (HOLLOWS as u32 - turn)) & ALL
}

/// The set moved one step in a direction; what leaves the board is gone.
#[inline(always)]
pub const fn step(set: u64, direction: usize) -> u64 {
    let set = set & !EDGE[direction];
    let turn = TURNS[direction];
    (set << turn | set >> (HOLLOWS as u32 - turn)) & ALL
}

/// The hollows of a set, in the order of their bits.
#[inline]
pub fn hollows(mut set: u64) -> impl Iterator<Item = Hollow> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let hollow = Hollow(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(hollow)
    })
}

impl Hollow {
    fn at(hex: Hex) -> Option<Hollow> {
        (hex.ring() <= RIM).then(|| Hollow(bit_of(hex)))
    }

    /// All hollows, row by row from the top, as boards are drawn.
    pub fn all() -> impl Iterator<Item = Hollow> {
        Hex::hexagon(RIM + 1).map(|hex| Hollow(bit_of(hex)))
    }

    /// The hollow with this bit.
    #[inline(always)]
    pub const fn from_index(bit: u32) -> Hollow {
        Hollow(bit as u8)
    }

    /// The number of its bit.
    #[inline(always)]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The set of this hollow alone.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Axial coordinates.
    pub const fn hex(self) -> Hex {
        HEX_OF[self.0 as usize]
    }

    /// The next hollow in a direction.
    pub fn ahead(self, direction: usize) -> Option<Hollow> {
        Hollow::at(self.hex().step(direction, 1))
    }

    /// The hollow `n` steps on, where the board is known to reach so far.
    pub fn along(self, direction: usize, n: u32) -> Hollow {
        Hollow(bit_of(self.hex().step(direction, n as i8)))
    }

    /// The direction of the straight line to another hollow, and the steps.
    pub fn line_to(self, other: Hollow) -> Option<(usize, u32)> {
        let steps = (0..6).flat_map(|d| (1..=2 * RIM).map(move |n| (d, n)));
        let found = steps.into_iter().find(|&(d, n)| self.hex().step(d, n) == other.hex());
        found.map(|(d, n)| (d, n as u32))
    }

    /// The cell of this hollow in pictures: its place in [`Hollow::all`].
    pub fn cell(self) -> CellId {
        CELL_OF[usize::from(self.0)].into()
    }

    /// Reads a label such as `c3`, capitals allowed.
    pub fn read(text: &str) -> Option<Hollow> {
        let &[row, number] = text.as_bytes() else {
            return None;
        };
        let row = row.to_ascii_lowercase();
        if !(b'a'..=b'i').contains(&row) || !(b'1'..=b'9').contains(&number) {
            return None;
        }
        let r = RIM - (row - b'a') as i8;
        Hollow::at(Hex { q: (number - b'0') as i8 - RIM - 1, r })
    }
}

impl std::fmt::Display for Hollow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Hex { q, r } = self.hex();
        write!(f, "{}{}", char::from((b'a' as i8 + RIM - r) as u8), q + RIM + 1)
    }
}

/// The hollows as empty cells of a picture.
pub fn cells() -> Vec<Cell> {
    let cell = |hollow: Hollow| Cell::new(hollow.to_string(), hollow.hex().place(), Shape::Hollow);
    Hollow::all().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hollow_has_a_bit_and_a_label_of_its_own() {
        let all = Hollow::all().fold(0, |set, hollow| set | hollow.bit());
        assert_eq!(all, ALL);
        for hollow in Hollow::all() {
            assert_eq!(Hollow::read(&hollow.to_string()), Some(hollow));
        }
        assert_eq!(Hollow::read("a6"), None);
        assert_eq!(Hollow::read("f1"), None);
    }

    #[test]
    fn r1_steps_lead_to_the_neighbours_the_rules_name() {
        let b2 = Hollow::read("b2").expect("a hollow");
        let mut around: Vec<String> =
            (0..6).filter_map(|d| Hollow::ahead(b2, d)).map(|hollow| hollow.to_string()).collect();
        around.sort();
        assert_eq!(around, ["a1", "a2", "b1", "b3", "c2", "c3"]);
        for hollow in Hollow::all() {
            for d in 0..6 {
                let ahead = hollow.ahead(d).map_or(0, Hollow::bit);
                assert_eq!(step(hollow.bit(), d), ahead);
            }
        }
    }
}

//! The board of 37 fields that five of the games share: a hexagon of side 4,
//! fields numbered 11 to 47 row by row.
//!
//! A set of fields is a `u64`: field (q, r) is bit `8 (r + 3) + (q + 3)`. Seven
//! columns in rows of eight leave one guard bit a row, so that a step in any of
//! the six directions is a shift and the board mask: whatever runs over the
//! edge lands on a bit outside the mask.

use wabe_rules::{Cell, CellId, DIRECTIONS, Hex, PositionError, Shape};

/// All fields.
pub const BOARD: u64 = board();
/// The six corners: 11, 14, 26, 32, 44, 47.
pub const CORNERS: u64 = bits(&[11, 14, 26, 32, 44, 47]);
/// How many fields there are.
pub const FIELDS: usize = 37;

/// One field, as the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field(u8);

const fn on_board(hex: Hex) -> bool {
    hex.ring() <= 3
}

const fn bit_of(hex: Hex) -> u8 {
    (8 * (hex.r + 3) + hex.q + 3) as u8
}

const fn board() -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < FIELDS {
        mask |= 1 << BIT_OF[i];
        i += 1;
    }
    mask
}

/// The bits in the order of the numbers.
const BIT_OF: [u8; FIELDS] = {
    let mut table = [0; FIELDS];
    let mut i = 0;
    let mut r = -3;
    while r <= 3 {
        let mut q = -3;
        while q <= 3 {
            if on_board(Hex { q, r }) {
                table[i] = bit_of(Hex { q, r });
                i += 1;
            }
            q += 1;
        }
        r += 1;
    }
    table
};

/// The place in the order of the numbers, by bit.
const INDEX_OF: [u8; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < FIELDS {
        table[BIT_OF[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// How far a bit moves for a step in each of the six [`DIRECTIONS`].
const STEPS: [i32; 6] = {
    let mut steps = [0; 6];
    let mut d = 0;
    while d < 6 {
        steps[d] = 8 * DIRECTIONS[d].r as i32 + DIRECTIONS[d].q as i32;
        d += 1;
    }
    steps
};

const NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < FIELDS {
        let bit = BIT_OF[i] as usize;
        table[bit] = around(1 << bit);
        i += 1;
    }
    table
};

/// The set of these field numbers.
pub const fn bits(numbers: &[u8]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < numbers.len() {
        set |= 1 << BIT_OF[numbers[i] as usize - 11];
        i += 1;
    }
    set
}

/// The set moved one step in a direction; what leaves the board is gone.
#[inline(always)]
pub const fn shift(set: u64, direction: usize) -> u64 {
    let step = STEPS[direction];
    (if step > 0 { set << step } else { set >> -step }) & BOARD
}

/// The set moved one step in a direction, unmasked: what leaves the board lands
/// on bits outside [`BOARD`]. For a set on the board that is then masked by
/// another.
#[inline(always)]
pub const fn slide(set: u64, direction: usize) -> u64 {
    let step = STEPS[direction];
    if step > 0 { set << step } else { set >> -step }
}

/// The fields from which a step in a direction leads into the set, unmasked as
/// [`slide`].
#[inline(always)]
pub const fn before(set: u64, direction: usize) -> u64 {
    slide(set, (direction + 3) % 6)
}

/// All fields next to a field of the set.
#[inline(always)]
pub const fn around(set: u64) -> u64 {
    spread(set) & BOARD
}

/// All fields next to a field of the set, unmasked as [`slide`].
///
/// The two neighbours in the row above are one step apart, and so are those
/// below: they are moved together.
#[inline(always)]
pub const fn spread(set: u64) -> u64 {
    let twice = set | set << 1;
    set << 1 | set >> 1 | twice >> 8 | twice << 7
}

/// The fields of a set, in the order of their numbers.
#[inline(always)]
pub fn fields(mut set: u64) -> impl Iterator<Item = Field> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let field = Field(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(field)
    })
}

impl Field {
    /// A place off the board, next to nothing: where stones in hand are.
    pub const NOWHERE: Field = Field(63);

    /// The field with this number, if there is one.
    pub const fn from_number(number: u8) -> Option<Field> {
        if number < 11 || number > 47 {
            return None;
        }
        Some(Field(BIT_OF[number as usize - 11]))
    }

    /// The field at this place in the order of the numbers, from 0.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Field {
        Field(BIT_OF[index])
    }

    /// All fields in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Field> + Clone {
        (0..FIELDS).map(Field::from_index)
    }

    /// The field of this bit, which must be on the board.
    #[inline(always)]
    pub const fn from_bit(bit: u32) -> Field {
        debug_assert!(BOARD >> bit & 1 == 1);
        Field(bit as u8)
    }

    /// The number, 11 to 47.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        INDEX_OF[self.0 as usize] + 11
    }

    /// The place in the order of the numbers, from 0; also the cell's number
    /// in pictures.
    #[inline(always)]
    pub const fn index(self) -> usize {
        INDEX_OF[self.0 as usize] as usize
    }

    /// The cell of this field in pictures.
    pub const fn cell(self) -> CellId {
        INDEX_OF[self.0 as usize] as CellId
    }

    /// The set of this field alone.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The fields next to this one.
    #[inline(always)]
    pub const fn neighbours(self) -> u64 {
        NEIGHBOURS[self.0 as usize % 64]
    }

    /// The next field in a direction, as a set (empty at the edge).
    #[inline(always)]
    pub const fn ahead(self, direction: usize) -> u64 {
        shift(self.bit(), direction)
    }

    /// The next field in a direction.
    #[inline(always)]
    pub fn step(self, direction: usize) -> Option<Field> {
        Field::of(self.ahead(direction))
    }

    /// The field so many steps away in a direction, which must be on the board.
    #[inline(always)]
    pub const fn along(self, direction: usize, steps: u32) -> Field {
        Field::from_bit((self.0 as i32 + STEPS[direction] * steps as i32) as u32)
    }

    /// Whether another field is next to this one.
    #[inline(always)]
    pub const fn touches(self, other: Field) -> bool {
        self.neighbours() >> other.0 & 1 == 1
    }

    /// Whether this field is the middle one of three in a line.
    #[inline(always)]
    pub const fn is_between(self, one: Field, other: Field) -> bool {
        self.touches(one) & (one.0 + other.0 == 2 * self.0)
    }

    /// The field halfway to another one, two steps away in a line.
    #[inline(always)]
    pub const fn halfway(self, other: Field) -> Field {
        Field::from_bit((self.0 as u32 + other.0 as u32) / 2)
    }

    /// The only field of a set; `None` for the empty set.
    #[inline(always)]
    pub const fn of(set: u64) -> Option<Field> {
        if set == 0 { None } else { Some(Field(set.trailing_zeros() as u8)) }
    }

    /// The field seen after turning the board by half a circle.
    pub const fn turned(self) -> Field {
        Field(BIT_OF[58 - self.number() as usize - 11])
    }

    /// Axial coordinates.
    pub const fn hex(self) -> Hex {
        Hex { q: (self.0 % 8) as i8 - 3, r: (self.0 / 8) as i8 - 3 }
    }

    /// Reads a field's number.
    pub fn read(text: &str) -> Option<Field> {
        if text.len() != 2 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Field::from_number(text.parse().ok()?)
    }
}

impl std::fmt::Display for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// The fields as empty cells of a picture, in the order of their numbers.
pub fn cells() -> Vec<Cell> {
    let cell = |field: Field| Cell::new(field.to_string(), field.hex().place(), Shape::Hex);
    Field::all().map(cell).collect()
}

/// Writes one piece of text a field, row by row, rows parted by `/`.
pub fn write_rows(out: &mut String, part: &str, text: impl Fn(Field) -> String) {
    let mut last: Option<Field> = None;
    for field in Field::all() {
        match last {
            Some(before) if before.hex().r != field.hex().r => out.push('/'),
            Some(_) => out.push_str(part),
            None => {}
        }
        out.push_str(&text(field));
        last = Some(field);
    }
}

/// Reads one character a field, row by row, with or without `/` between rows.
pub fn read_rows(text: &str) -> Result<Vec<(Field, char)>, PositionError> {
    let rows: Vec<usize> = text.split('/').map(|row| row.chars().count()).collect();
    if rows != [4, 5, 6, 7, 6, 5, 4] && rows != [FIELDS] {
        return Err(PositionError::new(
            "the board needs rows of 4, 5, 6, 7, 6, 5 and 4 fields, parted by /",
        ));
    }
    Ok(Field::all().zip(text.chars().filter(|c| *c != '/')).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_as_the_rules_file_draws_them() {
        let around = |number| Field::from_number(number).expect("a field").neighbours();
        assert_eq!(around(12), bits(&[11, 13, 16, 17]));
        assert_eq!(around(29), bits(&[28, 30, 22, 23, 35, 36]));
        assert!(fields(CORNERS).all(|corner| corner.neighbours().count_ones() == 3));
    }

    #[test]
    fn what_lies_around_is_one_step_in_any_direction() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            word = word.rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d);
            let set = word & BOARD;
            assert_eq!(around(set), (0..6).fold(0, |all, d| all | shift(set, d)));
        }
    }

    #[test]
    fn turning_twice_is_nothing() {
        for field in Field::all() {
            assert_eq!(field.turned().number(), 58 - field.number());
            assert_eq!(field.turned().turned(), field);
            assert_eq!(Field::read(&field.to_string()), Some(field));
        }
        assert_eq!(Field::read("48"), None);
        assert_eq!(Field::read("+1"), None);
    }
}

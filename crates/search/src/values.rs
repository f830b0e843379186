//! Values: what a position is worth, and how far a forced end is.

/// The value of a game won here and now.
pub const WIN: i32 = 31_000;
/// Values beyond this are forced wins; the distance to [`WIN`] is the number of
/// actions.
pub const FORCED: i32 = 30_000;

/// What has been found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<Move> {
    /// How deep it looked.
    pub depth: u32,
    /// The value for the seat to act.
    pub value: i32,
    /// The best actions, by all who act.
    pub line: Vec<Move>,
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// How full the memory is, in thousandths.
    pub fullness: u32,
}

/// A value counted from a position, as seen from the root.
pub(crate) fn from_here(value: i32, ply: usize) -> i32 {
    match value.abs() {
        FORCED.. if value > 0 => value - ply as i32,
        FORCED.. => value + ply as i32,
        _ => value,
    }
}

/// A value as seen from the root, counted from a position.
pub(crate) fn to_here(value: i32, ply: usize) -> i32 {
    match value.abs() {
        FORCED.. if value > 0 => value + ply as i32,
        FORCED.. => value - ply as i32,
        _ => value,
    }
}

/// A value as people and protocols tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// So much for the seat to act; 200 is a chance of 73 %.
    Points(i32),
    /// The seat to act wins in so many actions.
    WinIn(u32),
    /// It loses in so many actions.
    LossIn(u32),
}

impl Value {
    /// Reads a value of the search.
    pub fn of(value: i32) -> Value {
        let distance = (WIN - value.abs()).max(0) as u32;
        match value.abs() {
            FORCED.. if value > 0 => Value::WinIn(distance),
            FORCED.. => Value::LossIn(distance),
            _ => Value::Points(value),
        }
    }

    /// The expected score, 0 to 1.
    pub fn expected_score(self) -> f64 {
        match self {
            Value::Points(points) => crate::expected_score(points),
            Value::WinIn(_) => 1.0,
            Value::LossIn(_) => 0.0,
        }
    }
}

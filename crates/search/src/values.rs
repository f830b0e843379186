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

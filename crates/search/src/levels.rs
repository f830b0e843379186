//! Eight levels: how far a player looks ahead, and how it errs.
//!
//! A weak player looks at few positions, misjudges them, and overlooks some
//! actions while looking ahead, most often the opponent's: what a beginner does.
//! Limits are in nodes, so a level plays the same on every machine. The numbers
//! are calibrated by matches (`docs/strength.md`).

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Positions to look at (or games to play out).
    pub nodes: u64,
    /// How far evaluations may be off.
    pub noise: i32,
    /// How many of a thousand actions are overlooked while looking ahead.
    pub blindness: u32,
}

/// Makes a level.
pub const fn level(nodes: u64, noise: i32, blindness: u32) -> Level {
    Level { nodes, noise, blindness }
}

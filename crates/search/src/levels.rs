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

/// The levels of games that have none of their own.
pub const USUAL: [Level; 8] = [
    level(20, 600, 500),
    level(60, 400, 350),
    level(150, 250, 250),
    level(500, 150, 150),
    level(2_000, 80, 80),
    level(8_000, 40, 30),
    level(40_000, 20, 10),
    level(250_000, 0, 0),
];
